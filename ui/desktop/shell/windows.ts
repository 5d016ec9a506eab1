// Makes the windows and views of the table, and knows which page is whose. INVARIANT: nothing is made with preferences that have a fault;
// each page of ours is pinned, and none of them gets a permission.
import type { Contents, PageSession } from '../ports/contents.ts';
import type { BaseWindowPort, ElectronPort, ViewPort, WindowPort } from '../ports/electron.ts';
import type { Caller } from '../ipc/serve.ts';
import { SHOW_CHANNEL, SHOWN } from '../ipc/table.ts';
import type { ShownName, ShownValue } from '../ipc/table.ts';
import { faultsIn } from '../tables/web-preferences.ts';
import { WINDOWS, optionsOf, type Role } from '../tables/windows.ts';
import { mayBeAt, pin, type Origins } from './pinned.ts';

export type WindowsParts = Pick<
  ElectronPort,
  'BrowserWindow' | 'BaseWindow' | 'WebContentsView' | 'session'
> & {
  readonly preloads: string;
  readonly isPackaged: boolean;
  readonly origins: () => Origins;
  readonly openOutside: (url: string) => void;
  /** The shell's own pages, for a session of theirs. */
  readonly servePages: (session: PageSession) => void;
};

export class Windows {
  readonly #parts: WindowsParts;
  readonly #roles = new Map<number, Role>();
  readonly #prepared = new Set<string>();

  constructor(parts: WindowsParts) {
    this.#parts = parts;
  }

  /** By the number of its page; a page of the web is none that may call. */
  callerOf(contentsId: number): Caller | null {
    const role = this.#roles.get(contentsId);
    if (role === undefined || role === 'PAGE') return null;
    return { role, mayBeAt: (url) => mayBeAt(WINDOWS[role].goes, url, this.#parts.origins()) };
  }

  base(): BaseWindowPort {
    const { webPreferences: _ofViews, ...options } = this.#options('FRAME');
    return new this.#parts.BaseWindow(options);
  }

  view(role: 'FRAME' | 'APP' | 'PAGE'): ViewPort {
    const { webPreferences } = this.#options(role);
    const view = new this.#parts.WebContentsView({ webPreferences });
    this.#own(role, view.webContents);
    return view;
  }

  window(role: 'CONSENT' | 'QUICK' | 'TRAY' | 'PICTURE'): WindowPort {
    const window = new this.#parts.BrowserWindow(this.#options(role));
    const { onTop, isProtected } = WINDOWS[role];
    window.setAlwaysOnTop(true, onTop);
    window.setVisibleOnAllWorkspaces(true, { visibleOnFullScreen: true });
    if (isProtected) window.setContentProtection(true);
    this.#own(role, window.webContents);
    return window;
  }

  /** One that is gone is shown nothing. */
  show<N extends ShownName>(contents: Contents, name: N, value: ShownValue<N>): void {
    if (contents.isDestroyed()) return;
    contents.send(SHOW_CHANNEL, name, SHOWN[name].value.parse(value));
  }

  #options(role: Role): ReturnType<typeof optionsOf> {
    const options = optionsOf(WINDOWS[role], this.#parts);
    const faults = faultsIn(options.webPreferences);
    if (faults.length > 0) throw new Error(`the window ${role} is not opened: ${faults.join('; ')}`);
    this.#prepare(role);
    return options;
  }

  /** Once, before its first page. */
  #prepare(role: Role): void {
    const { partition, goes } = WINDOWS[role];
    if (role === 'PAGE' || this.#prepared.has(partition)) return;
    this.#prepared.add(partition);
    const session = this.#parts.session.fromPartition(partition);
    denyAll(session);
    if (goes === 'SHELL') this.#parts.servePages(session);
  }

  #own(role: Role, contents: Contents): void {
    this.#roles.set(contents.id, role);
    contents.on('destroyed', () => this.#roles.delete(contents.id));
    const { goes } = WINDOWS[role];
    if (goes !== 'WEB') pin(contents, goes, this.#parts);
  }
}

/** Nothing of ours needs a device, a notification or a file of a page's. */
export function denyAll(session: PageSession): void {
  session.setPermissionRequestHandler((_contents, _permission, callback) => callback(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.setDisplayMediaRequestHandler((_request, callback) => callback({}));
  session.setBluetoothPairingHandler((_details, callback) => callback({ confirmed: false }));
  session.on('will-download', (event) => event.preventDefault());
}
