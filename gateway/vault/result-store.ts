// What tasks came to, in the vault: kept, found by words of the intent, by status and by time, and deleted.
// INVARIANT: what goes in passes the mask of the audit log first; what is deleted leaves nothing in the file.
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { clean, maskSentence } from '#gateway/audit/mask/mask.ts';
import { APPLET_FORMS } from '#gateway/protocol/views/applet.ts';
import type { AppletForm } from '#gateway/protocol/views/applet.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { damaged, inTransaction } from './cipher.ts';
import type { Cell, Cipher, Row, Statement } from './cipher.ts';
import type { KeySource } from './contract.ts';
import { keptForm } from './kept-form.ts';
import { isThere, openVault } from './open-vault.ts';
import type { Vault } from './open-vault.ts';

export type ResultLine = {
  readonly taskId: string;
  /** ISO 8601. */
  readonly at: string;
  readonly intent: string;
  readonly status: string;
  readonly sources: readonly string[];
  /** Whose task it was, where it was no person's. */
  readonly agent: string | null;
};
/** `result`: the answer, facts with their quotations, evidence, `table`; plain JSON. */
export type KeptResult = ResultLine & { readonly result: unknown };

/** An applet beside its task, as it was kept: whoever opens it checks it again. */
export type KeptApplet = { readonly form: AppletForm; readonly html: string };
export type WithApplet = { readonly result: KeptResult; readonly applet: KeptApplet | null };

export type ResultQuery = {
  /** All of them stand in the intent; each may be the beginning of a word. */
  readonly words?: string;
  readonly status?: string;
  /** Milliseconds. */
  readonly since?: number;
  readonly until?: number;
  readonly limit?: number;
};

/** Errors of all: `vault.*`. Nothing is made where nothing was kept yet. */
export interface ResultStore extends AsyncDisposable {
  /** `agent`: whose words the intent was, where it was no person's. */
  keep(result: TaskResult, agent?: string | null): Promise<Result<void>>;
  /** Newest first. */
  find(query: ResultQuery): Promise<Result<readonly ResultLine[]>>;
  /** Errors: `result.unknown`. */
  show(taskId: string): Promise<Result<KeptResult>>;
  /** `null`: the form that was opened last; it counts as used. Errors: `result.unknown`. */
  applet(taskId: string, form: AppletForm | null): Promise<Result<WithApplet>>;
  /** Beside a task that is kept; of all of them those that were used last stay. */
  keepApplet(taskId: string, applet: KeptApplet): Promise<Result<void>>;
  /** How many there were, their applets gone with them. Errors: `result.unknown`. */
  delete(taskIds: readonly string[] | 'ALL'): Promise<Result<number>>;
}

export type ResultStoreOptions = {
  readonly directory: string;
  readonly keys: readonly KeySource[];
  readonly keepDays: number;
  readonly mostBytes: number;
  readonly now: () => number;
};

const DAY_MS = 86_400_000;
const MOST_LINES = 1_000;
const MOST_APPLETS = 50;
const APPLET = 'applet';
/** Two uses within one millisecond are in order, too. */
const NEXT_USE = 'SELECT MAX(?, COALESCE(MAX(used_at), 0) + 1) FROM kept WHERE kind = ?';
/** Nothing but an agent's result is looked into: it begins with whose it was. */
const AGENT = `CASE WHEN substr(result_json, 1, 9) = '{"agent":' THEN json_extract(result_json, '$.agent') END AS agent`;
const LINE = `task_id, timestamp, intent, status, source_urls, ${AGENT}`;
/** So long the end waits for a disk. */
const END_MS = 2_000;
const line = z.object({
  task_id: z.string(),
  timestamp: z.number(),
  intent: z.string(),
  status: z.string(),
  source_urls: z.string(),
  agent: z.string().nullable(),
});

export function resultStore(options: ResultStoreOptions): ResultStore {
  return new VaultedResults(options);
}

