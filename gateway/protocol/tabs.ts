// Tabs of callers with an agent of their own, as they are seen from outside.
import type { FileView } from './views/task.ts';

/** How a page is to be read: within `budget` characters, from a fold on, or what changed since the look `since`. */
export type TabReadingOptions = {
  readonly budget?: number;
  /** What a fold says: a ref, or a line as `@12` of the last look, or a place in its text, `@12:380`. That look is read again; none is taken. */
  readonly from?: string;
  /** The generation of an earlier look at the same document. */
  readonly since?: number;
};

/** `OPEN`: it waits for an answer, and the next act of another kind dismisses it. */
type DialogView = {
  readonly dialog: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
  readonly message: string;
  readonly defaultText?: string;
  /** The document that asked. */
  readonly from: string;
  readonly answer: 'OPEN' | 'CLOSED' | 'ACCEPTED' | 'DISMISSED';
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
  /** What the page asked since the last act told of it. */
  readonly dialogs?: readonly DialogView[];
};

export type TabView = {
  readonly id: string;
  /** By which its entries are found in the audit log, and its questions. */
  readonly taskId: string;
  readonly url: string;
  readonly title: string;
  /** What the server answered when it came here; `null`: nothing did. */
  readonly status: number | null;
  readonly files: readonly FileView[];
};
