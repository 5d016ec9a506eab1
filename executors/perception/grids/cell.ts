// One cell from an element: its words, what it says for machines, where it leads and where it stands. Pure.
// INVARIANT: an address is http or https and absolute; a field gives its state alone.
import type { GridCell } from '#executors/contract/snapshot.ts';
import type { CapturedDocument } from '#executors/perception/reading/captured.ts';
import { collapsed, textOf, walk } from './walk.ts';

/** Without its ref, and with the nodes that may have one. */
export type RawCell = Omit<GridCell, 'ref'> & { readonly nodes: readonly number[]; readonly frameId: string };

const MAX_NODES = 400;
const MAX_ADDRESS_CHARACTERS = 4_096;
const MAX_SAID_CHARACTERS = 300;
const STRUCK = new Set(['del', 's', 'strike']);
const STRUCK_CLASS =
  /(?:^|[\s_-])(?:old|was|strike(?:d|through)?|line-through|original|rrp|msrp|crossed)(?:$|[\s_-])/u;

export type Making = {
  readonly document: CapturedDocument;
  /** Of the page: boxes are in it. */
  readonly scroll: { readonly x: number; readonly y: number };
};

/** `root`: the record or row that it is a part of; `text`: where it is a part of the element alone. */
export function cellFrom(
  { document, scroll }: Making,
  node: number,
  root: number,
  given: { readonly key: string; readonly label?: string; readonly text?: string; readonly header?: boolean },
): RawCell {
  const text = given.text ?? textOf(document, node);
  const inside = given.text === undefined ? innerOf(document, node) : NOTHING_INSIDE;
  const above = aboveOf(document, node, root);
  const box = document.box(inside.drawn !== -1 && text === '' ? inside.drawn : node);
  const link = above.link === -1 ? inside.link : above.link;
  const said = given.text === undefined ? saidOf(document, node, inside.said) : '';
  return {
    key: given.key,
    text,
    said: said === text ? '' : said,
    label: given.label ?? '',
    href: link === -1 ? null : addressOf(document, link),
    machine: machineOf(document, node) ?? inside.machine,
    hint: hintOf(document, node, root),
    checked: inside.checked,
    header: given.header ?? false,
    heading: above.heading || inside.heading,
    struck: above.struck || inside.struck,
    box: box === null ? null : { ...box, x: box.x + scroll.x, y: box.y + scroll.y },
    nodes: [link, inside.control, node].filter((one) => one !== -1).map((one) => document.backendNodeId(one)),
    frameId: document.frameId,
  };
}

type Inside = {
  readonly link: number;
  readonly control: number;
  readonly drawn: number;
  readonly said: string;
  readonly machine: string | null;
  readonly checked: boolean | null;
  readonly heading: boolean;
  readonly struck: boolean;
};
const NOTHING_INSIDE: Inside = {
  link: -1,
  control: -1,
  drawn: -1,
  said: '',
  machine: null,
  checked: null,
  heading: false,
  struck: false,
};

function innerOf(document: CapturedDocument, root: number): Inside {
  const found = { ...NOTHING_INSIDE };
  let left = MAX_NODES;
  let struck = 0;
  let parts = 0;
  walk(document, root, (node) => {
    left -= 1;
    if (left < 0 || !document.isElement(node)) return false;
    const tag = document.tag(node);
    parts += 1;
    if (STRUCK.has(tag)) struck += 1;
    if (tag === 'a' && found.link === -1 && document.has(node, 'href')) found.link = node;
    if (/^h[1-6]$/u.test(tag)) found.heading = true;
    const kind = tag === 'input' ? (document.attribute(node, 'type') ?? '').toLowerCase() : '';
    const role = document.attribute(node, 'role') ?? '';
    if (kind === 'checkbox' || kind === 'radio') {
      found.checked = document.isChecked(node);
      found.control = node;
    } else if (role === 'checkbox' || role === 'switch') {
      found.checked = document.attribute(node, 'aria-checked') === 'true';
      found.control = node;
    }
    if (found.machine === null && node !== root) found.machine = machineOf(document, node);
    const words = ownSaid(document, node);
    if (words !== '' && found.said === '') {
      found.said = words;
      found.drawn = node;
    }
    return true;
  });
  return { ...found, struck: struck > 0 && parts <= 3 };
}

/** What a name, a picture or a title says of it. */
function ownSaid(document: CapturedDocument, node: number): string {
  if (!document.hasAttributes(node)) return '';
  const tag = document.tag(node);
  const words =
    document.attribute(node, 'aria-label') ??
    (tag === 'img' ? document.attribute(node, 'alt') : null) ??
    document.attribute(node, 'title') ??
    '';
  return collapsed(words.slice(0, MAX_SAID_CHARACTERS));
}

const saidOf = (document: CapturedDocument, node: number, inner: string): string =>
  ownSaid(document, node) || inner;

const MACHINE = new Set(['time', 'data', 'meter', 'progress', 'ins', 'del']);

function machineOf(document: CapturedDocument, node: number): string | null {
  if (!document.hasAttributes(node)) return null;
  const own = MACHINE.has(document.tag(node));
  const value =
    (own ? (document.attribute(node, 'datetime') ?? document.attribute(node, 'value')) : null) ??
    (document.has(node, 'itemprop') ? document.attribute(node, 'content') : null);
  return value === null || value === '' ? null : value.slice(0, MAX_SAID_CHARACTERS);
}

function aboveOf(
  document: CapturedDocument,
  node: number,
  root: number,
): { readonly link: number; readonly heading: boolean; readonly struck: boolean } {
  let [link, heading, struck] = [-1, false, false];
  for (let at = node; at > 0; at = document.parent(at)) {
    const tag = document.tag(at);
    if (tag === 'a' && link === -1 && document.has(at, 'href')) link = at;
    if (/^h[1-6]$/u.test(tag)) heading = true;
    if (STRUCK.has(tag) || STRUCK_CLASS.test(document.attribute(at, 'class') ?? '')) struck = true;
    if (at === root) break;
  }
  return { link, heading, struck };
}

export function addressOf(document: CapturedDocument, link: number): string | null {
  const written = document.attribute(link, 'href') ?? '';
  if (written.length > MAX_ADDRESS_CHARACTERS) return null;
  const url = URL.parse(written, document.base);
  return url !== null && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : null;
}

/** Of itself, else of the nearest around it that has a mark. */
function hintOf(document: CapturedDocument, node: number, root: number): string {
  for (let at = node; at > 0 && at !== root; at = document.parent(at)) {
    const words = `${document.attribute(at, 'itemprop') ?? ''} ${document.attribute(at, 'class') ?? ''} ${document.attribute(at, 'data-field') ?? ''}`;
    if (words.trim() !== '') return words.trim().slice(0, 120);
  }
  return '';
}
