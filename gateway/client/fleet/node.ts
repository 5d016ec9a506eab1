// A gateway as one node of a fleet: it takes tasks that it has places for, and ends what it took. INVARIANT: an act that may change
// something is noted in the task's row before it is authorised, under the attempt that this node holds; a node that lost a task does
// nothing more for it, and tells nobody what it came to.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Gateway } from '#gateway/main.ts';
import type { Lease } from '#gateway/boundary/task/lease.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { describe, fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { FleetAddress } from './address.ts';
import { Database, failureOf } from './database.ts';
import { migrate } from './migrate.ts';
import { leaveNode, tellNode } from './nodes.ts';
import { Queue, SILENCE_SECONDS } from './queue.ts';
import type { Claimed } from './queue.ts';
import { begin, end, endGivenUp, giveBack, interrupted, noteEffect, toCancel } from './tasks.ts';
import type { Holding } from './tasks.ts';
import type { FleetTask } from './contract.ts';

/** How often the node says that it is there, and looks whose task is to end. */
const TELL_MS = 1_000;
/** Between two tries to write down what a task came to, while the database does not answer. */
const AGAIN_MS = 1_000;

/** What a node is opened with, before there is a gateway that it is of. */
export class FleetLease implements Lease {
  #of: ((taskId: string) => Holding | null) | null = null;
  #database: Database | null = null;

  bind(database: Database, of: (taskId: string) => Holding | null): void {
    this.#database = database;
    this.#of = of;
  }

  /** A task that did not come by the fleet is this gateway's alone. Errors: `fleet.lease-lost`, `fleet.unreachable`. */
  async holds({ taskId, what }: { readonly taskId: string; readonly what: string }): Promise<Result<void>> {
    const holding = this.#of?.(taskId) ?? null;
    if (holding === null || this.#database === null) return ok(undefined);
    const noted = await this.#database.read((rows) => noteEffect(rows, holding, what));
    if (!noted.ok) return noted;
    return noted.value
      ? ok(undefined)
      : fail('fleet.lease-lost', 'the task is not this node’s any more, and nothing was done', {
          help: '`ghost fleet show` says who has it, or how it ended',
        });
  }
}

export type NodeOptions = {
  readonly address: FleetAddress;
  readonly gateway: Gateway;
  readonly lease: FleetLease;
  /** How many tasks at once. */
  readonly places: number;
  /** Trouble with the database, in words, once when it begins; `null` when it is over. */
  readonly onTrouble: (error: Failure | null) => void;
};

type Running = { readonly holding: Holding; readonly stop: AbortController };

export class FleetNode {
  readonly id = `n-${randomUUID()}`;
  readonly #options: NodeOptions;
  readonly #database: Database;
  readonly #queue: Queue;
  /** By the task's id in this gateway. */
  readonly #running = new Map<string, Running>();
  readonly #handled = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  #telling: Promise<void> = Promise.resolve();
  #trouble = false;

  private constructor(options: NodeOptions) {
    this.#options = options;
    this.#database = new Database(options.address);
    this.#queue = new Queue(options.address, (thrown) => this.#troubled(thrown));
  }

