// Reads the rows and columns of a table of a policy. INVARIANT: a table says what holds for every member of its facts, or does not load.
import {
  DERIVED_FACTS,
  DISPLAY_MEMBERS,
  DISPLAY_OF,
  factSpec,
  isFactName,
} from '#policy/language/fact-table.ts';
import { suggest } from '#policy/language/nearest.ts';
import { BROWSER_EXECUTOR_TYPES } from '#policy/language/vocabulary.ts';
import type { BrowserViolationType } from '#policy/language/vocabulary.ts';
import { severityOf, violationOf } from '#policy/engine/documents/decision-words.ts';
import type { Axis, Cell } from '#policy/engine/documents/document.ts';
import type { Node } from '#policy/engine/values/document-node.ts';
import { isNode, stringOf, stringsOf } from '#policy/engine/values/document-node.ts';
import type { Problems } from '#policy/engine/values/problems.ts';
import type { Path, Source } from '#policy/engine/values/source-places.ts';

export class TableReader {
  readonly #source: Source;
  readonly #problems: Problems;

  constructor(source: Source, problems: Problems) {
    this.#source = source;
    this.#problems = problems;
  }

  /** The facts of the table's rows and columns, each with its members. */
  axes(node: Node, path: Path): readonly Axis[] {
    return stringsOf(node['by']).flatMap((name, index) => this.#axis(name, [...path, 'by', index]));
  }

  #axis(name: string, path: Path): readonly Axis[] {
    if (name === 'display') {
      const positions = new Map<string | boolean, number>(
        BROWSER_EXECUTOR_TYPES.map((executor) => [executor, DISPLAY_MEMBERS.indexOf(DISPLAY_OF[executor])]),
      );
      return [{ name, fact: 'executor', members: DISPLAY_MEMBERS, positions }];
    }
    if (!isFactName(name)) return Object.hasOwn(DERIVED_FACTS, name) ? this.#noMembers(name, path) : [];
    const spec = factSpec(name);
    if (spec.kind === 'enum')
      return [
        {
          name,
          fact: name,
          members: spec.members,
          positions: new Map(spec.members.map((m, i) => [m, i])),
        },
      ];
    if (spec.kind !== 'boolean') return this.#noMembers(name, path);
    const positions = new Map<string | boolean, number>([
      [false, 0],
      [true, 1],
    ]);
    return [{ name, fact: name, members: ['false', 'true'], positions }];
  }

  #noMembers(name: string, path: Path): readonly Axis[] {
    const help = 'say it in rules or floors with `when`';
    this.#problems.add('policy.type-mismatch', path, `\`${name}\` has no members to make a table of`, {
      help,
    });
    return [];
  }

  /** The cells, row by row; `DENY` for one that is missing, which is reported. */
  cells(node: Node, axes: readonly Axis[], path: Path): readonly Cell[] {
    const [rowAxis, columnAxis] = axes;
    if (rowAxis === undefined) return [];
    const rows = isNode(node['rows']) ? node['rows'] : {};
    const columns = this.#columns(node, columnAxis, path);
    this.#members(Object.keys(rows), rowAxis, [...path, 'rows'], 'row', true);
    if (isNode(node['violation'])) this.#violationKeys(node['violation'], axes, [...path, 'violation']);
    return rowAxis.members.flatMap((member) => {
      const given = Object.hasOwn(rows, member) ? rows[member] : undefined;
      const place = [...path, 'rows', member];
      const values: readonly unknown[] = Array.isArray(given) ? given : [given];
      // That `columns` is missing has been said; it would be said again of every row.
      const unsaid = columnAxis !== undefined && node['columns'] === undefined;
      if (given !== undefined && !unsaid && Array.isArray(given) !== (columnAxis !== undefined))
        this.#problems.add('policy.type-mismatch', place, `the row \`${member}\` does not fit the columns`, {
          help:
            columnAxis === undefined
              ? 'without columns a row is one decision'
              : 'a row lists one decision a column',
        });
      else if (given !== undefined && !unsaid && values.length !== columns.length)
        this.#problems.add(
          'policy.incomplete-table',
          place,
          `the row \`${member}\` has ${values.length} cells for ${columns.length} columns`,
          { help: `one cell for each of: ${columns.join(', ')}` },
        );
      const order = columnAxis === undefined ? [''] : columnAxis.members;
      return order.map((column): Cell => {
        const index = columnAxis === undefined ? 0 : columns.indexOf(column);
        const word = stringOf(values[index], 'DENY');
        const span = this.#source.span(Array.isArray(given) ? [...place, index] : place);
        const violation = cellViolation(node['violation'], member, column);
        return { severity: severityOf(word), violation, never: word === 'NEVER', span };
      });
    });
  }

  #columns(node: Node, axis: Axis | undefined, path: Path): readonly string[] {
    const columns = stringsOf(node['columns']);
    if (axis === undefined) {
      if (columns.length > 0)
        this.#problems.add(
          'policy.type-mismatch',
          [...path, 'columns'],
          '`columns` needs a second fact in `by`',
          {
            help: 'add the fact, or remove `columns`',
          },
        );
      return [''];
    }
    if (node['columns'] === undefined)
      this.#problems.add('policy.missing-key', path, '`columns` is missing', {
        help: `add \`columns: [${axis.members.join(', ')}]\``,
      });
    else this.#members(columns, axis, [...path, 'columns'], 'column', false);
    return columns;
  }

  #members(given: readonly string[], axis: Axis, path: Path, what: 'row' | 'column', key: boolean): void {
    for (const [index, member] of given.entries()) {
      if (axis.members.includes(member)) continue;
      this.#problems.add(
        'policy.unknown-member',
        [...path, key ? member : index],
        `\`${member}\` is not a member of \`${axis.name}\``,
        { help: () => suggest(member, axis.members), key },
      );
    }
    const missing = axis.members.filter((member) => !given.includes(member));
    if (missing.length === 0) return;
    const message = `the table has no ${what} for ${missing.map((member) => `\`${member}\``).join(', ')}`;
    this.#problems.add('policy.incomplete-table', path, message, {
      help: `a table says what holds for every member of \`${axis.name}\``,
    });
  }

  #violationKeys(violation: Node, axes: readonly Axis[], path: Path): void {
    const known = ['*', ...axes.flatMap((axis) => axis.members)];
    for (const member of Object.keys(violation)) {
      if (known.includes(member)) continue;
      const message = `\`${member}\` is neither a row nor a column of the table`;
      this.#problems.add('policy.unknown-member', [...path, member], message, {
        help: () => suggest(member, known),
        key: true,
      });
    }
  }
}

/** By the row, else by the column, else by `*`. */
function cellViolation(value: unknown, row: string, column: string): BrowserViolationType {
  if (!isNode(value)) return 'CAPABILITY_DENIED';
  const key = [row, column].find((one) => Object.hasOwn(value, one));
  return violationOf(value[key ?? '*']);
}
