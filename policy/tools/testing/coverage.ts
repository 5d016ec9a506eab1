// How much of a policy its tests reach: entries and cells that decide in some test. The denominators are what is written,
// counted once: a NEVER cell is one cell.
import type { Cell, PolicyDocument, Entry } from '#policy/engine/documents/document.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Span } from '#policy/language/failure.ts';
import { cellAt, interpret } from '#policy/engine/deciding/interpret.ts';
import type { Stack } from '#policy/engine/layers/stack.ts';
import { decisionOf } from '#policy/engine/reading/entry-reader.ts';

export type Missed = { readonly what: string; readonly span: Span };
export type Share = { readonly covered: number; readonly total: number; readonly missed: readonly Missed[] };
export type Coverage = { readonly rules: Share; readonly cells: Share };

/** A request that is tested. `below`: what a layer below could get there is tested too. */
export type Tested = { readonly facts: PolicyFacts; readonly below: boolean };

/** An entry is covered where it decides, a delegation where it gives what a layer below could get. */
export function coverageOf(
  stack: Stack,
  documents: readonly PolicyDocument[],
  tests: readonly Tested[],
): Coverage {
  const own = new Set(documents.map((document) => document.id));
  const units = stack.units.filter((unit) => own.has(unit.layer));
  const entries = new Set<string>();
  const cells = new Set<string>();
  for (const { facts, below } of tests) {
    const answer = interpret(stack, facts);
    const winners = new Set(answer.winners.map((voice) => voice.unit));
    for (const unit of units) {
      const cell = cellAt(unit, facts);
      if (cell === null) continue;
      if (unit.section === 'delegate') {
        if (below && answer.envelope < answer.severity && cell.severity <= answer.envelope)
          entries.add(entryOf(unit));
        continue;
      }
      // A floor's ALLOW is silence; that of a NEVER cell says nothing beside the floor behind it.
      const silent = unit.section === 'floors' && cell.severity === 0 && !cell.never && answer.severity === 0;
      const speaks = winners.has(unit) && (unit.section !== 'never' || cell.never);
      if (!silent && !speaks) continue;
      entries.add(entryOf(unit));
      if (unit.axes.length > 0) cells.add(placeOf(cell.span));
    }
  }
  return { rules: share(allEntries(units), entries), cells: share(allCells(units), cells) };
}

const entryOf = (unit: Entry): string => placeOf(unit.span);

function allEntries(units: readonly Entry[]): ReadonlyMap<string, Missed> {
  return new Map(
    units
      .filter((unit) => unit.section !== 'never')
      .map((unit) => [entryOf(unit), { what: unit.ref, span: unit.span }]),
  );
}

function allCells(units: readonly Entry[]): ReadonlyMap<string, Missed> {
  return new Map(
    units
      .filter((unit) => unit.section !== 'never' && unit.axes.length > 0)
      .flatMap((unit) =>
        unit.cells.map((cell, index) => [
          placeOf(cell.span),
          { what: `${unit.ref} ${cellName(unit, index)} ${wordOf(cell)}`, span: cell.span },
        ]),
      ),
  );
}

/** `ROW`, or `ROW COLUMN`. */
export function cellName(unit: Entry, index: number): string {
  let rest = index;
  const names: string[] = [];
  for (const axis of unit.axes.toReversed()) {
    names.unshift(axis.members[rest % axis.members.length] ?? '');
    rest = Math.floor(rest / axis.members.length);
  }
  return names.join(' ');
}

export const wordOf = (cell: Cell): string => (cell.never ? 'NEVER' : decisionOf(cell.severity));

function share(all: ReadonlyMap<string, Missed>, covered: ReadonlySet<string>): Share {
  const missed = [...all].filter(([key]) => !covered.has(key)).map(([, one]) => one);
  return { covered: all.size - missed.length, total: all.size, missed };
}

/** In whole percent, rounded down: 100 is all of it. */
export const percentOf = ({ covered, total }: { readonly covered: number; readonly total: number }): number =>
  total === 0 ? 100 : Math.floor((covered * 100) / total);
