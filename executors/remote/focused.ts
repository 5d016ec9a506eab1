// What has the focus of a page, found through shadow trees and frames in our own world, and what of its text is selected.
// INVARIANT: a frame that may not be read is not looked into; that one is there is all that is told.
import type { Page } from '#executors/page/page.ts';

type Found = { readonly backendNodeId: number; readonly frameId: string };
export type Selected = 'ALL' | 'END' | 'OTHER';

const MOST_DEEP = 20;
const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed', 'fencedframe']);

const FOCUSED = `(() => {
  let focused = document.activeElement;
  while (focused && focused.shadowRoot && focused.shadowRoot.activeElement) focused = focused.shadowRoot.activeElement;
  return focused === document.body || focused === document.documentElement ? null : focused;
})()`;

/** Fields without places for a selection (of numbers, of addresses) say by its text what is selected. */
const SELECTED = `function () {
  const isField = this instanceof HTMLInputElement || this instanceof HTMLTextAreaElement;
  const text = isField ? this.value : this.innerText;
  if (text === '') return 'ALL';
  const { selectionStart: start, selectionEnd: end } = isField ? this : { selectionStart: null, selectionEnd: null };
  if (start === null || end === null) return String(getSelection()) === text ? 'ALL' : 'OTHER';
  if (start === 0 && end === text.length) return 'ALL';
  return start === text.length && end === text.length ? 'END' : 'OTHER';
}`;

/** `FOREIGN`: it lies in a frame that may not be read. `null`: nothing has it that is an element. */
export async function focusedNode(
  page: Page,
  reads: (frameId: string) => boolean,
): Promise<Found | 'FOREIGN' | null> {
  let frameId: string = page.id;
  for (let deep = 0; deep < MOST_DEEP; deep += 1) {
    const session = page.frames.sessionOf(frameId);
    // oxlint-disable-next-line no-await-in-loop -- frame by frame, inwards
    const contextId = await page.world(frameId);
    // oxlint-disable-next-line no-await-in-loop
    const { result } = await session.send('Runtime.evaluate', { expression: FOCUSED, contextId });
    const { objectId } = result;
    if (objectId === undefined) return null;
    // oxlint-disable-next-line no-await-in-loop
    const { node } = await session.send('DOM.describeNode', { objectId });
    if (!FRAMES.has(node.localName)) return { backendNodeId: node.backendNodeId, frameId };
    if (node.frameId === undefined || !reads(node.frameId)) return 'FOREIGN';
    ({ frameId } = node);
  }
  return null;
}

export const selectedIn = (page: Page, found: Found): Promise<Selected> =>
  page.callOn(found, SELECTED, [], (value) => (value === 'ALL' || value === 'END' ? value : 'OTHER'));
