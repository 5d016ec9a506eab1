// Everything that passes between a page of the desktop's and its main process: who may call what, with what, and what comes back.
// INVARIANT: a page calls its own rows alone; no row answers a question of the boundary's, and none of them takes a path, a command or a
// script. Both ends read and check by this one table.
import { z } from 'zod';
import type { Role } from '../tables/windows.ts';

const id = z.string().min(1).max(100);
const words = z.string().max(10_000);
const url = z.string().max(100_000);
const nothing = z.strictObject({});
const done = z.strictObject({ ok: z.boolean(), why: z.string().max(2_000).optional() });

const lent = z.strictObject({ domain: z.string(), words: z.string(), taskId: id, intent: z.string() });

const pageTab = z.strictObject({
  id,
  title: z.string(),
  url,
  isLoading: z.boolean(),
  /** Its page is gone: it can be loaded anew. */
  isGone: z.boolean(),
});

/** What the frame over the person's own pages shows. */
const frameState = z.strictObject({
  /** `null`: the app stands in front. */
  active: id.nullable(),
  tabs: z.array(pageTab),
  canGoBack: z.boolean(),
  canGoForward: z.boolean(),
  zoomPercent: z.int(),
  find: z.strictObject({ text: z.string(), match: z.int(), of: z.int() }).nullable(),
  questions: z.int(),
  running: z.int(),
  lent: z.array(lent),
  /** What was refused on the page in front, newest last. */
  refused: z.array(z.string()),
  downloads: z.array(z.strictObject({ name: z.string(), words: z.string() })),
  gateway: z.enum(['STARTING', 'READY', 'GONE']),
});
export type FrameState = z.output<typeof frameState>;

const trayState = z.strictObject({
  state: z.enum(['IDLE', 'WORKING', 'ASKING']),
  words: z.string(),
  items: z.array(
    z.strictObject({
      id: z.string(),
      label: z.string(),
      kind: z.enum(['QUESTION', 'TASK', 'LENT', 'ACT', 'NOTE']),
      enabled: z.boolean(),
    }),
  ),
});
export type TrayState = z.output<typeof trayState>;

const quickState = z.strictObject({
  /** The page that the words are about, where they were asked for from one: its address alone. */
  here: url.nullable(),
  /** The site whose session may be lent; `null`: none. */
  site: z.string().nullable(),
  gateway: z.enum(['STARTING', 'READY', 'GONE']),
});
export type QuickState = z.output<typeof quickState>;

type Row = { readonly roles: readonly Role[]; readonly params: z.ZodType; readonly result: z.ZodType };

export const CALLS = {
  go: { roles: ['FRAME'], params: z.strictObject({ text: words }), result: done },
  newTab: { roles: ['FRAME'], params: nothing, result: done },
  select: { roles: ['FRAME'], params: z.strictObject({ tab: id.nullable() }), result: done },
  closeTab: { roles: ['FRAME'], params: z.strictObject({ tab: id }), result: done },
  move: {
    roles: ['FRAME'],
    params: z.strictObject({ to: z.enum(['BACK', 'FORWARD', 'RELOAD', 'STOP']) }),
    result: done,
  },
  find: {
    roles: ['FRAME'],
    params: z.strictObject({ text: z.string().max(500), forward: z.boolean() }),
    result: done,
  },
  endFind: { roles: ['FRAME'], params: nothing, result: done },
  zoom: { roles: ['FRAME'], params: z.strictObject({ by: z.enum(['IN', 'OUT', 'RESET']) }), result: done },
  /** The page's address, for an intent: the quick bar opens with it. */
  doHere: { roles: ['FRAME'], params: nothing, result: done },
  /** Room over the page for what the frame unfolds. */
  unfold: { roles: ['FRAME'], params: z.strictObject({ open: z.boolean() }), result: done },
  showQuestions: { roles: ['FRAME'], params: nothing, result: done },

  openAddress: { roles: ['APP'], params: z.strictObject({ url }), result: z.boolean() },
  openQuestion: { roles: ['APP'], params: z.strictObject({ id: id.nullable() }), result: z.boolean() },
  openPicture: { roles: ['APP'], params: z.strictObject({ taskId: id }), result: z.boolean() },

  /** Where the words lead. Nothing is started. */
  read: {
    roles: ['QUICK', 'FRAME'],
    params: z.strictObject({ text: words }),
    result: z.strictObject({ address: url.nullable(), intentClass: z.string() }).nullable(),
  },
  submit: {
    roles: ['QUICK'],
    params: z.strictObject({ text: words, here: z.boolean(), lend: z.boolean() }),
    result: done,
  },
  hide: { roles: ['QUICK', 'TRAY', 'PICTURE'], params: nothing, result: done },

  choose: { roles: ['TRAY'], params: z.strictObject({ item: z.string().max(200) }), result: done },

  picture: {
    roles: ['PICTURE'],
    params: nothing,
    result: z
      .strictObject({ jpeg: z.base64(), page: url, intent: z.string(), status: z.string() })
      .nullable(),
  },
  stopTask: { roles: ['PICTURE'], params: nothing, result: done },
  openTask: { roles: ['PICTURE'], params: nothing, result: done },

  /** So high its content is. */
  fit: { roles: ['CONSENT'], params: z.strictObject({ height: z.int().min(1).max(5_000) }), result: done },
} as const satisfies Readonly<Record<string, Row>>;
export type CallName = keyof typeof CALLS;
export type ParamsOf<N extends CallName> = z.output<(typeof CALLS)[N]['params']>;
export type ResultOf<N extends CallName> = z.output<(typeof CALLS)[N]['result']>;

/** What the main process shows a page, each for its own. */
export const SHOWN = {
  frame: { roles: ['FRAME'], value: frameState },
  tray: { roles: ['TRAY'], value: trayState },
  quick: { roles: ['QUICK'], value: quickState },
  /** A key that belongs to the window, pressed where the page did not see it. */
  key: { roles: ['FRAME'], value: z.enum(['ADDRESS', 'FIND', 'NEW_TAB', 'CLOSE_TAB']) },
} as const satisfies Readonly<Record<string, { readonly roles: readonly Role[]; readonly value: z.ZodType }>>;
export type ShownName = keyof typeof SHOWN;
export type ShownValue<N extends ShownName> = z.output<(typeof SHOWN)[N]['value']>;

/** The one channel of calls, and the one of what is shown: what is called is in the message, so that what there is not is heard of. */
export const CALL_CHANNEL = 'ghost:call';
export const SHOW_CHANNEL = 'ghost:show';

export const isCallOf = (role: Role, name: string): name is CallName =>
  Object.hasOwn(CALLS, name) && callRoles(name as CallName).includes(role);
const callRoles = (name: CallName): readonly Role[] => CALLS[name].roles;
export const callsOf = (role: Role): readonly CallName[] =>
  (Object.keys(CALLS) as CallName[]).filter((name) => callRoles(name).includes(role));
export const shownTo = (role: Role): readonly ShownName[] =>
  (Object.keys(SHOWN) as ShownName[]).filter((name) => (SHOWN[name].roles as readonly Role[]).includes(role));
