// What a run came to, counted by family: for people as a table, for machines as JSON.
import { inColumns } from './columns.ts';
import type { RunResult, WayResult } from './run.ts';
import { FAMILIES, type Family } from './way.ts';

export type Score = {
  /** What was attacked; `null` where nothing ran behind the boundary. */
  readonly about: string | null;
  readonly tried: number;
  readonly alive: number;
  readonly notAliveHere: readonly { readonly way: string; readonly reason: string }[];
  readonly hits: number;
  readonly families: readonly FamilyScore[];
  /** What came through, one line a way. */
  readonly through: readonly {
    readonly way: string;
    readonly title: string;
    readonly contacts: readonly string[];
  }[];
  /** Ways whose page did not run behind the boundary: they prove nothing, and fail the run. */
  readonly idle: readonly string[];
  readonly strays: readonly string[];
  /** Ways whose page got what the policy itself lets it have. */
  readonly granted: readonly string[];
};

export type FamilyScore = {
  readonly family: Family;
  readonly tried: number;
  readonly alive: number;
  readonly hits: number;
};

const isHit = ({ hits }: WayResult): boolean => hits !== null && hits.length > 0;

export function score({ ways, strays, about }: RunResult): Score {
  const count = (of: readonly WayResult[]) => ({
    tried: of.length,
    alive: of.filter(({ alive }) => alive === true).length,
    hits: of.filter(isHit).length,
  });
  return {
    about,
    ...count(ways),
    notAliveHere: ways
      .filter(({ alive }) => alive === false)
      .map(({ way }) => ({ way: way.id, reason: way.absent ?? 'no contact in this run' })),
    families: FAMILIES.map((family) => ({
      family,
      ...count(ways.filter(({ way }) => way.family === family)),
    })).filter(({ tried }) => tried > 0),
    through: ways.filter(isHit).map(({ way, hits }) => ({
      way: way.id,
      title: way.title,
      contacts: (hits ?? []).slice(0, 5).map(({ by, detail }) => `${by} ${detail}`),
    })),
    idle: ways.filter(({ hits, ran }) => hits !== null && !ran).map(({ way }) => way.id),
    strays,
    granted: ways.filter(({ granted }) => granted).map(({ way }) => way.id),
  };
}

/** Nothing came through, and everything was really tried; nothing at all proves nothing. */
export const isClean = ({ tried, hits, strays, idle }: Score): boolean =>
  tried > 0 && hits === 0 && strays.length === 0 && idle.length === 0;

export function inTable(made: Score, unguarded: boolean): string {
  const rows = made.families.map(({ family, tried, alive, hits }) => [
    family,
    String(tried),
    unguarded ? String(alive) : '–',
    String(hits),
  ]);
  const all = [
    ['family', 'ways', 'alive unguarded', 'through the boundary'],
    ...rows,
    ['all', String(made.tried), unguarded ? String(made.alive) : '–', String(made.hits)],
  ];
  const table = inColumns(all, new Set([1, 2, 3]));
  const through = made.through.map(
    ({ way, title, contacts }) => `through: ${way} (${title}): ${contacts.join('; ')}`,
  );
  return [
    ...(made.about === null ? [] : [made.about]),
    table,
    ...through,
    ...made.strays.map((stray) => `through, of no known way: ${stray}`),
    ...made.idle.map((way) => `not tried: the page of ${way} did not run behind the boundary`),
  ].join('\n');
}
