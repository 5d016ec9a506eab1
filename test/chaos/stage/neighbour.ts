// A task that is not struck: it looks at its page again and again, and how long that takes is kept with when it was.
import { setTimeout as wait } from 'node:timers/promises';
import { clientOf } from '#test/fixtures/socket-client.ts';
import type { SocketClient } from '#test/fixtures/socket-client.ts';

const PAUSE_MS = 120;
export type Sample = { readonly at: number; readonly ms: number; readonly error: string | null };

export class NeighbourTask {
  readonly samples: Sample[] = [];
  #client: SocketClient | null = null;
  #going: Promise<void> = Promise.resolve();

  /** Opens its tab, and goes on until it is stopped. Throws where no tab can be had. */
  async begin(data: string, url: string): Promise<void> {
    const client = clientOf(data, 'neighbour');
    this.#client = client;
    const opened = await client.call('open', { url });
    if (opened.error !== undefined) throw new Error(`no tab for the neighbour: ${opened.error.message}`);
    this.#going = this.#look(client);
  }

  /** It has looked so often, or looks no more. */
  async seen(times: number): Promise<void> {
    const enough = async (): Promise<void> => {
      while (this.samples.length < times) await wait(PAUSE_MS);
    };
    await Promise.race([enough(), this.#going]);
  }

  async #look(client: SocketClient): Promise<void> {
    while (this.#client === client) {
      const at = performance.now();
      const { error } = await client.call('snapshot', {});
      if (this.#client !== client || error?.message === 'lost') return;
      this.samples.push({ at, ms: performance.now() - at, error: error?.message ?? null });
      await wait(PAUSE_MS);
    }
  }

  async end(): Promise<void> {
    this.#client?.end();
    this.#client = null;
    await this.#going;
  }
}

export const within = (samples: readonly Sample[], from: number, to: number): readonly Sample[] =>
  samples.filter(({ at, ms }) => at + ms >= from && at <= to);

/** `null`: there is nothing to say. */
export function p99(samples: readonly Sample[]): number | null {
  const sorted = samples.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * 0.99) - 1)] ?? null;
}
