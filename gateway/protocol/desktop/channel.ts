// Calls and news between two processes over a port that carries plain messages. INVARIANT: every call ends: with its answer, at its
// deadline, with its signal, or with the port; and what does not fit the tables is refused, told, and never handed on.
import { z } from 'zod';
import { fail, failure, isErrorCode } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';

/** One end of a pipe of messages: of a child process, of a utility process, or of a pair in memory. */
export type Port = {
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** The other end is gone. Told once, also where it was gone before. */
  onClose(listener: () => void): void;
};

/** What may be asked of one side, and what it answers. */
export type Calls = Readonly<Record<string, { readonly params: z.ZodType; readonly result: z.ZodType }>>;
/** What one side tells, unasked. */
export type News = Readonly<Record<string, z.ZodType>>;
/** One side's tables: what may be asked of it, and what it tells. */
export type Side = { readonly calls: Calls; readonly news: News };

type Params<S extends Side, M extends keyof S['calls']> = z.output<S['calls'][M]['params']>;
type Answer<S extends Side, M extends keyof S['calls']> = z.output<S['calls'][M]['result']>;
type NewsOf<S extends Side, N extends keyof S['news']> = z.output<S['news'][N]>;

export type Handlers<S extends Side> = {
  readonly [M in keyof S['calls']]: (
    params: Params<S, M>,
    signal: AbortSignal,
  ) => Promise<Result<Answer<S, M>>>;
};

const frame = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('CALL'),
    id: z.int().min(0),
    method: z.string().max(60),
    params: z.unknown(),
  }),
  z.strictObject({ kind: z.literal('GIVE_UP'), id: z.int().min(0) }),
  z.strictObject({ kind: z.literal('ANSWER'), id: z.int().min(0), value: z.unknown() }),
  z.strictObject({
    kind: z.literal('FAILURE'),
    id: z.int().min(0),
    error: z.object({
      code: z.string().max(100),
      message: z.string().max(2_000),
      help: z.string().max(2_000).optional(),
    }),
  }),
  z.strictObject({ kind: z.literal('NEWS'), name: z.string().max(60), value: z.unknown() }),
]);

const DEADLINE_MS = 15_000;

export type ChannelParts<Own extends Side> = {
  readonly port: Port;
  readonly own: Own;
  readonly handlers: Handlers<Own>;
  /** A message that was refused, in words without anything of its content. */
  readonly onRefused: (why: string) => void;
};

export class Channel<Own extends Side, Other extends Side> {
  readonly #parts: ChannelParts<Own>;
  readonly #other: Other;
  readonly #pending = new Map<number, { method: string; settle: (result: Result<unknown>) => void }>();
  readonly #running = new Map<number, AbortController>();
  readonly #listeners = new Map<PropertyKey, ((value: unknown) => void)[]>();
  readonly #onClosed: (() => void)[] = [];
  #next = 0;
  #isClosed = false;

