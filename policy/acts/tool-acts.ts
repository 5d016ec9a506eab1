// Acts of a developer's tools on a tab: scripts, what was observed, rules for requests, frames, saved sessions; and their gates.
// INVARIANT: what runs or plants code of the caller's passes INJECT_JAVASCRIPT; a session passes the gates of all that it holds.
import { isSameOrigin } from './gate.ts';
import { ELEMENT, own, quoted, say } from './phrase.ts';
import { OWN_WORLD } from './remote-acts.ts';
import type { RemoteLook, RemoteScript } from './remote-acts.ts';
import { NO_TRAITS, atElement, atPage, atScope, given, startsEffect, startsNothing } from './row.ts';
import type { Columns, PayloadVisit, RowsOf, Taken } from './row.ts';
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
  /** The outline that clients of Playwright's server know; of the element that `root` names in the last one, where it is given. */
  | {
      readonly type: 'OBSERVE';
      readonly what: 'ARIA';
      readonly root?: string;
      readonly depth?: number;
      readonly boxes?: boolean;
    }
  | RemoteLook
  /** The element that a ref of that outline, or a selector, names: found, not touched. */
  | { readonly type: 'OBSERVE'; readonly what: 'LOCATOR'; readonly target: string }
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
  /** In the page's own world; `this` is the element where one is named. `remote`: where such a program says. */
  | {
      readonly type: 'EVALUATE';
      readonly expression: string;
      readonly ref?: string;
      readonly remote?: RemoteScript;
    }
  | ObserveAction
  | RouteAction
  /** By the ref of its element, its name, its address, or `#2` for the second of FRAMES; `null`: the page itself. */
  | { readonly type: 'FRAME_SWITCH'; readonly frame: string | null }
  /** Cookies and storage of the document's origin, under a name in the vault. */
  | { readonly type: 'SESSION_SAVE'; readonly name: string }
  | { readonly type: 'SESSION_LOAD'; readonly name: string };

const OBSERVED = {
  PAGE: 'look at how the page is',
  CONSOLE: 'read the page’s console',
  ERRORS: 'read the page’s script errors',
  REQUESTS: 'read what the page asked for',
  PERFORMANCE: 'measure the page',
  FRAMES: 'list the page’s frames',
  ARIA: 'look at the page',
  LOCATOR: 'find an element of the page',
  REMOTE: 'look at the page as a program for developers does',
  ROUTES: 'list the tab’s rules for requests',
} as const satisfies Record<ObserveAction['what'], string>;

type Patterned = { readonly pattern: string };

/** What rules for requests have in common. */
const RULE = {
  ...NO_TRAITS,
  capabilities: ['INJECT_JAVASCRIPT'],
  gates: (_action, { documentUrl: url }) => [{ capability: 'INJECT_JAVASCRIPT', url }],
  to: 'DOCUMENT',
  aim: atPage,
  starts: startsNothing,
  needs: 'NOTHING',
} as const satisfies Omit<Columns<object>, 'payload' | 'words'>;

const MILD_RULE = {
  ...RULE,
  capabilities: ['EXECUTE_JAVASCRIPT'],
  gates: (_action, { documentUrl: url }) => [{ capability: 'EXECUTE_JAVASCRIPT', url }],
} as const satisfies Omit<Columns<object>, 'payload' | 'words'>;

const patterned = <A extends Patterned>(action: A, visit: PayloadVisit): A => ({
  ...action,
  pattern: visit('pattern', action.pattern),
});
const forAddresses = ({ pattern }: Patterned) => given('for addresses', pattern);

