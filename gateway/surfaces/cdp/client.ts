// One client of the door: its messages in, answers and events out. INVARIANT: nothing is done for a method that the table refuses or does
// not have; a client acts on tabs that it opened itself, and by `GovernedTab` alone, so through the boundary; it takes them along.
import { randomUUID } from 'node:crypto';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { Call } from '#gateway/surfaces/commands/call/call.ts';
import type { Host, OpenTab, WorkerTabs } from '#gateway/surfaces/commands/call/call.ts';
import { SettingsFile } from '#gateway/surfaces/commands/call/settings.ts';
import { METHODS } from './answers/methods.ts';
import type { Acted, Doing } from './call/contract.ts';
import {
  done,
  ERROR,
  readCommand,
  refusedByTable,
  unknownMethod,
  unknownSession,
  wrong,
} from './call/message.ts';
import type { CdpError, Command, Fields, Told } from './call/message.ts';
import { tellDownloads } from './call/downloads.ts';
import { OwnTargets } from './call/own-targets.ts';
import { shownOf } from './call/target.ts';
import type { OwnTarget } from './call/target.ts';
import { afterTurn, FREES, inTurn } from './call/turns.ts';
import { productOf } from './described.ts';
import { Refusals } from './refusals.ts';
import type { TellRefusal } from './refusals.ts';
import { COMMANDS } from './table/table.ts';

/** Of one client at once; the queue for a tab is everybody's. */
const MOST_UNDER_WAY = 64;
/** Besides those: what all of them may be waiting for. */
const MOST_FREEING = 8;
/** Of what waits: a message may have 4 MiB. */
const MOST_QUEUED_CHARACTERS = 8 * 1024 * 1024;
/** Whose answer is that its target is gone. */
const CLOSES: ReadonlySet<string> = new Set(['Page.close', 'Target.closeTarget']);
/** What ends others: those that wait do not keep it from its turn, however many they are. */
const ENDS: ReadonlySet<string> = new Set([
  ...CLOSES,
  'Target.detachFromTarget',
  'Target.disposeBrowserContext',
]);
const BLANK = 'about:blank';

type Frame =
  | ({ readonly id: number; readonly sessionId?: string } & Told)
  | { readonly error: CdpError }
  | { readonly method: string; readonly params: Fields; readonly sessionId?: string };

const of = (sessionId: string) => (sessionId === '' ? {} : { sessionId });

export class CdpClient {
  readonly #host: Host;
  readonly #send: (text: string) => void;
  readonly #worker: WorkerTabs;
  readonly #targets: OwnTargets;
  readonly #refusals: Refusals;
  readonly #controller = new AbortController();
  readonly #doing: Omit<Doing, 'act'>;
  readonly #under = new Set<Promise<void>>();
  readonly #unsubscribe: () => void;
  readonly #copied = { bytes: 0 };
  #queuedCharacters = 0;
  #opening: Promise<unknown> = Promise.resolve();
  readonly #closing = new WeakMap<OpenTab, Promise<unknown>>();
  #ended: Promise<void> | null = null;

