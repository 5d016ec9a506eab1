// Tasks of several parts on a real gateway: what is done stays done, what failed is tried again alone, what asks several sites asks
// them side by side, and whatever ends it, what was found is in the result.
import type { ModelUsage } from '#engines/model/contract.ts';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Memory, Navigator, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Planner, Subtask } from '#engines/planner/contract.ts';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { openGateway, type Gateway, type TaskEvent, type TaskResult } from '#gateway/main.ts';
import { parseRecording, type Recording } from '#gateway/protocol/recording.ts';
import { GEMINI_KEY, GeminiServer } from '#test/fixtures/gemini-server.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';
import { createGeminiNavigator } from '#test/fixtures/models.ts';

const POLL = { timeout: 30_000 };
const SHOP = 'http://shop.test/';
const MARKET = 'http://forum.test/';

const catalogue = (price: string): string =>
  `<title>Catalogue</title><link rel="icon" href="data:,"><h1>Desk lamp</h1><dl><dt>Price</dt><dd>${price}</dd></dl>`;
const page = (text: string): string =>
  `<title>${text}</title><link rel="icon" href="data:,"><h1>${text}</h1>`;

let shop: Site;
let market: Site;
let directory: string;
let gateway: Gateway;
/** What the next tasks are done by: changed by each test. */
let next: (observation: Observation, memory: Memory, signal: AbortSignal) => Promise<Proposal>;
let subtasks: readonly Subtask[] | null;

const navigator: Navigator = {
  id: 'scripted',
  next: (observation, memory, signal) => next(observation, memory, signal),
};
const planner: Planner = {
  id: 'scripted',
  async plan({ intent, sites }) {
    const { offlinePlan } = await import('#engines/planner/plan.ts');
    const plan = offlinePlan({ intent, sites, startUrl: null }, null);
    return subtasks === null ? plan : { ...plan, by: 'scripted', subtasks, usage: [USED] };
  },
};
/** What the plan itself cost. */
const USED: ModelUsage = {
  tier: 'plan',
  model: 'gemini-2.5-flash',
  requests: 1,
  inputTokens: 300,
  outputTokens: 60,
  cachedTokens: 0,
  costUsd: 0.0002,
  milliseconds: 12,
};
const STEP = {
  action: 'CLICK',
  ref: null,
  target: null,
  text: null,
  confidence: 0.9,
  reasoning: 'it is next',
};
const says = (action: Proposal['action'], text: string | null, more: Partial<Proposal> = {}): Proposal => ({
  action,
  ref: null,
  target: null,
  text,
  confidence: 0.9,
  reasoning: 'as the test says',
  ...more,
});
const part = (id: string, path: string | null, more: Partial<Subtask> = {}): Subtask => ({
  id,
  intent: `see ${id}`,
  startUrl: path === null ? null : `${SHOP}${path}`,
  verification: { type: 'NONE', condition: '' },
  group: null,
  commits: false,
  ...more,
});

beforeAll(async () => {
  shop = await startSite({ '/': catalogue('€49.00') }, '127.0.0.71');
  market = await startSite({ '/': catalogue('€45.50') }, '127.0.0.72');
  directory = mkdtempSync(join(tmpdir(), 'ghost-subtasks-'));
  gateway = await openGateway({
    dataDir: directory,
    navigator,
    planner,
    // One browser for all tests, kept by a tab that nobody uses; two places are left.
    config: { maxTabs: 3, isolation: 'context' },
    world: {
      hostMap: {
        'shop.test': { address: '127.0.0.71', port: shop.port },
        'forum.test': { address: '127.0.0.72', port: market.port },
      },
      sites: [
        { name: 'shop', url: SHOP, about: [] },
        { name: 'market', url: MARKET, about: [] },
      ],
      secrets: {},
    },
  });
  need(await gateway.openTab());
});
afterAll(async () => {
  await gateway.close();
  expect(readdirSync(gateway.paths.profiles)).toEqual([]);
  await Promise.all([shop.close(), market.close()]);
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  subtasks = null;
  const offline = createOfflineNavigator();
  next = (observation, memory, signal) => offline.next(observation, memory, signal);
  shop.hits.length = 0;
  shop.pages['/'] = catalogue('€49.00');
  market.pages['/'] = catalogue('€45.50');
});

