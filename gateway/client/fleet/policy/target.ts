// Which revision of the fleet's policy a node is to have, and which one is gone back to. INVARIANT: what a node is to have only goes up: a
// roll-out is widened or followed by a higher revision, and never narrowed.
import { createHash } from 'node:crypto';

/** A revision, and who is to have it: all that was ordered of it together. */
export type RollOut = {
  readonly revision: number;
  readonly digest: string;
  /** Of a hundred nodes. */
  readonly share: number;
  readonly labels: readonly string[];
};

export type Place = {
  readonly labels: readonly string[];
  /** 0 to 99: the node is among a share that is larger. */
  readonly bucket: number;
};

export type Target = {
  readonly wanted: RollOut | null;
  /** A higher one that others have already: decided with in shadow. */
  readonly beside: RollOut | null;
};

const isFor = ({ share, labels }: RollOut, place: Place): boolean =>
  place.bucket < share || labels.some((label) => place.labels.includes(label));

/** `rollOuts` in any order. */
export function targetOf(rollOuts: readonly RollOut[], place: Place): Target {
  const highestFirst = rollOuts.toSorted((one, other) => other.revision - one.revision);
  const wanted = highestFirst.find((rollOut) => isFor(rollOut, place)) ?? null;
  const [highest = null] = highestFirst;
  return { wanted, beside: highest === wanted ? null : highest };
}

/** The same one as long as the node is the same: raising a share only adds to those that have it. */
export const bucketOf = (node: string): number =>
  createHash('sha256').update(`ghost-share/1\n${node}`).digest().readUInt32BE(0) % 100;

type FullOrder = { readonly what: string; readonly revision: number; readonly source: number | null };

/**
 * Whose documents all had before what they have, or some have, now: what was gone back on is not among them. `orders`: what all were given,
 * the oldest first; `highest`: of what was given to anybody. `null`: nothing.
 */
export function beforeThat(orders: readonly FullOrder[], highest: number): number | null {
  const way: number[] = [];
  for (const { what, revision, source } of orders) {
    if (what === 'REVERT') {
      while ((way.at(-1) ?? 0) > (source ?? revision)) way.pop();
      if (way.at(-1) !== source) way.push(source ?? revision);
    } else if (!way.includes(revision)) way.push(revision);
  }
  const isStaged = orders.every(({ revision }) => revision < highest);
  return way.at(isStaged ? -1 : -2) ?? null;
}

/** Whose documents a revision has: its own, or those that it goes back to. */
export const sourceOf = (orders: readonly FullOrder[], revision: number): number =>
  orders.find((order) => order.revision === revision && order.what === 'REVERT')?.source ?? revision;
