// Documents to an effective policy, upper layer first. INVARIANT: what is returned is proved: every invariant holds on the
// policy and on its envelope, every embedded test passes; otherwise nothing is returned.
import { Work } from '#policy/collections/budget.ts';
import { deciderTables } from '#policy/engine/deciding/decide.ts';
import { escalatesToNobody } from './escalate-nobody.ts';
import type { PolicyDocument, TestCase } from '#policy/engine/documents/document.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import { grantsInTurns } from './grants.ts';
import { semanticHashInTurns } from './hashes.ts';
import { brief, violationOf } from './prove.ts';
import { MAX_FAILURES, andMore } from '#policy/engine/values/problems.ts';
import { loosenedByTime } from './time-tightens.ts';
import { atOnce, flatMapInTurns } from '#policy/collections/turns.ts';
import type { Turns } from '#policy/collections/turns.ts';
import { CompiledPolicy } from './compiled-policy.ts';
import { layOutInTurns, provableOf, withinBudget } from './layout.ts';
import type { CompileOptions, Laid } from './layout.ts';

const MAX_LAYERS = 8;

/**
 * Compiles layers, upper first. Each prefix is compiled and proved as well: a parent's tests hold of the parent, and a
 * child's `extends.hash` names the parent as compiled. `upper`: the first layers, where they are compiled already.
 */
export function compilePolicy(
  documents: readonly PolicyDocument[],
  options: CompileOptions,
  upper: CompiledPolicy | null = null,
): Result<CompiledPolicy, Failure[]> {
  return atOnce(compileInTurns(documents, options, upper));
}

/** `compilePolicy` in turns of counted work, for whoever has something else to do in between. */
export function* compileInTurns(
  documents: readonly PolicyDocument[],
  options: CompileOptions,
  upper: CompiledPolicy | null = null,
): Turns<Result<CompiledPolicy, Failure[]>> {
  if (documents.length === 0)
    return err([failure('policy.not-loaded', 'there is no policy document', { help: 'load one first' })]);
  const counted = { ...options, work: options.work ?? new Work() };
  let effective = upper;
  for (const [index, document] of documents.entries()) {
    if (index < (upper?.layers.length ?? 0)) continue;
    const parent = checkParent(document, index === 0 ? null : effective, documents.slice(0, index));
    if (parent !== null) return err([parent]);
    const compiled = yield* compilePrefix(documents.slice(0, index + 1), counted);
    if (!compiled.ok) return compiled;
    effective = compiled.value;
  }
  return effective === null ? err([]) : ok(effective);
}

/** `above`: the documents of the layers above it. */
function checkParent(
  document: PolicyDocument,
  parent: CompiledPolicy | null,
  above: readonly PolicyDocument[],
): Failure | null {
  const span = document.extends?.span ?? document.span;
  const bad = (message: string, help: string): Failure =>
    failure('policy.bad-parent', message, { span, help });
  if (above.length >= MAX_LAYERS)
    return bad(`a policy has at most ${MAX_LAYERS} layers`, 'merge some of them');
  if (parent === null)
    return document.extends === null
      ? null
      : bad(
          `\`${document.id}\` extends \`${document.extends.id}\`, which is not loaded`,
          'load the parent first',
        );
  if (document.extends === null)
    return bad(
      `\`${document.id}\` stands below \`${parent.id}\` and does not extend it`,
      `add \`extends: { id: ${parent.id} }\``,
    );
  const { id } = document.extends;
  if (id !== parent.id)
    return bad(
      `\`${document.id}\` extends \`${id}\`, not \`${parent.id}\``,
      // Whoever names two that stand beside each other means one by one, or wants what both give.
      above.some((one) => one.id === id)
        ? `both are layers below \`${id}\`: name one of them, or write \`extends: { id: ${parent.id} }\` in a copy of this file`
        : 'load the layers in order',
    );
  if (document.extends.hash !== null && document.extends.hash !== parent.semanticHash)
    return bad(
      `the parent \`${parent.id}\` is not the one that was signed off`,
      `its hash is now ${parent.semanticHash}`,
    );
  return null;
}

function* compilePrefix(
  documents: readonly PolicyDocument[],
  options: CompileOptions,
): Turns<Result<CompiledPolicy, Failure[]>> {
  const work = options.work ?? new Work();
  return yield* withinBudget(documents.at(-1), function* () {
    const laid = yield* layOutInTurns(documents, { ...options, work });
    if (!laid.ok) return laid;
    work.begin('proof');
    const refused = yield* refusals(laid.value);
    if (refused.length > 0) return err(capped(refused));
    work.begin('tables');
    const semanticHash = yield* semanticHashInTurns(laid.value);
    const parts = { ...laid.value, semanticHash, tables: yield* deciderTables(laid.value) };
    const policy = new CompiledPolicy(parts, documents);
    yield;
    work.begin('tests');
    const failures = options.testsPass === false ? [] : yield* failedTests(policy, documents.at(-1), work);
    if (failures.length > 0) return err(capped(failures));
    policy.space.release();
    return ok(policy);
  });
}

/** Nobody reads five thousand. */
const capped = (failures: Failure[]): Failure[] =>
  failures.length <= MAX_FAILURES
    ? failures
    : [...failures.slice(0, MAX_FAILURES), andMore(failures.slice(0, MAX_FAILURES))];

/** Invariants that do not hold, questions to nobody, and grants of the lowest layer that its floors take away. */
function* refusals(laid: Laid): Turns<Failure[]> {
  const { stack, compiled, space, records, diagram } = laid;
  const lowest = stack.layers.at(-1);
  const provable = provableOf(laid);
  const violated = yield* flatMapInTurns(laid.invariants, (one) => violationOf(provable, one));
  const toNobody = escalatesToNobody(laid);
  yield;
  const loosened = loosenedByTime(laid);
  yield;
  return [
    ...violated,
    ...toNobody,
    ...loosened,
    ...(lowest === undefined
      ? []
      : yield* grantsInTurns(
          { layer: lowest, floors: lowest.floors, whose: 'the floors of this layer' },
          { compiled, space, records, diagram },
        )),
  ];
}

function failedTests(
  policy: CompiledPolicy,
  document: PolicyDocument | undefined,
  work: Work,
): Turns<Failure[]> {
  return flatMapInTurns(document?.tests ?? [], (one): readonly Failure[] => {
    work.step(policy.floors.length);
    const failed = failureOf(policy, one);
    return failed === null ? [] : [failed];
  });
}

/** Why an embedded test of the lowest document fails; `null`: it passes. */
export function failureOf(policy: CompiledPolicy, one: TestCase): Failure | null {
  const answer = policy.decide(one.facts);
  const entries = answer.because.map((reason) => reason.entry);
  const by = one.by;
  if (answer.decision !== one.expect) {
    const message = `the test \`${one.name}\` expects ${one.expect} and gets ${answer.decision}`;
    const help = `${brief(one.facts)} is decided by ${entries.join(', ')}`;
    return failure('policy.test-failed', message, { span: one.span, help });
  }
  if (by === null || entries.some((entry) => entry === by || entry.slice(entry.indexOf('.') + 1) === by))
    return null;
  const message = `the test \`${one.name}\` is not decided by \`${by}\``;
  return failure('policy.test-failed', message, {
    span: one.span,
    help: `it is decided by ${entries.join(', ')}`,
  });
}