  constructor(parts: ChannelParts<Own>, other: Other) {
    this.#parts = parts;
    this.#other = other;
    parts.port.onMessage((message) => this.#take(message));
    parts.port.onClose(() => this.#close());
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Called at once where it is closed already. */
  onClosed(listener: () => void): void {
    if (this.#isClosed) listener();
    else this.#onClosed.push(listener);
  }

  /** Errors: `desktop.gone`, `desktop.no-answer`, and those of the other side. Never rejects. */
  call<M extends keyof Other['calls'] & string>(
    method: M,
    params: z.input<Other['calls'][M]['params']>,
    {
      signal,
      deadlineMs = DEADLINE_MS,
    }: { readonly signal?: AbortSignal; readonly deadlineMs?: number } = {},
  ): Promise<Result<Answer<Other, M>>> {
    if (this.#isClosed) return Promise.resolve(gone());
    const { promise, resolve } = Promise.withResolvers<Result<Answer<Other, M>>>();
    const id = (this.#next += 1);
    const giveUp = (): void => {
      this.#settle(id, fail('desktop.no-answer', `\`${method}\` was given up before it was answered`));
      this.#send({ kind: 'GIVE_UP', id });
    };
    const timer = setTimeout(giveUp, deadlineMs);
    this.#pending.set(id, {
      method,
      settle: (result) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', giveUp);
        // Parsed by this method's own schema before it comes here.
        resolve(result as Result<Answer<Other, M>>);
      },
    });
    signal?.addEventListener('abort', giveUp, { once: true });
    if (signal?.aborted === true) giveUp();
    else this.#send({ kind: 'CALL', id, method, params });
    return promise;
  }

  tell<N extends keyof Own['news'] & string>(name: N, value: z.input<Own['news'][N]>): void {
    this.#send({ kind: 'NEWS', name, value });
  }

  on<N extends keyof Other['news'] & string>(name: N, listener: (value: NewsOf<Other, N>) => void): void {
    // Parsed by this name's own schema before it is called.
    const known = this.#listeners.get(name) ?? [];
    this.#listeners.set(name, [...known, listener as (value: unknown) => void]);
  }

  #take(message: unknown): void {
    const parsed = frame.safeParse(message);
    if (!parsed.success) return this.#parts.onRefused('a message of no known form');
    const given = parsed.data;
    switch (given.kind) {
      case 'CALL':
        return void this.#answer(given.id, given.method, given.params);
      case 'GIVE_UP':
        return this.#running.get(given.id)?.abort();
      case 'ANSWER': {
        const method = this.#pending.get(given.id)?.method;
        if (method === undefined) return; // It was given up meanwhile.
        const answer = this.#other.calls[method]?.result.safeParse(given.value);
        if (answer?.success === true) return this.#settle(given.id, { ok: true, value: answer.data });
        this.#parts.onRefused(`an answer to \`${method}\` of another form`);
        return this.#settle(
          given.id,
          fail('desktop.no-answer', `the answer to \`${method}\` cannot be read`),
        );
      }
      case 'FAILURE':
        return this.#settle(given.id, { ok: false, error: failureOf(given.error) });
      case 'NEWS': {
        const schema = Object.hasOwn(this.#other.news, given.name) ? this.#other.news[given.name] : undefined;
        const news = schema?.safeParse(given.value);
        if (news?.success !== true) return this.#parts.onRefused('news of no known form');
        for (const listener of this.#listeners.get(given.name) ?? []) listener(news.data);
      }
    }
  }

  async #answer(id: number, method: string, given: unknown): Promise<void> {
    const { own, handlers, onRefused } = this.#parts;
    const row = Object.hasOwn(own.calls, method) ? own.calls[method] : undefined;
    const params = row?.params.safeParse(given);
    if (params?.success !== true) {
      onRefused(row === undefined ? 'a call that there is not' : `a call of \`${method}\` of another form`);
      return this.#fail(id, failure('desktop.refused', 'this call is not one that can be made'));
    }
    if (this.#running.has(id)) return onRefused('two calls of one number');
    const controller = new AbortController();
    this.#running.set(id, controller);
    try {
      const result = await handlers[method as keyof Own['calls']](params.data as never, controller.signal);
      if (result.ok) this.#send({ kind: 'ANSWER', id, value: result.value });
      else this.#fail(id, result.error);
    } catch (thrown) {
      this.#fail(id, failure('boundary.internal', `\`${method}\` failed unexpectedly`, { cause: thrown }));
    } finally {
      this.#running.delete(id);
    }
  }

  #fail(id: number, { code, message, help }: Failure): void {
    this.#send({ kind: 'FAILURE', id, error: { code, message, ...(help === undefined ? {} : { help }) } });
  }

  #settle(id: number, result: Result<unknown>): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    pending?.settle(result);
  }

  /** A port that went away meanwhile takes nothing, and that is told by its closing. */
  #send(message: z.input<typeof frame>): void {
    if (this.#isClosed) return;
    try {
      this.#parts.port.send(message);
    } catch {
      this.#close();
    }
  }

  #close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const controller of this.#running.values()) controller.abort();
    for (const id of this.#pending.keys()) this.#settle(id, gone());
    for (const listener of this.#onClosed) listener();
  }
}

const gone = (): Result<never> =>
  fail('desktop.gone', 'the other process has ended', { help: 'it is started again; try then' });

/** Of another version it may be a code that is not known here. */
const failureOf = ({
  code,
  message,
  help,
}: {
  code: string;
  message: string;
  help?: string | undefined;
}): Failure =>
  failure(isErrorCode(code) ? code : 'boundary.internal', message, help === undefined ? {} : { help });
