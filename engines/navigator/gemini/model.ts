// One call of a Gemini model, with retries, a circuit and its count. INVARIANT: it ends with the signal, its deadline or a typed
// error; nothing that a server says decides how often it is asked.
import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  DelegateBackoff,
  circuitBreaker,
  handleWhen,
  retry,
  wrap,
} from 'cockatiel';
import {
  ApiError,
  FinishReason,
  GoogleGenAI,
  type Content,
  type GenerateContentResponse,
} from '@google/genai';
import { HEADERS } from '#cloud/wire/headers.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { ModelUsage } from '../contract.ts';
import { costOf, type Price } from './prices.ts';

export type ModelOptions = {
  readonly apiKey: string;
  /** A proxy or a recorded server instead of Google's endpoint. */
  readonly baseUrl?: string;
  /** The ID token for a proxy, asked for before each call; `null`: there is none. The key is not sent, then. */
  readonly bearer?: () => string | null;
  readonly prices?: Readonly<Record<string, Price>>;
  /** Milliseconds that one try may take. */
  readonly timeoutMs?: number;
  /** Milliseconds before the first retry; each later one waits twice as long. */
  readonly backoffMs?: number;
};

export type Call = {
  readonly model: string;
  readonly tier: ModelUsage['tier'];
  readonly system: string;
  readonly contents: readonly Content[];
  /** JSON schema of the answer; without it, plain text. */
  readonly schema?: object;
  readonly maxOutputTokens: number;
};

export type Said = { readonly text: string; readonly usage: ModelUsage };

const SIGN_IN =
  'put a new ID token into the file of `navigator.tokenFile`, or set `navigator: { use: offline }` in config.yaml';
const TIMEOUT_MS = 60_000;
const BACKOFF_MS = 500;
const MAX_BACKOFF_MS = 20_000;
const MAX_RETRIES = 3;
/** So many failures in a row, and the service is left alone for a while. */
const MAX_FAILURES_IN_A_ROW = 6;
const HALF_OPEN_MS = 30_000;

export class GeminiModel {
  readonly #client: GoogleGenAI;
  readonly #options: ModelOptions;
  readonly #policy: ReturnType<typeof policyFor>;

  constructor(options: ModelOptions) {
    this.#options = options;
    const { apiKey, baseUrl, timeoutMs = TIMEOUT_MS } = options;
    this.#client = new GoogleGenAI({
      // The SDK wants one; a proxy has its own.
      apiKey: options.bearer === undefined ? apiKey : 'none',
      vertexai: false,
      httpOptions: { timeout: timeoutMs, ...(baseUrl === undefined ? {} : { baseUrl }) },
    });
    this.#policy = policyFor(options.backoffMs ?? BACKOFF_MS);
  }

  /** Rejects only with the signal's reason. Errors: `model.refused`, `.unavailable`, `.blocked`, `.truncated`. */
  async say(call: Call, signal: AbortSignal): Promise<Result<Said>> {
    const started = performance.now();
    const { bearer } = this.#options;
    const token = bearer?.();
    if (token === null)
      return err(failure('model.refused', 'there is no ID token for the proxy', { help: SIGN_IN }));
    let tries = 0;
    try {
      const response = await untilAborted(
        this.#policy.execute(() => {
          signal.throwIfAborted();
          tries += 1;
          return this.#once(call, token, signal);
        }, signal),
        signal,
      );
      const usage = this.#usage(call, response, tries, performance.now() - started);
      const fault = faultOf(response);
      return fault === null ? ok({ text: textOf(response), usage }) : err(fault);
    } catch (thrown) {
      signal.throwIfAborted();
      return err(asFailure(thrown, tries, bearer !== undefined));
    }
  }

  #once(
    { model, tier, system, contents, schema, maxOutputTokens }: Call,
    token: string | undefined,
    signal: AbortSignal,
  ): Promise<GenerateContentResponse> {
    return this.#client.models.generateContent({
      model,
      contents: [...contents],
      config: {
        systemInstruction: system,
        temperature: 0,
        candidateCount: 1,
        maxOutputTokens,
        abortSignal: signal,
        ...(token === undefined
          ? {}
          : { httpOptions: { headers: { authorization: `Bearer ${token}`, [HEADERS.tier]: String(tier) } } }),
        ...(schema === undefined ? {} : { responseMimeType: 'application/json', responseJsonSchema: schema }),
      },
    });
  }

  #usage(call: Call, { usageMetadata }: GenerateContentResponse, tries: number, took: number): ModelUsage {
    const input = usageMetadata?.promptTokenCount ?? 0;
    const output = (usageMetadata?.candidatesTokenCount ?? 0) + (usageMetadata?.thoughtsTokenCount ?? 0);
    const cached = Math.min(usageMetadata?.cachedContentTokenCount ?? 0, input);
    return {
      tier: call.tier,
      model: call.model,
      requests: tries,
      inputTokens: input,
      outputTokens: output,
      cachedTokens: cached,
      costUsd: costOf(call.model, { input, output, cached }, this.#options.prices),
      milliseconds: Math.round(took),
    };
  }
}

