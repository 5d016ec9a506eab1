// A plan whose acts change something is answered once, with what the person leaves out of it: a change takes away and never adds, an
// answer to another plan is none, and what was left out is asked about at its act.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Memory, Navigator, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Planner, Subtask } from '#engines/planner/contract.ts';
import { openGateway, type Gateway } from '#gateway/main.ts';
import type { ConsentAnswer, ConsentCard, LeftOut } from '#gateway/protocol/views/consent.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { says } from '#test/fixtures/proposals.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';

const HOSTS = ['shop.test', 'market.test', 'forum.test'] as const;
const [SHOP, MARKET] = ['http://shop.test', 'http://market.test'] as const;
/** Forms are asked about everywhere; payments each time. */
const ASKS_FORMS = `policy: 1
id: asks-forms
revision: 1
whole: true
extends: { id: demo-world }
floors:
  - id: each-payment
    decision: ESCALATE
    when: { capability: FORM_SUBMIT_DATA, formPurpose: PAYMENT }
    except: [{ action: [TYPE, FILL] }]
    escalate: { askOnce: 0 }
    reason: A person approves each payment.
rules:
  - id: each-form
    decision: ESCALATE
    when: { capability: FORM_SUBMIT_DATA }
    reason: A person approves what is sent.
end: asks-forms@1
`;
const pageOf = (host: string): string =>
  `<!doctype html><title>${host}</title><link rel="icon" href="data:,"><h1>Ask ${host}</h1>
<form method="post" action="/sent"><label>Size <input name="size"></label><button>Add to basket</button></form>
<form method="post" action="/sent"><button>Confirm it</button></form>
<form method="post" action="/paid"><label>Amount <input name="amount"></label><button>Pay now</button></form>`;

let sites: Site[];
let directory: string;
let gateway: Gateway;
let cards: ConsentCard[];
let parts: readonly Subtask[];
let answer: (card: ConsentCard) => { readonly answer: ConsentAnswer; readonly leftOut?: LeftOut } | null;
let next: (observation: Observation, memory: Memory) => Proposal;
let unchannelled: () => void;

const by = { kind: 'person', channel: 'ui', id: 'ui' } as const;
const navigator: Navigator = {
  id: 'scripted',
  next: (observation, memory) => Promise.resolve(next(observation, memory)),
};
const planner: Planner = {
  id: 'scripted',
  plan: async (asked) => {
    const { offlinePlan } = await import('#engines/planner/plan.ts');
    return { ...offlinePlan(asked, null), by: 'a model', subtasks: parts };
  },
};
const part = (id: string, host: string): Subtask => ({
  id,
  intent: `add the desk mat to the basket at ${host}`,
  startUrl: `http://${host}/`,
  verification: { type: 'NONE', condition: '' },
  group: null,
  commits: true,
});

beforeAll(async () => {
  sites = await Promise.all(
    HOSTS.map((host) =>
      startSite({ '/': pageOf(host), '/sent': '<h1>Sent</h1>', '/paid': '<h1>Paid</h1>' }, '127.0.0.84'),
    ),
  );
  directory = mkdtempSync(join(tmpdir(), 'ghost-plan-change-'));
  const layer = join(directory, 'asks-forms.yaml');
  writeFileSync(layer, ASKS_FORMS);
  gateway = await openGateway({
    dataDir: mkdtempSync(join(directory, 'data-')),
    policy: [SHIPPED.default, SHIPPED.demo, layer],
    navigator,
    planner,
    world: {
      hostMap: Object.fromEntries(
        HOSTS.map((host, at) => [host, { address: '127.0.0.84', port: sites[at]?.port ?? 0 }]),
      ),
      sites: HOSTS.map((host) => ({ name: host.replace('.test', ''), url: `http://${host}/`, about: [] })),
      secrets: {},
    },
    config: { ...SHARED, maxTabs: 2 },
  });
  await keepBrowser(gateway);
  unchannelled = gateway.consents.addChannel();
  gateway.subscribe((event) => {
    if (event.type !== 'consent.opened') return;
    const { card } = event.consent;
    cards.push(card);
    const given = answer(card);
    if (given !== null) gateway.consents.answer({ id: card.id, by, ...given });
  });
});
afterAll(async () => {
  unchannelled();
  await gateway.close();
  await Promise.all(sites.map((site) => site.close()));
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  cards = [];
  parts = [part('s1', 'shop.test'), part('s2', 'market.test')];
  answer = () => ({ answer: 'DENY' });
  next = sendsThen('Size', 'Add to basket');
});

