// The nodes of a YAML document: what could be read in two ways, how large it is, and where each node stands.
// INVARIANT: every step is linear in the document: no look-up walks a list of keys, and nothing recurses.
import { isAlias, isMap, isNode, isScalar, isSeq } from 'yaml';
import type { Document, Pair, YAMLMap } from 'yaml';
import type { Path } from '#policy/engine/values/source-places.ts';

/** The largest policy that fits the limits of the schema has a fifth of these. */
export const MAX_NODES = 200_000;
/** A document's own forms reach to 12, `logic` to 20 more. */
export const MAX_LEVELS = 64;

/** Returns false where no more reports are wanted. */
export type Report = (message: string, from: number, to: number, more?: More) => boolean;
type More = { readonly help?: string; readonly code?: 'policy.duplicate-key' | 'policy.too-large' };

type Place = { readonly node: unknown; readonly depth: number };

/** Reports anchors, aliases, tags, merge keys and keys that stand twice; and a document beyond the bounds, which ends it. */
export function checkTree(document: Document.Parsed, report: Report): void {
  const open: Place[] = [{ node: document.contents, depth: 1 }];
  let nodes = 0;
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { node, depth } = place;
    if (!isNode(node)) continue;
    const [from, to] = node.range ?? [0, 0];
    nodes += 1;
    if (nodes > MAX_NODES || depth > MAX_LEVELS) {
      const what = depth > MAX_LEVELS ? `${MAX_LEVELS} levels` : `${MAX_NODES.toLocaleString('en')} nodes`;
      report(`the document has more than ${what}`, from, to, { code: 'policy.too-large', help: 'split it' });
      return;
    }
    if (isAlias(node)) {
      const help = { help: 'write the value out' };
      if (!report(`the alias \`*${node.source}\` is not permitted`, from, to, help)) return;
      continue;
    }
    const { anchor, tag } = node;
    const remove = { help: 'remove it' };
    if (anchor !== undefined && !report(`the anchor \`&${anchor}\` is not permitted`, from, to, remove))
      return;
    if (tag !== undefined && !report(`the tag \`${tag}\` is not permitted`, from, to, remove)) return;
    if (isMap(node)) {
      if (!checkKeys(node, report)) return;
      // Last in, first out: the reports come in the order of the text.
      for (const { key, value } of node.items.toReversed())
        open.push({ node: value, depth: depth + 1 }, { node: key, depth: depth + 1 });
    } else if (isSeq(node))
      for (const item of node.items.toReversed()) open.push({ node: item, depth: depth + 1 });
  }
}

function checkKeys(map: YAMLMap, report: Report): boolean {
  const seen = new Set<unknown>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    const [from, to] = key.range ?? [0, 0];
    if (seen.has(key.value)) {
      if (!report('map keys must be unique', from, from + 1, { code: 'policy.duplicate-key' })) return false;
    }
    seen.add(key.value);
    if (key.value === '<<') {
      const help = { help: 'write the keys out' };
      if (!report('the merge key `<<` is not permitted', from, to, help)) return false;
    }
  }
  return true;
}

/** Where the nodes of a document stand, by their paths. */
export class NodePlaces {
  readonly #document: Document.Parsed;
  readonly #keys = new Map<YAMLMap, ReadonlyMap<unknown, Pair>>();

  constructor(document: Document.Parsed) {
    this.#document = document;
  }

  /** Offsets of the node at a path, or of the deepest node on the way to it. `wantKey`: of the key that the path ends with. */
  rangeOf(path: Path, wantKey: boolean): readonly [number, number] {
    let node: unknown = this.#document.contents;
    let range: readonly [number, number] = path.length === 0 ? rangeIn(node, [0, 0]) : [0, 0];
    for (const [index, step] of path.entries()) {
      if (isMap(node)) {
        const pair = this.#pair(node, step);
        if (pair === undefined) return range;
        range = rangeIn(pair.key, range);
        if (wantKey && index === path.length - 1) return range;
        node = pair.value;
      } else if (isSeq(node) && typeof step === 'number') node = node.items[step];
      else return range;
      range = rangeIn(node, range);
    }
    return range;
  }

  #pair(map: YAMLMap, step: string | number): Pair | undefined {
    let keys = this.#keys.get(map);
    if (keys === undefined) {
      keys = new Map(map.items.map((pair) => [isScalar(pair.key) ? pair.key.value : pair.key, pair]));
      this.#keys.set(map, keys);
    }
    return keys.get(step);
  }
}

const rangeIn = (node: unknown, otherwise: readonly [number, number]): readonly [number, number] =>
  isNode(node) && node.range !== null && node.range !== undefined
    ? [node.range[0], node.range[1]]
    : otherwise;
