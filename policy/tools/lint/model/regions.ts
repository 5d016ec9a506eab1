// Parts of the request space in words: which values of which facts lead to a leaf of a diagram.
import type { Diagram } from '#policy/engine/space/diagram.ts';
import type { NodeId } from '#policy/engine/space/node.ts';
import { leaf, leafValue } from '#policy/engine/space/node.ts';
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import { PathClasses, formsInWords, partInWords } from '#policy/engine/classes/open-classes.ts';
import { CAPABILITY_INDEX, HOST_INDEX } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { hostScope } from '#policy/engine/tables/tables.ts';
import type { Model, Place } from './model.ts';

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
    const children = diagram.runsOf(id).filter((_, at) => at % 2 === 1);
    const own = [...new Set(children)].reduce((sum, child) => sum + count(child), 0);
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
    if (fact === HOST_INDEX) {
      for (const [child, classes] of runsByChild(diagram.runsOf(id), space.counts[HOST_INDEX] ?? 1))
        if (count(child) > 0) walk(child, [...words, hostWords(space, classes)]);
      return;
    }
    const open = space.open(fact);
    if (open instanceof PathClasses) {
      for (const [child, classes] of runsByChild(diagram.runsOf(id), open.count)) {
        if (count(child) === 0) continue;
        for (let at = 0; at < classes.length; at += 2)
          space.step((classes[at + 1] ?? 0) - (classes[at] ?? 0));
        const parts = formsInWords(open.partForms(classes));
        walk(child, [...words, `${FACT_NAMES[fact] ?? 'path'} ${shorten(parts, ' or ')}`]);
      }
      return;
    }
    const children = diagram.childrenOf(id);
    for (const child of new Set(children))
      if (count(child) > 0) walk(child, [...words, factWords(space, fact, children, child)]);
  };
  walk(root, []);
  return { regions, total: count(root) };
}

/** The classes of every child, as intervals. */
function runsByChild(runs: Int32Array, count: number): ReadonlyMap<NodeId, readonly number[]> {
  const out = new Map<NodeId, number[]>();
  for (let at = 0; at < runs.length; at += 2) {
    const child = runs[at + 1] ?? leaf(0);
    const intervals = out.get(child) ?? [];
    out.set(child, intervals);
    intervals.push(runs[at] ?? 0, runs[at + 2] ?? count);
  }
  return out;
}

function hostWords(space: Space, classes: readonly number[]): string {
  const parts = space.hosts.partForms(classes);
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

/** One diagram over all hosts and capabilities of what an entry does at its places; 0 where it does not speak. */
export function joinPlaces(model: Model, entry: Entry, effect: (place: Place) => NodeId): NodeId {
  const { diagram, space } = model;
  const ofHost = new Map<number, Map<number, NodeId>>();
  for (const place of model.everyPlaceOf(entry)) {
    const row = ofHost.get(place.host) ?? new Map<number, NodeId>();
    ofHost.set(place.host, row);
    row.set(place.slice.capability, effect(place));
  }
  const rowAt = (row: ReadonlyMap<number, NodeId> | undefined): NodeId =>
    row === undefined
      ? leaf(0)
      : diagram.branch(
          CAPABILITY_INDEX,
          Array.from({ length: model.capabilities }).keys(),
          (capability) => row.get(capability) ?? leaf(0),
        );
  const rows = new Map([...ofHost].map(([host, row]) => [host, rowAt(row)]));
  if (!hostScope(model.compiled.get(entry)?.scope ?? false).mentions)
    return diagram.branch(
      HOST_INDEX,
      Array.from({ length: space.hosts.count }).keys(),
      (host) => rows.get(model.likeOf(host)) ?? leaf(0),
    );
  const starts = new Set([0, ...[...rows.keys()].flatMap((host) => [host, host + 1])]);
  const inOrder = [...starts].filter((host) => host < space.hosts.count).sort((a, b) => a - b);
  return diagram.branch(HOST_INDEX, inOrder, (host) => rows.get(host) ?? leaf(0));
}
