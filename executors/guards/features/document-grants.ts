// What each document of a tab may use: asked once before it is shown, narrowed, and told to every session of the tab.
// INVARIANT: a document that nobody was asked for has no ability of the table; an error grants nothing.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { DOCUMENT_ACTS, pageActRow } from '#policy/acts/page-acts.ts';
import type { PageActKind } from '#policy/language/vocabulary.ts';
import { CdpClosed, CdpTimeout, type CdpSession } from '#executors/cdp/connection.ts';
import type { PageAct } from '#executors/contract/page-act.ts';
import type { DocumentRequest, PageGrants } from '#executors/contract/document.ts';
import { cutWindows } from './cut-windows.ts';
import { isOpaque } from './document-headers.ts';
import { hostOnlyCookies } from './host-only-cookies.ts';
import { FEATURE_ROWS, FEATURES, type BrowserPermission } from './feature-rows.ts';
import { removeFeatures, type RemovalData } from './remove-features.ts';

export type GrantsOptions = {
  readonly tabId: string;
  readonly onDocument: (document: DocumentRequest) => Promise<PageGrants>;
  readonly ask: (act: PageAct) => Promise<unknown>;
  /** The browser's own session, for permissions; and a name that no page can guess. */
  readonly browser: CdpSession;
  readonly secret: string;
  /** Of a browser that others use as well: the one context that is ours, and what no document of it gets. */
  readonly contextId?: string;
  readonly withheld?: ReadonlySet<PageActKind>;
};

const NOTHING: PageGrants = new Set();
/** Origins and documents that are remembered at once; the oldest go first, and then have nothing. */
const MAX_REMEMBERED = 200;
/** Reports of one document that are passed on. */
const MAX_REPORTS_PER_DOCUMENT = 100;
const INSTALL_MS = 5_000;

/** `script`: identifier of the script that is in force, a number that the browser counts up from 1. */
type Installed = { readonly rootFrameId: string; script: number; broken: unknown };

export class DocumentGrants {
  readonly #options: GrantsOptions;
  readonly #origins = new Map<string, PageGrants>();
  readonly #urls = new Map<string, PageGrants>();
  readonly #permissions = new Map<string, string>();
  readonly #sessions = new Map<CdpSession, Installed>();
  readonly #reported = new Set<string>();
  readonly #sweeps = new Set<Promise<unknown>>();
  #source: string;

  constructor(options: GrantsOptions) {
    this.#options = options;
    this.#source = this.#script();
  }

  /** What a document of the origin was granted last. */
  ofOrigin(origin: string): PageGrants {
    return this.#origins.get(origin) ?? NOTHING;
  }
  /** What the document at the URL was granted, whether it has an origin of its own or not. */
  ofDocument(url: string): PageGrants {
    return this.#urls.get(bare(url)) ?? this.ofOrigin(originOf(url));
  }

  /** A worker is of the origin that its script's URL shows; without one, of the page. */
  ofWorker(url: string, pageUrl: string): PageGrants {
    const origin = originOf(url);
    return origin === 'null' ? this.ofDocument(pageUrl) : this.ofOrigin(origin);
  }

