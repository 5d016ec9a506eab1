// A run out of the log alone: an act's entries are one row, and what is not in them is not said.
import { expect, test } from 'vitest';
import { actsOfLog, actsOfSteps } from '#ui/app/feed/run/run-acts.ts';
import { loggedRun } from '#ui/app/feed/run/logged-acts.ts';
import { parseRoute, addressOf, addressOfTask } from '#ui/app/state/route.ts';
import { aStep, anEntry } from '#test/fixtures/views.ts';

const send = { what: 'send the form', where: 'shop.test' };

test('two acts of the same words are two rows, each with its own answer and outcome', () => {
  const { acts } = loggedRun([
    anEntry(8, { ...send, type: 'authorization.refused', verdict: 'ESCALATE', outcome: 'REFUSED' }),
    anEntry(7, { ...send, type: 'act.outcome', verdict: null, outcome: 'REFUSED' }),
    anEntry(6, {
      ...send,
      type: 'consent.answered',
      who: 'person:terminal',
      verdict: 'ESCALATE',
      outcome: 'REFUSED',
    }),
    anEntry(5, { ...send, verdict: 'ESCALATE' }),
    anEntry(4, { ...send, type: 'act.outcome', verdict: null, outcome: 'FAILED' }),
    anEntry(3, { ...send, type: 'authorization.issued', verdict: 'ESCALATE' }),
    anEntry(2, {
      ...send,
      type: 'consent.answered',
      who: 'person:ui',
      verdict: 'ESCALATE',
      outcome: 'GRANTED',
    }),
    anEntry(1, { ...send, verdict: 'ESCALATE' }),
  ]);
  expect(acts.map(({ seq, word, by, outcome }) => [seq, word, by, outcome])).toEqual([
    [1, 'you-allowed', 'person:ui', 'FAILED'],
    [5, 'you-refused', 'person:terminal', 'REFUSED'],
  ]);
  expect(actsOfLog(acts).map(({ answer }) => answer)).toEqual(['you, in this app', 'you, at the terminal']);
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

test('a step gets the entry of its own words alone, and none that another step has', () => {
  const { acts } = loggedRun([anEntry(2, send), anEntry(1, { what: 'look at the page' })]);
  const rows = actsOfSteps(
    [aStep({ text: 'go back' }), aStep({ text: 'send the form' }), aStep({ text: 'send the form' })],
    acts,
  );
  expect(rows.map(({ seq }) => seq)).toEqual([null, 2, null]);
});

test('a task has an address for each of its tabs and steps, whatever its id is', () => {
  for (const id of ['t-1', 'a/b?c#d', '100%'])
    for (const tab of ['steps', 'why', 'log'] as const) {
      const route = parseRoute(addressOfTask(id, tab));
      expect(route).toEqual({ view: 'task', id, tab, step: null });
      expect(addressOf(route)).toBe(addressOfTask(id, tab));
    }
  expect(parseRoute('#/tasks/t-1/steps/0')).toMatchObject({ step: 0 });
  expect(parseRoute('#/tasks/%E0%A4%A')).toMatchObject({ id: '%E0%A4%A' });
  expect(parseRoute('#/tasks/')).toEqual({ view: 'tasks' });
});
