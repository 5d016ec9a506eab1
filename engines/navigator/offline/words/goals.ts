// What an intent asks for, as a closed union: the grammar makes goals, the pursuit of a goal makes proposals.

import { describeCondition, type Condition } from './condition.ts';
import { describeSource, type Source } from './source.ts';
import type { Selector } from './selectors.ts';

export type Wanted = 'MONEY' | 'DATE' | 'NUMBER' | 'ANY';

/** What a field, a thing or a search is to have: `cue` says which ("directed by", "on", "name"), `''` where nothing does. */
export type Detail = { readonly cue: string; readonly value: string };

export type Goal =
  | { readonly kind: 'OPEN'; readonly what: Selector; readonly bySearch: boolean }
  | {
      readonly kind: 'SEARCH';
      readonly query: string;
      /** The query taken apart, for pages that ask for its parts in fields of their own; the first is what is searched for. */
      readonly details?: readonly Detail[];
    }
  | {
      readonly kind: 'PRESS';
      /** A phrase that `target.ts` takes apart, quotes kept. */
      readonly what: string;
      readonly how?: 'DOUBLE' | 'RIGHT' | 'HOVER';
      /** The thing that it belongs to: "delete the message from Ana". */
      readonly of?: string;
      /** Its name has to be reckoned first. */
      readonly from?: Source;
      /** Nobody asked for it by name: where no such control is, nothing is missing. */
      readonly implied?: true;
    }
  /** All of them, in an order. */
  | {
      readonly kind: 'PRESS_EACH';
      readonly what: string;
      readonly order: 'GIVEN' | 'ASCENDING' | 'DESCENDING';
      /** "on two posts": no more than so many. */
      readonly count?: number;
    }
  | {
      readonly kind: 'FILL';
      readonly field: string;
      readonly value: string;
      /** The value has to be read or reckoned first. */
      readonly from?: Source;
      /** Both fields, all fields. */
      readonly every?: true;
    }
  /** An entry of the list that a field offers while one types. */
  | { readonly kind: 'SUGGEST'; readonly starts: string; readonly ends: string }
  | { readonly kind: 'KEY'; readonly key: 'Enter' | 'Escape' | 'Tab' }
  | {
      readonly kind: 'CHECK_ALL';
      readonly on: boolean;
      readonly except: string | null;
      readonly what: string;
    }
  | { readonly kind: 'EXPAND'; readonly what: string; readonly open: boolean }
  /** Through menus, level by level. */
  | { readonly kind: 'PATH'; readonly names: readonly string[] }
  | { readonly kind: 'FIND'; readonly what: string }
  | { readonly kind: 'DRAG'; readonly what: string; readonly to: string }
  /** By so many pixels, steps or fields; `null`: by any amount that can be seen. */
  | {
      readonly kind: 'DRAG_BY';
      readonly what: string;
      readonly toward: Direction;
      readonly amount: number | null;
      readonly unit: string;
    }
  | { readonly kind: 'ARRANGE'; readonly down: boolean }
  | { readonly kind: 'SCROLL'; readonly what: string; readonly to: 'TOP' | 'BOTTOM' }
  /** In a box or the page, until it is to be seen. */
  | { readonly kind: 'SCROLL_UNTIL'; readonly what: string; readonly until: Condition }
  /** The caret into a field, and nothing typed. */
  | { readonly kind: 'FOCUS'; readonly what: string }
  /** Text marked as with a mouse: a quotation, or a target ("the 2nd paragraph"). */
  | { readonly kind: 'MARK_TEXT'; readonly what: string }
  /** In an editor: text gets a style ("bold") or a colour ("red"). */
  | { readonly kind: 'FORMAT'; readonly what: string; readonly style: string }
  | { readonly kind: 'DRAW'; readonly shape: string; readonly from: string; readonly to: string }
  | {
      readonly kind: 'RESIZE';
      readonly what: string;
      readonly axis: 'WIDTH' | 'HEIGHT' | 'BOTH';
      readonly grow: boolean;
      readonly to: number | null;
    }
  /** A dialog, a banner, a message: away with it, by its own control. */
  | { readonly kind: 'DISMISS'; readonly what: string }
  /** Try after try within the bounds, by what the page says to each. */
  | {
      readonly kind: 'GUESS';
      readonly what: string;
      readonly low: number;
      readonly high: number;
      /** What sends each try, where it is said. */
      readonly press?: string;
    }
  /** Again and again until it holds; bounded by the pursuit. */
  | { readonly kind: 'UNTIL'; readonly act: Goal; readonly until: Condition }
  | { readonly kind: 'AWAIT'; readonly until: Condition }
  | { readonly kind: 'REPEAT'; readonly act: Goal; readonly times: number }
  /** So many of it: by its own stepper or field, else its own button pressed so often. */
  | { readonly kind: 'QUANTITY'; readonly of: string; readonly count: number }
  /** A form, from one sentence: every detail to its field, then what sends it. `verb` names the act. */
  | {
      readonly kind: 'FORM';
      readonly verb: string;
      readonly what: string;
      readonly details: readonly Detail[];
    }
  /** Each thing of a kind by the one of two controls beside it that is true of it. */
  | { readonly kind: 'JUDGE'; readonly what: string; readonly as: readonly [string, string] }
  /** A file deleted by lines typed to a terminal that the page shows. */
  | { readonly kind: 'SHELL'; readonly name: 'ENDS' | 'STARTS' | 'IS'; readonly text: string }
  /** The cells of one row, each into the field that bears its column's name; `null`: all that have a field. */
  | { readonly kind: 'COPY_ROW'; readonly of: string; readonly facts: readonly string[] | null }
  /** Words of the person that no rule knows. INVARIANT: it is never reached; whatever stands behind it stays undone. */
  | { readonly kind: 'NOT_UNDERSTOOD'; readonly words: string }
  | { readonly kind: 'NOTHING' }
  | { readonly kind: 'RECKON'; readonly source: Source }
  | {
      readonly kind: 'CHOOSE';
      readonly option: string;
      readonly field: string | null;
      readonly apply: boolean;
    }
  | { readonly kind: 'CHECK'; readonly what: string; readonly on: boolean; readonly apply: boolean }
  | { readonly kind: 'LOGIN' }
  | {
      readonly kind: 'READ';
      readonly fact: string | null;
      readonly of: Selector | null;
      readonly wants: Wanted;
      /** The thing is asked for, and what it is chosen by is only told with it: its name answers as well. */
      readonly names?: true;
    }
  | { readonly kind: 'SUMMARISE'; readonly of: Selector | null };

