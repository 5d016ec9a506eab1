// Runs a policy test file: loads the layers, asks every question, counts what the questions reach.
// INVARIANT: a file that does not load, a policy that does not, and a threshold that is not reached are failures.
import { loadText, resolveLayers } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Failure, Result, Span } from '#policy/language/failure.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import { possibleFacts } from '#policy/tools/logs/possible-facts.ts';
import { undecided } from '#policy/tools/logs/replay.ts';
import { suggest } from '#policy/language/nearest.ts';
import { brief } from '#policy/engine/compile/prove.ts';
import { decisionOf, severityOf } from '#policy/engine/documents/decision-words.ts';
import type { Obligation } from '#policy/language/vocabulary.ts';
import { coverageOf, percentOf } from './coverage.ts';
import type { Coverage, Share, Tested } from './coverage.ts';
import { tryMutants } from './mutants.ts';
import type { Mutants } from './mutants.ts';
import { decisions, envelope, findPair, findRequest, isEmpty, outside, within } from './search.ts';
import { loadTestFile } from './test-file.ts';
import type { Claim, ReadBeside, TestFile } from './test-file.ts';
import type { Expectation } from './expectation.ts';

export type TestOptions = {
  readonly read: ReadBeside;
  /** Policies that a named one may extend, found by id. */
  readonly known: readonly PolicyText[];
  readonly today: string;
  /** Try mutants even where the file sets no threshold for them. */
  readonly mutants?: boolean;
};

export type TestResult = {
  readonly group: 'embedded' | 'case' | 'matrix' | 'prove' | 'replay';
  readonly name: string;
  readonly span: Span;
  readonly failures: readonly Failure[];
};

export type TestReport = {
  readonly file: string;
  readonly ok: boolean;
  readonly policy: { readonly layers: readonly string[]; readonly semantic: string } | null;
  readonly results: readonly TestResult[];
  /** What keeps the file from running, and thresholds that are not reached. */
  readonly findings: readonly Failure[];
  readonly coverage: Coverage | null;
  readonly mutants: Mutants | null;
};

export function runPolicyTest(text: PolicyText, options: TestOptions): TestReport {
  const loaded = loadTestFile(text, options.read);
  return loaded.ok ? runTestFile(loaded.value, options) : refusedTest(text.file, loaded.error);
}

export function runTestFile(file: TestFile, options: Omit<TestOptions, 'read'>): TestReport {
  const refused = (failures: readonly Failure[]): TestReport => refusedTest(file.file, failures);
  const layers = layersOf(file, options.known);
  if (!layers.ok) return refused(layers.error);
  const { all, named } = layers.value;
  const compiled = compilePolicy(all, { today: options.today });
  if (!compiled.ok) return refused(compiled.error);
  const policy = compiled.value;
  const others = comparedWith(file, [...options.known, ...file.policies], options.today);
  if (!others.ok) return refused(others.error);
  const senseless = nonsense(file, policy);
  if (senseless.length > 0) return refused(senseless);

  const lowest = all.at(-1);
  const embedded = (lowest?.tests ?? []).map((one): TestResult => ({
    group: 'embedded',
    name: one.name,
    span: one.span,
    failures: [],
  }));
  const results = [...embedded, ...runTests(file, policy, others.value)];
  const tested: readonly Tested[] = [
    ...(lowest?.tests ?? []).map((one) => ({ facts: one.facts, below: false })),
    ...file.expectations.map((one) => ({ facts: one.facts, below: one.below !== null })),
  ];
  const coverage = coverageOf(policy.stack, named, tested);
  const passed = results.every((one) => one.failures.length === 0);
  const wanted = file.coverage.mutants !== undefined || options.mutants === true;
  const fails = (mutant: CompiledPolicy): boolean =>
    runTests(file, mutant, others.value).some((one) => one.failures.length > 0);
  // Where a test fails already, it would kill every mutant.
  const mutants =
    wanted && passed ? tryMutants(policy, all, named, options.today, file.expectations, fails) : null;
  const findings = shortfalls(file, coverage, mutants);
  return {
    file: file.file,
    ok: passed && findings.length === 0,
    policy: { layers: policy.layers, semantic: policy.semanticHash },
    results,
    findings,
    coverage,
    mutants,
  };
}

/** A report of tests that did not run. */
export const refusedTest = (file: string, findings: readonly Failure[]): TestReport => ({
  file,
  ok: false,
  policy: null,
  results: [],
  findings,
  coverage: null,
  mutants: null,
});

type Layers = { readonly all: readonly PolicyDocument[]; readonly named: readonly PolicyDocument[] };

/** The named policies, below the parents of the first. */
function layersOf(file: TestFile, known: readonly PolicyText[]): Result<Layers, readonly Failure[]> {
  const named = loadAll(file.policies);
  if (!named.ok) return named;
  const [first, ...rest] = named.value;
  if (first === undefined) return err([]);
  if (first.extends === null) return ok({ all: named.value, named: named.value });
  const parents = loadAll(known.filter((one) => !file.policies.some((own) => own.file === one.file)));
  if (!parents.ok) return parents;
  const chain = resolveLayers(first, parents.value);
  return chain.ok ? ok({ all: [...chain.value, ...rest], named: named.value }) : err([chain.error]);
}

