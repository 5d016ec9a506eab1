// A second reading of a document, from its plain data: conditions by json-logic-js, combination as POLICY.md 6.1 words it.
// INVARIANT: it shares no code with the loader, the interpreter or the compiler; only the patterns of hosts, paths and names match by one
// function.
import jsonLogic from 'json-logic-js';
import { DISPLAY_OF } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { hostMatches, parseHostPattern } from '#policy/requests/host.ts';
import { canonicalName, hasPhrase, phraseOf } from '#policy/requests/names.ts';
import { pathUnder } from '#policy/requests/paths.ts';
import { isNode, nodesOf, stringsOf } from '#policy/engine/reading/document-node.ts';
import type { Data } from './policy-arbitraries.ts';

const SEVERITIES: Readonly<Record<string, number>> = { ALLOW: 0, ESCALATE: 1, DENY: 2, NEVER: 2, ABORT: 3 };

const SILENT = -1;

/**
 * One statement: a severity, or JSON Logic that gives one, wherever its condition is true. `opens`: whether it may relax at a
 * request, by the address classes that it names.
 */
export type Says = {
  readonly rule: jsonLogic.RulesLogic;
  readonly severity: number | jsonLogic.RulesLogic;
  readonly opens: (facts: PolicyFacts) => boolean;
  /** A grant speaks where its condition is certain, everything else where it is possible. */
  readonly grants?: boolean;
};
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

jsonLogic.add_operation('path_under', (path: string, patterns: readonly string[]) =>
  patterns.some((pattern) => pathUnder(pattern, path)),
);
// Letters are folded in a second way, segment by segment.
const COLLATOR = new Intl.Collator('en', { sensitivity: 'accent' });
const LETTERS = {
  ascii: (one: string, other: string) =>
    [...one].length === [...other].length &&
    [...one].every((letter, at) => {
      const [low, high] = [letter, [...other][at] ?? ''].sort();
      return (
        low === high ||
        (/^[A-Z]$/.test(low ?? '') && high === String.fromCharCode((low ?? '').charCodeAt(0) + 32))
      );
    }),
  // Of the letters that collation tells apart servers fold the two kinds of `i` alone.
  unicode: (one: string, other: string) =>
    COLLATOR.compare(one.replaceAll(/[ıİ]/g, 'i'), other.replaceAll(/[ıİ]/g, 'i')) === 0,
} as const;
const underInCase =
  (same: (one: string, other: string) => boolean) =>
  (path: string, patterns: readonly string[]): boolean =>
    patterns.some((pattern) => {
      const [wanted, given] = [pattern, path].map((one) => one.split('/').filter((part) => part !== ''));
      return (wanted ?? []).every((part, at) => given?.[at] !== undefined && same(part, given[at]));
    });
const underInAsciiCase = underInCase(LETTERS.ascii);
const underInAnyCase = underInCase(LETTERS.unicode);
jsonLogic.add_operation('path_under_any_case', underInAnyCase);
jsonLogic.add_operation('path_under_any_ascii_case', underInAsciiCase);
/** The words of a policy are the same for every request. */
const phrases = new Map<string, ReturnType<typeof phraseOf>>();
function phrase(word: string): ReturnType<typeof phraseOf> {
  const made = phrases.get(word) ?? phraseOf(word);
  phrases.set(word, made);
  return made;
}
jsonLogic.add_operation('words_in', (name: string, words: readonly string[]) =>
  hasPhrase(words.map(phrase), name),
);

export function isRule(value: unknown): value is jsonLogic.RulesLogic {
  return typeof value === 'boolean' || (value !== null && typeof value === 'object');
}

/** `when`, `except` and `logic` of an entry as one JSON Logic rule. */
export function conditionOf(entry: Data, words: unknown = {}): jsonLogic.RulesLogic {
  const boxOf = (box: unknown): unknown[] =>
    Object.entries(box ?? {}).flatMap(([fact, value]: [string, unknown]) => {
      if (fact === 'pathCase') return [];
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      if (fact === 'path' && isNode(box) && box['pathCase'] !== undefined)
        return { path_under_any_case: [{ var: fact }, values] };
      if (fact === 'elementWords') return wordsIn(values, words);
      if (fact === 'elementName')
        return { in: [{ var: fact }, values.map((one) => canonicalName(String(one)))] };
      return { [OPERATOR[fact] ?? 'in']: [{ var: fact }, values] };
    });
  const parts = [
    ...boxOf(entry['when']),
    ...nodesOf(entry['except']).map((box) => ({ '!': [{ and: boxOf(box) }] })),
    ...(entry['logic'] === undefined ? [] : [withWords(entry['logic'], words)]),
  ];
  const whole: unknown = { and: [...parts, true] };
  if (!isRule(whole)) throw new TypeError('not JSON Logic');
  return whole;
}

