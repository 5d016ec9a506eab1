// One run of a command: who asked, and the tabs that are theirs. INVARIANT: a tab of another worker is neither seen nor acted
// on; every act goes through `GovernedTab`, so through the boundary.
import { systemClock } from '#executors/system/clock.ts';
import { join } from 'node:path';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { Gateway } from '#gateway/main.ts';
import type { OpenTabOptions } from '#gateway/options.ts';
import type { Requester } from '#gateway/boundary/task/principal.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { actRow } from '#policy/acts/act-rows.ts';
import { gatesFor } from '#policy/acts/act-rows.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Gate } from '#policy/acts/gate.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import type { BrowserActionType, Channel } from '#policy/language/vocabulary.ts';
import type { Caller, CommandAnswer } from './contract.ts';
import { readIn, writeOut } from './files.ts';
import type { Settings, SettingsFile } from './settings.ts';
import { News } from './news.ts';

/** What of a gateway commands need. */
export type Host = Pick<
  Gateway,
  'openTab' | 'tabs' | 'leave' | 'status' | 'connection' | 'subscribe' | 'paths' | 'config' | 'sessions'
>;

export type OpenTab = {
  readonly tab: GovernedTab;
  /** Of the last snapshot; `null`: there was none. */
  look: {
    readonly generation: number;
    readonly at: number;
    readonly refs: number;
    readonly url: string;
  } | null;
  /** Something was done since. */
  acted: boolean;
  /** It stays, whoever waits for a tab and however long nobody spoke for its worker. */
  readonly kept: boolean;
};

/** What one worker has open. */
export type WorkerTabs = { readonly id: string; readonly tabs: Map<string, OpenTab>; current: string | null };

/** The process that serves a socket, where there is one. */
export type Daemon = {
  readonly socket: string;
  readonly startedAt: number;
  /** `null`: it is not the commands' to end. */
  readonly stop: (() => void) | null;
};

export type CallParts = {
  readonly host: Host;
  readonly worker: WorkerTabs;
  readonly caller: Caller;
  readonly signal: AbortSignal;
  readonly settings: SettingsFile;
  readonly daemon: Daemon | null;
  /** Another command in the turn of this one, as a batch has them. */
  readonly within: (argv: readonly string[]) => Promise<Result<CommandAnswer>>;
  /** Whose a tab is; `null`: nobody's that runs commands. */
  readonly ownerOf: (tabId: string) => string | null;
  readonly input: string | null;
  /** Questions of these tasks are the command's. */
  readonly tasks: Set<string>;
};

export class Call {
  readonly parts: CallParts;
  readonly news = new News();

  constructor(parts: CallParts) {
    this.parts = parts;
  }

  get host(): Host {
    return this.parts.host;
  }

  get worker(): WorkerTabs {
    return this.parts.worker;
  }

  /** INVARIANT: the socket lies where its own user alone gets at it: whoever came by it has the account of the gateway. */
  get by(): Requester {
    return { kind: 'client', id: this.worker.id, channel: CHANNEL_OF[this.parts.caller.channel] };
  }

  get signal(): AbortSignal {
    return this.parts.signal;
  }

  /** What it names, its user typed. A model's words name nothing on a user's behalf: an agent's address is asked for like any other act. */
  get isTyped(): boolean {
    const { channel } = this.parts.caller;
    return channel !== 'mcp' && channel !== 'cdp';
  }

  settings(): Result<Settings> {
    return this.parts.settings.read();
  }

  /** The one that is named, or the current one. Errors: `command.no-tab`, `command.unknown-tab`, `command.other-worker`. */
  tab(target?: string): Result<OpenTab> {
    const { worker, ownerOf } = this.parts;
    const id = target ?? worker.current;
    if (id === null) {
      return fail('command.no-tab', 'this worker has no tab open', {
        help: 'open one with `ghost open URL`',
      });
    }
    const found = worker.tabs.get(id);
    if (found !== undefined) {
      this.parts.tasks.add(found.tab.view().taskId);
      return ok(found);
    }
    const owner = ownerOf(id);
    if (owner !== null) {
      return fail('command.other-worker', `the tab \`${id}\` belongs to another worker`, {
        help: 'open one of your own with `ghost open URL`; `GHOST_WORKER_ID` says who you are',
      });
    }
    return fail('command.unknown-tab', `there is no open tab \`${id.slice(0, 100)}\``, {
      help: 'see `ghost tabs`',
    });
  }