const run = async (intent: string, startUrl?: string): Promise<TaskResult & { events: TaskEvent[] }> => {
  const running = gateway.run(intent, startUrl === undefined ? {} : { startUrl });
  const events: TaskEvent[] = [];
  for await (const event of running) events.push(event);
  return { ...(await running.result), events };
};
const loads = (path: string): number => shop.hits.filter((hit) => hit === `GET /${path}`).length;
const launches = (taskId: string): number =>
  gateway.audit.since(0, 100_000).filter((entry) => entry.type === 'tab.launched' && entry.taskId === taskId)
    .length;

describe('parts in order', () => {
  test('a failure at part 4 of 5 has part 4 tried again, alone, and the timeline shows it', async () => {
    for (const id of ['1', '2', '3', '5']) shop.pages[`/${id}`] = page(`page ${id}`);
    let asked = 0;
    shop.pages['/4'] = (_request, response) => {
      asked += 1;
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(page(asked === 1 ? 'not yet' : 'ready now'));
    };
    subtasks = [
      part('s1', '1'),
      part('s2', '2', { verification: { type: 'URL', condition: 'shop.test/2' } }),
      part('s3', '3'),
      part('s4', '4', { verification: { type: 'TEXT', condition: 'Ready  now' } }),
      part('s5', '5'),
    ];
    next = async (_observation, { subtask }) => says('DONE', `did ${subtask}`);
    const result = await run('do five things in the shop');
    // It only says that it did them.
    expect(result.status).toBe('UNCONFIRMED');
    const timeline = result.plan?.subtasks ?? [];
    expect(timeline.map(({ status }) => status)).toEqual(Array(5).fill('COMPLETE'));
    expect(timeline.map(({ attempts }) => attempts)).toEqual([1, 1, 1, 2, 1]);
    expect(timeline.map(({ verified }) => verified)).toEqual([null, true, null, true, null]);
    expect(timeline.every(({ startedAt, endedAt }) => (startedAt ?? 'x') <= (endedAt ?? ''))).toBe(true);
    expect(result.plan?.checkpoint.completed).toEqual(['s1', 's2', 's3', 's4', 's5']);
    expect([loads('2'), loads('3'), loads('4'), loads('5')]).toEqual([1, 1, 2, 1]);
    expect(result.answer).toBe('did see s1\ndid see s2\ndid see s3\ndid see s4\ndid see s5');
    const told = result.events.flatMap((event) => (event.type === 'task.subtask' ? [event] : []));
    expect(told.filter(({ subtask }) => subtask.id === 's4').map(({ subtask }) => subtask.attempts)).toEqual([
      1, 2, 2,
    ]);
    expect(told.at(-1)).toMatchObject({ index: 4, total: 5, subtask: { status: 'COMPLETE' } });
    expect(launches(result.taskId)).toBe(1);
    expect(result.usage).toEqual([USED]);
  });

  test('a part that fails for good ends the task there; what the parts before found stays', async () => {
    shop.pages['/1'] = page('the first');
    shop.pages['/2'] = page('something else');
    subtasks = [
      part('s1', '1'),
      part('s2', '2', { verification: { type: 'TEXT', condition: 'the second' } }),
      part('s3', '1'),
    ];
    next = async ({ url }, { subtask }) =>
      says('DONE', `did ${subtask}`, {
        facts: [{ label: 'heading', value: 'the first', quote: 'the first', url }],
      });
    const result = await run('do three things in the shop');
    expect(result).toMatchObject({ status: 'FAILED', error: { code: 'task.unverified' } });
    expect(result.plan?.subtasks.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['COMPLETE', 1],
      ['FAILED', 2],
      ['PENDING', 0],
    ]);
    expect(result.facts.map(({ value, url }) => [value, url])).toEqual([['the first', `${SHOP}1`]]);
    expect(result.answer).toContain('did see s1');
    expect(loads('1')).toBe(1);
  });

  test('what has sent a form is not tried again, also where its outcome is not what was wanted', async () => {
    shop.pages['/form'] = `${page('form')}<form method="post" action="/sent"><button>Send it</button></form>`;
    shop.pages['/sent'] = page('thanks');
    subtasks = [
      part('s1', 'form', { verification: { type: 'TEXT', condition: 'order number' }, commits: true }),
    ];
    next = async ({ nodes }) => {
      const button = nodes.find(({ name }) => name === 'Send it');
      return button === undefined ? says('DONE', 'sent') : says('CLICK', null, { ref: button.ref });
    };
    const result = await run('send the form', `${SHOP}form`);
    expect(result).toMatchObject({ status: 'FAILED', error: { code: 'task.unverified' } });
    expect(shop.hits.filter((hit) => hit === 'POST /sent')).toHaveLength(1);
    expect(result.plan?.subtasks[0]?.commits).toBe(true);
    expect(result.plan?.subtasks[0]?.attempts).toBe(1);
  });

  test('a start that a plan brings and the person did not name is the navigator’s act: it is asked about', async () => {
    subtasks = [part('s1', ''), part('s2', '', { startUrl: 'http://keyboards.test/' })];
    next = async () => says('DONE', 'seen');
    const result = await run('look at the shop');
    expect(result).toMatchObject({ status: 'CONSENT_REFUSED', error: { code: 'consent.nobody' } });
    expect(result.plan?.subtasks.map(({ status, attempts }) => [status, attempts])).toEqual([
      ['COMPLETE', 1],
      ['FAILED', 1],
    ]);
    expect(result.answer).toContain('seen');
  });

  test('a page that did not change is looked at once, whatever the number of parts that look', async () => {
    shop.pages['/1'] = page('still');
    subtasks = [part('s1', '1'), part('s2', null), part('s3', null)];
    next = async () => says('DONE', 'seen');
    const result = await run('look three times', SHOP);
    expect(result.status).toBe('UNCONFIRMED');
    expect(result.looks.taken).toBeLessThanOrEqual(2);
    expect(result.looks.reused).toBeGreaterThanOrEqual(2);
  });
});

