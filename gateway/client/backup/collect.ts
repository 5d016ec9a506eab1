// What of a data directory goes into a backup, copied so that it fits together while a gateway goes on writing.
// INVARIANT: the log is a snapshot with the signed checkpoint over exactly it; every other file is what it was before and after that.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  existsSync,
  lstatSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { readPlainFile } from '#executors/system/plain-file.ts';
import { auditFiles, readText, writeAtomically } from '#gateway/audit/format/files.ts';
import { formatOf } from '#gateway/audit/format/schema.ts';
import { openReadOnly } from '#gateway/audit/read/open-read-only.ts';
import { verifyAudit } from '#gateway/audit/read/verify.ts';
import type { Paths } from '#gateway/settings/paths.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { mayBeKept, type Manifest } from './manifest.ts';

export type Collected = {
  readonly files: readonly { readonly path: string; readonly source: string }[];
  readonly log: Manifest['log'];
  readonly format: number;
};

/** Somebody saves a session, or a policy comes into force: that takes milliseconds. */
const MOST_TRIES = 40;
const PAUSE_MS = 50;

/** Errors: `audit.*`, `backup.failed`. Throws what the disk throws. */
export async function collect(paths: Paths, staging: string): Promise<Result<Collected>> {
  for (let tried = 0; tried < MOST_TRIES; tried += 1) {
    if (tried > 0) await setTimeout(PAUSE_MS);
    const before = await othersOf(paths);
    if (before === null) continue;
    const files = [...before].map(([path, { source, text }], index) => {
      const copy = join(staging, `${index}.copy`);
      rmSync(copy, { force: true });
      if (text === undefined) copyFileSync(source, copy);
      else writeFileSync(copy, text, { mode: 0o600 });
      return { path, source: copy };
    });
    const log = await snapshot(join(paths.data, 'audit'), staging);
    if (!log.ok) return log;
    const after = await othersOf(paths);
    if (after === null || !same(before, after)) continue;
    // What was copied is what lay there both times.
    const copies = await Promise.all(files.map(({ source }) => digestOf(source)));
    if (!files.every(({ path }, index) => before.get(path)?.digest === copies[index])) continue;
    return ok({ ...log.value, files: [...log.value.files, ...files] });
  }
  return fail('backup.failed', 'the data directory changed all the time while it was copied', {
    help: 'try again when less is saved, or stop the gateway first',
  });
}

/** `text`: it lies where others may put a pipe, and was read once and for all. */
type Other = { readonly source: string; readonly digest: string; readonly text?: Buffer };

export const MOST_SETTINGS_BYTES = 1024 * 1024;

/** Everything but the log, by its path in the backup. `null`: the vault is being written. */
async function othersOf({ data, config }: Paths): Promise<ReadonlyMap<string, Other> | null> {
  if (existsSync(join(data, 'vault', 'vault.db-journal'))) return null;
  const found = new Map<string, Other>();
  for (const folder of ['vault', 'policy', 'policy/bundles', 'policy/kept'])
    for (const name of existsSync(join(data, folder)) ? readdirSync(join(data, folder)) : []) {
      const source = join(data, folder, name);
      const path = `${folder}/${name}`;
      if (mayBeKept(path) && lstatSync(source).isFile())
        found.set(path, { source, digest: await digestOf(source) });
    }
  if (existsSync(config)) {
    const text = readPlainFile(config, MOST_SETTINGS_BYTES);
    found.set('config.yaml', {
      source: config,
      digest: createHash('sha256').update(text).digest('hex'),
      text,
    });
  }
  return existsSync(join(data, 'vault', 'vault.db-journal')) ? null : found;
}

const same = (one: ReadonlyMap<string, Other>, other: ReadonlyMap<string, Other>): boolean =>
  one.size === other.size && [...one].every(([path, { digest }]) => other.get(path)?.digest === digest);

/** In hexadecimal. Throws what reading throws. */
export async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

/** A reader's snapshot of the log, verified from its first entry to its last. */
async function snapshot(directory: string, staging: string): Promise<Result<Collected>> {
  const copy = auditFiles(staging);
  rmSync(copy.database, { force: true });
  const opened = openReadOnly(auditFiles(directory).database);
  if (typeof opened === 'string')
    return fail('audit.unreadable', `the audit log in \`${directory}\` cannot be read`, { cause: opened });
  try {
    opened.database.prepare('VACUUM INTO ?').run(copy.database);
  } finally {
    opened.close();
  }
  const copied = openReadOnly(copy.database);
  if (typeof copied === 'string')
    return fail('audit.unreadable', 'the copy of the log cannot be read', { cause: copied });
  let format: number;
  try {
    const note: unknown = copied.database.prepare('SELECT note FROM checkpoint WHERE slot = 0').pluck().get();
    writeAtomically(copy.checkpoint, String(note));
    writeAtomically(copy.publicKey, readText(auditFiles(directory).publicKey) ?? '');
    format = formatOf(copied.database);
  } finally {
    copied.close();
  }
  const publicKey = (readText(copy.publicKey) ?? '').trim();
  const report = await verifyAudit({ database: copy.database, checkpoint: copy.checkpoint, publicKey });
  if (!report.ok || report.checkpoint === null)
    return fail(
      'audit.broken-chain',
      `the audit log is not intact: entry ${report.firstBad?.seq ?? 0}: ${report.firstBad?.problem ?? 'no checkpoint'}`,
      { help: 'nothing was backed up; keep its directory as evidence, and see `ghost audit verify`' },
    );
  const files = (['audit.db', 'audit.checkpoint', 'audit.pub'] as const).map((name) => ({
    path: `audit/${name}`,
    source: join(staging, name),
  }));
  return ok({
    files,
    log: { entries: report.entries, rootHash: report.checkpoint.rootHash, publicKey: report.publicKey },
    format,
  });
}
