// The applets that lie beside results in the vault, as statements: one of each form of a task, by when it was used last.
// INVARIANT: none is kept without its task; those that were used longest ago go first.
import { z } from 'zod';
import type { Cipher, Statement } from '#gateway/vault/cipher.ts';
import { DRAWN_FORMS } from '#gateway/protocol/views/applet.ts';
import type { DrawnForm } from '#gateway/protocol/views/applet.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { KeptApplet, WithApplet } from './contract.ts';

const MOST_APPLETS = 50;
const APPLET = 'applet';
/** Two uses within one millisecond are in order, too. */
const NEXT_USE = 'SELECT MAX(?, COALESCE(MAX(used_at), 0) + 1) FROM kept WHERE kind = ?';
/** Those that were used longest ago, of what is too many or too much. */
const TOO_MANY =
  'SELECT name FROM (SELECT name, ROW_NUMBER() OVER used AS place, SUM(octet_length(body)) OVER used AS total FROM kept' +
  ' WHERE kind = ? WINDOW used AS (ORDER BY used_at DESC, name)) WHERE place > ? OR total > ?';

const nameOf = (taskId: string, form: DrawnForm | null): string => `${taskId} ${form ?? ''}`;

/** `form` `null`: the one that was used last. It counts as used now. */
export async function takeApplet(
  cipher: Cipher,
  { taskId, form, now }: { readonly taskId: string; readonly form: DrawnForm | null; readonly now: number },
): Promise<Result<Omit<WithApplet, 'result'>>> {
  const rows = await cipher.all(
    `UPDATE kept SET used_at = (${NEXT_USE}) WHERE kind = ? AND name = (SELECT name FROM kept` +
      ' WHERE kind = ? AND about = ? AND (? IS NULL OR name = ?) ORDER BY used_at DESC LIMIT 1) RETURNING name, body',
    [now, APPLET, APPLET, APPLET, taskId, form, nameOf(taskId, form)],
  );
  if (!rows.ok) return rows;
  const models = await cipher.all('SELECT 1 AS there FROM kept WHERE kind = ? AND name = ?', [
    APPLET,
    nameOf(taskId, 'model'),
  ]);
  if (!models.ok) return models;
  const [row] = rows.value;
  const kept = DRAWN_FORMS.find((known) => nameOf(taskId, known) === row?.['name']);
  const applet = row === undefined || kept === undefined ? null : read(kept, String(row['body']));
  return ok({ applet, hasModel: models.value.length > 0 });
}

const answered = z.object({ answer: z.string(), model: z.string(), retries: z.number().int() });

/** `null`: it has another shape, and is made anew. */
function read(form: DrawnForm, body: string): KeptApplet | null {
  if (form !== 'model') return { form, html: body };
  try {
    return { form, ...answered.parse(JSON.parse(body)) };
  } catch {
    return null;
  }
}

const bodyOf = (applet: KeptApplet): string => {
  if (applet.form !== 'model') return applet.html;
  const { answer, model, retries } = applet;
  return JSON.stringify({ answer, model, retries });
};

export const keepApplet = (taskId: string, applet: KeptApplet, now: number): Statement => [
  'INSERT OR REPLACE INTO kept (kind, name, saved_at, used_at, expires_at, about, body)' +
    ` SELECT ?, ?, ?, (${NEXT_USE}), NULL, task_id, ? FROM tasks WHERE task_id = ?`,
  [APPLET, nameOf(taskId, applet.form), now, now, APPLET, bodyOf(applet), taskId],
];

export const dropApplets = (taskId: string): Statement => [
  'DELETE FROM kept WHERE kind = ? AND about = ?',
  [APPLET, taskId],
];

/** What lost its task, and what is too many or too much. */
export const sweepApplets = (mostBytes: number): readonly Statement[] => [
  ['DELETE FROM kept WHERE kind = ? AND about NOT IN (SELECT task_id FROM tasks)', [APPLET]],
  [`DELETE FROM kept WHERE kind = ? AND name IN (${TOO_MANY})`, [APPLET, APPLET, MOST_APPLETS, mostBytes]],
];
