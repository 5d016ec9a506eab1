// From raw captures to the list of a snapshot. Pure, and its input and output are plain data: it runs here or in a worker.
// INVARIANT: a document is in the list only if its frame was admitted and it has the address that was admitted.
import type { DomSnapshot } from '#executors/cdp/types.ts';
import { common, documentsOf, type Box, type CapturedDocument } from './captured.ts';
import type { LiveReading } from '#executors/perception/in-page/live.ts';
import { normalise, type Frame, type Item } from './normalise.ts';
import { nodeAt } from './path.ts';
import type { Live } from './states.ts';

/** A frame's element, in the frame that it is in. */
export type Owner = { readonly frameId: string; readonly backendNodeId: number };

export type AdmittedFrame = {
  readonly frameId: string;
  /** Of the document's address when it was admitted; `null` for the main frame, whose document is told by its id. */
  readonly origin: string | null;
  /** Another origin than the page's. */
  readonly foreign: boolean;
  readonly live: LiveReading | null;
  /** Its element, and where its contents are seen in the viewport around it. */
  readonly owner: Owner | null;
  readonly window: Box | null;
};

export type LeftOut = {
  readonly owner: Owner;
  /** `''` for an opaque one. */
  readonly origin: string;
  readonly why: 'ORIGIN' | 'SILENT';
};

export type Perceive = {
  /** One for each process, the page's own first. */
  readonly captures: readonly DomSnapshot[];
  /** A frame stands behind the one around it. */
  readonly frames: readonly AdmittedFrame[];
  readonly leftOut: readonly LeftOut[];
  readonly viewport: { readonly width: number; readonly height: number };
};

export type Perceived = {
  readonly items: readonly Item[];
  readonly scroll: { readonly y: number; readonly height: number };
  /** How much of the view is pictures and frames that are not read, 0 to 1. */
  readonly drawn: number;
  /** Some of it stands in closed shadow trees, where no change is counted. */
  readonly hasClosedTrees?: boolean;
};
/** All but the list, which comes in parts. */
export type Summary = Omit<Perceived, 'items'>;

/** `also` is shown the documents that are read, the page's first, and all those of the page's own process. */
export function perceive(
  { captures, frames, leftOut, viewport }: Perceive,
  also: (read: readonly Frame[], own: readonly CapturedDocument[]) => void = () => undefined,
): Perceived {
  const captured = captures.map(documentsOf);
  const byFrame = new Map(captured.flat().map((document) => [document.frameId, document]));
  const admitted = new Map<string, Frame>();
  const owned = new Map<string, Frame>();
  for (const frame of frames) {
    const document = byFrame.get(frame.frameId);
    if (document === undefined || !fits(document.url, frame.origin)) continue;
    const outer = frame.owner === null ? undefined : admitted.get(frame.owner.frameId);
    if (frame.owner !== null && outer === undefined) continue;
    place(document, frame, outer?.document ?? null, viewport);
    const read = liveFrame(document, frame);
    admitted.set(frame.frameId, read);
    if (frame.owner !== null) owned.set(keyOf(frame.owner), read);
  }
  const left = new Map(leftOut.map(({ owner, origin, why }) => [keyOf(owner), { origin, why }]));
  const key = (document: CapturedDocument, node: number): string =>
    keyOf({ frameId: document.frameId, backendNodeId: document.backendNodeId(node) });
  const { items, drawn } = normalise({
    main: frames[0] === undefined ? null : (admitted.get(frames[0].frameId) ?? null),
    inner: (document, node) => owned.get(key(document, node)) ?? left.get(key(document, node)) ?? null,
    viewport,
  });
  also([...admitted.values()], captured[0] ?? []);
  const main = byFrame.get(frames[0]?.frameId ?? '');
  const hasClosedTrees = [...admitted.values()].some(({ document }) => document.hasClosedTrees);
  const scroll = { y: main?.scroll.y ?? 0, height: main?.scroll.height ?? 0 };
  return { items, scroll, drawn, hasClosedTrees };
}

const keyOf = ({ frameId, backendNodeId }: Owner): string => `${frameId} ${backendNodeId}`;

/** What a frame wrote into itself has its parent's origin; anything else must be where it was when it was admitted. */
function fits(url: string, origin: string | null): boolean {
  if (origin === null || ['', 'about:srcdoc', 'about:blank'].includes(url)) return true;
  // Opaque origins are the same as nothing.
  return origin !== 'null' && URL.parse(url)?.origin === origin;
}

function liveFrame(document: CapturedDocument, { live, foreign, origin }: AdmittedFrame): Frame {
  const at = (path: readonly number[] | null): number => (path === null ? -1 : nodeAt(document, path));
  const modal = at(live?.modal ?? null);
  const read: Live = {
    focused: at(live?.focused ?? null),
    mixed: new Set(live?.mixed.map(at)),
    invalid: new Set(live?.invalid.map(at)),
  };
  return {
    document,
    live: read,
    modal: document.tag(modal) === 'dialog' ? modal : -1,
    editable: live?.editable ?? false,
    origin: foreign ? origin : null,
  };
}

/** Where the document lies in the main viewport, and which part of that shows it. */
function place(
  document: CapturedDocument,
  { window }: AdmittedFrame,
  outer: CapturedDocument | null,
  viewport: Perceive['viewport'],
): void {
  const { scroll } = document;
  if (outer === null || window === null) {
    document.offset = { x: -scroll.x, y: -scroll.y };
    document.view = { x: 0, y: 0, ...viewport };
    return;
  }
  const [x, y] = [outer.viewport.x + window.x, outer.viewport.y + window.y];
  document.offset = { x: x - scroll.x, y: y - scroll.y };
  document.view = common(outer.view, { x, y, width: window.width, height: window.height });
}
