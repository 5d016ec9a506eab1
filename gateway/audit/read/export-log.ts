// What matches a query as one file: for a spreadsheet, for a program, or as a bundle that proves each of its entries. INVARIANT: that it
// leaves is an entry of the log before it does, and a bundle holds and proves that very entry.
import { hash } from 'node:crypto';
import { ok, type Result } from '#policy/language/failure.ts';
import { COLUMNS } from '#gateway/audit/format/entry.ts';
import { stampOf } from '#gateway/audit/format/instant.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { bundleOf } from '#gateway/audit/proofs/bundle.ts';
import type { AuditExport, AuditExportForm, AuditRow } from '#gateway/protocol/views/audit.ts';
import { noteOf } from './access.ts';
import { MAX_ROWS } from './query.ts';

/** The newest that match. */
const MAX_EXPORTED = 20_000;
/** Each has its way up the tree in it. */
const MAX_BUNDLED = 5_000;

export type ExportedLog = Pick<AuditLog, 'search' | 'prove' | 'append'>;

/** Errors: those of `AuditLog.search`, `prove` and `append`. */
export async function exportLog(
  audit: ExportedLog,
  { text, form }: { readonly text: string; readonly form: AuditExportForm },
  who: string,
  signal?: AbortSignal,
): Promise<Result<AuditExport>> {
  const most = form === 'bundle' ? MAX_BUNDLED : MAX_EXPORTED;
  const rows: AuditRow[] = [];
  let [total, isCounted] = [0, true];
  for (;;) {
    const last = rows.at(-1)?.seq;
    const limit = Math.min(MAX_ROWS, most - rows.length);
    const query = { text, limit, ...(last === undefined ? {} : { beforeSeq: last }) };
    const found = await audit.search(query, signal, who);
    if (!found.ok) return found;
    if (last === undefined) [total, isCounted] = [found.value.total, found.value.atLeast !== true];
    rows.push(...found.value.rows);
    if (found.value.rows.length < limit || rows.length >= most) break;
  }
  const inOrder = rows.toReversed();
  const written = form === 'csv' ? toCsv(inOrder) : inOrder.map((row) => `${JSON.stringify(row)}\n`).join('');
  const range = { oldest: inOrder[0]?.seq ?? null, newest: inOrder.at(-1)?.seq ?? null };
  // Where nobody counted to the end, more may match than a full file holds.
  const complete = rows.length >= total && (isCounted || rows.length < most);
  const about = { form, query: text, entries: rows.length, complete, ...range };
  const noted = await noteOf(audit, {
    type: 'audit.exported',
    who,
    what: `export ${rows.length} entries of the audit log${text === '' ? '' : `: ${text}`}`,
    details: {
      ...about,
      digest: `sha256:${hash('sha256', form === 'bundle' ? hashesOf(inOrder) : written)}`,
    },
  });
  if (!noted.ok) return noted;
  const name = `audit-${stampOf(new Date(noted.value.at))}`;
  const head = { ...about, seq: noted.value.seq };
  if (form !== 'bundle') return ok({ ...head, name: `${name}.${form}`, text: written });
  const proven = await audit.prove([...inOrder.map(({ seq }) => seq), noted.value.seq], signal, who);
  return proven.ok ? ok({ ...head, name: `${name}.ghost-audit`, text: bundleOf(proven.value) }) : proven;
}

/** What the log says of a bundle: the hashes of what matched, in order. */
const hashesOf = (rows: readonly AuditRow[]): string => rows.map((row) => `${row.hash}\n`).join('');

/** What a row shows; what proves it is for a bundle. */
const CSV_COLUMNS = COLUMNS.filter((column) => column !== 'previous' && column !== 'details');

/** RFC 4180. */
const toCsv = (rows: readonly AuditRow[]): string =>
  [CSV_COLUMNS.join(','), ...rows.map((row) => CSV_COLUMNS.map((column) => cell(row[column])).join(','))]
    .map((line) => `${line}\r\n`)
    .join('');

/** What spreadsheets take for the beginning of a formula: in Japanese ones, of full width too. */
const FORMULA = /^\s*[=+\-@＝＋－＠\t\r\n]/u;
/** A program that parts fields by other signs than commas begins one there. */
const FORMULA_BEHIND = /(?<=[;\t|,\r\n]["'\s]{0,8})[=+\-@＝＋－＠]/gu;

/** A page's own words stand in an entry: none of them is computed where the file is opened. */
function cell(value: string | number | null): string {
  if (typeof value === 'number') return String(value);
  const text = (value ?? '').replaceAll(FORMULA_BEHIND, "'$&");
  const guarded = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/u.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
