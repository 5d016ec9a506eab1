// What an element is called and described as: the computation of ARIA's accessible names on a captured document. Pure.
import type { CapturedDocument } from './captured.ts';
import { isCredential, options } from './dom-role.ts';
import { NAMED_BY_TEXT, NAMED_BY_TEXT_IF_ACTED_ON, plain } from './roles.ts';

/** Longer text is no name. */
const MAX_NAME_CHARACTERS = 1_000;
const BUTTONS: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset', image: 'Submit' };
/** Parts of a picture, which have their title within them (SVG 2, 5.7). */
const SHAPES = new Set('g circle ellipse rect line path polygon polyline use text'.split(' '));
const UNSAID = new Set(['script', 'style', 'input', 'select', 'textarea', 'template', 'noscript']);
/** Their values are part of a name that they stand in (accname 1.2, 2C). */
const CONTROLS = new Set(['input', 'select', 'textarea']);
const LABELLED = new Set(['input', 'select', 'textarea', 'meter', 'progress', 'output', 'button']);

export class Names {
  readonly #document: CapturedDocument;
  #owned: Map<number, number> | null = null;
  #owners: Map<number, number[]> | null = null;
  #byId: Map<string, number> | null = null;
  #labels: Map<number, number[]> | null = null;

  constructor(document: CapturedDocument) {
    this.#document = document;
  }

  /** `''` where it has none. `acts`: what has no role of its own is named by what is in it. */
  name(node: number, role: string, acts: boolean): string {
    const document = this.#document;
    if (document.hasAttributes(node)) {
      const referred = this.#referred(node, 'aria-labelledby');
      if (referred !== '') return referred;
      const label = plain(document.attribute(node, 'aria-label') ?? '');
      if (label !== '') return label;
    }
    const native = this.#native(node);
    if (native !== '') return native;
    if (NAMED_BY_TEXT.has(role) || (acts && NAMED_BY_TEXT_IF_ACTED_ON.has(role))) {
      const text = this.textOf(node);
      if (text !== '') return text;
    }
    return plain(document.attribute(node, 'title') ?? '');
  }

