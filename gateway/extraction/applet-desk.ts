// Has applets made and checked on a thread of their own. INVARIANT: no answer is no applet: a thread that fails, runs out of memory or
// does not answer in time is ended and its applet refused; a few are at work at once, and the next wait their turn.
import { Worker } from 'node:worker_threads';
import type { Verdict } from '#engines/maker/check/check.ts';
import type { Film } from '#engines/maker/seen.ts';
import type { AppletForm } from '#gateway/protocol/views/applet.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Drawn } from './applet.ts';
import type { AppletJob, AppletReply } from './applet-thread.ts';
import type { CheckedApplet, ModelAnswer, Rechecked } from './checked-applet.ts';

const IDLE_MS = 60_000;

type Limits = {
  readonly thread?: URL;
  readonly deadlineMs?: number;
  readonly memoryMb?: number;
  readonly atOnce?: number;
  readonly waiting?: number;
};

export class AppletDesk {
  readonly #thread: URL;
  readonly #deadlineMs: number;
  readonly #memoryMb: number;
  readonly #atOnce: number;
  readonly #most: number;
  #running = 0;
  #idle: { readonly worker: Worker; readonly leave: () => void } | null = null;
  readonly #turns: (() => void)[] = [];

  constructor({ thread, deadlineMs = 20_000, memoryMb = 1024, atOnce = 2, waiting = 16 }: Limits = {}) {
    this.#thread = thread ?? new URL('applet-thread.ts', import.meta.url);
    this.#deadlineMs = deadlineMs;
    this.#memoryMb = memoryMb;
    this.#atOnce = atOnce;
    this.#most = waiting;
  }

  /** Errors: `act.no-table`, `maker.*`. */
  async make(draw: Drawn, form: AppletForm | null): Promise<Result<CheckedApplet>> {
    const reply = await this.#ask({ draw: neededOf(draw), form });
    if (!reply.ok) return reply;
    return 'drawn' in reply.value ? reply.value.drawn : refused('its thread gave something else');
  }

  /** With the pages as they were seen in it, and the hashes of its scripts; `null`: the check refuses it. Errors: `maker.refused`. */
  async recheck(kept: string, films: readonly Film[] = []): Promise<Result<Rechecked | null>> {
    const reply = await this.#ask({ kept, films });
    if (!reply.ok) return reply;
    return 'recheck' in reply.value ? ok(reply.value.recheck) : refused('its thread gave something else');
  }

  /** A model's answer with these rows in it; `null`: the check refuses it. Errors: `maker.refused`. */
  async again({ answer, model, retries }: ModelAnswer, rows: Drawn): Promise<Result<CheckedApplet | null>> {
    const reply = await this.#ask({ answer: { answer, model, retries }, rows: neededOf(rows) });
    if (!reply.ok) return reply;
    return 'framed' in reply.value ? ok(reply.value.framed) : refused('its thread gave something else');
  }

  /** What each layer says of a document. Errors: `maker.refused`. */
  async judge(document: string): Promise<Result<Verdict>> {
    const reply = await this.#ask({ document });
    if (!reply.ok) return reply;
    return 'verdict' in reply.value ? ok(reply.value.verdict) : refused('its thread gave something else');
  }

  async #ask(job: AppletJob): Promise<Result<AppletReply>> {
    if (this.#running >= this.#atOnce) {
      if (this.#turns.length >= this.#most) return refused(`${this.#most} others wait to be made`);
      const { promise, resolve } = Promise.withResolvers<void>();
      this.#turns.push(resolve);
      // Whoever ends hands its place on.
      await promise;
    } else this.#running += 1;
    try {
      return await this.#inThread(job);
    } finally {
      const next = this.#turns.shift();
      if (next === undefined) this.#running -= 1;
      else next();
    }
  }

  async #inThread(job: AppletJob): Promise<Result<AppletReply>> {
    const { promise, resolve } = Promise.withResolvers<Result<AppletReply>>();
    const worker = this.#rested() ?? this.#fresh();
    const late = setTimeout(
      () => resolve(refused(`making and checking it took more than ${this.#deadlineMs} ms`)),
      this.#deadlineMs,
    );
    const told = (reply: AppletReply): void => resolve(ok(reply));
    const failed = (error: unknown): void => resolve(refused(describe(error).split('\n')[0] ?? 'it failed'));
    const ended = (code: number): void => resolve(refused(`its thread ended with ${code}`));
    worker.on('message', told).on('error', failed).on('exit', ended);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    worker.postMessage(job);
    const reply = await promise;
    clearTimeout(late);
    // Not all at once: a thread whose own listeners went with them is never heard again.
    worker.off('message', told).off('error', failed).off('exit', ended);
    if (reply.ok && this.#idle === null) this.#rest(worker);
    // It is refused already: how else it fails while it ends changes nothing.
    else await worker.on('error', () => undefined).terminate();
    return reply;
  }

  #fresh(): Worker {
    // Without the process's own flags: `--input-type` and `--eval` would be taken for the thread's file.
    return new Worker(this.#thread, {
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: this.#memoryMb },
    });
  }

  /** One waits a while for the next applet, and keeps no process alive. */
  #rest(worker: Worker): void {
    const leave = (): void => {
      clearTimeout(gone);
      worker.off('error', leave).off('exit', leave);
      this.#idle = null;
    };
    const gone = setTimeout(() => {
      leave();
      worker.terminate().catch(() => undefined); // it was ended: there is nothing left to do
    }, IDLE_MS).unref();
    worker.on('error', leave).on('exit', leave).unref();
    this.#idle = { worker, leave };
  }

  #rested(): Worker | null {
    if (this.#idle === null) return null;
    const { worker, leave } = this.#idle;
    leave();
    worker.ref();
    return worker;
  }
}

/** One for the process: what is at once at work is bounded for all who ask. */
export const appletDesk = new AppletDesk();

/** Of a whole result no more is taken along. */
const neededOf = ({ intent, shows, table, said, films }: Drawn): Drawn => ({
  intent,
  ...(shows === undefined ? {} : { shows }),
  ...(table === undefined ? {} : { table }),
  ...(said === undefined ? {} : { said }),
  ...(films === undefined ? {} : { films }),
});

const refused = (why: string): Result<never> =>
  fail('maker.refused', `the applet could not be made and checked: ${why}`, {
    help: 'open it again; if that fails, export the rows as a table instead',
  });
