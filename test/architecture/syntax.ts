// The syntax trees of our own sources, for rules that a linter does not have.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';

const ROOT = join(import.meta.dirname, '../..');

export type SyntaxNode = { readonly type: string } & Readonly<Record<string, unknown>>;

export const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The node itself and all below it. */
export function nodesOf(node: unknown): readonly SyntaxNode[] {
  if (Array.isArray(node)) return node.flatMap(nodesOf);
  if (!isNode(node)) return [];
  return [node, ...Object.values(node).flatMap(nodesOf)];
}

/** Every file of ours that runs, tests apart. */
export const SOURCES = globSync('{policy,gateway,executors,engines,ui,cloud}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).map((file) => {
  const { program, errors } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? 'does not parse'}`);
  return { file, nodes: nodesOf(program) };
});