  /**
   * Asks for a document, and has the answer in force for it before it resolves. `session` is the one that waits for it.
   * Rejects where the session does not take the script: the document must not be shown then.
   */
  async decide(session: CdpSession, frameId: string, request: DocumentRequest): Promise<PageGrants> {
    const { withheld = NOTHING } = this.#options;
    const grants = narrow(request, (await this.#ask(request)).difference(withheld));
    if (request.mainFrame) this.#reported.clear();
    remember(this.#urls, bare(request.url), grants);
    if (!isOpaque(grants)) remember(this.#origins, originOf(request.url), grants);
    await Promise.all([this.#permit(originOf(request.url), grants), this.#renew(session, frameId)]);
    return grants;
  }

  /** On a page, a frame or a popup, before it runs. */
  async install(session: CdpSession, rootFrameId: string): Promise<void> {
    const installed: Installed = { rootFrameId, script: 0, broken: null };
    this.#sessions.set(session, installed);
    // Without its domain a binding does not reach a new document before that document's scripts.
    const enabled = session.send('Runtime.enable');
    await Promise.all([enabled, this.#bind(session), this.#put(session, installed)]);
  }

  /** In a worker that is paused at its start. */
  async installInWorker(session: CdpSession, grants: PageGrants): Promise<void> {
    const bound = this.#bind(session);
    const run = session.send('Runtime.evaluate', {
      expression: this.#script(refusedOf(grants)),
      silent: true,
    });
    const [, { exceptionDetails: thrown }] = await Promise.all([bound, run]);
    if (thrown !== undefined) throw new Error(thrown.exception?.description ?? thrown.text);
  }

  /** Cookies that are being deleted: no document is asked for before they are gone. */
  sweeping(work: Promise<unknown>): void {
    this.#sweeps.add(work);
    work.finally(() => this.#sweeps.delete(work)).catch(() => this.#sweeps.delete(work));
  }
  async swept(): Promise<void> {
    await Promise.all(this.#sweeps);
  }

  forget(session: CdpSession): void {
    this.#sessions.delete(session);
  }

  /** Where the page is, for the reports of its sessions. */
  watchReports(session: CdpSession, documentUrl: () => string): void {
    session.on('Runtime.bindingCalled', ({ name, payload }) => {
      const feature = DOCUMENT_ACTS.find((kind) => kind === payload);
      if (name !== this.#options.secret || feature === undefined) return;
      const key = `${documentUrl()} ${feature}`;
      if (this.#reported.has(key) || this.#reported.size >= MAX_REPORTS_PER_DOCUMENT) return;
      this.#reported.add(key);
      const { tabId, ask } = this.#options;
      const act = Object.freeze({ kind: 'FEATURE', tabId, documentUrl: documentUrl(), feature } as const);
      ask(act).catch(() => this.#reported.delete(key));
    });
  }

  async #ask(request: DocumentRequest): Promise<PageGrants> {
    try {
      return await this.#options.onDocument(Object.freeze(request));
    } catch {
      return NOTHING; // a hook that throws grants nothing
    }
  }

  /** Browser permissions of the origin: exactly what the rows grant. Without a call, everything is denied. */
  async #permit(origin: string, grants: PageGrants): Promise<void> {
    const permissions = FEATURES.flatMap(([kind, row]) => (grants.has(kind) ? (row.permissions ?? []) : []));
    const key = permissions.join();
    if (origin === 'null' || key === (this.#permissions.get(origin) ?? '')) return;
    this.#permissions.set(origin, key);
    await this.#grant(origin, permissions);
  }

  async #grant(origin: string, permissions: BrowserPermission[]): Promise<void> {
    // Refused for an origin without a secure context, where these abilities do not exist: then nothing is granted.
    const { browser, contextId } = this.#options;
    const context = contextId === undefined ? {} : { browserContextId: contextId };
    await browser
      .send('Browser.grantPermissions', { origin, permissions, ...context })
      .catch((thrown: unknown) => {
        if (thrown instanceof CdpClosed) throw thrown;
        this.#permissions.delete(origin);
      });
  }

  /** Puts the script with the new table into every session, if it is another one. */
  async #renew(session: CdpSession, frameId: string): Promise<void> {
    const source = this.#script();
    const changed = source !== this.#source;
    this.#source = source;
    const puts = new Map<CdpSession, Promise<void>>();
    if (changed) {
      for (const [one, installed] of this.#sessions) {
        const put = this.#put(one, installed);
        // A held navigation may keep an answer back for longer than the deadline; any other error is for good.
        put.catch((thrown: unknown) => {
          if (!(thrown instanceof CdpTimeout)) installed.broken = thrown;
        });
        puts.set(one, put);
      }
    }
    const installed = this.#sessions.get(session);
    if (installed === undefined || installed.broken !== null)
      throw new Error('no script could be put into the document', { cause: installed?.broken });
    // While a session's own main frame navigates, the browser holds what it is sent, and delivers it to the new document
    // before that runs: waiting for the answer would be waiting for itself. A frame within is waited for.
    if (installed.rootFrameId !== frameId) await puts.get(session);
  }

  /** The new script first, the old one away after it: identifiers go on counting, and are known before the answer. */
  async #put(session: CdpSession, installed: Installed): Promise<void> {
    const old = installed.script;
    const expected = old + 1;
    installed.script = expected;
    const [{ identifier }] = await Promise.all([
      session.send(
        'Page.addScriptToEvaluateOnNewDocument',
        { source: this.#source },
        { deadlineMs: INSTALL_MS },
      ),
      old === 0
        ? undefined
        : session
            .send('Page.removeScriptToEvaluateOnNewDocument', { identifier: String(old) })
            // What is sent while a navigation is held reaches the old document and the new: the second finds it done.
            .catch(() => undefined),
    ]);
    if (identifier !== String(expected)) throw new Error(`script ${identifier} instead of ${expected}`);
  }

  #bind(session: CdpSession): Promise<unknown> {
    return session.send('Runtime.addBinding', { name: this.#options.secret });
  }

  #script(worker: readonly PageActKind[] | null = null): string {
    const data: RemovalData = {
      rows: Object.fromEntries(DOCUMENT_ACTS.map((kind) => [kind, FEATURE_ROWS[kind]?.removals ?? []])),
      refused: { origins: refusedBy(this.#origins), urls: refusedBy(this.#urls) },
      worker,
      report: this.#options.secret,
    };
    return `(() => { const told = (${String(removeFeatures)})(${JSON.stringify(data)});
      const windows = told.get('WINDOW_MESSAGE');
      if (windows !== undefined) (${String(cutWindows)})(windows);
      if (!told.has('COOKIES')) (${String(hostOnlyCookies)})(); })()`;
  }
}

/** What no document gets: storage in a frame of another origin than the page, and anything that is no DOCUMENT row. */
function narrow(request: DocumentRequest, grants: PageGrants): PageGrants {
  const foreign = !request.mainFrame && originOf(request.url) !== originOf(request.topUrl);
  return new Set(
    DOCUMENT_ACTS.filter((kind) => grants.has(kind) && !(foreign && pageActRow(kind).storage !== undefined)),
  );
}

const refusedOf = (grants: PageGrants): PageActKind[] => DOCUMENT_ACTS.filter((kind) => !grants.has(kind));

/** By key, so that the script is another one only where a grant is, not where a document is visited again. */
const refusedBy = (known: ReadonlyMap<string, PageGrants>): Record<string, PageActKind[]> =>
  Object.fromEntries([...known.keys()].toSorted().map((key) => [key, refusedOf(known.get(key) ?? NOTHING)]));

function remember(known: Map<string, PageGrants>, key: string, grants: PageGrants): void {
  known.delete(key);
  known.set(key, grants);
  forgetOldest(known, MAX_REMEMBERED);
}

const bare = (url: string): string => url.replace(/#.*$/s, '');
const originOf = (url: string): string => URL.parse(url)?.origin ?? 'null';
