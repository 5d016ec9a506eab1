// Edits of a document's text, found by its syntax tree: an entry out, an `except` in, a host beside another. Everything
// that is not edited stays as it is written, comments included. Whether an edit is right is for fixes.ts to prove.
import { LineCounter, isMap, isNode, isScalar, isSeq, parseDocument, visit } from 'yaml';
import type { Node, Pair, YAMLMap, YAMLSeq } from 'yaml';
import type { Span } from '#policy/language/failure.ts';
import type { Edit } from './finding.ts';

type Item = {
  readonly sequence: YAMLSeq;
  readonly index: number;
  readonly entry: YAMLMap;
  readonly pair: Pair;
};

export class TextEdits {
  readonly #text: string;
  readonly #file: string;
  readonly #lines = new LineCounter();
  readonly #root: unknown;
  readonly #items = new Map<string, ReadonlyMap<string, Item>>();
  readonly #words = new Map<YAMLMap, ReadonlyMap<string, readonly [number, number]>>();
  #lists: ReadonlyMap<string, ReadonlyMap<string, readonly [number, number]>> | null = null;

  constructor(text: string, file: string) {
    this.#text = text;
    this.#file = file;
    this.#root = parseDocument(text, { version: '1.2', stringKeys: true, lineCounter: this.#lines }).contents;
  }

