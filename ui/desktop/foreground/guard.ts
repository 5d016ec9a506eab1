// Holds what happens on a person's own pages until the boundary has decided on it, wherever a hook of Electron's reaches: addresses,
// windows and permissions. INVARIANT: no answer is a refusal; a hook that cannot wait refuses at once and asks what could be done instead.
import type { Result } from '#policy/language/failure.ts';
import type { ForegroundAct } from '#gateway/protocol/desktop/gateway-side.ts';
import type { Contents, PageSession } from '../ports/contents.ts';
import { abilitiesOf } from '../tables/permissions.ts';

export type Decide = (asked: {
  readonly tab: string;
  readonly documentUrl: string;
  readonly byPerson: boolean;
  readonly act: ForegroundAct;
}) => Promise<Result<{ readonly allow: boolean; readonly reason: string }>>;

/** One page, as the guard knows it. */
export type GuardedTab = {
  readonly id: string;
  readonly contents: Pick<Contents, 'id' | 'getURL'>;
  /** An address that the person typed, and that is on its way: its first request is theirs. */
  typed: string | null;
  /** When the person last pressed something in it, by the same clock as `now`. */
  pressedMs: number;
  /** Abilities that were allowed to the document that stands there, each to one origin in it. */
  readonly granted: Set<string>;
};

export type GuardParts = {
  readonly decide: Decide;
  readonly tabOf: (contentsId: number | undefined) => GuardedTab | null;
  readonly openTab: (url: string) => void;
  readonly onRefused: (tab: GuardedTab, what: string) => void;
  readonly now: () => number;
};

/** As Chromium counts a press for what it sets off. */
const PRESS_MS = 1_000;
const WEB = /^(?:https?|wss?):$/u;
/** Without a server: the page has it already. */
const LOCAL = /^(?:data|blob|about):$/u;

export class Guard {
  readonly #parts: GuardParts;
  /** Hops of a redirect have one number; the first of them is known by what came before. */
  readonly #before = new Map<number, string>();

  constructor(parts: GuardParts) {
    this.#parts = parts;
  }

