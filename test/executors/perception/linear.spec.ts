// Reading costs what a page is long: the capture's nodes are looked at so many times each, however wide a list is.
import { expect, test } from 'vitest';
import type { DomSnapshot } from '#executors/cdp/types.ts';
import { CapturedDocument } from '#executors/perception/reading/captured.ts';
import { normalise } from '#executors/perception/reading/normalise.ts';

/** A list whose entries are built by `entry`: tag, attributes, style; the list's own come first. */
function capture(
  entries: number,
  list: readonly string[],
  entry: readonly string[],
  text: boolean,
): DomSnapshot['documents'][number] & { strings: string[] } {
  const strings: string[] = [''];
  const id = (value: string): number => {
    const known = strings.indexOf(value, 1);
    return known === -1 || strings.length > 200 ? strings.push(value) - 1 : known;
  };
  const nodes = {
    parentIndex: [-1, 0, 1],
    nodeType: [9, 1, 1],
    nodeName: [id('#document'), id('HTML'), id('UL')],
    nodeValue: [0, 0, 0],
    backendNodeId: [1, 2, 3],
    attributes: [[], [], list.map(id)] as number[][],
    isClickable: { index: [] as number[] },
  };
  const layout = {
    nodeIndex: [1, 2],
    styles: [] as number[][],
    bounds: [
      [0, 0, 1280, 900],
      [0, 0, 1280, entries * 20],
    ],
    text: [0, 0],
  };
  const plain = [id('visible'), id('auto'), id('block')];
  const pointer = [id('visible'), id('pointer'), id('block')];
  layout.styles.push(plain, pointer);
  if (list.includes('listens')) nodes.isClickable.index.push(2);
  const add = (
    parent: number,
    type: number,
    name: string,
    attributes: readonly string[],
    top: number,
    drawn: string,
  ): number => {
    const at = nodes.parentIndex.push(parent) - 1;
    nodes.nodeType.push(type);
    nodes.nodeName.push(id(name));
    nodes.nodeValue.push(id(drawn));
    nodes.backendNodeId.push(at + 1);
    nodes.attributes.push(attributes.map(id));
    layout.nodeIndex.push(at);
    layout.styles.push(pointer);
    layout.bounds.push([0, top, 300, 20]);
    layout.text.push(id(drawn));
    return at;
  };
  for (let one = 0; one < entries; one += 1) {
    const at = add(2, 1, 'LI', entry, one * 20, '');
    if (text) add(at, 3, '#text', [], one * 20, 'entry');
  }
  return {
    documentURL: 0,
    title: 0,
    baseURL: 0,
    contentLanguage: 0,
    encodingName: 0,
    publicId: 0,
    systemId: 0,
    frameId: id('frame'),
    nodes,
    layout,
    textBoxes: { layoutIndex: [], bounds: [], start: [], length: [] },
    strings,
  } as unknown as DomSnapshot['documents'][number] & { strings: string[] };
}

/** How often one of the document's answers was asked for. */
function steps(entries: number, list: readonly string[], entry: readonly string[], text = true): number {
  const { strings, ...raw } = capture(entries, list, entry, text);
  let count = 0;
  class Counted extends CapturedDocument {
    override nextSibling(node: number): number {
      count += 1;
      return super.nextSibling(node);
    }
    override previousSibling(node: number): number {
      count += 1;
      return super.previousSibling(node);
    }
    override parent(node: number): number {
      count += 1;
      return super.parent(node);
    }
    override isElement(node: number): boolean {
      count += 1;
      return super.isElement(node);
    }
  }
  const document = new Counted(raw, strings);
  document.view = { x: 0, y: 0, width: 1280, height: 900 };
  const live = { focused: -1, mixed: new Set<number>(), invalid: new Set<number>() };
  const { items } = normalise({
    main: { document, live, modal: -1, editable: false, origin: null },
    inner: () => null,
    viewport: { width: 1280, height: 900 },
  });
  expect(items.length).toBeGreaterThanOrEqual(entries);
  return count;
}

test.each([
  ['with a pointer cursor', [], [], true],
  ['with one listener for all', ['listens', ''], [], true],
  ['of nameless entries', [], ['tabindex', '0'], false],
  ['of entries that a class marks', [], ['class', 'item active', 'tabindex', '0'], true],
] as const)('a list %s: 30,000 entries take three times the steps of 10,000', (_, list, entry, text) => {
  const few = steps(10_000, list, entry, text);
  const many = steps(30_000, list, entry, text);
  expect(few).toBeLessThan(10_000 * 60);
  expect(many / few).toBeLessThan(3.3);
});
