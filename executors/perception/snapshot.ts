// Takes a snapshot of a page: the accessibility trees of its frames and one batched capture of boxes.
import type { AxNode } from '../cdp/types.ts';
import type { PageSnapshot } from '../contract.ts';
import type { Page } from '../tabs/page.ts';
import { Layout } from './layout.ts';
import { normalise, type FrameTree } from './normalise.ts';
import type { Refs } from './refs.ts';
import { plain, roleOf } from './roles.ts';

export async function takeSnapshot(
  page: Page,
  refs: Refs,
  viewport: { readonly width: number; readonly height: number },
): Promise<PageSnapshot> {
  const { session } = page;
  const documentId = page.documentId;
  const [main, captured, { frameTree }] = await Promise.all([
    session.send('Accessibility.getFullAXTree', {}),
    session.send('DOMSnapshot.captureSnapshot', { computedStyles: [] }),
    session.send('Page.getFrameTree'),
    page.history(),
  ]);
  const frames: FrameTree[] = [{ frameId: page.id, nodes: main.nodes }];
  const frameOwners = new Map<number, string>();
  // Frames of the page's own origin alone: another origin's content is not the reader's to see without a decision.
  for (const frame of readableFrames(frameTree, frameTree.frame.securityOrigin)) {
    const [owner, tree] = await Promise.all([
      session.send('DOM.getFrameOwner', { frameId: frame.id }),
      session.send('Accessibility.getFullAXTree', { frameId: frame.id }),
    ]);
    frameOwners.set(owner.backendNodeId, frame.id);
    frames.push({ frameId: frame.id, nodes: tree.nodes });
  }
  const layout = new Layout(captured);
  const generation = refs.begin(documentId);
  const nodes = normalise({
    frames,
    frameOwners,
    documentUrl: page.url,
    layout,
    viewport,
    giveRef: (node) => refs.give(node),
  });
  return Object.freeze({
    document: page.document(),
    generation,
    nodes: Object.freeze(nodes),
    scroll: Object.freeze({ ...layout.scroll, viewportHeight: viewport.height }),
    status: page.status,
    blocked: page.blocked,
  });
}

type Frame = { readonly id: string; readonly url: string; readonly securityOrigin: string };
type Tree = { readonly frame: Frame; readonly childFrames?: readonly Tree[] };

/** Of the same origin, or written into the frame by such a one; sandboxed frames are not in this process. */
function readableFrames({ childFrames = [] }: Tree, origin: string): Frame[] {
  return childFrames.flatMap((child) => {
    const { url, securityOrigin } = child.frame;
    const own = securityOrigin === origin || url === 'about:srcdoc' || url === 'about:blank';
    return own ? [child.frame, ...readableFrames(child, origin)] : [];
  });
}

/** The role and name that the live page gives a node now; `null` where it has none any more. */
export async function readIdentity(
  page: Page,
  backendNodeId: number,
): Promise<{ role: string; name: string } | null> {
  const { nodes } = await page.session.send('Accessibility.getPartialAXTree', {
    backendNodeId,
    fetchRelatives: false,
  });
  const node = nodes.find((one: AxNode) => one.backendDOMNodeId === backendNodeId);
  if (node === undefined || node.ignored) return null;
  return { role: roleOf(String(node.role?.value ?? '')), name: plain(String(node.name?.value ?? '')) };
}
