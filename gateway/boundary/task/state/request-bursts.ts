// The bursts of alike requests that one tab makes: each has one answer, and counts the requests that the answer's log entry covers.
// INVARIANT: a burst covers no request after its end, and no more than a bounded number of bursts is kept.
import type { Failure } from '#policy/language/failure.ts';

/** Bursts that a tab has at once. */
const MAX_BURSTS = 500;

/** What was decided about a request that nobody is asked about. */
export type RequestAnswer = {
  readonly allow: boolean;
  readonly reason: string;
  readonly error: Failure | null;
};

export class RequestBurst {
  readonly answer: Promise<RequestAnswer>;
  #covered = 0;

  constructor(answer: Promise<RequestAnswer>) {
    this.answer = answer;
  }

  /** Requests that the answer's entry covers beside the one that it is about. */
  get covered(): number {
    return this.#covered;
  }

  /** One more request is like it. */
  cover(): Promise<RequestAnswer> {
    this.#covered += 1;
    return this.answer;
  }
}

export class RequestBursts {
  readonly #byKey = new Map<string, RequestBurst>();

  find(key: string): RequestBurst | undefined {
    return this.#byKey.get(key);
  }

  get full(): boolean {
    return this.#byKey.size >= MAX_BURSTS;
  }

  begin(key: string, answer: Promise<RequestAnswer>): RequestBurst {
    const burst = new RequestBurst(answer);
    this.#byKey.set(key, burst);
    return burst;
  }

  end(key: string): void {
    this.#byKey.delete(key);
  }

  /** The log takes no entries: those that it has cover no further requests. */
  endAll(): void {
    this.#byKey.clear();
  }
}
