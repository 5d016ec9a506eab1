// Circles of imports: files that reach one another by what they import, by types and by `import()` as much as by values.
// The strongly connected components of the graph, by Tarjan's algorithm.
import { importsOf, resolveOwn } from './imports.ts';

export type Edges = ReadonlyMap<string, readonly string[]>;

/** Which of the given files imports which; imports of other files are left out. */
export function importGraph(sources: ReadonlyMap<string, string>): Edges {
  return new Map(
    [...sources].map(([file, source]) => {
      const targets = importsOf(file, source).flatMap(({ specifier }) => {
        const target = resolveOwn(file, specifier);
        return target !== null && sources.has(target) ? [target] : [];
      });
      return [file, [...new Set(targets)]] as const;
    }),
  );
}

/** Each circle with its members in order, the largest first; a file that imports itself is one. */
export function circlesIn(edges: Edges): readonly (readonly string[])[] {
  const numberOf = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const number = numberOf.size;
    numberOf.set(file, number);
    let low = number;
    open.push(file);
    for (const target of edges.get(file) ?? []) {
      if (!numberOf.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, lowest.get(target) ?? numberOf.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === number) {
      const members = open.splice(open.indexOf(file));
      if (members.length > 1 || (edges.get(file) ?? []).includes(file)) circles.push(members.toSorted());
    }
    return low;
  };
  for (const file of edges.keys()) if (!numberOf.has(file)) visit(file);
  return circles.toSorted((a, b) => b.length - a.length);
}
