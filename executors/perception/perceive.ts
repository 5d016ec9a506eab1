// From raw captures to the list of a snapshot. Pure, and its input and output are plain data: it runs here or in a worker.
// INVARIANT: a document stands in the list only if its frame was admitted and it has the address that was admitted.
import type { DomSnapshot } from '../cdp/types.ts';
import { documentsOf, type CapturedDocument } from './captured.ts';
import type { LiveReading } from './in-page/live.ts';
import { normalise, type Frame, type Item } from './normalise.ts';
import { nodeAt } from './path.ts';
import type { Live } from './states.ts';

export type AdmittedFrame = {
  readonly frameId: string;
  /** Of the document's address when it was admitted; `null` for the main frame, whose document is told by its id. */
  readonly origin: string | null;
  readonly live: LiveReading | null;
};

export type Perceive = {
  /** The page's own process first; of another process, with the frame element that it stands in. */
  readonly captures: readonly { readonly captured: DomSnapshot; readonly owner: number | null }[];
  readonly frames: readonly AdmittedFrame[];
  readonly viewport: { readonly width: number; readonly height: number };
};

export type Perceived = {
  readonly items: readonly Item[];
  readonly scroll: { readonly y: number; readonly height: number };
};

export function perceive({ captures, frames, viewport }: Perceive): Perceived {
  const admitted = new Map(frames.map((frame) => [frame.frameId, frame]));
  const all = captures.map(({ captured }) => documentsOf(captured));
  const frameOf = (document: CapturedDocument): Frame | null => {
    const known = admitted.get(document.frameId);
    return known === undefined || !fits(document.url, known.origin) ? null : liveFrame(document, known.live);
  };
  const remote = new Map<number, Frame>();
  for (const [at, { owner }] of captures.entries()) {
    const [root] = all[at] ?? [];
    if (owner === null || root === undefined) continue;
    place(all[at] ?? [], owner, all);
    const frame = frameOf(root);
    if (frame !== null) remote.set(owner, frame);
  }
  const [own = []] = all;
  const items = normalise({ frames: own.map(frameOf), remote, viewport });
  const [main] = own;
  return { items, scroll: { y: main?.scroll.y ?? 0, height: main?.scroll.height ?? 0 } };
}

/** What a frame wrote into itself has its parent's origin; anything else must be where it was when it was admitted. */
function fits(url: string, origin: string | null): boolean {
  if (origin === null || ['', 'about:srcdoc', 'about:blank'].includes(url)) return true;
  // Opaque origins are the same as nothing.
  return origin !== 'null' && URL.parse(url)?.origin === origin;
}

function liveFrame(document: CapturedDocument, live: LiveReading | null): Frame {
  const at = (path: readonly number[] | null): number => (path === null ? -1 : nodeAt(document, path));
  const modal = at(live?.modal ?? null);
  const read: Live = {
    focused: at(live?.focused ?? null),
    mixed: new Set(live?.mixed.map(at)),
    invalid: new Set(live?.invalid.map(at)),
  };
  return { document, live: read, modal: document.tag(modal) === 'dialog' ? modal : -1 };
}

function place(
  documents: readonly CapturedDocument[],
  owner: number,
  all: readonly (readonly CapturedDocument[])[],
): void {
  for (const outer of all.flat()) {
    if (documents.includes(outer)) continue;
    for (let node = 0; node < outer.size; node += 1) {
      if (outer.backendNodeId(node) !== owner) continue;
      const box = outer.box(node);
      if (box === null) return;
      for (const one of documents) one.offset = { x: one.offset.x + box.x, y: one.offset.y + box.y };
      return;
    }
  }
}
