// Which revision of the fleet's policy a node is to have. INVARIANT: what a node is to have only goes up: a roll-out is widened or
// followed by a higher revision, and never narrowed.
import { createHash } from 'node:crypto';

/** A revision, and who is to have it: all that was ordered of it together. */
export type RollOut = {
  readonly revision: number;
  readonly digest: string;
  /** Of a hundred nodes. */
  readonly share: number;
  readonly labels: readonly string[];
  /** Until a node has it, it denies. */
  readonly isRevert: boolean;
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
