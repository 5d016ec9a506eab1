// Connection: browsers that start, end, or run already.
import { z } from 'zod';
import { READS, REMOVES, SETS, row } from '#gateway/protocol/commands/row/contract.ts';
import { flag, ok, url } from '#gateway/protocol/commands/row/params.ts';

const port = z.exactOptional(z.number().int().min(1).max(65_535));

export const CONNECTION = {
  status: row({
    name: 'status',
    category: 'connection',
    title: 'say what runs: gateway, browser, policy, and the tabs of this worker',
    params: z.strictObject({}),
    acts: [],
    hints: READS,
    examples: ['status'],
    answer: z.object({
      ok,
      running: z.boolean(),
      connected: z.boolean(),
      browser: z.unknown(),
      policy: z.unknown(),
      tabs: z.number(),
    }),
  }),
  launch: row({
    name: 'launch',
    category: 'connection',
    title: 'start a browser of its own for a new, empty tab',
    params: z.strictObject({
      headless: flag('without a window; default: as the settings say'),
      headed: flag('with a window'),
      noSandbox: flag('refused: the policy denies `--no-sandbox`'),
      port: port.describe(
        'refused: the policy denies a debugging port, which everybody on this machine could use',
      ),
    }),
    acts: ['LAUNCH'],
    hints: SETS,
    examples: ['launch', 'launch --headed'],
    answer: z.object({ ok, targetId: z.string(), browser: z.string(), headless: z.boolean() }),
  }),
  connect: row({
    name: 'connect',
    category: 'connection',
    title: 'be a guest in a browser that runs already, if the policy names its endpoint',
    params: z.strictObject({
      cdpUrl: z.exactOptional(url).describe('its endpoint on this machine, as in http://127.0.0.1:9222'),
      port: port.describe('the same, at 127.0.0.1'),
      auto: flag('the only browser here that has a debugging port'),
      off: flag('have browsers of our own again'),
    }),
    acts: ['ATTACH'],
    hints: SETS,
    examples: ['connect --port 9222', 'connect --off'],
    answer: z.object({ ok, connected: z.boolean() }),
  }),
  stop: row({
    name: 'stop',
    category: 'connection',
    title: 'end every tab of this worker, with its browser and profile',
    params: z.strictObject({}),
    acts: [],
    hints: REMOVES,
    examples: ['stop'],
    answer: z.object({ ok, closed: z.number() }),
  }),
};
