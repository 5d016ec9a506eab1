// The queue of a fleet: pg-boss, which retries what its node was lost with. INVARIANT: a job says only which task it is; whether that is
// begun is decided by the task's row.
import { PgBoss } from 'pg-boss';
import { z } from 'zod';
import type { FleetAddress } from './database/address.ts';
import type { Rows } from './database/database.ts';

export const QUEUE = 'ghost-tasks';
/** Another application's pg-boss in the same database is none of ours. */
export const QUEUE_SCHEMA = 'ghost_queue';
const GIVEN_UP = 'ghost-tasks-given-up';

/** A node that says nothing for so long is lost: its tasks are given to others. The least that pg-boss takes. */
export const SILENCE_SECONDS = 10;
/** How often lost nodes are looked for. */
const MONITOR_SECONDS = 5;
/** Within the silence there is room for several words. */
const WORD_SECONDS = 2;
/** Giving back counts as well: what was lost too often is told by the task's row. */
const MOST_RETRIES = 10_000;
const RETRY_SECONDS = 1;
const RETENTION_SECONDS = 365 * 24 * 60 * 60;
const STATEMENT_MS = 60_000;
/** The longest that a task may run, whatever its own deadline: a person's answers are in it. */
const LONGEST_SECONDS = 6 * 60 * 60;
const POLL_SECONDS = 2;

const JOB = z.object({ taskId: z.string() });

export type Claimed = {
  readonly taskId: string;
  readonly attempt: number;
  /** Aborted where the queue takes the job away. */
  readonly signal: AbortSignal;
};

export class Queue implements AsyncDisposable {
  readonly #boss: PgBoss;

  /** `onTrouble`: the queue could not be asked; it is asked again. */
  constructor(address: FleetAddress, onTrouble: (thrown: Error) => void) {
    this.#boss = new PgBoss({
      ...address.config,
      application_name: 'ghost-queue',
      max: 4,
      schema: QUEUE_SCHEMA,
      options: `-c statement_timeout=${STATEMENT_MS}`,
      useListenNotify: true,
      monitorIntervalSeconds: MONITOR_SECONDS,
      superviseIntervalSeconds: MONITOR_SECONDS,
      schedule: false,
    });
    this.#boss.on('error', onTrouble);
  }

  /** Throws what the database says. */
  async begin(): Promise<void> {
    await this.#boss.start();
    const kept = { retryLimit: MOST_RETRIES, retryDelay: RETRY_SECONDS, retentionSeconds: RETENTION_SECONDS };
    await this.#boss.createQueue(GIVEN_UP, kept);
    await this.#boss.createQueue(QUEUE, {
      ...kept,
      deadLetter: GIVEN_UP,
      heartbeatSeconds: SILENCE_SECONDS,
      expireInSeconds: LONGEST_SECONDS,
      notify: true,
    });
  }

  /** Within the transaction that makes the task's row. */
  async send(rows: Rows, job: string, taskId: string, priority: number): Promise<void> {
    await this.#boss.send(QUEUE, { taskId }, { id: job, priority, db: rows });
  }

  /**
   * As many at once as there are places. Where `run` rejects, the job is given to whoever is next; `givenUp` hears of those that were
   * begun too often.
   */
  async work(
    places: number,
    run: (claimed: Claimed) => Promise<void>,
    givenUp: (taskId: string) => Promise<void>,
  ): Promise<void> {
    await this.#workOn(GIVEN_UP, ({ taskId }) => givenUp(taskId));
    // oxlint-disable-next-line no-await-in-loop -- places of one node
    for (let place = 0; place < places; place += 1) await this.#workOn(QUEUE, run);
  }

  /** One place: it looks for the next job as soon as it has done one. */
  async #workOn(name: string, run: (claimed: Claimed) => Promise<void>): Promise<void> {
    let worker: string | null = null;
    worker = await this.#boss.work<z.input<typeof JOB>>(
      name,
      {
        includeMetadata: true,
        ...(name === QUEUE ? { heartbeatRefreshSeconds: WORD_SECONDS } : {}),
        pollingIntervalSeconds: POLL_SECONDS,
        notifyPollingIntervalSeconds: POLL_SECONDS,
      },
      async ([job]) => {
        if (worker !== null) this.#boss.notifyWorker(worker);
        if (job === undefined) return;
        const { taskId } = JOB.parse(job.data);
        await run({ taskId, attempt: job.retryCount, signal: job.signal });
      },
    );
  }

  /** Takes no further jobs. */
  async rest(): Promise<void> {
    await Promise.all([
      this.#boss.offWork(QUEUE, { wait: false }),
      this.#boss.offWork(GIVEN_UP, { wait: false }),
    ]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#boss.stop({ graceful: true, timeout: 2_000 });
  }
}
