// The one door that a policy goes through: checked, proved, tested, and compared with the one before it. The command line and a
// build server ask `gate`; a reload, a start, an edit and a promotion ask `admission`, which is its core. INVARIANT: what is
// refused, unproven or loosened never counts as "may go in"; nothing that failed is left out of the report.
import type { CheckReport, PolicyText } from '#policy/engine/compile/check.ts';
import { diffPolicies } from '#policy/tools/compare/diff.ts';
import type { PolicyDiff } from '#policy/tools/compare/diff.ts';
import type { Guard } from '#policy/tools/compare/guards.ts';
import { prepareProof } from '#policy/tools/verify/verify.ts';
import type { Proof, ClaimResult } from '#policy/tools/verify/verify.ts';
import { hashOf } from '#policy/engine/compile/hashes.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { TestCase } from '#policy/engine/documents/document.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { Finding } from '#policy/tools/lint/model/finding.ts';
import { lintPolicy } from '#policy/tools/lint/lint.ts';
import { textOf } from '#policy/engine/reading/source.ts';
import { refusedTest, runTestFile } from '#policy/tools/testing/run.ts';
import type { TestReport } from '#policy/tools/testing/run.ts';
import { loadTestFile } from '#policy/tools/testing/test-file.ts';
import type { ReadBeside, TestFile } from '#policy/tools/testing/test-file.ts';
import type { ProblemOf } from '#policy/engine/compile/unknown-approvers.ts';
import { compareDecisions, needsAcknowledgement } from './compare-decisions.ts';
import type { Comparison } from './compare-decisions.ts';
import { aboutOther, caseOf, testFileLost, testGuardsLost, testsUnread } from './test-guards.ts';

export type Admission =
  | { readonly answer: 'REFUSED'; readonly failures: readonly Failure[] }
  /** `compared`: `null` where there is nothing before it. */
  | {
      readonly answer: 'MAY_GO_IN' | 'LOOSENED' | 'UNPROVEN';
      readonly policy: CompiledPolicy;
      readonly compared: Comparison | null;
    };

/** Whether a policy that was checked, proved and tested may come after another one as it stands. */
export function admission(before: CompiledPolicy | null, { findings, policy }: CheckReport): Admission {
  if (policy === null) return { answer: 'REFUSED', failures: findings };
  if (before === null) return { answer: 'MAY_GO_IN', policy, compared: null };
  const compared = compareDecisions(before, policy);
  const answer = !compared.proven ? 'UNPROVEN' : needsAcknowledgement(compared) ? 'LOOSENED' : 'MAY_GO_IN';
  return { answer, policy, compared };
}

/**
 * What whoever takes a loosening upon themselves has to name: the hash of what is decided, or where guards went, which change no
 * decision, that of the very text. `null`: which ones went is not known.
 */
export const hashToAcknowledge = (
  guards: readonly Guard[] | null,
  { semanticHash, sourceHash }: Pick<CompiledPolicy, 'semanticHash' | 'sourceHash'>,
): string => (guards?.length === 0 ? semanticHash : sourceHash);

export type GateSide = {
  /** Layers, upper first. */
  readonly texts: readonly PolicyText[];
  /** Parents that nobody named: they are compiled, and no lint speaks of them. */
  readonly silent: ReadonlySet<string>;
  readonly tests: readonly { readonly text: PolicyText; readonly read: ReadBeside }[];
  /** All test files there are were named, or lie in the folder that was: one that is not there is gone. */
  readonly allTests: boolean;
};

export type GateOptions = {
  readonly today: string;
  /** Policies that a named one may extend, found by id. */
  readonly known: readonly PolicyText[];
  /** Why nobody answers to an approver's name, by the settings of where it is to go in. */
  readonly approverProblem?: ProblemOf;
  /** A hash (`hashToAcknowledge`) that a person took upon themselves. */
  readonly acknowledged?: string;
};