/** What saving and loading a session have in common: all that it holds is asked for. */
const SESSION = {
  ...NO_TRAITS,
  capabilities: ['ACCESS_COOKIES', 'ACCESS_LOCALSTORAGE', 'ACCESS_SESSION_STORAGE'],
  gates: (_action, { documentUrl: url }) => [
    storageGate('COOKIES', url),
    storageGate('LOCAL_STORAGE', url),
    storageGate('SESSION_STORAGE', url),
  ],
  payload: 'NONE',
  to: 'DOCUMENT',
  aim: atPage,
  starts: startsNothing,
} as const satisfies Omit<Columns<object>, 'needs' | 'words'>;

/** Texts among them stand by themselves, as they are: one of them may be the script that the other one runs. */
function passedRows(passed: string): readonly Taken[] {
  const texts: Taken[] = [];
  const rest = listOf(passed)?.map((one, at): unknown => {
    const text = textIn(one);
    if (text === null || JSON.stringify(text).length === text.length + 2) return one;
    const label = `argument ${at + 1}`;
    texts.push({ as: 'SCRIPT', label, text });
    return label;
  });
  const text = texts.length === 0 || rest === undefined ? passed : JSON.stringify(rest);
  return [{ as: 'SCRIPT', label: 'arguments', text }, ...texts];
}

