// What `DOMSnapshot.captureSnapshot` gives, looked up by node index: the flat tree (slots filled, closed shadow trees too),
// attributes, styles, boxes, listeners, all from one call. Pure. INVARIANT: nothing here is read from the page's scripts.
import type { DomSnapshot } from '#executors/cdp/types.ts';

export type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** In this order in every capture. */
export const STYLES = ['visibility', 'cursor', 'display'] as const;

type Raw = DomSnapshot['documents'][number];
type Rare = { readonly index: number[]; readonly value: number[] };

export class CapturedDocument {
  readonly frameId: string;
  readonly url: string;
  readonly base: string;
  readonly scroll: { readonly x: number; readonly y: number; readonly height: number };
  /** Where the document's origin lies in the main viewport, its own scrolling taken off. */
  offset = { x: 0, y: 0 };
  /** The part of the main viewport through which it is seen. */
  view: Box = { x: 0, y: 0, width: 0, height: 0 };
  readonly #raw: Raw;
  readonly #strings: readonly string[];
  readonly #layout: Int32Array;
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #clickable: ReadonlySet<number>;
  readonly #checked: ReadonlySet<number>;
  readonly #chosen: ReadonlySet<number>;
  readonly #values: ReadonlyMap<number, number>;
  readonly #texts: ReadonlyMap<number, number>;
  readonly #pseudo: ReadonlyMap<number, number>;
  readonly #contents: ReadonlyMap<number, number>;
  readonly #tags = new Map<number, string>();
  #ids: Map<string, number> | null = null;
  #positions: Int32Array | null = null;