export type Direction = 'UP' | 'DOWN' | 'LEFT' | 'RIGHT';

/** The goals of one kind. */
export type GoalOf<Kind extends Goal['kind']> = Extract<Goal, { kind: Kind }>;

export const selectorOf = (noun: string): Selector => ({ noun, by: null, nth: null, about: null });

/** The selector in words, as a person would say it. */
export function wordsOf(selector: Selector): string {
  const order =
    selector.by?.word ?? (selector.nth === null ? '' : selector.nth === -1 ? 'last' : `no. ${selector.nth}`);
  const noun = selector.noun === '' ? 'one' : selector.noun;
  return `${order} ${noun}${selector.about === null ? '' : ` about ${selector.about}`}`.trim();
}

const bareName = (what: string): string =>
  what.replace(/["“”]/g, '').replace(/\s+(?:button|link|tab|icon)$/i, '');

/** How a file is told from the others, as words before a part of its name. */
export const FILE_NAMED: Readonly<Record<GoalOf<'SHELL'>['name'], string>> = {
  ENDS: 'whose name ends with',
  STARTS: 'whose name starts with',
  IS: 'called',
};

export function describeGoal(goal: Goal): string {
  switch (goal.kind) {
    case 'OPEN':
      return `open ${wordsOf(goal.what)}`;
    case 'SEARCH':
      return `search for ${goal.query}`;
    case 'PRESS':
      return `${goal.how === undefined ? 'press' : `${goal.how.toLowerCase()} on`} ${bareName(goal.what)}${goal.of === undefined ? '' : ` of ${goal.of}`}`;
    case 'PRESS_EACH':
      return `press each ${goal.what}`;
    case 'FILL':
      return `fill in ${goal.field === '' ? 'the field' : goal.field}`;
    case 'SUGGEST':
      return 'choose the suggestion';
    case 'KEY':
      return `press the key ${goal.key}`;
    case 'CHECK_ALL':
      return `${goal.on ? 'tick' : 'untick'} all ${goal.what}${goal.except === null ? '' : ` but ${goal.except}`}`;
    case 'EXPAND':
      return `${goal.open ? 'open' : 'close'} ${goal.what}`;
    case 'PATH':
      return `choose ${goal.names.join(' > ')}`;
    case 'FIND':
      return `find ${goal.what}`;
    case 'DRAG':
      return `drag ${goal.what} to ${goal.to}`;
    case 'ARRANGE':
      return 'sort the list';
    case 'SCROLL':
      return `scroll ${goal.what} to the ${goal.to.toLowerCase()}`;
    case 'DRAG_BY':
      return `drag ${goal.what} ${goal.toward.toLowerCase()}${goal.amount === null ? '' : ` by ${goal.amount} ${goal.unit}`.trimEnd()}`;
    case 'SCROLL_UNTIL':
      return `scroll ${goal.what} until ${describeCondition(goal.until)}`;
    case 'FOCUS':
      return `put the caret into ${goal.what}`;
    case 'MARK_TEXT':
      return `mark ${goal.what}`;
    case 'FORMAT':
      return `make ${goal.what} ${goal.style}`;
    case 'DRAW':
      return `draw ${goal.shape}${goal.from === '' ? '' : ` from ${goal.from} to ${goal.to}`}`;
    case 'RESIZE':
      return `make ${goal.what} ${goal.grow ? 'larger' : 'smaller'} in ${goal.axis.toLowerCase()}`;
    case 'DISMISS':
      return `close ${goal.what}`;
    case 'GUESS':
      return `guess ${goal.what} from ${goal.low} to ${goal.high}`;
    case 'UNTIL':
      return `${describeGoal(goal.act)} until ${describeCondition(goal.until)}`;
    case 'AWAIT':
      return `wait until ${describeCondition(goal.until)}`;
    case 'REPEAT':
      return `${describeGoal(goal.act)}, ${goal.times} times`;
    case 'QUANTITY':
      return `take ${goal.count} of ${goal.of}`;
    case 'FORM':
      return `${goal.verb} ${goal.what} with ${goal.details.map(({ value }) => value).join(', ')}`;
    case 'JUDGE':
      return `judge each ${goal.what} as ${goal.as.join(' or ')}`;
    case 'SHELL':
      return `delete the file ${FILE_NAMED[goal.name]} ${goal.text} by a command`;
    case 'COPY_ROW':
      return `copy the row of ${goal.of} into the fields`;
    case 'NOT_UNDERSTOOD':
      return `not understood: ${goal.words}`;
    case 'NOTHING':
      return 'do no more';
    case 'RECKON':
      return `reckon ${describeSource(goal.source)}`;
    case 'CHOOSE':
      return `choose ${goal.option}`;
    case 'CHECK':
      return `${goal.on ? 'tick' : 'untick'} ${goal.what}`;
    case 'LOGIN':
      return 'log in';
    case 'READ':
      return `read ${[goal.fact, goal.of === null ? null : wordsOf(goal.of)].filter((part) => part !== null).join(' of ')}`;
    case 'SUMMARISE':
      return 'summarise';
  }
}
