// How much of a policy its tests reach: entries and cells that decide in some test. The denominators are what is written,
// counted once: a NEVER cell is one cell.
import type { Cell, PolicyDocument, Entry } from '#policy/engine/documents/document.ts';
import { placeOf } from '#policy/engine/documents/document.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Span } from '#policy/language/failure.ts';
import { cellAt, interpret } from '#policy/engine/deciding/interpret.ts';
import type { Stack } from '#policy/engine/layers/stack.ts';
import { decisionOf } from '#policy/engine/documents/decision-words.ts';

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
  const entries = stack.entries.filter((entry) => own.has(entry.layer));
  const covered = new Set<string>();
  const cells = new Set<string>();
  for (const { facts, below } of tests) {
    const answer = interpret(stack, facts);
    const winners = new Set(answer.winners.map((voice) => voice.entry));
    for (const entry of entries) {
      const cell = cellAt(entry, facts);
      if (cell === null) continue;
      if (entry.section === 'delegate') {
        if (below && answer.envelope < answer.severity && cell.severity <= answer.envelope)
          covered.add(entryOf(entry));
        continue;
      }
      // A floor's ALLOW is silence; that of a NEVER cell says nothing beside the floor behind it.
      const silent =
        entry.section === 'floors' && cell.severity === 0 && !cell.never && answer.severity === 0;
      const speaks = winners.has(entry) && (entry.section !== 'never' || cell.never);
      if (!silent && !speaks) continue;
      covered.add(entryOf(entry));
      if (entry.axes.length > 0) cells.add(placeOf(cell.span));
    }
  }
  return { rules: share(allEntries(entries), covered), cells: share(allCells(entries), cells) };
}

const entryOf = (entry: Entry): string => placeOf(entry.span);

function allEntries(entries: readonly Entry[]): ReadonlyMap<string, Missed> {
  return new Map(
    entries
      .filter((entry) => entry.section !== 'never')
      .map((entry) => [entryOf(entry), { what: entry.ref, span: entry.span }]),
  );
}

function allCells(entries: readonly Entry[]): ReadonlyMap<string, Missed> {
  return new Map(
    entries
      .filter((entry) => entry.section !== 'never' && entry.axes.length > 0)
      .flatMap((entry) =>
        entry.cells.map((cell, index) => [
          placeOf(cell.span),
          { what: `${entry.ref} ${cellName(entry, index)} ${wordOf(cell)}`, span: cell.span },
        ]),
      ),
  );
}

/** `ROW`, or `ROW COLUMN`. */
export function cellName(entry: Entry, index: number): string {
  let rest = index;
  const names: string[] = [];
  for (const axis of entry.axes.toReversed()) {
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
