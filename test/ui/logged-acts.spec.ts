// A run out of the log alone: an act's entries are one row, and what is not in them is not said.
import { expect, test } from 'vitest';
import { describeAct } from '#gateway/boundary/words/words.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import { actsOfLog, actsOfSteps } from '#ui/app/feed/run/run-acts.ts';
import { loggedRun } from '#ui/app/feed/run/logged-acts.ts';
import { parseRoute, addressOf, addressOfTask } from '#ui/app/state/route.ts';
import { numberedBy, requestsAt, requestsOfNoStep, thoughtAt } from '#ui/app/feed/run/step/steps.ts';
import type { RequestView } from '#gateway/protocol/requests.ts';
import { aThought } from '#test/fixtures/thoughts.ts';
import { aStep, anEntry } from '#test/fixtures/views.ts';

const send = { what: 'send the form', where: 'shop.test' };

test('two acts of the same words that overlap are two rows, each with its own answer and outcome', () => {
  const [one, two] = [
    { ...send, requestId: 'one' },
    { ...send, requestId: 'two' },
  ];
  const answered = { type: 'consent.answered', verdict: 'ESCALATE' } as const;
  const { acts } = loggedRun([
    anEntry(8, { ...one, type: 'act.outcome', verdict: null, outcome: 'FAILED' }),
    anEntry(7, { ...two, type: 'authorization.refused', verdict: 'ESCALATE', outcome: 'REFUSED' }),
    anEntry(6, { ...two, type: 'act.outcome', verdict: null, outcome: 'REFUSED' }),
    anEntry(5, { ...two, ...answered, who: 'person:terminal', outcome: 'REFUSED' }),
    anEntry(4, { ...one, type: 'authorization.issued', verdict: 'ESCALATE' }),
    anEntry(3, { ...one, ...answered, who: 'person:ui', outcome: 'GRANTED' }),
    anEntry(2, { ...two, verdict: 'ESCALATE' }),
    anEntry(1, { ...one, verdict: 'ESCALATE' }),
  ]);
  expect(acts.map(({ seq, word, by, outcome }) => [seq, word, by, outcome])).toEqual([
    [1, 'you-allowed', 'person:ui', 'FAILED'],
    [2, 'you-refused', 'person:terminal', 'REFUSED'],
  ]);
  expect(actsOfLog(acts).map(({ answer }) => answer)).toEqual(['you, in this app', 'you, at the terminal']);
});

test('an outcome elsewhere than its decision is that act’s: going to a site, starting the tab', () => {
  const go = { what: 'go to http://shop.test/', requestId: 'go' };
  const start = { what: 'start Chromium as a Ghost Tab', requestId: 'start' };
  const { acts } = loggedRun([
    anEntry(6, { ...go, type: 'act.outcome', where: '', verdict: null, outcome: 'DONE' }),
    anEntry(5, { ...go, type: 'authorization.issued', where: '' }),
    anEntry(4, { ...go, where: 'shop.test' }),
    anEntry(3, { ...start, type: 'tab.launched', where: '', verdict: null, outcome: 'DONE' }),
    anEntry(2, { ...start, type: 'authorization.issued', where: '' }),
    anEntry(1, { ...start, where: 'null' }),
  ]);
  expect(acts.map(({ seq, word, outcome }) => [seq, word, outcome])).toEqual([
    [1, 'allowed', 'DONE'],
    [4, 'allowed', 'DONE'],
  ]);
});

test('an act that is decided once more is one act, with the rule and the outcome that it had at last', () => {
  const act = { ...send, requestId: 'one' };
  const { acts } = loggedRun([
    anEntry(4, { ...act, type: 'act.outcome', verdict: null, outcome: 'DONE', why: '' }),
    anEntry(3, { ...act, why: 'rules.second:2' }),
    anEntry(2, { ...act, type: 'authorization.refused', verdict: null, outcome: 'FAILED', why: '' }),
    anEntry(1, { ...act, why: 'rules.first:1' }),
  ]);
  expect(acts.map(({ seq, why, outcome }) => [seq, why, outcome])).toEqual([[1, 'rules.second:2', 'DONE']]);
});

