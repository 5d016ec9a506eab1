// Connection and tabs: browsers that start, end, or run already; what a worker has open.
import { z } from 'zod';
import { ACTS, READS, REMOVES, SETS, row } from './contract.ts';
import { acted, flag, ok, page, tab, url } from './params.ts';

const tabView = z.object({ targetId: z.string(), ...page, current: z.boolean() });
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
    params: z.strictObject({ url }),
    positional: ['url'],
    acts: ['LAUNCH', 'OPEN_TAB', 'NAVIGATE'],
    hints: { readOnly: false, destructive: false, openWorld: true },
    examples: ['open https://example.com'],
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