class VaultedResults implements ResultStore {
  readonly #options: ResultStoreOptions;
  readonly #end = new AbortController();
  #opening: Promise<Result<Vault>> | null = null;
  /** One at a time: a transaction is the connection's. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(options: ResultStoreOptions) {
    this.#options = options;
  }

  async keep(result: TaskResult, agent: string | null = null): Promise<Result<void>> {
    const taskId = clean(result.taskId);
    const json = await keptForm(result, agent, this.#options.mostBytes);
    const said = maskSentence(result.intent);
    const where = JSON.stringify(result.sources.map((source) => maskSentence(source)));
    const cells: readonly Cell[] = [taskId, this.#options.now(), said, result.status, json, where];
    return this.#with(async (cipher) =>
      inTransaction(cipher, [
        ['DELETE FROM tasks_words WHERE task_id = ?', [taskId]],
        ['INSERT OR REPLACE INTO tasks VALUES (?, ?, ?, ?, ?, ?)', cells],
        ['INSERT INTO tasks_words (intent, task_id) VALUES (?, ?)', [said, taskId]],
        ['DELETE FROM kept WHERE kind = ? AND about = ?', [APPLET, taskId]],
        ...this.#sweep(),
      ]),
    );
  }

  find({ words, status, since, until, limit }: ResultQuery): Promise<Result<readonly ResultLine[]>> {
    const match = matchOf(words ?? '');
    const parts: [string, readonly Cell[]][] = [];
    if (match !== null)
      parts.push(['task_id IN (SELECT task_id FROM tasks_words WHERE tasks_words MATCH ?)', [match]]);
    if (status !== undefined) parts.push(['status = ?', [status.toUpperCase()]]);
    if (since !== undefined) parts.push(['timestamp >= ?', [since]]);
    if (until !== undefined) parts.push(['timestamp < ?', [until]]);
    parts.push(['timestamp > ?', [this.#oldest()]]);
    const where = parts.map(([sql]) => sql).join(' AND ');
    const most = Math.min(limit ?? 50, MOST_LINES);
    return this.#withIfThere([], async (cipher) => {
      const found = await cipher.all(
        `SELECT ${LINE} FROM tasks WHERE ${where} ORDER BY timestamp DESC, task_id LIMIT ?`,
        [...parts.flatMap(([, cells]) => cells), most],
      );
      return found.ok ? ok(found.value.map(lineOf)) : found;
    });
  }

  async show(taskId: string): Promise<Result<KeptResult>> {
    const found = await this.#withIfThere(null, async (cipher) => {
      const rows = await cipher.all(
        `SELECT ${LINE}, result_json FROM tasks WHERE task_id = ? AND timestamp > ?`,
        [taskId, this.#oldest()],
      );
      return rows.ok ? ok(rows.value[0] ?? null) : rows;
    });
    if (!found.ok) return found;
    if (found.value === null) return unknown(taskId);
    return ok({ ...lineOf(found.value), result: JSON.parse(String(found.value['result_json'])) as unknown });
  }

  async applet(taskId: string, form: AppletForm | null): Promise<Result<WithApplet>> {
    const result = await this.show(taskId);
    if (!result.ok) return result;
    return this.#with(async (cipher) => {
      const rows = await cipher.all(
        `UPDATE kept SET used_at = (${NEXT_USE}) WHERE kind = ? AND name = (SELECT name FROM kept` +
          ' WHERE kind = ? AND about = ? AND (? IS NULL OR name = ?) ORDER BY used_at DESC LIMIT 1) RETURNING name, body',
        [this.#options.now(), APPLET, APPLET, APPLET, taskId, form, nameOf(taskId, form)],
      );
      if (!rows.ok) return rows;
      const [row] = rows.value;
      const kept = APPLET_FORMS.find((known) => nameOf(taskId, known) === row?.['name']);
      const applet =
        row === undefined || kept === undefined ? null : { form: kept, html: String(row['body']) };
      return ok({ result: result.value, applet });
    });
  }

  keepApplet(taskId: string, { form, html }: KeptApplet): Promise<Result<void>> {
    const now = this.#options.now();
    return this.#withIfThere(undefined, async (cipher) =>
      inTransaction(cipher, [
        [
          'INSERT OR REPLACE INTO kept (kind, name, saved_at, used_at, expires_at, about, body)' +
            ` SELECT ?, ?, ?, (${NEXT_USE}), NULL, task_id, ? FROM tasks WHERE task_id = ?`,
          [APPLET, nameOf(taskId, form), now, now, APPLET, html, taskId],
        ],
        ...this.#sweep(),
      ]),
    );
  }

  delete(taskIds: readonly string[] | 'ALL'): Promise<Result<number>> {
    return this.#withIfThere(0, async (cipher) => {
      const there = await cipher.all('SELECT task_id FROM tasks');
      if (!there.ok) return there;
      const known = new Set(there.value.map((row) => String(row['task_id'])));
      const gone = taskIds === 'ALL' ? [...known] : taskIds;
      const missing = gone.find((id) => !known.has(id));
      if (missing !== undefined) return unknown(missing);
      const done = await inTransaction(
        cipher,
        gone.flatMap((id) => [
          ['DELETE FROM tasks_words WHERE task_id = ?', [id]],
          ['DELETE FROM tasks WHERE task_id = ?', [id]],
          ['DELETE FROM kept WHERE kind = ? AND about = ?', [APPLET, id]],
        ]),
      );
      if (!done.ok) return done;
      // Freed pages go with it, and what the index kept of the words.
      const vacuumed = await cipher.all('VACUUM');
      return vacuumed.ok ? ok(gone.length) : stayInFile(vacuumed.error);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // What a disk does not give back is left to it: the process ends.
    await within(END_MS, this.#last);
    this.#end.abort();
    const opened = await within(END_MS, this.#opening);
    if (opened?.ok === true) await within(END_MS, opened.value.cipher.close());
  }

  #oldest(): number {
    return this.#options.now() - this.#options.keepDays * DAY_MS;
  }

  /** Too old, and the oldest of what is too much. Lengths come from the rows' heads: what is kept is not read for them. */
  #sweep(): readonly Statement[] {
    const tooMuch =
      'SELECT task_id FROM (SELECT task_id, SUM(octet_length(result_json) + octet_length(intent))' +
      ' OVER (ORDER BY timestamp DESC, task_id) AS total FROM tasks) WHERE total > ?';
    return [
      ['DELETE FROM tasks WHERE timestamp <= ?', [this.#oldest()]],
      [`DELETE FROM tasks WHERE task_id IN (${tooMuch})`, [this.#options.mostBytes]],
      ['DELETE FROM tasks_words WHERE task_id NOT IN (SELECT task_id FROM tasks)', []],
      ['DELETE FROM kept WHERE kind = ? AND about NOT IN (SELECT task_id FROM tasks)', [APPLET]],
      [
        `DELETE FROM kept WHERE kind = ? AND name IN (${TOO_MANY})`,
        [APPLET, APPLET, MOST_APPLETS, this.#options.mostBytes],
      ],
    ];
  }

  async #withIfThere<T>(nothing: T, work: (cipher: Cipher) => Promise<Result<T>>): Promise<Result<T>> {
    return isThere(this.#options.directory) === 'NO' ? ok(nothing) : this.#with(work);
  }

  /** INVARIANT: whatever a call comes to, the next one begins: neither of the two is ever kept rejected. */
  #with<T>(work: (cipher: Cipher) => Promise<Result<T>>): Promise<Result<T>> {
    const next = this.#last.then(async (): Promise<Result<T>> => {
      if (this.#end.signal.aborted) return fail('gateway.closed', 'the vault is closed');
      const opening = (this.#opening ??= this.#open());
      const opened = await opening;
      if (!opened.ok && this.#opening === opening) this.#opening = null;
      if (!opened.ok) return opened;
      try {
        return await work(opened.value.cipher);
      } catch (thrown) {
        return damaged(describe(thrown));
      }
    });
    this.#last = next;
    return next;
  }

  async #open(): Promise<Result<Vault>> {
    try {
      return await openVault(this.#options.directory, this.#options.keys, this.#end.signal);
    } catch (cause) {
      return fail('vault.write-failed', 'the vault cannot be opened', {
        cause: describe(cause),
        help: 'check its rights and the free space of the disk',
      });
    }
  }
}

/** Those that were used longest ago, of what is too many or too much. */
const TOO_MANY =
  'SELECT name FROM (SELECT name, ROW_NUMBER() OVER used AS place, SUM(octet_length(body)) OVER used AS total FROM kept' +
  ' WHERE kind = ? WINDOW used AS (ORDER BY used_at DESC, name)) WHERE place > ? OR total > ?';

const nameOf = (taskId: string, form: AppletForm | null): string => `${taskId} ${form ?? ''}`;

async function within<T>(ms: number, work: Promise<T> | null): Promise<T | null> {
  const late = new AbortController();
  const end = setTimeout(ms, null, { signal: late.signal }).catch(() => null);
  const done = await Promise.race([work, end]);
  late.abort();
  return done;
}

/** Words alone, quoted: nothing of what a person types is an operator. `null`: none. */
function matchOf(text: string): string | null {
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.length === 0 ? null : words.map((word) => `"${word}"*`).join(' ');
}

function lineOf(row: Row): ResultLine {
  const { task_id: taskId, timestamp, intent, status, source_urls: urls, agent } = line.parse(row);
  const sources = z.array(z.string()).parse(JSON.parse(urls));
  return { taskId, at: new Date(timestamp).toISOString(), intent, status, sources, agent };
}

/** No answer may say that nothing was done. */
const stayInFile = ({ message }: Failure): Result<never> =>
  fail('vault.write-failed', 'they are deleted, but the vault’s file could not be written anew', {
    cause: message,
    help: 'freed pages stay in it until something is deleted again; look at the vault’s disk',
  });

const unknown = (taskId: string): Result<never> =>
  fail('result.unknown', `no result of a task \`${taskId}\` is kept`, { help: 'see `ghost results list`' });
