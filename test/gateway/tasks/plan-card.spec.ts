// One question for a plan over several sites: it takes the place of one a site, covers these origins alone, and is refused as a whole.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Memory, Navigator, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Planner, Subtask } from '#engines/planner/contract.ts';
import { openGateway, type Gateway } from '#gateway/main.ts';
import type { ConsentAnswer, ConsentCard, LeftOut } from '#gateway/protocol/views/consent.ts';
import { cardInText } from '#gateway/surfaces/mcp/card.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { cardInWords } from '#ui/cli/console/ask.ts';
import { says } from '#test/fixtures/proposals.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';

const HOSTS = ['shop.test', 'market.test', 'travel.test', 'forum.test'] as const;
/** What the shipped policies ask for is one thing; this one also asks for what the person named. */
const ASKS_ALWAYS = `policy: 1
id: asks-always
revision: 1
whole: true
extends: { id: phase38-default }
rules:
  - id: each-site
    decision: ESCALATE
    when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: [LOOPBACK, PUBLIC] }
    reason: Each site is asked for.
  - id: within
    decision: ALLOW
    when: { capability: NAVIGATE_SAME_ORIGIN, addressClass: LOOPBACK, host: [${HOSTS.join(', ')}] }
    reason: Within a site one moves freely.
end: asks-always@1
`;

const pageOf = (host: string): string =>
  `<!doctype html><title>${host}</title><link rel="icon" href="data:,"><h1>Desk lamp</h1>
<dl><dt>Price</dt><dd>€${host.length}.00</dd></dl><a href="http://travel.test/">Travel</a> <button onclick="document.title='pressed'">More</button>`;

let sites: Site[];
let directory: string;
let gateway: Gateway;
let cards: ConsentCard[];
let answer: (card: ConsentCard) => ConsentAnswer | { answer: ConsentAnswer; leftOut: LeftOut };
let subtasks: readonly Subtask[] | null;
/** Whose calls the planner was told that it makes. */
const planned: unknown[] = [];
let next: (observation: Observation, memory: Memory) => Proposal;

const navigator: Navigator = {
  id: 'scripted',
  next: (observation, memory) => Promise.resolve(next(observation, memory)),
};
const planner: Planner = {
  id: 'scripted',
  async plan(asked) {
    const { offlinePlan } = await import('#engines/planner/plan.ts');
    planned.push(asked.of);
    const plan = offlinePlan(asked, null);
    return subtasks === null ? plan : { ...plan, by: 'a model', subtasks };
  },
};
const part = (id: string, host: string | null): Subtask => ({
  id,
  intent: `tell me the price of the desk lamp, part ${id}`,
  startUrl: host === null ? null : `http://${host}/`,
  verification: { type: 'NONE', condition: '' },
  group: 'g1',
  commits: false,
});

async function open(policy: readonly string[]): Promise<Gateway> {
  const opened = await openGateway({
    dataDir: mkdtempSync(join(directory, 'data-')),
    policy: [...policy],
    navigator,
    planner,
    world: {
      hostMap: Object.fromEntries(
        HOSTS.map((host, at) => [host, { address: '127.0.0.83', port: sites[at]?.port ?? 0 }]),
      ),
      sites: HOSTS.map((host) => ({
        name: host.replace('.test', ''),
        url: `http://${host}/`,
        about: [],
      })),
      secrets: {},
    },
    config: { ...SHARED, maxTabs: 4 },
    consent: async (card) => {
      cards.push(card);
      return answer(card);
    },
  });
  await keepBrowser(opened);
  return opened;
}

beforeAll(async () => {
  sites = await Promise.all(HOSTS.map((host) => startSite({ '/': pageOf(host) }, '127.0.0.83')));
  directory = mkdtempSync(join(tmpdir(), 'ghost-plan-'));
  gateway = await open([SHIPPED.default, SHIPPED.demo]);
});
afterAll(async () => {
  await gateway.close();
  await Promise.all(sites.map((site) => site.close()));
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  cards = [];
  subtasks = null;
  answer = ({ answers }) => (answers.includes('ALLOW_TASK_SITE') ? 'ALLOW_TASK_SITE' : 'ALLOW_ONCE');
  next = () => says('DONE', { text: '€9.00' });
});