describe('sites side by side', () => {
  test('each site gets a tab of its own, and the answers are merged with their sources', async () => {
    const result = await run('is the desk lamp cheaper in the shop or the market?');
    expect(result.error).toBeNull();
    expect(result.answer).toMatch(
      /^Lowest: €45\.50 at market \(€49\.00 at shop\)\nshop: .*€49\.00.*\nmarket: .*€45\.50/u,
    );
    expect(result.facts.map(({ value, url }) => [value, url])).toEqual(
      expect.arrayContaining([
        ['€49.00', SHOP],
        ['€45.50', MARKET],
      ]),
    );
    expect(result.sources.toSorted()).toEqual([MARKET, SHOP]);
    expect(launches(result.taskId)).toBe(2);
    expect(result.plan?.subtasks.map(({ group, status, verified }) => [group, status, verified])).toEqual([
      ['g1', 'COMPLETE', true],
      ['g1', 'COMPLETE', true],
    ]);
    expect(result.execution).toMatchObject({ final_state: 'COMPLETED' });
  });

  test('between parts in order, each answer stands where its part does', async () => {
    const beside = { group: 'g1', startUrl: SHOP };
    subtasks = [
      part('s1', ''),
      part('s2', '', beside),
      part('s3', '', { ...beside, startUrl: MARKET }),
      part('s4', null),
    ];
    next = async ({ url }, { subtask }) => says('DONE', `${subtask} at ${URL.parse(url)?.hostname}`);
    const result = await run('look around in the shop and the market', SHOP);
    expect(result.answer?.split('\n')).toEqual([
      'see s1 at shop.test',
      'shop: see s2 at shop.test',
      'market: see s3 at forum.test',
      'see s4 at shop.test',
    ]);
  });

  test('with one place left they take turns in it', async () => {
    const held = await gateway.openTab({ url: MARKET });
    if (!held.ok) throw new Error(held.error.message);
    const result = await run('is the desk lamp cheaper in the market or the shop?');
    await held.value.close();
    expect(result.answer).toMatch(/^Lowest: €45\.50 at market/u);
    const [first, second] = result.plan?.subtasks ?? [];
    expect((first?.endedAt ?? 'x') <= (second?.startedAt ?? '')).toBe(true);
  });

  test('cancelled, all of them end, and each part says where it was', async () => {
    let thinking = 0;
    next = () => {
      thinking += 1;
      return new Promise<Proposal>(() => undefined);
    };
    const cancelled = new AbortController();
    const intent = 'is the desk lamp cheaper in the shop or the market?';
    const running = gateway.run(intent, { signal: cancelled.signal });
    await expect.poll(() => thinking, POLL).toBe(2);
    cancelled.abort();
    const result = await running.result;
    expect(result).toMatchObject({ status: 'CANCELLED', error: { code: 'task.cancelled' } });
    expect(result.plan?.subtasks.map(({ status, url }) => [status, url])).toEqual([
      ['FAILED', SHOP],
      ['FAILED', MARKET],
    ]);
    await expect.poll(() => gateway.status().queue.running, POLL).toBe(1);
  });

  test('a site that fails leaves the other one’s answer standing, and the result says which', async () => {
    market.pages['/'] = { status: 404, body: page('gone') };
    const result = await run('is the desk lamp cheaper in the shop or the market?');
    expect(result.status).toBe('FAILED');
    expect(result.answer).toMatch(/shop: .*€49\.00[^\n]*\nmarket: not found/u);
    expect(result.plan?.subtasks.map(({ status }) => status)).toEqual(['COMPLETE', 'FAILED']);
    expect(result.facts.map(({ url }) => url)).toEqual([SHOP]);
  });
});

