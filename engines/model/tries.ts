// How often a model's service is asked for one answer: retries with growing waits, and a circuit that leaves it alone. INVARIANT: it ends
// with the signal, its deadline or a typed error; nothing that a server says makes it ask more often.
import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  DelegateBackoff,
  circuitBreaker,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel';
import { err, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { costOf, type Price } from './prices.ts';
import type { Call, Said } from './contract.ts';
import { ServiceError } from './service-error.ts';

/** One answer, as the service counts it. */
export type Answered = {
  readonly text: string;
  readonly input: number;
  /** Thoughts included. */
  readonly output: number;
  readonly cached: number;
  /** It answered, and that is no answer. */
  readonly fault: Failure | null;
};

export type TriesOptions = {
  /** Milliseconds before the first retry; each later one waits twice as long. */
  readonly backoffMs?: number;
  /** 0: whoever waits sees at once what the service said. */
  readonly retries?: number;
  readonly prices?: Readonly<Record<string, Price>>;
  /** The failure for what does not pass by waiting; its words are the adapter's. */
  readonly refused: (error: ServiceError) => Failure;
};

const BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 20_000;
const MAX_RETRIES = 3;
/** So many failures in a row, and the service is left alone for a while. */
const MAX_FAILURES_IN_A_ROW = 6;
const HALF_OPEN_MS = 10_000;
const OFFLINE = 'or set `navigator: { use: offline }` in config.yaml';

/** Carried past the retries: a failure that no further try changes. */
export class Given extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

export class Tries {
  readonly #options: TriesOptions;
  readonly #policy: ReturnType<typeof policyFor>;

  constructor(options: TriesOptions) {
    this.#options = options;
    this.#policy = policyFor(options.backoffMs ?? BACKOFF_MS, options.retries ?? MAX_RETRIES);
  }

  /** `once`: throws a `ServiceError`, a `Given`, or whatever its connection does. Rejects only with the signal's reason. */
  async run(
    call: Call,
    once: (signal: AbortSignal) => Promise<Answered>,
    signal: AbortSignal,
  ): Promise<Result<Said>> {
    const started = performance.now();
    let tries = 0;
    try {
      const answered = await untilAborted(
        this.#policy.execute(() => {
          signal.throwIfAborted();
          tries += 1;
          return once(signal);
        }, signal),
        signal,
      );
      if (answered.fault !== null) return err(answered.fault);
      const { text, input, output, cached } = answered;
      return ok({
        text,
        usage: {
          tier: call.tier,
          model: call.model,
          requests: tries,
          inputTokens: input,
          outputTokens: output,
          cachedTokens: cached,
          costUsd: costOf(call.model, { input, output, cached }, this.#options.prices),
          milliseconds: Math.round(performance.now() - started),
        },
      });
    } catch (thrown) {
      signal.throwIfAborted();
      return err(this.#asFailure(thrown, tries));
    }
  }

  #asFailure(thrown: unknown, tries: number): Failure {
    if (thrown instanceof Given) return thrown.failure;
    if (thrown instanceof BrokenCircuitError)
      return failure(
        'model.unavailable',
        'the model failed again and again, so it is left alone for a while',
        {
          help: `try again in a moment, ${OFFLINE}`,
          details: { retryMs: HALF_OPEN_MS },
        },
      );
    if (!(thrown instanceof ServiceError) || thrown.status === null)
      return failure('model.unavailable', `the model's service could not be reached, ${timesOf(tries)}`, {
        cause: thrown,
        help: `check the network, ${OFFLINE}`,
        details: { reached: false },
      });
    if (!thrown.isTransient) return this.#options.refused(thrown);
    return failure(
      'model.unavailable',
      `the model's service answered with status ${thrown.status}, ${timesOf(tries)}`,
      {
        help: `try again later, ${OFFLINE}`,
        details: { retryMs: thrown.askedMs, status: thrown.status },
      },
    );
  }
}

const timesOf = (tries: number): string => (tries === 1 ? 'once' : `${tries} times`);

/** A connection that failed is the network's, whatever its library threw. */
const isTransient = (thrown: unknown): boolean =>
  thrown instanceof ServiceError
    ? thrown.isTransient
    : thrown instanceof Error && !(thrown instanceof BrokenCircuitError) && !(thrown instanceof Given);

function policyFor(first: number, maxAttempts: number) {
  const transient = handleWhen(isTransient);
  return wrap(
    retry(transient, {
      maxAttempts,
      backoff: new DelegateBackoff(({ attempt, result }) => {
        const wait = Math.min(first * 2 ** (attempt - 1), MAX_BACKOFF_MS);
        const asked = 'error' in result && result.error instanceof ServiceError ? result.error.askedMs : 0;
        return Math.min(Math.max(wait, asked), MAX_BACKOFF_MS);
      }),
    }),
    circuitBreaker(transient, {
      halfOpenAfter: HALF_OPEN_MS,
      breaker: new ConsecutiveBreaker(MAX_FAILURES_IN_A_ROW),
    }),
  );
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
