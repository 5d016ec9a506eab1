// What is used of a page of Electron's and of its session. INVARIANT: types alone, taken from Electron's own declarations: the real one and
// the one of the tests both fit them, or nothing compiles.
import type {
  BrowserWindowConstructorOptions,
  DownloadItem,
  Event,
  HandlerDetails,
  InputEvent,
  OnBeforeRequestListenerDetails,
  RenderProcessGoneDetails,
  Result,
  Session,
  WebContents,
  WebContentsDidStartNavigationEventParams,
  WebContentsWillFrameNavigateEventParams,
  WindowOpenHandlerResponse,
} from 'electron';

/** Each of them calls its listener with what Electron says, and what the listener gives is not looked at. */
export type ContentsEvents = {
  on(
    name: 'will-frame-navigate',
    listener: (details: Event<WebContentsWillFrameNavigateEventParams>) => void,
  ): unknown;
  on(
    name: 'did-start-navigation',
    listener: (details: Event<WebContentsDidStartNavigationEventParams>) => void,
  ): unknown;
  on(name: 'did-navigate' | 'did-navigate-in-page', listener: (event: Event, url: string) => void): unknown;
  on(
    name: 'did-start-loading' | 'did-stop-loading' | 'destroyed' | 'unresponsive' | 'responsive',
    listener: () => void,
  ): unknown;
  on(name: 'page-title-updated', listener: (event: Event, title: string) => void): unknown;
  on(name: 'will-attach-webview', listener: (event: Event) => void): unknown;
  on(
    name: 'render-process-gone',
    listener: (event: Event, details: RenderProcessGoneDetails) => void,
  ): unknown;
  on(name: 'found-in-page', listener: (event: Event, result: Result) => void): unknown;
  on(name: 'input-event', listener: (event: Event, input: InputEvent) => void): unknown;
};

export type Contents = ContentsEvents &
  Pick<
    WebContents,
    | 'id'
    | 'loadURL'
    | 'reload'
    | 'stop'
    | 'getURL'
    | 'getTitle'
    | 'isLoading'
    | 'isDestroyed'
    | 'send'
    | 'findInPage'
    | 'stopFindInPage'
    | 'setZoomLevel'
    | 'getZoomLevel'
    | 'focus'
    | 'close'
  > & {
    readonly navigationHistory: Pick<
      WebContents['navigationHistory'],
      'canGoBack' | 'canGoForward' | 'goBack' | 'goForward'
    >;
    setWindowOpenHandler(handler: (details: HandlerDetails) => WindowOpenHandlerResponse): void;
  };

export type Download = Pick<
  DownloadItem,
  | 'setSavePath'
  | 'pause'
  | 'resume'
  | 'cancel'
  | 'getURL'
  | 'getFilename'
  | 'getMimeType'
  | 'getTotalBytes'
  | 'getReceivedBytes'
  | 'hasUserGesture'
> & {
  on(name: 'updated' | 'done', listener: (event: Event, state: string) => void): unknown;
};

export type ElectronPermission = Parameters<
  NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>
>[1];

type Id = { readonly id: number };

export type Requests = {
  onBeforeRequest(
    listener:
      | ((
          details: Pick<
            OnBeforeRequestListenerDetails,
            'id' | 'url' | 'method' | 'webContentsId' | 'resourceType' | 'uploadData' | 'initiatorOrigin'
          >,
          callback: (response: { cancel?: boolean }) => void,
        ) => void)
      | null,
  ): void;
};

export type PageSession = {
  readonly cookies: Pick<Session['cookies'], 'get'>;
  readonly webRequest: Requests;
  readonly protocol: Pick<Session['protocol'], 'handle'>;
  setPermissionRequestHandler(
    handler: (
      contents: Id,
      permission: ElectronPermission,
      callback: (granted: boolean) => void,
      details: { readonly requestingUrl?: string; readonly mediaTypes?: readonly ('audio' | 'video')[] },
    ) => void,
  ): void;
  setPermissionCheckHandler(
    handler: (contents: Id | null, permission: ElectronPermission, origin: string) => boolean,
  ): void;
  setDevicePermissionHandler(handler: () => boolean): void;
  setDisplayMediaRequestHandler(
    handler: (request: unknown, callback: (streams: Record<string, never>) => void) => void,
  ): void;
  setBluetoothPairingHandler(
    handler: (details: unknown, callback: (response: { confirmed: boolean }) => void) => void,
  ): void;
  on(name: 'will-download', listener: (event: Event, item: Download, contents: Id) => void): unknown;
  clearStorageData(): Promise<void>;
};

export type WindowOptions = BrowserWindowConstructorOptions;
