// A matrix of a test file as expectations, one a cell. INVARIANT: what is not listed is an error, and what is listed and does
// not exist too: a matrix says all of it.
import type { PolicyText } from '#policy/engine/compile/check.ts';
import { DISPLAY_OF, factSpec, isFactName } from '#policy/language/fact-table.ts';
import { failure } from '#policy/language/failure.ts';
import type { ErrorCode, Span } from '#policy/language/failure.ts';
import { suggest } from '#policy/language/nearest.ts';
import type { Problems } from '#policy/engine/values/problems.ts';
import { textOf } from '#policy/engine/reading/source.ts';
import type { Path, Source } from '#policy/engine/values/source-places.ts';
import { isNode, stringOf, stringsOf } from '#policy/engine/values/document-node.ts';
import type { Node } from '#policy/engine/values/document-node.ts';
import { BROWSER_DECISIONS, BROWSER_EXECUTOR_TYPES } from '#policy/language/vocabulary.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import type { Expectation } from './expectation.ts';
import { membersOf } from './test-schema.ts';
import { decisionIn, expand, factsFrom } from './test-values.ts';

type Value = string | boolean | number;
type Axis = { readonly name: string; readonly values: readonly Value[] };
type Expected = { readonly word: string; readonly span: Span };
/** What is expected, by the values of all axes joined by commas. */
type Table = Map<string, Expected>;
export type MatrixParts = { readonly source: Source; readonly problems: Problems; readonly given: Node };

const MAX_CELLS = 10_000;

export function readMatrix(
  node: Node,
  path: Path,
  parts: MatrixParts,
  read: (name: string) => PolicyText | null,
): readonly Expectation[] {
  const { problems, source } = parts;
  const axes = Object.entries(isNode(node['axes']) ? node['axes'] : {}).map(([name, given]) =>
    axisOf(name, given),
  );
  const size = axes.reduce((product, axis) => product * axis.values.length, 1);
  if (size > MAX_CELLS) {
    problems.add(
      'policy.too-large',
      [...path, 'axes'],
      `the matrix has ${size} cells, more than ${MAX_CELLS}`,
      {
        help: 'split it, or say it by `prove`',
      },
    );
    return [];
  }
  const before = problems.list.length;
  const table = typeof node['expect'] === 'string' ? fromCsv(node['expect'], axes) : fromNode(node['expect']);
  if (table === null || problems.list.length > before) return [];
  const own = isNode(node['with']) ? node['with'] : {};
  const given = { ...parts.given, ...own };
  const cells = product(axes);
  const missing = cells.filter((cell) => !table.has(keyOf(cell))).map(keyOf);
  if (missing.length > 0)
    problems.add(
      'policy.incomplete-table',
      [...path, 'expect'],
      `the matrix does not list ${listed(missing)}`,
      {
        help: 'say what is expected in every cell',
      },
    );
  const known = new Set(cells.map(keyOf));
  for (const [key, { span }] of table)
    if (!known.has(key))
      report('policy.unknown-member', `\`${key}\` is no cell of the matrix`, span, suggest(key, [...known]));
  if (problems.list.length > before) return [];
  const title = stringOf(node['name'], 'matrix');
  return cells.flatMap((cell): readonly Expectation[] => {
    const entry = table.get(keyOf(cell));
    const expect = decisionIn(entry?.word);
    const values = Object.fromEntries(
      axes.map((axis, index) => requestValue(axis.name, cell[index] ?? '', given)),
    );
    const facts = factsFrom(given, values, [...path, 'axes'], problems);
    if (entry === undefined || expect === null || facts === null) return [];
    const where = axes.map((axis, index) => `${axis.name} ${String(cell[index])}`).join(', ');
    return [
      { group: 'matrix', name: `${title}: ${where}`, facts, expect, by: null, below: null, span: entry.span },
    ];
  });

  function fromCsv(name: string, all: readonly Axis[]): Table | null {
    const text = read(name);
    return text === null ? null : csvTable(text, all, report);
  }

  /** `{ ROW: DECISION }`, or `{ ROW: [one decision for each value of the second axis] }`. */
  function fromNode(value: unknown): Table {
    const found: Table = new Map();
    const [, columns] = axes;
    for (const [row, given] of Object.entries(isNode(value) ? value : {})) {
      const place = [...path, 'expect', row];
      const words = Array.isArray(given) ? given : [given];
      const fits = axes.length <= 2 && Array.isArray(given) === (columns !== undefined);
      if (!fits || words.length !== (columns?.values.length ?? 1)) {
        const order = columns?.values.join(', ') ?? '';
        problems.add('policy.incomplete-table', place, `the row \`${row}\` does not fit the axes`, {
          help:
            axes.length > 2
              ? 'more than two axes are said in a CSV file'
              : columns === undefined
                ? 'with one axis a row is one decision'
                : `one decision for each of: ${order}`,
        });
        continue;
      }
      for (const [index, word] of words.entries()) {
        const at = Array.isArray(given) ? [...place, index] : place;
        const span = source.span(at);
        if (isDecision(word, span))
          found.set(keyOf([row, ...(columns === undefined ? [] : [columns.values[index] ?? ''])]), {
            word,
            span,
          });
      }
    }
    return found;
  }

  function isDecision(word: unknown, span: Span): word is BrowserDecision {
    if (decisionIn(word) !== null) return true;
    report(
      'policy.unknown-member',
      `\`${String(word)}\` is not a decision`,
      span,
      suggest(String(word), BROWSER_DECISIONS),
    );
    return false;
  }

  function report(code: ErrorCode, message: string, span: Span, help: string): void {
    problems.list.push(failure(code, message, { span, help }));
  }
}

