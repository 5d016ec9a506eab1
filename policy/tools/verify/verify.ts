// Every invariant of a policy, and claims of the moment, each proved on every class of requests or refuted by one of them.
// INVARIANT: three answers; whatever was not proved to its end is UNPROVEN. A policy that the compiler refuses is verified too.
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import { invariantsOf, layOut, provableOf } from '#policy/engine/compile/layout.ts';
import type { CompileOptions, Laid } from '#policy/engine/compile/layout.ts';
import type { ValueSet } from '#policy/engine/documents/condition.ts';
import type { Invariant, PolicyDocument, Severity } from '#policy/engine/documents/document.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import type { Found } from '#policy/engine/space/node.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import type { ErrorCode, Failure, Result } from '#policy/language/failure.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import { boxOf, dayOf, fromToday, violations, witnessOf } from '#policy/engine/compile/prove.ts';
import { factsOfValues } from '#policy/requests/request.ts';
import { stackOn } from '#policy/engine/layers/stack.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import { OWN_ADDRESSES, reachedByName } from './address-proof.ts';
import type { AdHocClaim } from './ad-hoc-claim.ts';
import { classesIn, entriesIn } from './proof-size.ts';
import { statementInWords } from './statement-words.ts';

export type Refutation = {
  /** `envelope`: not this policy, but one that a lower layer could make of it. */
  readonly on: 'policy' | 'envelope';
  /** `null` where a duty is missing that no request shows. */
  readonly witness: PolicyFacts | null;
  /** The day on which the witness is decided so, `YYYY-MM-DD`. */
  readonly day: string | null;
  readonly decision: BrowserDecision | null;
  /** Who decides so, and where. */
  readonly entry: string | null;
  readonly at: string | null;
};

export type ClaimResult = {
  readonly id: string;
  readonly source: 'stated' | 'built-in' | 'claim';
  readonly says: string;
  readonly at: string;
  /** The layers that it was proved of: all of them, or those down to one that does not hold by itself. */
  readonly layers: readonly string[];
  readonly answer: 'PROVEN' | 'VIOLATED' | 'UNPROVEN';
  /** Request classes that it speaks of, and branches of the diagrams that the proof looked at. */
  readonly classes: bigint;
  readonly cells: number;
  readonly refutation: Refutation | null;
};

export type Proof = {
  readonly layers: readonly string[];
  /** The first day that it is proved for, and how many entries speak on it. */
  readonly from: string;
  readonly entries: number;
  /** Request classes that the policy tells apart, and cells that were laid out for them. */
  readonly classes: bigint;
  readonly cells: number;
  /** Why the compiler refuses the policy, where it does. */
  readonly refused: readonly Failure[];
  /** The proof itself: what a caller may time. */
  readonly run: () => readonly ClaimResult[];
};

/** What a policy may be refused for and still be verified. */
const PROVABLE: readonly ErrorCode[] = [
  'policy.invariant-violated',
  'policy.escalate-nobody',
  'policy.grant-in-floor',
  'policy.test-failed',
  'policy.unproven',
];

