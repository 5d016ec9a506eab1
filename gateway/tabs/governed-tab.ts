// A Ghost Tab for callers that have an agent of their own. INVARIANT: it hands out no executor; each act goes through the boundary.
import { randomUUID } from 'node:crypto';
import type { CachePolicy } from '#executors/contract/launcher.ts';
import type { DocumentState } from '#executors/contract/document.ts';
import type { GhostTab, TabUsage } from '#executors/contract/tab.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { HearRemote } from '#executors/contract/remote.ts';
import type { LaunchPlan } from '#executors/contract/launch-plan.ts';
import type { Clock } from '#executors/system/clock.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { TabPolicy } from '#policy/language/vocabulary.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import type { Boundary } from '#gateway/boundary.ts';
import type { Typed } from '#gateway/boundary/attempt/contract.ts';
import type { Principal, Requester } from '#gateway/boundary/task/principal.ts';
import type { Provenance } from '#gateway/boundary/provenance/provenance.ts';
import { extractTable, type ExtractOptions } from '#gateway/extraction/extract.ts';
import type { Table } from '#engines/tables/table.ts';
import { Healer } from './healer.ts';
import type { TabReading, TabReadingOptions, TabView } from '#gateway/protocol/tabs.ts';
import { watchBudget } from './budget.ts';
import type { BudgetSettings } from './budget.ts';
import { createTaskContext } from '#gateway/boundary/task/context.ts';
import type { Secret, TaskContext } from '#gateway/boundary/task/context.ts';
import { PageText } from './page-text.ts';
import type { Slot } from './queue/scheduler.ts';
import { beginTab, endTab } from './tab-life.ts';
import type { TabParts } from './tab-life.ts';
import { goWithTyped, nameTyped } from './typed-address.ts';

export type GovernedTabParts = TabParts & {
  readonly plan: LaunchPlan;
  readonly cache?: CachePolicy;
  readonly secrets: Readonly<Record<string, Secret>>;
  readonly provenance: Provenance;
  readonly tabPolicy: TabPolicy;
  /** Waits for a place among the tabs. */
  readonly place: (signal: AbortSignal) => Promise<Result<Slot>>;
  readonly onClosed: (tab: GovernedTab) => void;
};

export class GovernedTab implements AsyncDisposable {
  readonly id: string;
  readonly #acts: Healer;
  readonly #text = new PageText();
  readonly #context: TaskContext;
  readonly #tab: GhostTab;
  readonly #by: Principal;
  readonly #controller: AbortController;
  readonly #parts: Pick<TabParts, 'audit' | 'clock'>;
  readonly #slot: Slot;
  readonly #onClosed: (tab: GovernedTab) => void;
  readonly #unwatch: () => void;
  #closed: Promise<void> | null = null;
  #status: number | null = null;
  #arrival: ActOutcome | null = null;

