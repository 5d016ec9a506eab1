// `ghost audit tail|query|verify|prove|check`: reads the log's files, whether a gateway runs or not. INVARIANT: `check` opens no log.
import { setTimeout as sleep } from 'node:timers/promises';
import {
  auditDirectory,
  auditKey,
  auditRowsSince,
  checkAuditFile,
  proveAuditEntry,
  readAuditFiles,
  verifyAuditFiles,
} from '#gateway/client/audit-files.ts';
import { visibleText } from '#gateway/protocol/visible-text.ts';
import type { AuditRow } from '#gateway/protocol/views/audit.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { failWith, say, sayJson, tell } from '#ui/cli/console/output.ts';
import { writeOwn } from '#ui/cli/console/own-file.ts';

type Flags = { readonly json?: boolean; readonly dataDir?: string; readonly limit?: number };

const FOLLOW_MS = 300;

export async function query(
  text: string,
  { summary = false, ...flags }: Flags & { readonly summary?: boolean },
): Promise<void> {
  const json = flags.json === true;
  if (summary) return summarise(text, flags);
  const read = await readAuditFiles(auditDirectory(flags.dataDir), { text, limit: flags.limit ?? 50 });
  if (!read.ok) return failWith(read.error, { json });
  if (json) return sayJson(read.value);
  for (const row of read.value.rows.toReversed()) say(rowInWords(row));
  tell(`${read.value.rows.length} of ${read.value.total} entries`);
}

/** Of each facet the most frequent values. */
const MOST_VALUES = 8;

async function summarise(text: string, { json = false, dataDir }: Flags): Promise<void> {
  const read = await readAuditFiles(auditDirectory(dataDir), { text, limit: 1, facets: true });
  if (!read.ok) return failWith(read.error, { json });
  const { total, atLeast, facets } = read.value;
  if (json) return sayJson({ total, atLeast, facets });
  say(`${total}${atLeast === true ? ' or more' : ''} entries match`);
  if (facets === undefined) return;
  if (facets.entries < total) say(`of which the newest ${facets.entries} are counted here`);
  for (const [key, values] of Object.entries(facets.values)) {
    const shown = values.slice(0, MOST_VALUES);
    if (shown.length === 0) continue;
    say(`\n${key}${values.length > shown.length ? `, the most frequent of ${values.length}` : ''}`);
    for (const { value, count } of shown) say(`${String(count).padStart(8)}  ${visibleText(value)}`);
  }
}

/** The last entries and, with `follow`, every later one until a signal comes. */
export async function tail(flags: Flags & { readonly follow?: boolean }): Promise<void> {
  const json = flags.json === true;
  const directory = auditDirectory(flags.dataDir);
  const print = (row: AuditRow): void => say(json ? JSON.stringify(row) : rowInWords(row));
  const first = await readAuditFiles(directory, { text: '', limit: flags.limit ?? 20 });
  if (!first.ok) return failWith(first.error, { json });
  for (const row of first.value.rows.toReversed()) print(row);
  let last = first.value.rows[0]?.seq ?? 0;
  const stopped = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());
  while (flags.follow === true && !stopped.signal.aborted) {
    await sleep(FOLLOW_MS, undefined, { signal: stopped.signal }).catch(() => undefined);
    const more = await auditRowsSince(directory, last);
    if (!more.ok) return failWith(more.error, { json });
    for (const row of more.value) print(row);
    last = more.value.at(-1)?.seq ?? last;
  }
}

export async function verify(flags: Flags): Promise<void> {
  const json = flags.json === true;
  const verified = await verifyAuditFiles(auditDirectory(flags.dataDir));
  if (!verified.ok) return failWith(verified.error, { json });
  const report = verified.value;
  if (!report.ok) process.exitCode = EXIT.failed;
  if (json) return sayJson(report);
  if (report.ok)
    say(
      `verified ${report.entries} entries; checkpoint over ${report.checkpoint?.size ?? 0}, signed ${report.checkpoint?.at ?? 'never'}`,
    );
  else
    say(`NOT INTACT: entry ${report.firstBad?.seq ?? 0}: ${report.firstBad?.problem ?? 'does not verify'}`);
  say(`public key ${report.publicKey}`);
}

export async function prove(
  seq: number,
  { to, dataDir, json = false }: Pick<Flags, 'json' | 'dataDir'> & { readonly to?: string },
): Promise<void> {
  const proof = await proveAuditEntry(auditDirectory(dataDir), seq);
  if (!proof.ok) return failWith(proof.error, { json });
  if (to === undefined) return json ? sayJson({ proof: proof.value }) : say(proof.value.trimEnd());
  const written = writeOwn(to, proof.value, 'wx');
  if (!written.ok) return failWith(written.error, { json });
  if (json) return sayJson({ file: to });
  tell(`wrote ${to}; check it anywhere: ghost audit check ${to} --key audit.pub`);
}

export async function check(
  file: string,
  { key, dataDir, json = false }: Pick<Flags, 'json' | 'dataDir'> & { readonly key?: string },
): Promise<void> {
  const checked = checkAuditFile(file, key ?? auditKey(auditDirectory(dataDir)));
  if (!checked.ok) {
    process.exitCode = EXIT.failed;
    return failWith(checked.error, { json });
  }
  const { kind, entries, checkpoint, query, complete } = checked.value;
  if (json) return sayJson({ ...checked.value, entries: entries.map((entry): unknown => JSON.parse(entry)) });
  for (const entry of entries) say(visibleText(entry));
  const what = kind === 'proof' ? 'this entry is' : `these ${entries.length} entries are`;
  tell(`holds: ${what} under the root over ${checkpoint.size} entries, signed ${checkpoint.at}`);
  if (kind === 'bundle')
    tell(
      `asked for: ${query === null || query === '' ? 'everything' : visibleText(query)}; ${complete === true ? 'all that matched' : 'the newest that matched'}`,
    );
}

/** One row: when | who | what | where | verdict (why) | outcome. */
export function rowInWords(row: AuditRow): string {
  const verdict = row.verdict === null ? row.type : `${row.verdict}${row.why === '' ? '' : ` (${row.why})`}`;
  // Pages and callers have their words in it: none of them steers the terminal.
  return [String(row.seq).padStart(6), row.at, row.who, row.what, row.where, verdict, row.outcome ?? '']
    .map((part) => visibleText(part))
    .join(' | ');
}
