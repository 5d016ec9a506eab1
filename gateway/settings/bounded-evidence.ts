// Bounds evidence that a page made before it goes into words, cards and the log: each text is cut, and its whole length is given.
// INVARIANT: a text is cut before anything looks through it. What leaves is weighed in full (provenance/), and bounded there.
const MAX_TEXT_CHARACTERS = 2_048;
const MAX_ITEMS = 200;
const MAX_DEPTH = 6;

/** The text, or its beginning and how long it is. */
export const boundedText = (text: string, most: number = MAX_TEXT_CHARACTERS): string =>
  text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…(${text.length} characters)`;

/** The same value with every text in it bounded, and every list. */
export function bounded<T>(value: T): T {
  return parseSame(value, boundedValue(value, 0));
}

function boundedValue(value: unknown, depth: number): unknown {
  if (typeof value === 'string') return boundedText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return null;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => boundedValue(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, MAX_ITEMS)
      .map(([key, item]) => [boundedText(key), boundedValue(item, depth + 1)]),
  );
}

// The shape is the one that went in: texts stay texts, lists lists.
const parseSame = <T>(_like: T, value: unknown): T => value as T;
