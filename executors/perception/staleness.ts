// Whether what was seen of a page still is there: counted by an observer in our world of each of its frames.
// INVARIANT: what does not answer, or is another document, is stale.
import type { Staleness } from '../contract/snapshot.ts';
import type { Page } from '#executors/page/page.ts';
import { readChanges, watchChanges, type Changes } from './in-page/changes.ts';

/** Specification 000, 2.5: so many nodes that came or went are a significant change. */
const SIGNIFICANT_NODES = 3;
const DEADLINE_MS = 2_000;
/** To be run in a frame before a look at it. */
export const WATCH = String(watchChanges);
export const READ_CHANGES = String(readChanges);

export async function stalenessOf(page: Page): Promise<Staleness | null> {
  const { looked } = page;
  if (looked === null) return null;
  const base = { generation: looked.generation, ageMs: Math.round(performance.now() - looked.at) };
  const gone = { ...base, mutations: 1, share: 1, stale: true, scroll: null };
  // A page whose navigation waits for a verdict, or whose dialog for an answer, answers to nothing.
  if (
    looked.isOver === true ||
    page.documentId !== looked.documentId ||
    page.url !== looked.url ||
    page.held > 0 ||
    page.dialogs.held !== null
  )
    return gone;
  const late = Promise.withResolvers<null>();
  const timer = setTimeout(() => late.resolve(null), DEADLINE_MS);
  try {
    const all = await Promise.race([
      Promise.all(looked.frames.map((frameId) => page.run(READ_CHANGES, [], parseChanges, frameId))),
      late.promise,
    ]);
    if (all === null || page.documentId !== looked.documentId) return gone;
    const counted = all.filter((one) => one !== null);
    if (counted.length < all.length) return gone;
    const sum = (of: (one: Changes) => number): number => counted.reduce((total, one) => total + of(one), 0);
    // The main frame's comes first.
    const scroll = counted[0]?.scroll ?? null;
    return {
      ...base,
      scroll,
      mutations: looked.late + sum(({ mutations }) => mutations),
      share: Math.min(1, sum(({ touched }) => touched) / Math.max(1, looked.elements)),
      stale:
        sum(({ nodes }) => nodes) >= SIGNIFICANT_NODES ||
        counted.some(({ acting, scrolled }) => acting || scrolled),
    };
  } catch {
    return gone; // the frame or the browser went away: what was seen is not there
  } finally {
    clearTimeout(timer);
  }
}

// Made by our own function in a world that the page cannot reach.
const parseChanges = (value: unknown): Changes | null => value as Changes | null;
