// That an entry is in the tree of a signed root: the hashes beside its way up (RFC 6962 2.1.1), and folding them (RFC 9162 2.1.3.2).
// INVARIANT: a path that does not fold to the root is no proof, whoever made it; trees that are stored only make paths faster.
import { canonicalText, parseStored, SELECT_ENTRY } from '#gateway/audit/format/entry.ts';
import { MILESTONE_ENTRIES } from '#gateway/audit/format/checkpoint.ts';
import { HASH_BYTES, hashLeaf, hashNode, type TreeHash } from '#gateway/audit/format/merkle.ts';
import type { Sqlite } from '#gateway/audit/format/sqlite.ts';

/** Blocks of `MILESTONE_ENTRIES` whose nodes are remembered. */
const MAX_BLOCKS = 32;

/** The tree over a log's first entries. Places are from 0, as in the RFCs; entries are numbered from 1. */
export class Tree {
  readonly #database: Sqlite;
  readonly #size: number;
  readonly #blocks = new Map<number, Map<string, TreeHash>>();

  constructor(database: Sqlite, size: number) {
    this.#database = database;
    this.#size = size;
  }

  /** From the leaf up; `null` where an entry that it needs cannot be read. */
  path(place: number): readonly TreeHash[] | null {
    const path: TreeHash[] = [];
    let [from, to] = [0, this.#size];
    while (to - from > 1) {
      const middle = from + leftOf(to - from);
      const [beside, isLeft] =
        place < middle ? [this.#root(middle, to), false] : [this.#root(from, middle), true];
      if (beside === null) return null;
      path.push(beside);
      if (isLeft) from = middle;
      else to = middle;
    }
    return path.toReversed();
  }

  /** Of the entries with the places `from` to `to`, the latter not among them. */
  #root(from: number, to: number): TreeHash | null {
    const size = to - from;
    if (size <= MILESTONE_ENTRIES) return this.#small(from, to);
    const stored = isWhole(from, size) ? this.#stored(to, size) : null;
    if (stored !== null) return stored;
    const middle = from + leftOf(size);
    const [left, right] = [this.#root(from, middle), this.#root(middle, to)];
    return left === null || right === null ? null : hashNode(left, right);
  }

  /** The smallest whole tree that ends at a kept checkpoint is the last of its hashes. */
  #stored(to: number, size: number): TreeHash | null {
    const frontier: unknown = this.#database
      .prepare('SELECT frontier FROM checkpoint WHERE slot = ?')
      .pluck()
      .get(to / MILESTONE_ENTRIES);
    if (!(frontier instanceof Uint8Array) || (to / size) % 2 === 0) return null;
    return Buffer.from(frontier.subarray(-HASH_BYTES)).toString('latin1');
  }

  #small(from: number, to: number): TreeHash | null {
    const nodes = this.#block(Math.floor(from / MILESTONE_ENTRIES));
    const key = `${from} ${to}`;
    const known = nodes.get(key);
    if (known !== undefined) return known;
    if (to - from === 1) return null;
    const middle = from + leftOf(to - from);
    const [left, right] = [this.#small(from, middle), this.#small(middle, to)];
    if (left === null || right === null) return null;
    const node = hashNode(left, right);
    nodes.set(key, node);
    return node;
  }

  /** With the leaves of all entries in it that the tree has. */
  #block(index: number): Map<string, TreeHash> {
    const held = this.#blocks.get(index);
    if (held !== undefined) return held;
    if (this.#blocks.size >= MAX_BLOCKS) this.#blocks.clear();
    const nodes = new Map<string, TreeHash>();
    const from = index * MILESTONE_ENTRIES;
    const rows: unknown[] = this.#database
      .prepare(`${SELECT_ENTRY} WHERE seq > ? AND seq <= ?`)
      .all(from, Math.min(this.#size, from + MILESTONE_ENTRIES));
    for (const row of rows) {
      const entry = parseStored(row);
      if (entry !== null) nodes.set(`${entry.seq - 1} ${entry.seq}`, hashLeaf(canonicalText(entry)).leaf);
    }
    this.#blocks.set(index, nodes);
    return nodes;
  }
}

/** The largest power of two that is smaller. */
function leftOf(size: number): number {
  let left = 1;
  while (left * 2 < size) left *= 2;
  return left;
}

const isWhole = (from: number, size: number): boolean =>
  Number.isInteger(Math.log2(size)) && from % size === 0;

/** The root that a leaf and its path come to; `null`: the path is not one of that place in a tree of that size. */
export function rootOf(
  leaf: TreeHash,
  place: number,
  size: number,
  path: readonly TreeHash[],
): TreeHash | null {
  if (place < 0 || place >= size) return null;
  let node = leaf;
  let [first, last] = [place, size - 1];
  for (const beside of path) {
    if (last === 0) return null;
    if (first % 2 === 1 || first === last) {
      node = hashNode(beside, node);
      while (first % 2 === 0 && first !== 0) [first, last] = [first / 2, Math.floor(last / 2)];
    } else node = hashNode(node, beside);
    [first, last] = [Math.floor(first / 2), Math.floor(last / 2)];
  }
  return last === 0 ? node : null;
}