/** Lays out layers, upper first. Errors: those of documents that are not layers of one policy. */
export function prepareProof(
  documents: readonly PolicyDocument[],
  options: CompileOptions,
  claims: readonly AdHocClaim[] = [],
): Result<Proof, readonly Failure[]> {
  const compiled = compilePolicy(documents, options);
  const refused = compiled.ok ? [] : compiled.error;
  const errors = refused.filter((one) => !PROVABLE.includes(one.code));
  if (errors.length > 0) return err(errors);
  const layers = documents.map((document) => `${document.id}@${document.revision}`);
  const entries = documents.reduce((sum, document) => sum + entriesIn(document), 0);
  const boxes = claims.map(claimAsInvariant);
  const laid = compiled.ok && claims.length === 0 ? ok(compiled.value) : layOut(documents, options, boxes);
  if (!laid.ok) {
    const unproven = (): readonly ClaimResult[] => [
      ...invariantsOf(documents.flatMap((one) => one.invariants)).map((one) => ({
        ...headOf(one, layers),
        ...UNPROVEN,
      })),
      ...boxes.map((one, index) => ({ ...claimHead(one, claims[index], layers), ...UNPROVEN })),
    ];
    return ok({
      layers,
      from: options.today,
      entries,
      classes: 0n,
      cells: 0,
      refused: [...refused, ...laid.error],
      run: unproven,
    });
  }
  const whole = laid.value;
  const senseless = claims.filter((one) => classesIn(one.over, whole.space) === 0n);
  if (senseless.length > 0)
    return err(
      senseless.map(({ span }) =>
        failure('policy.type-mismatch', 'no request is in this region', {
          span,
          help: 'two of its facts exclude each other; anything would hold of it',
        }),
      ),
    );
  const above = compiled.ok ? [] : layersAbove(documents, options);
  const reached = reachedByName(documents);
  const closed = layOut(reached.closed, options, [OWN_ADDRESSES]);
  return ok({
    layers,
    from: options.today,
    entries,
    classes: classesIn([], whole.space),
    cells: whole.statistics.cells,
    refused,
    run: () => [
      ...above.flatMap(({ laid: upper, layers: names }) =>
        upper.invariants
          .map((one) => verdictOf(one, headOf(one, names), upper))
          .filter(({ answer }) => answer !== 'PROVEN'),
      ),
      ...whole.invariants.map((one) => verdictOf(one, headOf(one, layers), whole)),
      {
        ...headOf(OWN_ADDRESSES, layers),
        says: reached.says,
        ...(closed.ok ? answerOf(OWN_ADDRESSES, closed.value) : UNPROVEN),
      },
      ...boxes.map((one, index) => claimVerdict(one, claims[index], layers, whole)),
    ],
  });
}

type Provable = Omit<Laid, 'compiled'>;

/** A parent that does not hold by itself is not saved by the layer below it. */
function layersAbove(
  documents: readonly PolicyDocument[],
  options: CompileOptions,
): readonly { readonly laid: Provable; readonly layers: readonly string[] }[] {
  return documents.slice(1).flatMap((_, index) => {
    const above = documents.slice(0, index + 1);
    const laid = layOut(above, options);
    return laid.ok ? [{ laid: laid.value, layers: above.map((one) => `${one.id}@${one.revision}`) }] : [];
  });
}

type Head = Pick<ClaimResult, 'id' | 'source' | 'says' | 'at' | 'layers'>;
const UNPROVEN = { answer: 'UNPROVEN', classes: 0n, cells: 0, refutation: null } as const;

const headOf = (one: Invariant, layers: readonly string[]): Head => ({
  id: one.id,
  source: one.span.file === 'phase-38' ? 'built-in' : 'stated',
  says: statementInWords(one),
  at: placeOf(one.span),
  layers,
});

const verdictOf = (invariant: Invariant, head: Head, laid: Provable): ClaimResult => ({
  ...head,
  ...answerOf(invariant, laid),
});

function answerOf(invariant: Invariant, laid: Provable): Omit<ClaimResult, keyof Head> {
  const effort = { cells: 0 };
  const [failed] = violations(provableOf(laid), [invariant], effort);
  const without = invariant.kind === 'requires' ? requestWithout(invariant, laid, effort) : null;
  const lacking = without?.witness ?? null;
  const classes = classesIn(invariant.kind === 'at-least' ? invariant.over : [], laid.space);
  const refutation =
    invariant.kind === 'at-least'
      ? failed === undefined
        ? null
        : refutationOf(failed)
      : failed === undefined && lacking === null
        ? null
        : {
            on: lacking === null ? ('envelope' as const) : ('policy' as const),
            witness: lacking,
            ...decidedAt(laid, without),
          };
  return {
    answer: refutation === null ? 'PROVEN' : 'VIOLATED',
    classes,
    cells: effort.cells,
    refutation,
  };
}

/** A request that is decided without one of the duties. */
function requestWithout(
  invariant: Extract<Invariant, { kind: 'requires' }>,
  laid: Provable,
  effort: { cells: number },
): Shown | null {
  const { diagram, decisionNode, outcomes } = laid;
  const found = diagram.find(
    decisionNode,
    fromToday(() => true, laid),
    (leaf) => invariant.obligations.some((one) => !outcomes.at(leaf).obligations.includes(one)),
    effort,
  );
  return shownBy(found, [], laid);
}

