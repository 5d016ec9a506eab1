// Lints of paths: path-case, a restriction by path that compares letter by letter. INVARIANT: only what restricts is told, exceptions
// of a grant among it, and only where another casing of its path is a path of its own.
import type { Condition, PathSet, ValueSet } from '#policy/engine/documents/condition.ts';
import type { Entry } from '#policy/engine/documents/document.ts';
import { ALLOW } from '#policy/engine/documents/document.ts';
import { foldUnicode } from '#policy/requests/url-parts/path-case.ts';
import type { Context } from '../model/context.ts';
import type { Remark } from '../model/finding.ts';
import { inAnyCase } from '../model/fixes.ts';

export function pathLints(context: Context): readonly Remark[] {
  const { layer } = context;
  return [...layer.floors, ...layer.rules, ...layer.delegate].flatMap((entry) => pathCase(entry, context));
}

function pathCase(entry: Entry, context: Context): readonly Remark[] {
  if (entry.section === 'never') return [];
  const isGrant = entry.section === 'delegate' || entry.cells.every(({ severity }) => severity === ALLOW);
  const told = pathsIn(entry.scope, !isGrant).flatMap((set) =>
    set.patterns.filter((one) => inOtherCase(one) !== one),
  );
  const [path] = told;
  if (path === undefined) return [];
  const other = inOtherCase(path);
  const others = told.length > 1 ? ` and ${told.length - 1} more` : '';
  const listed =
    !isGrant && entry.listed.some((set) => told.some((one) => isExact(set) && set.patterns.includes(one)));
  const place = listed
    ? 'add `pathCase: INSENSITIVE` to `when`'
    : 'add `pathCase: INSENSITIVE` beside the path, or use `path_under_any_case` in `logic`';
  return [
    {
      id: 'path-case',
      message: `\`${entry.ref}\` ${isGrant ? 'excepts' : 'restricts'} \`${path}\`${others} letter by letter: a server that folds case serves \`${other}\` from there`,
      help: `${place}; or accept the finding, where the server is known to tell case apart`,
      span: entry.span,
      entry: entry.ref,
      proof: `\`${path}\` and \`${other}\` are two paths to the policy`,
      ...(listed ? inAnyCase(entry, context) : {}),
    },
  ];
}

const isExact = (set: ValueSet): set is PathSet =>
  set.kind === 'paths' && set.fact === 'path' && set.folding === undefined;

/** The paths that a condition names, or those that it leaves out. */
function pathsIn(condition: Condition, named: boolean): readonly PathSet[] {
  switch (condition.op) {
    case 'in':
      return named && isExact(condition.set) ? [condition.set] : [];
    case 'and':
    case 'or':
      return condition.parts.flatMap((part) => pathsIn(part, named));
    case 'not':
      return pathsIn(condition.part, !named);
  }
}

/** The path in capitals, or in small letters where it is that already; itself where no letter has two forms. */
function inOtherCase(path: string): string {
  const upper = path.toUpperCase();
  return upper === path ? foldUnicode(path) : upper;
}
