// What is used of Electron's main process, as interfaces: the real module and the one of the tests are both held against them.
// INVARIANT: types alone; `ui/desktop/main.ts` is the only file that brings Electron itself in.
import type {
  App,
  BaseWindow,
  BrowserWindow,
  Event,
  GlobalShortcut,
  IpcMainInvokeEvent,
  MenuItemConstructorOptions,
  NativeImage,
  Notification,
  NotificationConstructorOptions,
  Protocol,
  Rectangle,
  SafeStorage,
  Screen,
  Settings,
  Shell,
  Tray,
  UtilityProcess,
  ForkOptions,
  WebContentsViewConstructorOptions,
} from 'electron';
import type { Contents, PageSession, WindowOptions } from './contents.ts';

export type AppPort = Pick<
  App,
  | 'whenReady'
  | 'quit'
  | 'exit'
  | 'relaunch'
  | 'runningUnderARM64Translation'
  | 'getVersion'
  | 'isPackaged'
  | 'getAppPath'
  | 'enableSandbox'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
> & {
  getLoginItemSettings(): Pick<ReturnType<App['getLoginItemSettings']>, 'openAtLogin'>;
  setLoginItemSettings(settings: Settings): void;
  on(name: 'second-instance', listener: (event: Event, argv: string[]) => void): unknown;
  on(name: 'open-url', listener: (event: Event, url: string) => void): unknown;
  on(name: 'window-all-closed' | 'activate', listener: () => void): unknown;
  on(name: 'before-quit', listener: (event: Event) => void): unknown;
  on(name: 'web-contents-created', listener: (event: Event, contents: Contents) => void): unknown;
};

type WindowEvents = {
  on(name: 'close', listener: (event: Event) => void): unknown;
  on(name: 'closed' | 'blur' | 'focus' | 'resize' | 'show' | 'hide', listener: () => void): unknown;
};

type Placed = { setBounds(bounds: Rectangle): void; setVisible(visible: boolean): void };
export type ViewPort = Placed & { readonly webContents: Contents };

/** A window with several pages in it. */
export type BaseWindowPort = WindowEvents &
  Pick<
    BaseWindow,
    | 'show'
    | 'focus'
    | 'hide'
    | 'isVisible'
    | 'isMinimized'
    | 'restore'
    | 'getContentBounds'
    | 'destroy'
    | 'isDestroyed'
    | 'setTitle'
  > & {
    readonly contentView: { addChildView(view: Placed): void; removeChildView(view: Placed): void };
  };

/** A window with one page. */
export type WindowPort = WindowEvents &
  Pick<
    BrowserWindow,
    | 'loadURL'
    | 'show'
    | 'showInactive'
    | 'hide'
    | 'focus'
    | 'isVisible'
    | 'isDestroyed'
    | 'destroy'
    | 'setAlwaysOnTop'
    | 'setContentProtection'
    | 'setVisibleOnAllWorkspaces'
    | 'setContentSize'
    | 'setPosition'
    | 'getBounds'
  > & { readonly webContents: Contents };

export type TrayPort = Pick<Tray, 'setToolTip' | 'getBounds' | 'destroy'> & {
  setImage(image: NativeImage): void;
  setContextMenu(menu: unknown): void;
  on(name: 'click', listener: () => void): unknown;
};

export type NotificationPort = Pick<Notification, 'show' | 'close'> & {
  on(name: 'click', listener: () => void): unknown;
};

export type UtilityPort = Pick<UtilityProcess, 'kill' | 'postMessage' | 'pid'> & {
  on(name: 'message', listener: (message: unknown) => void): unknown;
  on(name: 'exit', listener: (code: number) => void): unknown;
};

export type InvokeEvent = Pick<IpcMainInvokeEvent, 'processId' | 'frameId'> & {
  readonly sender: { readonly id: number };
  readonly senderFrame: {
    readonly url: string;
    readonly parent: unknown;
    readonly detached: boolean;
  } | null;
};

export type IpcPort = {
  handle(channel: string, listener: (event: InvokeEvent, ...given: unknown[]) => Promise<unknown>): void;
};

export type ElectronPort = {
  readonly app: AppPort;
  readonly BaseWindow: new (options: WindowOptions) => BaseWindowPort;
  readonly BrowserWindow: new (options: WindowOptions) => WindowPort;
  readonly WebContentsView: new (options: WebContentsViewConstructorOptions) => ViewPort;
  readonly Tray: new (image: NativeImage) => TrayPort;
  readonly Menu: {
    buildFromTemplate(template: MenuItemConstructorOptions[]): unknown;
    setApplicationMenu(menu: null): void;
  };
  readonly Notification: (new (options: NotificationConstructorOptions) => NotificationPort) & {
    isSupported(): boolean;
  };
  readonly nativeImage: {
    createFromBitmap(
      buffer: Buffer,
      options: { width: number; height: number; scaleFactor?: number },
    ): NativeImage;
  };
  readonly globalShortcut: Pick<GlobalShortcut, 'register' | 'unregisterAll'>;
  readonly ipcMain: IpcPort;
  readonly net: { fetch(url: string, options: RequestInit): Promise<Response> };
  readonly protocol: Pick<Protocol, 'registerSchemesAsPrivileged'>;
  readonly safeStorage: Pick<SafeStorage, 'isEncryptionAvailable' | 'encryptString' | 'decryptString'> &
    Partial<Pick<SafeStorage, 'getSelectedStorageBackend'>>;
  readonly screen: Pick<Screen, 'getCursorScreenPoint' | 'getDisplayNearestPoint'>;
  readonly session: { fromPartition(partition: string): PageSession };
  readonly shell: Pick<Shell, 'openExternal'>;
  readonly utilityProcess: { fork(module: string, args?: string[], options?: ForkOptions): UtilityPort };
};
