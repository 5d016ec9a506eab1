// What an "until", a "when" or a "less than" waits for, as data: said in words, looked at on the page by the pursuit. Pure.

export type Comparison = 'LESS' | 'AT_MOST' | 'EQUAL' | 'AT_LEAST' | 'MORE';

export type Condition =
  /** The number that `of` names is so; `''`: the number that the act brings forth. */
  | { readonly kind: 'NUMBER'; readonly of: string; readonly is: Comparison; readonly than: number }
  | { readonly kind: 'BETWEEN'; readonly of: string; readonly low: number; readonly high: number }
  | { readonly kind: 'PARITY'; readonly of: string; readonly is: 'EVEN' | 'ODD' }
  /** The page shows it, or shows it no longer. */
  | { readonly kind: 'SHOWN'; readonly what: string; readonly not: boolean }
  /** The page says that it was right: nothing else tells what was to be found. */
  | { readonly kind: 'RIGHT' };

/** The words for it, as a person would say them. */
export function describeCondition(condition: Condition): string {
  const of = 'of' in condition && condition.of !== '' ? condition.of : 'the number';
  switch (condition.kind) {
    case 'NUMBER':
      return `${of} is ${WORDS[condition.is]} ${condition.than}`;
    case 'BETWEEN':
      return `${of} is between ${condition.low} and ${condition.high}`;
    case 'PARITY':
      return `${of} is ${condition.is.toLowerCase()}`;
    case 'SHOWN':
      return `${condition.what} is ${condition.not ? 'gone' : 'there'}`;
    case 'RIGHT':
      return 'the page says that it is right';
  }
}

const WORDS: Readonly<Record<Comparison, string>> = {
  LESS: 'less than',
  AT_MOST: 'at most',
  EQUAL: '',
  AT_LEAST: 'at least',
  MORE: 'more than',
};

export function holds(condition: Condition, value: number): boolean {
  switch (condition.kind) {
    case 'NUMBER':
      return compares(value, condition.is, condition.than);
    case 'BETWEEN':
      return value >= condition.low && value <= condition.high;
    case 'PARITY':
      return Number.isInteger(value) && (value % 2 === 0) === (condition.is === 'EVEN');
    case 'SHOWN':
    case 'RIGHT':
      return false;
  }
}

function compares(value: number, is: Comparison, than: number): boolean {
  switch (is) {
    case 'LESS':
      return value < than;
    case 'AT_MOST':
      return value <= than;
    case 'EQUAL':
      return value === than;
    case 'AT_LEAST':
      return value >= than;
    case 'MORE':
      return value > than;
  }
}
