// The snapshot's flat list as a tree again, and which siblings are built alike. Pure.
import type { SnapshotNode } from '../../contract/snapshot.ts';
import { REGION_ROLES } from '#executors/perception/reading/roles.ts';

export type Branch = {
  readonly node: SnapshotNode;
  readonly children: Branch[];
  /** Of the whole branch: the roles in order, names left out. Alike branches have the same. */
  shape: string;
};

/** Runs of alike siblings shorter than this are written out. */
export const MIN_FOLDED_SIBLINGS = 4;
const SHAPE_CHARACTERS = 400;

/** By `depth`: a node stands below the last one before it that is less deep. */
export function treeOf(nodes: readonly SnapshotNode[]): Branch[] {
  const roots: Branch[] = [];
  const open: Branch[] = [];
  for (const node of nodes) {
    const branch: Branch = { node, children: [], shape: '' };
    while (open.length > 0 && (open.at(-1)?.node.depth ?? -1) >= node.depth) finish(open.pop());
    (open.at(-1)?.children ?? roots).push(branch);
    open.push(branch);
  }
  while (open.length > 0) finish(open.pop());
  return roots;
}

/** Children come before their parent here: their shapes are known. */
function finish(branch: Branch | undefined): void {
  if (branch === undefined) return;
  const { node, children } = branch;
  let inner = '';
  let last = '';
  for (const child of children) {
    // How many texts stand side by side is not the shape: a price with or without a note is alike.
    if (child.shape === 'text' && last === 'text') continue;
    inner += `${child.shape},`;
    last = child.shape;
    if (inner.length > SHAPE_CHARACTERS) break;
  }
  branch.shape = inner === '' ? node.role : `${node.role}(${inner.slice(0, SHAPE_CHARACTERS)})`;
}

export type Run = { readonly branches: readonly Branch[]; readonly alike: boolean };

/** Siblings in order, cut into runs of alike ones and what lies between. Only branches that hold something are rows. */
export function runsOf(siblings: readonly Branch[]): Run[] {
  const runs: Run[] = [];
  let plain: Branch[] = [];
  for (let at = 0; at < siblings.length;) {
    const shape = siblings[at]?.shape ?? '';
    let end = at + 1;
    while (end < siblings.length && siblings[end]?.shape === shape) end += 1;
    const branches = siblings.slice(at, end);
    if (end - at >= MIN_FOLDED_SIBLINGS && shape.includes('(')) {
      if (plain.length > 0) runs.push({ branches: plain, alike: false });
      plain = [];
      runs.push({ branches, alike: true });
    } else plain.push(...branches);
    at = end;
  }
  if (plain.length > 0) runs.push({ branches: plain, alike: false });
  return runs;
}

/** What a row shows, in order: leaves and everything with a ref of its own, without the boxes around them. */
export function partsOf(branch: Branch): SnapshotNode[] {
  const out: SnapshotNode[] = [];
  const visit = ({ node, children }: Branch): void => {
    const leaf = children.length === 0;
    // A heading or cell says what the link in it says.
    const echo = !leaf && children.some((child) => child.node.name === node.name);
    const shown =
      leaf ||
      (node.ref !== null && !REGION_ROLES.has(node.role)) ||
      (node.name !== '' && !echo && !BOXES.has(node.role));
    if (shown && (node.ref !== null || node.name !== '')) {
      const last = out.at(-1);
      if (node.role === 'text' && last?.role === 'text' && last.ref === null)
        out[out.length - 1] = {
          ...last,
          name: `${last.name} ${node.name}`,
          inView: last.inView || node.inView,
        };
      else out.push(node);
    }
    for (const child of children) visit(child);
  };
  visit(branch);
  return out;
}

/** Boxes that only hold: their name repeats what is in them. */
export const BOXES: ReadonlySet<string> = new Set([
  'listitem',
  'row',
  'group',
  'article',
  'rowgroup',
  'list',
]);