  /** Errors: `fleet.*`. */
  static async join(options: NodeOptions): Promise<Result<FleetNode>> {
    const migrated = await migrate(options.address, 'up');
    if (!migrated.ok) return migrated;
    const node = new FleetNode(options);
    options.lease.bind(node.#database, (taskId) => node.#running.get(taskId)?.holding ?? null);
    const begun = await node.#begin();
    if (begun.ok) return ok(node);
    await node.#database[Symbol.asyncDispose]();
    return begun;
  }

  async #begin(): Promise<Result<void>> {
    try {
      await this.#queue.begin();
      await this.#queue.work(
        this.#options.places,
        (claimed) => this.#handle(claimed),
        (taskId) => this.#giveUp(taskId),
      );
    } catch (thrown) {
      return { ok: false, error: failureOf(thrown, this.#options.address) };
    }
    const told = await this.#tell();
    this.#telling = this.#tellOn();
    return told;
  }

  /** Takes no more; what no act of it changed goes to other nodes, the rest is told as interrupted. */
  async leave(): Promise<void> {
    this.#ending.abort();
    await this.#queue.rest().catch((thrown: unknown) => this.#troubled(thrown));
    for (const { stop } of this.#running.values()) stop.abort();
    await Promise.all([...this.#handled, this.#telling]);
    await this.#queue[Symbol.asyncDispose]().catch((thrown: unknown) => this.#troubled(thrown));
    const left = await this.#database.read((rows) => leaveNode(rows, this.id));
    if (!left.ok) this.#options.onTrouble(left.error);
    await this.#database[Symbol.asyncDispose]();
  }

  async #handle(claimed: Claimed): Promise<void> {
    const handled = this.#run(claimed);
    const settled = handled.catch(() => undefined).finally(() => this.#handled.delete(settled));
    this.#handled.add(settled);
    return handled;
  }

  /** Rejects where the job is to go to whoever is next. */
  async #run({ taskId, attempt, signal }: Claimed): Promise<void> {
    if (this.#ending.signal.aborted) throw new Error('the node is leaving');
    const holding = { taskId, attempt, node: this.id };
    const begun = await this.#database.change((rows) => begin(rows, holding));
    if (!begun.ok) throw new Error(describe(begun.error.message));
    if (begun.value.what === 'ENDED') return;
    const { task } = begun.value;
    const stop = new AbortController();
    const started = this.#options.gateway.tasks.start(task.intent, {
      approve: task.approve,
      by: { kind: 'client', id: `fleet:${task.submitted_by}`, channel: 'CLI' },
      signal: AbortSignal.any([stop.signal, signal]),
      ...(task.start_url === null ? {} : { startUrl: task.start_url }),
    });
    if (!started.ok) return this.#ended(holding, (rows) => end(rows, holding, 'FAILED', null, started.error));
    const { id, done } = started.value;
    this.#running.set(id, { holding, stop });
    try {
      await this.#conclude(holding, task, await done);
    } finally {
      this.#running.delete(id);
    }
  }

  async #conclude(holding: Holding, task: FleetTask, result: TaskResult): Promise<void> {
    const leaving = this.#ending.signal.aborted && result.status === 'CANCELLED';
    if (leaving && (await this.#givenBack(holding))) throw new Error('the node is leaving');
    await this.#ended(holding, async (rows) => {
      if (!leaving) return end(rows, holding, result.status, result, result.error);
      // Somebody cancelled it, or an act of it may have changed something: nobody begins it again.
      const cancelled = await toCancel(rows, this.id);
      return cancelled.includes(holding.taskId)
        ? end(rows, holding, 'CANCELLED', result, result.error)
        : end(rows, holding, 'INTERRUPTED', result, interrupted({ ...task, node: this.id }));
    });
  }

  async #givenBack(holding: Holding): Promise<boolean> {
    const given = await this.#database.read((rows) => giveBack(rows, holding));
    return given.ok && given.value;
  }

  /** Once the database takes it. A node that was silent for too long lost the task: then it is not written. */
  async #ended(holding: Holding, write: Parameters<Database['change']>[0]): Promise<void> {
    for (let silentMs = 0; ; silentMs += AGAIN_MS) {
      // oxlint-disable-next-line no-await-in-loop -- again, until it is written
      const written = await this.#database.change(write);
      if (written.ok) return;
      this.#options.onTrouble(written.error);
      // Whoever takes the job next finds the row as it is: running, and what of it may have changed something.
      if (silentMs > SILENCE_SECONDS * 1_000 && this.#ending.signal.aborted)
        throw new Error(`the end of ${holding.taskId} could not be written`);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await wait(AGAIN_MS);
    }
  }

  async #giveUp(taskId: string): Promise<void> {
    const written = await this.#database.change((rows) => endGivenUp(rows, taskId));
    if (!written.ok) throw new Error(describe(written.error.message));
  }

  async #tell(): Promise<Result<void>> {
    const { gateway, places } = this.#options;
    const policy = gateway.policy;
    return this.#database.read((rows) =>
      tellNode(rows, {
        id: this.id,
        host: hostname(),
        version: gateway.status().version,
        places,
        running: this.#running.size,
        policy: policy.ok ? policy.value.semanticHash : null,
      }),
    );
  }

  async #tellOn(): Promise<void> {
    const { signal } = this.#ending;
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as long as it is there
      await wait(TELL_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const told = await this.#tell();
      // oxlint-disable-next-line no-await-in-loop -- as above
      const wanted = told.ok ? await this.#database.read((rows) => toCancel(rows, this.id)) : told;
      if (wanted.ok) this.#well(wanted.value);
      else this.#troubledBy(wanted.error);
    }
  }

  #well(cancelled: readonly string[]): void {
    if (this.#trouble) this.#options.onTrouble(null);
    this.#trouble = false;
    for (const { holding, stop } of this.#running.values())
      if (cancelled.includes(holding.taskId)) stop.abort();
  }

  #troubled(thrown: unknown): void {
    this.#troubledBy(
      failure('fleet.unreachable', 'the fleet’s queue does not answer', {
        cause: describe(thrown),
        help: 'it is asked again, until it does',
      }),
    );
  }

  #troubledBy(error: Failure): void {
    if (!this.#trouble) this.#options.onTrouble(error);
    this.#trouble = true;
  }
}