const run = async (intent: string) => gateway.run(intent).result;
const cardsOf = () => cards.map(({ title, site }) => `${title} ${site?.host ?? ''}`.trim());
const rowsOf = (card: ConsentCard | undefined) =>
  (card?.details ?? []).map(({ label, value, host, by }) => [label, host ?? '', value, by]);

test('a plan of a model’s over three sites that nobody named asks once, and says what it covers', async () => {
  subtasks = [part('s1', 'shop.test'), part('s2', 'market.test'), part('s3', 'travel.test')];
  const { status } = await run('find the cheapest desk lamp, like the one in the forum');
  expect(cardsOf()).toEqual(['Run this plan']);
  expect(status).not.toBe('CONSENT_REFUSED');
  const [card] = cards;
  expect(card).toMatchObject({ plan: true, look: 'dialog', answers: ['DENY', 'ALLOW_TASK_SITE'] });
  const rows = rowsOf(card);
  for (const host of ['shop.test', 'market.test', 'travel.test'])
    expect(rows).toContainEqual([
      'for this task covers',
      `http://${host}`,
      'going to any address of it',
      'GATEWAY',
    ]);
  // A model's words never read as the person's or as ours.
  expect(rows.filter(([label]) => label?.startsWith('part') === true).map(([, , , by]) => by)).toEqual([
    'AGENT',
    'AGENT',
    'AGENT',
  ]);
  expect(rows).toContainEqual([
    'not covered',
    '',
    'log-ins, cards, files, and any other site: they go by your policy',
    'GATEWAY',
  ]);
});

test('what the plan covers is acted on without another question, and its log has one answer that the others stand on', async () => {
  subtasks = [part('s1', 'shop.test'), part('s2', 'market.test')];
  next = ({ nodes }, { entries }) => {
    const more = nodes.find(({ name }) => name === 'More')?.ref ?? null;
    return entries.length === 0 && more !== null
      ? says('CLICK', { ref: more })
      : says('DONE', { text: '€9.00' });
  };
  const { taskId } = await run('find the cheapest desk lamp, like the one in the forum');
  expect(cardsOf()).toEqual(['Run this plan']);
  const { rows } = await gatewayRows(taskId);
  expect(rows.filter(({ type }) => type === 'consent.asked')).toHaveLength(1);
  expect(rows.filter(({ outcome }) => outcome === 'GRANTED_BEFORE').map(({ where }) => where)).toEqual(
    expect.arrayContaining(['shop.test', 'market.test']),
  );
  expect(gateway.grants.list()).toEqual([]);
});

const gatewayRows = async (taskId: string) => {
  const read = await gateway.readAudit({ text: `task:${taskId}`, limit: 500 }, 'test');
  if (!read.ok) throw new Error(read.error.message);
  return read.value;
};

test('leaving the plan asks again, and says what is not in it', async () => {
  subtasks = [
    part('s1', 'shop.test'),
    part('s2', 'market.test'),
    { ...part('s3', null), group: null, intent: 'go on' },
  ];
  next = ({ nodes, url }, { entries }) => {
    const travel = nodes.find(({ name }) => name === 'Travel')?.ref ?? null;
    return entries.length === 0 && travel !== null && !url.includes('travel')
      ? says('CLICK', { ref: travel })
      : says('DONE', { text: '€9.00' });
  };
  await run('find the cheapest desk lamp, like the one in the forum');
  const [plan, ...others] = cards;
  expect(plan?.title).toBe('Run this plan');
  expect(others.length).toBeGreaterThan(0);
  for (const card of others) {
    expect(card.site?.host).toBe('travel.test');
    expect(rowsOf(card)).toContainEqual([
      'not in the plan',
      '',
      'you allowed shop.test, market.test',
      'GATEWAY',
    ]);
  }
});

