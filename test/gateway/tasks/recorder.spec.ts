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
