// What a `*.policy-test.yaml` demanded and does not any more: a case, a universal, a log, a share of coverage.
// INVARIANT: a demand that went is named, unless the policy now answers more severely than it wanted.
import { casesLost, lost } from '#policy/tools/compare/guards.ts';
import type { Guard, GuardingCase } from '#policy/tools/compare/guards.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { Claim, TestFile } from '#policy/tools/testing/test-file.ts';
import type { Expectation } from '#policy/tools/testing/expectation.ts';

/** `after`: the policy that the new file is about. */
export function testGuardsLost(old: TestFile, now: TestFile, after: CompiledPolicy): readonly Guard[] {
  return [
    ...casesLost(old.file, old.expectations.map(caseOf), now.expectations.map(caseOf), after),
    ...claimsLost(old, now),
    ...demandsLost(old, now),
  ];
}

export const testFileLost = (old: TestFile): Guard => ({
  guard: 'tests',
  layer: old.file,
  how: 'removed',
  what: `${old.expectations.length} cases and ${old.claims.length} universals are gone with the file`,
  span: { file: old.file, line: 1, column: 1 },
});

/** `failures`: why the file of before does not load. */
export const testsUnread = (file: string, failures: readonly Failure[]): Guard => ({
  guard: 'tests',
  layer: file,
  how: 'removed',
  what: `what it demanded before cannot be read: ${failures[0]?.message ?? 'it does not load'}`,
  span: failures[0]?.span ?? { file, line: 1, column: 1 },
});

export const aboutOther = (now: TestFile): Guard => ({
  guard: 'policy',
  layer: now.file,
  how: 'weakened',
  what: `it tests \`${now.policies.at(-1)?.file ?? ''}\`, which is not what is to go in`,
  span: { file: now.file, line: 1, column: 1 },
});

/** As a case of a policy's own tests. */
export const caseOf = (one: Expectation): GuardingCase => ({ ...one, by: one.by?.name ?? null });

/** Without its words and its place. */
const claimText = ({ name: _name, span: _span, ...says }: Claim): string => JSON.stringify(says);

function claimsLost(old: TestFile, now: TestFile): readonly Guard[] {
  const known = new Set(now.claims.map(claimText));
  const weaker = (one: Claim): boolean =>
    now.claims.some(
      (other) =>
        one.kind === 'at-least' &&
        other.kind === 'at-least' &&
        other.severity >= one.severity &&
        (other.below || !one.below) &&
        JSON.stringify(other.over) === JSON.stringify(one.over),
    );
  return old.claims.flatMap((one) =>
    // What a file is compared with is read from beside it: its text may be another one, and it says the same.
    known.has(claimText(one)) || weaker(one) || (one.kind === 'equal' && now.claims.some(isEqualTo(one)))
      ? []
      : [lost(`prove.${one.name}`, old.file, null, one.span, 'it was proved')],
  );
}

const isEqualTo =
  (one: Extract<Claim, { kind: 'equal' }>) =>
  (other: Claim): boolean =>
    other.kind === 'equal' && JSON.stringify(other.except) === JSON.stringify(one.except);

function demandsLost(old: TestFile, now: TestFile): readonly Guard[] {
  const shares = (['rules', 'cells', 'mutants'] as const).flatMap((what): readonly Guard[] => {
    const [before, after] = [old.coverage[what], now.coverage[what]];
    if (before === undefined || before.percent <= (after?.percent ?? 0)) return [];
    const words = `${before.percent} % of ${what} had to be covered, now ${after?.percent ?? 0} %`;
    return [lost(`coverage.${what}`, old.file, after?.span ?? null, before.span, words)];
  });
  const { replay } = old;
  if (replay === null) return shares;
  const more = [...(now.replay?.allowed ?? [])].filter((one) => !replay.allowed.has(one));
  if (now.replay !== null && now.replay.decisions.length >= replay.decisions.length && more.length === 0)
    return shares;
  const words = `${replay.decisions.length} logged decisions had to stay as they were`;
  return [...shares, lost('replay', old.file, now.replay?.span ?? null, replay.span, words)];
}
