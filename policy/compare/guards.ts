// What guards a policy without deciding anything today: stated invariants, floors that others cover, tests, duties and
// approvers that a layer names, its revision. INVARIANT: one that is gone or weaker is named, even where every request is
// decided as before: it was there for the edit after this one.
import type { CompiledPolicy } from '#policy/compile.ts';
import { ALLOW } from '#policy/document.ts';
import type { PolicyDocument, TestCase, Unit } from '#policy/document.ts';
import type { Span } from '#policy/failure.ts';
import { decisionOf, severityOf } from '#policy/units.ts';
import { contentOf, invariantContent, invariantFloor, weakens } from './guard-cover.ts';

export type Guard = {
  /** `invariants.INV-8`, `floors.popups`, `tests.another site asks`, `revision`. */
  readonly guard: string;
  readonly layer: string;
  readonly how: 'removed' | 'weakened';
  /** What is no longer held, in words. */
  readonly what: string;
  /** Where it stands now, or stood. */
  readonly span: Span;
};

/** `GUARD REMOVED invariants.INV-8 of phase38-default: …` */
export const guardInWords = ({ guard, layer, how, what }: Guard): string =>
  `GUARD ${how.toUpperCase()} ${guard} of ${layer}: ${what}`;

type Layers = readonly PolicyDocument[];

/** Each is a comparison of its own: where more of one kind went, they are compared together. */
const COMPARED_SINGLY_AT_MOST = 32;

export function guardsLost(before: CompiledPolicy, after: CompiledPolicy): readonly Guard[] {
  if (before.sourceHash === after.sourceHash) return [];
  const [old, now] = [layersOf(before), layersOf(after)];
  const floors = floorsLost(old, now);
  const invariants = invariantsLost(old, now);
  const isNew = ({ id }: PolicyDocument): boolean => !old.some((one) => one.id === id);
  return [
    ...invariants,
    ...floors,
    ...old.flatMap((document) => {
      const same = now.find(({ id }) => id === document.id);
      // Under another id a layer says what it said: a new name takes nothing of what guarded it away.
      const heirs = same === undefined ? now.filter(isNew) : [same];
      const [only, ...others] = heirs;
      return [
        ...dutiesLost(document, same ?? null, now),
        ...(only === undefined || others.length > 0 ? [] : approversLost(document, only)),
        ...testsLost(document, same === undefined ? now : [same], after),
        ...(same === undefined ? [] : revisionLost(document, same)),
        ...heirs.flatMap((heir) => endLost(document, heir)).slice(0, 1),
      ];
    }),
  ];
}

const layersOf = ({ stack }: CompiledPolicy): Layers => stack.layers.map(({ document }) => document);

/** One whose words are there still holds; else those that are new or other ones together have to be as severe wherever it was. */
function floorsLost(old: Layers, now: Layers): readonly Guard[] {
  const known = new Set(old.flatMap(({ floors }) => floors.map(contentOf)));
  const all = now.flatMap(({ floors }) => floors);
  const kept = new Set(all.map(contentOf));
  const fresh = all.filter((one) => !known.has(contentOf(one)));
  const gone = old.flatMap(({ floors }) => floors).filter((one) => !kept.has(contentOf(one)));
  const [first] = old;
  if (first !== undefined && gone.length > COMPARED_SINGLY_AT_MOST)
    return together('floors', first, gone, fresh);
  return old.flatMap((document) =>
    document.floors.flatMap((floor): readonly Guard[] => {
      if (kept.has(contentOf(floor)) || !weakens(document, [floor], fresh)) return [];
      const named = now.find(({ id }) => id === document.id)?.floors.find(({ ref }) => ref === floor.ref);
      return [lost(floor.ref, document, named?.span ?? null, floor.span, floorInWords(floor))];
    }),
  );
}

function invariantsLost(old: Layers, now: Layers): readonly Guard[] {
  const known = new Set(old.flatMap(({ invariants }) => invariants.map(invariantContent)));
  const all = now.flatMap(({ invariants }) => invariants);
  const kept = new Set(all.map(invariantContent));
  const fresh = all.filter((one) => !known.has(invariantContent(one)));
  const gone = old.flatMap(({ invariants }) => invariants).filter((one) => !kept.has(invariantContent(one)));
  const [first] = old;
  if (
    first !== undefined &&
    gone.length > COMPARED_SINGLY_AT_MOST &&
    gone.every(({ kind }) => kind === 'at-least')
  )
    return together('invariants', first, floorsOf(first, gone), floorsOf(first, fresh));
  return old.flatMap((document) =>
    document.invariants.flatMap((one): readonly Guard[] => {
      if (kept.has(invariantContent(one))) return [];
      const held =
        one.kind === 'requires'
          ? one.obligations.every((duty) =>
              fresh.some((other) => other.kind === 'requires' && other.obligations.includes(duty)),
            )
          : !weakens(document, [invariantFloor(document, one)], floorsOf(document, fresh));
      if (held) return [];
      const named = now
        .find(({ id }) => id === document.id)
        ?.invariants.find((other) => other.id === one.id && other.kind === one.kind);
      const words =
        one.kind === 'requires'
          ? `every decision carries ${one.obligations.join(', ')}`
          : `at least ${one.decision} was proved of what it speaks of`;
      return [lost(`invariants.${one.id}`, document, named?.span ?? null, one.span, words)];
    }),
  );
}

