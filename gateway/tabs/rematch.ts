// Finds the element of a new snapshot that a stale ref meant. Pure. INVARIANT: an element that was beside the lost one
// before is another one; if two could be meant, or the surroundings differ, the answer is an error, never a guess.
import type { PageSnapshot, SnapshotNode } from '#executors/contract/snapshot.ts';
import { CONTROL_ROLES } from '#executors/perception/reading/roles.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';

export type Rematch = {
  readonly ref: string;
  /** How it was told: same role and name; a name that differs in counters and marks alone; a link that became a button. */
  readonly by: 'EXACT' | 'FUZZY' | 'ROLE';
};

/** What repeats on a page, or comes and goes: an element in one of them is told by what else is in it. */
const ITEMS = new Set(['listitem', 'row', 'article', 'treeitem', 'dialog', 'alertdialog', 'group']);
const REGIONS = new Set([
  'form',
  'region',
  'navigation',
  'search',
  'banner',
  'contentinfo',
  'complementary',
  'list',
  'table',
  'grid',
]);
/** Either may become the other and stay what it was. */
const PRESSED = new Set(['link', 'button']);

/** Errors: `act.stale-ref` (nothing fits), `act.ambiguous` (more than one does). */
export function rematch(ref: string, before: PageSnapshot, after: PageSnapshot): Result<Rematch> {
  const lost = before.nodes.findIndex((node) => node.ref === ref);
  const old = before.nodes[lost];
  if (old === undefined) return none(ref);
  const sameDocument = before.document.id === after.document.id;
  // Another address is another page: what is called the same there is something else.
  if (before.document.url !== after.document.url) return none(ref);
  const known = new Set(before.nodes.map((node) => node.ref));
  const fresh = after.nodes
    .map((node, at) => ({ node, at }))
    .filter(({ node }) => node.ref !== null && !known.has(node.ref));
  const steps: readonly [Rematch['by'], (node: SnapshotNode) => boolean][] = [
    ['EXACT', (node) => node.role === old.role && node.name === old.name],
    [
      'FUZZY',
      (node) =>
        sameDocument && node.role === old.role && stem(old.name) !== '' && stem(node.name) === stem(old.name),
    ],
    [
      'ROLE',
      (node) =>
        sameDocument &&
        PRESSED.has(node.role) &&
        PRESSED.has(old.role) &&
        old.name !== '' &&
        node.name === old.name,
    ],
  ];
  for (const [by, fits] of steps) {
    const rivals = before.nodes.filter((node) => node.ref !== null && fits(node)).length > 1;
    const named = fresh.filter(({ node }) => fits(node));
    if (named.length === 0) continue;
    const place = surroundings(before.nodes, lost);
    const found = named.filter(({ at }) => surroundings(after.nodes, at) === place);
    if (found.length > 1) {
      const names = found.map(({ node }) => `\`${node.ref}\``);
      return fail('act.ambiguous', `${names.slice(0, 5).join(' and ')} could be what \`${ref}\` was`, {
        help: 'name one of them',
        details: { role: old.role, name: old.name, candidates: found.map(({ node }) => node.ref) },
      });
    }
    // A nameless element, or one of several of its kind, needs surroundings that tell it.
    if ((rivals || old.name === '') && !tells(before.nodes, lost, place)) return none(ref);
    const [only] = found;
    if (only !== undefined && only.node.ref !== null) return ok({ ref: only.node.ref, by });
    return none(ref);
  }
  return none(ref);
}

/** What an element is in, in words that its own change does not touch. */
function surroundings(nodes: readonly SnapshotNode[], at: number): string {
  const words: string[] = [];
  let item = false;
  for (const box of boxesOf(nodes, at)) {
    const node = nodes[box];
    if (node === undefined) continue;
    if (ITEMS.has(node.role) && !item) {
      item = true;
      words.push(node.role, ...contents(nodes, box, at));
    } else if (REGIONS.has(node.role)) {
      words.push(node.role, node.name);
      if (node.role === 'form') words.push(...fieldsOf(nodes, box, at));
    }
  }
  if (!item) words.push(headingBefore(nodes, at));
  return words.join('\n');
}

/** Whether no other element of the same kind has the same surroundings. */
function tells(nodes: readonly SnapshotNode[], at: number, place: string): boolean {
  const own = nodes[at];
  return !nodes.some(
    (node, other) =>
      other !== at &&
      node.ref !== null &&
      node.role === own?.role &&
      (node.name === own.name || stem(node.name) === stem(own.name)) &&
      surroundings(nodes, other) === place,
  );
}

/** The nodes that the one at `at` is in, the nearest first. */
function boxesOf(nodes: readonly SnapshotNode[], at: number): number[] {
  const found: number[] = [];
  let depth = nodes[at]?.depth ?? 0;
  for (let other = at - 1; other >= 0 && depth > 0; other -= 1) {
    const node = nodes[other];
    if (node === undefined || node.depth >= depth) continue;
    found.push(other);
    depth = node.depth;
  }
  return found;
}

/** What names a row or a dialog: its headings, links and first text, but for the element itself. */
function contents(nodes: readonly SnapshotNode[], box: number, without: number): string[] {
  const own = nodes[without]?.name ?? '';
  const depth = nodes[box]?.depth ?? 0;
  const said: string[] = [];
  let texts = 0;
  for (let at = box + 1; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (node === undefined || node.depth <= depth) break;
    if (at === without || node.name === '' || stem(node.name) === stem(own)) continue;
    const isText = ['text', 'cell', 'gridcell', 'columnheader', 'rowheader', 'img'].includes(node.role);
    if (isText) texts += 1;
    if (['heading', 'link', 'rowheader'].includes(node.role) || (isText && texts <= 2))
      said.push(stem(node.name));
    if (said.length >= 4) break;
  }
  return said;
}

function fieldsOf(nodes: readonly SnapshotNode[], box: number, without: number): string[] {
  const depth = nodes[box]?.depth ?? 0;
  const names: string[] = [];
  for (let at = box + 1; at < nodes.length; at += 1) {
    const node = nodes[at];
    if (node === undefined || node.depth <= depth) break;
    if (at !== without && CONTROL_ROLES.has(node.role) && !CONTROL_ROLES.has(nodes[without]?.role ?? ''))
      names.push(node.name);
  }
  return names.toSorted();
}

function headingBefore(nodes: readonly SnapshotNode[], at: number): string {
  const heading = nodes.slice(0, at).findLast(({ role }) => role === 'heading');
  return heading === undefined ? '' : stem(heading.name);
}

/** Without counters in parentheses, marks and case: `Inbox (3)` and `inbox (4)…` are the same. Numbers tell things apart. */
function stem(name: string): string {
  return name
    .replace(/\(\s*\d+\s*\)|\[\s*\d+\s*\]/gu, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

const none = (ref: string): Result<never> =>
  fail('act.stale-ref', `\`${ref}\` is no longer on the page`, { help: 'take a new snapshot' });
