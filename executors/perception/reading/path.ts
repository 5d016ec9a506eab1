// Where an element is in the flat tree, as positions among the elements of each level: the one name that a capture and the
// live page have in common. INVARIANT: it says where to look, never what to act on: that is the backend node.
import type { CapturedDocument } from './captured.ts';

/** From below the document down. */
export function pathOf(document: CapturedDocument, node: number): number[] {
  const path: number[] = [];
  for (let at = node; at > 0; at = document.parent(at)) {
    path.push(document.position(at));
  }
  return path.toReversed();
}

/** -1 where there is none. */
export function nodeAt(document: CapturedDocument, path: readonly number[]): number {
  let node = 0;
  for (const position of path) {
    let left = position;
    let child = document.firstChild(node);
    for (; child !== -1; child = document.nextSibling(child)) {
      if (!document.isElement(child)) continue;
      if (left === 0) break;
      left -= 1;
    }
    if (child === -1) return -1;
    node = child;
  }
  return node;
}
