// A model behind an endpoint that speaks OpenAI's chat completions: Ollama, vLLM, LM Studio, llama.cpp, or a service. INVARIANT: the key
// goes to the endpoint of the settings alone and no redirect takes it elsewhere; a server that does not know a dialect is asked in
// another one, each mend at most once.
import { failure } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { Call, Model, Said } from '../contract.ts';
import type { Price } from '../prices.ts';
import { ServiceError, askedInHeader } from '../service-error.ts';
import { Tries, type Answered } from '../tries.ts';
import { answeredBy, textOf } from './answer.ts';
import { bodyOf, type Dialect } from './request.ts';

export type OpenAiOptions = {
  /** Up to and with `/v1`. */
  readonly baseUrl: string;
  /** Most servers of one's own need none. */
  readonly apiKey?: string;
  /** How the form of an answer is asked for; `auto`: by a schema, and where a server knows none, otherwise. */
  readonly output?: 'auto' | 'schema' | 'tool';
  readonly prices?: Readonly<Record<string, Price>>;
  /** Milliseconds that one try may take: a model on a machine of one's own is slow. */
  readonly timeoutMs?: number;
  readonly backoffMs?: number;
};

const TIMEOUT_MS = 300_000;
/** By which servers say that they do not know what they were asked for. */
const COMPLAINTS: readonly number[] = [400, 404, 415, 422, 501];

/** What a server's complaint says of its dialect; a dialect is kept once it was answered. */
const MENDS: readonly {
  readonly sees: RegExp;
  readonly applies: (dialect: Dialect) => boolean;
  readonly to: Partial<Dialect>;
}[] = [
  {
    sees: /max_completion_tokens/u,
    applies: ({ limit }) => limit === 'max_tokens',
    to: { limit: 'max_completion_tokens' },
  },
  { sees: /temperature/u, applies: ({ temperature }) => temperature, to: { temperature: false } },
  {
    sees: /response_format|json_schema|schema|grammar/iu,
    applies: ({ output }) => output === 'schema',
    to: { output: 'tool' },
  },
  { sees: /tool|function/iu, applies: ({ output }) => output === 'tool', to: { output: 'words' } },
];

export class OpenAiModel implements Model {
  readonly id = 'openai-compatible';
  readonly #url: string;
  readonly #headers: Readonly<Record<string, string>>;
  readonly #timeoutMs: number;
  readonly #tries: Tries;
  readonly #mends: boolean;
  #dialect: Dialect;

  constructor({ baseUrl, apiKey = '', output = 'auto', timeoutMs = TIMEOUT_MS, ...options }: OpenAiOptions) {
    this.#url = `${baseUrl.replace(/(?<!\/)\/+$/u, '')}/chat/completions`;
    this.#headers = {
      'content-type': 'application/json',
      ...(apiKey === '' ? {} : { authorization: `Bearer ${apiKey}` }),
    };
    this.#timeoutMs = timeoutMs;
    this.#tries = new Tries({ ...options, refused: refusedBy });
    this.#mends = output === 'auto';
    this.#dialect = {
      output: output === 'tool' ? 'tool' : 'schema',
      limit: 'max_tokens',
      temperature: true,
    };
  }

  say(call: Call, signal: AbortSignal): Promise<Result<Said>> {
    return this.#tries.run(call, (during) => this.#mended(call, during), signal);
  }

  async #mended(call: Call, signal: AbortSignal): Promise<Answered> {
    let dialect = this.#dialect;
    for (let left = MENDS.length; ; left -= 1) {
      try {
        const answered = await this.#ask(call, dialect, signal);
        this.#dialect = dialect;
        return answered;
      } catch (thrown) {
        const next = left > 0 ? this.#nextAfter(thrown, dialect) : null;
        if (next === null) throw thrown;
        dialect = next;
      }
    }
  }

  /** The dialect that a complaint asks for; `null`: it is no complaint of that kind. */
  #nextAfter(thrown: unknown, asked: Dialect): Dialect | null {
    if (!(thrown instanceof ServiceError) || !COMPLAINTS.includes(thrown.status ?? 0)) return null;
    const mend = MENDS.find(
      ({ sees, applies, to }) =>
        (this.#mends || to.output === undefined) && applies(asked) && sees.test(thrown.message),
    );
    return mend === undefined ? null : { ...asked, ...mend.to };
  }

  async #ask(call: Call, dialect: Dialect, signal: AbortSignal): Promise<Answered> {
    const response = await fetch(this.#url, {
      method: 'POST',
      headers: this.#headers,
      body: JSON.stringify(bodyOf(call, dialect)),
      redirect: 'error',
      signal: AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]),
    });
    const text = await textOf(response);
    if (response.ok) return answeredBy(text, call.schema !== undefined);
    throw new ServiceError(text.slice(0, 2_000), {
      status: response.status,
      askedMs: askedInHeader(response.headers),
    });
  }
}

function refusedBy({ status, message }: ServiceError): Failure {
  if (status === 401 || status === 403)
    return failure('model.refused', `the model's endpoint refused the key (status ${status})`, {
      help: 'set the key of `navigator.baseUrl` in GHOST_MODEL_KEY',
    });
  if (status === 404)
    return failure('model.refused', 'the model’s endpoint does not know this model, or serves none there', {
      cause: message.slice(0, 500),
      help: 'check `navigator.model`, and that `navigator.baseUrl` ends as its server says, often with `/v1`',
    });
  return failure('model.refused', `the model's endpoint refused the request (status ${status})`, {
    cause: message.slice(0, 500),
    help: 'check `navigator.model`, `navigator.output` and `navigator.pictureModel` in config.yaml',
  });
}
