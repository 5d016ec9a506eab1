// One client's calls. A call that needs a person or takes long goes on while it is told so: calling again waits on.
// INVARIANT: a call that nobody waits for any more is aborted, and with it its question; whoever leaves takes everything along; an
// answer counts for what its client was shown, and for nothing that is asked since.
import { randomUUID } from 'node:crypto';
import { fail } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { placeInWords } from '#gateway/protocol/place.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { Backend, ToolAnswer, ToolCall, ToolMemory, ToolRow } from './tools/contract.ts';
import { answerInWords, answerOf } from './tools/question-form.ts';
import type { Filled } from './tools/question-form.ts';
import { checkArguments, toolNamed } from './tools.ts';
import { first, heard, idOf, nothing } from './under-way.ts';
import type { Asked, Hears, Running } from './under-way.ts';

/** Clients give up after a minute: before that, they are told what the call waits for. */
const PATIENCE_MS = 40_000;
/** Nobody at the client hears a question that it cannot put: so soon it is told that there is one, and where it is answered. */
const AT_ONCE_MS = 1_500;
/** Of one client at once: the queue for a tab is everybody's. */
export const MOST_TASKS = 16;

export type Called =
  | { readonly kind: 'ANSWER'; readonly answer: ToolAnswer }
  | { readonly kind: 'FAILURE'; readonly error: Failure }
  /** The client is to put this to its person, and to come back with `token`. */
  | { readonly kind: 'ASK'; readonly asked: Asked; readonly token: string; readonly way: AskWay };

/** In the client's own form, or by the address of the document that asks. */
export type AskWay = 'FORM' | 'URL';
/** How the client can put a question to its person; `null`: not at all. */
export type Asks = (asked: Asked) => AskWay | null;
/**
 * What came back, read as an answer to either. `opened`: the client's word that its person was shown the address of the question, or
 * would not be: never an answer to it.
 */
export type Given = {
  readonly consent: ConsentAnswer;
  readonly filled: Filled | null;
  readonly opened?: boolean;
};

export type SessionOptions = {
  readonly backend: Backend;
  readonly tools: readonly ToolRow[];
  readonly patienceMs?: number;
  /** Where a person answers in a window of the gateway's own; `null`: there is none. */
  readonly consentUrl?: () => string | null;
};