/** `null`: open, since servers read the path, or its letters, in different ways. Kleene's three values. */
export function truthOf(rule: unknown, data: unknown, beside = false): boolean | null {
  if (typeof rule === 'boolean') return rule;
  if (!isRule(rule) || !isNode(rule)) throw new TypeError('not JSON Logic');
  const [operator = '', given] = Object.entries(rule)[0] ?? [];
  const args: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (operator === 'and' || operator === 'or') {
    const said = beside || (operator === 'and' && args.some(speaksOfAmbiguity));
    const values = args.map((arg) => truthOf(arg, data, said));
    const absorbing = operator === 'or';
    if (values.includes(absorbing)) return absorbing;
    return values.includes(null) ? null : !absorbing;
  }
  if (operator === '!') {
    const compound =
      isNode(args[0]) && ['and', 'or', '!', '!=', '!=='].some((one) => Object.hasOwn(args[0] ?? {}, one));
    const value = truthOf(args[0], data, beside && !compound);
    return value === null ? null : !value;
  }
  const [subject, patterns] = args;
  const open =
    operator.startsWith('path_under') &&
    isNode(subject) &&
    subject['var'] === 'path' &&
    isNode(data) &&
    data['pathAmbiguous'] === true;
  if (open && !beside && !stringsOf(patterns).includes('/')) return null;
  // Letters that only some servers take for one leave it open, beside whatever it stands.
  if (operator === 'path_under_any_case' && isNode(data)) {
    const path = String(data['path']);
    if (underInAsciiCase(path, stringsOf(patterns))) return true;
    return underInAnyCase(path, stringsOf(patterns)) ? null : false;
  }
  return jsonLogic.apply(rule, data) === true;
}

/** A comparison with `pathAmbiguous`, or what denies one. */
function speaksOfAmbiguity(rule: unknown): boolean {
  if (!isNode(rule)) return false;
  if (rule['var'] === 'pathAmbiguous') return true;
  const given: unknown = Object.values(rule)[0];
  if (Object.hasOwn(rule, 'and') || Object.hasOwn(rule, 'or')) return false;
  return Array.isArray(given) ? given.some(speaksOfAmbiguity) : speaksOfAmbiguity(given);
}

const OPERATOR: Readonly<Record<string, string>> = {
  host: 'host_in',
  path: 'path_under',
  folder: 'path_under',
};

const wordsIn = (lists: readonly unknown[], words: unknown): unknown => ({
  words_in: [
    { var: 'elementName' },
    lists.flatMap((name) => (isNode(words) ? stringsOf(words[String(name)]) : [])),
  ],
});

/** `{ in: [{ var: elementWords }, [list]] }` by the words of the lists. */
function withWords(logic: unknown, words: unknown): unknown {
  if (Array.isArray(logic)) return logic.map((one: unknown) => withWords(one, words));
  if (!isNode(logic)) return logic;
  const list: unknown = logic['in'];
  if (Array.isArray(list) && isNode(list[0]) && list[0]['var'] === 'elementWords')
    return wordsIn(stringsOf(list[1]), words);
  return Object.fromEntries(Object.entries(logic).map(([key, value]) => [key, withWords(value, words)]));
}

/** A statement of a table: its cell is looked up by JSON Logic as well, under the names of the row and the column. */
function tableSays(
  table: Data,
  tables: Record<string, unknown>,
  words: unknown,
  permitted: (cell: string) => boolean,
): Says {
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
  const speaks = [rowFact, columnFact].includes('addressClass');
  return {
    rule: conditionOf(table, words),
    severity,
    opens: (facts) => speaks || opensAt(table, facts, words),
  };
}

const GOES = ['NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN'];

/** What goes to an address opens public ones, and those of a class that the entry names and does not merely exclude. */
export function opensAt(entry: Data, facts: PolicyFacts, words: unknown): boolean {
  if (facts.addressClass === 'PUBLIC' || !GOES.includes(facts.capability)) return true;
  if (isNode(entry['when']) && entry['when']['addressClass'] !== undefined) return true;
  return entry['logic'] !== undefined && namedAt(withWords(entry['logic'], words), facts, true).named;
}

/** Whether a condition (or its negation) holds, and whether it does by a class that stands in it. */
function namedAt(
  logic: unknown,
  facts: PolicyFacts,
  positive: boolean,
): { readonly holds: boolean; readonly named: boolean } {
  const [operator = '', given]: [string?, unknown?] = Object.entries(logic ?? {})[0] ?? [];
  const args: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (operator === '!') return namedAt(args[0], facts, !positive);
  if (operator === 'and' || operator === 'or') {
    const parts = args.map((arg) => namedAt(arg, facts, positive));
    if ((operator === 'and') === positive) {
      const holds = parts.every((part) => part.holds);
      return { holds, named: holds && parts.some((part) => part.named) };
    }
    return {
      holds: parts.some((part) => part.holds),
      named: parts.some((part) => part.holds && part.named),
    };
  }
  if (!isRule(logic)) throw new TypeError('not JSON Logic');
  const data = { ...facts, display: DISPLAY_OF[facts.executor] };
  const holds = (jsonLogic.apply(logic, data) === true) === positive;
  const isPositive = operator.startsWith('!=') ? !positive : positive;
  return { holds, named: holds && isPositive && JSON.stringify(args).includes('"var":"addressClass"') };
}

