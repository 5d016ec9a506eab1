// The nodes of a syntax tree, whatever they are.

export type SyntaxNode = { readonly type: string } & Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The node itself and all below it. */
export function nodesOf(node: unknown): readonly SyntaxNode[] {
  if (Array.isArray(node)) return node.flatMap(nodesOf);
  if (!isNode(node)) return [];
  return [node, ...Object.values(node).flatMap(nodesOf)];
}
