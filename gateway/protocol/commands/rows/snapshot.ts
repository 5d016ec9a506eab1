// Reading a page.
import { z } from 'zod';
import { READS, row } from '#gateway/protocol/commands/row/contract.ts';
import { file, flag, ok, page, tab } from '#gateway/protocol/commands/row/params.ts';

/** As `aria` writes them: of a frame with its number. */
const ARIA_REF = /^(?:f\d{1,6})?e\d{1,9}$/u;

export const SNAPSHOT = {
  snapshot: row({
    name: 'snapshot',
    category: 'snapshot',
    title: 'read the page as text, with the refs that acts name',
    params: z.strictObject({
      mode: z
        .exactOptional(z.enum(['outline', 'tree', 'changes']))
        .describe(
          'as an outline (default), as the whole tree in JSON, or what changed since the last snapshot',
        ),
      interactive: flag('what can be acted on alone'),
      compact: flag('without what only lays out; an outline is compact already'),
      maxDepth: z.exactOptional(z.number().int().min(1).max(200)).describe('of the tree'),
      maxChars: z
        .exactOptional(z.number().int().min(400).max(100_000))
        .describe('at most so long; default 8000'),
      expand: z
        .exactOptional(
          z
            .string()
            .regex(
              /^(?:e\d{1,9}|@\d{1,9}(?::\d{1,7})?)$/u,
              'is what a fold says, as in `e12`, `@12` or `@12:380`',
            ),
        )
        .describe('a fold of the last snapshot, by what it says to open'),
      since: z
        .exactOptional(z.number().int().min(1))
        .describe('what changed since the snapshot of this generation'),
      output: file('write it to this file instead'),
      ...tab,
    }),
    acts: ['SNAPSHOT'],
    hints: READS,
    examples: ['snapshot', 'snapshot --interactive --max-chars 4000', 'snapshot --expand e40'],
    answer: z.object({ ok, ...page, generation: z.number() }),
  }),
  aria: row({
    name: 'aria',
    category: 'snapshot',
    title: 'read the page as the YAML outline that clients of Playwright’s MCP server know',
    params: z.strictObject({
      element: z
        .exactOptional(z.string().regex(ARIA_REF, 'is a ref of the last outline, as in `e12` or `f1e3`'))
        .describe('this element of the last outline alone, as in e12 or f1e3'),
      depth: z.exactOptional(z.number().int().min(1).max(200)).describe('so many levels'),
      boxes: flag('with the place of each element in the view'),
      output: file('write it to this file instead'),
      ...tab,
    }),
    acts: ['OBSERVE'],
    hints: READS,
    examples: ['aria', 'aria --depth 3 --boxes'],
    answer: z.object({ ok, ...page, outline: z.string() }),
    forms: [],
  }),
  locate: row({
    name: 'locate',
    category: 'snapshot',
    title:
      'find the one element that a ref of `aria`, or a CSS selector, names: a ref for acts, and its locator',
    params: z.strictObject({
      element: z.string().min(1).max(2_000).describe('ref of the last outline, or a selector'),
      ...tab,
    }),
    positional: ['element'],
    acts: ['OBSERVE'],
    hints: READS,
    examples: ["locate '#pay'"],
    answer: z.object({ ok, ref: z.string(), locator: z.string(), role: z.string(), name: z.string() }),
    forms: [],
  }),
};
