// The signed checkpoints that a verification holds the entries against: those in the database and the one beside it.
import { MILESTONE_ENTRIES, openCheckpoint, type Checkpoint } from '#gateway/audit/format/checkpoint.ts';
import { MerkleFrontier } from '#gateway/audit/format/merkle.ts';
import type { Sqlite } from '#gateway/audit/format/sqlite.ts';
import type { PublicNoteKey } from '#gateway/audit/format/signed-note.ts';

/** A valid checkpoint; `frontier` is the tree behind it where one is stored that folds to the signed root. */
export type Anchor = {
  readonly checkpoint: Checkpoint;
  readonly where: string;
  readonly frontier: MerkleFrontier | null;
};

export type Anchors = {
  readonly bySize: ReadonlyMap<number, readonly Anchor[]>;
  /** The largest size that a valid checkpoint vouches for. */
  readonly covered: number;
  /** What is wrong with the checkpoints themselves. */
  readonly problems: readonly string[];
};

export function readAnchors(database: Sqlite | null, beside: string | null, key: PublicNoteKey): Anchors {
  const found = new Gathering(key);
  if (database !== null) found.addDatabase(database);
  if (beside === null) found.problems.push('the checkpoint file is missing');
  else found.add('the checkpoint file', beside);
  return { bySize: found.bySize, covered: found.covered, problems: found.problems };
}

class Gathering {
  readonly bySize = new Map<number, Anchor[]>();
  readonly problems: string[] = [];
  covered = 0;
  readonly #key: PublicNoteKey;

  constructor(key: PublicNoteKey) {
    this.#key = key;
  }

  addDatabase(database: Sqlite): void {
    const rows = database.prepare('SELECT slot, note, frontier FROM checkpoint ORDER BY slot').raw().all();
    let last = -1;
    let expected = 0;
    for (const row of rows) {
      const [slot, note, frontier] = Array.isArray(row) ? (row as unknown[]) : [];
      const where =
        slot === 0 ? "the database's last checkpoint" : `the checkpoint of slot \`${String(slot)}\``;
      if (slot !== expected) this.problems.push(`the checkpoint of slot ${expected} is missing`);
      expected = Number(slot) + 1;
      const size =
        typeof note === 'string' ? this.add(where, note, frontier) : this.#reject(where, 'it is not a text');
      if (slot === 0) last = size ?? -1;
      else if (size !== null && size !== Number(slot) * MILESTONE_ENTRIES)
        this.problems.push(`${where} is of another place`);
    }
    if (expected === 0) this.problems.push("the database's last checkpoint is missing");
    // Every milestone up to the end is there, and none beyond it.
    else if (last >= 0 && expected - 1 !== Math.floor(last / MILESTONE_ENTRIES)) {
      this.problems.push('a checkpoint is missing or of another place');
    }
  }

  /** The size that it vouches for, or `null`. */
  add(where: string, note: string, stored?: unknown): number | null {
    const checkpoint = openCheckpoint(note, this.#key);
    if ('problem' in checkpoint) return this.#reject(where, checkpoint.problem);
    let frontier: MerkleFrontier | null = null;
    if (stored !== undefined) {
      frontier = stored instanceof Uint8Array ? MerkleFrontier.fromBytes(checkpoint.size, stored) : null;
      if (frontier?.root() !== checkpoint.rootHash) {
        this.#reject(where, 'the tree stored with it is not the signed one');
        frontier = null;
      }
    }
    const { size } = checkpoint;
    this.bySize.set(size, [...(this.bySize.get(size) ?? []), { checkpoint, where, frontier }]);
    this.covered = Math.max(this.covered, size);
    return size;
  }

  #reject(where: string, problem: string): null {
    this.problems.push(`${where} is not valid: ${problem}`);
    return null;
  }
}
