// A Gemini model, called with a key or by way of a proxy of one's own. INVARIANT: to a proxy the key is never sent, and to Google no token;
// no redirect and no variable of the environment takes either elsewhere; a token that the proxy refuses is replaced once.
import {
  ApiError,
  FinishReason,
  GoogleGenAI,
  type Content,
  type GenerateContentResponse,
} from '@google/genai';
import { HEADERS } from '#cloud/wire/headers.ts';
import { failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { Bearer, Call, KeyAsked, Model, Said, Turn } from './contract.ts';
import type { Price } from './prices.ts';
import { ServiceError, askedInBody } from './service-error.ts';
import { Given, Tries, type Answered } from './tries.ts';

export type GeminiOptions = {
  readonly apiKey: string | KeyAsked;
  /** A proxy or a recorded server instead of Google's endpoint. */
  readonly baseUrl?: string;
  /** For a proxy. The key is not sent, then. */
  readonly bearer?: Bearer;
  readonly prices?: Readonly<Record<string, Price>>;
  /** Milliseconds that one try may take. */
  readonly timeoutMs?: number;
  readonly backoffMs?: number;
  readonly retries?: number;
};

/** Always given: the SDK would take another one from the variable GOOGLE_GEMINI_BASE_URL. */
const GOOGLE_URL = 'https://generativelanguage.googleapis.com';
const KEY_HEADER = 'x-goog-api-key';
const TIMEOUT_MS = 60_000;
/** A proxy lets calls wait for their turn. */
const PROXY_TIMEOUT_MS = 240_000;
const ACTIONS: Readonly<Record<string, string>> = { plan: 'plan', make: 'make', summary: 'summarise' };

export class GeminiModel implements Model {
  readonly id = 'gemini';
  readonly #client: GoogleGenAI;
  readonly #bearer: Bearer | null;
  readonly #key: KeyAsked;
  readonly #tries: Tries;

  constructor({ apiKey, baseUrl, bearer, timeoutMs, ...options }: GeminiOptions) {
    const isProxy = bearer !== undefined;
    this.#bearer = bearer ?? null;
    this.#key = typeof apiKey === 'string' ? () => Promise.resolve(ok(apiKey)) : apiKey;
    this.#client = new GoogleGenAI({
      // The SDK wants one; a proxy has its own, and ours goes with each call.
      apiKey: 'none',
      vertexai: false,
      httpOptions: {
        fetch: (input, init) => fetch(input, { ...init, redirect: 'error' }),
        timeout: timeoutMs ?? (isProxy ? PROXY_TIMEOUT_MS : TIMEOUT_MS),
        baseUrl: baseUrl ?? GOOGLE_URL,
      },
    });
    this.#tries = new Tries({ ...options, refused: (error) => refusedBy(error, isProxy) });
  }

  say(call: Call, signal: AbortSignal): Promise<Result<Said>> {
    return this.#tries.run(call, (during) => this.#once(call, during), signal);
  }

  async #once(call: Call, signal: AbortSignal): Promise<Answered> {
    if (this.#bearer === null) return this.#ask(call, { [KEY_HEADER]: given(await this.#key()) }, signal);
    const token = await tokenOf(this.#bearer, signal);
    try {
      return await this.#ask(call, headersFor(call, token), signal);
    } catch (thrown) {
      if (!(thrown instanceof ServiceError) || thrown.status !== 401) throw thrown;
      const another = await tokenOf(this.#bearer, signal, token);
      return this.#ask(call, headersFor(call, another), signal);
    }
  }

  async #ask(
    { model, system, turns, schema, maxOutputTokens }: Call,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Answered> {
    try {
      const response = await this.#client.models.generateContent({
        model,
        contents: turns.map(contentOf),
        config: {
          systemInstruction: system,
          temperature: 0,
          candidateCount: 1,
          maxOutputTokens,
          abortSignal: signal,
          httpOptions: { headers },
          ...(schema === undefined
            ? {}
            : { responseMimeType: 'application/json', responseJsonSchema: schema }),
        },
      });
      return answeredBy(response);
    } catch (thrown) {
      if (!(thrown instanceof ApiError)) throw thrown;
      const { status, message } = thrown;
      throw new ServiceError(message, { status, askedMs: askedInBody(message) });
    }
  }
}

async function tokenOf(bearer: Bearer, signal: AbortSignal, refused?: string): Promise<string> {
  return given(await bearer(signal, refused));
}

function given(asked: Result<string>): string {
  if (!asked.ok) throw new Given(asked.error);
  return asked.value;
}

const headersFor = ({ tier, of }: Call, token: string): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  [HEADERS.action]: ACTIONS[tier] ?? 'navigate',
  ...(typeof tier === 'number' ? { [HEADERS.tier]: String(tier) } : {}),
  ...(of === undefined ? {} : { [HEADERS.task]: of.taskId, [HEADERS.priority]: of.priority }),
});

const contentOf = ({ role, text, jpegBase64 }: Turn): Content => ({
  role,
  parts: [
    { text },
    ...(jpegBase64 === undefined ? [] : [{ inlineData: { mimeType: 'image/jpeg', data: jpegBase64 } }]),
  ],
});

function answeredBy(response: GenerateContentResponse): Answered {
  const { usageMetadata } = response;
  const input = usageMetadata?.promptTokenCount ?? 0;
  return {
    text: textOf(response),
    input,
    output: (usageMetadata?.candidatesTokenCount ?? 0) + (usageMetadata?.thoughtsTokenCount ?? 0),
    cached: Math.min(usageMetadata?.cachedContentTokenCount ?? 0, input),
    fault: faultOf(response),
  };
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

function refusedBy({ status, message }: ServiceError, isProxy: boolean): Failure {
  if (isProxy && status === 401)
    return failure('model.refused', 'the proxy refused the ID token', {
      help: 'sign in again with `ghost login`, or put a new token into the file of `navigator.tokenFile`',
    });
  if (isProxy && status === 403)
    return failure('model.refused', 'the proxy does not let this person call a model', {
      help: 'sign in as somebody else with `ghost login`, or ask who runs the proxy',
    });
  if (status === 401 || status === 403 || /API_KEY_INVALID/u.test(message))
    return failure('model.refused', `the model's service refused the key (status ${status})`, {
      help: 'check the key under Settings in the app, or in `GEMINI_API_KEY`, or set `navigator: { use: offline }` in config.yaml',
    });
  return failure('model.refused', `the model's service refused the request (status ${status})`, {
    cause: message.slice(0, 500),
    help: 'check the model ids under `navigator` in config.yaml',
  });
}
