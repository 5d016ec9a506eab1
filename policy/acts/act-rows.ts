// One row an act, of all groups: everything about it that is no DOM and no protocol. INVARIANT: an act without a row, or with a column
// missing, does not compile; whoever has to know something about an act reads its row, and nothing else. There is no act without a gate.
import type { ActOf, ActType, BrowserAction } from './actions.ts';
import { DIALOG_ROWS } from './dialog-acts.ts';
import { ELEMENT_ROWS } from './element-acts.ts';
import type { ElementEffect } from './element-effect.ts';
import { ENTRY_ROWS } from './entry-acts.ts';
import type { ActContext, Gate } from './gate.ts';
import { NAVIGATION_ROWS } from './navigation-acts.ts';
import type { OwnWords, Phrase } from './phrase.ts';
import { READING_ROWS } from './reading-acts.ts';
import { NO_TRAITS } from './row.ts';
import type { Aim, AnyColumns, Columns, Need, PayloadVisit, Starts, Taken, Traits } from './row.ts';
import { STORAGE_ROWS } from './storage-acts.ts';
import { TOOL_ROWS } from './tool-acts.ts';
import type { BrowserActionType } from '#policy/language/vocabulary.ts';

type Rows = { readonly [T in ActType]: Columns<ActOf<T>> };

const ROWS: Rows = {
  ...NAVIGATION_ROWS,
  ...ELEMENT_ROWS,
  ...ENTRY_ROWS,
  ...DIALOG_ROWS,
  ...READING_ROWS,
  ...STORAGE_ROWS,
  ...TOOL_ROWS,
};

/** Not asked for on a tab: the boundary has calls of its own for them. */
const NOT_ON_A_TAB: Traits = { ...NO_TRAITS, capabilities: 'BY_LAUNCH' };

/** What holds for an act, whatever is in it. */
export const ACT_TRAITS: Readonly<Record<BrowserActionType, Traits>> = {
  ...ROWS,
  LAUNCH: NOT_ON_A_TAB,
  ATTACH: NOT_ON_A_TAB,
  // What a task tells whoever asked: it was seen, as a picture is.
  ANSWER: { ...NO_TRAITS, capabilities: ['SCREENSHOT'], askedEachTime: true },
};

/** Of what a policy was asked about: a page's own act (`NONE`) has none. */
export const traitsOf = (action: BrowserActionType | 'NONE'): Omit<Traits, 'capabilities'> =>
  action === 'NONE' ? NO_TRAITS : ACT_TRAITS[action];

/** The row of one act, read for it. */
export type ActRow = Traits & {
  readonly gates: (context: ActContext) => readonly Gate[];
  readonly payload: (visit: PayloadVisit) => BrowserAction;
  /** `undefined`: the document's. */
  readonly to: string | undefined;
  readonly aim: Aim;
  readonly starts: Starts;
  readonly needs: Need;
  /** The name of the saved secret that it enters. */
  readonly secret: string | null;
  readonly withoutSecret: BrowserAction;
  readonly log: (effect: ElementEffect) => Phrase;
  readonly verb: (effect: ElementEffect) => OwnWords;
  readonly takes: (effect: ElementEffect) => readonly Taken[];
};

export const actRow = (action: BrowserAction): ActRow => rowOf(action.type, action);

/** The gates of one act on a tab: a request passes all of them, and the severest answer wins. */
export const gatesFor = (action: BrowserAction, context: ActContext): readonly Gate[] =>
  actRow(action).gates(context);

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- it ties the row to its act
function rowOf<T extends ActType>(type: T, action: BrowserAction): ActRow {
  const isOf = (one: BrowserAction): one is ActOf<T> => one.type === type;
  if (!isOf(action)) throw new TypeError(`an act ${action.type} was read by the row of ${type}`);
  return readRow<ActOf<T>>(ROWS[type], action);
}

function readRow<A extends BrowserAction>(columns: AnyColumns<A>, action: A): ActRow {
  const { gates, payload, to, aim, starts, needs, secret, words, ...traits } = columns;
  const { log, verb, takes } = words;
  return {
    ...traits,
    gates: (context) => gates(action, context),
    payload: (visit) => (payload === 'NONE' ? action : payload(action, visit)),
    to: to === 'DOCUMENT' ? undefined : to(action),
    aim: aim(action),
    starts: starts(action),
    needs: needs === 'NOTHING' ? { kind: 'NOTHING' } : needs(action),
    secret: secret === undefined ? null : secret.nameOf(action),
    withoutSecret: secret === undefined ? action : secret.without(action),
    log: (effect) => (typeof log === 'function' ? log(action, effect) : log),
    verb: (effect) => (typeof verb === 'function' ? verb(action, effect) : verb),
    takes: (effect) => (takes === 'NOTHING' ? [] : takes(action, effect)),
  };
}
