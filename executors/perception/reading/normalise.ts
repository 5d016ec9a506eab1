// From captured documents to a flat list of what a reader of the page has. Pure.
// INVARIANT: text that is hidden from assistive technology is not there, everything that can be acted on is, and a credential's
// value never leaves `states.ts`.
import type { SnapshotNode } from '#executors/contract/snapshot.ts';
import { delegates, Reasons, type Above } from './implicitly-actionable.ts';
import { areasOf } from './areas.ts';
import type { CapturedDocument } from './captured.ts';
import { Names } from './dom-name.ts';
import { isFocusable, options as optionsOf, roleOfElement } from './dom-role.ts';
import { classStates } from './class-states.ts';
import { markOf } from './mark.ts';
import { pathOf } from './path.ts';
import {
  FIELD_ROLES,
  INTERACTIVE_ROLES,
  NAMED_BY_TEXT,
  NAMED_BY_TEXT_IF_ACTED_ON,
  plain,
  REGION_ROLES,
  TRANSPARENT_ROLES,
} from './roles.ts';
import { statesOf, valueOf, type Live } from './states.ts';
import { unreadWords, type Unread } from './unread.ts';
import { authorOfChoice, authorOfName, authorWithin, type TextAuthor } from './text-author.ts';

export type Frame = {
  readonly document: CapturedDocument;
  readonly live: Live;
  /** Index of the modal dialog that makes the rest inert, or -1. */
  readonly modal: number;
  /** The whole document is a text field. */
  readonly editable: boolean;
  /** Where it is another one than the page's. */
  readonly origin: string | null;
};

export type NormaliseOptions = {
  readonly main: Frame | null;
  /** What is in a frame element; `null` for what nobody knows. */
  readonly inner: (document: CapturedDocument, node: number) => Frame | Unread | null;
  readonly viewport: { readonly width: number; readonly height: number };
};

export type Draft = { -readonly [Key in keyof SnapshotNode]: SnapshotNode[Key] };
/** One node of the list, and what it was read from. `named`: it gets a ref. */
export type Item = {
  readonly node: Draft;
  readonly backendNodeId: number;
  readonly frameId: string;
  readonly named: boolean;
  readonly acts: boolean;
  readonly tag: string;
  /** For those that act and are in view: where in the flat tree. */
  path: readonly number[] | null;
};

type Place = {
  readonly frame: Frame;
  readonly names: Names;
  readonly reasons: Reasons;
  /** Met on the way, and left to their owner (`aria-owns`). */
  readonly passed: Set<number>;
  readonly depth: number;
  /** Text of the nearest shown ancestor that is named by its text. */
  readonly said: string;
  readonly above: Above;
  /** Within what is hidden from assistive technology. */
  readonly unsaid: boolean;
  /** Whose words stand here. */
  readonly author: TextAuthor | null;
  /** The page itself, and frames in it that are no place for what somebody wrote. */
  readonly isOwnDocument: boolean;
};

const SKIPPED = new Set(['head', 'script', 'style', 'template', 'noscript', 'title', 'meta', 'link', 'base']);
const MAX_DEPTH = 2_500;
/** The state of what can be acted on, and no assistive technology is told of. */
export const UNSAID = 'aria-hidden';

/** What tells a reader nothing of what is drawn in it. */
const DRAWN = new Set(['canvas', 'svg', 'img', 'video', 'object', 'embed']);

