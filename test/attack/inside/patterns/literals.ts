// Every regular expression that the sources write out, with its place. A computed one is listed as such: it needs a reason.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

export type Literal = {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
};
/** `new RegExp(…)`: what it becomes is not in the source. */
export type Computed = { readonly file: string; readonly line: number; readonly text: string };
export type Patterns = { readonly literals: readonly Literal[]; readonly computed: readonly Computed[] };

const FOLDERS = ['policy', 'gateway', 'executors', 'engines', 'ui', 'cloud'];

export function patternsOf(root: string): Patterns {
  const literals: Literal[] = [];
  const computed: Computed[] = [];
  for (const file of FOLDERS.flatMap((folder) => sourcesIn(root, folder))) {
    const source = readFileSync(join(root, file), 'utf8');
    const { program, errors } = parseSync(file, source);
    if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message ?? 'does not parse'}`);
    const lineOf = (start: number): number => source.slice(0, start).split('\n').length;
    const note = (start: number, end: number): void =>
      void computed.push({ file, line: lineOf(start), text: source.slice(start, end) });
    new Visitor({
      Literal: (node) => {
        if (!('regex' in node) || node.regex === null || node.regex === undefined) return;
        const { pattern, flags } = node.regex;
        literals.push({ file, line: lineOf(node.start), source: pattern, flags });
      },
      NewExpression: ({ callee, start, end }) => {
        if (callee.type === 'Identifier' && callee.name === 'RegExp') note(start, end);
      },
      CallExpression: ({ callee, start, end }) => {
        if (callee.type === 'Identifier' && callee.name === 'RegExp') note(start, end);
      },
    }).visit(program);
  }
  return { literals, computed };
}

function sourcesIn(root: string, folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory())
      return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesIn(root, path);
    return /\.tsx?$/u.test(entry.name) ? [path] : [];
  });
}
