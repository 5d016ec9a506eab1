// Entries with their ways to one signed root, as read from a log; and the file of one of them, which anybody can check who has the log's
// public key. https://c2sp.org/tlog-proof: the extra data is the entry's own text.
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { openCheckpoint, type Checkpoint } from '#gateway/audit/format/checkpoint.ts';
import { canonicalText, parseStored, SELECT_ENTRY } from '#gateway/audit/format/entry.ts';
import { hashLeaf, type TreeHash } from '#gateway/audit/format/merkle.ts';
import { parsePublicKey } from '#gateway/audit/format/signed-note.ts';
import type { Sqlite } from '#gateway/audit/format/sqlite.ts';
import type { EntryProof, ProvenEntries } from '#gateway/protocol/views/audit.ts';
import { rootOf, Tree } from './inclusion.ts';

const FIRST_LINE = 'c2sp.org/tlog-proof@v1';
/** A tree of so many levels holds more entries than anybody has. */
const MAX_PATH = 63;

const toBase64 = (hash: TreeHash): string => Buffer.from(hash, 'latin1').toString('base64');
const fromBase64 = (text: string): TreeHash => Buffer.from(text, 'base64').toString('latin1');

/**
 * Of the last checkpoint in the database. INVARIANT: each path folds to the signed root, or there is no proof. `turn` is awaited between
 * two entries. Errors: `audit.bad-query`, `audit.unreadable`.
 */
export async function prove(
  database: Sqlite,
  publicKey: string,
  seqs: readonly number[],
  turn: () => Promise<void>,
): Promise<Result<ProvenEntries>> {
  const key = parsePublicKey(publicKey);
  const note: unknown = database.prepare('SELECT note FROM checkpoint WHERE slot = 0').pluck().get();
  const checkpoint = key === null || typeof note !== 'string' ? null : openCheckpoint(note, key);
  if (typeof note !== 'string' || checkpoint === null || 'problem' in checkpoint)
    return unproven('its last checkpoint');
  const { size, rootHash } = checkpoint;
  const tree = new Tree(database, size);
  const select = database.prepare(`${SELECT_ENTRY} WHERE seq = ?`);
  const entries: ProvenEntries['entries'][number][] = [];
  for (const seq of seqs) {
    const stored = seq <= size ? parseStored(select.get(seq)) : null;
    if (stored === null)
      return fail('audit.bad-query', `there is no entry ${seq} that a signed checkpoint covers`, {
        help: `the log has entries 1 to ${size}`,
      });
    const text = canonicalText(stored);
    const path = tree.path(seq - 1);
    const { leaf } = hashLeaf(text);
    if (path === null || rootOf(leaf, seq - 1, size, path) !== fromBase64(rootHash))
      return unproven(`entry ${seq}`);
    entries.push({ seq, text, leaf: toBase64(leaf), path: path.map(toBase64) });
    await turn();
  }
  return ok({ size, rootHash, signedAt: checkpoint.at, checkpoint: note, publicKey, entries });
}

const unproven = (what: string): Result<never> =>
  fail('audit.unreadable', `${what} does not fold to the signed root: the log is not intact`, {
    help: 'run `ghost audit verify` to see what is still trustworthy',
  });

/** The file of one entry. */
export function proofFile({ seq, text, path }: EntryProof, checkpoint: string): string {
  const extra = Buffer.from(text, 'utf8').toString('base64');
  return `${[FIRST_LINE, `extra ${extra}`, `index ${seq - 1}`, ...path].join('\n')}\n\n${checkpoint}`;
}

export type CheckedEntry = { readonly seq: number; readonly text: string; readonly checkpoint: Checkpoint };

/** With nothing but the file and the log's public key. Errors: `audit.bad-proof`. */
export function checkProofFile(file: string, publicKey: string): Result<CheckedEntry> {
  const end = file.indexOf('\n\n');
  const [first, extra = '', index = '', ...hashes] = file.slice(0, Math.max(0, end)).split('\n');
  if (first !== FIRST_LINE || end === -1) return badProof('it is no file of a proof');
  const text = /^extra ([A-Za-z0-9+/]+={0,2})$/u.exec(extra)?.[1];
  const place = /^index (0|[1-9]\d{0,14})$/u.exec(index)?.[1];
  if (text === undefined || place === undefined) return badProof('its entry or its index is malformed');
  if (hashes.length > MAX_PATH || !hashes.every(isHash)) return badProof('its hashes are malformed');
  const entry = Buffer.from(text, 'base64').toString('utf8');
  const seq = Number(place) + 1;
  const signed = checkSigned(file.slice(end + 2), publicKey);
  if (!signed.ok) return signed;
  const checked = checkEntry({ text: entry, path: hashes, seq }, signed.value);
  return checked.ok ? ok({ seq, text: entry, checkpoint: signed.value }) : checked;
}

const isHash = (line: string): boolean => /^[A-Za-z0-9+/]{43}=$/u.test(line);

/** The checkpoint of a file, signed by this key. Errors: `audit.bad-proof`. */
export function checkSigned(note: string, publicKey: string): Result<Checkpoint> {
  const key = parsePublicKey(publicKey);
  if (key === null) return badProof('the public key is missing or is not one of an audit log');
  const checkpoint = openCheckpoint(note, key);
  return 'problem' in checkpoint
    ? badProof(`its checkpoint is not signed by this key: ${checkpoint.problem}`)
    : ok(checkpoint);
}

/** That it is in the tree of a signed checkpoint. Errors: `audit.bad-proof`. */
export function checkEntry(
  { seq, text, path }: Pick<EntryProof, 'seq' | 'text' | 'path'>,
  { size, rootHash }: Checkpoint,
): Result<void> {
  const { leaf } = hashLeaf(text);
  if (rootOf(leaf, seq - 1, size, path.map(fromBase64)) !== fromBase64(rootHash))
    return badProof(`entry ${seq} does not fold to the signed root`);
  return seqIn(text) === seq ? ok(undefined) : badProof(`its entry is not number ${seq}`);
}

function seqIn(text: string): unknown {
  const entry = jsonIn(text);
  return typeof entry === 'object' && entry !== null && 'seq' in entry ? entry.seq : null;
}

/** `null` where it is no JSON. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const badProof = (why: string): Result<never> =>
  fail('audit.bad-proof', `nothing is proved: ${why}`, {
    help: 'ask for the file anew, and give the public key of the log that it is of',
  });