describe('a run that is written down', () => {
  const MENU = `${page('Menu')}<button onclick="document.querySelector('p').textContent='Soup of the day: €4.50'">Show the soup</button><p></p>`;
  const steps = async (): Promise<void> => {
    shop.pages['/'] = MENU;
    next = async ({ nodes, url }) => {
      const soup = nodes.find(({ name }) => name.includes('€4.50'));
      if (soup !== undefined)
        return says('DONE', '€4.50', { facts: [{ label: 'soup', value: '€4.50', quote: '€4.50', url }] });
      return says('CLICK', null, { ref: nodes.find(({ name }) => name === 'Show the soup')?.ref ?? null });
    };
  };
  const recorded = async (): Promise<Recording> => {
    await steps();
    const result = await run('show the soup and tell me its price', SHOP);
    expect(result.error).toBeNull();
    const recording = gateway.tasks.find(result.taskId)?.recording() ?? null;
    if (recording === null) throw new Error('no recording');
    return need(parseRecording(JSON.parse(JSON.stringify(recording))));
  };
  const replay = async (recording: Recording): Promise<TaskResult> => {
    next = () => Promise.reject(new Error('a replay asks no navigator'));
    return gateway.run(recording.intent, { startUrl: SHOP, replay: recording }).result;
  };

  test('is run again on the same pages without a navigator, step by step the same', async () => {
    const recording = await recorded();
    expect(recording.steps.map(({ proposal }) => proposal.action)).toEqual(['CLICK', 'DONE']);
    const again = await replay(recording);
    expect(again).toMatchObject({
      status: 'DONE',
      answer: '€4.50',
      replay: { drifted: [], departed: null },
    });
    expect(again.facts).toHaveLength(1);
    const twice = gateway.tasks.find(again.taskId)?.recording();
    expect(twice?.steps).toEqual(recording.steps);
  });

  test('says where a page says something else, and where it is too different to go on', async () => {
    const recording = await recorded();
    const before = MENU;
    shop.pages['/'] = before.replace('<p>', '<h2>New: cakes</h2><p>');
    expect(await replay(recording)).toMatchObject({
      status: 'DONE',
      replay: { drifted: [{ step: 1 }, { step: 2 }], departed: null },
    });
    shop.pages['/'] = before.replaceAll('Show the soup', 'Show the bill');
    const departed = await replay(recording);
    expect(departed).toMatchObject({ status: 'FAILED', error: { code: 'task.departed' } });
    expect(departed.replay?.departed).toMatchObject({
      step: 1,
      why: expect.stringContaining('Show the soup'),
    });
    expect(departed.answer).toBeNull();
  });

  test.each([
    ['prose', 'I clicked it'],
    ['another version', { version: 2 }],
    ['a step of its own making', { version: 1, steps: [{ action: 'APPROVE' }] }],
  ])('%s is no recording', (_what, given) => {
    const parsed = parseRecording(given);
    expect(parsed).toMatchObject({ ok: false, error: { code: 'task.bad-recording' } });
  });
});

