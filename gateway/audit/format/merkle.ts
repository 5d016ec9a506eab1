// The RFC 6962 Merkle tree over the entries, kept as its frontier: the roots of the complete subtrees, largest first.
// INVARIANT: the frontier of n entries holds one hash per set bit of n, so that folding it gives the tree's root.
// https://www.rfc-editor.org/rfc/rfc6962#section-2.1
import { hash } from 'node:crypto';

/** A SHA-256 value as a string of 32 bytes (latin1): Node makes those three times faster than Buffers. */
export type TreeHash = string;

export const HASH_BYTES = 32;

const nodeInput = Buffer.alloc(1 + 2 * HASH_BYTES, 1);
let leafInput = Buffer.alloc(4096);

/** The leaf's tree hash, SHA-256(0x00 ‖ text), and the text's own SHA-256 in hex; one encoding serves both. */
export function hashLeaf(text: string): { readonly leaf: TreeHash; readonly hex: string } {
  const room = 1 + text.length * 3;
  if (leafInput.length < room) leafInput = Buffer.alloc(room * 2);
  leafInput[0] = 0;
  const end = 1 + leafInput.write(text, 1);
  return {
    leaf: hash('sha256', leafInput.subarray(0, end), 'binary'),
    hex: hash('sha256', leafInput.subarray(1, end), 'hex'),
  };
}

export function hashNode(left: TreeHash, right: TreeHash): TreeHash {
  nodeInput.write(left, 1, 'latin1');
  nodeInput.write(right, 1 + HASH_BYTES, 'latin1');
  return hash('sha256', nodeInput, 'binary');
}

/** A root (base64) as an entry can name it: what looks random is masked there, and a digest is not. */
export const digestOfRoot = (rootHash: string): string =>
  `sha256:${Buffer.from(rootHash, 'base64').toString('hex')}`;

export class MerkleFrontier {
  #size: number;
  readonly #subtrees: TreeHash[];

  constructor(size = 0, subtrees: readonly TreeHash[] = []) {
    this.#size = size;
    this.#subtrees = [...subtrees];
  }

  /** `null` when the bytes are not as many hashes as a tree of that size has complete subtrees. */
  static fromBytes(size: number, bytes: Uint8Array): MerkleFrontier | null {
    if (bytes.length !== HASH_BYTES * setBits(size)) return null;
    const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
    const subtrees: TreeHash[] = [];
    for (let at = 0; at < text.length; at += HASH_BYTES) subtrees.push(text.slice(at, at + HASH_BYTES));
    return new MerkleFrontier(size, subtrees);
  }

  get size(): number {
    return this.#size;
  }

  append(leaf: TreeHash): void {
    let node = leaf;
    // Every trailing one of the old size is a complete subtree that the new leaf completes further.
    for (let rest = this.#size; rest % 2 === 1; rest = (rest - 1) / 2) {
      node = hashNode(this.#subtrees.pop() ?? '', node);
    }
    this.#subtrees.push(node);
    this.#size += 1;
  }

  /** The tree's root in base64, as a checkpoint holds it. */
  root(): string {
    let node = this.#subtrees.at(-1);
    if (node === undefined) return hash('sha256', '', 'base64');
    for (let at = this.#subtrees.length - 2; at >= 0; at -= 1)
      node = hashNode(this.#subtrees[at] ?? '', node);
    return Buffer.from(node, 'latin1').toString('base64');
  }

  toBytes(): Buffer {
    return Buffer.from(this.#subtrees.join(''), 'latin1');
  }

  /** The first entry (from 1) under the first subtree in which two trees of the same size differ; `null` when none does. */
  firstDifference(other: MerkleFrontier): number | null {
    let before = 0;
    for (const [index, subtree] of this.#subtrees.entries()) {
      if (subtree !== other.#subtrees[index]) return before + 1;
      before += 2 ** Math.floor(Math.log2(this.#size - before));
    }
    return null;
  }
}

function setBits(size: number): number {
  let bits = 0;
  for (let rest = size; rest > 0; rest = Math.floor(rest / 2)) bits += rest % 2;
  return bits;
}
