// Verifies a log with nothing but its database file, its checkpoint file and its public key; of the log's own code it uses
// the formats alone. INVARIANT: `firstBad.seq` is the first entry that nothing vouches for: all before it can be trusted.
import { describe } from '#policy/language/failure.ts';
import { readAnchors, type Anchors } from './anchors.ts';
import { canonicalText, NO_ENTRY, parseStored, type StoredEntry } from '#gateway/audit/format/entry.ts';
import { readText } from '#gateway/audit/format/files.ts';
import { hashLeaf, MerkleFrontier } from '#gateway/audit/format/merkle.ts';
import { schemaState } from '#gateway/audit/format/schema.ts';
import type { Sqlite } from '#gateway/audit/format/sqlite.ts';
import { unknownFormat } from '#gateway/audit/format/standing.ts';
import { parsePublicKey, type PublicNoteKey } from '#gateway/audit/format/signed-note.ts';
import { openReadOnly } from './open-read-only.ts';
import { slices, type Slice } from './slices.ts';
import type { AuditVerification } from '#gateway/protocol/views/audit.ts';

export type VerifyOptions = {
  readonly database: string;
  /** Path of the checkpoint file, or of an older copy of it that was kept elsewhere. */
  readonly checkpoint: string;
  /** The verifier key, as `audit.pub` holds it. */
  readonly publicKey: string;
  readonly signal?: AbortSignal;
};

type Bad = NonNullable<AuditVerification['firstBad']>;

/** Never an exception for a damaged file. Throws the signal's reason when aborted. */
export async function verifyAudit(options: VerifyOptions): Promise<AuditVerification> {
  const { publicKey } = options;
  const bad = (problem: string): AuditVerification => ({
    ok: false,
    entries: 0,
    checkpoint: null,
    firstBad: { seq: 1, problem },
    publicKey,
  });
  const key = parsePublicKey(publicKey);
  if (key === null) return bad('the public key is missing or is not one of an audit log');
  // INVARIANT: the file before the database: what is appended meanwhile can only make the database the longer one.
  let beside: string | null;
  try {
    beside = readText(options.checkpoint);
  } catch (error) {
    return bad(`the checkpoint file cannot be read: ${describe(error)}`);
  }
  const opened = openReadOnly(options.database);
  if (typeof opened === 'string') return bad(`the database cannot be read: ${opened}`);
  try {
    return await verifySnapshot(opened.database, beside, key, options);
  } finally {
    opened.close();
  }
}

async function verifySnapshot(
  database: Sqlite,
  beside: string | null,
  key: PublicNoteKey,
  options: Pick<VerifyOptions, 'database' | 'signal'>,
): Promise<AuditVerification> {
  let anchors: Anchors;
  const unreadable: string[] = [];
  try {
    database.exec('BEGIN');
    const refused = unknownFormat(options, database);
    if (refused !== null) unreadable.push(refused.error.message);
    else if (schemaState(database) !== 'audit-log') unreadable.push('the database holds no audit log');
    anchors = readAnchors(database, beside, key);
  } catch (error) {
    anchors = readAnchors(null, beside, key);
    unreadable.push(`the database's checkpoints cannot be read: ${describe(error)}`);
  }
  const walk = new Walk({ ...anchors, problems: [...unreadable, ...anchors.problems] });
  for await (const slice of slices(database, options.signal)) if (!walk.take(slice)) break;
  const firstBad = walk.end();
  return {
    ok: firstBad === null,
    entries: walk.size,
    checkpoint: walk.vouched,
    firstBad,
    publicKey: key.text,
  };
}

/** Goes over the entries once, in order. */
class Walk {
  vouched: AuditVerification['checkpoint'] = null;
  readonly #anchors: Anchors;
  readonly #frontier = new MerkleFrontier();
  #last = NO_ENTRY;
  /** Self-consistent, but its predecessor has another hash than it names: its successor says which of the two is bad. */
  #torn: StoredEntry | null = null;
  #bad: Bad | null = null;

  constructor(anchors: Anchors) {
    this.#anchors = anchors;
    this.#hold('');
  }

  /** Entries that are in order up to here. */
  get size(): number {
    return this.#frontier.size;
  }

  /** False once a bad entry is found. */
  take(slice: Slice): boolean {
    for (const row of slice.rows) if (!this.#entry(row)) return false;
    if (slice.problem !== null) this.#find(this.size + 1, `it cannot be read: ${slice.problem}`);
    return this.#bad === null;
  }

  end(): Bad | null {
    const { covered, problems } = this.#anchors;
    if (this.#bad === null && this.#torn !== null) this.#settle(null);
    if (this.#bad === null && this.size < covered) {
      this.#find(this.size + 1, `it is missing: the signed checkpoint covers ${covered} entries`);
    }
    if (this.#bad === null && problems.length > 0) this.#find(this.#sure + 1, problems.join('; '));
    return this.#bad;
  }

  /** The last entry that a checkpoint vouches for. */
  get #sure(): number {
    return this.vouched?.size ?? 0;
  }

  #entry(row: unknown): boolean {
    const seq = this.size + 1;
    const entry = parseStored(row);
    if (this.#torn !== null && this.#settle(entry)) return false;
    if (entry === null) return this.#find(seq, 'it was altered: a column is not what was written');
    if (entry.seq < seq) return this.#find(entry.seq, 'it was inserted: entries are numbered from 1');
    if (entry.seq > seq) return this.#find(seq, `it is missing: entry ${entry.seq} follows entry ${seq - 1}`);
    if (seq > this.#anchors.covered) {
      const why = this.#anchors.problems.join('; ') || 'it was inserted';
      return this.#find(seq, `no signed checkpoint covers it: ${why}`);
    }
    const { leaf, hex } = hashLeaf(canonicalText(entry));
    if (entry.hash !== `sha256:${hex}`)
      return this.#find(seq, 'it was altered: its content does not have its hash');
    if (entry.previous !== this.#last) this.#torn = entry;
    this.#frontier.append(leaf);
    this.#last = entry.hash;
    return this.#torn !== null || this.#hold(entry.hash);
  }

  /** Compares with the checkpoints of exactly this size. */
  #hold(hash: string): boolean {
    for (const { checkpoint, frontier, where } of this.#anchors.bySize.get(this.size) ?? []) {
      const rooted = checkpoint.rootHash === this.#frontier.root();
      if (rooted && (this.size === 0 || checkpoint.last === hash)) {
        const { size, at, rootHash } = checkpoint;
        this.vouched = { size, at, rootHash };
        continue;
      }
      const first = (frontier === null ? null : this.#frontier.firstDifference(frontier)) ?? this.#sure + 1;
      return this.#find(
        Math.max(first, this.#sure + 1),
        `it or one up to ${this.size} was rewritten: ${where} has another root`,
      );
    }
    return true;
  }

  /** Which side of a tear is bad: an entry that its successor or a signed checkpoint names is as it was. */
  #settle(next: StoredEntry | null): boolean {
    const torn = this.#torn;
    if (torn === null) return false;
    const signed =
      this.#anchors.bySize.get(torn.seq)?.some(({ checkpoint }) => checkpoint.last === torn.hash) ?? false;
    const named = signed || next?.previous === torn.hash;
    return named && torn.seq - 1 > this.#sure
      ? !this.#find(torn.seq - 1, `it was rewritten: entry ${torn.seq} names another hash for it`)
      : !this.#find(torn.seq, 'it was altered: it names another predecessor');
  }

  #find(seq: number, problem: string): false {
    this.#bad ??= { seq, problem };
    return false;
  }
}
