// The kept results as the library has them. INVARIANT: rows are given out, exported and deleted only once the log says so.
import { noteOf } from '#gateway/audit/read/access.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { DrawnForm } from '#gateway/protocol/views/applet.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { KeptResult, ResultLine, ResultQuery, ResultStore, WithApplet } from './contract.ts';

export class AuditedResults {
  readonly #store: ResultStore;
  readonly #audit: AuditLog;

  constructor(store: ResultStore, audit: AuditLog) {
    this.#store = store;
    this.#audit = audit;
  }

  keep: ResultStore['keep'] = (result, agent, hide) => this.#store.keep(result, agent, hide);

  async find(query: ResultQuery, who = 'person:library'): Promise<Result<readonly ResultLine[]>> {
    const found = await this.#store.find(query);
    if (!found.ok) return found;
    const noted = await this.#note('results.read', who, 'look for kept results', {
      rows: found.value.length,
    });
    return noted.ok ? found : noted;
  }

  async show(taskId: string, who = 'person:library'): Promise<Result<KeptResult>> {
    const found = await this.#store.show(taskId);
    if (!found.ok) return found;
    const noted = await this.#note('results.read', who, 'read a kept result', { task: found.value.taskId });
    return noted.ok ? found : noted;
  }

  /** As `show`, for a file: the log says in which form it leaves. */
  async export(taskId: string, form: string, who = 'person:library'): Promise<Result<KeptResult>> {
    const found = await this.#store.show(taskId);
    if (!found.ok) return found;
    const task = found.value.taskId;
    const noted = await this.#note('results.exported', who, 'export a kept result', { task, form });
    return noted.ok ? found : noted;
  }

  keepApplet: ResultStore['keepApplet'] = (taskId, applet) => this.#store.keepApplet(taskId, applet);

  /** What an applet is shown of; whether it can be made, nobody knows when it is noted. `as`: to be looked at, or as a file. */
  async applet(
    taskId: string,
    form: DrawnForm | null,
    as: 'VIEW' | 'FILE',
    who = 'person:library',
  ): Promise<Result<WithApplet>> {
    const found = await this.#store.applet(taskId, form);
    if (!found.ok) return found;
    const task = found.value.result.taskId;
    const noted =
      as === 'VIEW'
        ? await this.#note('results.read', who, 'open a kept result as an applet', { task }, 'BEGUN')
        : await this.#note('results.exported', who, 'export a kept result', { task, form: 'html' }, 'BEGUN');
    return noted.ok ? found : noted;
  }

  /** What `openApplet` needs of them, for one person. `as`: to be looked at, or as a file. */
  shelf(as: 'VIEW' | 'FILE', who: string): Pick<ResultStore, 'applet' | 'keepApplet'> {
    return { applet: (id, form) => this.applet(id, form, as, who), keepApplet: this.keepApplet };
  }

  async delete(taskIds: readonly string[] | 'ALL', who = 'person:library'): Promise<Result<number>> {
    const noted = await this.#note(
      'results.deleted',
      who,
      'delete kept results',
      {
        tasks: taskIds === 'ALL' ? 'ALL' : [...taskIds],
      },
      'BEGUN',
    );
    return noted.ok ? this.#store.delete(taskIds) : noted;
  }

  async #note(
    type: 'results.read' | 'results.exported' | 'results.deleted',
    who: string,
    what: string,
    details: Readonly<Record<string, unknown>>,
    outcome: 'BEGUN' | 'DONE' = 'DONE',
  ): Promise<Result<void>> {
    const noted = await noteOf(this.#audit, { type, who, what, details, outcome });
    return noted.ok ? ok(undefined) : noted;
  }
}
