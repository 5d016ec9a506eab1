// Tabs of callers with an agent of their own, as they are seen from outside, and the acts that they may ask for there.
// INVARIANT: an act that does not fit its row is refused before anything else looks at it.
import { z } from 'zod';
import { KEY_MODIFIERS, MOUSE_BUTTONS, WAIT_STATES } from '#policy/actions.ts';
import type { BrowserAction } from '#policy/actions.ts';
import { CONSOLE_LEVELS, REQUEST_FILTERS } from '#policy/tool-acts.ts';
import type { FileView } from './views.ts';

/** How a page is to be read: within `budget` characters, from a fold on, or what changed since the look `since`. */
export type TabReadingOptions = {
  readonly budget?: number;
  /** What a fold says: a ref, or a line as `@12` of the last look. That look is read again; none is taken. */
  readonly from?: string;
  /** The generation of an earlier look at the same document. */
  readonly since?: number;
};

export type TabReading = {
  readonly url: string;
  readonly title: string;
  readonly generation: number;
  /** `CHANGES` where `since` could be answered: `+` came, `-` went, `~` reads differently. */
  readonly kind: 'PAGE' | 'CHANGES';
  readonly text: string;
  /** Elements that can be acted on: in lines, and in folds. */
  readonly listed: number;
  readonly folded: number;
  readonly folds: readonly { readonly open: string; readonly elements: number }[];
};

export type TabView = {
  readonly id: string;
  /** By which its entries are found in the audit log, and its questions. */
  readonly taskId: string;
  readonly url: string;
  readonly title: string;
  readonly files: readonly FileView[];
};

const ref = z.string().regex(/^[ef]\d{1,9}$/u, 'is an element of the last snapshot, as in `e12`');
const key = z.string().max(4096);
const value = z.string().max(1024 * 1024);
const url = z.string().max(8192);
const storage = z.enum(['LOCAL_STORAGE', 'SESSION_STORAGE', 'INDEXED_DB', 'CACHE_API', 'SERVICE_WORKER']);
const writable = storage.exclude(['SERVICE_WORKER']);
const origin = z.exactOptional(url);
const count = z.exactOptional(z.boolean());
const script = z
  .string()
  .min(1)
  .max(256 * 1024);
const pattern = z.string().min(1).max(2000);
/** A text, or a secret that the gateway keeps, by its name. */
const input = z.union([value, z.strictObject({ secret: z.string().min(1).max(200) })]);
const pixels = z.number().min(-100_000).max(100_000);
const milliseconds = z.exactOptional(z.number().int().min(0).max(120_000));
const last = z.exactOptional(z.number().int().min(1).max(1000));
const sessionName = z.string().min(1).max(64);
const clear = z.exactOptional(z.boolean());

const OBSERVE_ACTIONS = z.discriminatedUnion('what', [
  z.strictObject({ type: z.literal('OBSERVE'), what: z.enum(['PAGE', 'PERFORMANCE', 'FRAMES']) }),
  z.strictObject({
    type: z.literal('OBSERVE'),
    what: z.literal('CONSOLE'),
    level: z.exactOptional(z.enum(CONSOLE_LEVELS)),
    last,
    clear,
  }),
  z.strictObject({ type: z.literal('OBSERVE'), what: z.literal('ERRORS'), last, clear }),
  z.strictObject({
    type: z.literal('OBSERVE'),
    what: z.literal('REQUESTS'),
    filter: z.exactOptional(z.enum(REQUEST_FILTERS)),
    urlPattern: z.exactOptional(pattern),
    last,
    clear,
  }),
  z.strictObject({
    type: z.literal('OBSERVE'),
    what: z.literal('ROUTES'),
    bodies: z.exactOptional(z.boolean()),
    urlPattern: z.exactOptional(pattern),
  }),
]);

export const COOKIE_TO_WRITE = z.strictObject({
  name: key,
  value,
  path: z.exactOptional(z.string().startsWith('/').max(1024)),
  secure: z.exactOptional(z.boolean()),
  httpOnly: z.exactOptional(z.boolean()),
  sameSite: z.exactOptional(z.enum(['Strict', 'Lax', 'None'])),
  expires: z.exactOptional(z.number().int().min(0)),
});

