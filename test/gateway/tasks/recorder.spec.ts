// A recording holds no secret: nothing that was entered or said as one, nothing that is saved, nothing that looks like one and nothing that
// an address carries; a replay says so instead of entering dots, and knows the pages all the same.
import { expect, test } from 'vitest';
import type { Memory, Observation, Proposal } from '#engines/navigator/contract.ts';
import type { Subtask } from '#engines/planner/contract.ts';
import { parseRecording } from '#gateway/protocol/recording.ts';
import { Recorder } from '#gateway/tasks/life/recorder.ts';
import { beginsWhole, replayOf } from '#gateway/tasks/life/replay.ts';
import { aResult, aTask } from '#test/fixtures/views.ts';

const SECRET = 'hunter22';
const WORDS = `log in as ana with the password ${SECRET}`;
const PAGE = 'http://account.test/login';
const observation: Observation = {
  url: PAGE,
  origin: 'http://account.test',
  title: 'Log in',
  generation: 1,
  nodes: [
    ['e1', 'Username', []],
    ['e2', 'Password', ['password']],
  ].map(([ref, name, states]) => ({
    ref: String(ref),
    role: 'textbox',
    name: String(name),
    states: [...(states ?? [])],
    depth: 0,
    box: null,
    inView: true,
  })),
  text: '',
  scroll: { y: 0, height: 900, viewportHeight: 900 },
  structuredError: null,
  refusal: null,
};
const subtask: Subtask = {
  id: 's1',
  intent: WORDS,
  startUrl: PAGE,
  verification: { type: 'TEXT', condition: `signed in with ${SECRET}` },
  group: null,
  commits: true,
};
const types = (ref: string, text: string): Proposal => ({
  action: 'TYPE',
  ref,
  target: null,
  text,
  confidence: 0.9,
  reasoning: `the intent says “${text}”`,
});
const secrets = { 'account.test/password': { origin: 'http://account.test', value: 'saved-8-words' } };
/** One step on a page with one field, and what is typed into it. */
function onePage(url: string, label: string, text: string, words = ORDER_FOR_ANY) {
  const page: Observation = {
    ...observation,
    url,
    nodes: observation.nodes.slice(0, 1).map((node) => ({ ...node, name: label })),
  };
  const part: Subtask = {
    ...subtask,
    intent: words,
    startUrl: null,
    verification: { type: 'NONE', condition: '' },
  };
  const recorder = new Recorder({ navigator: 'offline', startUrl: null, plan: [part], words, secrets: {} });
  recorder.proposed(1, part, page, {
    proposal: { ...types('e1', text), reasoning: `enter ${text}` },
    tier: 1,
  });
  return { page, recording: recorder.recording(aTask({ intent: words }), aResult({ answer: null })) };
}
const ORDER_FOR_ANY = 'fill in the form';
function recorded(...entered: readonly (readonly [ref: string, text: string])[]) {
  const recorder = new Recorder({
    navigator: 'offline',
    startUrl: PAGE,
    plan: [subtask],
    words: WORDS,
    secrets,
  });
  for (const [at, [ref, text]] of entered.entries())
    recorder.proposed(at + 1, subtask, observation, { proposal: types(ref, text), tier: 1 });
  return recorder.recording(
    aTask({ intent: WORDS }),
    aResult({ answer: `You are in, ${SECRET} was right.` }),
  );
}

test('a password in the person’s own words is dots in the whole recording, also where it was said before it was entered', () => {
  const recording = recorded(['e1', SECRET], ['e2', SECRET]);
  expect(JSON.stringify(recording)).not.toContain(SECRET);
  expect(recording.intent).toBe('log in as ana with the password •••(8)');
  expect(recording.steps.map(({ proposal }) => proposal.text)).toEqual(['•••(8)', '•••(8)']);
  expect(parseRecording(JSON.parse(JSON.stringify(recording))).ok).toBe(true);
});

test('one that is too short to be hidden everywhere is not in its step, and a text for another field stays', () => {
  const recording = recorded(['e1', 'ana'], ['e2', 'pw']);
  expect(recording.steps.map(({ proposal }) => proposal.text)).toEqual(['ana', '•••(2)']);
});

test('a replay enters no dots: it departs at that step, and says why', async () => {
  const replay = replayOf(recorded(['e2', SECRET]));
  const memory: Memory = {
    intent: WORDS,
    subtask: 'log in as ana with the password •••(8)',
    entries: [],
    facts: [],
    secrets: [],
    step: 1,
    stepLimit: 20,
  };
  const proposal = await replay.next(observation, memory, new AbortController().signal);
  expect(proposal.action).not.toBe('TYPE');
  expect(replay.departed).toEqual({
    step: 1,
    why: 'a secret was entered there, which no recording holds',
  });
});

