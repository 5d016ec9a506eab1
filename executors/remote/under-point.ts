// What an act at a point of the view would be on: what Chromium's own hit test finds there, through shadow trees and frames, or what is
// pressed around it. INVARIANT: a frame that may not be read is not looked into; that one lies there is all that is told.
import type { ViewPoint } from '#policy/acts/element-acts.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import type { NodeId } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import { ACTED_ON_AROUND } from './acted-on.ts';

const FRAMES: ReadonlySet<string> = new Set(['iframe', 'frame', 'object', 'embed', 'fencedframe']);

/** `null`: the point is outside the view, or nothing lies there. `FOREIGN`: a frame does that may not be read. */
export async function nodeUnder(
  page: Page,
  { x, y }: ViewPoint,
  reads: (frameId: string) => boolean,
): Promise<NodeId | 'FOREIGN' | null> {
  const { session } = page;
  const { cssVisualViewport: view } = await session.send('Page.getLayoutMetrics');
  const isInView = x >= 0 && y >= 0 && x < view.clientWidth && y < view.clientHeight;
  if (!isInView) return null;
  try {
    // The page's own places, not the view's.
    const { backendNodeId, frameId } = await session.send('DOM.getNodeForLocation', {
      x: Math.floor(x + view.pageX),
      y: Math.floor(y + view.pageY),
    });
    if (frameId !== page.id && !reads(frameId)) return 'FOREIGN';
    const hit = { backendNodeId, frameId };
    // What a frame of another process shows is not of this one's documents.
    const { node } = await session.send('DOM.describeNode', { backendNodeId });
    if (FRAMES.has(node.localName)) return node.frameId === undefined ? hit : 'FOREIGN';
    return await page.nodeFrom(hit, ACTED_ON_AROUND, []);
  } catch (thrown) {
    // Nothing is there, or it went away while it was looked at.
    if (thrown instanceof CdpError) return null;
    throw thrown;
  }
}