export const TAB_ACTIONS = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('NAVIGATE'), url }),
  z.strictObject({ type: z.literal('RELOAD') }),
  z.strictObject({ type: z.literal('BACK') }),
  z.strictObject({ type: z.literal('FORWARD') }),
  z.strictObject({ type: z.literal('SNAPSHOT') }),
  z.strictObject({
    type: z.literal('SCREENSHOT'),
    ref: z.exactOptional(ref),
    fullPage: z.exactOptional(z.boolean()),
    marks: z.exactOptional(z.boolean()),
    asLoaded: z.exactOptional(z.boolean()),
  }),
  z.strictObject({
    type: z.literal('CLICK'),
    ref,
    button: z.exactOptional(z.enum(MOUSE_BUTTONS)),
    count: z.exactOptional(z.union([z.literal(1), z.literal(2), z.literal(3)])),
    modifiers: z.exactOptional(z.array(z.enum(KEY_MODIFIERS)).max(KEY_MODIFIERS.length)),
  }),
  z.strictObject({ type: z.literal('DRAG'), ref, to: ref }),
  z.strictObject({ type: z.literal('HOVER'), ref }),
  z.strictObject({ type: z.literal('FOCUS'), ref }),
  z.strictObject({ type: z.literal('CHECK'), ref, checked: z.boolean() }),
  z.strictObject({ type: z.literal('SELECT'), ref, options: z.array(key).min(1).max(200) }),
  z.strictObject({ type: z.literal('PRESS'), key: z.string().min(1).max(100), ref: z.exactOptional(ref) }),
  z.strictObject({ type: z.literal('TYPE'), ref, text: input }),
  z.strictObject({ type: z.literal('FILL'), ref, text: input }),
  z.strictObject({ type: z.literal('SCROLL'), ref: z.exactOptional(ref), dx: pixels, dy: pixels }),
  z.strictObject({
    type: z.literal('WAIT'),
    milliseconds,
    text: z.exactOptional(key.min(1)),
    url: z.exactOptional(pattern),
    networkIdle: z.exactOptional(z.boolean()),
    navigation: z.exactOptional(z.boolean()),
    ref: z.exactOptional(ref),
    state: z.exactOptional(z.enum(WAIT_STATES)),
    script: z.exactOptional(script),
  }),
  z.strictObject({
    type: z.literal('EXTRACT'),
    ref: z.exactOptional(ref),
    attribute: z.exactOptional(z.string().min(1).max(200)),
  }),
  z.strictObject({ type: z.literal('EVALUATE'), expression: script, ref: z.exactOptional(ref) }),
  OBSERVE_ACTIONS,
  z.strictObject({ type: z.literal('ROUTE_BLOCK'), pattern }),
  z.strictObject({
    type: z.literal('ROUTE_MOCK'),
    pattern,
    status: z.number().int().min(200).max(599),
    body: value,
    contentType: z.exactOptional(z.string().max(200)),
    headers: z.exactOptional(z.record(z.string().max(200), z.string().max(8000))),
  }),
  z.strictObject({ type: z.literal('ROUTE_CAPTURE'), pattern }),
  z.strictObject({ type: z.literal('ROUTE_REMOVE'), id: z.string().max(20).nullable() }),
  z.strictObject({ type: z.literal('SESSION_SAVE'), name: sessionName }),
  z.strictObject({ type: z.literal('SESSION_LOAD'), name: sessionName }),
  z.strictObject({ type: z.literal('FRAME_SWITCH'), frame: z.string().min(1).max(1024).nullable() }),
  z.strictObject({ type: z.literal('UPLOAD'), ref, paths: z.array(z.string().max(4096)).min(1).max(20) }),
  z.strictObject({ type: z.literal('DOWNLOAD'), url }),
  z.strictObject({ type: z.literal('STORAGE_READ'), storage, key: z.exactOptional(key), origin, count }),
  z.strictObject({ type: z.literal('STORAGE_WRITE'), storage: writable, key, value, origin }),
  z.strictObject({ type: z.literal('STORAGE_CLEAR'), storage, key: z.exactOptional(key), origin }),
  z.strictObject({ type: z.literal('COOKIE_READ'), url: z.exactOptional(url), count }),
  z.strictObject({
    type: z.literal('COOKIE_WRITE'),
    cookie: COOKIE_TO_WRITE,
  }),
  z.strictObject({ type: z.literal('COOKIE_CLEAR'), name: z.exactOptional(key) }),
]) satisfies z.ZodType<BrowserAction>;
export type TabAction = z.infer<typeof TAB_ACTIONS>;
