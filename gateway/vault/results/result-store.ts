// What tasks came to, in the vault: kept, found by words of the intent, by status and by time, and deleted.
// INVARIANT: what goes in passes the mask of the audit log first; what is deleted leaves nothing in the file.
import { z } from 'zod';
import { clean, maskSentence } from '#gateway/audit/mask/mask.ts';
import type { DrawnForm } from '#gateway/protocol/views/applet.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { inTransaction } from '#gateway/vault/cipher.ts';
import type { Cell, Row, Statement } from '#gateway/vault/cipher.ts';
import type { KeySource } from '#gateway/vault/contract.ts';
import { dropApplets, keepApplet, sweepApplets, takeApplet } from './applets.ts';
import { THOUGHT } from './contract.ts';
import type {
  HideSecrets,
  KeptApplet,
  KeptResult,
  ResultLine,
  ResultQuery,
  ResultStore,
  WithApplet,
} from './contract.ts';
import { keptForm } from './kept-form.ts';
import { vaultFileIn } from '#gateway/vault/open-vault.ts';
import { dropCopies } from '#gateway/vault/upgrade-vault.ts';
import { VaultInTurn } from './vault-in-turn.ts';

export type ResultStoreOptions = {
  readonly directory: string;
  readonly keys: readonly KeySource[];
  /** Shared with whoever else keeps things of tasks; ended with this store. Default: one of its own. */
  readonly vault?: VaultInTurn;
  readonly keepDays: number;
  readonly mostBytes: number;
  readonly now: () => number;
};

