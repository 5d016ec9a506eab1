// The state of one page between messages of its browser: which document it shows, whether that loads, what waits, what was asked for.
// INVARIANT: each change has a verb of its own; nobody writes a field of a page, and nothing here speaks with a browser.
import type { ActBudget } from '#executors/cdp/budget.ts';
import type { DocumentState } from '#executors/contract/document.ts';
import { AskedFromInside } from './asked-from-inside.ts';
import { Dialogs } from './dialogs.ts';
import { PageRequests } from './page-requests.ts';
import { Waiter } from './waiter.ts';

/** A look that was taken, for what comes after. */
export type Looked = {
  readonly generation: number;
  readonly documentId: string;
  readonly url: string;
  /** By the monotonic clock. */
  readonly at: number;
  readonly frames: readonly string[];
  readonly elements: number;
  /** Frames that were watched only when the capture had begun: each counts as a change. */
  readonly late: number;
  /** Another one was begun, whatever came of that. */
  readonly isOver?: true;
};

export type FrameScope = { readonly frameId: string; readonly documentId: string };

/** A navigation that was refused, and in whose place a page of ours stands. */
export type Blocked = { readonly url: string; readonly reason: string };

/** As the browser says that a document is there. */
export type CommittedDocument = {
  readonly loaderId: string;
  readonly url: string;
  readonly urlFragment?: string | undefined;
  readonly unreachableUrl?: string | undefined;
};

export class PageState {
  readonly waiter = new Waiter();
  readonly requests: PageRequests;
  /** What it asked for from inside, and of which the browser has not told yet. */
  readonly asked = new AskedFromInside();
  readonly dialogs = new Dialogs();
  readonly #cuts = new Set<string>();
  readonly #blocks = new Map<string, Blocked>();
  readonly #answers = new Map<string, { readonly status: number; readonly refused: boolean }>();
  #documentId = '';
  #url = 'about:blank';
  #title = '';
  #status: number | null = null;
  #refused = false;
  #unreachable = false;
  #refusedUrl: string | null = null;
  #isAnswered = false;
  #blocked: Blocked | null = null;
  /** The document that a blocked page replaced last, until another one stands there. */
  #ledAway: string | null = null;
  #cut = false;
  #navigating: string | null = null;
  #loaded = true;
  #domReady = true;
  #held = 0;
  #ownNavigations = 0;
  #silentActs = 0;
  #budget: ActBudget | null = null;
  #scope: FrameScope | null = null;
  #looked: Looked | null = null;
  #admit: (url: string) => Promise<string | null> = () => Promise.resolve('');

  /** `fresh`: everything is fetched again, whatever its cache says. */
  constructor(fresh: boolean) {
    this.requests = new PageRequests(fresh);
  }

  // The document