  constructor(raw: Raw, strings: readonly string[]) {
    this.#raw = raw;
    this.#strings = strings;
    this.frameId = strings[raw.frameId] ?? '';
    this.url = strings[raw.documentURL] ?? '';
    this.base = strings[raw.baseURL] ?? this.url;
    this.scroll = {
      x: raw.scrollOffsetX ?? 0,
      y: raw.scrollOffsetY ?? 0,
      height: raw.contentHeight ?? 0,
    };
    const parents = raw.nodes.parentIndex ?? [];
    this.#layout = new Int32Array(parents.length).fill(-1);
    for (const [at, node] of raw.layout.nodeIndex.entries()) this.#layout[node] = at;
    this.#first = new Int32Array(parents.length).fill(-1);
    this.#next = new Int32Array(parents.length).fill(-1);
    this.#previous = new Int32Array(parents.length).fill(-1);
    this.#pseudo = mapOf(raw.nodes.pseudoType);
    // What is drawn after the content comes last, wherever the capture has it.
    const behind = [...this.#pseudo.keys()].filter((node) => this.pseudo(node) === 'after');
    const late = new Set(behind);
    const order = function* (): Generator<number> {
      yield* behind;
      for (let node = parents.length - 1; node > 0; node -= 1) if (!late.has(node)) yield node;
    };
    // From the last to the first: each node becomes its parent's first child so far.
    for (const node of order()) {
      const parent = parents[node] ?? -1;
      if (parent < 0) continue;
      const next = this.#first[parent] ?? -1;
      this.#next[node] = next;
      if (next !== -1) this.#previous[next] = node;
      this.#first[parent] = node;
    }
    const { nodes } = raw;
    this.#clickable = new Set(nodes.isClickable?.index);
    this.#checked = new Set(nodes.inputChecked?.index);
    this.#chosen = new Set(nodes.optionSelected?.index);
    this.#values = mapOf(nodes.inputValue);
    this.#texts = mapOf(nodes.textValue);
    this.#contents = mapOf(nodes.contentDocumentIndex);
  }

  get size(): number {
    return this.#first.length;
  }
  parent(node: number): number {
    return this.#raw.nodes.parentIndex?.[node] ?? -1;
  }
  firstChild(node: number): number {
    return this.#first[node] ?? -1;
  }
  nextSibling(node: number): number {
    return this.#next[node] ?? -1;
  }
  previousSibling(node: number): number {
    return this.#previous[node] ?? -1;
  }
  children(node: number): number[] {
    const found: number[] = [];
    for (let child = this.firstChild(node); child !== -1; child = this.nextSibling(child)) found.push(child);
    return found;
  }
  /** Elements before it among its parent's children. */
  position(node: number): number {
    if (this.#positions === null) {
      this.#positions = new Int32Array(this.size);
      const counts = new Int32Array(this.size);
      // Children stand in their order.
      for (let at = 1; at < this.size; at += 1) {
        const parent = this.parent(at);
        if (parent < 0 || !this.isElement(at)) continue;
        this.#positions[at] = counts[parent] ?? 0;
        counts[parent] = (counts[parent] ?? 0) + 1;
      }
    }
    return this.#positions[node] ?? 0;
  }
  backendNodeId(node: number): number {
    return this.#raw.nodes.backendNodeId?.[node] ?? -1;
  }
  isElement(node: number): boolean {
    return this.#raw.nodes.nodeType?.[node] === 1 && !this.#pseudo.has(node);
  }
  isText(node: number): boolean {
    return this.#raw.nodes.nodeType?.[node] === 3;
  }
  /** `before`, `after`, `marker`, …; `''` for what is none. */
  pseudo(node: number): string {
    return this.#string(this.#pseudo.get(node));
  }
  /** Index of the document that is in this frame element, if it is in the same process. */
  contents(node: number): number | undefined {
    return this.#contents.get(node);
  }

  /** Lower case. */
  tag(node: number): string {
    const name = this.#raw.nodes.nodeName?.[node] ?? -1;
    const known = this.#tags.get(name);
    if (known !== undefined) return known;
    const tag = this.#string(name).toLowerCase();
    this.#tags.set(name, tag);
    return tag;
  }
  /** Text of a text node, as written. */
  text(node: number): string {
    return this.#string(this.#raw.nodes.nodeValue?.[node]);
  }
  /** What is drawn for a text node or pseudo-element. */
  drawn(node: number): string {
    return this.#string(this.#raw.layout.text[this.#layout[node] ?? -1]);
  }
  attribute(node: number, name: string): string | null {
    const pairs = this.#raw.nodes.attributes?.[node];
    if (pairs === undefined || pairs.length === 0) return null;
    const id = this.#id(name);
    for (let at = 0; at < pairs.length; at += 2) {
      if (pairs[at] === id) return this.#string(pairs[at + 1]);
    }
    return null;
  }
  hasAttributes(node: number): boolean {
    return (this.#raw.nodes.attributes?.[node]?.length ?? 0) > 0;
  }
  has(node: number, name: string): boolean {
    return this.attribute(node, name) !== null;
  }

  /** Responds to clicks: has a listener for click, mousedown or mouseup, or is a link or a field. */
  isClickable(node: number): boolean {
    return this.#clickable.has(node);
  }
  /** Whether any element of the document has it. */
  knows(attribute: string): boolean {
    return this.#id(attribute) >= 0;
  }
  isChecked(node: number): boolean {
    return this.#checked.has(node);
  }
  isChosen(node: number): boolean {
    return this.#chosen.has(node);
  }
  /** What is in a field; a credential's too: whoever asks masks it. */
  value(node: number): string {
    return this.#string(this.#values.get(node) ?? this.#texts.get(node));
  }

  isDrawn(node: number): boolean {
    return (this.#layout[node] ?? -1) !== -1;
  }
  style(node: number, name: (typeof STYLES)[number]): string {
    return this.#string(this.#raw.layout.styles[this.#layout[node] ?? -1]?.[STYLES.indexOf(name)]);
  }
  isVisible(node: number): boolean {
    const visibility = this.style(node, 'visibility');
    return this.isDrawn(node) && (visibility === 'visible' || visibility === '');
  }
  /** Where its own viewport is scrolled to: for what is placed in it. */
  get viewport(): { readonly x: number; readonly y: number } {
    return { x: this.offset.x + this.scroll.x, y: this.offset.y + this.scroll.y };
  }
  /** Trees that no script of another world sees into. */
  get hasClosedTrees(): boolean {
    const types = this.#raw.nodes.shadowRootType?.value ?? [];
    return types.some((type) => this.#string(type) === 'closed');
  }
  /** In CSS pixels of the main viewport. */
  box(node: number): Box | null {
    const bounds = this.#raw.layout.bounds[this.#layout[node] ?? -1];
    if (bounds === undefined) return null;
    const [x = 0, y = 0, width = 0, height = 0] = bounds;
    if (width < 1 || height < 1) return null;
    return {
      x: Math.round(x + this.offset.x),
      y: Math.round(y + this.offset.y),
      width: Math.round(width),
      height: Math.round(height),
    };
  }

  /** Whether a part of it is seen as the page stands. */
  isInView({ x, y, width, height }: Box): boolean {
    const { view } = this;
    return x < view.x + view.width && y < view.y + view.height && x + width > view.x && y + height > view.y;
  }

  /** In square pixels. */
  areaInView(box: Box | null): number {
    if (box === null) return 0;
    const { width, height } = common(this.view, box);
    return width * height;
  }

  #string(index: number | undefined): string {
    return index === undefined ? '' : (this.#strings[index] ?? '');
  }

  /** Attribute names alone are looked at: a page's texts need not be. */
  #id(name: string): number {
    if (this.#ids === null) {
      const met = new Uint8Array(this.#strings.length);
      this.#ids = new Map();
      for (const pairs of this.#raw.nodes.attributes ?? []) {
        for (let at = 0; at < pairs.length; at += 2) {
          const id = pairs[at] ?? 0;
          if (met[id] === 1) continue;
          met[id] = 1;
          this.#ids.set(this.#string(id), id);
        }
      }
    }
    return this.#ids.get(name) ?? -2;
  }
}

export const documentsOf = (snapshot: DomSnapshot): CapturedDocument[] =>
  snapshot.documents.map((raw) => new CapturedDocument(raw, snapshot.strings));

/** What two boxes have in common. */
export function common(a: Box, b: Box): Box {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  return {
    x,
    y,
    width: Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x),
    height: Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y),
  };
}

const mapOf = (rare: Rare | undefined): ReadonlyMap<number, number> =>
  new Map(rare?.index.map((node, at) => [node, rare.value[at] ?? -1]));