/** Enters a text, sends its form, and is done: on each page. */
const sendsThen =
  (label: string, button: string, text = 'desk mat') =>
  ({ nodes, title }: Observation): Proposal => {
    const field = nodes.find(({ name, role }) => role === 'textbox' && name === label);
    const send = nodes.find(({ name, role }) => role === 'button' && name === button);
    if (field === undefined || send === undefined) return says('DONE', { text: title });
    return (field.value ?? '') === ''
      ? says('TYPE', { ref: field.ref, text })
      : says('CLICK', { ref: send.ref });
  };
const run = (intent = 'add the desk mat to the basket to both of them, like the one in the forum') =>
  gateway.run(intent).result;
const titles = () => cards.map(({ title, site }) => `${title} ${site?.host ?? ''}`.trim());
const planOf = (): ConsentCard => {
  const card = cards.find(({ plan }) => plan === true);
  if (card === undefined) throw new Error('no plan was asked for');
  return card;
};
const covers = (card: ConsentCard) =>
  card.details
    .filter(({ kind }) => kind === 'COVERS')
    .map(({ host, plans }) => `${plans?.kind ?? '?'} ${host ?? ''}`);
const all = { answer: 'ALLOW_TASK_SITE' } as const;
const but = (card: ConsentCard, sites: readonly string[], kinds: LeftOut['kinds'] = []) => ({
  ...all,
  leftOut: { digest: card.digest, sites, kinds },
});

test('sending is planned with going there, is answered once, and no act of it asks again', async () => {
  answer = () => all;
  await run();
  expect(titles()).toEqual(['Run this plan']);
  expect(covers(planOf())).toEqual([`GO ${SHOP}`, `SEND ${SHOP}`, `GO ${MARKET}`, `SEND ${MARKET}`]);
  expect(planOf().leavable).toEqual({ sites: [SHOP, MARKET], kinds: ['SEND'] });
  // The policy asks about each payment, and about any form that no answer covers.
  expect(planOf().details).toContainEqual(
    expect.objectContaining({
      label: 'asked before, or denied',
      value: 'orders and payments, posts, deletions, sign-ups',
    }),
  );
  for (const site of sites.slice(0, 2))
    expect(site.hits.filter((path) => path.includes('/sent'))).not.toEqual([]);
});

test.each([
  ['whose name binds, though the policy has no words for it', 'Confirm it', 'desk mat'],
  ['with what a page said before', 'Add to basket', 'hello'],
])('a form %s is asked about by itself', async (_, button, text) => {
  answer = (card) => (card.plan === true ? all : { answer: 'DENY' });
  next = sendsThen('Size', button, text);
  await run();
  expect(titles().some((title) => title.startsWith('Send this form'))).toBe(true);
});

test('a payment is in no plan: its form asks by itself', async () => {
  parts = [part('s1', 'shop.test'), part('s2', 'market.test')];
  next = sendsThen('Amount', 'Pay now');
  answer = (card) => (card.plan === true ? all : { answer: 'DENY' });
  await run('pay both of them, like the one in the forum');
  expect(cards.length).toBeGreaterThan(1);
  expect(cards[1]?.site?.host).toBe('shop.test');
  for (const site of sites) expect(site.hits.filter((path) => path.includes('/paid'))).toEqual([]);
});

