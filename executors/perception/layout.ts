// Boxes and attributes of all nodes from one `DOMSnapshot.captureSnapshot`: no call per node. Pure.
import type { DomSnapshot } from '../cdp/types.ts';

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

type Captured = DomSnapshot['documents'][number];

/** The captured documents of a page, looked up by backend node. Boxes are in CSS pixels of the main viewport. */
export class Layout {
  readonly #strings: readonly string[];
  readonly #nodes = new Map<number, { document: Captured; index: number; layout: number }>();
  /** Where each document's origin lies in the main viewport, its own scrolling taken off. */
  readonly #offsets = new Map<Captured, { x: number; y: number }>();
  readonly scroll: { y: number; height: number };

  constructor(snapshot: DomSnapshot) {
    this.#strings = snapshot.strings;
    for (const document of snapshot.documents) {
      const layouts = new Map<number, number>();
      document.layout.nodeIndex.forEach((node, at) => layouts.set(node, at));
      document.nodes.backendNodeId?.forEach((backendNodeId, index) => {
        this.#nodes.set(backendNodeId, { document, index, layout: layouts.get(index) ?? -1 });
      });
    }
    const [main] = snapshot.documents;
    this.scroll = { y: main?.scrollOffsetY ?? 0, height: main?.contentHeight ?? 0 };
    for (const document of snapshot.documents) this.#place(document, snapshot.documents, 0);
  }

  box(backendNodeId: number): Box | null {
    const found = this.#nodes.get(backendNodeId);
    const bounds = found === undefined ? undefined : found.document.layout.bounds[found.layout];
    if (found === undefined || bounds === undefined) return null;
    const [x = 0, y = 0, width = 0, height = 0] = bounds;
    if (width < 1 || height < 1) return null;
    const offset = this.#offsets.get(found.document) ?? { x: 0, y: 0 };
    return {
      x: Math.round(x + offset.x),
      y: Math.round(y + offset.y),
      width: Math.round(width),
      height: Math.round(height),
    };
  }

  /** Lower case, `''` for what is no element. */
  tag(backendNodeId: number): string {
    const found = this.#nodes.get(backendNodeId);
    return found === undefined
      ? ''
      : this.#string(found.document.nodes.nodeName?.[found.index]).toLowerCase();
  }

  attribute(backendNodeId: number, name: string): string | null {
    const found = this.#nodes.get(backendNodeId);
    const pairs = found?.document.nodes.attributes?.[found.index] ?? [];
    for (let at = 0; at + 1 < pairs.length; at += 2) {
      if (this.#string(pairs[at]) === name) return this.#string(pairs[at + 1]);
    }
    return null;
  }

  /** The node's ancestor for which `found` holds, itself included, by index within its document. */
  closestBlock(backendNodeId: number, isInline: (tag: string) => boolean): number {
    const start = this.#nodes.get(backendNodeId);
    if (start === undefined) return -1;
    const { nodes } = start.document;
    let index = nodes.parentIndex?.[start.index] ?? -1;
    while (index > 0 && isInline(this.#string(nodes.nodeName?.[index]).toLowerCase())) {
      index = nodes.parentIndex?.[index] ?? -1;
    }
    return nodes.backendNodeId?.[index] ?? -1;
  }

  #string(index: number | undefined): string {
    return index === undefined ? '' : (this.#strings[index] ?? '');
  }

  #place(document: Captured, all: readonly Captured[], depth: number): { x: number; y: number } {
    const known = this.#offsets.get(document);
    if (known !== undefined) return known;
    let offset = { x: -(document.scrollOffsetX ?? 0), y: -(document.scrollOffsetY ?? 0) };
    const at = all.indexOf(document);
    for (const parent of all) {
      const { index = [], value = [] } = parent.nodes.contentDocumentIndex ?? {};
      const owner = index[value.indexOf(at)];
      if (owner === undefined || parent === document || depth > 20) continue;
      const bounds = parent.layout.bounds[parent.layout.nodeIndex.indexOf(owner)] ?? [];
      const outer = this.#place(parent, all, depth + 1);
      offset = { x: offset.x + outer.x + (bounds[0] ?? 0), y: offset.y + outer.y + (bounds[1] ?? 0) };
    }
    this.#offsets.set(document, offset);
    return offset;
  }
}