  /** A new one, which becomes the current one. Another tab than the first is a tab that is opened, which the policy decides on. */
  async open(options: OpenTabOptions, kept = false): Promise<Result<OpenTab>> {
    const { host, worker, signal, tasks } = this.parts;
    const taskId = `w-${crypto.randomUUID()}`;
    tasks.add(taskId);
    // One whose browser is gone is no tab beside which another one is opened.
    for (const { tab } of worker.tabs.values()) if (tab.isLost) await this.end(tab);
    if (worker.tabs.size > 0) {
      const leave = await this.leave({
        taskId,
        action: 'OPEN_TAB',
        gates: gatesFor({ type: 'OPEN_TAB' }, { documentUrl: 'about:blank', effect: NO_EFFECT }),
        what: 'open another tab',
        url: 'about:blank',
      });
      if (!leave.ok) return another(leave.error);
    }
    const { url, ...empty } = options;
    const { namedHosts = [], holdsDialogs = false, queued } = this.parts.caller;
    const typed = this.isTyped;
    const opened = await host.openTab({
      ...(typed ? options : empty),
      ...(namedHosts.length === 0 ? {} : { namedHosts: [...(options.namedHosts ?? []), ...namedHosts] }),
      ...(holdsDialogs ? { holdsDialogs } : {}),
      taskId,
      by: this.by,
      priority: 'FOREGROUND',
      ...(queued === undefined ? {} : { onPlace: queued }),
      signal,
    });
    if (!opened.ok) return opened;
    const tab: OpenTab = { tab: opened.value, look: null, acted: false, kept };
    worker.tabs.set(opened.value.id, tab);
    worker.current = opened.value.id;
    if (opened.value.arrival !== null) this.news.add(opened.value.arrival);
    if (typed || url === undefined) return ok(tab);
    const went = await this.act(tab, { type: 'NAVIGATE', url });
    if (went.ok) return ok(tab);
    await this.end(opened.value);
    return went;
  }

  /** Ends a tab, once it may. */
  async close({ tab }: OpenTab): Promise<Result<string>> {
    const { taskId, url } = tab.view();
    const leave = await this.leave({
      taskId,
      action: 'CLOSE_TAB',
      gates: gatesFor({ type: 'CLOSE_TAB' }, { documentUrl: url, effect: NO_EFFECT }),
      what: 'close the tab',
      url,
      ends: true,
    });
    if (!leave.ok) return leave;
    await this.end(tab);
    return ok(tab.id);
  }

  async end(tab: GovernedTab): Promise<void> {
    const { worker } = this.parts;
    worker.tabs.delete(tab.id);
    if (worker.current === tab.id) worker.current = [...worker.tabs.keys()].at(-1) ?? null;
    await tab.close();
  }

  leave(asked: {
    taskId: string;
    action: BrowserActionType;
    gates: readonly Gate[];
    what: string;
    url: string;
    ends?: boolean;
  }): Promise<Result<void>> {
    return this.parts.host.leave({ ...asked, by: this.by, signal: this.parts.signal });
  }

  /** One act. A browser that is gone takes its tab along. */
  async act(
    open: OpenTab,
    action: BrowserAction,
    tries: { retries: number; retryDelayMs?: number; page?: string } = { retries: 0 },
  ): Promise<Result<ActOutcome>> {
    const { says, looksNext = false } = this.parts.caller;
    const words = says === undefined ? {} : { says };
    const options = { ...tries, ...words, looksNext, signal: this.parts.signal };
    const done =
      action.type === 'NAVIGATE' && this.isTyped
        ? await open.tab.goToTyped(action.url, options)
        : await open.tab.act(action, options);
    if (done.ok) this.news.add(done.value);
    if (done.ok && done.value.kind === 'SNAPSHOT') saw(open, done.value.snapshot);
    else if (done.ok && !actRow(action).quiet) open.acted = true;
    if (!done.ok && GONE.has(done.error.code)) await this.end(open.tab);
    return done;
  }

  /** Errors: `command.bad-file`. */
  write(path: string, data: string | Uint8Array): Promise<Result<string>> {
    return writeOut({ own: this.own, cwd: this.parts.caller.cwd }, path, data);
  }

  /** Errors: `command.bad-file`. */
  read(path: string): Promise<Result<string>> {
    return readIn({ own: this.own, cwd: this.parts.caller.cwd }, path, this.parts.input);
  }

  /** The worker's own directory. */
  get own(): string {
    return join(this.parts.host.paths.data, 'workers', this.parts.worker.id);
  }
}

const CHANNEL_OF = {
  cli: 'CLI',
  rpc: 'CLI',
  library: 'CLI',
  mcp: 'MCP',
  cdp: 'CDP',
} as const satisfies Record<Caller['channel'], Channel>;

const another = (error: Failure): Result<never> => ({
  ok: false,
  error:
    error.code === 'boundary.denied'
      ? {
          ...error,
          help: 'go there in the open tab with `ghost navigate`, close that one first, work under another GHOST_WORKER_ID, or have the policy allow OPEN_TAB',
        }
      : error,
});

const GONE: ReadonlySet<string> = new Set(['browser.crashed', 'act.tab-closed', 'browser.over-budget']);
export function saw(
  open: OpenTab,
  look: {
    readonly generation: number;
    readonly document: { readonly url: string };
    readonly nodes: readonly { readonly ref: string | null }[];
  },
): void {
  const refs = look.nodes.filter(({ ref }) => ref !== null).length;
  open.look = { generation: look.generation, at: systemClock.monotonicMs(), refs, url: look.document.url };
  open.acted = false;
}

export const answer = (fields: Readonly<Record<string, unknown>>): Result<CommandAnswer> =>
  ok({ ok: true, ...fields });

/** What is there, after an act. */
export const pageOf = ({ tab }: OpenTab): { url: string; title: string } => {
  const { url, title } = tab.view();
  return { url, title };
};
