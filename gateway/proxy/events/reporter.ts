// Tells the proxy of tasks: events gathered, written to the disk in batches, and sent when that works. INVARIANT: no task waits for it and
// none fails by it; what it holds in memory and on the disk is bounded; a batch goes from the disk once the proxy took it or said what is
// wrong with it.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventBatch, ReportedEvent } from '#cloud/wire/events.ts';
import { EVENTS_PATH, MAX_EVENTS, MAX_EVENTS_BYTES } from '#cloud/wire/events.ts';
import type { Bearer } from '#engines/model/contract.ts';
import { askedInHeader } from '#engines/model/service-error.ts';
import type { Told } from './reported.ts';
import { Spool } from './spool.ts';

export type ReporterOptions = {
  readonly baseUrl: string;
  readonly bearer: Bearer;
  /** Its own, 0700. */
  readonly directory: string;
  /** Milliseconds after the first event of a batch. */
  readonly gatherMs?: number;
  /** Milliseconds before the next try; each later one waits twice as long, or anything less. */
  readonly againMs?: number;
  /** Milliseconds between one batch that was taken and the next that waits. */
  readonly betweenMs?: number;
  /** In [0, 1). */
  readonly random?: () => number;
};

const GATHER_MS = 2_000;
const AGAIN_MS = 2_000;
/** What waited long goes at half the pace that the proxy allows a person: their sign-in needs some of it. */
const BETWEEN_MS = 1_000;
const MOST_AGAIN_MS = 300_000;
const CALL_MS = 15_000;
/** So long the end waits for the disk, and for nothing else. */
const END_MS = 2_000;
/** In memory: of what a disk does not take. */
const MOST_GATHERED = 5_000;

export class Reporter implements AsyncDisposable {
  readonly #options: Required<ReporterOptions>;
  readonly #spool: Spool;
  readonly #end = new AbortController();
  /** Whoever waits to try again waits no longer. */
  readonly #hurry = new AbortController();
  #isClosing = false;
  #gathered: ReportedEvent[] = [];
  #lost = 0;
  /** Of these, the log has heard, or will. */
  #toldLost = 0;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  #sending: Promise<void> | null = null;
  /** Something was written since the disk was last looked at. */
  #hasNews = false;

  constructor(options: ReporterOptions) {
    this.#options = {
      gatherMs: GATHER_MS,
      againMs: AGAIN_MS,
      betweenMs: BETWEEN_MS,
      random: Math.random,
      ...options,
    };
    this.#spool = new Spool(options.directory);
  }

  /** What an earlier gateway left is sent, too. */
  begin(): void {
    this.#send();
  }

  /** Events that nobody will hear of: more than disk and memory may hold. Batches count as one. */
  get lost(): number {
    return this.#lost + this.#spool.dropped;
  }

  /** Returns at once. */
  tell(told: Told): void {
    if (this.#isClosing) return;
    this.#gathered.push({ id: randomUUID(), ...told });
    this.#dropBeyondBound();
    if (this.#gathered.length >= MAX_EVENTS) void this.#write();
    else this.#timer ??= setTimeout(() => void this.#write(), this.#options.gatherMs).unref();
  }

  /** What is gathered goes to the disk, and is sent if that works at once: else the next gateway sends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    this.#hurry.abort();
    const late = AbortSignal.timeout(END_MS);
    await Promise.race([
      this.#writtenAndSent(),
      delay(END_MS, undefined, { signal: late, ref: false }).catch(() => undefined),
    ]);
    this.#end.abort();
  }

  async #writtenAndSent(): Promise<void> {
    await this.#write();
    await this.#sending;
  }

  #write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#writeGathered());
    return this.#writing;
  }

  async #writeGathered(): Promise<void> {
    while (this.#gathered.length > 0) {
      const batch = this.#gathered.splice(0, fitting(this.#gathered));
      const lost = this.lost - this.#toldLost;
      try {
        const whole: EventBatch = { events: batch, ...(lost === 0 ? {} : { lost }) };
        await this.#spool.add(JSON.stringify(whole));
        this.#toldLost += lost;
      } catch {
        // A disk that is full or away: what is gathered stays in memory, and is written with the next.
        this.#gathered.unshift(...batch);
        this.#dropBeyondBound();
        return;
      }
    }
    this.#send();
  }

  #dropBeyondBound(): void {
    this.#lost += this.#gathered.splice(0, Math.max(0, this.#gathered.length - MOST_GATHERED)).length;
  }

  #send(): void {
    if (this.#end.signal.aborted) return;
    this.#hasNews = true;
    this.#sending ??= this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    try {
      await this.#sendWaiting();
    } finally {
      // INVARIANT: in the same turn in which nothing was found: whoever writes later begins anew.
      this.#sending = null;
    }
  }

  /** Until nothing waits. Never rejects. */
  async #sendWaiting(): Promise<void> {
    const { signal } = this.#end;
    for (let failures = 0; !signal.aborted;) {
      this.#hasNews = false;
      const batch = await this.#spool.first().catch(() => null);
      if (batch === null && this.#hasNews) continue;
      if (batch === null) return;
      const sent = await this.#post(batch.text);
      if (sent === 'DONE') {
        failures = 0;
        await this.#spool.remove(batch.name).catch(() => undefined);
        await this.#paused(this.#options.betweenMs);
        continue;
      }
      if (this.#isClosing) return;
      failures += 1;
      const { againMs, random } = this.#options;
      const most = Math.min(againMs * 2 ** (failures - 1), MOST_AGAIN_MS);
      const wait = Math.min(sent.askedMs, MOST_AGAIN_MS) + random() * most;
      await this.#paused(wait);
    }
  }

  /** At its end nothing waits. */
  async #paused(milliseconds: number): Promise<void> {
    const { signal } = this.#hurry;
    await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** `DONE`: taken, or no form of it will ever be. */
  async #post(text: string): Promise<'DONE' | { readonly askedMs: number }> {
    const { baseUrl, bearer } = this.#options;
    const signal = AbortSignal.any([this.#end.signal, AbortSignal.timeout(CALL_MS)]);
    try {
      const token = await bearer(signal);
      if (!token.ok) return { askedMs: 0 };
      const response = await fetch(`${baseUrl.replace(/(?<!\/)\/+$/u, '')}${EVENTS_PATH}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token.value}` },
        body: text,
        redirect: 'error',
        signal,
      });
      await response.body?.cancel();
      if (response.ok || response.status === 400 || response.status === 413) return 'DONE';
      return { askedMs: askedInHeader(response.headers) };
    } catch {
      return { askedMs: 0 };
    }
  }
}

/** How many of them, the oldest, are a batch: one at least. */
function fitting(events: readonly ReportedEvent[]): number {
  // What stands around them, and a count of what was lost.
  let bytes = 100;
  for (const [at, event] of events.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(event)) + 1;
    if (at >= MAX_EVENTS || (at > 0 && bytes > MAX_EVENTS_BYTES)) return at;
  }
  return events.length;
}
