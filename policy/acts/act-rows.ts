// One row an act: which capabilities it may ask for, how it lands, and its payload: every string that reaches browser, page or
// network, from the parsed form. INVARIANT: an act without a row does not compile; whoever has to know what an act sends reads
// its row, and nothing else.
import type { BrowserAction } from './actions.ts';
import { heardOf } from './keys.ts';
import type { BrowserActionType, BrowserCapability } from '#policy/language/vocabulary.ts';

/**
 * Where a text of an act goes. `url` is an address that is asked for; the rest stands in, or is heard by, the document of the
 * act (or the origin that the row names).
 */
export type PayloadPlace =
  | 'url'
  | 'typed'
  | 'keys'
  | 'script'
  | 'answer'
  | 'stored'
  | 'stored name'
  | 'cookie'
  | 'cookie name'
  | 'cookie attributes'
  | 'choice'
  | 'amount'
  | 'pattern'
  | 'header'
  | 'file name';

/** Sees one text, and says what stands there instead: itself, where it is only read. */
export type PayloadVisit = (place: PayloadPlace, text: string) => string;

export type ActType = BrowserAction['type'];
export type ActOf<T extends ActType> = Extract<BrowserAction, { readonly type: T }>;

type Traits = {
  /** What a request of it may need, as help and docs show it; `gatesFor` says which it does. */
  readonly capabilities: readonly BrowserCapability[] | 'BY_EFFECT' | 'BY_STORAGE' | 'BY_LAUNCH';
  /** It does what the element under it does: links, forms, files. */
  readonly byEffect?: true;
  /** It starts nothing in a page: what the page does meanwhile is the page's own. */
  readonly startsNothing?: true;
  /** It needs an element that is not disabled. */
  readonly changesElement?: true;
  /** Without an element, it happens in the frame that was switched to. */
  readonly inFrame?: true;
  /** It leaves refs and page as they were. */
  readonly quiet?: true;
};

type Columns<A extends BrowserAction> = Traits & {
  /** Visits every text that it sends. INVARIANT: what is left out reaches nobody but the gateway and our own world in the page. */
  readonly payload: ((action: A, visit: PayloadVisit) => A) | 'NONE';
  /** Whose it becomes, where that is not the document. */
  readonly to?: (action: A) => string | undefined;
};

export type ActRow = Traits & {
  readonly payload: (action: BrowserAction, visit: PayloadVisit) => BrowserAction;
  readonly to: (action: BrowserAction) => string | undefined;
};

function row<T extends ActType>(type: T, columns: Columns<ActOf<T>>): ActRow {
  const { payload, to, ...traits } = columns;
  const isOf = (action: BrowserAction): action is ActOf<T> => action.type === type;
  return {
    ...traits,
    payload: (action, visit) => (isOf(action) && payload !== 'NONE' ? payload(action, visit) : action),
    to: (action) => (isOf(action) ? to?.(action) : undefined),
  };
}

const NOT_ON_A_TAB: ActRow = {
  capabilities: 'BY_LAUNCH',
  startsNothing: true,
  payload: (action) => action,
  to: () => undefined,
};
const NAVIGATES = ['NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN'] as const;
const SESSION = ['ACCESS_COOKIES', 'ACCESS_LOCALSTORAGE', 'ACCESS_SESSION_STORAGE'] as const;
const ENTERS = ['FORM_SUBMIT_CREDENTIALS', 'FORM_SUBMIT_DATA'] as const;