test('a plan says which sites its person did not name and what is odd about each: on the card, in a terminal and in a client’s window', async () => {
  const odd = 'xn--pple-43d.test';
  subtasks = [
    part('s1', 'shop.test'),
    part('s2', 'market.test'),
    part('s3', odd),
    part('s4', '127.0.0.83:1'),
  ];
  answer = () => 'DENY';
  const layer = join(directory, 'asks-all.yaml');
  writeFileSync(layer, ASKS_ALWAYS);
  const strict = await open([SHIPPED.default, layer]);
  try {
    await strict.run('find the cheapest desk lamp on shop.test').result;
  } finally {
    await strict.close();
  }
  const [card] = cards;
  if (card === undefined) throw new Error('no plan was asked for');
  const findings = card.details.filter(({ kind, host }) => kind === 'FINDING' && host !== undefined);
  expect(findings.map(({ label, host, value }) => [label, host, value])).toEqual([
    ['not named by you', `market.test, ${odd}, 127.0.0.83:1`, 'The plan brought it in, not your words.'],
    [
      'take care',
      `shop.test, market.test, ${odd}, 127.0.0.83:1`,
      'The connection is not encrypted. Others on the network can read and change it.',
    ],
    ['take care', odd, expect.stringContaining('punycode')],
    ['take care', odd, expect.stringContaining('mixes scripts')],
    ['take care', '127.0.0.83:1', expect.stringContaining('bare network address')],
  ]);
  for (const text of [cardInWords(card).join('\n'), cardInText(card)])
    for (const { host = '', value } of findings)
      expect(text).toMatch(new RegExp(`${host}:? +${value.slice(0, 20)}`, 'u'));
});

test('whoever answers in place of a person may leave a site out: it is asked about when it comes to it', async () => {
  subtasks = [part('s1', 'shop.test'), part('s2', 'market.test')];
  answer = ({ plan, digest }) =>
    plan === true
      ? { answer: 'ALLOW_TASK_SITE', leftOut: { digest, sites: ['http://market.test'], kinds: [] } }
      : 'DENY';
  await run('find the cheapest desk lamp, like the one in the forum');
  expect(cardsOf()).toEqual(['Run this plan', 'Go to another site market.test']);
});

test('a plan that is refused runs nothing of it', async () => {
  subtasks = [part('s1', 'shop.test'), part('s2', 'market.test')];
  answer = () => 'DENY';
  const before = sites.map(({ hits }) => hits.length);
  const { status, error } = await run('find the cheapest desk lamp, like the one in the forum');
  expect([status, error?.code]).toEqual(['CONSENT_REFUSED', 'consent.refused']);
  expect(cardsOf()).toEqual(['Run this plan']);
  expect(sites.map(({ hits }) => hits.length)).toEqual(before);
});

test('one site, sites that the person named, and those that the policy denies are in no plan', async () => {
  subtasks = [part('s1', 'shop.test')];
  await run('find the cheapest desk lamp, like the one in the forum');
  expect(cardsOf()).toEqual(['Go to another site shop.test']);
  cards = [];
  subtasks = null;
  await run('compare the price of the desk lamp on shop.test, market.test and travel.test');
  expect(cardsOf()).toEqual([]);
  subtasks = [part('s1', 'shop.test'), part('s2', '127.0.0.1')];
  await run('find the cheapest desk lamp, like the one in the forum');
  expect(cardsOf()).toEqual(['Go to another site shop.test']);
});

test('under a policy that asks for each site, a comparison over three of them asks once instead of three times', async () => {
  const layer = join(directory, 'asks-always.yaml');
  writeFileSync(layer, ASKS_ALWAYS);
  const strict = await open([SHIPPED.default, layer]);
  try {
    const intent = 'compare the price of the desk lamp on shop.test, market.test and travel.test';
    expect((await strict.run(intent).result).status).not.toBe('CONSENT_REFUSED');
    expect(cardsOf()).toEqual(['Run this plan']);
    expect(rowsOf(cards[0]).filter(([label]) => label === 'part 1')[0]?.[3]).toBe('PERSON');
    // Whoever wants every escalation refused is not asked for a plan either.
    cards = [];
    await strict.run(intent, { approve: 'deny' }).result;
    expect(cards).toEqual([]);
  } finally {
    await strict.close();
  }
});

test('planner and navigator are told one task and its own priority, for a proxy of one’s own', async () => {
  for (const priority of ['FOREGROUND', 'BACKGROUND'] as const) {
    const told: unknown[] = [];
    planned.length = 0;
    next = (_, { of }) => {
      told.push(of);
      return says('DONE', { text: '€9.00' });
    };
    const running = gateway.run('tell me the price of the desk lamp in the shop', { priority });
    // oxlint-disable-next-line no-await-in-loop -- one task at a time: what is told is of this one
    await running.result;
    const of = { taskId: running.taskId, priority: priority.toLowerCase() };
    expect(planned).toEqual([of]);
    expect(told.length).toBeGreaterThan(0);
    expect(new Set(told.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(of)]));
  }
});
