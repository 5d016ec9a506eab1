// From Chromium's accessibility tree to a flat list of what a reader of the page has. Pure.
// INVARIANT: what is hidden from assistive technology is not there, and a credential's value never leaves this function.
import type { AxNode } from '../cdp/types.ts';
import type { SnapshotNode } from '../contract.ts';
import type { Layout } from './layout.ts';
import {
  CREDENTIAL,
  DROPPED_ROLES,
  FIELD_ROLES,
  INTERACTIVE_ROLES,
  NAMED_BY_TEXT,
  plain,
  REGION_ROLES,
  roleOf,
  TRANSPARENT_ROLES,
} from './roles.ts';

export type FrameTree = { readonly frameId: string; readonly nodes: readonly AxNode[] };

export type NormaliseOptions = {
  /** The main frame first. */
  readonly frames: readonly FrameTree[];
  /** Which frame's tree stands below an iframe element. */
  readonly frameOwners: ReadonlyMap<number, string>;
  /** Against which a frame's address is read. */
  readonly documentUrl: string;
  readonly layout: Layout;
  readonly viewport: { readonly width: number; readonly height: number };
  readonly giveRef: (node: { backendNodeId: number; frameId: string; role: string; name: string }) => string;
};

const INLINE = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strong sub sup time tt u var'.split(
    ' ',
  ),
);

type Draft = { -readonly [Key in keyof SnapshotNode]: SnapshotNode[Key] };
type Place = {
  readonly frameId: string;
  readonly byId: ReadonlyMap<string, AxNode>;
  readonly depth: number;
  /** Text of the nearest shown ancestor that is named by its text. */
  readonly said: string;
};

export function normalise(options: NormaliseOptions): SnapshotNode[] {
  const { layout, viewport } = options;
  const trees = new Map(
    options.frames.map(({ frameId, nodes }) => [frameId, new Map(nodes.map((node) => [node.nodeId, node]))]),
  );
  const out: Draft[] = [];
  /** The block that the last text stands in, as long as nothing else came after it. */
  let openBlock = -1;

  const visitChildren = (node: AxNode, place: Place): void => {
    for (const id of node.childIds ?? []) visit(place.byId.get(id), place);
    const frameId = options.frameOwners.get(node.backendDOMNodeId ?? -1);
    const tree = frameId === undefined ? undefined : trees.get(frameId);
    if (frameId !== undefined && tree !== undefined) {
      const [root] = tree.values();
      visit(root, { ...place, frameId, byId: tree });
    } else if (textOf(node.role).toLowerCase() === 'iframe') addLeftOut(node, place);
  };

  const visit = (node: AxNode | undefined, place: Place): void => {
    if (node === undefined) return;
    const role = roleOf(textOf(node.role));
    if (node.ignored || DROPPED_ROLES.has(role)) {
      if (!DROPPED_ROLES.has(role)) visitChildren(node, place);
      return;
    }
    if (role === 'text') {
      addText(node, place);
      return;
    }
    const properties = new Map(node.properties?.map(({ name, value }) => [name, value.value]) ?? []);
    const focusable = properties.get('focusable') === true && !TRANSPARENT_ROLES.has(role);
    const acts = INTERACTIVE_ROLES.has(role) || focusable || isEditable(properties, role);
    const name =
      plain(textOf(node.name)) || (NAMED_BY_TEXT.has(role) && !acts ? textBelow(node, place.byId) : '');
    if (!acts && (TRANSPARENT_ROLES.has(role) || (role === 'img' && name === ''))) {
      visitChildren(node, place);
      return;
    }
    openBlock = -1;
    add(node, role, name, properties, acts, place);
    if (FIELD_ROLES.has(role) || isEditable(properties, role)) return;
    if (['combobox', 'listbox'].includes(role) && out.at(-1)?.options !== undefined) return;
    visitChildren(node, { ...place, depth: place.depth + 1, said: NAMED_BY_TEXT.has(role) ? name : '' });
  };

  /** INVARIANT: nothing of a frame of another origin stands in a snapshot but that it is there, and whose it is. */
  const addLeftOut = (node: AxNode, place: Place): void => {
    const id = node.backendDOMNodeId ?? -1;
    const at = placeOf(id);
    if (at.box === null) return;
    openBlock = -1;
    const origin = URL.parse(layout.attribute(id, 'src') ?? '', options.documentUrl)?.origin ?? 'null';
    const whose = layout.attribute(id, 'src') === null || origin === 'null' ? 'an origin of its own' : origin;
    out.push({
      ref: null,
      role: 'frame',
      name: `left out: a frame of ${whose}`,
      states: [],
      depth: place.depth,
      ...at,
    });
  };

  const addText = (node: AxNode, place: Place): void => {
    const text = plain(textOf(node.name));
    if (text === '' || (place.said !== '' && place.said.includes(text))) return;
    const id = node.backendDOMNodeId ?? -1;
    const block = layout.closestBlock(id, (tag) => INLINE.has(tag));
    const last = out.at(-1);
    if (last !== undefined && last.role === 'text' && block !== -1 && block === openBlock) {
      const joint = /^[\s]/.test(textOf(node.name)) || !/^[.,;:!?)\]%]/.test(text) ? ' ' : '';
      last.name += joint + text;
      return;
    }
    openBlock = block;
    out.push({ ref: null, role: 'text', name: text, states: [], depth: place.depth, ...placeOf(id) });
  };

  const add = (
    node: AxNode,
    role: string,
    name: string,
    properties: ReadonlyMap<string, unknown>,
    acts: boolean,
    place: Place,
  ): void => {
    const id = node.backendDOMNodeId ?? -1;
    const secret = isCredential(layout, id);
    const named = id !== -1 && (acts || REGION_ROLES.has(role));
    const value = plain(textOf(node.value));
    const description = plain(textOf(node.description));
    const url = properties.get('url');
    const choices = ['combobox', 'listbox'].includes(role) ? optionsOf(node, place.byId) : [];
    out.push({
      ref: named ? options.giveRef({ backendNodeId: id, frameId: place.frameId, role, name }) : null,
      role,
      name,
      ...(value === '' ? {} : { value: secret ? mask(value) : value }),
      ...(description === '' || description === name ? {} : { description }),
      states: [...statesOf(role, properties), ...(secret ? ['password'] : [])],
      depth: place.depth,
      ...placeOf(id),
      ...(role === 'link' && typeof url === 'string' && url !== '' ? { url } : {}),
      ...(choices.length === 0 ? {} : { options: choices }),
    });
  };

  const placeOf = (id: number): Pick<SnapshotNode, 'box' | 'inView'> => {
    const box = id === -1 ? null : layout.box(id);
    const inView =
      box !== null &&
      box.x < viewport.width &&
      box.y < viewport.height &&
      box.x + box.width > 0 &&
      box.y + box.height > 0;
    return { box, inView };
  };

  const [main] = options.frames;
  const byId = main === undefined ? undefined : trees.get(main.frameId);
  if (main !== undefined && byId !== undefined) {
    visit(main.nodes[0], { frameId: main.frameId, byId, depth: 0, said: '' });
  }
  return out;
}

