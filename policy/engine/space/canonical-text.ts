// A diagram as text: equal for equal functions, whatever classes and entries they were built from. The semantic hash is of it.
import type { Turns } from '#policy/collections/turns.ts';
import type { Diagram } from './diagram.ts';
import { leaf, leafValue } from './node.ts';
import type { NodeId } from './node.ts';
import { DAY, HOST_INDEX, dimensionName } from './space.ts';

type Branch = readonly [label: string, child: NodeId];

/** The lines of the text, put down after every node. */
export function* canonicalLines(
  diagram: Diagram,
  root: NodeId,
  leafText: (value: number) => string,
): Turns<readonly string[]> {
  const names = new Map<NodeId, string>();
  const lines: string[] = [];
  const named = (id: NodeId, kind: 'L' | 'N', text: string): string => {
    const name = `${kind}${names.size}`;
    names.set(id, name);
    lines.push(`${name} ${text}`);
    return name;
  };
  function* visit(id: NodeId): Turns<string> {
    const known = names.get(id);
    if (known !== undefined) return known;
    if (id < 0) return named(id, 'L', leafText(leafValue(id)));
    const children = branchesOf(diagram, id);
    yield;
    const parts: string[] = [];
    for (const [label, child] of children)
      parts.push(`${label} ${names.get(child) ?? (yield* visit(child))}`);
    yield;
    return named(id, 'N', `${dimensionName(diagram.factOf(id))} ${parts.join(', ')}`);
  }
  lines.push(yield* visit(root));
  return lines;
}

/** Hosts and other texts by their shortest patterns; other facts by the values at which the child changes. */
function branchesOf(diagram: Diagram, id: NodeId): readonly Branch[] {
  const { space } = diagram;
  const fact = diagram.factOf(id);
  if (fact === DAY) return periodsOf(diagram, id);
  const children = diagram.childrenOf(id);
  const open = space.open(fact);
  if (open !== null) {
    const out = open.reduce((index) => children[index] ?? leaf(0));
    return fact === HOST_INDEX ? out : out.map(([label, child]) => [JSON.stringify(label), child]);
  }
  const classOf = space.classOfRaw[fact] ?? new Uint16Array(0);
  const out: [string, NodeId][] = [];
  for (const [position, value] of space.raw(fact).entries()) {
    const child = children[classOf[position] ?? 0] ?? leaf(0);
    if (out.at(-1)?.[1] !== child) out.push([String(value), child]);
  }
  return out;
}

/** By the day on which each begins; days before the first end have none. */
function periodsOf(diagram: Diagram, id: NodeId): readonly Branch[] {
  const runs = diagram.runsOf(id);
  return Array.from({ length: runs.length / 2 }, (_, at) => [
    diagram.space.days.firstOf(runs[2 * at] ?? 0) ?? '',
    runs[2 * at + 1] ?? leaf(0),
  ]);
}
