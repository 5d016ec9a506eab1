// What the tab tells of a page, as events of the protocol for the sessions that enabled their domain.
// INVARIANT: an event is made of the tab's own words (`RemoteEvent`) and of ids of the door; none of the browser's messages goes on.
import type { RemoteContext, RemoteEvent, RemoteFrame, RemotePageEvent } from '#executors/contract/remote.ts';
import type { TellPage } from './hearing.ts';
import type { OpenDialog } from './page-dialog.ts';
import type { Fields, PageView } from './page-view.ts';
import { tellTraffic } from './request-events.ts';

export function frameOf(view: PageView, frame: RemoteFrame): Fields {
  const { id, parentId, loaderId, name, url, mimeType } = frame;
  return {
    id: view.idOf(id),
    ...(parentId === null ? {} : { parentId: view.idOf(parentId) }),
    loaderId,
    ...(name === '' ? {} : { name }),
    url,
    domainAndRegistry: '',
    securityOrigin: originOf(url),
    mimeType,
    secureContextType: 'InsecureScheme',
    crossOriginIsolatedContextType: 'NotIsolated',
    gatedAPIFeatures: [],
  };
}

export function contextOf(view: PageView, { id, frameId, origin, name, isDefault }: RemoteContext): Fields {
  const number = view.numberOf(id);
  return {
    id: number,
    origin,
    name,
    uniqueId: view.uniqueIdOf(id),
    auxData: { isDefault, type: isDefault ? 'default' : 'isolated', frameId: view.idOf(frameId) },
  };
}

/** INVARIANT: of a page that may not be read there is no main frame, and none of its words is told. */
export function dialogOf(view: PageView, { dialog, message, defaultText }: OpenDialog): Fields {
  const main = view.frames().find(({ parentId }) => parentId === null);
  const said = (text: string): string => (main === undefined ? '' : text);
  return {
    url: main?.url ?? '',
    frameId: view.mainId,
    message: said(message),
    type: dialog,
    hasBrowserHandler: false,
    ...(dialog === 'prompt' ? { defaultPrompt: said(defaultText) } : {}),
  };
}

/** The frames below one, as the protocol has them. */
export function treeOf(view: PageView, frame: RemoteFrame): Fields {
  const children = view.frames().filter(({ parentId }) => parentId === frame.id);
  return {
    frame: frameOf(view, frame),
    ...(children.length === 0 ? {} : { childFrames: children.map((child) => treeOf(view, child)) }),
  };
}

/** Dialogs are not among them: those are answered. Nor are other pages: those are targets. */
export type PageEvent = Exclude<RemoteEvent, RemotePageEvent | { readonly kind: 'DIALOG' | 'DIALOG_GONE' }>;

export function tellEvent(view: PageView, event: PageEvent, tell: TellPage): void {
  switch (event.kind) {
    case 'FRAME_ATTACHED': {
      const { frameId: id, parentId } = event;
      view.setFrame({ id, parentId, loaderId: '', name: '', url: 'about:blank', mimeType: 'text/html' });
      return tell('PAGE', 'Page.frameAttached', {
        frameId: view.idOf(id),
        parentFrameId: view.idOf(parentId),
      });
    }
    case 'FRAME_DETACHED':
      if (view.frame(event.frameId) === null) return;
      view.removeFrame(event.frameId);
      return tell('PAGE', 'Page.frameDetached', { frameId: view.idOf(event.frameId), reason: 'remove' });
    case 'FRAME_NAVIGATED':
      view.setFrame(event.frame);
      return tell('PAGE', 'Page.frameNavigated', { frame: frameOf(view, event.frame), type: 'Navigation' });
    case 'MOVED_WITHIN': {
      const { frameId, url } = event;
      const known = view.frame(frameId);
      if (known !== null) view.setFrame({ ...known, url });
      return tell('PAGE', 'Page.navigatedWithinDocument', {
        frameId: view.idOf(frameId),
        url,
        navigationType: 'other',
      });
    }
    case 'LOADING':
      return tell('PAGE', 'Page.frameStartedLoading', { frameId: view.idOf(event.frameId) });
    case 'STOPPED':
      return tell('PAGE', 'Page.frameStoppedLoading', { frameId: view.idOf(event.frameId) });
    case 'LIFECYCLE':
      view.lifecycle(event.frameId, event);
      return tell('LIFECYCLE', 'Page.lifecycleEvent', lifecycleOf(view, event));
    case 'BUILT':
      return tell('PAGE', 'Page.domContentEventFired', { timestamp: event.at });
    case 'LOADED':
      return tell('PAGE', 'Page.loadEventFired', { timestamp: event.at });
    case 'WORLD':
      if (view.contexts().some(({ id }) => id === event.context.id)) return;
      view.addContext(event.context);
      return tell('RUNTIME', 'Runtime.executionContextCreated', { context: contextOf(view, event.context) });
    case 'WORLD_GONE':
      view.removeContext(event.id);
      return tell('RUNTIME', 'Runtime.executionContextDestroyed', {
        executionContextId: view.numberOf(event.id),
        executionContextUniqueId: view.uniqueIdOf(event.id),
      });
    case 'WORLDS_GONE':
      view.clearContexts();
      return tell('RUNTIME', 'Runtime.executionContextsCleared', {});
    case 'REQUEST':
    case 'RESPONSE':
    case 'REQUEST_ENDED':
    case 'REQUEST_FAILED':
      return tellTraffic(view, event, tell);
    case 'SETTLED':
      return view.settle(event.pending, event.answer);
  }
}

export const lifecycleOf = (
  view: PageView,
  {
    frameId,
    loaderId,
    name,
    at,
  }: { readonly frameId: string; readonly loaderId: string; readonly name: string; readonly at: number },
): Fields => ({ frameId: view.idOf(frameId), loaderId, name, timestamp: at });

/** As the protocol writes one that is none. */
function originOf(url: string): string {
  const origin = URL.parse(url)?.origin ?? 'null';
  return origin === 'null' ? '://' : origin;
}
