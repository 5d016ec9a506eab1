// The node under a point of the view, and the one that has the focus, found through shadow trees and frames in our own world.
// INVARIANT: a frame that may not be read is not looked into; that one is there is all that is told.
import type { CdpResult } from '#executors/cdp/types.ts';
import type { Page } from '#executors/page/page.ts';

type Found = { readonly backendNodeId: number; readonly frameId: string };
export type FoundNode = Found | 'FOREIGN' | null;

const MOST_DEEP = 20;
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed', 'fencedframe']);

const AT = (x: number, y: number): string => `(() => {
  let found = document.elementFromPoint(${x}, ${y});
  while (found && found.shadowRoot) {
    const inner = found.shadowRoot.elementFromPoint(${x}, ${y});
    if (!inner || inner === found) break;
    found = inner;
  }
  return found;
})()`;
const FOCUSED = `(() => {
  let focused = document.activeElement;
  while (focused && focused.shadowRoot && focused.shadowRoot.activeElement) focused = focused.shadowRoot.activeElement;
  return focused === document.body || focused === document.documentElement ? null : focused;
})()`;
/** Where the content of a frame's element begins. */
const INSIDE = `function () {
  const box = this.getBoundingClientRect();
  const style = getComputedStyle(this);
  return [
    box.left + this.clientLeft + parseFloat(style.paddingLeft),
    box.top + this.clientTop + parseFloat(style.paddingTop),
  ];
}`;

type Reads = (frameId: string) => boolean;

export async function nodeAt(
  page: Page,
  { x, y }: { readonly x: number; readonly y: number },
  reads: Reads,
): Promise<FoundNode> {
  let at: readonly [number, number] = [x, y];
  return inwards(page, reads, async (frameId, frame) => {
    if (frame !== null) {
      const [left, top] = await page.callOn(frame, INSIDE, [], parsePair);
      at = [at[0] - left, at[1] - top];
    }
    return AT(...at);
  });
}

export const focusedNode = (page: Page, reads: Reads): Promise<FoundNode> =>
  inwards(page, reads, () => Promise.resolve(FOCUSED));

/** `expression`: of the next frame inwards, whose element is `frame`. */
async function inwards(
  page: Page,
  reads: Reads,
  expression: (frameId: string, frame: Found | null) => Promise<string>,
): Promise<FoundNode> {
  let frameId: string = page.id;
  let frame: Found | null = null;
  for (let deep = 0; deep < MOST_DEEP; deep += 1) {
    const session = page.frames.sessionOf(frameId);
    // oxlint-disable-next-line no-await-in-loop -- frame by frame, inwards
    const text: string = await expression(frameId, frame);
    // oxlint-disable-next-line no-await-in-loop
    const contextId: number = await page.world(frameId);
    // oxlint-disable-next-line no-await-in-loop
    const ran: CdpResult<'Runtime.evaluate'> = await session.send('Runtime.evaluate', {
      expression: text,
      contextId,
    });
    const { objectId } = ran.result;
    if (objectId === undefined) return null;
    // oxlint-disable-next-line no-await-in-loop
    const { node }: CdpResult<'DOM.describeNode'> = await session.send('DOM.describeNode', { objectId });
    const found: Found = { backendNodeId: node.backendNodeId, frameId };
    if (!FRAMES.has(node.localName)) return found;
    if (node.frameId === undefined || !reads(node.frameId)) return 'FOREIGN';
    frame = found;
    ({ frameId } = node);
  }
  return null;
}

function parsePair(value: unknown): readonly [number, number] {
  if (!Array.isArray(value)) throw new TypeError('no place');
  return [Number(value[0]), Number(value[1])];
}