  /** `name`: by which its acts stand in the log, before a part that is made here. */
  constructor(
    host: Host,
    name: string,
    send: (text: string) => void,
    refused: TellRefusal = () => undefined,
  ) {
    this.#host = host;
    this.#send = send;
    this.#worker = { id: `${name}-${randomUUID()}`, tabs: new Map(), current: null };
    this.#refusals = new Refusals(this.#worker.id, refused);
    this.#targets = new OwnTargets(
      (method, params, sessionId) => this.#tell({ method, params, ...of(sessionId) }),
      (target, what) => (what === 'REPLACED' ? this.#lookAgain(target) : this.#dismiss(target)),
    );
    this.#doing = {
      targets: this.#targets,
      product: productOf(host),
      open: (contextId, url) => this.#open(contextId, url),
      close: (target) => this.#close(target),
      closeTab: (open) => this.#inClosing(open, () => this.#closeTab(open)),
    };
    // A tab that ends by itself stands in the log, and nobody may be sending anything.
    this.#unsubscribe = host.subscribe(({ type }) => {
      if (type === 'audit.appended') this.#sweep();
    });
  }

  /** One message, as it came. Never throws. */
  receive(text: string): void {
    if (this.#ended !== null) return;
    const read = readCommand(text);
    if (!read.ok) {
      this.#tell(read.id === null ? { error: read.error } : { id: read.id, error: read.error });
      return;
    }
    const { command } = read;
    const answer = this.#begin(command, text.length);
    if (!(answer instanceof Promise)) return this.#answered(command, answer);
    this.#queuedCharacters += text.length;
    const answered = answer.then(this.#waits(command));
    this.#under.add(answered);
    void answered.finally(() => {
      this.#under.delete(answered);
      this.#queuedCharacters -= text.length;
    });
  }

  /** Tells its answer, the first of them: what ends before it is done is answered by its end, and counts until it is done. */
  #waits(command: Command): (told: Told) => void {
    const session = this.#targets.session(command.sessionId ?? '');
    // It ended within the call: it answered by that.
    if (session === null) return (told) => this.#answered(command, told);
    let isTold = false;
    const answer = (told: Told): void => {
      session.waiting.delete(waiting);
      if (!isTold) this.#answered(command, told);
      isTold = true;
    };
    const waiting = { answer, ends: CLOSES.has(command.method) };
    session.waiting.add(waiting);
    return answer;
  }

  #answered({ id, method, sessionId = '' }: Command, told: Told): void {
    if ('error' in told) this.#refusals.answered(method, told.error);
    this.#tell({ id, ...told, ...of(sessionId) });
  }

  /** What needs no wait is answered at once, and is never under way. */
  #begin(command: Command, characters: number): Promise<Told> | Told {
    const failed = (thrown: unknown): Told => unexpected(command.method, thrown);
    try {
      const answer = this.#answer(command, characters);
      return answer instanceof Promise ? answer.catch(failed) : answer;
    } catch (thrown) {
      return failed(thrown);
    }
  }

  /** Ends what is under way, and every tab. Idempotent. */
  end(): Promise<void> {
    this.#ended ??= this.#end();
    return this.#ended;
  }

  async #end(): Promise<void> {
    this.#unsubscribe();
    this.#controller.abort();
    for (const session of this.#targets.sessions()) session.over.abort();
    // What waits for a promise of a page would wait for as long as that page does.
    for (const target of this.#targets.all()) target.page.end();
    await Promise.allSettled(this.#under);
    await Promise.allSettled([...this.#worker.tabs.values()].map(({ tab }) => tab.close()));
  }

  #answer({ method, params, sessionId = '' }: Command, characters: number): Promise<Told> | Told {
    // INVARIANT: the table comes first: what it does not know is unknown, and what it refuses is refused on every session.
    const row = COMMANDS.get(method);
    if (row === undefined) return unknownMethod(method);
    this.#sweep();
    const session = this.#targets.session(sessionId);
    if (session === null) return unknownSession();
    if (row.treatment === 'REFUSE') return refusedByTable(method, row.reason);
    const answers = METHODS.get(method);
    if (answers === undefined) throw new TypeError(`nothing answers \`${method}\``);
    const isThere =
      answers.of === 'ANY' || (session.tab === null && (answers.of === 'PAGE') === (session.target !== null));
    if (!isThere) return unknownMethod(method);
    const { target } = session;
    // What answers a dialog, or closes its page, waits for nobody who waits for that, however many they are.
    const frees = target !== null && target.page.dialog.open !== null && FREES.has(method);
    const goesFirst = frees || ENDS.has(method);
    if (this.#under.size >= MOST_UNDER_WAY + (goesFirst ? MOST_FREEING : 0))
      return wrong(
        ERROR.refused,
        `${MOST_UNDER_WAY} commands of this connection are under way: wait for one`,
      );
    if (!goesFirst && this.#queuedCharacters + characters > MOST_QUEUED_CHARACTERS)
      return wrong(
        ERROR.refused,
        'commands of this connection wait that are too long together: wait for one',
      );
    const act: Doing['act'] = (on, action) => this.#act(on, action, session.over.signal);
    const asked = { method, session, ...this.#doing, act };
    if (target === null) return afterTurn(answers.answer(params, asked, null));
    if (frees) return afterTurn(answers.answer(params, asked, target));
    const turn = inTurn(target, () => {
      // It may have been detached, or its client gone, while it waited.
      if (this.#ended !== null || this.#targets.session(session.id) === null) return unknownSession();
      return answers.answer(params, asked, target);
    });
    return afterTurn(turn);
  }

  async #open(contextId: string | null, url: string): Promise<Result<OwnTarget>> {
    // One after the other: whether it is the first tab or another one is decided on.
    const turn = this.#opening.then(async (): Promise<Result<OwnTarget>> => {
      // It may have been disposed of while this waited.
      if (contextId !== null && this.#targets.context(contextId)?.ends !== false)
        return fail('command.bad-params', 'its context was disposed of before the tab was opened');
      if (!this.#targets.hasRoom)
        return fail('command.bad-params', 'no session is left that the tab could be attached to');
      const call = this.#call();
      const opened = await call.open({});
      if (!opened.ok) return opened;
      const went = await this.#first(call, opened.value, url);
      if (!went.ok) return went;
      return ok(this.#targets.add(opened.value, contextId));
    });
    this.#opening = turn.catch(() => undefined);
    return turn;
  }

  /** Where it was opened at. What is not allowed there leaves no tab behind. */
  async #first(call: Call, open: OpenTab, url: string): Promise<Result<void>> {
    if (url === '' || url === BLANK) return ok(undefined);
    const went = await call.act(open, { type: 'NAVIGATE', url });
    if (went.ok) return ok(undefined);
    await call.end(open.tab);
    return went;
  }

  /** INVARIANT: what is closed of one tab is so one after the other: whether a page is its last is known only then. */
  #inClosing(open: OpenTab, close: () => Promise<Result<void>>): Promise<Result<void>> {
    const turn = (this.#closing.get(open) ?? Promise.resolve()).then(close);
    this.#closing.set(
      open,
      turn.catch(() => undefined),
    );
    return turn;
  }

  #close(target: OwnTarget): Promise<Result<void>> {
    const { open } = target;
    return this.#inClosing(open, async () => {
      const pages = this.#targets.ofTab(open);
      if (!pages.includes(target)) return ok(undefined);
      return pages.length > 1 ? this.#closePage(target) : this.#closeTab(open);
    });
  }

  async #closeTab(open: OpenTab): Promise<Result<void>> {
    if (this.#targets.ofTab(open).length === 0) return ok(undefined);
    const closed = await this.#call().close(open);
    if (!closed.ok) return closed;
    for (const target of this.#targets.ofTab(open)) this.#targets.remove(target);
    return ok(undefined);
  }

  /** One of several of its tab: the others stay. */
  async #closePage(target: OwnTarget): Promise<Result<void>> {
    const closed = await this.#act(target, { type: 'CLOSE_TAB' }, this.#controller.signal);
    if (!closed.ok) {
      // The others closed themselves while it was decided.
      const isLast = closed.error.code === 'act.unsupported' && this.#targets.ofTab(target.open).length === 1;
      return isLast ? this.#closeTab(target.open) : closed;
    }
    this.#targets.remove(target);
    return ok(undefined);
  }

  /** Nobody asked for it: what it may not see is not told, and the next look says why. */
  #lookAgain(target: OwnTarget): void {
    const looked = inTurn(target, () =>
      target.page.begin((action) => this.#act(target, action, this.#controller.signal)).then(() => done()),
    );
    if (looked instanceof Promise) this.#unasked('Page.frameNavigated', looked);
  }

  /** No client hears of its dialog: nobody else would answer it. */
  #dismiss(target: OwnTarget): void {
    const number = target.page.dialog.open?.number;
    const answer = {
      type: 'HANDLE_DIALOG',
      accept: false,
      ...(number === undefined ? {} : { number }),
    } as const;
    // Where even that may not be, the next act says so, and does not wait.
    const dismissed = this.#act(target, answer, this.#controller.signal).then(
      ({ ok: isDone }) => isDone || target.page.dialog.closes(),
    );
    this.#unasked('Page.handleJavaScriptDialog', dismissed);
  }

  /** What the door does by itself ends before its connection does. */
  #unasked(method: string, work: Promise<unknown>): void {
    const known = work.then(
      () => undefined,
      (thrown: unknown) => void unexpected(method, thrown),
    );
    this.#under.add(known);
    void known.finally(() => this.#under.delete(known));
  }

  async #act(target: OwnTarget, action: BrowserAction, signal: AbortSignal): Promise<Result<Acted>> {
    // Neither asks anything of a page that answers to nobody.
    if (action.type !== 'HANDLE_DIALOG' && action.type !== 'CLOSE_TAB')
      await target.page.dialog.untilAnswered(signal);
    const before = shownOf(target).id;
    const page = target.pageId === null ? {} : { page: target.pageId };
    const acted = await this.#call(signal).act(target.open, action, { retries: 0, ...page });
    this.#sweep();
    for (const one of this.#targets.ofTab(target.open)) this.#targets.look(one);
    if (!acted.ok) return acted;
    const outcome = acted.value;
    const waits = outcome.dialogs?.find(({ answer }) => answer === 'OPEN');
    if (waits !== undefined) target.page.asks({ defaultText: '', ...waits });
    const moved = (outcome.kind === 'DONE' || outcome.kind === 'VALUE') && outcome.navigated;
    if (outcome.kind === 'DONE' || outcome.kind === 'VALUE')
      this.#refusals.started(action.type, outcome.refused);
    await tellDownloads(this.#targets, target, outcome, this.#copied);
    const brought = moved && outcome.document.id !== before;
    if (brought && !(outcome.kind === 'DONE' && outcome.loading === true)) this.#targets.loaded(target);
    return ok({ outcome, brought });
  }

  /** Tabs that are gone by themselves are targets no longer. */
  #sweep(): void {
    for (const target of this.#targets.all()) {
      const { tab } = target.open;
      if (!tab.isGone) continue;
      this.#worker.tabs.delete(tab.id);
      this.#targets.remove(target);
      // One whose browser ended by itself is still to be cleaned up behind.
      const closed = tab.close().catch(() => undefined);
      this.#under.add(closed);
      void closed.finally(() => this.#under.delete(closed));
    }
  }

  #call(signal: AbortSignal = this.#controller.signal): Call {
    return new Call({
      host: this.#host,
      worker: this.#worker,
      caller: { worker: this.#worker.id, channel: 'cdp', cwd: null, holdsDialogs: true },
      signal,
      settings: new SettingsFile(this.#host.paths.config),
      daemon: null,
      within: () => Promise.resolve(fail('command.unknown', 'a client of this door has no command line')),
      ownerOf: () => null,
      input: null,
      tasks: new Set(),
    });
  }

  #tell(frame: Frame): void {
    if (this.#ended === null) this.#send(JSON.stringify(frame));
  }
}

/** Nobody expected it: the client gets an id, by which whoever runs the gateway finds the rest. */
function unexpected(method: string, thrown: unknown): Told {
  const id = randomUUID();
  const name = method.slice(0, 200);
  process.stderr.write(`cdp: \`${name}\` failed (${id}): ${describe(thrown)}\n`);
  return wrong(
    ERROR.internal,
    `\`${name}\` ended by an error that nobody expected; standard error has it as ${id}`,
  );
}