test('a kind that was left out is asked about at its act, and a site that was left out before anybody goes there', async () => {
  answer = (card) => (card.plan === true ? but(card, [], ['SEND']) : { answer: 'DENY' });
  await run();
  expect(titles()[1]).toBe('Send this form shop.test');
  cards = [];
  const before = sites[1]?.hits.length ?? 0;
  answer = (card) => (card.plan === true ? but(card, [MARKET]) : { answer: 'DENY' });
  await run();
  expect(titles()).toEqual(['Run this plan', 'Go to another site market.test']);
  expect(cards[1]?.details).toContainEqual(
    expect.objectContaining({ label: 'not in the plan', value: 'you allowed shop.test' }),
  );
  expect(sites[1]?.hits.length).toBe(before);
  const log = await gateway.readAudit({ text: 'type:consent.answered', limit: 10 }, 'test');
  expect(log.ok && log.value.rows.some(({ outcome }) => outcome === 'GRANTED')).toBe(true);
});

test('a change widens nothing: of another plan, of sites and kinds that are not on the card, of all of it, of no plan', async () => {
  const refused: string[] = [];
  const attempt = (card: ConsentCard, leftOut: LeftOut): void => {
    const given = gateway.consents.answer({ id: card.id, by, answer: 'ALLOW_TASK_SITE', leftOut });
    refused.push(given.ok ? 'taken' : given.error.code);
  };
  answer = (card) => {
    const { digest } = card;
    attempt(card, { digest: 'sha256:another', sites: [MARKET], kinds: [] });
    attempt(card, { digest, sites: ['http://evil.test'], kinds: [] });
    attempt(card, { digest, sites: [], kinds: ['GO'] });
    attempt(card, { digest, sites: [], kinds: ['ACT'] });
    attempt(card, { digest, sites: [SHOP, MARKET], kinds: [] });
    return { answer: 'DENY' };
  };
  await run();
  expect(refused).toEqual(Array.from({ length: 5 }, () => 'consent.bad-answer'));
  expect(titles()).toEqual(['Run this plan']);
  expect(gateway.grants.list()).toEqual([]);
  refused.length = 0;
  parts = [{ ...part('s1', 'shop.test'), intent: 'tell me the title', commits: false }];
  answer = (card) => {
    attempt(card, { digest: card.digest, sites: [], kinds: [] });
    return { answer: 'DENY' };
  };
  await run('tell me the title, like the one in the forum');
  expect(refused).toEqual(['consent.bad-answer']);
});

test('a plan that another window answered, and one whose card was replaced, take no answer', async () => {
  const late: (string | undefined)[] = [];
  const shown: ConsentCard[] = [];
  answer = (card) => {
    if (card.plan !== true) return { answer: 'DENY' };
    shown.push(card);
    gateway.consents.answer({ id: card.id, by, ...but(card, [MARKET]) });
    const second = gateway.consents.answer({ id: card.id, by: { ...by, id: 'ui:2' }, ...all });
    late.push(second.ok ? 'taken' : second.error.code);
    return null;
  };
  await run();
  expect(late).toEqual(['consent.already-answered']);
  expect(titles().at(-1)).toBe('Go to another site market.test');
  const [first] = shown;
  if (first === undefined) throw new Error('no plan was asked for');
  answer = (card) => {
    if (card.plan !== true) return { answer: 'DENY' };
    // The answer to the plan before, and what was left out of that.
    const old = gateway.consents.answer({ id: first.id, by, ...all });
    late.push(old.ok ? 'taken' : old.error.code);
    const other = gateway.consents.answer({ id: card.id, by, ...but(first, [MARKET]) });
    late.push(other.ok ? 'taken' : other.error.code);
    // Its task ends while the card stands.
    gateway.consents.cancel(card.taskId);
    const gone = gateway.consents.answer({ id: card.id, by, ...all });
    late.push(gone.ok ? 'taken' : gone.error.code);
    return null;
  };
  await run();
  expect(late.slice(1)).toEqual(['consent.already-answered', 'consent.bad-answer', 'consent.void']);
  expect(gateway.grants.list()).toEqual([]);
});