const floorsOf = (document: PolicyDocument, invariants: PolicyDocument['invariants']): readonly Unit[] =>
  invariants.flatMap((one) => (one.kind === 'at-least' ? [invariantFloor(document, one)] : []));

function together(
  section: string,
  document: PolicyDocument,
  gone: readonly Unit[],
  fresh: readonly Unit[],
): readonly Guard[] {
  if (!weakens(document, gone, fresh)) return [];
  const what = `${gone.length} of them are not what they were, and together they hold less`;
  return [lost(section, document, null, gone[0]?.span ?? document.span, what)];
}

const floorInWords = ({ cells }: Unit): string => {
  const worst = cells.reduce<Unit['cells'][number] | undefined>(
    (most, cell) => (most === undefined || cell.severity > most.severity ? cell : most),
    undefined,
  );
  return `no layer could get below ${decisionOf(worst?.severity ?? ALLOW)} there`;
};

function lost(
  guard: string,
  { id: layer }: PolicyDocument,
  stands: Span | null,
  stood: Span,
  what: string,
): Guard {
  return { guard, layer, how: stands === null ? 'removed' : 'weakened', what, span: stands ?? stood };
}

/** Duties go with their layer, unless another one says them. */
function dutiesLost(document: PolicyDocument, renewed: PolicyDocument | null, now: Layers): readonly Guard[] {
  return (['always', 'after'] as const).flatMap((when) => {
    const held = renewed === null ? now.flatMap((one) => [...one.always, ...one.after]) : renewed[when];
    return document[when]
      .filter((duty) => !held.includes(duty))
      .map((duty) => lost(`obligations.${when} ${duty}`, document, null, document.span, 'it was a duty'));
  });
}

function approversLost(document: PolicyDocument, renewed: PolicyDocument): readonly Guard[] {
  const { approvers } = document.escalation;
  const now = renewed.escalation.approvers;
  if (approvers === undefined) return [];
  const others = now?.filter((one) => !approvers.includes(one)) ?? [];
  if (now !== undefined && others.length === 0) return [];
  const what =
    now === undefined
      ? `only ${approvers.join(', ')} could answer`
      : `${others.join(', ')} may answer as well as ${approvers.join(', ')}`;
  const stands = now === undefined ? null : renewed.escalationSpan;
  return [lost('escalation.approvers', document, stands, document.escalationSpan, what)];
}

/**
 * A test that went although it would still pass, or because less is refused now, guarded something. One that the policy now
 * answers more severely had to go.
 */
function testsLost(document: PolicyDocument, renewed: Layers, after: CompiledPolicy): readonly Guard[] {
  const tests = new Map<string, readonly TestCase[]>();
  for (const one of renewed.flatMap((layer) => layer.tests)) {
    const key = JSON.stringify(one.facts);
    tests.set(key, [...(tests.get(key) ?? []), one]);
  }
  const entries = new Set(after.stack.units.flatMap(({ ref, id }) => [ref, id]));
  return document.tests.flatMap((one): readonly Guard[] => {
    const same = tests.get(JSON.stringify(one.facts)) ?? [];
    const bySame = (other: TestCase): boolean =>
      one.by === null || other.by === one.by || (other.by !== null && !entries.has(one.by));
    const least = severityOf(one.expect);
    if (same.some((other) => severityOf(other.expect) >= least && bySame(other))) return [];
    if (severityOf(after.decide(one.facts).decision) > least) return [];
    const [weaker] = same;
    return [
      lost(`tests.${one.name}`, document, weaker?.span ?? null, one.span, `${one.expect} was expected`),
    ];
  });
}

const endLost = (document: PolicyDocument, renewed: PolicyDocument): readonly Guard[] =>
  document.mark?.complete === true && (renewed.mark ?? { truncated: true }).truncated !== null
    ? [lost('end', document, null, document.span, 'that it is all there was said by its last line')]
    : [];

function revisionLost(document: PolicyDocument, renewed: PolicyDocument): readonly Guard[] {
  return renewed.revision >= document.revision
    ? []
    : [
        lost(
          'revision',
          document,
          renewed.span,
          document.span,
          `revision ${document.revision} goes back to ${renewed.revision}`,
        ),
      ];
}