test('what a page was let do is counted as the gateway counts it, and stands among no acts', () => {
  const open = { type: 'page.act', who: 'page', what: 'open a window', where: 'shop.test' } as const;
  const asked = { ...open, requestId: 'asked', verdict: 'ESCALATE' } as const;
  const nobody = { ...open, requestId: 'nobody', verdict: 'ESCALATE' } as const;
  const run = loggedRun([
    anEntry(8, { ...open, type: 'connection', what: 'get http://shop.test/a.css' }),
    anEntry(7, { ...nobody, type: 'consent.answered', who: 'nobody', outcome: 'TIMED_OUT' }),
    anEntry(6, nobody),
    anEntry(5, { ...asked, type: 'consent.answered', who: 'person:ui', outcome: 'GRANTED' }),
    anEntry(4, asked),
    anEntry(3, { ...open, what: 'go to http://shop.test/next' }),
    anEntry(2, { ...open, what: 'show http://shop.test/ with the abilities', verdict: null }),
    anEntry(1, { what: 'look at the page' }),
  ]);
  expect(run.counts).toEqual({
    allowed: 3,
    asked: 2,
    denied: 1,
    youAllowed: 1,
    youRefused: 0,
    stopped: 1,
  });
  expect(run.stopped.map(({ what, asked: wasAsked }) => [what, wasAsked])).toEqual([['open a window', true]]);
  expect(run.acts).toHaveLength(1);
});

test('what pages tried is no act, and alike tries are one line with their number', () => {
  const tried = (seq: number) =>
    anEntry(seq, {
      type: 'connection',
      who: 'page',
      what: 'post to http://collect.test/',
      where: 'collect.test',
      verdict: 'ESCALATE',
      outcome: 'REFUSED',
    });
  const run = loggedRun([tried(3), tried(2), anEntry(1, { what: 'look at the page' })]);
  expect(run.stopped.map(({ where, count }) => [where, count])).toEqual([['collect.test', 2]]);
  expect(run.acts).toHaveLength(1);
  expect(actsOfLog(run.acts)).toEqual([]);
  expect([run.intent, run.ended]).toEqual([null, null]);
});

test.each(['SNAPSHOT', 'SCREENSHOT'] as const)(
  'a look is known by the words that the log has for %s',
  (type) => {
    const look = (what: string) => loggedRun([anEntry(1, { what })]).acts.map(({ isLook }) => isLook);
    expect(look(describeAct({ type }, null, NO_EFFECT))).toEqual([true]);
    expect(look('look at the whole page again')).toEqual([false]);
  },
);

test('a step gets the entry of its own words alone, and none that another step has', () => {
  const { acts } = loggedRun([anEntry(2, send), anEntry(1, { what: 'look at the page' })]);
  const rows = actsOfSteps(
    [aStep({ text: 'go back' }), aStep({ text: 'send the form' }), aStep({ text: 'send the form' })],
    acts,
  );
  expect(rows.map(({ seq }) => seq)).toEqual([null, 2, null]);
});

test('a task has an address for each of its tabs and steps, and its result one, whatever its id is', () => {
  for (const id of ['t-1', 'a/b?c#d', '100%'])
    for (const tab of ['steps', 'why', 'log'] as const) {
      const route = parseRoute(addressOfTask(id, tab));
      expect(route).toEqual({ view: 'task', id, tab, step: null });
      expect(addressOf(route)).toBe(addressOfTask(id, tab));
    }
  expect(parseRoute('#/tasks/t-1/steps/0')).toMatchObject({ step: 0 });
  expect(parseRoute('#/tasks/%E0%A4%A')).toMatchObject({ id: '%E0%A4%A' });
  expect(parseRoute('#/tasks/')).toEqual({ view: 'tasks', at: null });
  for (const id of ['t-1', 'a/b?c#d', '100%'])
    expect(parseRoute(addressOf({ view: 'result', id }))).toEqual({ view: 'result', id });
  expect(parseRoute('#/results/?q=x')).toEqual({ view: 'results', query: 'x' });
});

