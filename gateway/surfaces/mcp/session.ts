// One client's calls. A call that needs a person goes on while it is told so: calling again with the same arguments waits on.
// INVARIANT: a call that nobody waits for any more is aborted, and with it its question; whoever leaves takes everything along.
import { randomUUID } from 'node:crypto';
import { fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { Backend, ToolAnswer, ToolMemory, ToolRow } from './tools/contract.ts';
import { checkArguments, toolNamed } from './tools.ts';

/** Clients give up after a minute: they are told before that whom it waits for. */
const PATIENCE_MS = 40_000;

export type Called =
  | { readonly kind: 'ANSWER'; readonly answer: ToolAnswer }
  | { readonly kind: 'FAILURE'; readonly error: Extract<Result<never>, { ok: false }>['error'] }
  /** The client is to put this to its person, and to come back with `token`. */
  | { readonly kind: 'ASK'; readonly card: ConsentCard; readonly token: string };

type Running = {
  readonly tool: string;
  /** Tool and arguments. */
  readonly key: string;
  readonly token: string;
  readonly controller: AbortController;
  readonly done: Promise<Result<ToolAnswer>>;
  /** Put to nobody at the client yet, oldest first. */
  readonly questions: ConsentCard[];
  /** What stands open now. */
  waitsFor: ConsentCard | null;
  wake: () => void;
};

export type SessionOptions = {
  readonly backend: Backend;
  readonly tools: readonly ToolRow[];
  readonly patienceMs?: number;
};

export class McpSession {
  readonly #options: SessionOptions;
  readonly #memory: ToolMemory = { clicked: null };
  /** By their tokens. */
  readonly #running = new Map<string, Running>();
  /** Of these the client was told that they wait for a person. Kept when they are done: what was done is not done again. */
  readonly #left = new Map<string, Running>();
  #closed: Promise<void> | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** `asks`: which questions the client can be asked. Never rejects. */
  async call(
    name: string,
    args: unknown,
    asks: (card: ConsentCard) => boolean,
    signal: AbortSignal,
  ): Promise<Called> {
    if (this.#closed !== null) return failed(fail('gateway.closed', 'this server is closing'));
    const row = toolNamed(this.#options.tools, name);
    if (!row.ok) return failed(row);
    const checked = checkArguments(row.value, args);
    if (!checked.ok) return failed(checked);
    const key = `${name} ${JSON.stringify(checked.value)}`;
    const before = this.#left.get(key);
    if (before !== undefined) {
      this.#left.delete(key);
      return this.#wait(before, asks, signal);
    }
    // Whatever waited for a person is given up by going on with something else.
    await Promise.all([...this.#left.values()].map((one) => this.#giveUp(one)));
    return this.#wait(this.#start(row.value, checked.value, key), asks, signal);
  }

  /** The client's person answered, or refused to. A token that is not known is a call that is over. */
  async resume(
    token: string,
    answer: ConsentAnswer,
    asks: (card: ConsentCard) => boolean,
    signal: AbortSignal,
  ): Promise<Called> {
    const running = this.#running.get(token);
    if (running === undefined || running.waitsFor === null)
      return failed(
        fail('consent.unknown', 'there is no call that waits for this answer', {
          help: 'call the tool again',
        }),
      );
    const { id } = running.waitsFor;
    running.waitsFor = null;
    const taken = await this.#options.backend.answer(id, answer);
    if (!taken.ok) {
      await this.#giveUp(running);
      return failed(taken);
    }
    return this.#wait(running, asks, signal);
  }

  /** The client left. Idempotent. */
  close(): Promise<void> {
    this.#closed ??= (async () => {
      await Promise.all([...this.#running.values()].map((one) => this.#giveUp(one)));
      await this.#options.backend.close();
    })();
    return this.#closed;
  }

  #start(row: ToolRow, args: Readonly<Record<string, unknown>>, key: string): Running {
    const controller = new AbortController();
    const { signal } = controller;
    const { backend } = this.#options;
    const questions: ConsentCard[] = [];
    const waits = (card: ConsentCard): void => {
      questions.push(card);
      running.waitsFor = card;
      running.wake();
    };
    const done = row
      .run(
        {
          backend,
          memory: this.#memory,
          signal,
          run: async (name, params, says) => {
            const ran = await backend.run(
              name,
              params,
              { ...(says === undefined ? {} : { says }), waits },
              signal,
            );
            running.waitsFor = null;
            return ran;
          },
        },
        args,
      )
      .catch((cause: unknown) =>
        fail('boundary.internal', 'the tool ended with an unexpected error', { cause }),
      )
      .finally(() => this.#running.delete(running.token));
    const running: Running = {
      tool: row.name,
      key,
      token: randomUUID(),
      controller,
      done,
      questions,
      waitsFor: null,
      wake: () => undefined,
    };
    this.#running.set(running.token, running);
    return running;
  }

  async #giveUp(running: Running): Promise<void> {
    this.#left.delete(running.key);
    running.controller.abort();
    await running.done;
  }

  /** Until it is done, somebody has to be asked, a person takes long, or the client gives up. */
  async #wait(running: Running, asks: (card: ConsentCard) => boolean, signal: AbortSignal): Promise<Called> {
    const patience = this.#options.patienceMs ?? PATIENCE_MS;
    const since = performance.now();
    for (;;) {
      const next = running.questions.shift();
      if (next !== undefined && asks(next)) return { kind: 'ASK', card: next, token: running.token };
      const left = running.waitsFor === null ? null : since + patience - performance.now();
      const came = await first(running, left, signal);
      switch (came.kind) {
        case 'DONE':
          return came.result.ok ? { kind: 'ANSWER', answer: came.result.value } : failed(came.result);
        case 'GONE':
          await this.#giveUp(running);
          return failed(fail('task.cancelled', 'the client cancelled this call'));
        case 'TIME':
          if (running.waitsFor !== null && this.#options.backend.asks(running.waitsFor.id)) {
            this.#left.set(running.key, running);
            return failed(waiting(running.tool, running.waitsFor));
          }
          running.waitsFor = null; // answered: what remains is the act
          break;
        case 'ASKED':
          break;
      }
    }
  }
}

type Came =
  | { readonly kind: 'DONE'; readonly result: Result<ToolAnswer> }
  | { readonly kind: 'ASKED' | 'TIME' | 'GONE' };

function first(running: Running, leftMs: number | null, signal: AbortSignal): Promise<Came> {
  return new Promise((resolve) => {
    const timer = leftMs === null ? null : setTimeout(() => end({ kind: 'TIME' }), Math.max(0, leftMs));
    const gone = (): void => end({ kind: 'GONE' });
    const end = (came: Came): void => {
      if (timer !== null) clearTimeout(timer);
      signal.removeEventListener('abort', gone);
      running.wake = () => undefined;
      resolve(came);
    };
    running.wake = () => end({ kind: 'ASKED' });
    if (signal.aborted) return gone();
    signal.addEventListener('abort', gone, { once: true });
    void running.done.then((result) => end({ kind: 'DONE', result }));
  });
}

const failed = (result: Extract<Result<never>, { ok: false }>): Called => ({
  kind: 'FAILURE',
  error: result.error,
});

const waiting = (tool: string, { id, title, site, because, expiresAt }: ConsentCard) =>
  fail(
    'consent.waiting',
    `a person has to allow this first: ${title}${site === null ? '' : ` (${site.host})`}`,
    {
      help: `a person is asked in Ghost Browser’s window until ${expiresAt}; call ${tool} again with the same arguments: it waits on. Another call withdraws the question`,
      details: { consentId: id, because },
    },
  );
