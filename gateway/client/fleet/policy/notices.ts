// Listens for orders of the fleet's policy. INVARIANT: nothing depends on it: a node looks once a second besides, and a connection that is lost
// is only opened again.
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import type { FleetAddress } from '#gateway/client/fleet/database/address.ts';
import { CHANNEL } from './rows.ts';

const AGAIN_MS = 1_000;
const WAIT_MS = 10_000;

export class Notices {
  readonly #address: FleetAddress;
  readonly #id: string;
  readonly #onNotice: () => void;
  readonly #ending = new AbortController();
  #client: Client | null = null;
  #listening: Promise<void> = Promise.resolve();

  /** `id`: of the policy whose orders are heard. */
  constructor(address: FleetAddress, id: string, onNotice: () => void) {
    this.#address = address;
    this.#id = id;
    this.#onNotice = onNotice;
  }

  /** Resolves once it listens, or could not: then it tries on. */
  async begin(): Promise<void> {
    const first = Promise.withResolvers<void>();
    this.#listening = this.#listenOn(first.resolve);
    await first.promise;
  }

  async #listenOn(onFirst: () => void): Promise<void> {
    const { signal } = this.#ending;
    while (!signal.aborted) {
      const client = new Client({
        ...this.#address.config,
        application_name: 'ghost-policy',
        keepAlive: true,
        connectionTimeoutMillis: WAIT_MS,
        query_timeout: WAIT_MS,
      });
      const lost = Promise.withResolvers<void>();
      client.on('error', () => lost.resolve());
      client.on('end', () => lost.resolve());
      client.on('notification', ({ payload }) => {
        if (payload === this.#id) this.#onNotice();
      });
      this.#client = client;
      try {
        // oxlint-disable-next-line no-await-in-loop -- one connection after the other
        await client.connect();
        // oxlint-disable-next-line no-await-in-loop -- as above
        await client.query(`listen ${CHANNEL}`);
        // What was said while nobody listened.
        this.#onNotice();
        onFirst();
        // oxlint-disable-next-line no-await-in-loop -- as above
        await lost.promise;
      } catch {
        // The database is away: whoever looks says so.
        onFirst();
      }
      // oxlint-disable-next-line no-await-in-loop -- as above
      await client.end().catch(() => undefined);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await wait(AGAIN_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  async end(): Promise<void> {
    this.#ending.abort();
    await this.#client?.end().catch(() => undefined);
    await this.#listening;
  }
}
