// Reads the nodes of a document as plain data that the schema has accepted: mappings, words and lists of words.

/** A mapping of the document, as plain data that the schema has accepted. */
export type Node = Readonly<Record<string, unknown>>;

export function isNode(value: unknown): value is Node {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

export const nodesOf = (value: unknown): readonly Node[] =>
  Array.isArray(value) ? value.filter(isNode) : [];

const isPlain = (item: unknown): item is string | number | boolean =>
  typeof item === 'string' || typeof item === 'number' || typeof item === 'boolean';

/** The words of a list, or the one word. A node or a list in it is no word: the schema has reported it. */
export const stringsOf = (value: unknown): readonly string[] =>
  Array.isArray(value)
    ? value.map((item: unknown) => (isPlain(item) ? String(item) : ''))
    : typeof value === 'string'
      ? [value]
      : [];

export const stringOf = (value: unknown, otherwise: string): string =>
  typeof value === 'string' ? value : otherwise;