/** What the engine says of addresses that a first layer leaves open. */
function engineSays(layer: Data): { readonly floors: readonly Says[]; readonly defaults: readonly Says[] } {
  if (layer['extends'] !== undefined) return { floors: [], defaults: [] };
  const closed = (...classes: readonly string[]): Says => ({
    rule: {
      and: [{ in: [{ var: 'capability' }, GOES] }, { in: [{ var: 'addressClass' }, [...classes]] }],
    },
    severity: 2,
    opens: () => true,
  });
  const speaks = JSON.stringify(layer['defaults'] ?? []).includes('"addressClass"');
  return {
    floors: [closed('LINK_LOCAL', 'METADATA')],
    defaults: speaks ? [] : [closed('PRIVATE', 'LOOPBACK')],
  };
}

export function layerSays(layer: Data): LayerSays {
  const engine = engineSays(layer);
  const isFirst = layer['extends'] === undefined;
  const boxes = (section: string, key: string): readonly Says[] =>
    nodesOf(layer[section]).flatMap((entry) =>
      entry['by'] === undefined
        ? [
            {
              rule: conditionOf(entry, layer['words']),
              severity: severityOf(String(entry[key])),
              grants: key === 'to' || entry[key] === 'ALLOW',
              opens: (facts) => entry[key] === 'DENY' || opensAt(entry, facts, layer['words']),
            },
          ]
        : [],
    );
  const tables = (section: string): readonly Data[] =>
    nodesOf(layer[section]).filter((entry) => entry['by'] !== undefined);
  const named: Record<string, unknown> = {};
  return {
    tables: named,
    floors: [
      ...engine.floors,
      ...boxes('floors', 'decision'),
      ...tables('floors').map((table) => tableSays(table, named, layer['words'], (cell) => cell !== 'ALLOW')),
      ...tables('defaults').map((table) =>
        tableSays(table, named, layer['words'], (cell) => cell === 'NEVER'),
      ),
    ],
    rules: boxes('rules', 'decision'),
    defaults: [
      ...tables('defaults')
        .map((table) => tableSays(table, named, layer['words'], () => true))
        .map((one) => (isFirst ? { ...one, opens: () => true } : one)),
      ...engine.defaults,
    ],
    delegate: boxes('delegate', 'to'),
  };
}

/** Severity of the decision, and of the least that a lower layer could get. */
export function oracleDecides(
  layers: readonly LayerSays[],
  facts: PolicyFacts,
): { readonly severity: number; readonly envelope: number } {
  const data = { ...facts, display: DISPLAY_OF[facts.executor], tables: {} };
  // No rule looks into tables: what it says of a request is asked for up to three times.
  const truths = new Map<unknown, boolean | null>();
  const truthFor = (rule: unknown): boolean | null => {
    const known = truths.get(rule);
    if (known !== undefined) return known;
    const truth = truthOf(rule, data);
    truths.set(rule, truth);
    return truth;
  };
  const spoken = (list: readonly Says[]): readonly number[] =>
    list.flatMap(({ rule, severity, grants = false }) => {
      const truth = truthFor(rule);
      if (truth === false || (truth === null && grants)) return [];
      const said: unknown = typeof severity === 'number' ? severity : jsonLogic.apply(severity, data);
      if (typeof said !== 'number') throw new TypeError(`a table has no cell for ${JSON.stringify(facts)}`);
      return said === SILENT ? [] : [said];
    });
  let floor = 0;
  let base: number | null = null;
  let grant: number | null = null;
  const open = (list: readonly Says[]): readonly Says[] => list.filter(({ opens }) => opens(facts));
  const tight = (list: readonly Says[]): readonly Says[] => list.filter(({ opens }) => !opens(facts));
  for (const layer of layers) {
    data.tables = layer.tables;
    floor = Math.max(floor, ...spoken(layer.floors));
    // A question that only may match, or that names no class, takes nothing away from the tables and relaxes nothing.
    const isFirm = ({ rule, severity, opens }: Says): boolean => {
      const truth = truthFor(rule);
      return opens(facts) && (truth === true || (severity === 2 && truth === null));
    };
    const rules = spoken(layer.rules.filter(isFirm));
    const own = rules.length > 0 ? rules : spoken(open(layer.defaults));
    const reach: number | null = base === null || grant === null ? base : Math.min(base, grant);
    if (own.length > 0) base = Math.max(...own, reach ?? 0);
    const tighter = [
      ...spoken(layer.rules.filter((one) => !isFirm(one))).filter((said) => said > 0),
      ...(rules.length > 0 ? [] : spoken(tight(layer.defaults))),
    ];
    if (tighter.length > 0) base = Math.max(base ?? 0, ...tighter);
    const given = spoken(open(layer.delegate)).map((to) => Math.max(to, reach ?? 0));
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
