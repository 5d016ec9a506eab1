// A second reading of a document, from its plain data: conditions by json-logic-js, combination as POLICY.md 6.1 words it.
// INVARIANT: it shares no code with the loader, the interpreter or the compiler; only host patterns match by one function.
import jsonLogic from 'json-logic-js';
import { DISPLAY_OF } from '#policy/fact-table.ts';
import type { PolicyFacts } from '#policy/facts.ts';
import { hostMatches, parseHostPattern } from '#policy/host.ts';
import { nodesOf, stringsOf } from '#policy/units.ts';
import type { Data } from './policy-arbitraries.ts';

const SEVERITIES: Readonly<Record<string, number>> = { ALLOW: 0, ESCALATE: 1, DENY: 2, NEVER: 2, ABORT: 3 };

const SILENT = -1;

/** One statement: a severity, or JSON Logic that gives one, wherever its condition is true. */
export type Says = { readonly rule: jsonLogic.RulesLogic; readonly severity: number | jsonLogic.RulesLogic };
export type LayerSays = {
  /** Tables of the layer by name, row and column. */
  readonly tables: Readonly<Record<string, unknown>>;
  readonly floors: readonly Says[];
  readonly rules: readonly Says[];
  readonly defaults: readonly Says[];
  readonly delegate: readonly Says[];
};

const patterns = new Map<string, ReturnType<typeof parseHostPattern>>();
jsonLogic.add_operation('host_in', (host: string, texts: readonly string[]) =>
  texts.some((text) => {
    const pattern = patterns.get(text) ?? parseHostPattern(text);
    patterns.set(text, pattern);
    return pattern.ok && hostMatches(pattern.value, host);
  }),
);

export function isRule(value: unknown): value is jsonLogic.RulesLogic {
  return typeof value === 'boolean' || (value !== null && typeof value === 'object');
}

/** `when`, `except` and `logic` of an entry as one JSON Logic rule. */
export function conditionOf(entry: Data): jsonLogic.RulesLogic {
  const boxOf = (box: unknown): unknown[] =>
    Object.entries(box ?? {}).map(([fact, value]: [string, unknown]) => ({
      [fact === 'host' ? 'host_in' : 'in']: [{ var: fact }, Array.isArray(value) ? value : [value]],
    }));
  const parts = [
    ...boxOf(entry['when']),
    ...nodesOf(entry['except']).map((box) => ({ '!': [{ and: boxOf(box) }] })),
    ...(entry['logic'] === undefined ? [] : [entry['logic']]),
  ];
  const whole: unknown = { and: [...parts, true] };
  if (!isRule(whole)) throw new TypeError('not JSON Logic');
  return whole;
}

/** A statement of a table: its cell is looked up by JSON Logic as well, under the names of the row and the column. */
function tableSays(table: Data, tables: Record<string, unknown>, permitted: (cell: string) => boolean): Says {
  const [rowFact = '', columnFact] = stringsOf(table['by']);
  const columns = columnFact === undefined ? [''] : stringsOf(table['columns']);
  const name = `t${Object.keys(tables).length}`;
  tables[name] = Object.fromEntries(
    Object.entries(table['rows'] ?? {}).map(([row, cells]: [string, unknown]) => [
      row,
      Object.fromEntries(
        stringsOf(cells).map((cell, index) => [
          columns[index] ?? '',
          permitted(cell) ? severityOf(cell) : SILENT,
        ]),
      ),
    ]),
  );
  const column = columnFact === undefined ? '' : { var: columnFact };
  const severity: unknown = { var: [{ cat: ['tables.', name, '.', { var: rowFact }, '.', column] }] };
  if (!isRule(severity)) throw new TypeError('not JSON Logic');
  return { rule: conditionOf(table), severity };
}

export function layerSays(layer: Data): LayerSays {
  const boxes = (section: string, key: string): readonly Says[] =>
    nodesOf(layer[section]).flatMap((entry) =>
      entry['by'] === undefined
        ? [{ rule: conditionOf(entry), severity: severityOf(String(entry[key])) }]
        : [],
    );
  const tables = (section: string): readonly Data[] =>
    nodesOf(layer[section]).filter((entry) => entry['by'] !== undefined);
  const named: Record<string, unknown> = {};
  return {
    tables: named,
    floors: [
      ...boxes('floors', 'decision'),
      ...tables('floors').map((table) => tableSays(table, named, (cell) => cell !== 'ALLOW')),
      ...tables('defaults').map((table) => tableSays(table, named, (cell) => cell === 'NEVER')),
    ],
    rules: boxes('rules', 'decision'),
    defaults: tables('defaults').map((table) => tableSays(table, named, () => true)),
    delegate: boxes('delegate', 'to'),
  };
}

/** Severity of the decision, and of the least that a lower layer could get. */
export function oracleDecides(
  layers: readonly LayerSays[],
  facts: PolicyFacts,
): { readonly severity: number; readonly envelope: number } {
  const data = { ...facts, display: DISPLAY_OF[facts.executor], tables: {} };
  const spoken = (list: readonly Says[]): readonly number[] =>
    list.flatMap(({ rule, severity }) => {
      if (jsonLogic.apply(rule, data) !== true) return [];
      const said: unknown = typeof severity === 'number' ? severity : jsonLogic.apply(severity, data);
      if (typeof said !== 'number') throw new TypeError(`a table has no cell for ${JSON.stringify(facts)}`);
      return said === SILENT ? [] : [said];
    });
  let floor = 0;
  let base: number | null = null;
  let grant: number | null = null;
  for (const layer of layers) {
    data.tables = layer.tables;
    floor = Math.max(floor, ...spoken(layer.floors));
    const rules = spoken(layer.rules);
    const own = rules.length > 0 ? rules : spoken(layer.defaults);
    const reach: number | null = base === null || grant === null ? base : Math.min(base, grant);
    if (own.length > 0) base = Math.max(...own, reach ?? 0);
    const given = spoken(layer.delegate).map((to) => Math.max(to, reach ?? 0));
    if (given.length > 0) grant = Math.min(grant ?? 3, ...given);
  }
  const decided = base ?? 3;
  return { severity: Math.max(floor, decided), envelope: Math.max(floor, Math.min(decided, grant ?? 3)) };
}

function severityOf(word: string): number {
  const severity = SEVERITIES[word];
  if (severity === undefined) throw new TypeError(`no decision: ${word}`);
  return severity;
}