  /** Takes an entry out, with the comment lines right above it; the section too where nothing is left of it. */
  remove(section: string, id: string): Edit | null {
    const found = this.#item(section, id);
    if (found === null) return null;
    const { sequence, index, entry, pair } = found;
    const only = sequence.items.length === 1;
    if (sequence.flow === true && !only) {
      const next = rangeOf(sequence.items[index + 1]);
      const before = rangeOf(sequence.items[index - 1]);
      const own = rangeOf(entry);
      if (next !== null) return this.#edit(own?.[0] ?? 0, next[0], '');
      return before === null || own === null ? null : this.#edit(before[1], own[1], '');
    }
    if (sequence.flow === true && isMap(this.#root) && this.#root.flow === true) {
      const own = rangeOf(entry);
      return own === null ? null : this.#edit(own[0], own[1], '');
    }
    const start = rangeOf(only ? pair.key : entry);
    if (start === null) return null;
    return this.#edit(this.#withComments(this.#lineStart(start[0])), this.#lineEnd(endOf(entry)), '');
  }

  /** Adds a box to the `except` of an entry. */
  except(section: string, id: string, box: string): Edit | null {
    const entry = this.#item(section, id)?.entry;
    if (entry === undefined) return null;
    const present = pairOf(entry, 'except')?.value;
    if (present !== undefined) return isSeq(present) ? this.#append(present, box) : null;
    const when = pairOf(entry, 'when');
    const value = rangeOf(when?.value);
    const key = rangeOf(when?.key);
    if (when === undefined || value === null || key === null) return null;
    if (entry.flow === true) {
      const json = this.#text[key[0]] === '"';
      return this.#edit(value[1], value[1], `, ${json ? '"except"' : 'except'}: [${box}]`);
    }
    const at = this.#lineEnd(endOf(when.value));
    const indent = ' '.repeat(key[0] - this.#lineStart(key[0]) - this.#dash(key[0]));
    const gap = this.#text[at - 1] === '\n' ? '' : '\n';
    return this.#edit(at, at, `${gap}${indent}${' '.repeat(this.#dash(key[0]))}except: [${box}]\n`);
  }

  /** Puts a host beside one that a `when` lists. */
  beside(section: string, id: string, host: string, added: string): Edit | null {
    const entry = this.#item(section, id)?.entry;
    const when = entry === undefined ? undefined : pairOf(entry, 'when')?.value;
    const value = isMap(when) ? pairOf(when, 'host')?.value : undefined;
    if (isSeq(value))
      return value.items.some((one) => isScalar(one) && one.value === host)
        ? this.#append(value, added)
        : null;
    const range = rangeOf(value);
    if (!isScalar(value) || value.value !== host || range === null) return null;
    return this.#edit(range[0], range[1], `[${this.#text.slice(range[0], range[1])}, ${added}]`);
  }

  /** Puts a word behind what a `when` says: `addressClass: LOOPBACK`. */
  saying(section: string, id: string, word: string): Edit | null {
    const entry = this.#item(section, id)?.entry;
    const when = entry === undefined ? undefined : pairOf(entry, 'when')?.value;
    const last = isMap(when) ? when.items.at(-1) : undefined;
    if (!isMap(when) || last === undefined) return null;
    const key = rangeOf(last.key);
    if (key === null) return null;
    if (when.flow === true) {
      const json = this.#text[key[0]] === '"';
      const at = rangeOf(last.value)?.[1] ?? key[1];
      return this.#edit(at, at, `, ${json ? asJson(word) : word}`);
    }
    const at = this.#lineEnd(endOf(last.value));
    const first = rangeOf(when.items[0]?.key)?.[0] ?? key[0];
    const indent = ' '.repeat(first - this.#lineStart(first));
    const gap = this.#text[at - 1] === '\n' ? '' : '\n';
    return this.#edit(at, at, `${gap}${indent}${word}\n`);
  }

  /** Where an entry says a word; `null` where it does not. */
  spanOf(section: string, id: string, word: string): Span | null {
    const entry = this.#item(section, id)?.entry;
    const range = entry === undefined ? undefined : this.#wordsIn(entry).get(word);
    return range === undefined ? null : this.#edit(range[0], range[1], '').span;
  }

  /** The words of an entry: names of lists among them. */
  wordsOf(section: string, id: string): ReadonlySet<string> {
    const entry = this.#item(section, id)?.entry;
    return new Set(entry === undefined ? [] : this.#wordsIn(entry).keys());
  }

  /** Where one of some lists of hosts has a pattern first. */
  spanInLists(
    names: ReadonlySet<string>,
    pattern: string,
  ): { readonly list: string; readonly span: Span } | null {
    for (const [list, patterns] of this.#hostLists()) {
      const range = names.has(list) ? patterns.get(pattern) : undefined;
      if (range !== undefined) return { list, span: this.#edit(range[0], range[1], '').span };
    }
    return null;
  }

  #hostLists(): ReadonlyMap<string, ReadonlyMap<string, readonly [number, number]>> {
    if (this.#lists !== null) return this.#lists;
    const lists = new Map<string, ReadonlyMap<string, readonly [number, number]>>();
    const all = isMap(this.#root) ? pairOf(this.#root, 'lists')?.value : undefined;
    for (const { key, value } of isMap(all) ? all.items : [])
      if (isScalar(key) && typeof key.value === 'string') lists.set(key.value, scalarsIn(value));
    this.#lists = lists;
    return lists;
  }

  /** Where the words of an entry stand first. */
  #wordsIn(entry: YAMLMap): ReadonlyMap<string, readonly [number, number]> {
    const known = this.#words.get(entry);
    if (known !== undefined) return known;
    const words = scalarsIn(entry);
    this.#words.set(entry, words);
    return words;
  }

  #append(sequence: YAMLSeq, text: string): Edit | null {
    const last = rangeOf(sequence.items.at(-1));
    if (last === null) return null;
    if (sequence.flow === true) return this.#edit(last[1], last[1], `, ${text}`);
    const at = this.#lineEnd(last[1]);
    const dash = this.#text.lastIndexOf('-', last[0]);
    const indent = ' '.repeat(dash - this.#lineStart(dash));
    const gap = this.#text[at - 1] === '\n' ? '' : '\n';
    return this.#edit(at, at, `${gap}${indent}- ${text}\n`);
  }

  #item(section: string, id: string): Item | null {
    const known = this.#items.get(section) ?? this.#itemsIn(section);
    this.#items.set(section, known);
    return known.get(id) ?? null;
  }

  #itemsIn(section: string): ReadonlyMap<string, Item> {
    const items = new Map<string, Item>();
    const pair = isMap(this.#root) ? pairOf(this.#root, section) : undefined;
    const sequence = pair?.value;
    if (pair === undefined || !isSeq(sequence)) return items;
    for (const [index, entry] of sequence.items.entries()) {
      const own = isMap(entry) ? pairOf(entry, 'id')?.value : undefined;
      if (isMap(entry) && isScalar(own) && typeof own.value === 'string' && !items.has(own.value))
        items.set(own.value, { sequence, index, entry, pair });
    }
    return items;
  }

  #edit(from: number, to: number, text: string): Edit {
    const [begin, end] = [this.#lines.linePos(from), this.#lines.linePos(to)];
    const span = {
      file: this.#file,
      line: begin.line,
      column: begin.col,
      endLine: end.line,
      endColumn: end.col,
    };
    return { from, to, text, span };
  }

  #lineStart(offset: number): number {
    return this.#text.lastIndexOf('\n', offset - 1) + 1;
  }

  #lineEnd(offset: number): number {
    const end = this.#text.indexOf('\n', offset);
    return end < 0 ? this.#text.length : end + 1;
  }

  /** Width of `- ` where the key is the first of an item. */
  #dash(offset: number): number {
    const before = this.#text.slice(this.#lineStart(offset), offset);
    return before.trimStart().length;
  }

  #withComments(start: number): number {
    let at = start;
    while (at > 0) {
      const before = this.#lineStart(at - 1);
      if (!/^[ \t]*#/.test(this.#text.slice(before, at))) return at;
      at = before;
    }
    return at;
  }
}

/** `addressClass: [PUBLIC, LOOPBACK]` with quotes. */
const asJson = (word: string): string => word.replaceAll(/\w+/gu, (one) => JSON.stringify(one));

/** Where each text stands first. */
function scalarsIn(node: unknown): ReadonlyMap<string, readonly [number, number]> {
  const words = new Map<string, readonly [number, number]>();
  if (!isNode(node)) return words;
  visit(node, {
    Scalar(_key, scalar) {
      const range = rangeOf(scalar);
      if (typeof scalar.value === 'string' && range !== null && !words.has(scalar.value))
        words.set(scalar.value, range);
    },
  });
  return words;
}

function pairOf(map: YAMLMap, key: string): Pair | undefined {
  return map.items.find((item) => isScalar(item.key) && item.key.value === key);
}

function rangeOf(node: unknown): readonly [number, number] | null {
  if (node === null || typeof node !== 'object' || !('range' in node)) return null;
  const { range } = node as Partial<Node>;
  return range === null || range === undefined ? null : [range[0], range[1]];
}

/** Where a node's own text ends: the range of a block goes on over the comments behind it. */
function endOf(node: unknown): number {
  const range = rangeOf(node)?.[1] ?? 0;
  if (isMap(node) && node.flow !== true) {
    const last = node.items.at(-1);
    return last === undefined ? range : Math.max(rangeOf(last.key)?.[1] ?? 0, endOf(last.value));
  }
  return isSeq(node) && node.flow !== true && node.items.length > 0 ? endOf(node.items.at(-1)) : range;
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let out = text;
  for (const edit of edits.toSorted((a, b) => b.from - a.from || b.to - a.to))
    out = out.slice(0, edit.from) + edit.text + out.slice(edit.to);
  return out;
}