export class McpSession {
  readonly #options: SessionOptions;
  readonly #memory: ToolMemory = { clicked: null };
  /** By their tokens. */
  readonly #running = new Map<string, Running>();
  /** Of these the client was told that they go on. Kept when they are done: what was done is not done again. */
  readonly #left = new Set<Running>();
  #closed: Promise<void> | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  /** `asks`: which questions the client can be asked. Never rejects. */
  async call(
    name: string,
    args: unknown,
    asks: Asks,
    signal: AbortSignal,
    hears: Hears = nothing,
  ): Promise<Called> {
    if (this.#closed !== null) return failed(fail('gateway.closed', 'this server is closing'));
    const row = toolNamed(this.#options.tools, name);
    if (!row.ok) return failed(row);
    const checked = checkArguments(row.value, args);
    if (!checked.ok) return failed(checked);
    const again = row.value.task?.again(checked.value) ?? null;
    if (again !== null) return this.#again(again, asks, signal, hears);
    const key = `${name} ${JSON.stringify(checked.value)}`;
    const before = [...this.#left].find((one) => one.key === key);
    if (before !== undefined) {
      this.#left.delete(before);
      return this.#wait(before, asks, signal, hears);
    }
    // Whatever waited is given up by going on with something else.
    await Promise.all([...this.#left].map((one) => this.#giveUp(one)));
    return this.#wait(this.#start(row.value, checked.value, key), asks, signal, hears);
  }

  /** The client's person answered, or refused to. A token that is not known is a call that is over. */
  async resume(
    token: string,
    given: Given,
    asks: Asks,
    signal: AbortSignal,
    hears: Hears = nothing,
  ): Promise<Called> {
    const left = [...this.#left].find((one) => one.token === token);
    const running = this.#running.get(token) ?? left;
    if (running === undefined || (running.task === null && running.waitsFor === null)) return unknownCall();
    this.#left.delete(running);
    if (running.task !== null) {
      // Whoever has gone answers nothing.
      if (signal.aborted) return this.#wait(running, asks, signal, hears);
      // Answered elsewhere, or too late: the task has gone on, and may ask for something else.
      if (running.open !== null && running.open.id === running.shown)
        running.task.answer(running.open.id, answerOf(running.open, given.filled), 'PERSON');
      return this.#wait(running, asks, signal, hears);
    }
    if (given.opened !== undefined) {
      if (given.opened) return this.#wait(running, asks, signal, hears);
      await this.#giveUp(running);
      return failed(
        fail('consent.refused', 'the question was not opened: nothing was done', {
          help: 'ask your user what they want',
        }),
      );
    }
    // Another one is open: it is put to the person first.
    if (running.waitsFor === null || running.waitsFor.id !== running.shown)
      return this.#wait(running, asks, signal, hears);
    const { id } = running.waitsFor;
    running.waitsFor = null;
    const taken = await this.#options.backend.answer(id, given.consent);
    if (!taken.ok) {
      await this.#giveUp(running);
      return failed(taken);
    }
    return this.#wait(running, asks, signal, hears);
  }

  get consentUrl(): string | null {
    return this.#options.consentUrl?.() ?? null;
  }

  /** The client left. Idempotent. */
  close(): Promise<void> {
    this.#closed ??= (async () => {
      await Promise.all([...this.#running.values()].map((one) => this.#giveUp(one)));
      await this.#options.backend.close();
    })();
    return this.#closed;
  }

  /** A task under way, which its client answers or waits on for. */
  async #again(
    { task, answer }: { readonly task: string; readonly answer: string | null },
    asks: Asks,
    signal: AbortSignal,
    hears: Hears,
  ): Promise<Called> {
    const running = [...this.#left].find((one) => one.task?.id === task);
    if (running === undefined)
      return failed(
        fail('task.unknown', `no task \`${task.slice(0, 100)}\` of yours waits for a call`, {
          help: 'another tool that was called meanwhile has ended it; begin again with `intent`',
        }),
      );
    // To a question that its client was not told of nothing was answered: it is told now.
    if (answer !== null && running.open !== null && running.open.id === running.shown) {
      const taken = running.task?.answer(running.open.id, answerInWords(running.open, answer), 'CLIENT');
      if (taken?.ok === false) return failed(taken);
    }
    this.#left.delete(running);
    return this.#wait(running, asks, signal, hears);
  }

  #start(row: ToolRow, args: Readonly<Record<string, unknown>>, key: string): Running {
    const controller = new AbortController();
    const { signal } = controller;
    const { backend } = this.#options;
    const { promise: done, resolve } = Promise.withResolvers<Result<ToolAnswer>>();
    const running: Running = {
      tool: row,
      key,
      token: randomUUID(),
      controller,
      done,
      questions: [],
      task: null,
      open: null,
      over: new AbortController(),
      waitsFor: null,
      shown: null,
      isTold: false,
      wake: nothing,
      says: nothing,
    };
    const waits = (card: ConsentCard): void => {
      running.questions.push({ kind: 'CONSENT', card });
      running.waitsFor = card;
      running.wake();
    };
    const call: ToolCall = {
      backend,
      memory: this.#memory,
      signal,
      run: async (name, params, says, looksNext = false) => {
        const ran = await backend.run(
          name,
          params,
          {
            ...(says === undefined ? {} : { says }),
            looksNext,
            waits,
            queued: (place) => running.says(placeInWords(place)),
          },
          signal,
        );
        running.waitsFor = null;
        return ran;
      },
      task: async (asked) => {
        if (this.#tasks >= MOST_TASKS) return tooManyTasks();
        const started = backend.start(asked, signal, (event) => heard(running, event));
        if (!started.ok) return started;
        running.task = started.value;
        return { ok: true, value: await started.value.done };
      },
    };
    this.#running.set(running.token, running);
    void row
      .run(call, args)
      .catch((cause: unknown) =>
        fail('boundary.internal', 'the tool ended with an unexpected error', { cause }),
      )
      .then((result) => {
        this.#running.delete(running.token);
        resolve(result);
      });
    return running;
  }

  /** Under way. */
  get #tasks(): number {
    return [...this.#running.values()].filter(({ task }) => task !== null).length;
  }

  async #giveUp(running: Running): Promise<void> {
    this.#left.delete(running);
    running.controller.abort();
    await running.done;
  }

  /** Until it is done, somebody has to be asked, it takes long, or the client gives up. */
  async #wait(running: Running, asks: Asks, signal: AbortSignal, hears: Hears): Promise<Called> {
    const patience = this.#options.patienceMs ?? PATIENCE_MS;
    const since = performance.now();
    running.says = hears;
    try {
      for (;;) {
        const next = running.questions.shift();
        const way = next === undefined ? null : asks(next);
        if (next !== undefined && way !== null) {
          if (next.kind === 'QUESTION') this.#left.add(running);
          running.shown = idOf(next);
          running.isTold = true;
          return { kind: 'ASK', asked: next, token: running.token, way };
        }
        if (next?.kind === 'QUESTION') return this.#leave(running) ?? unknownCall();
        const isBounded = running.waitsFor !== null || running.task !== null;
        // A call that comes again waits on for as long as clients do.
        const most = running.waitsFor !== null && !running.isTold ? Math.min(AT_ONCE_MS, patience) : patience;
        const left = isBounded ? since + most - performance.now() : null;
        const came = await first(running, left, signal);
        switch (came.kind) {
          case 'DONE':
            return came.result.ok ? { kind: 'ANSWER', answer: came.result.value } : failed(came.result);
          case 'GONE':
            await this.#giveUp(running);
            return failed(fail('task.cancelled', 'the client cancelled this call'));
          case 'TIME': {
            const meanwhile = this.#leave(running);
            if (meanwhile !== null) return meanwhile;
            if (running.waitsFor !== null && this.#options.backend.asks(running.waitsFor.id)) {
              this.#left.add(running);
              running.isTold = true;
              return failed(waiting(running.tool.name, running.waitsFor, this.consentUrl));
            }
            running.waitsFor = null; // answered: what remains is the act
            break;
          }
          case 'ASKED':
            break;
        }
      }
    } finally {
      running.says = nothing;
    }
  }

  /** A task goes on, and its client is told so. */
  #leave(running: Running): Called | null {
    const { task, tool } = running;
    if (task === null || tool.task === undefined) return null;
    this.#left.add(running);
    running.shown = running.open?.id ?? null;
    return { kind: 'ANSWER', answer: tool.task.meanwhile(task) };
  }
}

const failed = (result: Extract<Result<never>, { ok: false }>): Called => ({
  kind: 'FAILURE',
  error: result.error,
});

const tooManyTasks = (): Result<never> =>
  fail('tab.queue-full', `${MOST_TASKS} tasks of yours are under way`, {
    help: 'wait until one of them has ended, then ask again',
  });

const unknownCall = (): Called =>
  failed(
    fail('consent.unknown', 'there is no call that waits for this answer', { help: 'call the tool again' }),
  );

const waiting = (
  tool: string,
  { id, title, site, because, expiresAt }: ConsentCard,
  consentUrl: string | null,
) =>
  fail(
    'consent.waiting',
    `a person has to allow this first: ${title}${site === null ? '' : ` (${site.host})`}`,
    {
      help: `your user is asked until ${expiresAt}${consentUrl === null ? '' : ` at ${consentUrl}`},${consentUrl === null ? '' : ' or'} in the window that \`ghost ui\` opens: tell them so; call ${tool} again with the same arguments: it waits on. Another call withdraws the question`,
      details: { consentId: id, because },
    },
  );