function loadAll(texts: readonly PolicyText[]): Result<readonly PolicyDocument[], readonly Failure[]> {
  const loaded = texts.map(loadText);
  const failures = loaded.flatMap((one) => (one.ok ? [] : one.error));
  return failures.length > 0 ? err(failures) : ok(loaded.flatMap((one) => (one.ok ? [one.value] : [])));
}

type Others = ReadonlyMap<Claim, CompiledPolicy>;

function comparedWith(
  file: TestFile,
  known: readonly PolicyText[],
  today: string,
): Result<Others, readonly Failure[]> {
  const found = new Map<Claim, CompiledPolicy>();
  for (const claim of file.claims) {
    if (claim.kind !== 'equal') continue;
    const beside = known.filter((one) => one.file !== claim.other.file);
    const layers = layersOf({ ...file, policies: [claim.other] }, beside);
    if (!layers.ok) return layers;
    const compiled = compilePolicy(layers.value.all, { today });
    if (!compiled.ok) return compiled;
    found.set(claim, compiled.value);
  }
  return ok(found);
}

/** Tests that name what does not exist, or speak of no request: they could not fail. */
function nonsense(file: TestFile, policy: CompiledPolicy): readonly Failure[] {
  const refs = [...new Set(policy.stack.entries.map((entry) => entry.ref))];
  const ids = refs.map((ref) => ref.slice(ref.indexOf('.') + 1));
  const unknown = file.expectations.flatMap(({ by }): readonly Failure[] => {
    if (by === null || refs.includes(by.name) || ids.includes(by.name)) return [];
    const help = suggest(by.name, by.name.includes('.') ? refs : [...new Set(ids)]);
    return [failure('policy.unknown-member', `no entry is called \`${by.name}\``, { span: by.span, help })];
  });
  const empty = file.claims.flatMap((claim): readonly Failure[] => {
    const boxes = claim.kind === 'equal' ? claim.except : [claim.over];
    if (!boxes.some((box) => isEmpty(policy, box))) return [];
    const help = 'two of its facts exclude each other';
    return [failure('policy.type-mismatch', 'no request is in this region', { span: claim.span, help })];
  });
  return [...unknown, ...empty];
}

function runTests(file: TestFile, policy: CompiledPolicy, others: Others): readonly TestResult[] {
  return [
    ...file.expectations.map((one): TestResult => ({
      group: one.group,
      name: one.name,
      span: one.span,
      failures: checkExpectation(one, policy),
    })),
    ...file.claims.map((one): TestResult => ({
      group: 'prove',
      name: one.name,
      span: one.span,
      failures: checkClaim(one, policy, others),
    })),
    ...replay(file, policy),
  ];
}

const failed = (message: string, span: Span, help: string, details?: Record<string, unknown>): Failure =>
  failure('policy.test-failed', message, { span, help, ...(details === undefined ? {} : { details }) });

function checkExpectation(one: Expectation, policy: CompiledPolicy): readonly Failure[] {
  const answer = policy.decide(one.facts);
  const entries = answer.because.map((reason) => reason.entry);
  const { by, name, span } = one;
  const help = `${brief(one.facts)} is decided by ${entries.join(', ')}`;
  if (answer.decision !== one.expect)
    return [failed(`\`${name}\` expects ${one.expect} and gets ${answer.decision}`, span, help)];
  const named = (entry: string): boolean =>
    entry === by?.name || entry.slice(entry.indexOf('.') + 1) === by?.name;
  if (by !== null && !entries.some(named))
    return [failed(`\`${name}\` is not decided by \`${by.name}\``, by.span, help)];
  if (one.below === null) return [];
  const least = decisionOf(interpret(policy.stack, one.facts).envelope);
  if (least === one.below) return [];
  const message = `\`${name}\` expects that a layer below could get ${one.below}, and it could get ${least}`;
  return [failed(message, span, brief(one.facts))];
}

function checkClaim(claim: Claim, policy: CompiledPolicy, others: Others): readonly Failure[] {
  if (claim.kind === 'equal') {
    const other = others.get(claim);
    const witness = other === undefined ? null : difference(policy, other, claim.except);
    return other === undefined || witness === null ? [] : [differs(claim, policy, other, witness)];
  }
  if (claim.kind === 'requires') return missingDuty(claim, policy);
  const severity = claim.kind === 'never' ? severityOf(claim.decision) : claim.severity;
  const broken = (value: number): boolean => (claim.kind === 'never' ? value === severity : value < severity);
  const found = findRequest(decisions(policy), within(claim.over), (leaf) =>
    broken(policy.outcomes.severity(leaf)),
  );
  const below =
    found === null && claim.kind === 'at-least' && claim.below
      ? findRequest(envelope(policy), within(claim.over), broken)
      : null;
  const witness = found ?? below;
  if (witness === null) return [];
  const answer = policy.decide(witness);
  const got = below === null ? answer.decision : decisionOf(interpret(policy.stack, witness).envelope);
  const message = `\`${claim.name}\` does not hold: ${brief(witness)} ${below === null ? 'is' : 'could become'} ${got}`;
  const help = `it is decided by ${answer.because.map((reason) => reason.entry).join(', ')}`;
  return [failed(message, claim.span, help, { witness: { ...witness }, decision: got })];
}

