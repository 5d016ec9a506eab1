// Every line that an outline could have, in document order, each with what it holds and how much it matters. Pure.
// INVARIANT: every ref of an element that can be acted on is in exactly one line.
import type { SnapshotNode } from '../../contract/snapshot.ts';
import { CONTROL_ROLES } from '#executors/perception/reading/roles.ts';
import { rowLine, templateLine, templateOf, type Template } from './template.ts';
import { REGION_ROLES } from '#executors/perception/reading/roles.ts';
import { BOXES, partsOf, runsOf, treeOf, type Branch } from './tree.ts';
import { elementLine, flatOf, headingLine, regionLine, textLine, type Limits } from './words.ts';

export type Line = {
  readonly kind: 'region' | 'heading' | 'element' | 'row' | 'template' | 'text';
  /** Refs that can be acted on. */
  readonly refs: readonly string[];
  /** The line's nodes: its first one names a fold. */
  readonly nodes: readonly SnapshotNode[];
  /** Higher is kept longer. */
  readonly weight: number;
  /** For a row: the line of its template. */
  readonly template: number | null;
  readonly write: (limits: Limits) => string;
  /** Text that may be cut: how long it is, and it from a character on. */
  readonly text?: { readonly length: number; readonly from: (at: number, limits: Limits) => string };
};

/** Of text of the page's own content that is not in view. */
export const MAIN_TEXT_WEIGHT = 45;
/** What a page is about, and what stands beside that. */
const MAIN: ReadonlySet<string> = new Set(['main', 'article']);
const BESIDE: ReadonlySet<string> = new Set([
  'navigation',
  'complementary',
  'contentinfo',
  'banner',
  'search',
]);
/** A dialog is what a person has to deal with first. */
const URGENT: ReadonlySet<string> = new Set(['dialog', 'alertdialog', 'alert']);

/** The line of one node by itself. */
export function lineOf(
  node: SnapshotNode,
  urgent: boolean,
  kind: Line['kind'] = kindOf(node),
  isMain = false,
): Line {
  const acts = node.ref !== null && !REGION_ROLES.has(node.role);
  return {
    kind,
    refs: acts && node.ref !== null ? [node.ref] : [],
    nodes: [node],
    weight: weightOf(node, kind, urgent, isMain),
    template: null,
    write: (limits) => WRITERS[kind](node, limits),
  };
}

export function linesOf(nodes: readonly SnapshotNode[]): Line[] {
  const lines: Line[] = [];

  const rows = (template: Template, parts: readonly (readonly SnapshotNode[])[], urgent: boolean): void => {
    const at = lines.length;
    const near = parts.some((row) => row.some(({ inView }) => inView));
    lines.push({
      kind: 'template',
      refs: [],
      nodes: [],
      weight: urgent ? 130 : near ? 96 : 66,
      template: null,
      write: (limits) => templateLine(template, limits),
    });
    for (const [index, row] of parts.entries()) {
      const inView = row.some((part) => part.inView);
      const refs = row.flatMap(({ ref, role }) => (ref === null || REGION_ROLES.has(role) ? [] : [ref]));
      lines.push({
        kind: 'row',
        refs,
        nodes: row,
        // The first rows say what the others are like.
        weight:
          (urgent ? 30 : 0) +
          (inView ? 95 : index < 3 ? 65 : refs.length > 0 ? 50 : 15) -
          index / parts.length,
        template: at,
        write: (limits) => rowLine(template, row, limits),
      });
    }
  };

  const visit = (branches: readonly Branch[], urgent: boolean, isMain: boolean): void => {
    for (const run of runsOf(branches)) {
      const parts = run.alike ? run.branches.map(partsOf) : [];
      const template = run.alike ? templateOf(parts) : null;
      if (template === null) {
        for (const [at, branch] of run.branches.entries())
          if (!isLabel(branch, run.branches[at + 1], run.branches[at - 1])) one(branch, urgent, isMain);
      } else rows(template, parts, urgent);
    }
  };

  const one = ({ node, children }: Branch, urgent: boolean, around: boolean): void => {
    const isMain = MAIN.has(node.role) || (around && !BESIDE.has(node.role));
    const inner = urgent || URGENT.has(node.role);
    const region = REGION_ROLES.has(node.role) || URGENT.has(node.role);
    // A box's name repeats what is in it.
    const echo =
      children.length > 0 &&
      (BOXES.has(node.role) || children.some((child) => child.node.name === node.name));
    if (region) {
      if (node.name !== '' || node.role === 'table' || URGENT.has(node.role))
        lines.push(lineOf(node, inner, 'region'));
    } else if (node.ref !== null) lines.push(lineOf(node, inner, 'element', isMain));
    else if (node.name !== '' && !echo)
      lines.push(
        node.role === 'heading' ? lineOf(node, inner, 'heading') : textOf(node, inner, isMain, lines.length),
      );
    visit(children, inner, isMain);
  };

  visit(treeOf(nodes), false, false);
  return lines;
}

function textOf(node: SnapshotNode, urgent: boolean, isMain: boolean, line: number): Line {
  return {
    ...lineOf(node, urgent, 'text', isMain),
    write: (limits) => textLine(node, limits, line),
    text: { length: flatOf(node).length, from: (at, limits) => textLine(node, limits, line, at) },
  };
}

const WRITERS: Readonly<Record<Line['kind'], (node: SnapshotNode, limits: Limits) => string>> = {
  region: regionLine,
  heading: headingLine,
  text: (node, limits) => textLine(node, limits),
  element: elementLine,
  row: elementLine,
  template: elementLine,
};

function kindOf({ role, ref }: SnapshotNode): Line['kind'] {
  if (REGION_ROLES.has(role) || URGENT.has(role)) return 'region';
  return ref !== null ? 'element' : role === 'heading' ? 'heading' : 'text';
}

/** A text that only says what the element beside it is called. */
function isLabel({ node, children }: Branch, ...beside: readonly (Branch | undefined)[]): boolean {
  return (
    node.role === 'text' &&
    children.length === 0 &&
    beside.some((other) => other !== undefined && other.node.ref !== null && other.node.name === node.name)
  );
}

function weightOf(node: SnapshotNode, kind: Line['kind'], urgent: boolean, isMain: boolean): number {
  const { inView, role } = node;
  // What no assistive technology is told of is seldom what is meant: it is folded first, and counted there.
  if (node.states.includes('aria-hidden')) return inView ? 35 : 10;
  const base =
    kind === 'element'
      ? inView
        ? 100
        : CONTROL_ROLES.has(role)
          ? 80
          : role === 'link'
            ? isMain
              ? MAIN_TEXT_WEIGHT
              : 40
            : 60
      : kind === 'heading'
        ? inView
          ? 90
          : 70
        : kind === 'region'
          ? inView
            ? 88
            : 62
          : inView
            ? 85
            : isMain
              ? MAIN_TEXT_WEIGHT
              : 20;
  return urgent ? base + 30 : base;
}
