// Reads the entries of a document from its checked data: tables, boxes, invariants. Reports what a schema cannot say.
import type { Condition, ValueSet } from '#policy/engine/documents/condition.ts';
import { displaySet } from '#policy/engine/documents/condition.ts';
import type { Node } from '#policy/engine/values/document-node.ts';
import { isNode, nodesOf, stringOf, stringsOf } from '#policy/engine/values/document-node.ts';
import { ALLOW, DENY, ESCALATE } from '#policy/engine/documents/document.ts';
import type { Cell, Escalate, Section, Severity, Entry } from '#policy/engine/documents/document.ts';
import { factSpec, isFactName, isOfKind, isOfStyle } from '#policy/language/fact-table.ts';
import { parseHostPattern } from '#policy/requests/host.ts';
import { readLogic } from './logic.ts';
import { severityOf, violationOf } from '#policy/engine/documents/decision-words.ts';
import { PUBLIC_ALONE, openedBy } from '#policy/engine/documents/open-addresses.ts';
import { certainLetters, certainly, possibly } from '#policy/engine/documents/path-meaning.ts';
import type { Problems } from '#policy/engine/values/problems.ts';
import type { Path, Source } from '#policy/engine/values/source-places.ts';
import { TableReader } from './table-reader.ts';
import { hostListSet } from '#policy/engine/values/host-lists.ts';
import { keyedSets } from '#policy/engine/values/keyed-sets.ts';
import type { Lists } from '#policy/engine/values/lists.ts';
import { rangesOf } from '#policy/engine/values/ranges.ts';
import { isWords, textSet, wordsSet } from '#policy/engine/values/text-sets.ts';
import { OBLIGATIONS } from '#policy/language/vocabulary.ts';
import type { Obligation } from '#policy/language/vocabulary.ts';

export class EntryReader {
  readonly #source: Source;
  readonly #problems: Problems;
  readonly #layer: string;
  readonly #lists: Lists;
  readonly #tables: TableReader;

  constructor(source: Source, problems: Problems, layer: string, lists: Lists) {
    this.#source = source;
    this.#problems = problems;
    this.#layer = layer;
    this.#lists = lists;
    this.#tables = new TableReader(source, problems);
  }

  /** A rule, a floor without axes, or a delegation. */
  box(node: Node, section: Section, path: Path): Entry {
    const severity = severityOf(stringOf(node['decision'] ?? node['to'], 'DENY'));
    const cell: Cell = {
      severity,
      violation: violationOf(node['violation']),
      never: false,
      span: this.#source.span([...path, node['to'] === undefined ? 'decision' : 'to']),
    };
    const common = this.#common(node, section, path, severity);
    const relaxing = common.firm ?? common.scope;
    const opens = section === 'floors' || severity >= DENY ? null : openedBy(relaxing);
    const entry: Entry = { ...common, axes: [], cells: [cell] };
    if (opens === null) return entry;
    const firm = both(relaxing, opens);
    // A question without a class still asks everywhere, and relaxes nothing but at public addresses.
    if (section === 'rules' && severity > ALLOW) return { ...entry, firm, publicAlone: true };
    const listed = opens.op === 'in' ? [...common.listed, PUBLIC_ALONE] : common.listed;
    return { ...entry, scope: firm, listed, publicAlone: true };
  }

  /**
   * A table. What NEVER says in it is said once more by a floor: the second entry, `null` where no cell is NEVER.
   * In a table of floors a NEVER cell is that floor alone.
   */
  table(
    node: Node,
    section: 'defaults' | 'floors',
    path: Path,
    isFirstLayer: boolean,
  ): readonly [Entry, Entry | null] {
    const axes = this.#tables.axes(node, path);
    const cells = this.#tables.cells(node, axes, path);
    const plain = this.#common(node, section, path, DENY);
    const speaks = axes.some(({ fact }) => fact === 'addressClass');
    // Below another layer a table may relax what was delegated: nothing but at addresses that it speaks of.
    const opens = section === 'floors' || isFirstLayer || speaks ? null : openedBy(plain.scope);
    const narrow = opens === null ? {} : ({ firm: both(plain.scope, opens), publicAlone: true } as const);
    const common = { ...plain, axes };
    if (!cells.some((cell) => cell.never)) return [{ ...common, ...narrow, cells }, null];
    const floor: Entry = {
      ...common,
      section: 'never',
      ref: `never.${common.id}`,
      cells: cells.map((cell) => (cell.never ? cell : { ...cell, severity: 0 })),
    };
    const rest =
      section === 'defaults'
        ? cells
        : cells.map((cell) => (cell.never ? { ...cell, severity: 0 as const } : cell));
    return [{ ...common, ...narrow, cells: rest }, floor];
  }

  /** The sets of a `when`, an `over` or an item of `except`. */
  sets(value: unknown, path: Path): readonly ValueSet[] {
    if (!isNode(value)) return [];
    const folded = value['pathCase'] === 'INSENSITIVE';
    if (folded && value['path'] === undefined)
      this.#problems.add(
        'policy.missing-key',
        [...path, 'pathCase'],
        '`pathCase` says how `path` is compared, and there is none beside it',
        { help: 'add the `path`, or remove `pathCase`', key: true },
      );
    return Object.entries(value).flatMap(([name, given]) => this.#set(name, given, [...path, name], folded));
  }

