// Acts of a developer's tools on a tab: scripts, what was observed, rules for requests, frames, saved sessions; and their gates.
// INVARIANT: what runs or plants code of the caller's passes INJECT_JAVASCRIPT; a session passes the gates of all that it holds.
import { isSameOrigin } from './gate.ts';
import type { ActContext, Gate } from './gate.ts';
import { storageGate } from './storage-acts.ts';

export const CONSOLE_LEVELS = ['error', 'warning', 'info', 'log', 'debug', 'trace'] as const;
export type ConsoleLevel = (typeof CONSOLE_LEVELS)[number];

export const REQUEST_FILTERS = ['all', 'failed', 'pending', 'api'] as const;
export type RequestFilter = (typeof REQUEST_FILTERS)[number];

/** `last`: so many of the newest; `clear`: what was handed out is forgotten. */
export type ObserveAction =
  | { readonly type: 'OBSERVE'; readonly what: 'PAGE' | 'PERFORMANCE' | 'FRAMES' }
  | {
      readonly type: 'OBSERVE';
      readonly what: 'CONSOLE';
      readonly level?: ConsoleLevel;
      readonly last?: number;
      readonly clear?: boolean;
    }
  | {
      readonly type: 'OBSERVE';
      readonly what: 'ERRORS';
      readonly last?: number;
      readonly clear?: boolean;
    }
  | {
      readonly type: 'OBSERVE';
      readonly what: 'REQUESTS';
      readonly filter?: RequestFilter;
      /** As in `url-pattern.ts`. */
      readonly urlPattern?: string;
      readonly last?: number;
      readonly clear?: boolean;
    }
  /** Rules of the tab; with `bodies`, what they captured, of addresses that fit `urlPattern`. */
  | {
      readonly type: 'OBSERVE';
      readonly what: 'ROUTES';
      readonly bodies?: boolean;
      readonly urlPattern?: string;
    };

/** `pattern` as in `url-pattern.ts`. A rule lives as long as the tab. */
export type RouteAction =
  | { readonly type: 'ROUTE_BLOCK'; readonly pattern: string }
  | {
      readonly type: 'ROUTE_MOCK';
      readonly pattern: string;
      readonly status: number;
      readonly body: string;
      /** Default: what the body looks like, JSON or text. */
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly type: 'ROUTE_CAPTURE'; readonly pattern: string }
  /** `null`: all of them. */
  | { readonly type: 'ROUTE_REMOVE'; readonly id: string | null };

export type ToolAction =
  /** In the page's own world; `this` is the element where one is named. */
  | { readonly type: 'EVALUATE'; readonly expression: string; readonly ref?: string }
  | ObserveAction
  | RouteAction
  /** By the ref of its element, its name, its address, or `#2` for the second of FRAMES; `null`: the page itself. */
  | { readonly type: 'FRAME_SWITCH'; readonly frame: string | null }
  /** Cookies and storage of the document's origin, under a name in the vault. */
  | { readonly type: 'SESSION_SAVE'; readonly name: string }
  | { readonly type: 'SESSION_LOAD'; readonly name: string };

const TOOL_ACTS: ReadonlySet<string> = new Set<ToolAction['type']>([
  'EVALUATE',
  'OBSERVE',
  'ROUTE_BLOCK',
  'ROUTE_MOCK',
  'ROUTE_CAPTURE',
  'ROUTE_REMOVE',
  'SESSION_SAVE',
  'SESSION_LOAD',
  'FRAME_SWITCH',
]);

export const isToolAction = (action: { readonly type: string }): action is ToolAction =>
  TOOL_ACTS.has(action.type);

export function toolGates(action: ToolAction, { documentUrl: url, historyUrl }: ActContext): readonly Gate[] {
  switch (action.type) {
    case 'EVALUATE':
    case 'ROUTE_MOCK':
    case 'ROUTE_CAPTURE':
      return [{ capability: 'INJECT_JAVASCRIPT', url }];
    case 'ROUTE_BLOCK':
    case 'ROUTE_REMOVE':
      return [{ capability: 'EXECUTE_JAVASCRIPT', url }];
    case 'FRAME_SWITCH':
      return [
        { capability: 'EXECUTE_JAVASCRIPT', url },
        // To read another site's frame is to read that site: decided as going there.
        ...(historyUrl === undefined || isSameOrigin(historyUrl, url)
          ? []
          : [{ capability: 'NAVIGATE_CROSS_ORIGIN', url: historyUrl } as const]),
      ];
    case 'SESSION_SAVE':
    case 'SESSION_LOAD':
      return [
        storageGate('COOKIES', url),
        storageGate('LOCAL_STORAGE', url),
        storageGate('SESSION_STORAGE', url),
      ];
    case 'OBSERVE':
      return [{ capability: 'SCREENSHOT', url }];
  }
}
