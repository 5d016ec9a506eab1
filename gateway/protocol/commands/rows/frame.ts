// Frames of a page.
import { z } from 'zod';
import { READS, SETS, row } from '#gateway/protocol/commands/row/contract.ts';
import { acted, ok, tab } from '#gateway/protocol/commands/row/params.ts';

export const FRAME = {
  'frame list': row({
    name: 'frame list',
    category: 'frame',
    title: 'list the frames of the page',
    params: z.strictObject({ ...tab }),
    acts: ['OBSERVE'],
    hints: READS,
    examples: ['frame list'],
    answer: z.object({
      ok,
      frames: z.array(z.object({ name: z.string(), url: z.string(), current: z.boolean() })),
    }),
  }),
  'frame switch': row({
    name: 'frame switch',
    category: 'frame',
    title: 'have the commands that follow look into one frame',
    params: z.strictObject({
      frame: z.string().min(1).max(1024).describe('the ref of its element, or its name'),
      ...tab,
    }),
    positional: ['frame'],
    acts: ['FRAME_SWITCH'],
    hints: SETS,
    examples: ['frame switch payment', 'frame switch e14'],
    answer: acted,
  }),
  'frame main': row({
    name: 'frame main',
    category: 'frame',
    title: 'have the commands that follow look at the whole page again',
    params: z.strictObject({ ...tab }),
    acts: ['FRAME_SWITCH'],
    hints: SETS,
    examples: ['frame main'],
    answer: acted,
  }),
};