  description(node: number, name: string): string {
    if (!this.#document.hasAttributes(node)) return '';
    const referred = this.#referred(node, 'aria-describedby');
    if (referred !== '') return referred;
    const title = plain(this.#document.attribute(node, 'title') ?? '');
    return title === name ? '' : title;
  }

  /** What is in a node for a reader, inline text joined as it is drawn. */
  textOf(node: number): string {
    const parts: string[] = [];
    this.#gather(node, parts, { left: MAX_NAME_CHARACTERS }, true, false);
    return plain(parts.join(''));
  }

  /** The labels of a control, in document order. */
  labelsOf(control: number): readonly number[] {
    this.#labels ??= this.#readLabels();
    return this.#labels.get(control) ?? [];
  }

  /** The control that a label is for, or -1. */
  controlOf(label: number): number {
    const document = this.#document;
    const id = document.attribute(label, 'for');
    if (id !== null) return this.#find(id);
    for (let at = label + 1; at < document.size && this.#isWithin(at, label); at += 1) {
      if (document.isElement(at) && LABELLED.has(document.tag(at)) && !isHiddenInput(document, at)) return at;
    }
    return -1;
  }

  /** The element that takes this one in as its child by `aria-owns`, or -1. */
  ownerOf(node: number): number {
    return this.#readOwned().get(node) ?? -1;
  }

  /** What an element takes in by `aria-owns`, in its order. */
  ownedBy(owner: number): readonly number[] {
    this.#readOwned();
    return this.#owners?.get(owner) ?? [];
  }

  /** The first to name one has it; nobody owns what it is in. */
  #readOwned(): Map<number, number> {
    if (this.#owned !== null) return this.#owned;
    const owned = new Map<number, number>();
    const owners = new Map<number, number[]>();
    const document = this.#document;
    for (let node = 0; document.knows('aria-owns') && node < document.size; node += 1) {
      const ids = document.attribute(node, 'aria-owns')?.trim() ?? '';
      if (ids === '') continue;
      const found = ids
        .split(/\s+/u)
        .map((id) => this.#find(id))
        .filter((one) => one !== -1 && !owned.has(one) && !this.#isWithin(node, one));
      for (const one of found) owned.set(one, node);
      owners.set(node, found);
    }
    this.#owned = owned;
    this.#owners = owners;
    return owned;
  }

  #native(node: number): string {
    const document = this.#document;
    const tag = document.tag(node);
    const attribute = (name: string): string => plain(document.attribute(node, name) ?? '');
    if (LABELLED.has(tag)) {
      const labels = this.labelsOf(node).map((label) => this.#labelText(label, node));
      const text = plain(labels.join(' '));
      if (text !== '') return text;
      if (tag !== 'input' && tag !== 'textarea') return '';
      const type = attribute('type').toLowerCase();
      const fallback = BUTTONS[type];
      if (type === 'image') return attribute('alt') || attribute('title') || fallback || '';
      if (fallback !== undefined || type === 'button') return attribute('value') || fallback || '';
      return attribute('title') || attribute('placeholder') || attribute('aria-placeholder');
    }
    switch (tag) {
      case 'img':
      case 'area':
        return attribute('alt');
      case 'svg':
        return this.#childText(node, 'title') || this.#usedTitle(node);
      case 'use':
        return this.#childText(node, 'title') || this.#symbolTitle(node);
      case 'fieldset':
        return this.#childText(node, 'legend');
      case 'table':
        return this.#childText(node, 'caption');
      case 'optgroup':
        return attribute('label');
      case 'option':
        return attribute('label') || this.#written(node);
      default:
        return SHAPES.has(tag) ? this.#childText(node, 'title') : '';
    }
  }

  /** Of a picture that shows a symbol of the document, that one's title. */
  #usedTitle(picture: number): string {
    for (const child of this.#document.children(picture))
      if (this.#document.tag(child) === 'use') return this.#symbolTitle(child);
    return '';
  }

  #symbolTitle(use: number): string {
    const document = this.#document;
    const address = document.attribute(use, 'href') ?? document.attribute(use, 'xlink:href') ?? '';
    const symbol = address.startsWith('#') ? this.#find(address.slice(1)) : -1;
    return symbol === -1 ? '' : this.#childText(symbol, 'title');
  }

  #childText(node: number, tag: string): string {
    for (const child of this.#document.children(node)) {
      if (this.#document.tag(child) === tag) return this.textOf(child) || this.#written(child);
    }
    return '';
  }

  /** Text as written, drawn or not: of options, and of what an `id` refers to. */
  #written(node: number): string {
    const parts: string[] = [];
    this.#gather(node, parts, { left: MAX_NAME_CHARACTERS }, true, true);
    return plain(parts.join(''));
  }

  #labelText(label: number, control: number): string {
    const parts: string[] = [];
    this.#gather(label, parts, { left: MAX_NAME_CHARACTERS }, true, false, control);
    return plain(parts.join(''));
  }

  #referred(node: number, attribute: string): string {
    const ids = this.#document.attribute(node, attribute);
    if (ids === null || ids.trim() === '') return '';
    const names = ids
      .trim()
      .split(/\s+/u)
      .map((id) => this.#find(id))
      .filter((found) => found !== -1)
      .map((found) => {
        const label = plain(this.#document.attribute(found, 'aria-label') ?? '');
        return label || this.#native(found) || this.textOf(found) || this.#written(found);
      });
    return plain(names.join(' '));
  }

  #gather(
    node: number,
    parts: string[],
    room: { left: number },
    top: boolean,
    hidden: boolean,
    without = -1,
  ): void {
    const document = this.#document;
    if (room.left <= 0 || node === without) return;
    if (document.isText(node)) {
      if (!hidden && !document.isVisible(node)) return;
      const text = (document.drawn(node) || document.text(node)).slice(0, room.left);
      room.left -= text.length;
      parts.push(text);
      return;
    }
    const pseudo = document.pseudo(node);
    if (pseudo === 'before' || pseudo === 'after') {
      parts.push(document.drawn(node));
      for (const child of document.children(node)) parts.push(document.drawn(child));
      return;
    }
    if (pseudo !== '') return;
    const isElement = document.isElement(node);
    if (isElement && !top) {
      const marked = document.hasAttributes(node);
      if (marked && document.attribute(node, 'aria-hidden') === 'true' && !hidden) return;
      const label = marked ? plain(document.attribute(node, 'aria-label') ?? '') : '';
      // Its value comes before its own name.
      const entered = CONTROLS.has(document.tag(node)) ? this.#entered(node) : '';
      const picture = ['img', 'svg', 'use', 'image'].includes(document.tag(node));
      const title = picture ? plain(document.attribute(node, 'title') ?? '') : '';
      const said = entered || label || (picture ? this.#native(node) || title : '');
      if (said !== '') {
        parts.push(` ${said} `);
        return;
      }
      if (UNSAID.has(document.tag(node))) return;
    }
    const display = isElement ? document.style(node, 'display') : '';
    const apart =
      document.tag(node) === 'br' || (display !== '' && display !== 'inline' && display !== 'contents');
    if (apart) parts.push(' ');
    for (let child = document.firstChild(node); child !== -1; child = document.nextSibling(child))
      this.#gather(child, parts, room, false, hidden, without);
    if (apart) parts.push(' ');
  }

  /** What a control in the midst of a name says: its value, and a credential nothing. */
  #entered(node: number): string {
    const document = this.#document;
    if (isCredential(document, node) || isHiddenInput(document, node) || !document.isVisible(node)) return '';
    if (document.tag(node) === 'select') {
      const chosen = options(document, node).filter((option) => document.isChosen(option));
      return chosen.map((option) => this.name(option, 'option', false)).join(' ');
    }
    const type = (document.attribute(node, 'type') ?? '').toLowerCase();
    if (['checkbox', 'radio', 'file', 'image'].includes(type)) return '';
    return plain(document.value(node));
  }

  #isWithin(node: number, outer: number): boolean {
    for (let at = node; at >= outer; at = this.#document.parent(at)) if (at === outer) return true;
    return false;
  }

  #find(id: string): number {
    if (this.#byId === null) {
      this.#byId = new Map();
      for (let node = 0; node < this.#document.size; node += 1) {
        const own = this.#document.attribute(node, 'id');
        if (own !== null && !this.#byId.has(own)) this.#byId.set(own, node);
      }
    }
    return this.#byId.get(id) ?? -1;
  }

  #readLabels(): Map<number, number[]> {
    const found = new Map<number, number[]>();
    for (let node = 0; node < this.#document.size; node += 1) {
      if (this.#document.tag(node) !== 'label') continue;
      const control = this.controlOf(node);
      if (control === -1) continue;
      const labels = found.get(control);
      if (labels === undefined) found.set(control, [node]);
      else labels.push(node);
    }
    return found;
  }
}

const isHiddenInput = (document: CapturedDocument, node: number): boolean =>
  document.tag(node) === 'input' && document.attribute(node, 'type')?.toLowerCase() === 'hidden';
