// What guards a policy without deciding anything today: stated invariants, floors that others cover, tests, duties and
// approvers that a layer names, its revision. INVARIANT: one that is gone or weaker is named, even where every request is
// decided as before: it was there for the edit after this one.
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { ALLOW } from '#policy/engine/documents/document.ts';
import type { PolicyDocument, TestCase, Entry } from '#policy/engine/documents/document.ts';
import { visibleLine } from '#policy/language/failure.ts';
import type { Span } from '#policy/language/failure.ts';
import { decisionOf, severityOf } from '#policy/engine/documents/decision-words.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import { endLost } from './end-guard.ts';
import type { EndLost } from './end-guard.ts';
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
  visibleLine(`GUARD ${how.toUpperCase()} ${guard} of ${layer}: ${what}`);

type Layers = readonly PolicyDocument[];

/** Each is a comparison of its own: where more of one kind went, they are compared together. */
const MAX_COMPARED_SINGLY = 32;

export function guardsLost(before: CompiledPolicy, after: CompiledPolicy): readonly Guard[] {
  if (before.sourceHash === after.sourceHash) return [];
  const [old, now] = [layersOf(before), layersOf(after)];
  const floors = floorsLost(old, now);
  const invariants = invariantsLost(old, now);
  const isNew = ({ id }: PolicyDocument): boolean => !old.some((one) => one.id === id);
  // What a layer that went said may stand in one that was there before.
  const changed = now.filter(({ sourceHash }) => !old.some((one) => one.sourceHash === sourceHash));
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
        ...endOf(document, endLost(document, same ?? null, heirs.length > 0 ? heirs : changed, now)),
      ];
    }),
  ];
}

const layersOf = ({ stack }: CompiledPolicy): Layers => stack.layers.map(({ document }) => document);

/** By what they say: the contents that are there now, those that are new or other ones, those that went. */
function told<T>(
  old: Layers,
  now: Layers,
  listOf: (document: PolicyDocument) => readonly T[],
  content: (one: T) => string,
): { readonly kept: ReadonlySet<string>; readonly fresh: readonly T[]; readonly gone: readonly T[] } {
  const [before, after] = [old.flatMap(listOf), now.flatMap(listOf)];
  const [known, kept] = [new Set(before.map(content)), new Set(after.map(content))];
  return {
    kept,
    fresh: after.filter((one) => !known.has(content(one))),
    gone: before.filter((one) => !kept.has(content(one))),
  };
}

/** One whose words are there still holds; else those that are new or other ones together have to be as severe wherever it was. */
function floorsLost(old: Layers, now: Layers): readonly Guard[] {
  const { kept, fresh, gone } = told(old, now, ({ floors }) => floors, contentOf);
  const [first] = old;
  if (first !== undefined && gone.length > MAX_COMPARED_SINGLY) return together('floors', first, gone, fresh);
  return old.flatMap((document) =>
    document.floors.flatMap((floor): readonly Guard[] => {
      if (kept.has(contentOf(floor)) || !weakens(document, [floor], fresh)) return [];
      const named = now.find(({ id }) => id === document.id)?.floors.find(({ ref }) => ref === floor.ref);
      return [lost(floor.ref, document.id, named?.span ?? null, floor.span, floorInWords(floor))];
    }),
  );
}

function invariantsLost(old: Layers, now: Layers): readonly Guard[] {
  const { kept, fresh, gone } = told(old, now, ({ invariants }) => invariants, invariantContent);
  const [first] = old;
  if (
    first !== undefined &&
    gone.length > MAX_COMPARED_SINGLY &&
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
      return [lost(`invariants.${one.id}`, document.id, named?.span ?? null, one.span, words)];
    }),
  );
}

const floorsOf = (document: PolicyDocument, invariants: PolicyDocument['invariants']): readonly Entry[] =>
  invariants.flatMap((one) => (one.kind === 'at-least' ? [invariantFloor(document, one)] : []));

function together(
  section: string,
  document: PolicyDocument,
  gone: readonly Entry[],
  fresh: readonly Entry[],
): readonly Guard[] {
  if (!weakens(document, gone, fresh)) return [];
  const what = `${gone.length} of them are not what they were, and together they hold less`;
  return [lost(section, document.id, null, gone[0]?.span ?? document.span, what)];
}

const floorInWords = ({ cells }: Entry): string => {
  const worst = cells.reduce<Entry['cells'][number] | undefined>(
    (most, cell) => (most === undefined || cell.severity > most.severity ? cell : most),
    undefined,
  );
  return `no layer could get below ${decisionOf(worst?.severity ?? ALLOW)} there`;
};

export const lost = (
  guard: string,
  layer: string,
  stands: Span | null,
  stood: Span,
  what: string,
): Guard => ({ guard, layer, how: stands === null ? 'removed' : 'weakened', what, span: stands ?? stood });

/** Duties go with their layer, unless another one says them. */
function dutiesLost(document: PolicyDocument, renewed: PolicyDocument | null, now: Layers): readonly Guard[] {
  return (['always', 'after'] as const).flatMap((when) => {
    const held = renewed === null ? now.flatMap((one) => [...one.always, ...one.after]) : renewed[when];
    return document[when]
      .filter((duty) => !held.includes(duty))
      .map((duty) => lost(`obligations.${when} ${duty}`, document.id, null, document.span, 'it was a duty'));
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
  return [lost('escalation.approvers', document.id, stands, document.escalationSpan, what)];
}

const testsLost = (document: PolicyDocument, renewed: Layers, after: CompiledPolicy): readonly Guard[] =>
  casesLost(
    document.id,
    document.tests,
    renewed.flatMap((layer) => layer.tests),
    after,
  );

/** `below`: the least that a layer below was to get. */
export type GuardingCase = TestCase & { readonly below?: BrowserDecision | null };

/**
 * A test that went although it would still pass, or because less is refused now, guarded something. One that the policy now
 * answers more severely had to go. `layer`: the document or the test file that it is missed in.
 */
export function casesLost(
  layer: string,
  old: readonly GuardingCase[],
  now: readonly GuardingCase[],
  after: CompiledPolicy,
): readonly Guard[] {
  const byFacts = new Map<string, GuardingCase[]>();
  for (const one of now) {
    const key = JSON.stringify(one.facts);
    byFacts.set(key, [...(byFacts.get(key) ?? []), one]);
  }
  const entries = new Set(after.stack.entries.flatMap(({ ref, id }) => [ref, id]));
  return old.flatMap(({ name, facts, expect, by, below = null, span }): readonly Guard[] => {
    const same = byFacts.get(JSON.stringify(facts)) ?? [];
    const least = severityOf(expect);
    const asMuch = (other: GuardingCase): boolean =>
      severityOf(other.expect) >= least &&
      (by === null || other.by === by || (other.by !== null && !entries.has(by))) &&
      (below === null || severityOf(other.below ?? 'ALLOW') >= severityOf(below));
    if (same.some(asMuch) || severityOf(after.decide(facts).decision) > least) return [];
    return [lost(`tests.${name}`, layer, same[0]?.span ?? null, span, `${expect} was expected`)];
  });
}

const endOf = (document: PolicyDocument, found: EndLost | null): readonly Guard[] =>
  found === null ? [] : [lost('end', document.id, found.stands, document.span, found.what)];

function revisionLost(document: PolicyDocument, renewed: PolicyDocument): readonly Guard[] {
  return renewed.revision >= document.revision
    ? []
    : [
        lost(
          'revision',
          document.id,
          renewed.span,
          document.span,
          `revision ${document.revision} goes back to ${renewed.revision}`,
        ),
      ];
}
