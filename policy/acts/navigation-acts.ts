// Acts that go somewhere: the document's address, its history, tabs, a file at an address.
// INVARIANT: each is decided by where it leads to, and starts that alone.
import { navigation } from './gate.ts';
import { own, say, shown } from './phrase.ts';
import { NO_TRAITS, atPage, startsEffect, startsNothing } from './row.ts';
import type { Columns, RowsOf } from './row.ts';
import { TAKES } from './sent-request.ts';

export type NavigationAction =
  | { readonly type: 'NAVIGATE'; readonly url: string }
  | { readonly type: 'RELOAD' }
  | { readonly type: 'BACK' }
  | { readonly type: 'FORWARD' }
  | { readonly type: 'OPEN_TAB'; readonly url?: string }
  | { readonly type: 'CLOSE_TAB' }
  /** The file at an address, into the folder of the settings; the page stays where it is. */
  | { readonly type: 'DOWNLOAD'; readonly url: string };

const CAPABILITIES = ['NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN'] as const;

/** What the acts in a tab's history have in common. */
const HISTORY = {
  ...NO_TRAITS,
  capabilities: CAPABILITIES,
  gates: (_action, context) => [navigation(context.historyUrl ?? context.documentUrl, context)],
  payload: 'NONE',
  to: 'DOCUMENT',
  starts: startsEffect,
  needs: 'NOTHING',
} as const satisfies Omit<Columns<{ readonly type: 'RELOAD' | 'BACK' | 'FORWARD' }>, 'aim' | 'words'>;

export const NAVIGATION_ROWS: RowsOf<NavigationAction> = {
  NAVIGATE: {
    ...NO_TRAITS,
    leavesPage: true,
    repeatable: true,
    capabilities: [...CAPABILITIES, 'INJECT_JAVASCRIPT'],
    // A `data:` address is a document of the caller's own, with scripts as it likes: decided as one.
    gates: ({ url }, context) => [
      navigation(url, context),
      ...(/^data:/iu.test(url.trim()) ? [{ capability: 'INJECT_JAVASCRIPT', url } as const] : []),
    ],
    payload: (action, visit) => ({ ...action, url: visit('url', action.url) }),
    to: 'DOCUMENT',
    aim: atPage,
    starts: ({ url }) => ({ kind: 'ADDRESS', url, into: 'PAGE', asFile: false }),
    needs: 'NOTHING',
    words: { log: ({ url }) => say`go to ${shown(url)}`, verb: own`go to an address`, takes: 'NOTHING' },
  },
  RELOAD: {
    ...HISTORY,
    aim: () => ({ at: 'PAGE', history: 0 }),
    words: { log: say`reload the page`, verb: own`reload the page`, takes: 'NOTHING' },
  },
  BACK: {
    ...HISTORY,
    aim: () => ({ at: 'PAGE', history: -1 }),
    words: { log: say`go back`, verb: own`go back`, takes: 'NOTHING' },
  },
  FORWARD: {
    ...HISTORY,
    aim: () => ({ at: 'PAGE', history: 1 }),
    words: { log: say`go forward`, verb: own`go forward`, takes: 'NOTHING' },
  },
  OPEN_TAB: {
    ...NO_TRAITS,
    leavesPage: true,
    repeatable: true,
    capabilities: ['OPEN_TAB', ...CAPABILITIES],
    gates: ({ url }, context) => [
      { capability: 'OPEN_TAB', tabAction: 'OPEN_NEW_TAB' },
      ...(url === undefined ? [] : [navigation(url, context)]),
    ],
    payload: (action, visit) =>
      action.url === undefined ? action : { ...action, url: visit('url', action.url) },
    to: 'DOCUMENT',
    aim: atPage,
    starts: ({ url }) =>
      url === undefined ? startsEffect() : { kind: 'ADDRESS', url, into: 'NEW_TAB', asFile: false },
    needs: 'NOTHING',
    words: {
      log: ({ url }) => (url === undefined ? say`open a tab` : say`open a tab at ${shown(url)}`),
      verb: own`open a tab`,
      takes: 'NOTHING',
    },
  },
  CLOSE_TAB: {
    ...NO_TRAITS,
    leavesPage: true,
    repeatable: true,
    capabilities: ['CLOSE_TAB'],
    gates: (_action, { documentUrl: url }) => [{ capability: 'CLOSE_TAB', url }],
    payload: 'NONE',
    to: 'DOCUMENT',
    aim: atPage,
    starts: startsNothing,
    needs: 'NOTHING',
    words: { log: say`close the tab`, verb: own`close the tab`, takes: 'NOTHING' },
  },
  DOWNLOAD: {
    ...NO_TRAITS,
    capabilities: ['FILE_DOWNLOAD', ...CAPABILITIES],
    gates: ({ url }, context) => [
      { capability: 'FILE_DOWNLOAD', url, deferred: true, request: TAKES },
      navigation(url, context),
    ],
    payload: (action, visit) => ({ ...action, url: visit('url', action.url) }),
    to: 'DOCUMENT',
    aim: atPage,
    starts: ({ url }) => ({ kind: 'ADDRESS', url, into: 'PAGE', asFile: true }),
    needs: () => ({ kind: 'DOWNLOAD_FOLDER' }),
    words: { log: ({ url }) => say`download ${shown(url)}`, verb: own`download a file`, takes: 'NOTHING' },
  },
};