function missingDuty(
  claim: Extract<Claim, { kind: 'requires' }>,
  policy: CompiledPolicy,
): readonly Failure[] {
  const lacking = (duties: readonly Obligation[]): readonly Obligation[] =>
    claim.obligations.filter((one) => !duties.includes(one));
  const witness = findRequest(
    decisions(policy),
    within(claim.over),
    (leaf) => lacking(policy.outcomes.at(leaf).obligations).length > 0,
  );
  if (witness === null) return [];
  const { decision, because, obligations } = policy.decide(witness);
  const message = `\`${claim.name}\` does not hold: ${brief(witness)} is ${decision} without ${lacking(obligations).join(', ')}`;
  const help = `it is decided by ${because.map((reason) => reason.entry).join(', ')}`;
  return [failed(message, claim.span, help, { witness: { ...witness }, decision })];
}

/** A request outside the box on which the two differ, in decision, violation, duties or terms. */
function difference(
  policy: CompiledPolicy,
  other: CompiledPolicy,
  except: readonly (readonly ValueSet[])[],
): PolicyFacts | null {
  const differ = (left: number, right: number): boolean =>
    policy.outcomes.text(left) !== other.outcomes.text(right);
  for (const region of outside(except)) {
    const found = findPair(decisions(policy), decisions(other), region, differ);
    if (found !== null) return found;
  }
  return null;
}

function differs(claim: Claim, policy: CompiledPolicy, other: CompiledPolicy, witness: PolicyFacts): Failure {
  const [is, was] = [policy.decide(witness), other.decide(witness)];
  const how =
    is.decision === was.decision
      ? `is ${is.decision} in both, with another violation, other duties or other terms`
      : `was ${was.decision} and is ${is.decision}`;
  const help = `it is decided by ${is.because.map((reason) => reason.entry).join(', ')}, and was by ${was.because.map((reason) => reason.entry).join(', ')}`;
  return failed(`\`${claim.name}\` does not hold: ${brief(witness)} ${how}`, claim.span, help, {
    witness: { ...witness },
    decision: is.decision,
    before: was.decision,
  });
}

function replay(file: TestFile, policy: CompiledPolicy): readonly TestResult[] {
  if (file.replay === null) return [];
  const { decisions: logged, allowed, span } = file.replay;
  const failures = logged.flatMap((one): readonly Failure[] => {
    const answers = possibleFacts(policy, one, null)?.map((facts) => policy.decide(facts)) ?? [];
    const decisions = [...new Set(answers.map(({ decision }) => decision))];
    const [answer] = answers;
    if (answer === undefined || decisions.length > 1)
      return [{ ...undecided(one, decisions), code: 'policy.test-failed', span: one.span }];
    if (answer.decision === one.decision || allowed.has(`${one.decision}->${answer.decision}`)) return [];
    const help = `it is decided by ${answer.because.map((reason) => reason.entry).join(', ')}`;
    return [failed(`${brief(one.facts)} was ${one.decision} and is ${answer.decision}`, one.span, help)];
  });
  return [{ group: 'replay', name: `${logged.length} logged decisions`, span, failures }];
}

function shortfalls(file: TestFile, coverage: Coverage, mutants: Mutants | null): readonly Failure[] {
  const short = (key: 'rules' | 'cells' | 'mutants', share: Share, missed: string): readonly Failure[] => {
    const threshold = file.coverage[key];
    const percent = percentOf(share);
    if (threshold === undefined || percent >= threshold.percent) return [];
    const what = key === 'mutants' ? `${key} are killed` : `${key} are covered`;
    const message = `${share.covered} of ${share.total} ${what}, ${percent} % and not ${threshold.percent} %`;
    const places = share.missed.map(
      (one) => `${one.what} (${one.span.file}:${one.span.line}:${one.span.column})`,
    );
    return [
      failure('policy.untested', message, { span: threshold.span, help: `${missed}: ${places.join(', ')}` }),
    ];
  };
  return [
    ...short('rules', coverage.rules, 'no test is decided by'),
    ...short('cells', coverage.cells, 'no test is decided by'),
    ...(mutants === null
      ? []
      : short(
          'mutants',
          { covered: mutants.killed, total: mutants.total, missed: mutants.survivors },
          'no test notices',
        )),
  ];
}