  #common(node: Node, section: Section, path: Path, severity: Severity): Omit<Entry, 'axes' | 'cells'> {
    const id = stringOf(node['id'], '');
    const listed = this.sets(node['when'], [...path, 'when']);
    const parts: Condition[] = listed.map((set) => ({ op: 'in', set }));
    for (const [index, box] of nodesOf(node['except']).entries()) {
      const excluded = this.sets(box, [...path, 'except', index]).map((set): Condition => ({
        op: 'in',
        set,
      }));
      parts.push({ op: 'not', part: { op: 'and', parts: excluded } });
    }
    if (node['logic'] !== undefined) {
      const condition = readLogic(node['logic'], [...path, 'logic'], this.#problems, this.#lists);
      if (condition !== null) parts.push(condition);
    }
    return {
      section,
      id,
      ref: `${section}.${id}`,
      layer: this.#layer,
      span: this.#source.span([...path, 'id']),
      reason: stringOf(node['reason'], ''),
      ...extent({ op: 'and', parts }, section, severity),
      listed: isGrant(section, severity) ? certainLetters(listed) : listed,
      obligations: obligationsOf(node['obligations']),
      escalate: escalateOf(node['escalate']),
      publicSuffix: node['publicSuffix'] === true,
      expires: typeof node['expires'] === 'string' ? node['expires'] : null,
    };
  }

  /** Nothing for a name that is no fact, nor for a value of another type: the schema has reported them. */
  #set(name: string, given: unknown, path: Path, folded: boolean): readonly ValueSet[] {
    const values: readonly unknown[] = Array.isArray(given) ? given : [given];
    const place = (index: number): Path => (Array.isArray(given) ? [...path, index] : path);
    if (name === 'display') return [displaySet(stringsOf(values))];
    if (isWords(name)) {
      const set = wordsSet(name, values, place, this.#lists, this.#problems);
      return set === null ? [] : [set];
    }
    if (name === 'hostList') {
      const set = hostListSet(values, place, this.#lists, this.#problems);
      return set === null ? [] : [set];
    }
    if (!isFactName(name)) return [];
    if (isOfKind(name, 'keyed')) return keyedSets(name, given, path, this.#problems);
    const spec = factSpec(name);
    if (spec.kind === 'path' || spec.kind === 'text') {
      // What is no text at all the schema has reported.
      const number = isOfStyle(name, 'port');
      const set = values.every((value) => typeof value === 'string' || (number && typeof value === 'number'))
        ? textSet(name, values, place, this.#problems, folded)
        : null;
      return set === null ? [] : [set];
    }
    if (spec.kind === 'integer')
      return [
        {
          kind: 'ranges',
          fact: name,
          ranges: values.flatMap((value, index) => rangesOf(value, place(index), spec, this.#problems)),
        },
      ];
    if (spec.kind !== 'host') {
      const members = values.filter((value) => typeof value === 'string' || typeof value === 'boolean');
      return [{ kind: 'members', fact: name, members }];
    }
    const patterns = values.flatMap((value, index) => {
      if (typeof value !== 'string') return [];
      const parsed = parseHostPattern(value);
      if (parsed.ok) return [parsed.value];
      this.#problems.add('policy.bad-host', place(index), parsed.error.message, { help: parsed.error.help });
      return [];
    });
    return [{ kind: 'hosts', fact: 'host', patterns }];
  }
}

const isGrant = (section: Section, severity: Severity): boolean =>
  section === 'delegate' || severity === ALLOW;

/** Where an entry speaks. One that asks is a restriction of what would be allowed, and a grant of what would be denied. */
function extent(
  scope: Condition,
  section: Section,
  severity: Severity,
): { readonly scope: Condition; readonly firm?: Condition } {
  if (isGrant(section, severity)) return { scope: certainly(scope) };
  const whole = possibly(scope);
  return whole === scope || section !== 'rules' || severity !== ESCALATE
    ? { scope: whole }
    : { scope: whole, firm: certainly(scope) };
}

const both = (scope: Condition, more: Condition): Condition =>
  scope.op === 'and' ? { op: 'and', parts: [...scope.parts, more] } : { op: 'and', parts: [scope, more] };

export function obligationsOf(value: unknown): readonly Obligation[] {
  const given = stringsOf(value);
  return OBLIGATIONS.filter((one) => given.includes(one));
}

export function escalateOf(value: unknown): Escalate | null {
  if (!isNode(value)) return null;
  const { approvers, timeout, fourEyes, askOnce } = value;
  return {
    ...(approvers === undefined ? {} : { approvers: [...stringsOf(approvers)].sort() }),
    ...(typeof timeout === 'number' ? { timeout } : {}),
    ...(fourEyes === true ? { fourEyes } : {}),
    ...(typeof askOnce === 'number' ? { askOnce } : {}),
  };
}
