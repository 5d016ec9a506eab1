// A gateway as one node of a fleet: it takes tasks that it has places for, and ends what it took. INVARIANT: an act that may change
// something is noted in the task's row before it is authorised, under the attempt that this node holds; a node that lost a task does
// nothing more for it, and tells nobody what it came to.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import type { Gateway } from '#gateway/main.ts';
import type { Lease } from '#gateway/boundary/task/lease.ts';
import type { TaskResult } from '#gateway/protocol/views/task.ts';
import { describe, err, fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { FleetAddress } from './database/address.ts';
import { Database, failureOf } from './database/database.ts';
import type { Rows } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { forgetNodes, leaveNode, tellNode } from './nodes.ts';
import type { PolicyFollower } from './policy/following.ts';
import { Notices } from './policy/notices.ts';
import { Queue } from './queue.ts';
import type { Claimed } from './queue.ts';
import { begin, beginQueued, breakOff, end, endGivenUp, noteEffect, sweep, toCancel } from './tasks.ts';
import type { FleetTask } from './contract.ts';
import type { Holding } from './tasks.ts';

/** How often the node says that it is there, and looks whose task is to end. */
const TELL_MS = 1_000;
/** How often one node or another ends what nobody begins any more. */
const SWEEP_MS = 10_000;
/** Before the process ends: what has not ended by then is lost with it, and treated as such. */
const LEAVE_MS = 5_000;
/** Between two tries to write down what a task came to, while the database does not answer. */
const AGAIN_MS = 1_000;

/** `null`: no task of the fleet; `ENDED`: one, and nothing may follow. */
type HoldingOf = (taskId: string) => Holding | 'ENDED' | null;

/** What a node is opened with, before there is a gateway that it is of. */
export class FleetLease implements Lease {
  #of: HoldingOf | null = null;
  #database: Database | null = null;

  bind(database: Database, of: HoldingOf): void {
    this.#database = database;
    this.#of = of;
  }

  /** A task that did not come by the fleet is this gateway's alone. Errors: `fleet.lease-lost`, `fleet.unreachable`. */
  async holds({ taskId, what }: { readonly taskId: string; readonly what: string }): Promise<Result<void>> {
    const holding = this.#of?.(taskId) ?? null;
    if (holding === 'ENDED') return LOST;
    if (holding === null || this.#database === null) return ok(undefined);
    const noted = await this.#database.read((rows) => noteEffect(rows, holding, what));
    if (!noted.ok) return noted;
    return noted.value ? ok(undefined) : LOST;
  }
}

const LOST = fail('fleet.lease-lost', 'the task is not this node’s any more, and nothing was done', {
  help: '`ghost fleet show` says who has it, or how it ended',
});

/** What a node asks its gateway. */
export type NodeGateway = Pick<Gateway, 'policy' | 'status'> & {
  readonly tasks: Pick<Gateway['tasks'], 'start'>;
};

export type NodeOptions = {
  readonly address: FleetAddress;
  readonly gateway: NodeGateway;
  readonly lease: FleetLease;
  /** Who finds out about the policy of all; `null`: the node has its own. */
  readonly follower: PolicyFollower | null;
  readonly labels: readonly string[];
  /** How many tasks at once. */
  readonly places: number;
  /** Trouble with the database, in words, once when it begins; `null` when it is over. */
  readonly onTrouble: (error: Failure | null) => void;
};

const MOST_ENDED = 1_000;

type Running = { readonly holding: Holding; readonly stop: AbortController };

export class FleetNode {
  readonly id = `n-${randomUUID()}`;
  readonly #options: NodeOptions;
  readonly #database: Database;
  readonly #queue: Queue;
  /** By the task's id in this gateway. */
  readonly #running = new Map<string, Running>();
  /** The last that have ended, by the same ids. */
  readonly #ended = new Set<string>();
  readonly #handled = new Set<Promise<void>>();
  readonly #ending = new AbortController();
  readonly #notices: Notices | null;
  #telling: Promise<void> = Promise.resolve();
  #takes = false;
  #trouble = false;

  private constructor(options: NodeOptions) {
    this.#options = options;
    this.#database = new Database(options.address);
    this.#queue = new Queue(options.address, (thrown) => this.#troubled(thrown));
    const { follower, address } = options;
    this.#notices = follower === null ? null : new Notices(address, follower.id, () => void this.#heard());
  }

  /** Errors: `fleet.*`. */
  static async join(options: NodeOptions): Promise<Result<FleetNode>> {
    const migrated = await migrate(options.address, 'up');
    if (!migrated.ok) return migrated;
    const node = new FleetNode(options);
    options.lease.bind(node.#database, (taskId) =>
      node.#ended.has(taskId) ? 'ENDED' : (node.#running.get(taskId)?.holding ?? null),
    );
    const begun = await node.#begin().catch((thrown: unknown): Result<void> => {
      node.#ending.abort();
      return { ok: false, error: failureOf(thrown, options.address) };
    });
    if (begun.ok) return ok(node);
    node.#ending.abort();
    await node.#dispose();
    return begun;
  }

  async #begin(): Promise<Result<void>> {
    // Listened to first: what is published after the look is heard of.
    await this.#notices?.begin();
    // One that cannot hear what it is to have denies, and is there all the same.
    const followed = await this.#options.follower?.begin(this.#database);
    if (followed?.ok === false) this.#troubledBy(followed.error);
    const told = await this.#tell();
    if (!told.ok) return told;
    const forgotten = await this.#database.read(forgetNodes);
    if (!forgotten.ok) return forgotten;
    await this.#queue.begin();
    await this.#takeOrRest();
    this.#telling = this.#tellOn();
    return ok(undefined);
  }

  /** Takes no more; what no act of it changed goes to other nodes, the rest is told as interrupted. Within `LEAVE_MS`, and a little. */
  async leave(): Promise<void> {
    this.#ending.abort();
    await this.#queue.rest().catch((thrown: unknown) => this.#troubled(thrown));
    const patience = new AbortController();
    await Promise.race([
      Promise.all([...this.#handled, this.#telling]),
      wait(LEAVE_MS, undefined, { signal: patience.signal }).catch(() => undefined),
    ]);
    patience.abort();
    const left = await this.#database.read((rows) => leaveNode(rows, this.id));
    if (!left.ok) this.#troubledBy(left.error);
    await this.#dispose();
  }

  /** Takes tasks while a policy is in force, and rests otherwise: others may take them. Throws what the database says. */
  async #takeOrRest(): Promise<void> {
    const takes = this.#options.gateway.policy.ok && !this.#ending.signal.aborted;
    if (takes === this.#takes) return;
    this.#takes = takes;
    if (!takes) return this.#queue.rest();
    await this.#queue.work(
      this.#options.places,
      (claimed) => this.#handle(claimed),
      (taskId) => this.#giveUp(taskId),
    );
  }

  /** An order was given: it holds, and is told, before the next second. */
  async #heard(): Promise<void> {
    await this.#options.follower?.look(this.#database);
    await this.#tell();
  }

  async #dispose(): Promise<void> {
    await this.#notices?.end();
    await this.#queue[Symbol.asyncDispose]().catch((thrown: unknown) => this.#troubled(thrown));
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
    if (!this.#options.gateway.policy.ok) throw new Error('no policy is in force at this node');
    const holding = { taskId, attempt, node: this.id };
    const task = await this.#begun(holding);
    if (task === null) return;
    const stop = new AbortController();
    const started = this.#options.gateway.tasks.start(task.intent, {
      approve: task.approve,
      by: { kind: 'client', id: `fleet:${task.submitted_by}`, channel: 'CLI' },
      signal: AbortSignal.any([stop.signal, signal, this.#ending.signal]),
      ...(task.start_url === null ? {} : { startUrl: task.start_url }),
    });
    // What only this gateway cannot do, another one may.
    if (!started.ok && (started.error.retryable || started.error.code === 'gateway.closed'))
      return this.#broken(holding, null);
    if (!started.ok)
      return void (await this.#written(() =>
        this.#database.read((rows) => end(rows, holding, 'FAILED', null, started.error)),
      ));
    const { id, done } = started.value;
    this.#running.set(id, { holding, stop });
    try {
      const result = await done;
      const isStopped = signal.aborted || this.#ending.signal.aborted;
      if (isStopped && result.status === 'CANCELLED') await this.#broken(holding, result);
      else await this.#concluded(holding, result);
    } finally {
      this.#running.delete(id);
      this.#forget(id);
    }
  }

  /** `null`: it has ended, or somebody else has it. Rejects where the database does not say. */
  async #begun(holding: Holding): Promise<FleetTask | null> {
    const queued = await this.#database.read((rows) => beginQueued(rows, holding));
    if (!queued.ok) throw new Error(queued.error.message);
    if (queued.value !== null) return queued.value;
    const begun = await this.#database.change((rows) => begin(rows, holding));
    if (!begun.ok) throw new Error(begun.error.message);
    return begun.value.what === 'RUN' ? begun.value.task : null;
  }

  /** What comes late of it is refused. */
  #forget(id: string): void {
    this.#ended.add(id);
    const [oldest] = this.#ended;
    if (this.#ended.size > MOST_ENDED && oldest !== undefined) this.#ended.delete(oldest);
  }

  /** Its end. One that the database will not take is told without what the task came to. */
  async #concluded(holding: Holding, result: TaskResult): Promise<void> {
    const write = (what: unknown, error: unknown) => (rows: Rows) =>
      end(rows, holding, result.status, what, error);
    const written = await this.#tried(() => this.#database.read(write(result, result.error)));
    if (written.ok) return;
    this.#troubledBy(written.error);
    await this.#written(() => this.#database.read(write(null, written.error)));
  }

  /** Stopped in the middle. Rejects where the job is to go to whoever is next. */
  async #broken(holding: Holding, result: TaskResult | null): Promise<void> {
    const came = await this.#written(() => this.#database.change((rows) => breakOff(rows, holding, result)));
    if (came === 'GIVEN_BACK') throw new Error('the node gave the task back');
  }

  async #written<T>(write: () => Promise<Result<T>>): Promise<T> {
    const written = await this.#tried(write);
    if (!written.ok) throw new Error(written.error.message);
    return written.value;
  }

  /**
   * Once the database answers, however long that is: whoever takes the job meanwhile finds the row as it stands, and then nothing of ours
   * is written. Errors: `fleet.refused`. Rejects where the node leaves before.
   */
  async #tried<T>(write: () => Promise<Result<T>>): Promise<Result<T>> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- again, until it is written
      const written = await write();
      if (written.ok || written.error.code !== 'fleet.unreachable') return written;
      this.#troubledBy(written.error);
      if (this.#ending.signal.aborted) throw new Error(written.error.message);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await wait(AGAIN_MS);
    }
  }

  async #giveUp(taskId: string): Promise<void> {
    const written = await this.#database.change((rows) => endGivenUp(rows, taskId));
    if (!written.ok) throw new Error(written.error.message);
  }

  async #tell(): Promise<Result<void>> {
    const { gateway, places, labels, follower } = this.#options;
    const policy = gateway.policy;
    return this.#database.read((rows) =>
      tellNode(rows, {
        id: this.id,
        host: hostname(),
        version: gateway.status().version,
        places,
        running: this.#running.size,
        policy: policy.ok ? policy.value.semanticHash : null,
        labels,
        followed: follower?.state() ?? null,
      }),
    );
  }

  async #tellOn(): Promise<void> {
    const { signal } = this.#ending;
    for (let sinceSweepMs = 0; !signal.aborted; sinceSweepMs += TELL_MS) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other, as long as it is there
      await wait(TELL_MS, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      // oxlint-disable-next-line no-await-in-loop -- as above
      const wanted = await this.#word(sinceSweepMs >= SWEEP_MS).catch((thrown: unknown) =>
        err(failureOf(thrown, this.#options.address)),
      );
      if (sinceSweepMs >= SWEEP_MS) sinceSweepMs = 0;
      if (wanted.ok) this.#well();
      else this.#troubledBy(wanted.error);
    }
  }

  /** That it is there; gives the tasks of its own that are to end, whatever else failed. */
  async #word(sweeps: boolean): Promise<Result<readonly string[]>> {
    const steps = [
      () => this.#options.follower?.look(this.#database) ?? ok(undefined),
      () => this.#tell(),
      () => (sweeps ? this.#database.change(sweep) : ok(0)),
    ];
    let failed: Failure | null = null;
    for (const step of steps) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const done = await step();
      if (!done.ok) failed ??= done.error;
    }
    const wanted = await this.#database.read((rows) => toCancel(rows, this.id));
    if (wanted.ok) this.#stopThose(wanted.value);
    await this.#takeOrRest();
    return failed === null ? wanted : err(failed);
  }

  #well(): void {
    if (this.#trouble) this.#options.onTrouble(null);
    this.#trouble = false;
  }

  #stopThose(cancelled: readonly string[]): void {
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
