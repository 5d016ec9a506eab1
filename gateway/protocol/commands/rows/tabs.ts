// Tabs: what a worker has open.
import { z } from 'zod';
import { READS, REMOVES, SETS, row } from '#gateway/protocol/commands/row/contract.ts';
import { ok, page, url } from '#gateway/protocol/commands/row/params.ts';

const tabView = z.object({ targetId: z.string(), ...page, current: z.boolean() });

export const TABS = {
  tabs: row({
    name: 'tabs',
    category: 'tabs',
    title: 'list the tabs of this worker',
    params: z.strictObject({}),
    acts: [],
    hints: READS,
    examples: ['tabs'],
    answer: z.object({ ok, tabs: z.array(tabView) }),
  }),
  open: row({
    name: 'open',
    aliases: [{ name: 'new' }],
    category: 'tabs',
    title: 'open a tab in a browser of its own, and go to an address',
    params: z.strictObject({
      url,
      wait: z
        .exactOptional(z.number().int().min(0).max(86_400))
        .describe('how many seconds it waits for a free tab; default: 120'),
      keep: z
        .exactOptional(z.boolean())
        .describe('keep it though others wait for a tab and no command came for ten minutes'),
    }),
    positional: ['url'],
    acts: ['LAUNCH', 'OPEN_TAB', 'NAVIGATE'],
    hints: { readOnly: false, destructive: false, openWorld: true },
    examples: ['open https://example.com', 'open https://example.com --wait 600 --keep'],
    answer: z.object({ ok, targetId: z.string(), ...page }),
  }),
  close: row({
    name: 'close',
    category: 'tabs',
    title: 'close a tab, end its browser and remove its profile',
    params: z.strictObject({
      targetId: z.exactOptional(z.string().max(100)).describe('its id; default: the current tab'),
    }),
    positional: ['targetId'],
    acts: ['CLOSE_TAB'],
    hints: REMOVES,
    examples: ['close', 'close tab-1b2c'],
    answer: z.object({ ok, closed: z.string(), current: z.string().nullable() }),
  }),
  focus: row({
    name: 'focus',
    aliases: [{ name: 'switch' }],
    category: 'tabs',
    title: 'make a tab the current one',
    params: z.strictObject({ targetId: z.string().max(100).describe('its id') }),
    positional: ['targetId'],
    acts: [],
    hints: SETS,
    examples: ['focus tab-1b2c'],
    answer: z.object({ ok, targetId: z.string(), ...page }),
  }),
  cleanup: row({
    name: 'cleanup',
    category: 'tabs',
    title: 'close the tabs of this worker, but for those that show one of the given addresses',
    params: z.strictObject({
      keep: z
        .exactOptional(z.array(z.string().max(8192)).max(100))
        .describe('tabs whose address begins so stay; may be given again'),
    }),
    acts: ['CLOSE_TAB'],
    hints: REMOVES,
    examples: ['cleanup', 'cleanup --keep https://example.com/'],
    answer: z.object({ ok, closed: z.array(z.string()), kept: z.array(z.string()) }),
  }),
};