const DAY_MS = 86_400_000;
const MOST_LINES = 1_000;
/** Nothing but an agent's result is looked into: it begins with whose it was. */
const AGENT = `CASE WHEN substr(result_json, 1, 9) = '{"agent":' THEN json_extract(result_json, '$.agent') END AS agent`;
const THOUGHT_OF = `SELECT about FROM kept WHERE kind = '${THOUGHT}'`;
const LINE = `task_id, timestamp, intent, status, source_urls, ${AGENT}`;
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
  readonly #vault: VaultInTurn;

  constructor(options: ResultStoreOptions) {
    this.#options = options;
    this.#vault = options.vault ?? new VaultInTurn(options.directory, options.keys);
    this.#vault.sweepsBy(() => this.#sweep());
  }

  async keep(
    result: TaskResult,
    agent: string | null = null,
    hide: HideSecrets = (text) => text,
  ): Promise<Result<void>> {
    const taskId = clean(result.taskId);
    const json = await keptForm(result, agent, this.#options.mostBytes, hide);
    const said = maskSentence(hide(result.intent));
    const where = JSON.stringify(result.sources.map((source) => maskSentence(hide(source))));
    const cells: readonly Cell[] = [taskId, this.#options.now(), said, result.status, json, where];
    return this.#vault.with(async (cipher) =>
      inTransaction(cipher, [
        ['DELETE FROM tasks_words WHERE task_id = ?', [taskId]],
        ['INSERT OR REPLACE INTO tasks VALUES (?, ?, ?, ?, ?, ?)', cells],
        ['INSERT INTO tasks_words (intent, task_id) VALUES (?, ?)', [said, taskId]],
        dropApplets(taskId),
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
    return this.#vault.withIfThere([], async (cipher) => {
      const found = await cipher.all(
        `SELECT ${LINE} FROM tasks WHERE ${where} ORDER BY timestamp DESC, task_id LIMIT ?`,
        [...parts.flatMap(([, cells]) => cells), most],
      );
      return found.ok ? ok(found.value.map(lineOf)) : found;
    });
  }

  async show(taskId: string): Promise<Result<KeptResult>> {
    const found = await this.#vault.withIfThere(null, async (cipher) => {
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

  async applet(taskId: string, form: DrawnForm | null): Promise<Result<WithApplet>> {
    const result = await this.show(taskId);
    if (!result.ok) return result;
    return this.#vault.with(async (cipher) => {
      const applet = await takeApplet(cipher, { taskId, form, now: this.#options.now() });
      return applet.ok ? ok({ result: result.value, ...applet.value }) : applet;
    });
  }

  keepApplet(taskId: string, applet: KeptApplet): Promise<Result<void>> {
    const now = this.#options.now();
    return this.#vault.withIfThere(undefined, async (cipher) =>
      inTransaction(cipher, [keepApplet(taskId, applet, now), ...this.#sweep()]),
    );
  }

  delete(taskIds: readonly string[] | 'ALL'): Promise<Result<number>> {
    return this.#vault.withIfThere(0, async (cipher) => {
      // A task whose result is not kept may have pictures all the same.
      const alsoPictured =
        taskIds === 'ALL'
          ? ''
          : ` UNION SELECT task_id FROM pictures UNION SELECT task_id FROM pictured UNION ${THOUGHT_OF}`;
      const there = await cipher.all(`SELECT task_id FROM tasks${alsoPictured}`);
      if (!there.ok) return there;
      const known = new Set(there.value.map((row) => String(row['task_id'])));
      const gone = taskIds === 'ALL' ? [...known] : taskIds;
      const missing = gone.find((id) => !known.has(id));
      if (missing !== undefined) return unknown(missing);
      const unresulted = 'NOT IN (SELECT task_id FROM tasks)';
      const alone: readonly Statement[] =
        taskIds === 'ALL'
          ? [
              [`DELETE FROM pictures WHERE task_id ${unresulted}`, []],
              [`DELETE FROM pictured WHERE task_id ${unresulted}`, []],
              ['DELETE FROM kept WHERE kind = ?', [THOUGHT]],
            ]
          : [];
      const done = await inTransaction(cipher, [
        ...alone,
        ...gone.flatMap((id): readonly Statement[] => [
          ['DELETE FROM tasks_words WHERE task_id = ?', [id]],
          ['DELETE FROM tasks WHERE task_id = ?', [id]],
          dropApplets(id),
          ['DELETE FROM pictures WHERE task_id = ?', [id]],
          ['DELETE FROM pictured WHERE task_id = ?', [id]],
          ['DELETE FROM kept WHERE kind = ? AND about = ?', [THOUGHT, id]],
        ]),
      ]);
      if (!done.ok) return done;
      const dropped = this.#dropCopies();
      if (!dropped.ok) return dropped;
      // Freed pages go with it, and what the index kept of the words.
      const vacuumed = await cipher.all('VACUUM');
      return vacuumed.ok ? ok(gone.length) : stayInFile(vacuumed.error);
    });
  }

  /** What is deleted is in no copy of the vault either. */
  #dropCopies(): Result<void> {
    try {
      dropCopies(vaultFileIn(this.#options.directory));
      return ok(undefined);
    } catch (cause) {
      return fail('vault.write-failed', 'they are deleted, but a copy of the vault with them stays', {
        cause,
        help: 'remove `vault.db.format-…` by hand, or give this user the right to',
      });
    }
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#vault[Symbol.asyncDispose]();
  }

  #oldest(): number {
    return this.#options.now() - this.#options.keepDays * DAY_MS;
  }

  /** Too old, and the oldest of what is too much. Lengths come from the rows' heads: what is kept is not read for them. */
  #sweep(): readonly Statement[] {
    const tooMuch =
      'SELECT task_id FROM (SELECT task_id, SUM(octet_length(result_json) + octet_length(intent))' +
      ' OVER (ORDER BY timestamp DESC, task_id) AS total FROM tasks) WHERE total > ?';
    const gone: readonly (readonly [which: string, bound: number])[] = [
      ['SELECT task_id FROM tasks WHERE timestamp <= ?', this.#oldest()],
      [tooMuch, this.#options.mostBytes],
    ];
    return [
      // Their pictures go with them, and what their agents were shown.
      ...gone.map(([which, bound]): Statement => [
        `DELETE FROM kept WHERE kind = '${THOUGHT}' AND about IN (${which})`,
        [bound],
      ]),
      ...['pictures', 'pictured', 'tasks'].flatMap((table) =>
        gone.map(([which, bound]): Statement => [
          `DELETE FROM ${table} WHERE task_id IN (${which})`,
          [bound],
        ]),
      ),
      ['DELETE FROM tasks_words WHERE task_id NOT IN (SELECT task_id FROM tasks)', []],
      ...sweepApplets(this.#options.mostBytes),
    ];
  }
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