function listOf(json: string): readonly unknown[] | null {
  try {
    const list: unknown = JSON.parse(json);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

const textIn = (one: unknown): string | null =>
  typeof one === 'object' && one !== null && 'value' in one && typeof one.value === 'string'
    ? one.value
    : null;

export const TOOL_ROWS: RowsOf<ToolAction> = {
  EVALUATE: {
    ...NO_TRAITS,
    capabilities: ['INJECT_JAVASCRIPT'],
    gates: (_action, { documentUrl: url }) => [{ capability: 'INJECT_JAVASCRIPT', url }],
    payload: ({ remote, ...action }, visit) => {
      const run = { ...action, expression: visit('script', action.expression) };
      if (remote?.call === undefined) return remote === undefined ? run : { ...run, remote };
      const call = { ...remote.call, arguments: visit('argument', remote.call.arguments) };
      return { ...run, remote: { ...remote, call } };
    },
    to: 'DOCUMENT',
    aim: ({ ref, remote }) =>
      remote === undefined
        ? ref === undefined
          ? atScope()
          : atElement({ ref })
        : { at: 'WORLD', client: remote.client, context: remote.context },
    starts: startsEffect,
    needs: 'NOTHING',
    words: {
      log: ({ expression, ref, remote }) =>
        remote?.world === 'ISOLATED'
          ? say`run a script of its own beside the page`
          : say`run the script ${quoted(expression)} ${ref === undefined ? say`in the page` : say`on ${ELEMENT}`}`,
      verb: ({ ref, remote }) =>
        remote?.world === 'ISOLATED'
          ? OWN_WORLD
          : ref === undefined
            ? own`run a script in the page`
            : own`run a script on an element`,
      takes: ({ expression, remote }) =>
        remote?.world === 'ISOLATED'
          ? [{ as: 'HIDDEN', label: 'script', text: expression }]
          : [
              { as: 'SCRIPT', label: 'script', text: expression },
              ...(remote?.call === undefined ? [] : passedRows(remote.call.arguments)),
            ],
    },
  },
  OBSERVE: {
    ...NO_TRAITS,
    quiet: true,
    capabilities: ['SCREENSHOT'],
    gates: (_action, { documentUrl: url }) => [{ capability: 'SCREENSHOT', url }],
    payload: 'NONE',
    to: 'DOCUMENT',
    aim: atPage,
    starts: startsNothing,
    needs: () => ({ kind: 'READABLE_ORIGINS' }),
    words: {
      log: ({ what }) => own`${OBSERVED[what]}`,
      verb: ({ what }) => own`${OBSERVED[what]}`,
      takes: 'NOTHING',
    },
  },
  ROUTE_MOCK: {
    ...RULE,
    payload: (action, visit) => {
      const { contentType, headers } = action;
      const seen =
        headers === undefined
          ? []
          : Object.entries(headers).map(([name, value]) => [visit('header', name), visit('header', value)]);
      return {
        ...patterned(action, visit),
        body: visit('mocked body', action.body),
        ...(contentType === undefined ? {} : { contentType: visit('header', contentType) }),
        ...(headers === undefined ? {} : { headers: Object.fromEntries(seen) }),
      };
    },
    words: {
      log: ({ pattern, status }) =>
        say`answer requests for ${quoted(pattern)} with a text of its own (status ${status})`,
      verb: ({ status }) => own`answer requests with a text of its own (status ${status})`,
      takes: (action) => [
        ...forAddresses(action),
        ...given('type', action.contentType),
        ...Object.entries(action.headers ?? {}).map(
          ([name, text]) => ({ as: 'VALUE', label: 'header', text, name }) as const,
        ),
        { as: 'SCRIPT', label: 'answer', text: action.body },
      ],
    },
  },
  ROUTE_CAPTURE: {
    ...RULE,
    payload: patterned,
    words: {
      log: ({ pattern }) => say`keep what servers answer to requests for ${quoted(pattern)}`,
      verb: own`keep what servers answer to requests`,
      takes: forAddresses,
    },
  },
  ROUTE_BLOCK: {
    ...MILD_RULE,
    payload: patterned,
    words: {
      log: ({ pattern }) => say`block requests for ${quoted(pattern)}`,
      verb: own`block requests`,
      takes: forAddresses,
    },
  },
  ROUTE_REMOVE: {
    ...MILD_RULE,
    payload: 'NONE',
    words: {
      log: ({ id }) =>
        id === null ? say`remove all rules for requests` : say`remove the rule ${quoted(id)} for requests`,
      verb: ({ id }) => (id === null ? own`remove all rules for requests` : own`remove a rule for requests`),
      takes: ({ id }) => given('rule', id ?? undefined),
    },
  },
  FRAME_SWITCH: {
    ...NO_TRAITS,
    capabilities: ['EXECUTE_JAVASCRIPT', 'NAVIGATE_CROSS_ORIGIN'],
    gates: (_action, { documentUrl: url, historyUrl }) => [
      { capability: 'EXECUTE_JAVASCRIPT', url },
      // To read another site's frame is to read that site: decided as going there.
      ...(historyUrl === undefined || isSameOrigin(historyUrl, url)
        ? []
        : [{ capability: 'NAVIGATE_CROSS_ORIGIN', url: historyUrl } as const]),
    ],
    payload: 'NONE',
    to: 'DOCUMENT',
    aim: ({ frame }) => ({ at: 'FRAME', frame }),
    starts: startsNothing,
    needs: 'NOTHING',
    words: {
      log: ({ frame }) =>
        frame === null ? say`look at the whole page again` : say`look into the frame ${quoted(frame)}`,
      verb: ({ frame }) => (frame === null ? own`look at the whole page again` : own`look into a frame`),
      takes: ({ frame }) => given('frame', frame ?? undefined),
    },
  },
  SESSION_SAVE: {
    ...SESSION,
    needs: ({ name }) => ({ kind: 'SAVES_SESSION', name }),
    words: {
      log: ({ name }) => say`save the site’s cookies and storage as the session ${quoted(name)}`,
      verb: own`save the site’s cookies and storage as a session`,
      takes: ({ name }) => given('session', name),
    },
  },
  SESSION_LOAD: {
    ...SESSION,
    putsFor: 'ORIGIN',
    needs: ({ name }) => ({ kind: 'LOADS_SESSION', name }),
    words: {
      log: ({ name }) =>
        say`put the cookies and storage of the session ${quoted(name)} in place of the site’s`,
      verb: own`put the cookies and storage of a session in place of the site’s`,
      takes: ({ name }) => given('session', name),
    },
  },
};

export const isToolAction = (action: { readonly type: string }): action is ToolAction =>
  Object.hasOwn(TOOL_ROWS, action.type);
