// A target's page between the tab and the connection: begun by an act, told as it goes on, begun again when another page is in front.
// INVARIANT: nothing is told before the boundary let the client look; what comes while it looks is told behind what it saw.
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { RemoteAsk } from '#policy/acts/remote-acts.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { RemoteEvent, RemotePageEvent, RemoteTold } from '#executors/contract/remote.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import { PageDialog } from './page-dialog.ts';
import type { OpenDialog } from './page-dialog.ts';
import type { TellPage } from './hearing.ts';
import { contextOf, dialogOf, frameOf, tellEvent } from './page-events.ts';
import type { PageEvent } from './page-events.ts';
import { PageView } from './page-view.ts';

export type Act = (action: BrowserAction) => Promise<Result<{ readonly outcome: ActOutcome }>>;

/** In the place of each other within one look. */
const MOST_PAGES_A_LOOK = 4;

/** Of what comes while it is looked at. */
const MOST_EARLY = 2_000;
const OF_REQUESTS: ReadonlySet<RemoteEvent['kind']> = new Set([
  'REQUEST',
  'RESPONSE',
  'REQUEST_ENDED',
  'REQUEST_FAILED',
]);

/** An empty page is in the place of the one that it had, or it asks something that no client hears. */
export type Happened = 'REPLACED' | 'UNHEARD_DIALOG';

export class TargetPage {
  readonly view: PageView;
  readonly dialog = new PageDialog();
  readonly #tell: TellPage;
  readonly #isHeard: () => boolean;
  readonly #stop: () => void;
  /** Somebody has to look at the other page, or to dismiss the dialog. */
  readonly #onHappened: (what: Happened) => void;
  readonly #onPages: (event: RemotePageEvent) => void;
  readonly #isOwn: (page: string) => boolean;
  #early: PageEvent[] = [];
  /** Too much came while it is looked at: of requests nothing is told that began before the look was over. */
  #leavesOutRequests = false;
  #wasBegun = false;
  /** Acts under way that bring another document. */
  #bringing = 0;
  /** That it is there, which is told behind the answers of those. */
  #late: PageEvent[] = [];
  #isLooking = false;
  /** Another page came into its place since the look began. */
  #sawAnother = false;

  constructor(given: {
    readonly id: string;
    readonly tab: OpenTab['tab'];
    readonly tell: TellPage;
    /** A session is told what its page does. */
    readonly isHeard: () => boolean;
    readonly onHappened: (what: Happened) => void;
    /** The tab has other pages, or in another order. */
    readonly onPages: (event: RemotePageEvent) => void;
    /** It is the page of this target. */
    readonly isOwn: (page: string) => boolean;
  }) {
    this.view = new PageView(given.id);
    this.#tell = given.tell;
    this.#isHeard = given.isHeard;
    this.#onHappened = given.onHappened;
    this.#onPages = given.onPages;
    this.#isOwn = given.isOwn;
    this.#stop = given.tab.listenRemote(this.view.client, (event) => this.#heard(event));
  }

  /** Looks, where nobody did. Errors: those of an act. */
  async begin(act: Act): Promise<Result<void>> {
    const { view } = this;
    // Another page may come into its place while it is looked at: what was seen is none of the page that is there now.
    for (let pages = 0; pages < MOST_PAGES_A_LOOK; pages += 1) {
      if (view.isBegun) return ok(undefined);
      const begun = await this.#beginOnce(act);
      if (!begun.ok) return begun;
    }
    return view.isBegun
      ? ok(undefined)
      : fail('act.changed', 'one page after another came into its place while it was looked at', {
          help: 'look once more',
        });
  }

