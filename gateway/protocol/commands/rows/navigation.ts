// Navigation: where a tab goes.
import { z } from 'zod';
import { ACTS, row } from '#gateway/protocol/commands/row/contract.ts';
import { acted, tab, url } from '#gateway/protocol/commands/row/params.ts';

const moved = acted.extend({ status: z.number().nullable() });

export const NAVIGATION = {
  navigate: row({
    name: 'navigate',
    aliases: [{ name: 'goto' }, { name: 'go' }],
    category: 'navigation',
    title: 'go to an address; opens a tab where there is none',
    params: z.strictObject({ url, ...tab }),
    positional: ['url'],
    acts: ['NAVIGATE', 'LAUNCH'],
    hints: ACTS,
    examples: ['navigate https://example.com/'],
    answer: moved,
  }),
  reload: row({
    name: 'reload',
    category: 'navigation',
    title: 'load the page again',
    params: z.strictObject({ ...tab }),
    acts: ['RELOAD'],
    hints: ACTS,
    examples: ['reload'],
    answer: moved,
  }),
  back: row({
    name: 'back',
    category: 'navigation',
    title: 'go back in the history of the tab',
    params: z.strictObject({ ...tab }),
    acts: ['BACK'],
    hints: ACTS,
    examples: ['back'],
    answer: moved,
  }),
  forward: row({
    name: 'forward',
    category: 'navigation',
    title: 'go forward in the history of the tab',
    params: z.strictObject({ ...tab }),
    acts: ['FORWARD'],
    hints: ACTS,
    examples: ['forward'],
    answer: moved,
  }),
};