type Report = (code: ErrorCode, message: string, span: Span, help: string) => void;

/**
 * The first line names the axes and then `expect`, a cell a line; or, for two axes, it names the first axis and then the
 * values of the second, a row a line.
 */
function csvTable(csv: PolicyText, axes: readonly Axis[], report: Report): Table | null {
  const content = textOf(csv.text);
  const lines = content.split(/\r?\n/u).map((line) => line.split(',').map((word) => word.trim()));
  const head = lines[0] ?? [];
  const names = axes.map((axis) => axis.name);
  const [rows, columns] = axes;
  const long = head.join() === [...names, 'expect'].join();
  const start: Span = { file: csv.file, line: 1, column: 1 };
  if (!long && (axes.length !== 2 || head[0] !== rows?.name)) {
    const help = `the first line is \`${[...names, 'expect'].join()}\`${axes.length === 2 ? `, or \`${[rows?.name, ...(columns?.values ?? [])].join()}\`` : ''}`;
    report('policy.unknown-key', `\`${head.join().slice(0, 200)}\` does not name the axes`, start, help);
    return null;
  }
  const table: Table = new Map();
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.join('') === '') continue;
    const span: Span = { file: csv.file, line: index + 1, column: 1 };
    if (line.length !== head.length) {
      report(
        'policy.incomplete-table',
        `the line has ${line.length} values for ${head.length} columns`,
        span,
        `as in \`${head.join()}\``,
      );
      continue;
    }
    const cells = long
      ? [[line.slice(0, -1).join(), line.at(-1) ?? ''] as const]
      : head.slice(1).map((column, at) => [`${line[0]},${column}`, line[at + 1] ?? ''] as const);
    for (const [key, word] of cells) {
      if (decisionIn(word) === null)
        report(
          'policy.unknown-member',
          `\`${word}\` is not a decision`,
          span,
          suggest(word, BROWSER_DECISIONS),
        );
      if (table.has(key)) report('policy.duplicate-key', `\`${key}\` stands twice`, span, 'say it once');
      table.set(key, { word, span });
    }
  }
  return table;
}

function axisOf(name: string, given: unknown): Axis {
  const members = membersOf(name);
  const whole = given === '*';
  if (members.length > 0) return { name, values: whole ? members : stringsOf(expand(name, given)) };
  if (whole && isFactName(name) && factSpec(name).kind === 'boolean') return { name, values: [false, true] };
  const list: readonly unknown[] = Array.isArray(given) ? given : [];
  return {
    name,
    values: list.filter(
      (one) => typeof one === 'string' || typeof one === 'boolean' || typeof one === 'number',
    ),
  };
}

/** `display` is asked with an executor: the given one where it looks so, else the first that does. */
function requestValue(axis: string, value: Value, given: Node): readonly [string, Value] {
  if (axis !== 'display') return [axis, value];
  const executors = BROWSER_EXECUTOR_TYPES.filter((one) => DISPLAY_OF[one] === value);
  return ['executor', executors.find((one) => one === given['executor']) ?? executors[0] ?? value];
}

function product(axes: readonly Axis[]): readonly (readonly Value[])[] {
  return axes.reduce<readonly (readonly Value[])[]>(
    (all, axis) => all.flatMap((cell) => axis.values.map((value) => [...cell, value])),
    [[]],
  );
}

const keyOf = (cell: readonly Value[]): string => cell.map(String).join();

function listed(keys: readonly string[]): string {
  const shown = keys.slice(0, 5).map((key) => `\`${key}\``);
  return `${shown.join(', ')}${keys.length > 5 ? ` and ${keys.length - 5} more` : ''}`;
}