  get documentId(): string {
    return this.#documentId;
  }
  get url(): string {
    return this.#url;
  }
  get title(): string {
    return this.#title;
  }
  get status(): number | null {
    return this.#status;
  }
  /**
   * The document is no site's: a refusal of the proxy's (told by a header that no server can send, network/refusal.ts) or of
   * the guard's, or the browser's own error page.
   */
  get refused(): boolean {
    return this.#refused;
  }
  /** What is there is the browser's error page. */
  get unreachable(): boolean {
    return this.#unreachable;
  }
  /** What the refused document was to be, for messages. */
  get refusedUrl(): string | null {
    return this.#refusedUrl;
  }
  get blocked(): Blocked | null {
    return this.#blocked;
  }
  /** Its document is one that led itself away before, to a blocked page, and that somebody went back to. */
  get isBack(): boolean {
    return this.#ledAway !== null && this.#ledAway === this.#url;
  }
  /** The end of its document did not come, and what came is there. */
  get cut(): boolean {
    return this.#cut;
  }
  document(): DocumentState {
    return Object.freeze({ id: this.#documentId, url: this.#url, title: this.#title });
  }

  /** The document that was there before anything was heard of the page. */
  foundDocument(loaderId: string): void {
    if (this.#documentId === '') this.#documentId = loaderId;
  }
  retitled(title: string): void {
    this.#title = title;
  }
  /** The request of this loader was answered with a page of ours. */
  block(loaderId: string, url: string, reason: string): void {
    this.#blocks.set(loaderId, { url, reason });
  }
  /** The document of this loader will be there without its end. */
  cutOff(loaderId: string): void {
    this.#cuts.clear();
    this.#cuts.add(loaderId);
  }
  /** The server, or the proxy in its place, answered the request of this loader. */
  answered(loaderId: string, answer: { readonly status: number; readonly refused: boolean }): void {
    if (loaderId !== this.#documentId) {
      this.#answers.set(loaderId, answer);
      return;
    }
    // The word of it came behind the document.
    this.#isAnswered = true;
    this.#status = answer.status;
    if (answer.refused) this.#isNoSites(this.#url);
  }
  /** Whether it is known what was answered for the document that is there. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  /** Another document is there. */
  committed({ loaderId, url, urlFragment = '', unreachableUrl = '' }: CommittedDocument): void {
    this.requests.forNextDocument();
    this.dialogs.forNextDocument();
    this.#cut = this.#cuts.delete(loaderId);
    this.#documentId = loaderId;
    const answer = this.#answers.get(loaderId);
    const before = this.#url;
    this.#blocked = this.#blocks.get(loaderId) ?? null;
    this.#blocks.clear();
    this.#unreachable = unreachableUrl !== '' || url.startsWith('chrome-error:');
    const refused = this.#blocked !== null || this.#unreachable || (answer?.refused ?? false);
    this.#refused = false;
    this.#refusedUrl = null;
    this.#url = unreachableUrl === '' ? `${url}${urlFragment}` : unreachableUrl;
    if (this.#blocked !== null) this.#ledAway = before;
    else if (!this.isBack) this.#ledAway = null;
    if (refused) this.#isNoSites(this.#blocked?.url ?? this.#url);
    this.#isAnswered = answer !== undefined;
    this.#status = answer?.status ?? null;
    this.#answers.clear();
    this.navigationEnded(loaderId);
    this.#loaded = false;
    this.#domReady = false;
    this.#title = '';
  }

  /** INVARIANT: such a page counts as no site at all, so that nothing is of the same origin as what did not come. */
  #isNoSites(url: string): void {
    this.#refused = true;
    this.#refusedUrl = url;
    this.#url = 'about:blank';
  }

  /** Another place within the document. */
  movedWithin(url: string): void {
    if (!this.#refused) this.#url = url;
  }

  // Whether it loads

  get loading(): boolean {
    return this.#navigating !== null || !this.#loaded;
  }
  get loaded(): boolean {
    return this.#loaded;
  }
  get domReady(): boolean {
    return this.#domReady;
  }
  /** The loader of a navigation that has begun and not been committed. */
  get navigating(): string | null {
    return this.#navigating;
  }
  navigationBegan(loaderId: string): void {
    this.#navigating = loaderId;
  }
  /** It was committed, or came to nothing: a download, a 204, a refusal. */
  navigationEnded(loaderId: string): void {
    if (this.#navigating === loaderId) this.#navigating = null;
  }
  /** Whatever navigation has begun is none of an act's. */
  forgetNavigation(): void {
    this.#navigating = null;
  }
  domBuilt(): void {
    this.#domReady = true;
  }
  loadEnded(): void {
    this.#domReady = true;
    this.#loaded = true;
  }

  // What is counted against it

  /** Verdicts that it waits for. */
  get held(): number {
    return this.#held;
  }
  /** Something of the page's waits for a verdict, until what is returned is called. */
  hold(): () => void {
    this.#held += 1;
    let holds = true;
    return () => {
      if (!holds) return;
      holds = false;
      this.#held -= 1;
      this.waiter.changed();
    };
  }
  /** Navigations of the page's own since the last act on it. */
  get ownNavigations(): number {
    return this.#ownNavigations;
  }
  /** How many there are with this one. */
  navigatedItself(): number {
    this.#ownNavigations += 1;
    return this.#ownNavigations;
  }
  /** What the page does from now on follows an act. */
  forgetOwnNavigations(): void {
    this.#ownNavigations = 0;
  }
  /** Acts in a row that it did not answer to. */
  get silentActs(): number {
    return this.#silentActs;
  }
  wasSilent(): void {
    this.#silentActs += 1;
  }
  wasHeard(): void {
    this.#silentActs = 0;
  }
  /** What is left of the act that runs on it; `null` between acts. */
  get budget(): ActBudget | null {
    return this.#budget;
  }
  actRuns(budget: ActBudget): void {
    this.#budget = budget;
  }
  actEnded(): void {
    this.#budget = null;
  }

  // What the gateway keeps with it

  /** The frame that acts without an element look into (frame-scope.ts). */
  get scope(): FrameScope | null {
    return this.#scope;
  }
  lookInto(scope: FrameScope | null): void {
    this.#scope = scope;
  }
  /** The last look at it. */
  get looked(): Looked | null {
    return this.#looked;
  }
  wasLookedAt(looked: Looked): void {
    this.#looked = looked;
  }
  /** Another look is being taken: what changed since the last one is counted no more. */
  looksAnew(): void {
    if (this.#looked !== null) this.#looked = { ...this.#looked, isOver: true };
  }
  /** Whether the page may be there at all: the URL that was admitted with it (`''` for none), or `null`. */
  admit(url: string): Promise<string | null> {
    return this.#admit(url);
  }
  admitBy(ask: (url: string) => Promise<string | null>): void {
    this.#admit = ask;
  }
}
