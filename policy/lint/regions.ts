// Parts of the request space in words: which values of which facts lead to a leaf of a diagram.
import type { Diagram, NodeId } from '../diagram.ts';
import { leaf, leafValue } from '../diagram.ts';
import { FACT_NAMES, factSpec } from '../fact-table.ts';
import { partInWords } from '../open-classes.ts';
import { CAPABILITY, HOST } from '../space.ts';
import type { Space } from '../space.ts';
import type { HostGroup } from './model.ts';

export type Region = { readonly value: number; readonly words: string };

/** The ways to leaves other than 0, one region each: the first `limit`, and how many there are. */
export function regionsOf(
  diagram: Diagram,
  root: NodeId,
  space: Space,
  limit: number,
): { readonly regions: readonly Region[]; readonly total: number } {
  const counts = new Map<NodeId, number>();
  const count = (id: NodeId): number => {
    if (id < 0) return leafValue(id) === 0 ? 0 : 1;
    const known = counts.get(id);
    if (known !== undefined) return known;
    const own = [...new Set(diagram.childrenOf(id))].reduce((sum, child) => sum + count(child), 0);
    counts.set(id, own);
    return own;
  };
  const regions: Region[] = [];
  const walk = (id: NodeId, words: readonly string[]): void => {
    if (regions.length >= limit || count(id) === 0) return;
    if (id < 0) {
      regions.push({ value: leafValue(id), words: words.join(', ') });
      return;
    }
    const fact = diagram.factOf(id);
    const children = diagram.childrenOf(id);
    for (const child of new Set(children)) {
      const text =
        fact === HOST ? hostWords(space, children, child) : factWords(space, fact, children, child);
      walk(child, [...words, text]);
    }
  };
  walk(root, []);
  return { regions, total: count(root) };
}

function hostWords(space: Space, children: Int32Array, child: NodeId): string {
  const parts = space.hosts.reduce((index) => (children[index] === child ? 1 : 0));
  const named = parts
    .filter(([pattern, inside]) => pattern !== '' && inside === 1)
    .map(([pattern]) => pattern);
  const out = parts.filter(([pattern, inside]) => pattern !== '' && inside === 0).map(([pattern]) => pattern);
  const all = parts[0]?.[1] === 1 ? ['any'] : [];
  const inside = shorten([...all, ...named], ' or ');
  return out.length === 0 ? `host ${inside}` : `host ${inside} except ${shorten(out, ' and ')}`;
}

function factWords(space: Space, fact: number, children: Int32Array, child: NodeId): string {
  const name = FACT_NAMES[fact] ?? 'host';
  const classOf = space.classOfRaw[fact] ?? new Uint16Array(0);
  const raw = space.raw(fact);
  const open = space.open(fact);
  if (open !== null)
    return `${name} ${shorten(
      partInWords(open, (index) => children[index] === child),
      ' or ',
    )}`;
  const inside = raw.filter((_, index) => children[classOf[index] ?? 0] === child);
  if (factSpec(name).kind === 'integer') return `${name} ${intervals(inside.map(Number))}`;
  const outside = raw.filter((one) => !inside.includes(one));
  return outside.length < inside.length && outside.length <= 3
    ? `${name} not ${outside.join(' or ')}`
    : `${name} ${shorten(inside.map(String), ' or ')}`;
}

function intervals(values: readonly number[]): string {
  const out: [number, number][] = [];
  for (const value of values) {
    const last = out.at(-1);
    if (last !== undefined && last[1] === value - 1) last[1] = value;
    else out.push([value, value]);
  }
  return out.map(([from, to]) => (from === to ? String(from) : `${from}–${to}`)).join(' or ');
}

function shorten(list: readonly string[], joint: string): string {
  return list.length <= 5
    ? list.join(joint)
    : `${list.slice(0, 4).join(joint)}${joint}${list.length - 4} more`;
}

/** One diagram over all hosts and capabilities from what each slice says; 0 where none is given. */
export function joinSlices(
  diagram: Diagram,
  space: Space,
  groups: ReadonlyMap<HostGroup, ReadonlyMap<number, NodeId>>,
): NodeId {
  const hosts = new Int32Array(space.hosts.count).fill(leaf(0));
  for (const [group, byCapability] of groups) {
    const children = new Int32Array(space.counts[CAPABILITY] ?? 1).fill(leaf(0));
    for (const [capability, node] of byCapability) children[capability] = node;
    const made = diagram.make(CAPABILITY, children);
    for (const host of group.hosts) hosts[host] = made;
  }
  return diagram.make(HOST, hosts);
}