test('what a person says as a password is not in it where the run ended before the field for it', () => {
  const recording = recorded(['e1', 'ana']);
  expect(JSON.stringify(recording)).not.toContain(SECRET);
  expect(recording.plan[0]?.intent).toBe('log in as ana with the password •••(8)');
});

/** A run on a page of a shop that has no field for secrets, to which an address with a token led. */
const TOKEN = 'zu7-q9';
const CARD = '4111 1111 1111 1111';
const SHOP = `http://shop.test/search?q=blue+lamp&invite=${TOKEN}&page=2#s=${TOKEN}`;
const ORDER = `find a blue lamp and enter ${CARD} as the number`;
const shopPage: Observation = {
  ...observation,
  url: SHOP,
  nodes: ['Number', 'Security code', `Invoice for ${CARD}`].map((name, at) => ({
    ref: `e${at + 1}`,
    role: at === 2 ? 'link' : 'textbox',
    name,
    states: [],
    depth: 0,
    box: null,
    inView: true,
  })),
};
const shopping: Subtask = { ...subtask, intent: ORDER, startUrl: SHOP };
function shopRun() {
  const parts = { navigator: 'offline', startUrl: SHOP, plan: [shopping], words: ORDER, secrets };
  const recorder = new Recorder(parts);
  const clicks: Proposal = { ...types('e3', ''), action: 'CLICK', text: null, reasoning: `it is on ${SHOP}` };
  for (const [at, proposal] of [types('e1', CARD), types('e2', '987'), clicks].entries())
    recorder.proposed(at + 1, shopping, shopPage, { proposal, tier: 1 });
  return recorder.recording(
    aTask({ intent: ORDER }),
    aResult({ answer: 'The page says that saved-8-words is the password, and saved%2D8%2Dwords in a link.' }),
  );
}

test('a card number in a field for anything, a code by the name of its field, a token in an address and a saved password are not in it', () => {
  const text = JSON.stringify(shopRun());
  for (const secret of [CARD, '987', TOKEN, 'saved-8-words']) expect(text).not.toContain(secret);
  // The person's own words stay, in an address as well.
  expect(shopRun().steps[0]?.url).toBe(
    'http://shop.test/search?q=blue+lamp&invite=•••(6)&page=•••(1)#•••(8)',
  );
  expect(parseRecording(JSON.parse(text)).ok).toBe(true);
});

test('a replay knows a page and an element by what is not hidden of them, and no other one', async () => {
  const recording = { ...shopRun(), steps: shopRun().steps.slice(2) };
  const memory: Memory = {
    intent: ORDER,
    subtask: recording.steps[0]?.words ?? '',
    entries: [],
    facts: [],
    secrets: [],
    step: 1,
    stepLimit: 20,
  };
  const next = (page: Observation) => replayOf(recording).next(page, memory, new AbortController().signal);
  const later = 'http://shop.test/search?q=blue+lamp&invite=another&page=3';
  expect(await next({ ...shopPage, url: later })).toMatchObject({ action: 'CLICK', ref: 'e3' });
  const elsewhere = [
    'http://shop.test/search?q=red+lamp&invite=zu7-q9&page=2',
    'http://shop.test/search?q=blue+lamp&invite=zu7-q9',
    'http://evil.test/search?q=blue+lamp&invite=zu7-q9&page=2',
  ];
  for (const url of elsewhere) expect(await next({ ...shopPage, url })).toMatchObject({ action: 'FAILED' });
});

test('a replay does not begin at an address that the recording does not hold', () => {
  expect(beginsWhole(shopRun())).toMatchObject({ ok: false, error: { code: 'task.departed' } });
  expect(beginsWhole(recorded(['e1', 'ana']))).toMatchObject({ ok: true });
});

test('a step of a path that looks like a token, or lets somebody in, is dots in it, and so is what stands behind a semicolon', () => {
  const paths = [
    ['/reset/8f3kq2LmZx91ab', '/reset/•••(14)'],
    ['/files/0123456789abcdef0123456789abcdef/view', '/files/•••(32)/view'],
    ['/o/3b241101-e2bb-4255-8caf-4136c566a962', '/o/•••(36)'],
    ['/login/ABCD-1234', '/login/•••(9)'],
    ['/magic-link/abcdefgh?next=home', '/magic-link/•••(8)?next=•••(4)'],
    ['/shop/cart;jsessionid=77AF/list', '/shop/cart;jsessionid=•••(4)/list'],
    ['/auth/login', '/auth/login'],
    ['/lamps/blue-lamp-2/2026', '/lamps/blue-lamp-2/2026'],
  ] as const;
  for (const [path, kept] of paths) {
    const { recording } = onePage(`https://shop.test${path}`, 'Size', 'two');
    expect(recording.steps[0]?.url).toBe(`https://shop.test${kept}`);
    const { recording: told } = onePage(
      'https://shop.test/',
      'Size',
      'two',
      `open https://shop.test${path} and read it`,
    );
    expect(told.intent).toBe(`open https://shop.test${kept} and read it`);
  }
  const said = onePage('https://shop.test/dp/B0ABCDEFGH', 'Size', 'two', 'put B0ABCDEFGH into the basket');
  expect(said.recording.steps[0]?.url).toBe('https://shop.test/dp/B0ABCDEFGH');
});

