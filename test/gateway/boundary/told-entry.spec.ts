// The entry of what a task tells where that is let through: any policy decides it again as it would have then, or says that it cannot.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toldEntry } from '#gateway/boundary/off-page/told-entry.ts';
import { pathDigests } from '#gateway/audit/format/path-digests.ts';
import { answerGate } from '#policy/acts/reading-acts.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { decisionOn, rule, severest } from '#policy/engine/deciding/ruling.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import { canonicalName } from '#policy/requests/names.ts';
import { readLoggedLine } from '#policy/tools/logs/logged-gate.ts';
import { possibleFacts } from '#policy/tools/logs/possible-facts.ts';
import { replay } from '#policy/tools/logs/replay.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { compiled, first } from '#test/fixtures/policy/small.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';

const signal = new AbortController().signal;
const task = aTaskContext({ intent: 'look', signal });
const BY = { kind: 'navigator', id: 'n' } as const;
const digests = pathDigests('of this test');
const WORDS = 'words: { alpha: [alpha], beta: [beta], gamma-delta: [gamma delta] }';
const TELLS = 'defaults: [{ id: all, by: [display], rows: { HEADED: ALLOW, HEADLESS: ALLOW } }]';

const policyOf = (...floors: readonly string[]): CompiledPolicy =>
  compiled(first(WORDS, floors.map((when, at) => `\n  - { id: f${at}, ${when} }`).join(''), TELLS));

const askedOf = (places: readonly string[], texts: readonly string[]) =>
  places.flatMap((url) =>
    texts.map((text) => {
      const gate = answerGate(url);
      const at = { task, action: 'ANSWER', initiator: 'NAVIGATOR', documentUrl: url } as const;
      return { gate, facts: { ...factsFor(gate, at), value: canonicalName(text) } };
    }),
  );

function lineOf(policy: CompiledPolicy, places: readonly string[], texts: readonly string[]): string {
  const asked = askedOf(places, texts);
  const ruling = rule(policy, asked);
  const under = { policy, duties: undefined, digests };
  return JSON.stringify(toldEntry(task, BY, under, { whole: texts.join('\n'), places, asked, ruling }));
}

const again = (line: string, policy: CompiledPolicy) =>
  replay(
    [readLoggedLine(line, 'the line')],
    (facts) => decisionOn(policy, facts),
    (gate) => possibleFacts(policy, gate, digests),
  );

const place = fc
  .tuple(fc.constantFrom('shop.test', 'mail.test', 'wiki.test'), fc.constantFrom('/', '/orders/7', '/in/box'))
  .map(([host, path]) => `https://${host}${path}`);
const text = fc.constantFrom('alpha', 'the beta costs 4', 'gamma delta', 'quartz-88', 'nothing at all');
const when = fc
  .record({
    word: fc.option(fc.constantFrom('alpha', 'beta', 'gamma delta'), { nil: null }),
    host: fc.option(fc.constantFrom('shop.test', 'mail.test'), { nil: null }),
    path: fc.option(fc.constantFrom('/orders', '/in'), { nil: null }),
  })
  .map(({ word, host, path }) =>
    [
      'action: ANSWER',
      ...(word === null ? [] : [`valueWords: ${word.replace(' ', '-')}`]),
      ...(host === null ? [] : [`host: ${host}`]),
      ...(path === null ? [] : [`path: ${path}`]),
    ].join(', '),
  );
const restricts = fc
  .tuple(fc.constantFrom('DENY', 'ESCALATE'), when)
  .map(([decision, conditions]) => `decision: ${decision}, when: { ${conditions} }, reason: R.`);

test('what was let through is decided again as it would have been, by any policy that the log says enough for', () => {
  const seen = { exact: 0, open: 0 };
  fc.assert(
    fc.property(
      fc.array(restricts, { maxLength: 2 }),
      fc.array(restricts, { minLength: 1, maxLength: 2 }),
      fc.uniqueArray(place, { minLength: 1, maxLength: 4 }),
      fc.uniqueArray(text, { minLength: 1, maxLength: 4 }),
      (floors, others, places, texts) => {
        const then = policyOf(...floors);
        fc.pre(rule(then, askedOf(places, texts)).decision === 'ALLOW');
        const line = lineOf(then, places, texts);
        for (const one of ['quartz', 'nothing', 'orders/7', 'in/box']) expect(line).not.toContain(one);
        const same = again(line, then);
        expect(same).toMatchObject({ changes: [], problems: [] });
        expect(same.gates).toBeGreaterThanOrEqual(places.length);
        const other = policyOf(...others);
        const report = again(line, other);
        const told = report.changes.reduce<BrowserDecision>((worst, { to }) => severest(worst, to), 'ALLOW');
        const truth = rule(other, askedOf(places, texts)).decision;
        if (report.problems.length === 0) {
          seen.exact += 1;
          expect(told).toBe(truth);
        } else {
          seen.open += 1;
          expect(report.problems.every(({ code }) => code === 'policy.undecided')).toBe(true);
          expect(severest(told, truth)).toBe(truth);
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(seen.exact).toBeGreaterThan(0);
});

test('what was told of more places than an entry holds is said to be there in part', () => {
  const places = Array.from({ length: 230 }, (_, at) => `https://s${at}.test/`);
  const report = again(lineOf(policyOf(), places, ['alpha']), policyOf());
  expect(report).toMatchObject({
    gates: 200,
    changes: [],
    problems: [
      {
        code: 'policy.bad-log',
        message: 'the line holds 200 of the requests that were decided, and not the 30 others',
      },
    ],
  });
});

test('an entry of before, which holds none of it, is named', () => {
  const { gates: _, ...details } = JSON.parse(lineOf(policyOf(), ['https://a.test/'], ['alpha'])).details;
  const { problems } = readLoggedLine(
    JSON.stringify({ type: 'task.told', verdict: 'ALLOW', details }),
    'the line',
  );
  expect(problems).toMatchObject([
    {
      code: 'policy.bad-log',
      message: 'the line is of an earlier version, which told it without saying what was decided',
      help: 'it cannot be decided again; begin the replay behind it',
    },
  ]);
});
