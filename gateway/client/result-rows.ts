// The rows of a task's result as a table for other programs or for a terminal, and whether a file of rows or an applet can be written
// where it is wanted.
import { extname } from 'node:path';
import { rowsOf } from '#gateway/extraction/applet.ts';
import { toAligned } from '#engines/tables/written/aligned.ts';
import { inFormat } from '#gateway/protocol/table-text.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Err, Result } from '#policy/language/failure.ts';
import { canBeMade } from './new-file.ts';

const FORMATS = { '.csv': 'csv', '.md': 'markdown', '.json': 'json' } as const;

/** Asked before a task begins, so that its work is not in vain. Errors: `command.bad-file`. */
export function canBeWritten(file: string, kind: 'TABLE' | 'APPLET'): Result<void> {
  if (kind === 'TABLE' && formatOf(file) === undefined) return noForm(file);
  return canBeMade(file);
}

const formatOf = (file: string): (typeof FORMATS)[keyof typeof FORMATS] | undefined =>
  Object.entries(FORMATS).find(([ending]) => ending === extname(file).toLowerCase())?.[1];

const noForm = (file: string): Err =>
  fail('command.bad-file', `\`${file}\` does not say in which form the rows are wanted`, {
    help: 'end its name in `.csv`, `.md` or `.json`',
  });

/** By the name of the file: `.csv`, `.md`, `.json`. Errors: `act.no-table`, `command.bad-file`. */
export function rowsFor(file: string, result: TaskResult): Result<string> {
  const format = formatOf(file);
  if (format === undefined) return noForm(file);
  const rows = rowsOf(result);
  return rows.ok ? ok(inFormat(rows.value, format)) : rows;
}

/** For a person at a terminal. Errors: `act.no-table`. */
export function alignedRows(result: TaskResult): Result<string> {
  const rows = rowsOf(result);
  return rows.ok ? ok(toAligned(rows.value)) : rows;
}