export type GateReport = {
  readonly answer: Admission['answer'];
  /** Somebody took what is loosened upon themselves. */
  readonly acknowledged: boolean;
  /** What has to be named for that; `null` where nothing is loosened. */
  readonly toAcknowledge: string | null;
  /** Of the check. Warnings that the policy before has as well are among them, and refuse nothing. */
  readonly findings: readonly Finding[];
  readonly refusing: ReadonlySet<Finding>;
  readonly proof: { readonly proof: Proof; readonly verdicts: readonly ClaimResult[] } | null;
  readonly tests: readonly TestReport[];
  /** With the guards of the test files. `null`: one of the two does not load, or the comparison outgrew its budget. */
  readonly diff: PolicyDiff | null;
  /** Why there is no difference. */
  readonly incomparable: readonly Failure[];
  readonly policy: CompiledPolicy | null;
};

export const GATE_EXIT = { mayGoIn: 0, refused: 1, loosened: 3, unproven: 4 } as const;

export function gateExit({
  answer,
  acknowledged,
}: Pick<GateReport, 'answer' | 'acknowledged'>): 0 | 1 | 3 | 4 {
  switch (answer) {
    case 'REFUSED':
      return GATE_EXIT.refused;
    case 'UNPROVEN':
      return GATE_EXIT.unproven;
    case 'LOOSENED':
      return acknowledged ? GATE_EXIT.mayGoIn : GATE_EXIT.loosened;
    case 'MAY_GO_IN':
      return GATE_EXIT.mayGoIn;
  }
}

export function gate(renewed: GateSide, old: GateSide, options: GateOptions): GateReport {
  const { today, known } = options;
  const [oldTests, newTests] = [loadTests(old), loadTests(renewed)];
  // What was in force is only compared with: a test of a rule that expired since passed on its day, and guards from here on. Nobody
  // mends it here, either.
  const before = linted(old, oldTests, { ...options, testsPass: false, mends: false });
  const after = linted(renewed, newTests, options);
  const refusing = new Set(after.findings.filter((one) => refuses(one, before.findings)));
  const tests = newTests.map(({ text, loaded }) =>
    loaded.ok ? runTestFile(loaded.value, { known, today }) : refusedTest(text.file, loaded.error),
  );
  const { policy } = after;
  const documents = policy?.stack.layers.map(({ document }) => document) ?? [];
  const prepared = policy === null ? null : prepareProof(documents, { today });
  const proof = prepared?.ok === true ? { proof: prepared.value, verdicts: prepared.value.run() } : null;

  const noOld: readonly Failure[] =
    before.policy === null ? before.findings.filter(({ level }) => level === 'error').map(asFailure) : [];
  const compared = before.policy === null || policy === null ? null : diffPolicies(before.policy, policy);
  const guards =
    policy === null ? [] : fileGuards({ ...old, tests: oldTests }, { ...renewed, tests: newTests }, policy);
  const diff = compared?.ok === true ? withGuards(compared.value, guards) : null;
  const incomparable = [...noOld, ...(compared === null || compared.ok ? [] : [compared.error])];

  const refused =
    policy === null ||
    before.policy === null ||
    refusing.size > 0 ||
    tests.some((one) => !one.ok) ||
    proof === null ||
    proof.verdicts.some(({ answer }) => answer === 'VIOLATED');
  const loosened = diff?.guards !== undefined || diff?.rows.some(({ direction }) => direction === 'LOOSENED');
  const answer = refused
    ? 'REFUSED'
    : diff === null || proof.verdicts.some((one) => one.answer === 'UNPROVEN')
      ? 'UNPROVEN'
      : loosened === true
        ? 'LOOSENED'
        : 'MAY_GO_IN';
  const hash =
    policy === null || loosened !== true
      ? null
      : guards.length > 0
        ? hashWithTests(policy, renewed)
        : hashToAcknowledge(diff?.guards ?? [], policy);
  return {
    answer,
    acknowledged: hash !== null && options.acknowledged === hash,
    toAcknowledge: hash,
    findings: after.findings,
    refusing,
    proof,
    tests,
    diff,
    incomparable,
    policy,
  };
}

