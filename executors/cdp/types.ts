// The protocol's types, taken from playwright-core's own declarations so that they fit the supported Chromium.
// Types only: nothing of playwright-core is loaded.
import type { CDPSession } from 'playwright-core';

declare const typed: CDPSession;

export type CdpMethod = Parameters<CDPSession['send']>[0];
export type CdpParams<M extends CdpMethod> = Parameters<typeof typed.send<M>>[1];
export type CdpResult<M extends CdpMethod> = Awaited<ReturnType<typeof typed.send<M>>>;

/** Every event that this project listens to. */
export type CdpEvent =
  | 'Browser.downloadProgress'
  | 'Browser.downloadWillBegin'
  | 'Fetch.authRequired'
  | 'Fetch.requestPaused'
  | 'Input.dragIntercepted'
  | 'Inspector.targetCrashed'
  | 'Log.entryAdded'
  | 'Network.loadingFailed'
  | 'Network.webSocketClosed'
  | 'Network.webSocketCreated'
  | 'Network.loadingFinished'
  | 'Network.requestWillBeSent'
  | 'Network.responseReceived'
  | 'Network.responseReceivedExtraInfo'
  | 'Page.domContentEventFired'
  | 'Page.downloadWillBegin'
  | 'Page.fileChooserOpened'
  | 'Page.frameAttached'
  | 'Page.frameDetached'
  | 'Page.frameNavigated'
  | 'Page.frameRequestedNavigation'
  | 'Page.frameStartedNavigating'
  | 'Page.frameStartedLoading'
  | 'Page.frameStoppedLoading'
  | 'Page.javascriptDialogClosed'
  | 'Page.javascriptDialogOpening'
  | 'Page.lifecycleEvent'
  | 'Page.loadEventFired'
  | 'Page.navigatedWithinDocument'
  | 'Page.windowOpen'
  | 'Runtime.bindingCalled'
  | 'Runtime.consoleAPICalled'
  | 'Runtime.exceptionThrown'
  | 'Runtime.executionContextCreated'
  | 'Runtime.executionContextDestroyed'
  | 'Runtime.executionContextsCleared'
  | 'Target.attachedToTarget'
  | 'Target.detachedFromTarget'
  | 'Target.targetCreated'
  | 'Target.targetInfoChanged';

/** The generic signature stands alone once it is instantiated: the overloads for `close` and `event` take no type argument. */
export type CdpPayload<E extends CdpEvent> = Parameters<Parameters<typeof typed.on<E>>[1]>[0];

export type AxNode = CdpResult<'Accessibility.getFullAXTree'>['nodes'][number];
export type DomSnapshot = CdpResult<'DOMSnapshot.captureSnapshot'>;
