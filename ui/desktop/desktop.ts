// The composition of the desktop: the gateway's process, the windows, what they may ask, and what the system is told.
// INVARIANT: nothing here decides and nothing here answers a question; what is asked goes to the gateway, and what it says is shown.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { fail } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { Downloads } from './foreground/downloads.ts';
import type { DownloadLine } from './foreground/downloads.ts';
import { Guard } from './foreground/guard.ts';
import type { Decide } from './foreground/guard.ts';
import { Tabs } from './foreground/tabs.ts';
import { Refusals } from './ipc/refusals.ts';
import { serveCalls } from './ipc/serve.ts';
import type { ElectronPort } from './ports/electron.ts';
import type { PageSession } from './ports/contents.ts';
import { answersOf } from './shell/answers.ts';
import { ConsentWindow } from './shell/consent-window.ts';
import { MainWindow } from './shell/main-window.ts';
import { Notifier } from './shell/notifier.ts';
import { PictureWindow } from './shell/picture-window.ts';
import type { Origins } from './shell/pinned.ts';
import { QuickBar } from './shell/quick-bar.ts';
import { TrayIcon } from './shell/tray.ts';
import { actOf, trayMenu, type TrayAct } from './shell/tray-menu.ts';
import { TrayWindow } from './shell/tray-window.ts';
import { Windows } from './shell/windows.ts';
import { shellAnswers } from './process/shell-answers.ts';
import { Supervisor } from './process/supervisor.ts';
import type { GatewayChannel, GatewayProcess } from './process/supervisor.ts';
import { World } from './process/world.ts';
import type { Updates } from './updates/updates.ts';
import { lentInWords } from '#ui/signals/lent-words.ts';
import { routeOf, type Shown } from './tables/links.ts';
import { shellUrl } from './tables/shell-pages.ts';
import { WINDOWS } from './tables/windows.ts';

export type DesktopParts = {
  readonly electron: ElectronPort;
  readonly startGateway: () => GatewayProcess;
  readonly preloads: string;
  readonly servePages: (session: PageSession) => void;
  readonly now: () => number;
  readonly clock: (at: string) => string;
  /** The last thing of an orderly end: `leave`, where the program is not simply over. */
  readonly quit: (leave?: () => void) => void;
  readonly log: (line: string) => void;
  /** Whether it begins with the person's log-in; not there: it cannot, as what is not installed cannot. */
  readonly atLogin?: { readonly is: () => boolean; readonly set: (on: boolean) => void };
  /** Not there: this program has no makers whose releases it could take. */
  readonly updates?: (onChange: () => void) => Updates;
};

/** A question has two minutes, and what is scanned its own time. */
const DECIDE_MS = 150_000;
const SCAN_MS = 600_000;

/** Over every other program's keys. */
export const QUICK_KEYS = 'CommandOrControl+Shift+Space';

export class Desktop {
  readonly #parts: DesktopParts;
  readonly #world = new World();
  readonly #windows: Windows;
  readonly #supervisor: Supervisor;
  readonly #main: MainWindow;
  readonly #tabs: Tabs;
  readonly #consent: ConsentWindow;
  readonly #quick: QuickBar;
  readonly #picture: PictureWindow;
  readonly #notifier: Notifier;
  readonly #refusals: Refusals;
  readonly #tray: TrayIcon;
  readonly #trayWindow: TrayWindow;
  readonly #updates: Updates | null;
  #downloads: readonly DownloadLine[] = [];
  #origins: Origins = null;
  #appLink: string | null = null;
  /** Shown once the app is there. */
  #pending: Shown | null = null;
  #isClosing = false;