  /** All of one session, before any page of it is opened. */
  watch(session: PageSession): void {
    session.webRequest.onBeforeRequest((details, callback) => {
      void this.#request(details).then(
        (allow) => callback({ cancel: !allow }),
        () => callback({ cancel: true }),
      );
    });
    session.setPermissionRequestHandler((contents, permission, callback, details) => {
      void this.#permission(contents.id, permission, details).then(callback, () => callback(false));
    });
    // Asked without waiting, and again and again: what was allowed to the document that stands there, and nothing else.
    session.setPermissionCheckHandler((contents, permission, origin) => {
      const tab = this.#parts.tabOf(contents?.id);
      const abilities = abilitiesOf(permission);
      return (
        tab !== null && abilities !== null && abilities.every((one) => tab.granted.has(grantOf(origin, one)))
      );
    });
    session.setDevicePermissionHandler(() => false);
    session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
    session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  }

  /** One page. */
  attach(tab: GuardedTab, contents: Contents): void {
    contents.setWindowOpenHandler(({ url }) => {
      void this.#window(tab, url);
      // It opens as a tab of its own, without its opener, once that is allowed.
      return { action: 'deny' };
    });
    contents.on('will-frame-navigate', (details) => {
      if (isOpenable(details.url)) return;
      details.preventDefault();
      void this.#ask(tab, { kind: 'EXTERNAL_PROTOCOL', url: details.url }, `open ${schemeOf(details.url)}`);
    });
    contents.on('did-start-navigation', (details) => {
      if (details.isMainFrame && !details.isSameDocument) tab.granted.clear();
    });
    contents.on('will-attach-webview', (event) => event.preventDefault());
    contents.on('input-event', (_event, { type }) => {
      if (type === 'mouseDown' || type === 'keyDown' || type === 'rawKeyDown')
        tab.pressedMs = this.#parts.now();
    });
  }

  async #request(
    details: Parameters<Parameters<PageSession['webRequest']['onBeforeRequest']>[0] & object>[0],
  ): Promise<boolean> {
    const url = URL.parse(details.url);
    if (url === null) return false;
    if (LOCAL.test(url.protocol)) return true;
    if (!WEB.test(url.protocol)) return false;
    const tab = this.#parts.tabOf(details.webContentsId) ?? this.#workerOf(details);
    // One that no page and no worker of a page's made: nothing asks for it.
    if (tab === null) return false;
    const isDocument = details.resourceType === 'mainFrame';
    const redirectedFrom = this.#before.get(details.id) ?? null;
    this.#remember(details.id, details.url);
    const byPerson = isDocument && tab.typed === details.url;
    if (byPerson) tab.typed = null;
    const kind = isDocument ? 'NAVIGATE' : details.resourceType === 'subFrame' ? 'FRAME' : 'CONNECT';
    const bytes = (details.uploadData ?? []).reduce((sum, part) => sum + (part.bytes?.length ?? 1), 0);
    const act: ForegroundAct = {
      kind,
      url: details.url,
      method: details.method,
      bodyBytes: bytes === 0 ? null : bytes,
      redirectedFrom,
    };
    return this.#ask(tab, act, `${isDocument ? 'go to' : 'reach'} ${url.host}`, byPerson);
  }

  /** A worker that several pages share has no page of its own: it is known by its origin, and asks as that. */
  #workerOf({
    webContentsId,
    initiatorOrigin,
  }: {
    webContentsId?: number;
    initiatorOrigin?: string;
  }): GuardedTab | null {
    const origin = URL.parse(initiatorOrigin ?? '');
    if (webContentsId !== undefined || origin === null || !isOpenable(origin.href)) return null;
    return {
      id: 'workers',
      contents: { id: -1, getURL: () => origin.href },
      typed: null,
      pressedMs: -Infinity,
      granted: new Set(),
    };
  }

  #remember(id: number, url: string): void {
    this.#before.delete(id);
    this.#before.set(id, url);
    const [oldest] = this.#before.keys();
    if (this.#before.size > 2_000 && oldest !== undefined) this.#before.delete(oldest);
  }

  async #permission(
    contentsId: number,
    permission: string,
    {
      requestingUrl,
      mediaTypes,
    }: { readonly requestingUrl?: string; readonly mediaTypes?: readonly ('audio' | 'video')[] },
  ): Promise<boolean> {
    const tab = this.#parts.tabOf(contentsId);
    const abilities = abilitiesOf(permission, mediaTypes);
    if (tab === null) return false;
    if (abilities === null) {
      this.#parts.onRefused(tab, `use ${permission}`);
      return false;
    }
    // A frame asks for itself: what is allowed to it is allowed to no other origin on the page.
    const document = requestingUrl ?? documentOf(tab);
    for (const feature of abilities) {
      const what = `use ${feature.toLowerCase().replaceAll('_', ' ')}`;
      if (!(await this.#ask(tab, { kind: 'PERMISSION', feature }, what, false, document))) return false;
    }
    for (const feature of abilities) tab.granted.add(grantOf(document, feature));
    return true;
  }

  async #window(tab: GuardedTab, url: string): Promise<void> {
    const allowed = await this.#ask(
      tab,
      { kind: 'OPEN_WINDOW', url },
      `open a window at ${hostOf(url)}`,
      this.#isPressed(tab),
    );
    if (allowed && isOpenable(url)) this.#parts.openTab(url);
  }

  #isPressed(tab: GuardedTab): boolean {
    return this.#parts.now() - tab.pressedMs <= PRESS_MS;
  }

  async #ask(
    tab: GuardedTab,
    act: ForegroundAct,
    what: string,
    byPerson = false,
    documentUrl = documentOf(tab),
  ): Promise<boolean> {
    const verdict = await this.#parts.decide({ tab: tab.id, documentUrl, byPerson, act });
    const allow = verdict.ok && verdict.value.allow;
    if (!allow)
      this.#parts.onRefused(tab, `${what}: ${verdict.ok ? verdict.value.reason : verdict.error.message}`);
    return allow;
  }
}

/** Before its first document a tab stands nowhere. */
export const documentOf = ({ contents }: GuardedTab): string =>
  contents.getURL() === '' ? 'about:blank' : contents.getURL();
const grantOf = (place: string, ability: string): string => `${URL.parse(place)?.origin ?? place} ${ability}`;
const isOpenable = (url: string): boolean =>
  /^https?:$/u.test(URL.parse(url)?.protocol ?? '') || url === 'about:blank';
const schemeOf = (url: string): string => `another program by ${URL.parse(url)?.protocol ?? 'an address'}`;
const hostOf = (url: string): string => URL.parse(url)?.host ?? 'nowhere';
