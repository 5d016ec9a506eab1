// A frame element as seen from the document that it is in: where its contents lie there, and whether points of them are free.
// Runs on the element in our isolated world; self-contained: its source text is sent to the browser.
// INVARIANT: everything is read through the prototypes' own getters (flat-tree.ts).
/* oxlint-disable oxc/no-this-in-exported-function */
import { FLAT_TREE, type FlatTree } from './flat-tree.ts';
import { NEXT_FRAME, type NextFrame } from './next-frame.ts';
import type { Point } from './points.ts';

/** Of a frame's contents, in CSS pixels of the viewport around it. */
export type Window = {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
};
export type Through = { readonly window: Window; readonly points: readonly Point[] };

/**
 * `points` are the frame's own. `bring`: the first of them is scrolled into view, and the answer waits until the frame stands still
 * (a frame of another process is scrolled by messages).
 */
async function seeThrough(
  this: Node,
  { of, hitAt, wordsOf, boxOf }: FlatTree,
  nextFrame: NextFrame,
  points: readonly { readonly x: number; readonly y: number }[],
  bring: boolean,
): Promise<Through> {
  const none = { window: { x: 0, y: 0, width: 0, height: 0 }, points: points.map(() => null) };
  if (!(this instanceof HTMLElement)) return none;
  // oxlint-disable-next-line typescript/no-this-alias -- inner functions have none of their own
  const frame = this;
  const number = (prototype: object, name: string): number => Number(of(prototype, name, frame) ?? 0);
  const place = (): { x: number; y: number; scale: number; box: DOMRect } => {
    const box = boxOf(frame);
    const scale = box.width / (number(HTMLElement.prototype, 'offsetWidth') || box.width || 1);
    const style = getComputedStyle(frame);
    const left = number(Element.prototype, 'clientLeft') + (Number.parseFloat(style.paddingLeft) || 0);
    const top = number(Element.prototype, 'clientTop') + (Number.parseFloat(style.paddingTop) || 0);
    return { x: box.left + left * scale, y: box.top + top * scale, scale, box };
  };
  const [first] = points;
  if (bring && first !== undefined) {
    let last = '';
    for (let tries = 0; tries < 20; tries += 1) {
      const { x, y, scale, box } = place();
      const at = { x: x + first.x * scale, y: y + first.y * scale };
      const inView = at.x >= 0 && at.y >= 0 && at.x < innerWidth && at.y < innerHeight;
      const now = `${box.left} ${box.top}`;
      if (inView && now === last) break;
      if (!inView && now === last)
        globalThis.scrollBy({
          left: at.x - innerWidth / 2,
          top: at.y - innerHeight / 2,
          behavior: 'instant',
        });
      last = now;
      // oxlint-disable-next-line no-await-in-loop -- until it stands still
      await nextFrame();
    }
  }
  const { x, y, scale } = place();
  const seen = points.map((point): Point => {
    const at = { x: x + point.x * scale, y: y + point.y * scale };
    const hit = hitAt(at.x, at.y);
    if (hit === null) return null;
    if (hit !== frame) return { coveredBy: wordsOf(hit) };
    return { x: Math.round(at.x * 10) / 10, y: Math.round(at.y * 10) / 10 };
  });
  const width = number(Element.prototype, 'clientWidth') * scale;
  const height = number(Element.prototype, 'clientHeight') * scale;
  return { window: { x, y, width, height }, points: seen };
}

/** To be called on the frame element with the frame's own points, and whether to bring them into view. */
export const SEE_THROUGH = `function (points, bring) { return (${String(seeThrough)}).call(this, ${FLAT_TREE}, ${NEXT_FRAME}, points, bring); }`;
