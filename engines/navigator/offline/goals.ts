// What an intent asks for, as a closed union: the grammar makes goals, the pursuit of a goal makes proposals.

export type OrderingKey = 'PRICE' | 'RATING' | 'DATE' | 'NUMBER';
export type Ordering = {
  readonly key: OrderingKey;
  readonly direction: 'MIN' | 'MAX';
  /** NUMBER: the column or label that is compared. */
  readonly field: string | null;
  /** The word of the intent, for the answer. */
  readonly word: string;
};

/** Which thing: "the cheapest mouse", "the second result", "the thread about wrist rests". */
export type Selector = {
  /** `''`: what the goals before were about. */
  readonly noun: string;
  readonly by: Ordering | null;
  /** From 1; -1 is the last. */
  readonly nth: number | null;
  readonly about: string | null;
};

export type Wanted = 'MONEY' | 'DATE' | 'NUMBER' | 'ANY';

export type Goal =
  | { readonly kind: 'OPEN'; readonly what: Selector; readonly bySearch: boolean }
  | { readonly kind: 'SEARCH'; readonly query: string }
  | { readonly kind: 'PRESS'; readonly what: string }
  | { readonly kind: 'FILL'; readonly field: string; readonly value: string }
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

export const selectorOf = (noun: string): Selector => ({ noun, by: null, nth: null, about: null });

/** The selector in words, as a person would say it. */
export function wordsOf(selector: Selector): string {
  const order =
    selector.by?.word ?? (selector.nth === null ? '' : selector.nth === -1 ? 'last' : `no. ${selector.nth}`);
  const noun = selector.noun === '' ? 'one' : selector.noun;
  return `${order} ${noun}${selector.about === null ? '' : ` about ${selector.about}`}`.trim();
}

export function describeGoal(goal: Goal): string {
  switch (goal.kind) {
    case 'OPEN':
      return `open ${wordsOf(goal.what)}`;
    case 'SEARCH':
      return `search for ${goal.query}`;
    case 'PRESS':
      return `press ${goal.what}`;
    case 'FILL':
      return `fill in ${goal.field}`;
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
