// For many elements at once: a point of each that a click would hit now, or what covers it. Runs in our isolated world;
// self-contained: its source text is sent to the browser. Scrolls nothing, changes nothing.
// INVARIANT: everything is read through the prototypes' own getters (flat-tree.ts). Elements are named by path and tag.
import { FLAT_TREE, type FlatTree } from './flat-tree.ts';

/** A point in CSS pixels of the frame's own viewport; what lies above; or `null` for what was not found or has no visible part. */
export type Point = { readonly x: number; readonly y: number } | { readonly coveredBy: string } | null;
export type Wanted = { readonly path: readonly number[]; readonly tag: string };

function findPoints(
  { of, parentOf, find, hitAt, wordsOf, rectsOf, labelsOf }: FlatTree,
  wanted: readonly Wanted[],
): Point[] {
  const FRACTIONS = [
    [0.5, 0.5],
    [0.1, 0.15],
    [0.9, 0.85],
    [0.9, 0.15],
    [0.1, 0.85],
    [0.3, 0.5],
    [0.7, 0.5],
    [0.5, 0.25],
    [0.5, 0.75],
    [0.02, 0.5],
    [0.98, 0.5],
  ] as const;
  const elements = wanted.map(({ path, tag }) => {
    const found = find(path);
    const name = found === null ? '' : String(of(Element.prototype, 'localName', found)).toLowerCase();
    return name === tag ? found : null;
  });
  const candidates = new Set<Element>(elements.filter((one) => one !== null));

  /** How well a hit serves: 2 where nothing nearer would get the click, 1 within the element, 0 not at all. */
  const serves = (hit: Element, one: Element, targets: readonly Element[]): number => {
    let nearest: Element | null = null;
    for (let at: Element | null = hit; at !== null; at = parentOf(at)) {
      if (nearest === null && candidates.has(at)) nearest = at;
      if (targets.includes(at)) return nearest === null || nearest === at || nearest === one ? 2 : 1;
    }
    return 0;
  };

  return elements.map((one) => {
    if (one === null) return null;
    let second: Point = null;
    let coveredBy = '';
    const targets = [one, ...labelsOf(one)];
    for (const shown of targets) {
      for (const rect of rectsOf(shown)) {
        const left = Math.max(rect.left, 0);
        const top = Math.max(rect.top, 0);
        const width = Math.min(rect.right, innerWidth) - left;
        const height = Math.min(rect.bottom, innerHeight) - top;
        if (width < 1 || height < 1) continue;
        for (const [fx, fy] of FRACTIONS) {
          const x = left + width * fx;
          const y = top + height * fy;
          const hit = hitAt(x, y);
          if (hit === null) continue;
          const rank = serves(hit, one, targets);
          const point = { x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10 };
          if (rank === 2) return point;
          if (rank === 1) second ??= point;
          else coveredBy ||= wordsOf(hit);
        }
      }
    }
    return second ?? (coveredBy === '' ? null : { coveredBy });
  });
}

/** To be run with what is wanted: gives a `Point` for each. */
export const POINTS = `function (wanted) { return (${String(findPoints)})(${FLAT_TREE}, wanted); }`;
