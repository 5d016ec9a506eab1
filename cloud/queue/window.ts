// How many requests and tokens went out in the last minute. INVARIANT: in no span of a minute do more requests go out than the limit
// allows, whenever the span begins: a service that counts by fixed minutes sees no more, either.
import type { Time } from '../system/time.ts';

export type Limits = {
  readonly requestsPerMinute: number;
  readonly tokensPerMinute: number;
};

export const MINUTE_MS = 60_000;
/** What a request may be faster on its way than the one before it: both may reach the service closer together than they left. */
const MARGIN_MS = 1_000;

export type Sent = { readonly atMs: number; tokens: number };

export class RateWindow {
  readonly #limits: Limits;
  readonly #time: Time;
  /** In the order in which they went out. */
  #sent: Sent[] = [];
  #tokens = 0;

  constructor(limits: Limits, time: Time) {
    this.#limits = limits;
    this.#time = time;
  }

  get isEmpty(): boolean {
    this.#forget();
    return this.#sent.length === 0;
  }

  /** Milliseconds until a request of so many tokens may go out; one that is larger than a minute's tokens goes out alone. */
  untilFits(tokens: number): number {
    this.#forget();
    const { requestsPerMinute, tokensPerMinute } = this.#limits;
    let count = this.#sent.length;
    let held = this.#tokens;
    for (const one of this.#sent) {
      if (count < requestsPerMinute && held + tokens <= tokensPerMinute) return this.#untilOver(count);
      count -= 1;
      held -= one.tokens;
    }
    return this.#untilOver(count);
  }

  take(tokens: number): Sent {
    const sent = { atMs: this.#time.monotonicMs(), tokens };
    this.#sent.push(sent);
    this.#tokens += tokens;
    return sent;
  }

  /** What the service counted in place of what was estimated. */
  correct(sent: Sent, tokens: number): void {
    if (this.#sent.includes(sent)) this.#tokens += tokens - sent.tokens;
    sent.tokens = tokens;
  }

  /** Milliseconds until `count` more have gone out, by the requests alone. */
  untilTaken(count: number): number {
    this.#forget();
    const { requestsPerMinute } = this.#limits;
    const beyond = count - (requestsPerMinute - this.#sent.length);
    if (beyond <= 0) return 0;
    const [rounds, place] = [Math.floor((beyond - 1) / requestsPerMinute), (beyond - 1) % requestsPerMinute];
    const before = this.#sent[place]?.atMs ?? this.#time.monotonicMs();
    return Math.max(0, before + (rounds + 1) * (MINUTE_MS + MARGIN_MS) - this.#time.monotonicMs());
  }

  /** Until all that went out before the `count` youngest is over. */
  #untilOver(count: number): number {
    const last = this.#sent[this.#sent.length - count - 1];
    if (last === undefined) return 0;
    return Math.max(0, last.atMs + MINUTE_MS + MARGIN_MS - this.#time.monotonicMs());
  }

  #forget(): void {
    const over = this.#time.monotonicMs() - MINUTE_MS - MARGIN_MS;
    let gone = 0;
    for (const { atMs, tokens } of this.#sent) {
      if (atMs > over) break;
      gone += 1;
      this.#tokens -= tokens;
    }
    if (gone > 0) this.#sent = this.#sent.slice(gone);
  }
}
