// A restore puts a whole directory in the place of another by two renames. INVARIANT: whoever is killed between them leaves a pair of
// one time beside the empty place, verified and whole, which the next start or restore puts there; nothing else is ever moved.
import { existsSync, readdirSync, renameSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { READY } from './leftovers.ts';

/** Whole, and about to take the place. */
export const readyName = (data: string, stamp: string): string => `${data}${READY}${stamp}`;
/** What was in the place. */
export const asideName = (data: string, stamp: string): string => `${data}.before-restore-${stamp}`;

/** The directory that is to come to `data`. `null`: something is there, or no restore stopped between its renames. */
export function unfinishedRestore(data: string): string | null {
  const place = resolve(data);
  if (existsSync(place) || !existsSync(dirname(place))) return null;
  const begin = `${basename(place)}${READY}`;
  const stamps = readdirSync(dirname(place))
    .filter((name) => name.startsWith(begin))
    .map((name) => name.slice(begin.length))
    .filter((stamp) => existsSync(asideName(place, stamp)))
    .toSorted();
  const last = stamps.at(-1);
  return last === undefined ? null : join(dirname(place), `${begin}${last}`);
}

/** Throws what the disk throws. */
export function finishRestore(data: string): void {
  const ready = unfinishedRestore(data);
  if (ready === null) return;
  try {
    renameSync(ready, resolve(data));
  } catch (error) {
    // Another process did so meanwhile.
    if (!existsSync(data) || existsSync(ready)) throw error;
  }
}