test.each([
  'Password (required)',
  'PIN required',
  'OTP field',
  'Card number (required)',
  'CVC type',
  'Code',
  'Enter the 6-digit code',
  'Authentication code',
  'Confirmation code',
  'Access code',
  'Bestätigungscode',
  'Einmalcode',
  'TAN',
  'Passwort',
  'Passphrase',
  'API token',
  'Secret key',
  'IBAN',
])('what is typed into the field “%s” is dots in it', (label) => {
  const { recording } = onePage('https://shop.test/?v=482913', label, '482913');
  expect(JSON.stringify(recording)).not.toContain('482913');
});

test('a code that is no secret stays, and a number that is typed makes no value of an address one that may stay', () => {
  for (const label of ['Postal code', 'ZIP code', 'Promo code', 'Full name', 'Barcode'])
    expect(onePage('https://shop.test/', label, '10115').recording.steps[0]?.proposal.text).toBe('10115');
  const { recording } = onePage('https://shop.test/?v=482913', 'Number', '482913');
  expect(recording.steps[0]?.url).toBe('https://shop.test/?v=•••(6)');
});

test('what the loop alone needs of a proposal is not in it, and what a part collects is, without its secrets', () => {
  const collecting: Subtask = { ...subtask, collects: { query: `orders of ${SECRET}` } };
  const fact = { label: 'price', value: '7', quote: '7', url: PAGE };
  const proposal: Proposal = {
    ...types('e1', 'ana'),
    trouble: { code: 'model.unreachable', message: 'no answer', help: '', retryable: true } as never,
    facts: Array.from({ length: 201 }, () => fact),
  };
  const parts = { navigator: 'offline', startUrl: PAGE, plan: [collecting], words: WORDS, secrets };
  const recorder = new Recorder(parts);
  recorder.proposed(1, collecting, observation, { proposal, tier: 1 });
  const recording = recorder.recording(aTask({ intent: WORDS }), aResult({ answer: null }));
  expect(parseRecording(JSON.parse(JSON.stringify(recording)))).toEqual({ ok: true, value: recording });
  expect(recording.plan[0]?.collects).toEqual({ query: 'orders of •••(8)' });
  expect(recording.steps[0]?.proposal.facts).toHaveLength(200);
});

test('dots stand for as many characters, in no origin, and for no whole element', async () => {
  const memory: Memory = {
    intent: ORDER_FOR_ANY,
    subtask: ORDER_FOR_ANY,
    entries: [],
    facts: [],
    secrets: [],
    step: 1,
    stepLimit: 20,
  };
  const { page, recording } = onePage('https://shop.test/reset/8f3kq2LmZx91ab', 'Size', 'two');
  const next = (kept: { readonly url?: string; readonly name?: string }, seen: Partial<Observation>) => {
    const [step] = recording.steps;
    if (step === undefined) throw new Error('no step');
    const element = { role: 'textbox', nth: 0, name: kept.name ?? 'Size' };
    const steps = [{ ...step, url: kept.url ?? step.url, element }];
    return replayOf({ ...recording, steps }).next({ ...page, ...seen }, memory, new AbortController().signal);
  };
  const named = (name: string) => ({ nodes: page.nodes.map((node) => ({ ...node, name })) });
  expect(await next({}, { url: 'https://shop.test/reset/another0token1' })).toMatchObject({ action: 'TYPE' });
  expect(await next({}, { url: 'https://shop.test/reset/another' })).toMatchObject({ action: 'FAILED' });
  const host = 'https://www.•••(6).de/';
  for (const url of ['https://www.evil-attacker.de/', 'https://www.abcdef.de/'])
    expect(await next({ url: host }, { url })).toMatchObject({ action: 'FAILED' });
  expect(await next({ name: 'Pay •••(3) now' }, named('Pay ana now'))).toMatchObject({ action: 'TYPE' });
  expect(await next({ name: 'Pay •••(3) now' }, named('Pay anna now'))).toMatchObject({ action: 'FAILED' });
  expect(await next({ name: '•••(4)' }, named('Size'))).toMatchObject({ action: 'FAILED' });
});
