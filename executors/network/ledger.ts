// What became of a tab's connections, added up by server and told in batches, so that a page of hundreds of requests is one entry.
// INVARIANT: every connection that was admitted is counted once, and what is left is told when the proxy closes.
import { describe } from '#policy/language/failure.ts';
import type { ConnectionEnds } from '../contract/connection.ts';

const BATCH_MS = 2_000;

export type Ended = {
  readonly scheme: ConnectionEnds['scheme'];
  readonly host: string;
  readonly port: number;
  /** Bytes from the browser to the server, and back. */
  readonly up: number;
  readonly down: number;
  /** Cut short by an error, a limit or either side going away in the middle. */
  readonly failed: boolean;
};

type Row = { -readonly [Key in keyof ConnectionEnds]: ConnectionEnds[Key] };

export class Ledger {
  readonly #tell: (ends: readonly ConnectionEnds[]) => void;
  readonly #rows = new Map<string, Row>();
  #timer: NodeJS.Timeout | null = null;

  constructor(tell: (ends: readonly ConnectionEnds[]) => void) {
    this.#tell = tell;
  }

  add({ scheme, host, port, up, down, failed }: Ended): void {
    const key = `${scheme} ${host} ${port}`;
    const row = this.#rows.get(key) ?? { scheme, host, port, connections: 0, failed: 0, up: 0, down: 0 };
    row.connections += 1;
    row.failed += failed ? 1 : 0;
    row.up += up;
    row.down += down;
    this.#rows.set(key, row);
    // It keeps no process alive: `flush` tells what is left.
    this.#timer ??= setTimeout(() => this.flush(), BATCH_MS).unref();
  }

  flush(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#rows.size === 0) return;
    const ends = [...this.#rows.values()].map((row) => Object.freeze({ ...row }));
    this.#rows.clear();
    try {
      this.#tell(ends);
    } catch (thrown) {
      // Told for the log alone; nothing may hang on it, and the tab's next connection asks the same listener again.
      process.emitWarning(`a connection's end could not be told: ${describe(thrown)}`);
    }
  }
}