  constructor(parts: DesktopParts) {
    this.#parts = parts;
    const { electron, now } = parts;
    const foreground = electron.session.fromPartition(WINDOWS.PAGE.partition);
    this.#refusals = new Refusals(({ what, from, count }) => {
      parts.log(`refused ${what} (${from}), ${count} times`);
      this.#channel?.tell('refused', { what: what.slice(0, 200), from: from.slice(0, 300), count });
    }, now);
    this.#supervisor = new Supervisor({
      start: parts.startGateway,
      handlers: shellAnswers({ cookies: foreground.cookies, safeStorage: electron.safeStorage }),
      onState: (state) => {
        this.#world.become(state);
        if (state.kind === 'READY') void this.#ready();
        else this.#lost();
      },
      listen: (channel) => this.#listen(channel),
      onRefused: (why) => this.#refusals.note({ what: why, from: 'the gateway’s process' }),
      now,
    });
    this.#windows = new Windows({
      ...electron,
      preloads: parts.preloads,
      isPackaged: electron.app.isPackaged,
      origins: () => this.#origins,
      openOutside: (url) => this.openAddress(url),
      servePages: parts.servePages,
    });
    const guard = new Guard({
      decide: this.#decide,
      tabOf: (id) => this.#tabs.byContents(id),
      openTab: (url) => void this.#tabs.open(url, false),
      onRefused: (tab, what) => this.#tabs.refuse(tab, what),
      now,
    });
    guard.watch(foreground);
    this.#main = new MainWindow({
      windows: this.#windows,
      frameUrl: shellUrl('FRAME'),
      onClosed: () => void this.close(),
      keepsRunning: () => !this.#isClosing,
    });
    this.#tabs = new Tabs({
      newView: () => this.#windows.view('PAGE'),
      newId: () => `tab-${randomUUID()}`,
      guard: (tab) => guard.attach(tab, tab.contents),
      onVisit: (tab, url) => void this.#channel?.call('visit', { tab, url }),
      onFront: (tab) => this.#main.front(tab?.view ?? null),
      onClosed: () => undefined,
      onChange: () => this.#showFrame(),
    });
    new Downloads({
      decide: this.#decide,
      tabOf: (id) => this.#tabs.byContents(id),
      pathOf: (id) => this.#pathOf(id),
      received: (download, received, total) =>
        this.#ask((channel) => channel.call('received', { download, received, total })),
      downloaded: (download, outcome) =>
        this.#ask((channel) => channel.call('downloaded', { download, outcome }, { deadlineMs: SCAN_MS })),
      newId: () => `d-${randomUUID()}`,
      onChange: (lines) => {
        this.#downloads = lines;
        this.#showFrame();
      },
    }).watch(foreground);
    this.#consent = new ConsentWindow({
      newWindow: () => this.#windows.window('CONSENT'),
      enrol: async () => this.#links().then((links) => links?.consent ?? null),
      addressOf: async (id) => {
        const found = await this.#ask((channel) => channel.call('question', { id }));
        return found.ok ? found.value.url : null;
      },
    });
    this.#quick = new QuickBar({
      screen: electron.screen,
      newWindow: () => this.#windows.window('QUICK'),
      url: shellUrl('QUICK'),
      show: (window, state) => this.#windows.show(window.webContents, 'quick', state),
      gateway: () => this.#gatewayWord,
      read: (text) => this.#ask((channel) => channel.call('read', { text })),
      run: ({ intent, startUrl, lend }) =>
        this.#ask((channel) =>
          channel.call('run', { intent, ...(startUrl === undefined ? {} : { startUrl }), lend: [...lend] }),
        ),
      openAddress: (url) => this.openAddress(url),
      openTask: (id) => this.show({ kind: 'TASK', id }),
    });
    this.#picture = new PictureWindow({
      newWindow: () => this.#windows.window('PICTURE'),
      url: shellUrl('PICTURE'),
    });
    this.#tray = new TrayIcon({
      ...electron,
      onItem: (id) => this.#choose(id),
      onPress: () => void this.#trayWindow.toggle(this.#tray.bounds),
    });
    this.#trayWindow = new TrayWindow({
      newWindow: () => this.#windows.window('TRAY'),
      url: shellUrl('TRAY'),
      show: (window) => this.#windows.show(window.webContents, 'tray', this.#menu),
    });
    this.#notifier = new Notifier({
      ...electron,
      open: ({ kind, id }) => this.show(kind === 'TASK' ? { kind, id } : { kind, id }),
      isWatched: () => false,
      now,
    });
    this.#updates = parts.updates?.(() => this.#showAll()) ?? null;
    this.#world.onChange(() => this.#showAll());
    serveCalls({
      ipc: electron.ipcMain,
      callerOf: (id) => this.#windows.callerOf(id),
      onRefused: (refusal) => this.#refusals.note(refusal),
      answers: answersOf({
        tabs: this.#tabs,
        quick: this.#quick,
        picture: this.#picture,
        consent: this.#consent,
        trayWindow: this.#trayWindow,
        ask: (use) => this.#ask(use),
        openAddress: (url) => this.openAddress(url),
        show: (shown) => this.show(shown),
        choose: (item) => this.#choose(item),
        unfold: (open) => this.#main.unfold(open),
      }),
    });
  }

  /** `hidden`: at the person's log-in it begins in the tray. */
  begin({ hidden, link }: { readonly hidden: boolean; readonly link: Shown | null }): void {
    const { electron } = this.#parts;
    this.#supervisor.begin();
    this.#updates?.begin();
    this.#showAll();
    if (!electron.globalShortcut.register(QUICK_KEYS, () => this.#quick.toggle()))
      this.#parts.log(`${QUICK_KEYS} belongs to another program: the bar opens from the tray`);
    if (link !== null) this.show(link);
    else if (!hidden) this.#main.show();
  }

  /** In the person's own page. */
  openAddress(url: string): void {
    this.#main.show();
    this.#tabs.open(url, true);
  }

  show(shown: Shown): void {
    if (shown.kind === 'QUESTION' && this.#consent.open(shown.id)) return;
    this.#main.show();
    this.#tabs.select(null);
    const route: Exclude<Shown, { kind: 'QUESTION' }> =
      shown.kind === 'QUESTION' ? { kind: 'VIEW', view: 'inbox' } : shown;
    if (this.#appLink === null) this.#pending = route;
    else void this.#main.route(routeOf(route));
  }

  /** Ends everything in order: pages, windows, the gateway with its browsers. */
  async close(leave?: () => void): Promise<void> {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.#updates?.close();
    this.#refusals.flush();
    this.#notifier.close();
    this.#parts.electron.globalShortcut.unregisterAll();
    this.#tabs.closeAll();
    this.#consent.close();
    await this.#supervisor.close();
    this.#tray.destroy();
    this.#main.destroy();
    this.#parts.quit(leave);
  }

  get #channel(): GatewayChannel | null {
    return this.#supervisor.channel;
  }

  get #gatewayWord(): 'STARTING' | 'READY' | 'GONE' {
    const { kind } = this.#world.now.gateway;
    return kind === 'READY' ? 'READY' : kind === 'STARTING' || kind === 'WAITING' ? 'STARTING' : 'GONE';
  }

  get #menu(): ReturnType<typeof trayMenu> {
    const { clock, atLogin } = this.#parts;
    return trayMenu(this.#world.now, clock, {
      atLogin: atLogin?.is() ?? null,
      update: this.#updates?.state ?? null,
    });
  }

  async #ask<T>(use: (channel: GatewayChannel) => Promise<Result<T>>): Promise<Result<T>> {
    const channel = this.#channel;
    return channel === null
      ? fail('desktop.gone', 'the gateway is not there', { help: 'start it from the tray' })
      : use(channel);
  }

  /** A question that a person is asked takes as long as they do; the gateway ends it. */
  readonly #decide: Decide = (asked) =>
    this.#ask((channel) => channel.call('decide', asked, { deadlineMs: DECIDE_MS }));

  #pathOf(download: string): string | null {
    const { gateway } = this.#world.now;
    return gateway.kind === 'READY' ? join(gateway.quarantine, `${download}.part`) : null;
  }

  #listen(channel: GatewayChannel): void {
    channel.on('standing', ({ tasks, questions }) => {
      if (channel !== this.#channel) return;
      this.#world.told({ tasks, questions });
      this.#consent.told(questions);
    });
    channel.on('happened', (happening) => this.#notifier.happened(happening));
  }

  async #links(): Promise<{ readonly app: string; readonly consent: string } | null> {
    const links = await this.#ask((channel) => channel.call('links', {}));
    return links.ok ? links.value : null;
  }

  async #ready(): Promise<void> {
    const links = await this.#links();
    if (links === null) return;
    this.#origins = { app: new URL(links.app).origin, consent: new URL(links.consent).origin };
    this.#appLink = links.app;
    this.#main.showApp(links.app);
    const pending = this.#pending;
    this.#pending = null;
    if (pending !== null) this.show(pending);
  }

  #lost(): void {
    this.#origins = null;
    this.#appLink = null;
    this.#consent.renew();
  }

  #choose(item: string): void {
    const act = actOf(this.#menu, item);
    if (act !== null) void this.#act(act);
  }

  async #act(act: TrayAct): Promise<void> {
    switch (act.kind) {
      case 'OPEN_QUESTION':
        return this.show({ kind: 'QUESTION', id: act.id });
      case 'OPEN_TASK':
        return this.show({ kind: 'TASK', id: act.id });
      case 'STOP_ALL':
        return void (await this.#ask((channel) => channel.call('stop', { taskId: null })));
      case 'QUICK_BAR':
        return this.#quick.open(null);
      case 'SHOW':
        return this.#main.show();
      case 'RESTART_GATEWAY':
        return this.#supervisor.begin();
      case 'AT_LOGIN':
        this.#parts.atLogin?.set(!this.#parts.atLogin.is());
        return this.#showAll();
      case 'UPDATE':
        return this.#update();
      case 'QUIT':
        return this.close();
    }
  }

  /** One step on: look, fetch, install. */
  async #update(): Promise<void> {
    const kind = this.#updates?.state.kind;
    if (kind === 'FOUND') return this.#updates?.fetch();
    if (kind !== 'READY') return this.#updates?.look();
    const leave = await this.#updates?.install();
    if (leave !== null) return this.close(leave);
  }

  #showAll(): void {
    this.#tray.show(this.#menu);
    this.#trayWindow.refresh();
    this.#quick.refresh();
    this.#showFrame();
  }

  #showFrame(): void {
    const { standing } = this.#world;
    this.#windows.show(this.#main.frame.webContents, 'frame', {
      ...this.#tabs.view(),
      questions: standing.questions,
      running: standing.running,
      lent: standing.lent.map(({ lent, taskId, intent }) => ({
        domain: lent.domain,
        words: lentInWords(lent, this.#parts.clock),
        taskId,
        intent,
      })),
      downloads: [...this.#downloads],
      gateway: this.#gatewayWord,
    });
  }
}