  constructor(given: {
    boundary: Boundary;
    context: TaskContext;
    tab: GhostTab;
    by: Principal;
    controller: AbortController;
    audit: AuditLog;
    clock: Clock;
    slot: Slot;
    onClosed: (tab: GovernedTab) => void;
    budget: BudgetSettings;
  }) {
    this.id = given.tab.id;
    this.#acts = new Healer(given.boundary, given.tab);
    this.#context = given.context;
    this.#tab = given.tab;
    this.#by = given.by;
    this.#controller = given.controller;
    this.#parts = given;
    this.#slot = given.slot;
    this.#onClosed = given.onClosed;
    const { audit, budget } = given;
    this.#unwatch = watchBudget({ audit, budget }, given.context.id, given.tab, () => {
      if (budget.over === 'kill') this.close().catch(() => undefined); // the log has why; its next act says that it is closed
    });
  }

  /** One act, decided, asked for where the policy says so, recorded, done. */
  async act(
    action: BrowserAction,
    options: {
      says?: string;
      signal?: AbortSignal;
      retries?: number;
      retryDelayMs?: number;
      /** `false`: nobody is asked; what would have to be asked is refused. */
      asks?: boolean;
      typed?: Typed;
      looksNext?: boolean;
      /** Which of the tab's pages it is on; default: the one in front. */
      page?: string;
    } = {},
  ): Promise<Result<ActOutcome>> {
    if (this.#closed !== null) return fail('act.tab-closed', 'this tab is closed');
    const signals = [this.#controller.signal, ...(options.signal === undefined ? [] : [options.signal])];
    const performed = await this.#acts.perform(
      {
        task: this.#context,
        by: this.#by,
        initiator: 'CLIENT',
        action,
        says: options.says ?? null,
        asks: options.asks ?? true,
        ...(options.typed === undefined ? {} : { typed: options.typed }),
        looksNext: options.looksNext ?? false,
        ...(options.page === undefined ? {} : { page: options.page }),
      },
      AbortSignal.any(signals),
      { most: options.retries, delayMs: options.retryDelayMs },
    );
    const { result } = performed;
    if (result.ok && result.value.kind === 'DONE') this.#status = result.value.status;
    if (result.ok && result.value.kind === 'SNAPSHOT') this.#text.saw(result.value.snapshot);
    return result;
  }

  /** It is closed, or about to be, or its browser ended by itself. */
  get isGone(): boolean {
    return this.#closed !== null || this.isLost;
  }

  /** Its browser ended by itself: no act reaches it any more, and it is to be closed. */
  get isLost(): boolean {
    return this.#context.tab.isLost;
  }

  /** What came of going to the address that it was opened with. */
  get arrival(): ActOutcome | null {
    return this.#arrival;
  }

  /** Goes there, as its first act. */
  async arrive(url: string, options: { signal?: AbortSignal }): Promise<Result<ActOutcome>> {
    const went = await this.act({ type: 'NAVIGATE', url }, options);
    if (went.ok) this.#arrival = went.value;
    return went;
  }

  /** Goes where its user typed. Errors: those of `act`; `audit.*` where it could not be told beforehand. */
  async goToTyped(
    url: string,
    options: Omit<NonNullable<Parameters<GovernedTab['act']>[1]>, 'typed'> = {},
  ): Promise<Result<ActOutcome>> {
    const named = await nameTyped(this.#parts.audit, this.#context, this.#by, url);
    if (!named.ok) return named;
    return goWithTyped(named.value, (typed) =>
      this.act({ type: 'NAVIGATE', url }, { ...options, ...(typed === undefined ? {} : { typed }) }),
    );
  }

  /** What it shows, without values of credentials that the tab knows, and what it brought. Whoever asks reads it. */
  view(): TabView {
    const { url, title } = this.#tab.shown();
    this.#context.state.provenance.readShown({ url, title });
    const files = [...this.#context.state.files];
    return { id: this.id, taskId: this.#context.id, url, title, status: this.#status, files };
  }

  /** The document in front, for whoever has not looked: of an origin that the task may not read, its id alone. */
  shown(): DocumentState {
    const shown = this.#tab.shown();
    const { origins, provenance } = this.#context.state;
    if (!origins.reads(shown.url)) return { ...shown, url: '', title: '' };
    provenance.readShown(shown);
    return shown;
  }

  /** The page in front, by its id, which is none of its words; `null`: none is left. */
  frontPage(): string | null {
    return this.#tab.frontPage();
  }

  /** For a program that drives the tab by the DevTools protocol: what it hears is read by its task. Returns how it ends. */
  listenRemote(client: string, hear: HearRemote): () => void {
    return this.#tab.listenRemote(client, (told) => {
      const { origins, provenance } = this.#context.state;
      // Its text is the document's that asked.
      const event =
        told.kind === 'DIALOG' && !origins.reads(told.from)
          ? { ...told, message: '', defaultText: '', from: '' }
          : told;
      if (event.kind === 'DIALOG') provenance.readText(event.from, `${event.message}\n${event.defaultText}`);
      if (event.kind === 'SETTLED') provenance.readText(event.from, JSON.stringify(event.answer));
      if (event.kind === 'FRAME_NAVIGATED')
        provenance.readShown({ url: event.frame.url, title: event.frame.name });
      if (event.kind === 'MOVED_WITHIN') provenance.readShown({ url: event.url, title: '' });
      hear(event);
    });
  }

  /** What such a program names no more. */
  releaseRemote(client: string, handle: string): void {
    this.#tab.releaseRemote(client, handle);
  }

  /** A look, and what it shows as text: with the refs that acts name. */
  async snapshot(): Promise<Result<ActOutcome & { readonly text: string }>> {
    const looked = await this.act({ type: 'SNAPSHOT' });
    if (!looked.ok) return looked;
    const read = this.#text.read({});
    return read.ok ? ok({ ...looked.value, text: read.value.text }) : read;
  }

  /** The page as text. Takes a look, but for a fold of the last one. */
  async read(options: TabReadingOptions & { signal?: AbortSignal } = {}): Promise<Result<TabReading>> {
    if (options.from !== undefined) return this.#text.read(options);
    const looked = await this.act({ type: 'SNAPSHOT' }, options);
    if (!looked.ok) return looked;
    const reading = this.#text.read(options);
    const { dialogs } = looked.value;
    return reading.ok && dialogs !== undefined ? ok({ ...reading.value, dialogs }) : reading;
  }

  /** What repeats on the page as a table, from as many pages as are asked for. Errors: `act.no-table`. */
  extract({
    says,
    signal,
    ...wanted
  }: ExtractOptions & { readonly says?: string; readonly signal?: AbortSignal } = {}): Promise<
    Result<Table>
  > {
    const options = { ...(says === undefined ? {} : { says }), ...(signal === undefined ? {} : { signal }) };
    return extractTable((action) => this.act(action, options), wanted);
  }

  /** Connects to where it will probably go, ahead of need: decided as a connection, and nothing is sent. */
  prefetch(url: string): Promise<Result<void>> {
    return this.#tab.prefetch(url);
  }

  /** What its processes take of the machine now. */
  usage(): Promise<TabUsage | null> {
    return this.#tab.usage();
  }

  /** Kills the browser and removes its profile. Idempotent. `why`: for the log, where it is not its owner's wish. */
  close(why = ''): Promise<void> {
    this.#closed ??= this.#close(why);
    return this.#closed;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  async #close(why: string): Promise<void> {
    this.#unwatch();
    this.#context.state.grants.end();
    this.#controller.abort();
    try {
      await endTab(this.#tab, this.#parts, this.#context, { why });
    } finally {
      this.#slot.release();
      this.#onClosed(this);
    }
  }
}

/** Follows its caller's signal until the tab is there, and no longer. */
class Beginning implements Disposable {
  readonly #controller = new AbortController();
  readonly #of: AbortSignal | undefined;
  readonly #cancel = (): void => this.#controller.abort();

  constructor(of: AbortSignal | undefined) {
    this.#of = of;
    if (of?.aborted === true) this.#cancel();
    of?.addEventListener('abort', this.#cancel, { once: true });
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  isOver(): void {
    this.#of?.removeEventListener('abort', this.#cancel);
  }

  [Symbol.dispose](): void {
    this.isOver();
  }
}

/** Opens one, and goes to `url` if given: a URL that the caller names counts as named by its user. */
export async function openGovernedTab(
  parts: GovernedTabParts,
  options: {
    url?: string;
    by: Requester;
    taskId?: string;
    namedHosts?: readonly string[];
    holdsDialogs?: boolean;
    signal?: AbortSignal;
  },
): Promise<Result<GovernedTab>> {
  const controller = new AbortController();
  const { by } = options;
  const named = [...(options.namedHosts ?? []), ...(options.url === undefined ? [] : [options.url])];
  const context = createTaskContext({
    id: options.taskId ?? `w-${randomUUID()}`,
    intent: `an agent’s tab (${by.id})`,
    requestedBy: by,
    initiator: 'CLIENT',
    executor: parts.plan.executor,
    tabPolicy: parts.tabPolicy,
    namedHosts: new Set(named),
    hostMap: parts.hostMap,
    peopleAndClock: parts.peopleAndClock,
    secrets: parts.secrets,
    provenance: parts.provenance,
    approve: 'ask',
    signal: controller.signal,
  });
  // What the page does is decided for as long as the tab is there: whoever had it opened may leave then, as each command of a shell does.
  using beginning = new Beginning(options.signal);
  const signal = AbortSignal.any([controller.signal, beginning.signal]);
  const place = await parts.place(signal);
  if (!place.ok) return place;
  const slot = place.value;
  const launched = await beginTab(parts, context, by, parts, signal).catch((thrown: unknown) => {
    slot.release();
    throw thrown;
  });
  if (!launched.ok) {
    slot.release();
    return launched;
  }
  beginning.isOver();
  if (options.holdsDialogs === true) launched.value.holdDialogs();
  const tab = new GovernedTab({
    boundary: parts.boundary,
    context,
    tab: launched.value,
    by,
    controller,
    audit: parts.audit,
    clock: parts.clock,
    slot,
    onClosed: parts.onClosed,
    budget: parts.budget,
  });
  if (options.url === undefined) return { ok: true, value: tab };
  const given = options.signal === undefined ? {} : { signal: options.signal };
  const went = await tab.arrive(options.url, given);
  if (went.ok) return { ok: true, value: tab };
  await tab.close();
  return went;
}