/** `drawn`: how much of the view is pictures and frames that are not read, 0 to 1. */
export function normalise(options: NormaliseOptions): { items: Item[]; drawn: number } {
  const { viewport } = options;
  const out: Item[] = [];
  /** The block that the last text is in, as long as nothing else came after it. */
  let openBlock = -1;
  /** Whether a blank stands behind that text. */
  let endsApart = false;
  const taken = new Map<Frame, Set<number>>();
  let drawn = 0;
  let deep = 0;

  const enter = (frame: Frame, outer: Omit<Place, 'frame' | 'names' | 'reasons' | 'passed'>): void => {
    const { document } = frame;
    const [names, reasons] = [new Names(document), new Reasons(document)];
    const place = { ...outer, frame, names, reasons, passed: new Set<number>() };
    openBlock = -1;
    if (frame.modal !== -1) visit(frame.modal, place);
    else visitChildren(0, place);
    // What an owner that is not shown would have taken in.
    for (const node of place.passed) visitOwned(node, place);
  };

  const visitChildren = (node: number, place: Place): void => {
    if (deep > MAX_DEPTH) return;
    deep += 1;
    const { document } = place.frame;
    for (let child = document.firstChild(node); child !== -1; child = document.nextSibling(child)) {
      if (place.names.ownerOf(child) === -1) visit(child, place);
      else place.passed.add(child);
    }
    for (const owned of place.names.ownedBy(node)) visitOwned(owned, place);
    deep -= 1;
  };

  /** Once, wherever it is taken in. */
  const visitOwned = (node: number, place: Place): void => {
    if (taken.get(place.frame)?.has(node) === true) return;
    taken.set(place.frame, (taken.get(place.frame) ?? new Set()).add(node));
    place.passed.delete(node);
    visit(node, place);
  };

  const visit = (node: number, place: Place): void => {
    const { document } = place.frame;
    if (document.isText(node)) {
      if (document.isVisible(node) && !place.unsaid) addText(node, document.drawn(node), place);
      return;
    }
    const pseudo = document.pseudo(node);
    if (pseudo !== '') {
      if (!place.unsaid && (pseudo === 'before' || pseudo === 'after')) addPseudo(node, place);
      return;
    }
    if (!document.isElement(node) || SKIPPED.has(document.tag(node))) return;
    if (document.tag(node) === 'br') endsApart = true;
    if (document.has(node, 'inert')) return;
    if (!place.unsaid && document.attribute(node, 'aria-hidden') === 'true') {
      visit(node, { ...place, unsaid: true });
      return;
    }
    const isPage = place.frame.editable && document.tag(node) === 'body';
    const role = isPage ? 'textbox' : roleOfElement(document, node);
    if (role === 'iframe' && place.unsaid) return;
    if (role === 'iframe') {
      visitFrame(node, place);
      return;
    }
    if (document.isVisible(node)) visitElement(node, role, place);
    else visitChildren(node, place);
  };

  const visitFrame = (node: number, place: Place): void => {
    const { document } = place.frame;
    if (!document.isVisible(node)) return;
    const at = placeOf(document, node);
    if (at.box === null) return;
    const inner = options.inner(document, node);
    const title = place.names.name(node, 'iframe', false) || (document.attribute(node, 'name') ?? '');
    const isRead = inner !== null && 'document' in inner;
    const words = isRead ? [title, inner.origin ?? ''] : [unreadWords(inner, document, node)];
    const name = words.filter((word) => word !== '').join(' of ');
    openBlock = -1;
    push(node, place, { role: 'frame', name, named: true }, at);
    const isOwnDocument = place.isOwnDocument && !isSealed(document, node);
    if (isRead) enter(inner, { ...place, depth: place.depth + 1, isOwnDocument });
    else drawn += document.areaInView(at.box);
    openBlock = -1;
  };

  const visitElement = (node: number, ownRole: string, place: Place): void => {
    const { document, live } = place.frame;
    if (DRAWN.has(document.tag(node))) drawn += document.areaInView(document.box(node));
    const { names, reasons } = place;
    const labelled = ownRole === 'label' ? names.controlOf(node) : -1;
    // A person clicks the label where its control is not drawn.
    const control = labelled !== -1 && !document.isVisible(labelled) ? labelled : -1;
    const role = control === -1 ? ownRole : roleOfElement(document, control);
    const author = authorWithin(document, node, ownRole, place.author);
    const transparent = TRANSPARENT_ROLES.has(role);
    const reason =
      labelled !== -1 || INTERACTIVE_ROLES.has(role) ? null : place.reasons.of(node, place.above);
    const acts =
      control !== -1 ||
      INTERACTIVE_ROLES.has(role) ||
      reason !== null ||
      (!transparent && isFocusable(document, node));
    // What is hidden from assistive technology alone is drawn: of that, what can be acted on is there, and marked.
    if (place.unsaid && (!acts || document.box(node) === null)) {
      visitChildren(node, place);
      return;
    }
    if (!acts && transparent) {
      visitChildren(node, author === place.author ? place : { ...place, author });
      return;
    }
    const shownRole = acts && transparent ? 'generic' : role;
    const name = control === -1 ? names.name(node, shownRole, acts) : names.textOf(node);
    if (!acts && role === 'img' && name === '') {
      if (document.has(node, 'usemap')) addAreas(node, place);
      visitChildren(node, { ...place, author });
      return;
    }
    openBlock = -1;
    const about = control === -1 ? node : control;
    const isField = FIELD_ROLES.has(role);
    const isList = document.tag(node) === 'select';
    const value = valueOf(document, about, role, names);
    const description = names.description(node, name) || (name === '' && acts ? markOf(document, node) : '');
    const url =
      role === 'link' ? (document.attribute(node, 'href') ?? document.attribute(node, 'xlink:href')) : null;
    const choices = isList ? optionsOf(document, node).map((one) => names.name(one, 'option', false)) : [];
    const own = placeOf(document, node);
    // Of no size of its own: a person sees its label.
    const [label = node] = own.box === null && acts ? names.labelsOf(node) : [];
    const at = label === node ? own : placeOf(document, label);
    const states = statesOf(document, about, role, live);
    if (place.unsaid) states.push(UNSAID);
    if (acts)
      for (const state of classStates(document, node, role)) if (!states.includes(state)) states.push(state);
    const draft: Draft = {
      ref: null,
      role: shownRole,
      name,
      states,
      depth: place.depth,
      box: at.box,
      inView: at.inView,
    };
    if (value !== '') draft.value = value;
    if (description !== '') draft.description = description;
    if (url !== null) draft.url = URL.parse(url, document.base)?.href ?? url;
    if (choices.length > 0) draft.options = choices;
    if (place.frame.origin !== null) draft.origin = place.frame.origin;
    const named = authorOfName(shownRole, name, acts, author);
    if (named !== null) draft.place = named;
    const choice = { called: name, chosen: value, isOwnDocument: place.isOwnDocument };
    const chosen = isList && value !== '' ? authorOfChoice(document, node, choice, author) : null;
    if (chosen !== null) draft.valuePlace = chosen;
    const item: Item = {
      node: draft,
      backendNodeId: document.backendNodeId(about),
      frameId: document.frameId,
      named: acts || REGION_ROLES.has(role),
      acts,
      tag: document.tag(about),
      path: acts && at.inView ? pathOf(document, about) : null,
    };
    const index = out.push(item) - 1;
    if (document.has(node, 'usemap')) addAreas(node, place);
    const { unsaid } = place;
    const inside = {
      unsaid,
      frame: place.frame,
      names,
      reasons,
      passed: place.passed,
      depth: place.depth + 1,
      author,
      isOwnDocument: place.isOwnDocument,
    };
    if (isField || isList) {
      for (const owned of names.ownedBy(node)) visitOwned(owned, { ...inside, said: '', above: null });
      return;
    }
    const said = NAMED_BY_TEXT.has(role) || (acts && NAMED_BY_TEXT_IF_ACTED_ON.has(shownRole)) ? name : '';
    const above = acts ? { box: at.box, hasRole: INTERACTIVE_ROLES.has(role) } : place.above;
    visitChildren(node, { ...inside, said, above });
    if (reason === 'LISTENER' && delegates(at.box, viewport) && out.slice(index + 1).some(({ acts: a }) => a))
      takeOut(index, said);
  };

  /** A box that only hears of what happens to others: its contents stand where it stood, its text as text. */
  const takeOut = (index: number, said: string): void => {
    const [gone] = out.splice(index, 1);
    for (const { node } of out.slice(index)) node.depth -= 1;
    if (gone !== undefined && said !== '' && out.length === index)
      out.push({ ...gone, named: false, acts: false });
  };

  /** The parts of a picture that lead somewhere: they have no boxes, and are hit within the picture's. */
  const addAreas = (picture: number, place: Place): void => {
    const { document, origin } = place.frame;
    for (const { node, box } of areasOf(document, picture)) {
      const isLink = document.has(node, 'href');
      if (!isLink && !document.isClickable(node)) continue;
      const inView = document.isInView(box);
      const url = document.attribute(node, 'href');
      const draft: Draft = {
        ref: null,
        role: isLink ? 'link' : 'generic',
        name: place.names.name(node, 'link', false),
        states: [],
        depth: place.depth,
        box,
        inView,
      };
      if (url !== null) draft.url = URL.parse(url, document.base)?.href ?? url;
      if (origin !== null) draft.origin = origin;
      out.push({
        node: draft,
        backendNodeId: document.backendNodeId(node),
        frameId: document.frameId,
        named: true,
        acts: true,
        tag: 'area',
        path: inView ? pathOf(document, node) : null,
      });
    }
    openBlock = -1;
  };

  const addPseudo = (node: number, place: Place): void => {
    const { document } = place.frame;
    let text = document.drawn(node);
    for (const child of document.children(node)) text += document.drawn(child);
    if (document.isVisible(node)) addText(node, text, place);
  };

  const addText = (node: number, raw: string, place: Place): void => {
    const {
      frame: { document },
      said,
    } = place;
    const text = plain(raw);
    if (text === '') endsApart ||= raw !== '';
    if (text === '' || (said !== '' && said.includes(text))) return;
    const block = blockOf(document, node);
    const last = out.at(-1)?.node;
    const goesOn = last?.role === 'text' && (last.place ?? null) === place.author;
    if (last !== undefined && goesOn && block !== -1 && block === openBlock) {
      // As it is drawn: a word may be put together from parts.
      last.name += (endsApart || /^\s/u.test(raw) ? ' ' : '') + text;
      endsApart = /\s$/u.test(raw);
      return;
    }
    openBlock = block;
    endsApart = /\s$/u.test(raw);
    push(node, place, { role: 'text', name: text, named: false }, placeOf(document, node));
  };

  const push = (
    node: number,
    { frame: { document, origin }, depth, author }: Place,
    { named, ...what }: Pick<Draft, 'role' | 'name'> & Pick<Item, 'named'>,
    at: Pick<SnapshotNode, 'box' | 'inView'>,
  ): void => {
    out.push({
      node: {
        ref: null,
        ...what,
        depth,
        states: [],
        ...at,
        ...(origin === null ? {} : { origin }),
        ...(author === null ? {} : { place: author }),
      },
      backendNodeId: document.backendNodeId(node),
      frameId: document.frameId,
      named,
      acts: false,
      tag: '',
      path: null,
    });
  };

  const placeOf = (document: CapturedDocument, node: number): Pick<SnapshotNode, 'box' | 'inView'> => {
    const box = document.box(node);
    return { box, inView: box !== null && document.isInView(box) };
  };

  if (options.main !== null)
    enter(options.main, {
      depth: 0,
      said: '',
      above: null,
      author: null,
      unsaid: false,
      isOwnDocument: true,
    });
  return { items: out, drawn: Math.min(1, drawn / (viewport.width * viewport.height)) };
}

/** What its site set apart, or wrote into the page: a mail, a preview, what somebody else made. */
const isSealed = (document: CapturedDocument, frame: number): boolean =>
  document.has(frame, 'srcdoc') || document.has(frame, 'sandbox');

/** The nearest ancestor that starts a line of its own. */
function blockOf(document: CapturedDocument, node: number): number {
  let at = document.parent(node);
  while (at > 0 && (document.style(at, 'display') === 'inline' || !document.isDrawn(at)))
    at = document.parent(at);
  return at;
}
