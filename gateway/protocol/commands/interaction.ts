// Looking at a page and acting on it.
import { z } from 'zod';
import { KEY_MODIFIERS, MOUSE_BUTTONS } from '#policy/acts/click-effect.ts';
import { ACTS, READS, row } from './contract.ts';
import { acted, file, flag, ok, page, ref, retry, tab, text } from './params.ts';

const on = { ...retry, ...tab };

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
        .exactOptional(z.string().regex(/^(?:e|@)\d{1,9}$/u, 'is what a fold says, as in `e12` or `@12`'))
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
};

export const INTERACTION = {
  click: row({
    name: 'click',
    aliases: [{ name: 'dblclick', sets: { double: true } }],
    category: 'interaction',
    title: 'click an element',
    params: z.strictObject({
      ref,
      double: flag('twice'),
      button: z.exactOptional(z.enum(MOUSE_BUTTONS)).describe('mouse button; default left'),
      modifiers: z
        .exactOptional(z.array(z.enum(KEY_MODIFIERS)).max(4))
        .describe('keys held down meanwhile; may be given again'),
      ...on,
    }),
    positional: ['ref'],
    acts: ['CLICK'],
    hints: ACTS,
    examples: ['click e12', 'click e12 --double', 'click e12 --button right'],
    answer: acted,
  }),
  type: row({
    name: 'type',
    category: 'interaction',
    title: 'type text behind what a field holds',
    params: z.strictObject({
      ref,
      text: text('what to type'),
      clear: flag('replace what the field holds'),
      enter: flag('press Enter afterwards'),
      ...on,
    }),
    positional: ['ref', 'text'],
    acts: ['TYPE'],
    changes: { clear: ['FILL'], enter: ['PRESS'] },
    hints: ACTS,
    examples: ['type e5 "mechanical keyboard" --enter'],
    answer: acted,
  }),
  fill: row({
    name: 'fill',
    category: 'interaction',
    title: 'replace what a field holds',
    params: z.strictObject({ ref, value: text('what it shall hold'), ...on }),
    positional: ['ref', 'value'],
    acts: ['FILL'],
    hints: ACTS,
    examples: ['fill e5 ada@example.com'],
    answer: acted,
  }),
  select: row({
    name: 'select',
    category: 'interaction',
    title: 'choose options of a list, by label or value',
    params: z.strictObject({
      ref,
      values: z.array(z.string().max(1024)).min(1).max(100).describe('labels or values'),
      ...on,
    }),
    positional: ['ref', 'values'],
    acts: ['SELECT'],
    hints: ACTS,
    examples: ['select e7 Blue'],
    answer: acted,
  }),
  check: row({
    name: 'check',
    aliases: [{ name: 'uncheck', sets: { uncheck: true } }],
    category: 'interaction',
    title: 'check a box or a radio button',
    params: z.strictObject({ ref, uncheck: flag('uncheck it instead'), ...on }),
    positional: ['ref'],
    acts: ['CHECK'],
    hints: ACTS,
    examples: ['check e9', 'check e9 --uncheck'],
    answer: acted,
  }),
  hover: row({
    name: 'hover',
    category: 'interaction',
    title: 'move the pointer over an element',
    params: z.strictObject({ ref, ...on }),
    positional: ['ref'],
    acts: ['HOVER'],
    hints: ACTS,
    examples: ['hover e3'],
    answer: acted,
  }),
  drag: row({
    name: 'drag',
    category: 'interaction',
    title: 'drag an element onto another',
    params: z.strictObject({ sourceRef: ref, targetRef: ref, ...on }),
    positional: ['sourceRef', 'targetRef'],
    acts: ['DRAG'],
    hints: ACTS,
    examples: ['drag e4 e8'],
    answer: acted,
  }),
  scroll: row({
    name: 'scroll',
    category: 'interaction',
    title: 'scroll the page, or an element',
    params: z.strictObject({
      ref: z.exactOptional(ref),
      direction: z.exactOptional(z.enum(['up', 'down', 'left', 'right'])).describe('default down'),
      amount: z.exactOptional(z.number().int().min(1).max(100_000)).describe('CSS pixels; default 600'),
      ...on,
    }),
    acts: ['SCROLL'],
    hints: ACTS,
    examples: ['scroll', 'scroll --direction up --amount 300', 'scroll --ref e20'],
    answer: acted,
  }),
  press: row({
    name: 'press',
    aliases: [{ name: 'key' }],
    category: 'interaction',
    title: 'press a key, as in Enter, ArrowDown or Control+a',
    params: z.strictObject({
      key: z.string().min(1).max(60).describe('as KeyboardEvent.key has it, modifiers in front'),
      ref: z.exactOptional(ref),
      ...on,
    }),
    positional: ['key'],
    acts: ['PRESS'],
    hints: ACTS,
    examples: ['press Enter', 'press Control+a --ref e5'],
    answer: acted,
  }),
  upload: row({
    name: 'upload',
    category: 'interaction',
    title: 'give files of one folder to a file input',
    params: z.strictObject({
      ref,
      files: z.array(z.string().min(1).max(4096)).min(1).max(20).describe('paths'),
      ...on,
    }),
    positional: ['ref', 'files'],
    acts: ['UPLOAD'],
    hints: ACTS,
    examples: ['upload e6 report.pdf'],
    answer: acted,
    forms: [],
  }),
};
