// The syntax trees of our own sources, for rules that a linter does not have.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'oxc-parser';
import { nodesOf } from './nodes.ts';

const ROOT = join(import.meta.dirname, '../..');

/** Every file of ours that runs, tests apart. */
export const SOURCES = globSync('{policy,gateway,executors,engines,ui,cloud}/**/*.{ts,tsx}', {
  cwd: ROOT,
  exclude: (name) => name === 'node_modules' || name === 'dist',
}).map((file) => {
  const { program, errors } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'));
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? 'does not parse'}`);
  return { file, nodes: nodesOf(program) };
});