type Shown = { readonly witness: PolicyFacts; readonly day: string };

const shownBy = (found: Found | null, over: readonly ValueSet[], laid: Provable): Shown | null =>
  found === null ? null : { witness: witnessOf(found, over, laid.space), day: dayOf(found, laid) };

function decidedAt(
  { stack }: Provable,
  shown: Shown | null,
): Pick<Refutation, 'day' | 'decision' | 'entry' | 'at'> {
  if (shown === null) return { day: null, decision: null, entry: null, at: null };
  const { severity, winners } = interpret(stackOn(stack, shown.day), shown.witness);
  const entry = winners[0]?.entry;
  return {
    day: shown.day,
    decision: decisionOf(severity),
    entry: entry?.ref ?? null,
    at: entry === undefined ? null : placeOf(entry.span),
  };
}

function refutationOf({ details = {}, span }: Failure): Refutation {
  const { witness, decision, entry, on, day } = details;
  const facts = factsOfValues(witness instanceof Object ? { ...witness } : {});
  if (!facts.ok) throw new TypeError(`a witness is a request: ${facts.error.message}`);
  return {
    on: on === 'envelope' ? 'envelope' : 'policy',
    witness: facts.value,
    day: typeof day === 'string' ? day : null,
    decision: decision === 'ESCALATE' || decision === 'DENY' || decision === 'ABORT' ? decision : 'ALLOW',
    entry: typeof entry === 'string' ? entry : null,
    at: span === undefined ? null : placeOf(span),
  };
}

type Box = Extract<Invariant, { kind: 'at-least' }>;

const severityIn = (claim: AdHocClaim): Severity => (claim.kind === 'requires' ? 0 : claim.severity);

const claimAsInvariant = (claim: AdHocClaim, index: number): Box => ({
  kind: 'at-least',
  id: `claim-${index + 1}`,
  severity: severityIn(claim),
  decision: decisionOf(severityIn(claim)),
  over: claim.over,
  span: claim.span,
});

const claimHead = (box: Box, claim: AdHocClaim | undefined, layers: readonly string[]): Head => ({
  id: box.id,
  source: 'claim',
  says: claim?.says ?? '',
  at: placeOf(box.span),
  layers,
});

/** `at_least` is proved like an invariant, below too; `never` and `requires` are said of this policy alone. */
function claimVerdict(
  box: Box,
  claim: AdHocClaim | undefined,
  layers: readonly string[],
  laid: Provable,
): ClaimResult {
  const head = claimHead(box, claim, layers);
  if (claim === undefined || claim.kind === 'at-least') return verdictOf(box, head, laid);
  const duties = claim.kind === 'requires' ? claim.obligations : null;
  const effort = { cells: 0 };
  const { diagram, decisionNode, outcomes, space } = laid;
  const found = diagram.find(
    decisionNode,
    fromToday(boxOf(box.over, space), laid),
    (leaf) =>
      duties === null
        ? outcomes.severity(leaf) === box.severity
        : duties.some((one) => !outcomes.at(leaf).obligations.includes(one)),
    effort,
  );
  const shown = shownBy(found, box.over, laid);
  return {
    ...head,
    answer: shown === null ? 'PROVEN' : 'VIOLATED',
    classes: classesIn(box.over, space),
    cells: effort.cells,
    refutation: shown === null ? null : { on: 'policy', witness: shown.witness, ...decidedAt(laid, shown) },
  };
}

/** 0 all proven, 1 something violated, or refused for another reason, 4 something unproven. */
export function verifyExit(proof: Proof, verdicts: readonly ClaimResult[]): 0 | 1 | 4 {
  if (verdicts.some(({ answer }) => answer === 'VIOLATED')) return 1;
  if (verdicts.some(({ answer }) => answer === 'UNPROVEN')) return 4;
  return proof.refused.length > 0 ? 1 : 0;
}
