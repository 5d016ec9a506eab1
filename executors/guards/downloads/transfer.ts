// One download on its way into the quarantine: counted as it comes, ended where it may go no further.
// INVARIANT: it settles once: whole, or with the reason why not.
import { failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import type { CdpPayload } from '#executors/cdp/types.ts';

/** Between the browser's own reports it is looked at so often: they come twice a second at best. */
const LOOK_MS = 50;

export class Transfer {
  readonly guid: string;
  readonly path: string;
  /** Leave to go on; replaced by the verdict's own. */
  admits: (received: number, total: number | null) => string | null;
  readonly #size: (path: string) => Promise<number>;
  readonly #settled = Promise.withResolvers<Result<void>>();
  /** The browser writes no more. */
  readonly #still = Promise.withResolvers<void>();
  #received = 0;
  #total: number | null = null;
  #timer: NodeJS.Timeout | null = null;
  #over = false;

  constructor(given: {
    guid: string;
    path: string;
    size: (path: string) => Promise<number>;
    admits: Transfer['admits'];
  }) {
    this.guid = given.guid;
    this.path = given.path;
    this.admits = given.admits;
    this.#size = given.size;
    this.#look();
  }

  get settled(): Promise<Result<void>> {
    return this.#settled.promise;
  }
  get still(): Promise<void> {
    return this.#still.promise;
  }

  told({ receivedBytes, totalBytes, state }: CdpPayload<'Browser.downloadProgress'>): void {
    if (totalBytes > 0) this.#total = totalBytes;
    if (state !== 'inProgress') this.#still.resolve();
    if (state === 'canceled')
      this.stop(
        failure(
          'download.failed',
          'the browser gave the download up: the connection broke, or no space is left',
        ),
      );
    else this.#count(receivedBytes);
    if (state === 'completed' && !this.#over) {
      this.#total = this.#received;
      this.#settle(ok(undefined));
    }
  }

  /** Asked again whenever more came, or may come. */
  check(): void {
    this.#count(this.#received);
  }

  stop(error: Failure): void {
    this.#settle({ ok: false, error });
  }

  #count(received: number): void {
    if (this.#over) return;
    this.#received = Math.max(this.#received, received);
    const reason = this.admits(this.#received, this.#total);
    if (reason !== null) this.stop(failure('download.too-large', reason));
  }

  #look(): void {
    this.#timer = setTimeout(() => {
      this.#size(this.path)
        .then((size) => this.#count(size))
        .catch(() => this.#count(this.#received))
        .finally(() => {
          if (!this.#over) this.#look();
        });
    }, LOOK_MS);
  }

  #settle(result: Result<void>): void {
    if (this.#over) return;
    this.#over = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#settled.resolve(result);
  }
}
