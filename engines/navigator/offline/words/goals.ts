// What an intent asks for, as a closed union: the grammar makes goals, the pursuit of a goal makes proposals.

import { describeSource, type Source } from './source.ts';
import type { Selector } from './selectors.ts';

export type Wanted = 'MONEY' | 'DATE' | 'NUMBER' | 'ANY';

export type Goal =
  | { readonly kind: 'OPEN'; readonly what: Selector; readonly bySearch: boolean }
  | { readonly kind: 'SEARCH'; readonly query: string }
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
  | { readonly kind: 'ARRANGE'; readonly down: boolean }
  | { readonly kind: 'SCROLL'; readonly what: string; readonly to: 'TOP' | 'BOTTOM' }
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
    }
  | { readonly kind: 'SUMMARISE'; readonly of: Selector | null };

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