export const ACT_ROWS = {
  NAVIGATE: row('NAVIGATE', {
    capabilities: NAVIGATES,
    payload: (action, visit) => ({ ...action, url: visit('url', action.url) }),
  }),
  RELOAD: row('RELOAD', { capabilities: NAVIGATES, payload: 'NONE' }),
  BACK: row('BACK', { capabilities: NAVIGATES, payload: 'NONE' }),
  FORWARD: row('FORWARD', { capabilities: NAVIGATES, payload: 'NONE' }),
  CLICK: row('CLICK', { capabilities: 'BY_EFFECT', byEffect: true, changesElement: true, payload: 'NONE' }),
  DRAG: row('DRAG', { capabilities: 'BY_EFFECT', byEffect: true, changesElement: true, payload: 'NONE' }),
  PRESS: row('PRESS', {
    capabilities: 'BY_EFFECT',
    byEffect: true,
    changesElement: true,
    payload: (action, visit) => {
      const heard = heardOf(action.key);
      const shown = heard === '' ? '' : visit('keys', heard);
      return shown === heard ? action : { ...action, key: shown };
    },
  }),
  CHECK: row('CHECK', { capabilities: 'BY_EFFECT', byEffect: true, changesElement: true, payload: 'NONE' }),
  SELECT: row('SELECT', {
    capabilities: 'BY_EFFECT',
    byEffect: true,
    changesElement: true,
    payload: (action, visit) => ({
      ...action,
      options: action.options.map((option) => visit('choice', option)),
    }),
  }),
  HOVER: row('HOVER', { capabilities: 'BY_EFFECT', byEffect: true, payload: 'NONE' }),
  TYPE: row('TYPE', { capabilities: ENTERS, changesElement: true, payload: entering }),
  FILL: row('FILL', { capabilities: ENTERS, changesElement: true, payload: entering }),
  // A page reads how far it was scrolled: a number of a caller's choice.
  SCROLL: row('SCROLL', {
    capabilities: ['EXECUTE_JAVASCRIPT'],
    payload: (action, visit) => {
      const amount = `${action.dx} ${action.dy}`;
      return visit('amount', amount) === amount ? action : { ...action, dx: 0, dy: 0 };
    },
  }),
  FOCUS: row('FOCUS', { capabilities: ['EXECUTE_JAVASCRIPT'], payload: 'NONE' }),
  FRAME_SWITCH: row('FRAME_SWITCH', {
    capabilities: ['EXECUTE_JAVASCRIPT', 'NAVIGATE_CROSS_ORIGIN'],
    startsNothing: true,
    payload: 'NONE',
  }),
  // Text and address are looked for by us; a condition runs in the page.
  WAIT: row('WAIT', {
    capabilities: ['EXECUTE_JAVASCRIPT'],
    inFrame: true,
    payload: (action, visit) =>
      action.script === undefined ? action : { ...action, script: visit('script', action.script) },
  }),
  SNAPSHOT: row('SNAPSHOT', {
    capabilities: ['SCREENSHOT'],
    startsNothing: true,
    inFrame: true,
    quiet: true,
    payload: 'NONE',
  }),
  SCREENSHOT: row('SCREENSHOT', {
    capabilities: ['SCREENSHOT'],
    startsNothing: true,
    quiet: true,
    payload: 'NONE',
  }),
  EXTRACT: row('EXTRACT', {
    capabilities: ['SCREENSHOT'],
    startsNothing: true,
    inFrame: true,
    quiet: true,
    payload: 'NONE',
  }),
  OBSERVE: row('OBSERVE', {
    capabilities: ['SCREENSHOT'],
    startsNothing: true,
    quiet: true,
    payload: 'NONE',
  }),
  EVALUATE: row('EVALUATE', {
    capabilities: ['INJECT_JAVASCRIPT'],
    inFrame: true,
    payload: (action, visit) => ({ ...action, expression: visit('script', action.expression) }),
  }),
  ROUTE_MOCK: row('ROUTE_MOCK', {
    capabilities: ['INJECT_JAVASCRIPT'],
    startsNothing: true,
    payload: (action, visit) => {
      const { contentType, headers } = action;
      const shown =
        headers === undefined
          ? []
          : Object.entries(headers).map(([name, value]) => [visit('header', name), visit('header', value)]);
      return {
        ...action,
        pattern: visit('pattern', action.pattern),
        body: visit('answer', action.body),
        ...(contentType === undefined ? {} : { contentType: visit('header', contentType) }),
        ...(headers === undefined ? {} : { headers: Object.fromEntries(shown) }),
      };
    },
  }),
  ROUTE_CAPTURE: row('ROUTE_CAPTURE', {
    capabilities: ['INJECT_JAVASCRIPT'],
    startsNothing: true,
    payload: patterned,
  }),
  ROUTE_BLOCK: row('ROUTE_BLOCK', {
    capabilities: ['EXECUTE_JAVASCRIPT'],
    startsNothing: true,
    payload: patterned,
  }),
  ROUTE_REMOVE: row('ROUTE_REMOVE', {
    capabilities: ['EXECUTE_JAVASCRIPT'],
    startsNothing: true,
    payload: 'NONE',
  }),
  // Pages see a file's name; its content is read before the decision, and examined with it.
  UPLOAD: row('UPLOAD', {
    capabilities: ['FILE_UPLOAD'],
    changesElement: true,
    payload: (action, visit) => ({
      ...action,
      paths: action.paths.map((path) => {
        const at = path.lastIndexOf('/') + 1;
        return `${path.slice(0, at)}${visit('file name', path.slice(at))}`;
      }),
    }),
  }),
  DOWNLOAD: row('DOWNLOAD', {
    capabilities: ['FILE_DOWNLOAD', ...NAVIGATES],
    payload: (action, visit) => ({ ...action, url: visit('url', action.url) }),
  }),
  OPEN_TAB: row('OPEN_TAB', {
    capabilities: ['OPEN_TAB', ...NAVIGATES],
    payload: (action, visit) =>
      action.url === undefined ? action : { ...action, url: visit('url', action.url) },
  }),
  CLOSE_TAB: row('CLOSE_TAB', { capabilities: ['CLOSE_TAB'], startsNothing: true, payload: 'NONE' }),
  STORAGE_READ: row('STORAGE_READ', {
    capabilities: 'BY_STORAGE',
    startsNothing: true,
    quiet: true,
    payload: 'NONE',
  }),
  STORAGE_WRITE: row('STORAGE_WRITE', {
    capabilities: 'BY_STORAGE',
    startsNothing: true,
    payload: (action, visit) => ({
      ...action,
      key: visit('stored name', action.key),
      value: visit('stored', action.value),
    }),
    to: ({ origin }) => origin,
  }),
  STORAGE_CLEAR: row('STORAGE_CLEAR', {
    capabilities: 'BY_STORAGE',
    startsNothing: true,
    payload: 'NONE',
  }),
  COOKIE_READ: row('COOKIE_READ', {
    capabilities: ['ACCESS_COOKIES'],
    startsNothing: true,
    quiet: true,
    payload: 'NONE',
  }),
  COOKIE_WRITE: row('COOKIE_WRITE', {
    capabilities: ['ACCESS_COOKIES'],
    startsNothing: true,
    payload: ({ cookie, ...action }, visit) => {
      const { path, expires } = cookie;
      const end = expires === undefined ? '' : String(expires);
      return {
        ...action,
        cookie: {
          ...cookie,
          name: visit('cookie name', cookie.name),
          value: visit('cookie', cookie.value),
          ...(path === undefined ? {} : { path: visit('cookie attributes', path) }),
          ...(expires === undefined || visit('cookie attributes', end) === end ? {} : { expires: 0 }),
        },
      };
    },
  }),
  COOKIE_CLEAR: row('COOKIE_CLEAR', {
    capabilities: ['ACCESS_COOKIES'],
    startsNothing: true,
    payload: 'NONE',
  }),
  COOKIE_PASSTHROUGH: row('COOKIE_PASSTHROUGH', {
    capabilities: ['ACCESS_COOKIES'],
    startsNothing: true,
    payload: 'NONE',
  }),
  SESSION_SAVE: row('SESSION_SAVE', { capabilities: SESSION, startsNothing: true, payload: 'NONE' }),
  SESSION_LOAD: row('SESSION_LOAD', { capabilities: SESSION, startsNothing: true, payload: 'NONE' }),
  LAUNCH: NOT_ON_A_TAB,
  ATTACH: NOT_ON_A_TAB,
} as const satisfies Record<BrowserActionType, ActRow>;

export const actRow = (type: BrowserActionType): ActRow => ACT_ROWS[type];

/** A saved secret goes to its own origin, by its name. */
function entering<A extends ActOf<'TYPE' | 'FILL'>>(action: A, visit: PayloadVisit): A {
  return typeof action.text === 'string' ? { ...action, text: visit('typed', action.text) } : action;
}

function patterned<A extends ActOf<'ROUTE_BLOCK' | 'ROUTE_CAPTURE'>>(action: A, visit: PayloadVisit): A {
  return { ...action, pattern: visit('pattern', action.pattern) };
}