function isCredential(layout: Layout, id: number): boolean {
  if (id === -1) return false;
  return (
    (layout.tag(id) === 'input' && layout.attribute(id, 'type')?.toLowerCase() === 'password') ||
    CREDENTIAL.test(layout.attribute(id, 'autocomplete') ?? '')
  );
}

const isEditable = (properties: ReadonlyMap<string, unknown>, role: string): boolean =>
  properties.get('editable') !== undefined && (FIELD_ROLES.has(role) || properties.get('focusable') === true);

const mask = (value: string): string => `•••(${Array.from(value).length})`;

const STATES = [
  'disabled',
  'selected',
  'required',
  'focused',
  'readonly',
  'modal',
  'multiselectable',
  'busy',
] as const;

function statesOf(role: string, properties: ReadonlyMap<string, unknown>): string[] {
  const states: string[] = STATES.filter((name) => properties.get(name) === true);
  for (const name of ['checked', 'pressed'] as const) {
    const value = properties.get(name);
    if (value === 'true' || value === true) states.push(name);
    if (value === 'mixed') states.push('mixed');
  }
  const expanded = properties.get('expanded');
  if (typeof expanded === 'boolean') states.push(expanded ? 'expanded' : 'collapsed');
  const invalid = properties.get('invalid');
  if (invalid !== undefined && invalid !== 'false' && invalid !== false) states.push('invalid');
  const level = properties.get('level');
  if (role === 'heading' && typeof level === 'number') states.push(`level=${level}`);
  return states;
}

/** The options of a native select or a listbox, `selected` or not, in order. */
function optionsOf(node: AxNode, byId: ReadonlyMap<string, AxNode>): string[] {
  const found: string[] = [];
  for (const id of node.childIds ?? []) {
    const child = byId.get(id);
    if (child === undefined) continue;
    if (!child.ignored && roleOf(textOf(child.role)) === 'option') found.push(plain(textOf(child.name)));
    else found.push(...optionsOf(child, byId));
  }
  return found;
}

function textBelow(node: AxNode, byId: ReadonlyMap<string, AxNode>): string {
  const parts: string[] = [];
  const gather = (one: AxNode | undefined): void => {
    if (one === undefined) return;
    if (!one.ignored && textOf(one.role) === 'StaticText') parts.push(textOf(one.name));
    else for (const id of one.childIds ?? []) gather(byId.get(id));
  };
  gather(node);
  return plain(parts.join(' '));
}

const textOf = (value: { value?: unknown } | undefined): string =>
  typeof value?.value === 'string'
    ? value.value
    : typeof value?.value === 'number'
      ? String(value.value)
      : '';
