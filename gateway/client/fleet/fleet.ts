// A fleet as whoever asks it for something sees it: tasks submitted, looked at, waited for and ended; nodes. No gateway is needed for it.
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { readConfig } from '#gateway/settings/config.ts';
import type { Config } from '#gateway/settings/config.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { fleetAddress } from './database/address.ts';
import type { FleetAddress } from './database/address.ts';
import type { FleetNodeView, FleetTask, Submission } from './contract.ts';
import { Database, failureOf } from './database/database.ts';
import { migrate } from './database/migrate.ts';
import { listNodes } from './nodes.ts';
import { FleetPolicy } from './policy/publishing.ts';
import { Queue } from './queue.ts';
import { cancel, find, list, submit } from './tasks.ts';

export type { FleetNodeView, FleetTask } from './contract.ts';

const LOOK_MS = 500;
const MAX_INTENT_CHARACTERS = 10_000;

/** `given`: as an argument; without it, by the settings. Errors: `fleet.bad-address`, `config.*`. */
export function fleetAddressOf(given: string | undefined, dataDir: string | undefined): Result<FleetAddress> {
  if (given !== undefined) return fleetAddress(given, 'ARGUMENT');
  const settings = fleetSettings(dataDir);
  if (!settings.ok) return settings;
  const { url } = settings.value;
  return url === undefined
    ? fail('fleet.bad-address', 'nobody says where the fleet’s database is', {
        help: 'give it as `--fleet postgres://user@host/name`, or set `fleet.url` in config.yaml',
      })
    : fleetAddress(url, 'SETTING');
}

function fleetSettings(dataDir: string | undefined): Result<Config['fleet']> {
  const config = readConfig(pathsFor(dataDir).config);
  return config.ok ? ok(config.value.fleet) : config;
}

/** Which policy is meant: as an argument, or by the settings. Errors: `fleet.no-policy`, `config.*`. */
export function fleetPolicyOf(given: string | undefined, dataDir: string | undefined): Result<string> {
  if (given !== undefined) return ok(given);
  const settings = fleetSettings(dataDir);
  if (!settings.ok) return settings;
  const { policy } = settings.value;
  return policy === undefined
    ? fail('fleet.no-policy', 'nobody says which policy is meant', {
        help: 'give the id of its bundles as `--policy`, or set `fleet.policy` in config.yaml',
      })
    : ok(policy);
}

export class Fleet implements AsyncDisposable {
  readonly #database: Database;
  readonly #address: FleetAddress;
  #queue: Promise<Queue> | null = null;

  private constructor(address: FleetAddress) {
    this.#address = address;
    this.#database = new Database(address);
  }

  /** Its tables are there afterwards. Errors: `fleet.*`. */
  static async open(address: FleetAddress): Promise<Result<Fleet>> {
    const migrated = await migrate(address, 'up');
    return migrated.ok ? ok(new Fleet(address)) : migrated;
  }

  /** Several in one commit. Gives their ids. Errors: `task.bad-intent`, `fleet.*`. */
  async submit(asked: readonly Submission[]): Promise<Result<readonly string[]>> {
    const bad = asked.find(({ intent }) => intent.trim() === '' || intent.length > MAX_INTENT_CHARACTERS);
    if (bad !== undefined)
      return fail('task.bad-intent', `an intent has 1 to ${MAX_INTENT_CHARACTERS} characters`, {
        help: 'say what you want in a sentence, or give a URL',
      });
    try {
      const queue = await this.#begunQueue();
      return await this.#database.change(async (rows) => {
        const ids: string[] = [];
        for (const one of asked) {
          const [id, job] = [`f-${randomUUID()}`, randomUUID()];
          // oxlint-disable-next-line no-await-in-loop -- within one transaction, in their order
          await submit(rows, id, job, { ...one, intent: one.intent.trim() });
          // oxlint-disable-next-line no-await-in-loop -- as above
          await queue.send(rows, job, id, one.priority ?? 0);
          ids.push(id);
        }
        return ids;
      });
    } catch (thrown) {
      return { ok: false, error: failureOf(thrown, this.#address) };
    }
  }

  /** The same one for every submission. Throws what the database says; the next one tries again. */
  async #begunQueue(): Promise<Queue> {
    this.#queue ??= this.#beginQueue().catch((thrown: unknown) => {
      this.#queue = null;
      throw thrown;
    });
    return this.#queue;
  }

  async #beginQueue(): Promise<Queue> {
    const queue = new Queue(this.#address, () => undefined);
    try {
      await queue.begin();
      return queue;
    } catch (thrown) {
      await queue[Symbol.asyncDispose]();
      throw thrown;
    }
  }

  /** The newest first. Errors: `fleet.*`. */
  tasks(limit: number): Promise<Result<readonly FleetTask[]>> {
    return this.#database.read((rows) => list(rows, limit));
  }

  /** Errors: `task.unknown`, `fleet.*`. */
  async task(id: string): Promise<Result<FleetTask>> {
    return known(id, await this.#database.read((rows) => find(rows, id)));
  }

  /** Errors: as `task`. */
  async cancel(id: string): Promise<Result<FleetTask>> {
    return known(id, await this.#database.change((rows) => cancel(rows, id)));
  }

  /** Until it has ended, also over a while in which the database does not answer. Errors: as `task`, `task.cancelled` by the signal. */
  async untilEnded(id: string, signal: AbortSignal): Promise<Result<FleetTask>> {
    for (;;) {
      // oxlint-disable-next-line no-await-in-loop -- looked at again until it has ended
      const task = await this.task(id);
      if (!task.ok && task.error.code !== 'fleet.unreachable') return task;
      if (task.ok && task.value.state === 'ENDED') return task;
      if (signal.aborted) return fail('task.cancelled', 'it was not waited for any longer');
      // oxlint-disable-next-line no-await-in-loop -- as above
      await wait(LOOK_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** The policy of all nodes, by the id of its bundles. */
  policy(id: string): FleetPolicy {
    return new FleetPolicy(this.#database, id);
  }

  /** Errors: `fleet.*`. */
  nodes(): Promise<Result<readonly FleetNodeView[]>> {
    return this.#database.read(listNodes);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const queue = await this.#queue?.catch(() => null);
    await queue?.[Symbol.asyncDispose]();
    await this.#database[Symbol.asyncDispose]();
  }
}

function known(id: string, found: Result<FleetTask | null>): Result<FleetTask> {
  if (!found.ok) return found;
  return found.value === null
    ? fail('task.unknown', `the fleet has no task \`${id.slice(0, 100)}\``, {
        help: '`ghost fleet tasks` lists them',
      })
    : ok(found.value);
}
