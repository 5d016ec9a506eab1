// Waiting for something on a page.
import { z } from 'zod';
import { WAIT_STATES } from '#policy/acts/reading-acts.ts';
import { READS, row } from '#gateway/protocol/commands/row/contract.ts';
import { acted, flag, ref, tab, text, timeout } from '#gateway/protocol/commands/row/params.ts';

const CONDITIONS = ['ms', 'text', 'url', 'js', 'networkIdle', 'navigation', 'ref'] as const;

export const WAIT = {
  wait: row({
    name: 'wait',
    category: 'wait',
    title: 'wait for a text, an address, a script’s condition, a quiet network, a navigation or an element',
    params: z
      .strictObject({
        ms: z.exactOptional(z.number().int().min(0).max(300_000)).describe('so many milliseconds'),
        text: z.exactOptional(text('until this stands on the page').min(1)),
        url: z
          .exactOptional(z.string().min(1).max(8192))
          .describe('until the address fits, as in `**/success**`'),
        js: z.exactOptional(text('until this expression is true').min(1)),
        networkIdle: flag('until the network is quiet'),
        navigation: flag('until the page that is on its way stands there'),
        ref: z.exactOptional(ref),
        state: z
          .exactOptional(z.enum(WAIT_STATES))
          .describe('with --ref: what it waits for; default visible'),
        timeout,
        ...tab,
      })
      .refine(
        (given) => CONDITIONS.filter((one) => given[one] !== undefined && given[one] !== false).length === 1,
        {
          message:
            'needs one of milliseconds, `--text`, `--url`, `--js`, `--network-idle`, `--navigation` and `--ref`',
          path: ['ms'],
        },
      )
      .refine(({ state, ref: of }) => state === undefined || of !== undefined, {
        message: 'goes with `--ref`',
        path: ['state'],
      }),
    positional: ['ms'],
    acts: ['WAIT'],
    changes: { js: ['EVALUATE'] },
    hints: READS,
    examples: [
      'wait --text "Order complete"',
      `wait --url '**/success**' --timeout 30000`,
      `wait --js 'window.dataLoaded === true'`,
      'wait --network-idle',
      'wait --navigation',
      'wait --ref e5 --state hidden',
    ],
    answer: acted,
    forms: ['wait --text', 'wait --url', 'wait --js', 'wait --network-idle', 'wait --navigation'],
  }),
};