function policyFor(first: number) {
  const transient = handleWhen(isTransient);
  return wrap(
    retry(transient, {
      maxAttempts: MAX_RETRIES,
      backoff: new DelegateBackoff(({ attempt, result }) => {
        const wait = Math.min(first * 2 ** (attempt - 1), MAX_BACKOFF_MS);
        const asked = 'error' in result ? askedToWait(result.error) : 0;
        return Math.min(Math.max(wait, asked), MAX_BACKOFF_MS);
      }),
    }),
    circuitBreaker(transient, {
      halfOpenAfter: HALF_OPEN_MS,
      breaker: new ConsecutiveBreaker(MAX_FAILURES_IN_A_ROW),
    }),
  );
}

/** What may pass by waiting: too many requests, the server's own faults, and a connection that failed. */
function isTransient(thrown: unknown): boolean {
  if (thrown instanceof ApiError) return thrown.status === 429 || thrown.status >= 500;
  return thrown instanceof Error && !(thrown instanceof BrokenCircuitError);
}

/** Milliseconds of `google.rpc.RetryInfo` in an error's body. */
function askedToWait(thrown: unknown): number {
  if (!(thrown instanceof ApiError)) return 0;
  const seconds = /"retryDelay"\s*:\s*"(\d{1,5}(?:\.\d{1,9})?)s"/u.exec(thrown.message)?.[1];
  return seconds === undefined ? 0 : Number(seconds) * 1000;
}

function asFailure(thrown: unknown, tries: number, isProxy: boolean): Failure {
  if (thrown instanceof BrokenCircuitError)
    return failure('model.unavailable', 'the model failed again and again, so it is left alone for a while', {
      help: 'try again in half a minute, or set `navigator: { use: offline }` in config.yaml',
    });
  if (thrown instanceof ApiError) {
    const { status } = thrown;
    if (isProxy && (status === 401 || status === 403))
      return failure(
        'model.refused',
        status === 401 ? 'the proxy refused the ID token' : 'the proxy does not let this person call a model',
        { help: SIGN_IN },
      );
    if (status === 401 || status === 403 || /API_KEY_INVALID/u.test(thrown.message))
      return failure('model.refused', `the model's service refused the key (status ${status})`, {
        help: 'check `GEMINI_API_KEY`, or set `navigator: { use: offline }` in config.yaml',
      });
    if (!isTransient(thrown))
      return failure('model.refused', `the model's service refused the request (status ${status})`, {
        cause: thrown.message.slice(0, 500),
        help: 'check the model ids under `navigator` in config.yaml',
      });
    return failure(
      'model.unavailable',
      `the model's service answered with status ${status}, ${tries} times`,
      {
        help: 'try again later, or set `navigator: { use: offline }` in config.yaml',
      },
    );
  }
  return failure('model.unavailable', `the model's service could not be reached, ${tries} times`, {
    cause: thrown,
    help: 'check the network, or set `navigator: { use: offline }` in config.yaml',
  });
}

/** What was said, without thoughts and without calls of tools that nobody offered. */
const textOf = ({ candidates }: GenerateContentResponse): string =>
  (candidates?.[0]?.content?.parts ?? [])
    .map(({ text = '', thought }) => (thought === true ? '' : text))
    .join('');

/** An answer that is none: refused by the service's filters, or cut off. */
function faultOf({ candidates, promptFeedback }: GenerateContentResponse): Failure | null {
  const reason = candidates?.[0]?.finishReason;
  if (promptFeedback?.blockReason !== undefined)
    return failure('model.blocked', `the model's service blocked the prompt: ${promptFeedback.blockReason}`);
  if (reason === FinishReason.MAX_TOKENS)
    return failure('model.truncated', 'the model’s answer was longer than it may be');
  if (reason !== undefined && reason !== FinishReason.STOP)
    return failure('model.blocked', `the model's service gave no answer: ${reason}`);
  return null;
}

function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
