// The tabs of the person's own pages: opened, chosen, closed, moved through, searched and enlarged. INVARIANT: what stands in a tab is
// the web's; a tab that cannot be guarded is not opened.
import type { Contents } from '../ports/contents.ts';
import type { ViewPort } from '../ports/electron.ts';
import type { FrameState } from '../ipc/table.ts';
import type { GuardedTab } from './guard.ts';

export type PageTab = GuardedTab & {
  readonly view: ViewPort;
  readonly contents: Contents;
  isGone: boolean;
  find: { text: string; match: number; of: number } | null;
  /** What was refused on the page that stands there, newest last. */
  refused: string[];
};

export type TabsParts = {
  readonly newView: () => ViewPort;
  readonly newId: () => string;
  /** Guards a tab before anything is loaded in it. */
  readonly guard: (tab: PageTab) => void;
  /** Another document stands there; `null`: the tab is closed. */
  readonly onVisit: (tab: string, url: string | null) => void;
  /** Which view is in front, or the app. */
  readonly onFront: (tab: PageTab | null) => void;
  readonly onClosed: (tab: PageTab) => void;
  readonly onChange: () => void;
};

const MOST_TABS = 100;
const MOST_REFUSED = 50;
const ZOOM = { least: -6, most: 8 } as const;

export class Tabs {
  readonly #parts: TabsParts;
  readonly #tabs: PageTab[] = [];
  #active: PageTab | null = null;

  constructor(parts: TabsParts) {
    this.#parts = parts;
  }

  get active(): PageTab | null {
    return this.#active;
  }

  byContents(id: number | undefined): PageTab | null {
    return this.#tabs.find(({ contents }) => contents.id === id) ?? null;
  }

  /** `typed`: the person typed the address, or chose it. `null` where there are too many. */
  open(url: string | null, typed: boolean): PageTab | null {
    if (this.#tabs.length >= MOST_TABS) return null;
    const view = this.#parts.newView();
    const tab: PageTab = {
      id: this.#parts.newId(),
      view,
      contents: view.webContents,
      typed: null,
      pressedMs: -Infinity,
      granted: new Set(),
      isGone: false,
      find: null,
      refused: [],
    };
    this.#tabs.push(tab);
    this.#parts.guard(tab);
    this.#watch(tab);
    this.select(tab.id);
    if (url !== null) this.go(tab, url, typed);
    return tab;
  }

  go(tab: PageTab, url: string, typed: boolean): void {
    tab.typed = typed ? url : null;
    tab.isGone = false;
    // What fails to load shows the browser's own page of it.
    void tab.contents.loadURL(url).catch(() => this.#parts.onChange());
  }

  select(id: string | null): void {
    this.#active = this.#tabs.find((tab) => tab.id === id) ?? null;
    this.#parts.onFront(this.#active);
    this.#active?.contents.focus();
    this.#parts.onChange();
  }

  close(id: string): void {
    const at = this.#tabs.findIndex((tab) => tab.id === id);
    const [tab] = at === -1 ? [] : this.#tabs.splice(at, 1);
    if (tab === undefined) return;
    this.#parts.onVisit(tab.id, null);
    this.#parts.onClosed(tab);
    if (!tab.contents.isDestroyed()) tab.contents.close();
    if (this.#active === tab) this.select((this.#tabs[at] ?? this.#tabs[at - 1])?.id ?? null);
    else this.#parts.onChange();
  }

  move(to: 'BACK' | 'FORWARD' | 'RELOAD' | 'STOP'): void {
    const tab = this.#active;
    if (tab === null) return;
    const { contents } = tab;
    const history = contents.navigationHistory;
    if (to === 'BACK' && history.canGoBack()) history.goBack();
    if (to === 'FORWARD' && history.canGoForward()) history.goForward();
    if (to === 'STOP') contents.stop();
    if (to !== 'RELOAD') return;
    // What the person loads anew is theirs again.
    tab.typed = contents.getURL();
    tab.isGone = false;
    contents.reload();
  }

  find(text: string, forward: boolean): void {
    const tab = this.#active;
    if (tab === null || text === '') return this.endFind();
    const isNext = tab.find?.text === text;
    tab.find = isNext ? tab.find : { text, match: 0, of: 0 };
    tab.contents.findInPage(text, { forward, findNext: !isNext });
  }

  endFind(): void {
    const tab = this.#active;
    if (tab === null || tab.find === null) return;
    tab.find = null;
    tab.contents.stopFindInPage('clearSelection');
    this.#parts.onChange();
  }

  zoom(by: 'IN' | 'OUT' | 'RESET'): void {
    const contents = this.#active?.contents;
    if (contents === undefined) return;
    const step = by === 'IN' ? 1 : -1;
    const level = by === 'RESET' ? 0 : contents.getZoomLevel() + step;
    contents.setZoomLevel(Math.min(ZOOM.most, Math.max(ZOOM.least, level)));
    this.#parts.onChange();
  }

  refuse(tab: GuardedTab, what: string): void {
    const found = this.#tabs.find(({ id }) => id === tab.id);
    if (found === undefined) return;
    found.refused = [...found.refused.filter((one) => one !== what), what].slice(-MOST_REFUSED);
    this.#parts.onChange();
  }

  closeAll(): void {
    for (const { id } of this.#tabs.toReversed()) this.close(id);
  }

  view(): Pick<
    FrameState,
    'active' | 'tabs' | 'canGoBack' | 'canGoForward' | 'zoomPercent' | 'find' | 'refused'
  > {
    const tab = this.#active;
    return {
      active: tab?.id ?? null,
      tabs: this.#tabs.map(({ id, contents, isGone }) => ({
        id,
        title: contents.getTitle(),
        url: contents.getURL(),
        isLoading: contents.isLoading(),
        isGone,
      })),
      canGoBack: tab?.contents.navigationHistory.canGoBack() ?? false,
      canGoForward: tab?.contents.navigationHistory.canGoForward() ?? false,
      zoomPercent: Math.round(100 * 1.2 ** (tab?.contents.getZoomLevel() ?? 0)),
      find: tab?.find ?? null,
      refused: tab?.refused ?? [],
    };
  }

  #watch(tab: PageTab): void {
    const { contents } = tab;
    const changed = (): void => this.#parts.onChange();
    contents.on('did-navigate', (_event, url) => {
      tab.refused = [];
      tab.find = null;
      this.#parts.onVisit(tab.id, url);
      changed();
    });
    contents.on('did-navigate-in-page', changed);
    contents.on('page-title-updated', changed);
    for (const name of ['did-start-loading', 'did-stop-loading'] as const) contents.on(name, changed);
    contents.on('found-in-page', (_event, { activeMatchOrdinal, matches }) => {
      if (tab.find !== null) tab.find = { ...tab.find, match: activeMatchOrdinal, of: matches };
      changed();
    });
    contents.on('render-process-gone', () => {
      tab.isGone = true;
      changed();
    });
    // It was closed by its own page.
    contents.on('destroyed', () => this.close(tab.id));
  }
}
