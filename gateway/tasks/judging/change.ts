// Compares two looks at a page: what an act changed. INVARIANT: a page's words are compared and quoted, never interpreted; where the
// focus is counts as no change, since a press that is swallowed moves it too.
import type { PageChange, StoodAs } from '#engines/navigator/evidence.ts';
import type { PageSnapshot, SnapshotNode } from '#executors/contract/snapshot.ts';

/** So many of each kind are kept: enough to quote, and a bound on what a task remembers. */
const MAX_QUOTED = 6;
const MAX_QUOTE_CHARACTERS = 160;

type Look = Pick<PageSnapshot, 'document' | 'nodes' | 'scroll'>;

/** `ref`: of the element acted on, in the look before. */
export function changeBetween(before: Look, after: Look, ref: string | null): PageChange {
  const was = counted(before.nodes);
  const is = counted(after.nodes);
  const isAnother = before.document.id !== after.document.id || before.document.url !== after.document.url;
  const changed: string[] = [];
  const appeared: string[] = [];
  const gone: string[] = [];
  for (const [key, { node, times, as }] of is) {
    const old = was.get(key);
    if (times > (old?.times ?? 0)) note(appeared, worded(node));
    else if (old !== undefined && times === old.times && old.as !== as) note(changed, worded(node));
  }
  for (const [key, { node, times }] of was) if (times > (is.get(key)?.times ?? 0)) note(gone, worded(node));
  const invalid = invalidIn(after.nodes).filter((name) => !invalidIn(before.nodes).includes(name));
  const spoken = new Set(spokenIn(before.nodes).map(({ words }) => words));
  const said = spokenIn(after.nodes).filter(({ words }) => isAnother || !spoken.has(words));
  return {
    address: isAnother ? after.document.url : null,
    appeared,
    gone,
    ...(said.length === 0 ? {} : { said: said.slice(0, MAX_QUOTED) }),
    changed,
    ...(invalid.length === 0 || !isSameForm(before.nodes, invalid)
      ? {}
      : { invalid: invalid.slice(0, MAX_QUOTED) }),
    scrolled: !isAnother && before.scroll.y !== after.scroll.y,
    moved: !isAnother && appeared.length + gone.length === 0 && isReordered(before.nodes, after.nodes),
    element: elementOf(before, isAnother ? null : after, ref),
  };
}

const invalidIn = (nodes: Look['nodes']): readonly string[] =>
  nodes.flatMap(({ name, states }) => (states.includes('invalid') ? [name] : []));

/** A form that comes anew may say from the start what it wants. */
const isSameForm = (before: Look['nodes'], names: readonly string[]): boolean =>
  before.some(({ name, ref }) => ref !== null && names.includes(name));

const SPEAKS: readonly string[] = ['alert', 'alertdialog', 'status', 'log'];

/** Read of one such place: a page may put each of thousands into the one before. */
const MAX_SPOKEN_NODES = 200;

/** The words of each place where the page speaks, its parts joined. */
function spokenIn(nodes: Look['nodes']): NonNullable<PageChange['said']> {
  return nodes.flatMap((node, at) => {
    const words = SPEAKS.includes(node.role) ? wordsFrom(nodes, at, node.depth) : '';
    return words === '' ? [] : [{ role: node.role, words }];
  });
}

/** Of the place that begins there; no further than what is quoted of it. */
function wordsFrom(nodes: Look['nodes'], from: number, depth: number): string {
  const parts = new Set<string>();
  let characters = 0;
  for (let at = from; at < from + MAX_SPOKEN_NODES && characters < MAX_QUOTE_CHARACTERS; at += 1) {
    const node = nodes[at];
    if (node === undefined || (at > from && node.depth <= depth)) break;
    if (node.name === '' || parts.has(node.name)) continue;
    parts.add(node.name);
    characters += node.name.length + 1;
  }
  return [...parts].join(' ').slice(0, MAX_QUOTE_CHARACTERS);
}

type Counted = { readonly node: SnapshotNode; readonly times: number; readonly as: string };

/** By role and name, with how those of that name stand, in document order. */
function counted(nodes: readonly SnapshotNode[]): ReadonlyMap<string, Counted> {
  const found = new Map<string, Counted>();
  for (const node of nodes) {
    const key = `${node.role}\n${node.name}`;
    const last = found.get(key);
    const { states, value } = stoodAs(node);
    const as = `${last?.as ?? ''}${value ?? ''}\n${states.join(' ')}\n`;
    found.set(key, { node: last?.node ?? node, times: (last?.times ?? 0) + 1, as });
  }
  return found;
}

const stoodAs = ({ states, value }: SnapshotNode): StoodAs => ({
  states: states.filter((state) => state !== 'focused'),
  ...(value === undefined ? {} : { value }),
});

function elementOf(before: Look, after: Look | null, ref: string | null): PageChange['element'] {
  const old = ref === null ? undefined : before.nodes.find((node) => node.ref === ref);
  if (old === undefined) return null;
  // The same ref is the same element, whatever it is called by now.
  const now = after?.nodes.find((node) => node.ref === ref);
  return { before: stoodAs(old), after: now === undefined ? null : stoodAs(now) };
}

const isReordered = (before: readonly SnapshotNode[], after: readonly SnapshotNode[]): boolean =>
  before.length === after.length &&
  before.some((node, i) => node.role !== after[i]?.role || node.name !== after[i]?.name);

function note(list: string[], words: string): void {
  if (list.length < MAX_QUOTED) list.push(words);
}

const worded = ({ role, name, value }: SnapshotNode): string =>
  (name === '' ? (value ?? role) : name).slice(0, MAX_QUOTE_CHARACTERS);