  async #beginOnce(act: Act): Promise<Result<void>> {
    this.#early = [];
    this.#leavesOutRequests = false;
    this.#isLooking = true;
    this.#sawAnother = false;
    const looked = await this.#ask(act, { for: 'PAGE' }).finally(() => (this.#isLooking = false));
    if (!looked.ok || this.#sawAnother) this.#early = [];
    if (this.#sawAnother) return ok(undefined);
    return looked.ok ? this.#saw(looked.value) : looked;
  }

  #saw(told: RemoteTold): Result<void> {
    const { view } = this;
    if (told.for !== 'PAGE') return fail('boundary.internal', 'a look at the page told of something else');
    for (const frame of told.frames) view.setFrame(frame);
    for (const context of told.contexts) view.addContext(context);
    view.isBegun = true;
    if (this.#wasBegun) this.#tellAgain();
    this.#wasBegun = true;
    for (const event of this.#early.splice(0)) this.#heard(event);
    return ok(undefined);
  }

  /** A look at something of the page. */
  async look<F extends RemoteAsk['for']>(
    act: Act,
    ask: Extract<RemoteAsk, { readonly for: F }> | (RemoteAsk & { readonly for: F }),
  ): Promise<Result<Extract<RemoteTold, { readonly for: F }>>> {
    const begun = await this.begin(act);
    if (!begun.ok) return begun;
    const told = await this.#ask(act, ask);
    if (!told.ok) return told;
    const { value } = told;
    const isMeant = (one: RemoteTold): one is Extract<RemoteTold, { readonly for: F }> => one.for === ask.for;
    return isMeant(value) ? ok(value) : fail('boundary.internal', 'a look told of something else');
  }

  /** An act that brings another document: that it is built and loaded is told behind its answer, as Chromium answers before. */
  async bringing<T>(act: () => Promise<T>): Promise<T> {
    this.#bringing += 1;
    try {
      return await act();
    } finally {
      this.#bringing -= 1;
      if (this.#bringing === 0) {
        const late = this.#late.splice(0);
        setImmediate(() => late.forEach((event) => this.#heard(event)));
      }
    }
  }

  /** A client that can answer is told of it; what none hears of is dismissed. */
  asks(dialog: OpenDialog): void {
    if (!this.dialog.opens(dialog)) return;
    if (!this.view.isBegun || !this.#isHeard()) return this.#onHappened('UNHEARD_DIALOG');
    this.#tell('PAGE', 'Page.javascriptDialogOpening', dialogOf(this.view, dialog));
  }

  /** A session hears of it no more: was it the last, nobody is left to answer. */
  unheard(): void {
    if (this.dialog.open !== null && !this.#isHeard()) this.#onHappened('UNHEARD_DIALOG');
  }

  /** An empty page is in its place. */
  replaced(): void {
    this.#sawAnother = this.#isLooking;
    this.dialog.closes();
    if (!this.#wasBegun) return;
    this.view.clear();
    this.#tell('RUNTIME', 'Runtime.executionContextsCleared', {});
    this.#onHappened('REPLACED');
  }

  end(): void {
    this.#stop();
    this.dialog.closes();
    this.view.isOver = true;
    this.view.clear();
  }

  async #ask(act: Act, ask: RemoteAsk): Promise<Result<RemoteTold>> {
    const acted = await act({ type: 'OBSERVE', what: 'REMOTE', client: this.view.client, ask });
    if (!acted.ok) return acted;
    const { outcome } = acted.value;
    return outcome.kind === 'OBSERVED' && outcome.observed.what === 'REMOTE'
      ? ok(outcome.observed.told)
      : fail('act.dialog-open', 'a dialog of the page waits for its answer');
  }

  #heard(event: RemoteEvent): void {
    if (event.kind === 'ANOTHER_PAGE' || event.kind === 'PAGE_GONE') return this.#onPages(event);
    if (event.kind === 'DIALOG') return this.#isOwn(event.page) ? this.asks(event) : undefined;
    if (event.kind === 'DIALOG_GONE') {
      if (!this.#isOwn(event.page) || !this.dialog.closes() || !this.view.isBegun) return;
      const told = { frameId: this.view.mainId, result: event.accepted, userInput: '' };
      return this.#tell('PAGE', 'Page.javascriptDialogClosed', told);
    }
    const isThere = event.kind === 'BUILT' || event.kind === 'LOADED';
    if (isThere && this.view.isBegun && this.#bringing > 0) this.#late.push(event);
    else if (event.kind !== 'SETTLED' && !this.view.isBegun) this.#keep(event);
    else tellEvent(this.view, event, this.#tell);
  }

  /** Until the look is over. What goes on without end is told less of, and at last looked at once more. */
  #keep(event: PageEvent): void {
    if (!this.#isLooking || this.#sawAnother) return;
    if (this.#leavesOutRequests && OF_REQUESTS.has(event.kind)) return;
    this.#early.push(event);
    if (this.#early.length <= MOST_EARLY) return;
    this.#leavesOutRequests = true;
    this.#early = this.#early.filter(({ kind }) => !OF_REQUESTS.has(kind));
    if (this.#early.length > MOST_EARLY) this.#sawAnother = true;
  }

  /** To whoever knew the page before: that its main frame shows this one now. */
  #tellAgain(): void {
    const { view } = this;
    for (const frame of view.frames()) {
      const { id, parentId } = frame;
      if (parentId !== null)
        this.#tell('PAGE', 'Page.frameAttached', {
          frameId: view.idOf(id),
          parentFrameId: view.idOf(parentId),
        });
      this.#tell('PAGE', 'Page.frameNavigated', { frame: frameOf(view, frame), type: 'Navigation' });
    }
    for (const context of view.contexts())
      this.#tell('RUNTIME', 'Runtime.executionContextCreated', { context: contextOf(view, context) });
  }
}
