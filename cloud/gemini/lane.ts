// The way of every call to one model: its queue, its tries, its circuit. INVARIANT: a try is repeated only before anything was answered,
// so often and no more, and never beyond the caller's deadline; what the service refuses comes back in our words.
import { BrokenCircuitError, ConsecutiveBreaker, circuitBreaker, handleType } from 'cockatiel';
import type { Priority } from '../wire/headers.ts';
import { passed, refused, type Outcome } from '../wire/refusal.ts';
import { endedBy } from '../system/ending.ts';
import type { Span } from '../log/trace.ts';
import { sleep, type Time } from '../system/time.ts';
import { askedToWaitMs, backOffMs } from '../queue/back-off.ts';
import { RateQueue, type Admission, type QueueLimits } from '../queue/rate-queue.ts';
import type { Upstream, UpstreamCall } from './upstream.ts';

export type LaneOptions = {
  readonly limits: QueueLimits;
  readonly upstream: Upstream;
  readonly time: Time;
  /** In [0, 1). */
  readonly random: () => number;
  /** The service said 429, for capacity planning. */
  readonly onLimit: () => void;
};

export type LaneCall = Omit<UpstreamCall, 'seconds'> & {
  readonly user: string;
  readonly priority: Priority;
  readonly estimatedTokens: number;
  /** On the monotonic clock; the signal ends the call then. */
  readonly deadlineMs: number;
};

export type Answered = {
  readonly response: Response;
  readonly settle: Admission['settle'];
};

/** What a call did, whether or not it was answered. */
export type Course = { tries: number; waitedMs: number; span: Span };

const MAX_TRIES = 5;
const MAX_FAILURES_IN_A_ROW = 8;
const HALF_OPEN_MS = 15_000;
const MAX_ERROR_CHARACTERS = 20_000;

/** A failure that counts for the circuit: the service's own, or none reached. */
class Fault extends Error {
  readonly askedMs: number | null;
  constructor(askedMs: number | null) {
    super('the service failed');
    this.askedMs = askedMs;
  }
}

type Tried =
  | { readonly is: 'answered'; readonly response: Response }
  | { readonly is: 'limited'; readonly askedMs: number | null }
  | { readonly is: 'failed'; readonly askedMs: number | null }
  | { readonly is: 'refused'; readonly outcome: Outcome<never> };

function whyNot(tried: Tried): string | null {
  if (tried.is === 'answered') return null;
  return tried.is === 'refused' && !tried.outcome.ok ? tried.outcome.refusal.reason : tried.is;
}

export class Lane {
  readonly queue: RateQueue;
  readonly #options: LaneOptions;
  readonly #circuit = circuitBreaker(handleType(Fault), {
    halfOpenAfter: HALF_OPEN_MS,
    breaker: new ConsecutiveBreaker(MAX_FAILURES_IN_A_ROW),
  });

  constructor(options: LaneOptions) {
    this.#options = options;
    this.queue = new RateQueue(options.limits, options.time);
  }

  async call(call: LaneCall, course: Course, signal: AbortSignal): Promise<Outcome<Answered>> {
    const { time, random } = this.#options;
    for (;;) {
      const { user, priority, estimatedTokens: tokens, deadlineMs } = call;
      const asked = { user, priority, tokens, again: course.tries > 0 };
      const turn = course.span.child('wait');
      const admitted = await this.queue.admit(asked, signal);
      turn.end(admitted.ok ? { priority } : { priority, reason: admitted.refusal.reason }, !admitted.ok);
      if (!admitted.ok) return admitted;
      course.tries += 1;
      course.waitedMs += admitted.value.waitedMs;
      const attempt = course.span.child('try');
      const tried = await this.#try(call, signal);
      const { model, method } = call;
      attempt.end({ model, method, reason: whyNot(tried) }, tried.is !== 'answered');
      if (tried.is === 'answered') return passed({ response: tried.response, settle: admitted.value.settle });
      // The service counts no tokens of what it did not do.
      admitted.value.settle(0);
      if (tried.is === 'refused') return tried.outcome;
      const wait = backOffMs(course.tries, tried.askedMs, random);
      const isLimit = tried.is === 'limited';
      // Too much is too much for everybody; a fault is this request's own.
      if (isLimit) {
        this.#options.onLimit();
        this.queue.pause(wait);
      }
      if (course.tries >= MAX_TRIES || time.monotonicMs() + wait >= deadlineMs)
        return isLimit
          ? refused('RATE_LIMITED', 'the model takes no more requests for a while', secondsOf(wait))
          : refused('MODEL_UNAVAILABLE', 'the model’s service failed again and again', secondsOf(wait));
      if (!isLimit && !(await slept(time, wait, signal))) return endedBy(signal);
    }
  }

  async #try(call: LaneCall, signal: AbortSignal): Promise<Tried> {
    try {
      return await this.#circuit.execute(() => this.#once(call, signal));
    } catch (thrown) {
      if (signal.aborted) return { is: 'refused', outcome: endedBy(signal) };
      if (thrown instanceof Fault) return { is: 'failed', askedMs: thrown.askedMs };
      if (!(thrown instanceof BrokenCircuitError)) throw thrown;
      const words = 'the model’s service failed again and again, so it is left alone for a while';
      return { is: 'refused', outcome: refused('MODEL_UNAVAILABLE', words, secondsOf(HALF_OPEN_MS)) };
    }
  }

  /** Throws `Fault`, or the reason of the signal. */
  async #once({ deadlineMs, version, model, method, body }: LaneCall, signal: AbortSignal): Promise<Tried> {
    const { upstream, time } = this.#options;
    const seconds = (deadlineMs - time.monotonicMs()) / 1000;
    const response = await upstream({ version, model, method, body, seconds }, signal).catch(
      (thrown: unknown) => {
        if (signal.aborted) throw thrown;
        throw new Fault(null);
      },
    );
    if (response.ok) return { is: 'answered', response };
    const text = await errorText(response);
    const askedMs = askedToWaitMs(response.headers.get('retry-after'), text, time.wallMs());
    if (response.status === 429) return { is: 'limited', askedMs };
    if (response.status >= 500) throw new Fault(askedMs);
    return { is: 'refused', outcome: refusedBy(response.status, text) };
  }
}

const secondsOf = (milliseconds: number): number => Math.max(1, Math.ceil(milliseconds / 1000));

const slept = (time: Time, milliseconds: number, signal: AbortSignal): Promise<boolean> =>
  sleep(time, milliseconds, signal).then(
    () => true,
    () => false,
  );

/** As much as says why; a body that breaks is as good as none. */
async function errorText(response: Response): Promise<string> {
  let text = '';
  try {
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > MAX_ERROR_CHARACTERS) break;
    }
  } catch {
    // What came until then.
  }
  return text;
}

/** The service's own text may name the key or repeat the page: its status is enough. */
function refusedBy(status: number, text: string): Outcome<never> {
  if (status === 401 || status === 403 || text.includes('API_KEY_INVALID') || text.includes('API key'))
    return refused('KEY_REFUSED', 'the model’s service refused the proxy’s own key: its operator must look');
  if (status === 404) return refused('MODEL_NOT_ALLOWED', 'the model’s service does not know this model');
  return refused('MODEL_REFUSED', `the model’s service refused the request (status ${status})`);
}
