// Checks an existing log's files quickly before anything is appended: the signatures, the entries since the last milestone, and
// the checkpoint file beside the database. INVARIANT: a log that fails a check is never continued.
import { fail, ok, type Err, type Result } from '#policy/language/failure.ts';
import { MILESTONE_ENTRIES, openCheckpoint, type Checkpoint } from '#gateway/audit/format/checkpoint.ts';
import { canonicalText, NO_ENTRY, parseStored, SELECT_ENTRY } from '#gateway/audit/format/entry.ts';
import { readText, type AuditFiles } from '#gateway/audit/format/files.ts';
import { hashLeaf, MerkleFrontier } from '#gateway/audit/format/merkle.ts';
import { type Sqlite, sqliteCode } from '#gateway/audit/format/sqlite.ts';
import type { Head } from './chain.ts';
import type { PublicNoteKey } from '#gateway/audit/format/signed-note.ts';

const broken = (message: string, cause?: unknown): Err =>
  fail('audit.broken-chain', `the audit log does not fit its signed checkpoint: ${message}`, {
    help: 'nothing is appended to it; run `ghost audit verify`, keep its directory as evidence, and move it aside to begin a new log',
    ...(cause === undefined ? {} : { cause }),
  });

/** The head to append to. The database may be ahead of the file by entries that its own signed checkpoint covers, never behind. */
export function findHead(
  database: Sqlite,
  files: AuditFiles,
  key: PublicNoteKey,
): Result<{ readonly head: Head; readonly note: string }> {
  try {
    const stored = readSlot(database, 0);
    if (stored === null) return broken('the database holds no checkpoint');
    const checkpoint = openCheckpoint(stored.note, key);
    if ('problem' in checkpoint)
      return broken(`the database's checkpoint is not valid (${checkpoint.problem})`);
    const frontier = MerkleFrontier.fromBytes(checkpoint.size, stored.frontier);
    if (frontier === null || frontier.root() !== checkpoint.rootHash)
      return broken('the stored tree is not the signed one');
    const tail = checkTail(database, checkpoint, key);
    if (!tail.ok) return tail;
    const beside = readText(files.checkpoint);
    if (beside === null) return broken(`the file \`${files.checkpoint}\` is missing`);
    const known = openCheckpoint(beside, key);
    if ('problem' in known) return broken(`the file \`${files.checkpoint}\` is not valid (${known.problem})`);
    if (known.size > checkpoint.size)
      return broken(`entries ${checkpoint.size + 1} to ${known.size} are missing`);
    if (known.size === checkpoint.size && known.rootHash !== checkpoint.rootHash)
      return broken('two checkpoints differ');
    const at = hashAt(database, known.size);
    if (at !== known.last) return broken(`entry ${known.size} is not the one that the checkpoint file names`);
    return ok({ head: { last: checkpoint.last, frontier }, note: stored.note });
  } catch (error) {
    if (sqliteCode(error) === '') throw error;
    return broken('a part of the database cannot be read', error);
  }
}

/** Recomputes the entries since the last milestone (1,023 at most) and compares the root. */
function checkTail(database: Sqlite, checkpoint: Checkpoint, key: PublicNoteKey): Result<null> {
  const slot = Math.floor(checkpoint.size / MILESTONE_ENTRIES);
  const start = milestone(database, slot, key);
  if (start === null)
    return broken(`the checkpoint at entry ${slot * MILESTONE_ENTRIES} is missing or not valid`);
  let { last } = start;
  const rows = database.prepare(`${SELECT_ENTRY} WHERE seq > ? ORDER BY seq LIMIT ?`);
  for (const row of rows.iterate(start.frontier.size, MILESTONE_ENTRIES)) {
    const entry = parseStored(row);
    const seq = start.frontier.size + 1;
    if (entry === null || entry.seq !== seq) return broken(`entry ${seq} is missing or damaged`);
    const { leaf, hex } = hashLeaf(canonicalText(entry));
    if (entry.previous !== last || entry.hash !== `sha256:${hex}`) return broken(`entry ${seq} was altered`);
    start.frontier.append(leaf);
    last = entry.hash;
  }
  const { size } = start.frontier;
  if (size < checkpoint.size) return broken(`entries ${size + 1} to ${checkpoint.size} are missing`);
  if (size > checkpoint.size)
    return broken(`entry ${checkpoint.size + 1} was inserted: no checkpoint covers it`);
  if (start.frontier.root() !== checkpoint.rootHash || last !== checkpoint.last)
    return broken('the last entries were rewritten');
  const first = database.prepare('SELECT min(seq) FROM entry').pluck().get();
  return size === 0 || first === 1 ? ok(null) : broken('entry 1 is missing, or an entry stands before it');
}

function milestone(database: Sqlite, slot: number, key: PublicNoteKey): Head | null {
  if (slot === 0) return { last: NO_ENTRY, frontier: new MerkleFrontier() };
  const stored = readSlot(database, slot);
  if (stored === null) return null;
  const checkpoint = openCheckpoint(stored.note, key);
  if ('problem' in checkpoint || checkpoint.size !== slot * MILESTONE_ENTRIES) return null;
  const frontier = MerkleFrontier.fromBytes(checkpoint.size, stored.frontier);
  return frontier?.root() === checkpoint.rootHash ? { last: checkpoint.last, frontier } : null;
}

function hashAt(database: Sqlite, seq: number): unknown {
  return seq === 0 ? NO_ENTRY : database.prepare('SELECT hash FROM entry WHERE seq = ?').pluck().get(seq);
}

function readSlot(database: Sqlite, slot: number): { note: string; frontier: Uint8Array } | null {
  const row: unknown = database.prepare('SELECT note, frontier FROM checkpoint WHERE slot = ?').get(slot);
  return isSlot(row) ? row : null;
}

function isSlot(row: unknown): row is { note: string; frontier: Uint8Array } {
  return (
    typeof row === 'object' &&
    row !== null &&
    'note' in row &&
    typeof row.note === 'string' &&
    'frontier' in row &&
    row.frontier instanceof Uint8Array
  );
}
