// One truth for card, log and query: what a row is called is what `is:` finds it by.
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { conditionOf } from '#gateway/audit/read/query.ts';
import { parseQuery } from '#gateway/audit/read/query-parse.ts';
import { AUDIT_EVENT_TYPES } from '#gateway/audit/format/contract.ts';
import {
  answerOfStep,
  BOUNDARY_WORDS,
  boundaryWordOf,
  boundaryWordOfAll,
  boundaryWordOfStep,
  outcomeOfAll,
} from '#gateway/protocol/boundary-word.ts';
import { BROWSER_DECISIONS } from '#policy/language/vocabulary.ts';

const OUTCOMES = [
  null,
  'DONE',
  'FAILED',
  'REFUSED',
  'GRANTED',
  'GRANTED_BEFORE',
  'TIMED_OUT',
  'NOBODY',
  'VOID',
];
const ROWS = AUDIT_EVENT_TYPES.flatMap((type) =>
  [null, ...BROWSER_DECISIONS].flatMap((verdict) => OUTCOMES.map((outcome) => ({ type, verdict, outcome }))),
);

test('`is:` finds exactly the rows that are called so, and its negation all others', () => {
  const database = new Database(':memory:');
  database.exec('CREATE TABLE entry (seq INTEGER PRIMARY KEY, type TEXT, verdict TEXT, outcome TEXT)');
  const insert = database.prepare('INSERT INTO entry (type, verdict, outcome) VALUES (?, ?, ?)');
  for (const { type, verdict, outcome } of ROWS) insert.run(type, verdict, outcome);
  const found = (query: string): unknown[] => {
    const terms = parseQuery(query, new Date());
    if (!terms.ok) throw new Error(terms.error.message);
    const [condition] = terms.value.map(conditionOf);
    return database
      .prepare(`SELECT seq - 1 FROM entry WHERE ${condition?.sql ?? 'FALSE'} ORDER BY seq`)
      .pluck()
      .all(...(condition?.values ?? []));
  };
  const called = (word: string, is: boolean): number[] =>
    ROWS.flatMap((row, at) => ((boundaryWordOf(row) === word) === is ? [at] : []));
  for (const word of BOUNDARY_WORDS) {
    expect(found(`is:${word}`), word).toEqual(called(word, true));
    expect(found(`-is:${word}`), `not ${word}`).toEqual(called(word, false));
    expect(called(word, true).length, word).toBeGreaterThan(0);
  }
  database.close();
});

test('an escalation that nobody was asked about is stopped, one that was asked is not, and a granted one is the person’s', () => {
  const escalated = { verdict: 'ESCALATE' } as const;
  expect(boundaryWordOf({ type: 'connection', outcome: 'REFUSED', ...escalated })).toBe('stopped');
  expect(boundaryWordOf({ type: 'decision', outcome: null, ...escalated })).toBe('asked');
  expect(boundaryWordOf({ type: 'consent.answered', outcome: 'GRANTED', ...escalated })).toBe('you-allowed');
  expect(boundaryWordOf({ type: 'consent.answered', outcome: 'REFUSED', ...escalated })).toBe('you-refused');
  expect(boundaryWordOf({ type: 'consent.answered', outcome: 'TIMED_OUT', ...escalated })).toBe('stopped');
});

test('a word that is none of them is an error that names them', () => {
  expect(parseQuery('is:stoped', new Date())).toMatchObject({ error: { help: 'did you mean `stopped`?' } });
});

test('a step is called as its entries are: by its answer where somebody gave one, and never allowed where it did not go', () => {
  const escalated = { decision: 'ESCALATE', consent: null } as const;
  const word = (step: Partial<Parameters<typeof boundaryWordOfStep>[0]>): string =>
    boundaryWordOfStep({ decision: 'ALLOW', consent: null, outcome: 'DONE', ...step });
  expect(word({})).toBe('allowed');
  expect(word({ outcome: 'FAILED' })).toBe('allowed');
  // Allowed, and led to where it may not go.
  expect(word({ outcome: 'REFUSED' })).toBe('stopped');
  expect(word({ decision: 'DENY', outcome: 'REFUSED' })).toBe('stopped');
  expect(word({ ...escalated, consent: 'GRANTED' })).toBe('you-allowed');
  expect(word({ ...escalated, consent: 'GRANTED', outcome: 'REFUSED' })).toBe('stopped');
  expect(word({ ...escalated, consent: 'REFUSED', outcome: 'REFUSED' })).toBe('you-refused');
  for (const consent of ['TIMED_OUT', 'NOBODY', 'VOID', 'NOT_ASKED'] as const) {
    expect(word({ ...escalated, consent, outcome: 'REFUSED' }), consent).toBe('stopped');
    expect(answerOfStep({ ...escalated, consent, outcome: 'REFUSED' }), consent).not.toBe(null);
  }
  expect(word({ ...escalated, outcome: 'REFUSED' })).toBe('stopped');
  // Its question could not be written down: it did not go.
  expect(word({ ...escalated, outcome: 'FAILED' })).toBe('failed');
  expect(word(escalated)).toBe('allowed');
  expect(answerOfStep({ ...escalated, outcome: 'DONE' })).toBe('covered by an earlier answer');
});

const decided = (verdict: 'ALLOW' | 'DENY' | 'ESCALATE', outcome: string | null = null) =>
  ({ type: 'decision', verdict, outcome }) as const;
const asked = (outcome: string) => [
  decided('ESCALATE'),
  { type: 'consent.asked', verdict: 'ESCALATE', outcome: null } as const,
  { type: 'consent.answered', verdict: 'ESCALATE', outcome } as const,
];
const issued = (verdict: 'ALLOW' | 'ESCALATE') =>
  ({ type: 'authorization.issued', verdict, outcome: null }) as const;
const unauthorised = { type: 'authorization.refused', verdict: null, outcome: 'FAILED' } as const;
const done = { type: 'act.outcome', verdict: null, outcome: 'DONE' } as const;

test.each([
  ['void, then allowed', [...asked('VOID'), decided('ALLOW'), issued('ALLOW'), done], 'allowed', 'DONE'],
  ['granted, then denied', [...asked('GRANTED'), decided('DENY', 'REFUSED')], 'stopped', null],
  [
    'granted, then covered by that',
    [...asked('GRANTED'), unauthorised, decided('ESCALATE', 'GRANTED_BEFORE'), done],
    'allowed',
    'DONE',
  ],
  [
    'allowed, then asked and refused',
    [decided('ALLOW'), unauthorised, ...asked('REFUSED')],
    'you-refused',
    null,
  ],
  ['refused, then asked once more', [...asked('VOID'), ...asked('REFUSED').slice(0, 2)], 'asked', null],
  ['allowed, and not authorised', [decided('ALLOW'), unauthorised], 'failed', 'FAILED'],
  [
    'granted, and not authorised',
    [...asked('GRANTED'), issued('ESCALATE'), unauthorised],
    'failed',
    'FAILED',
  ],
  ['refused whatever the policy says', [{ ...unauthorised, outcome: 'REFUSED' }], 'stopped', 'REFUSED'],
  [
    'granted, and failed',
    [...asked('GRANTED'), issued('ESCALATE'), { ...done, outcome: 'FAILED' }],
    'you-allowed',
    'FAILED',
  ],
] as const)('a request is called by what was decided of it at last: %s', (_, entries, word, outcome) => {
  expect([boundaryWordOfAll(entries), outcomeOfAll(entries)]).toEqual([word, outcome]);
});
