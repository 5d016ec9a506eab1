// The closed set of acts on a browser (DESIGN section 5): each group's types stand beside their rows.
import type { DialogAction } from './dialog-acts.ts';
import type { ElementAction } from './element-acts.ts';
import type { EntryAction } from './entry-acts.ts';
import type { Gate } from './gate.ts';
import type { NavigationAction } from './navigation-acts.ts';
import type { ReadingAction } from './reading-acts.ts';
import type { StorageAction } from './storage-acts.ts';
import type { ToolAction } from './tool-acts.ts';
import type { BrowserActionType } from '#policy/language/vocabulary.ts';

/** An act, as a caller asks for it. `ref` is an element of the tab's latest snapshot, e.g. `e12`. */
export type BrowserAction =
  | NavigationAction
  | ElementAction
  | EntryAction
  | DialogAction
  | ReadingAction
  | StorageAction
  | ToolAction;

export type ActType = BrowserAction['type'];
export type ActOf<T extends ActType> = Extract<BrowserAction, { readonly type: T }>;

/** The type that a policy sees, and counts: waiting for a script's condition is running a script. */
export const decidedAs = (action: BrowserAction): BrowserActionType =>
  action.type === 'WAIT' && action.script !== undefined ? 'EVALUATE' : action.type;

/** Starting a browser, or a tab in a running one: the tables for executors, flags and endpoints decide; of the capabilities it needs the least, to look. */
export const LAUNCH_GATE: Gate = Object.freeze({ capability: 'SCREENSHOT' });
