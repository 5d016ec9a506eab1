// Tabs of callers with an agent of their own, as they are seen from outside, and the acts that they may ask for there.
// INVARIANT: an act that does not fit its row is refused before anything else looks at it.
import { z } from 'zod';
import type { BrowserAction } from '#policy/actions.ts';
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

export const TAB_ACTIONS = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('NAVIGATE'), url }),
  z.strictObject({ type: z.literal('SNAPSHOT') }),
  z.strictObject({ type: z.literal('CLICK'), ref }),
  z.strictObject({ type: z.literal('EXTRACT'), ref: z.exactOptional(ref) }),
  z.strictObject({ type: z.literal('UPLOAD'), ref, paths: z.array(z.string().max(4096)).min(1).max(20) }),
  z.strictObject({ type: z.literal('DOWNLOAD'), url }),
  z.strictObject({ type: z.literal('STORAGE_READ'), storage, key: z.exactOptional(key), origin }),
  z.strictObject({ type: z.literal('STORAGE_WRITE'), storage: writable, key, value, origin }),
  z.strictObject({ type: z.literal('STORAGE_CLEAR'), storage, key: z.exactOptional(key), origin }),
  z.strictObject({ type: z.literal('COOKIE_READ'), url: z.exactOptional(url) }),
  z.strictObject({
    type: z.literal('COOKIE_WRITE'),
    cookie: z.strictObject({
      name: key,
      value,
      path: z.exactOptional(z.string().startsWith('/').max(1024)),
      secure: z.exactOptional(z.boolean()),
      httpOnly: z.exactOptional(z.boolean()),
      sameSite: z.exactOptional(z.enum(['Strict', 'Lax', 'None'])),
      expires: z.exactOptional(z.number().int().min(0)),
    }),
  }),
  z.strictObject({ type: z.literal('COOKIE_CLEAR'), name: z.exactOptional(key) }),
]) satisfies z.ZodType<BrowserAction>;
export type TabAction = z.infer<typeof TAB_ACTIONS>;