const clicks = (step: number) =>
  aStep({ step, at: `2026-11-23T10:00:0${step}.000Z`, text: 'click “Next” at shop.test' });
const tries = ['a1', 'a2', 'b'].map((requestId, at) =>
  anEntry(at + 1, { requestId, what: 'click “Next”', where: 'shop.test' }),
);

test('a step’s request is the one that its pictures name; by words alone it is known where they fit no other', () => {
  const { acts } = loggedRun(tries.toReversed());
  const pictured = [
    { requestId: 'a2', step: 1, at: clicks(1).at },
    { requestId: 'b', step: 2, at: clicks(2).at },
  ];
  const told = actsOfSteps([clicks(1), clicks(2)], acts, pictured);
  expect(told.map(({ requestId, seq }) => [requestId, seq])).toEqual([
    ['a2', 2],
    ['b', 3],
  ]);
  // Which of the three are tries of which step nobody says.
  expect(actsOfSteps([clicks(1), clicks(2)], acts).map(({ requestId }) => requestId)).toEqual([null, null]);
  expect(actsOfSteps([1, 2, 3].map(clicks), acts).map(({ requestId }) => requestId)).toEqual([
    'a1',
    'a2',
    'b',
  ]);
});

test('out of the log a try that failed is of the step of the act that followed it, by pictures or by what is kept of steps', () => {
  const { acts } = loggedRun(tries.toReversed());
  const stepOf = new Map([
    ['a2', 4],
    ['b', 6],
  ]);
  expect(actsOfLog(acts, (id) => stepOf.get(id) ?? null).map(({ step }) => step)).toEqual([4, 4, 6]);
  const thoughts = [
    aThought({ step: 4, acts: ['a2'] }),
    aThought({ step: 5 }),
    aThought({ step: 6, acts: ['b'] }),
  ];
  expect(numberedBy(actsOfLog(acts), thoughts)?.map(({ step }) => step)).toEqual([4, 4, 6]);
  expect(numberedBy(actsOfLog(acts), [aThought({ step: 1 })])).toBe(null);
});

test('a step is told by its number, whatever its acts are guessed to be', () => {
  const thoughts = [aThought({ step: 1, acts: ['a1'] }), aThought({ step: 2, acts: ['b'] })];
  expect([1, 2, 3].map((step) => thoughtAt(thoughts, step)?.acts)).toEqual([['a1'], ['b'], undefined]);
});

test('what no act that is known here was before is of no step, and of the first alone where the log is whole', () => {
  const request = (seq: number, after: string | null): RequestView => ({
    seq,
    after,
    at: '',
    source: 'PAGE',
    what: '',
    method: null,
    site: '',
    word: 'allowed',
    why: '',
    count: 1,
    repeats: 'NONE',
  });
  const requests = [
    request(1, null),
    request(2, 'start'),
    request(3, 'b'),
    request(4, 'lost'),
    request(5, null),
  ];
  const decision = { text: 'allowed', tone: 'good' } as const;
  const acts = [
    { step: 2, text: '', decision, requestId: 'a1' },
    { step: 5, text: '', decision, requestId: 'b' },
  ];
  const at = (step: number, complete: boolean) =>
    requestsAt({ requests, complete }, acts, step).map(({ seq }) => seq);
  expect([at(2, true), at(5, true), requestsOfNoStep({ requests, complete: true }, acts)]).toEqual([
    [1, 2],
    [3],
    2,
  ]);
  expect([at(2, false), at(5, false), requestsOfNoStep({ requests, complete: false }, acts)]).toEqual([
    [],
    [3],
    4,
  ]);
});