test('of a task of fifteen steps with a model, each call tells about the same: what lies behind is summed up', async () => {
  await using server = await GeminiServer.start();
  const gemini = createGeminiNavigator({ apiKey: GEMINI_KEY, baseUrl: server.url, backoffMs: 1 });
  const buttons = Array.from(
    { length: 15 },
    (_, at) => `<button onclick="this.remove()">Remove item ${at + 1}</button>`,
  );
  shop.pages['/'] = `${page('Fifteen')}${buttons.join('')}`;
  const LAST_GONE = { clause: 1, effect: 'CHANGE', step: 15, ref: null, quote: 'Remove item 15' };
  next = (observation, memory, signal) => {
    const first = observation.nodes.find(({ name }) => /^Remove item \d+$/u.test(name));
    server.replyBy(({ schema }) => ({
      says:
        schema === null
          ? 'The first items were removed one by one; the others remain.'
          : first === undefined
            ? { ...STEP, action: 'DONE', ref: null, text: 'all are gone', evidence: [LAST_GONE] }
            : { ...STEP, ref: first.ref },
    }));
    return gemini.next(observation, memory, signal);
  };
  const result = await run('remove all items', SHOP);
  expect(result).toMatchObject({ status: 'DONE', answer: 'all are gone', steps: 16 });
  const turns = server.received
    .filter(({ schema }) => schema !== null)
    .map(({ turns: [turn] }) => turn?.text ?? '');
  expect(turns).toHaveLength(16);
  const memoryOf = (turn: string): number => turn.slice(0, turn.indexOf('<page-')).length;
  const lengths = turns.map(memoryOf);
  // From the sixth step on there are five steps word by word and a summary of at most 800 letters.
  expect(Math.max(...lengths.slice(10))).toBeLessThan((lengths[6] ?? 0) + 900);
  expect(result.tokens?.over).toBe(0);
  expect(result.tokens?.most).toBeLessThan(4_000);
  expect(new Set(result.usage.map(({ tier }) => tier))).toEqual(new Set([1, 'summary']));
  const told = result.events.flatMap((event) => (event.type === 'task.step' ? [event.step] : []));
  expect(told.filter(({ tier, tokens }) => tier === 1 && (tokens?.input ?? 0) > 0)).toHaveLength(15);
});

describe('errors on the way', () => {
  test('an answer that passes is asked for again before any navigator is told', async () => {
    let asked = 0;
    shop.pages['/'] = (_request, response) => {
      asked += 1;
      response.writeHead(asked === 1 ? 503 : 200, { 'content-type': 'text/html; charset=utf-8' });
      response.end(asked === 1 ? page('SECRET STACK TRACE') : catalogue('€49.00'));
    };
    const told: Observation[] = [];
    const offline = createOfflineNavigator();
    next = (observation, memory, signal) => {
      told.push(observation);
      return offline.next(observation, memory, signal);
    };
    const result = await run('tell me the price of the desk lamp in the shop');
    expect(result.answer).toContain('€49.00');
    expect(told.every(({ structuredError }) => structuredError === null)).toBe(true);
    expect(result.events.flatMap((event) => (event.type === 'task.step' ? [event.step.action] : []))).toEqual(
      expect.arrayContaining(['WAIT', 'RELOAD']),
    );
  });

  test('an error that stays is told as a structure: no title and no text of its page', async () => {
    shop.pages['/'] = { status: 404, body: `${page('SECRET STACK TRACE')}<p>at line 4711</p>` };
    const told: Observation[] = [];
    next = async (observation) => {
      told.push(observation);
      return says('FAILED', 'there is no such page');
    };
    const result = await run('read the shop', SHOP);
    expect(result).toMatchObject({ status: 'FAILED', error: { code: 'navigator.needs-help' } });
    expect(told[0]?.structuredError).toMatchObject({ type: 'NETWORK', status: 404, retryable: false });
    expect(JSON.stringify(told)).not.toMatch(/STACK TRACE|4711/u);
  });

  test('the same step in vain again and again ends the task, long before its steps are used up', async () => {
    shop.pages['/'] = `${page('nothing')}<button>Try me</button>`;
    next = async ({ nodes }) =>
      says('CLICK', null, { ref: nodes.find(({ name }) => name === 'Try me')?.ref ?? null });
    const result = await run('press the button', SHOP);
    expect(result).toMatchObject({ status: 'FAILED', error: { code: 'navigator.stuck' } });
    expect(result.steps).toBeLessThan(6);
  });

  test('a navigator that never answers and never listens is left behind by a cancelled task', async () => {
    subtasks = [part('s1', ''), part('s2', null), part('s3', null)];
    let thinking = false;
    next = async ({ url }, { subtask }) => {
      if (subtask === 'see s1')
        return says('DONE', 'the lamp', {
          facts: [{ label: 'lamp', value: '€49.00', quote: '€49.00', url }],
        });
      thinking = true;
      return new Promise<Proposal>(() => undefined);
    };
    const cancelled = new AbortController();
    const running = gateway.run('look and think', { startUrl: SHOP, signal: cancelled.signal });
    await expect.poll(() => thinking, POLL).toBe(true);
    cancelled.abort();
    const result = await running.result;
    expect(result).toMatchObject({ status: 'CANCELLED', error: { code: 'task.cancelled' } });
    expect(result.answer).toBe('the lamp');
    expect(result.facts).toHaveLength(1);
    expect(result.plan?.subtasks.map(({ status }) => status)).toEqual(['COMPLETE', 'FAILED', 'PENDING']);
  });
});
