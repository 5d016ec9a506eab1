// What an act on a node is taken for, read in our isolated world: the button around a picture, and not the picture. Self-contained: its
// source text is sent to the browser.
// INVARIANT: what is around it stands for it only where both have the same effect.
/* oxlint-disable oxc/no-this-in-exported-function */
import type { Landing } from '#policy/acts/keys.ts';
import { readElement, type ElementReading } from '#executors/perception/in-page/effect.ts';
import { FLAT_TREE, type FlatTree } from '#executors/perception/in-page/flat-tree.ts';
import { ACTED_ON } from '#executors/perception/in-page/pressed.ts';

function actedOnAround(
  this: Node,
  { parentOf }: FlatTree,
  read: (this: Node, landing: Landing) => ElementReading,
  actedOn: string,
  landing: Landing,
): Element | null {
  const hit = this instanceof Element ? this : parentOf(this);
  if (hit === null) return null;
  const around = Element.prototype.closest.call(hit, actedOn);
  if (around === null || around === hit) return hit;
  const effectOf = (node: Element): string => JSON.stringify(Reflect.apply(read, node, [landing]).effect);
  return effectOf(around) === effectOf(hit) ? around : hit;
}

/** To be called on what was hit. */
export const ACTED_ON_AROUND = `function () { return (${String(actedOnAround)}).call(this, ${FLAT_TREE}, ${String(readElement)}, ${JSON.stringify(ACTED_ON)}, 'CLICK'); }`;
