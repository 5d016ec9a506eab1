// Small arithmetic that a page poses: "7 × 8 =", "x + 4 = 11". Pure.
type Operator = '+' | '-' | '*' | '/';
const OPERATORS: Readonly<Record<string, Operator>> = {
  '+': '+',
  plus: '+',
  '-': '-',
  '−': '-',
  '–': '-',
  minus: '-',
  '×': '*',
  '*': '*',
  x: '*',
  times: '*',
  '÷': '/',
  '/': '/',
};
const TERM = String.raw`-?\d+(?:\.\d+)?|[a-z?_]{1,3}|□`;
const PROBLEM = new RegExp(
  String.raw`(?<![\w.]|\d[-/])(${TERM})\s*(\+|-|−|–|×|\*|÷|/|\bx\b|\bplus\b|\bminus\b|\btimes\b)\s*(${TERM})(?:\s*=\s*(${TERM})?)?(?![\w./-])`,
  'giu',
);

/** The value that is asked for in the first problem of the text; `null` where there is none. */
export function solve(text: string): number | null {
  for (const match of text.matchAll(PROBLEM)) {
    const operator = OPERATORS[(match[2] ?? '').toLowerCase()];
    if (operator === undefined) continue;
    const [a, b, c] = [numberOf(match[1]), numberOf(match[3]), numberOf(match[4])];
    const result = answer(a, operator, b, c);
    if (result !== null && Number.isFinite(result)) return result;
  }
  return null;
}

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : null;

function answer(a: number | null, operator: Operator, b: number | null, c: number | null): number | null {
  if (a !== null && b !== null)
    return operator === '+' ? a + b : operator === '-' ? a - b : operator === '*' ? a * b : a / b;
  if (c === null) return null;
  if (a === null && b !== null)
    return operator === '+' ? c - b : operator === '-' ? c + b : operator === '*' ? c / b : c * b;
  if (b === null && a !== null)
    return operator === '+' ? c - a : operator === '-' ? a - c : operator === '*' ? c / a : a / c;
  return null;
}

/** Without the dust of binary fractions. */
export const written = (value: number): string => String(Math.round(value * 1_000_000) / 1_000_000);