type LoadedTest = { readonly text: PolicyText; readonly loaded: Result<TestFile, readonly Failure[]> };

const loadTests = ({ tests }: GateSide): readonly LoadedTest[] =>
  tests.map(({ text, read }) => ({ text, loaded: loadTestFile(text, read) }));

function linted(
  { texts, silent }: GateSide,
  tests: readonly LoadedTest[],
  {
    today,
    approverProblem,
    testsPass = true,
    mends = true,
  }: GateOptions & { readonly testsPass?: boolean; readonly mends?: boolean },
) {
  const beside = new Map<string, TestCase[]>();
  for (const { loaded } of tests) {
    const about = loaded.ok ? loaded.value.policies.at(-1)?.file : undefined;
    if (!loaded.ok || about === undefined) continue;
    beside.set(about, [...(beside.get(about) ?? []), ...loaded.value.expectations.map(caseOf)]);
  }
  return lintPolicy(
    texts,
    { today, beside, testsPass, mends, ...(approverProblem === undefined ? {} : { approverProblem }) },
    silent,
  );
}

/** An error, or a warning that the policy before does not have. */
function refuses(one: Finding, before: readonly Finding[]): boolean {
  if (one.level !== 'warning') return one.level === 'error';
  return !before.some(
    ({ id, entry, message }) => id === one.id && entry === one.entry && message === one.message,
  );
}

const asFailure = ({ message, span, help }: Finding): Failure => ({
  code: 'policy.not-loaded',
  message: `what it is compared with does not load: ${message}`,
  span,
  ...(help === undefined ? {} : { help }),
  retryable: false,
});

const withGuards = (diff: PolicyDiff, guards: readonly Guard[]): PolicyDiff =>
  guards.length === 0 ? diff : { ...diff, guards: [...(diff.guards ?? []), ...guards] };

/** Where guards of test files went, their texts are part of what is taken upon oneself: a policy's own hash says nothing of them. */
const hashWithTests = ({ sourceHash }: CompiledPolicy, { tests }: GateSide): string =>
  hashOf(
    [
      sourceHash,
      ...tests.map(({ text }) => hashOf(`${baseOf(text.file)}\n${textOf(text.text)}`)).sort(),
    ].join('\n'),
  );

type TestedSide = Omit<GateSide, 'tests'> & { readonly tests: readonly LoadedTest[] };

/**
 * Test files are told by their names; of those left over the first is held against the first, and so on: what was renamed demands what
 * it did. One of before that cannot be read demands nothing that could be compared, which is said.
 */
function fileGuards(old: TestedSide, renewed: TestedSide, policy: CompiledPolicy): readonly Guard[] {
  const byName = new Map(renewed.tests.map(({ text, loaded }) => [baseOf(text.file), loaded]));
  const names = new Set(old.tests.map(({ text }) => baseOf(text.file)));
  const left = renewed.tests.filter(({ text }) => !names.has(baseOf(text.file)));
  return old.tests.flatMap(({ text, loaded: was }): readonly Guard[] => {
    const is = byName.get(baseOf(text.file)) ?? left.shift()?.loaded;
    if (is === undefined) {
      if (!old.allTests || !renewed.allTests) return [];
      return [was.ok ? testFileLost(was.value) : testsUnread(text.file, was.error)];
    }
    // That one does not load now is a failed test already.
    if (!is.ok) return [];
    if (!was.ok) return [testsUnread(text.file, was.error)];
    const elsewhere = isAbout(was.value, old) && !isAbout(is.value, renewed) ? [aboutOther(is.value)] : [];
    return [...elsewhere, ...testGuardsLost(was.value, is.value, policy)];
  });
}

/** What it tests is what stands at the gate. */
function isAbout({ policies }: TestFile, { texts }: Pick<GateSide, 'texts'>): boolean {
  const last = policies.at(-1);
  return last === undefined || texts.some(({ text }) => textOf(text) === textOf(last.text));
}

const baseOf = (file: string): string => file.slice(file.replaceAll('\\', '/').lastIndexOf('/') + 1);
