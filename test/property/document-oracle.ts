// A second reading of a document, from its plain data: conditions by json-logic-js, combination as POLICY.md 6.1 words it.
// INVARIANT: it shares no code with the loader, the interpreter or the compiler; only the patterns of hosts, paths and names match by one
// function.
import ipaddr from 'ipaddr.js';
import jsonLogic from 'json-logic-js';
import { DISPLAY_OF, FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { hostMatches, parseHostPattern } from '#policy/requests/host.ts';
import { canonicalName, hasPhrase, phraseOf } from '#policy/requests/names.ts';
import { isNode, nodesOf, stringsOf } from '#policy/engine/values/document-node.ts';
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

const segments = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .filter((one) => one !== '');
jsonLogic.add_operation(
  'path_under',
  (path: string, patterns: readonly string[]) =>
    path !== '' &&
    patterns.some((pattern) => {
      const given = segments(path);
      const wanted = segments(pattern);
      return wanted.length <= given.length && wanted.every((one, at) => one === '*' || one === given[at]);
    }),
);
// A query is read in a second way, pair by pair, and what stands for one name is looked at together.
type Reading = { readonly certain: readonly string[]; readonly open: boolean };
function parameter(query: string, name: string): Reading {
  const php = (text: string): string =>
    text
      .replace(/\[.*/su, '')
      .replace(/[ .\t\n]/gu, '_')
      .toLowerCase();
  const all =
    query === ''
      ? []
      : query.split('&').map((part) => {
          const [key = '', value = ''] = part.replace(/^~/u, '').split('=').map(decodeURIComponent);
          return { key, value, some: part.startsWith('~') };
        });
  const own = all.filter(({ key }) => php(key) === php(name));
  const certain = [
    ...new Set(own.filter(({ key, some }) => key === name && !some).map(({ value }) => value)),
  ];
  return { certain, open: own.some(({ key, some }) => key !== name || some) || certain.length > 1 };
}
/** `null`: servers differ. */
function parameterTruth(query: string, name: string, values: readonly string[] | null): boolean | null {
  const { certain, open } = parameter(query, name);
  if (open) return null;
  const [value] = certain;
  return value !== undefined && (values === null || values.includes(value));
}
for (const [name, open] of [
  ['query', true],
  ['query_certainly', false],
] as const) {
  const says = (query: string, names: readonly string[], values: readonly string[] | null): boolean =>
    names.some((one) => parameterTruth(query, one, values) ?? open);
  jsonLogic.add_operation(`${name}_has`, (query: string, names: readonly string[]) =>
    says(query, names, null),
  );
  jsonLogic.add_operation(`${name}_in`, says);
}
/** Blocks are compared as numbers. */
function inBlock(address: string, block: string): boolean {
  const [start = '', length] = block.split('/');
  const [own, first] = [ipaddr.parse(address), ipaddr.parse(start)];
  if (own.kind() !== first.kind()) return false;
  const number = (one: ipaddr.IPv4 | ipaddr.IPv6): bigint =>
    one.toByteArray().reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  const bits = own.kind() === 'ipv4' ? 32 : 128;
  const size = 1n << BigInt(bits - Number(length ?? bits));
  return number(own) / size === number(first) / size;
}
jsonLogic.add_operation(
  'network_in',
  (address: string, blocks: readonly string[]) =>
    address !== '' && blocks.some((one) => inBlock(address, one)),
);
jsonLogic.add_operation('groups_has', (groups: string, names: readonly string[]) =>
  groups.split(',').some((one) => names.includes(one)),
);
jsonLogic.add_operation('number_in', (value: number, ranges: readonly (readonly [number, number])[]) =>
  ranges.some(([low, high]) => low <= value && value <= high),
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
/** A segment of a pattern that any segment is. */
const ANY = '*';
const underInCase =
  (same: (one: string, other: string) => boolean) =>
  (path: string, patterns: readonly string[]): boolean =>
    patterns.some((pattern) => {
      const [wanted, given] = [pattern, path].map((one) => one.split('/').filter((part) => part !== ''));
      return (wanted ?? []).every(
        (part, at) => given?.[at] !== undefined && (part === ANY || same(part, given[at])),
      );
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

/** The lists of a document by name, of both kinds. */
type Lists = { readonly words?: unknown; readonly lists?: unknown };

/** `when`, `except` and `logic` of an entry as one JSON Logic rule. */
export function conditionOf(entry: Data, lists: Lists = {}): jsonLogic.RulesLogic {
  const boxOf = (box: unknown): unknown[] =>
    Object.entries(box ?? {}).flatMap(([fact, value]: [string, unknown]) => {
      if (fact === 'pathCase') return [];
      const values: readonly unknown[] = Array.isArray(value) ? value : [value];
      if (fact === 'path' && isNode(box) && box['pathCase'] !== undefined)
        return { path_under_any_case: [{ var: fact }, values] };
      if (fact === 'elementWords' || fact === 'valueWords') return wordsIn(fact, values, lists);
      if (fact === 'hostList') return hostsIn(values, lists);
      if (fact === 'query')
        return Object.entries(value ?? {}).map(([name, wanted]: [string, unknown]) => ({
          query_is: [
            { var: fact },
            name,
            ...(wanted === true ? [] : [Array.isArray(wanted) ? wanted : [wanted]]),
          ],
        }));
      if (NUMBERS.has(fact)) return { number_in: [{ var: fact }, values.map(rangeOf)] };
      if (fact === 'elementName' || fact === 'value')
        return { in: [{ var: fact }, values.map((one) => canonicalName(String(one)))] };
      return { [OPERATOR[fact] ?? 'in']: [{ var: fact }, values] };
    });
  const parts = [
    ...boxOf(entry['when']),
    ...nodesOf(entry['except']).map((box) => ({ '!': [{ and: boxOf(box) }] })),
    ...(entry['logic'] === undefined ? [] : [withWords(entry['logic'], lists)]),
  ];
  const whole: unknown = { and: [...parts, true] };
  if (!isRule(whole)) throw new TypeError('not JSON Logic');
  return whole;
}

/** `null`: open, since servers read the path, or its letters, in different ways. Kleene's three values. */
export function truthOf(
  rule: unknown,
  data: unknown,
  beside: ReadonlySet<string> = new Set(),
): boolean | null {
  if (typeof rule === 'boolean') return rule;
  if (!isRule(rule) || !isNode(rule)) throw new TypeError('not JSON Logic');
  const [operator = '', given] = Object.entries(rule)[0] ?? [];
  const args: readonly unknown[] = Array.isArray(given) ? given : [given];
  if (operator === 'and' || operator === 'or') {
    const said =
      operator === 'and'
        ? new Set([...beside, ...AMBIGUITIES.filter((fact) => args.some((arg) => speaksOf(fact, arg)))])
        : beside;
    const values = args.map((arg) => truthOf(arg, data, said));
    const absorbing = operator === 'or';
    if (values.includes(absorbing)) return absorbing;
    return values.includes(null) ? null : !absorbing;
  }
  if (operator === '!') {
    const compound =
      isNode(args[0]) && ['and', 'or', '!', '!=', '!=='].some((one) => Object.hasOwn(args[0] ?? {}, one));
    const value = truthOf(args[0], data, compound ? new Set() : beside);
    return value === null ? null : !value;
  }
  const [subject, patterns] = args;
  if (operator === 'query_is') {
    const [, name, values] = args;
    const query = isNode(data) ? String(data['query']) : '';
    return parameterTruth(query, String(name), values === undefined ? null : stringsOf(values));
  }
  const ambiguity = isNode(subject) ? AMBIGUITY[String(subject['var'])] : undefined;
  const open =
    operator.startsWith('path_under') && ambiguity !== undefined && isNode(data) && data[ambiguity] === true;
  if (open && !beside.has(ambiguity) && !stringsOf(patterns).includes('/')) return null;
  // Letters that only some servers take for one leave it open, beside whatever it stands.
  if (operator === 'path_under_any_case' && isNode(data)) {
    const path = String(data['path']);
    if (underInAsciiCase(path, stringsOf(patterns))) return true;
    return underInAnyCase(path, stringsOf(patterns)) ? null : false;
  }
  return jsonLogic.apply(rule, data) === true;
}

const AMBIGUITY: Readonly<Record<string, string>> = { path: 'pathAmbiguous', fragment: 'fragmentAmbiguous' };
const AMBIGUITIES = Object.values(AMBIGUITY);

/** A comparison with such a fact, or what denies one. */
function speaksOf(fact: string, rule: unknown): boolean {
  if (!isNode(rule)) return false;
  if (rule['var'] === fact) return true;
  const given: unknown = Object.values(rule)[0];
  if (Object.hasOwn(rule, 'and') || Object.hasOwn(rule, 'or')) return false;
  return Array.isArray(given) ? given.some((one) => speaksOf(fact, one)) : speaksOf(fact, given);
}

const OPERATOR: Readonly<Record<string, string>> = {
  host: 'host_in',
  path: 'path_under',
  folder: 'path_under',
  fragment: 'path_under',
  address: 'network_in',
  groups: 'groups_has',
};
const NUMBERS: ReadonlySet<string> = new Set(FACT_NAMES.filter((fact) => factSpec(fact).kind === 'integer'));

/** `3`, or `3-6`. */
function rangeOf(value: unknown): readonly [number, number] {
  const [low = 0, high = low] = String(value).split('-').map(Number);
  return [low, high];
}

const listed = (names: readonly unknown[], lists: unknown): readonly string[] =>
  names.flatMap((name) => (isNode(lists) ? stringsOf(lists[String(name)]) : []));
const wordsIn = (fact: string, names: readonly unknown[], { words }: Lists): unknown => ({
  words_in: [{ var: fact === 'valueWords' ? 'value' : 'elementName' }, listed(names, words)],
});
const hostsIn = (names: readonly unknown[], { lists }: Lists): unknown => ({
  host_in: [{ var: 'host' }, listed(names, lists)],
});

/** `{ in: [{ var: elementWords }, [list]] }` by the words of the lists. */
function withWords(logic: unknown, lists: Lists): unknown {
  if (Array.isArray(logic)) return logic.map((one: unknown) => withWords(one, lists));
  if (!isNode(logic)) return logic;
  const list: unknown = logic['in'];
  const subject: unknown = Array.isArray(list) && isNode(list[0]) ? list[0]['var'] : null;
  if (Array.isArray(list) && typeof subject === 'string') {
    const names = stringsOf(list[1]);
    if (subject === 'elementWords' || subject === 'valueWords') return wordsIn(subject, names, lists);
    if (subject === 'hostList') return hostsIn(names, lists);
    if (subject === 'groups') return { groups_has: [{ var: subject }, names] };
    if (subject === 'address') return { network_in: [{ var: subject }, names] };
  }
  return Object.fromEntries(Object.entries(logic).map(([key, value]) => [key, withWords(value, lists)]));
}

/** A statement of a table: its cell is looked up by JSON Logic as well, under the names of the row and the column. */
function tableSays(
  table: Data,
  tables: Record<string, unknown>,
  lists: Lists,
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
    rule: conditionOf(table, lists),
    severity,
    opens: (facts) => speaks || opensAt(table, facts, lists),
  };
}

const GOES = ['NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN'];

/** What goes to an address opens public ones, and those of a class that the entry names and does not merely exclude. */
export function opensAt(entry: Data, facts: PolicyFacts, lists: Lists): boolean {
  if (facts.addressClass === 'PUBLIC' || !GOES.includes(facts.capability)) return true;
  if (isNode(entry['when']) && entry['when']['addressClass'] !== undefined) return true;
  return entry['logic'] !== undefined && namedAt(withWords(entry['logic'], lists), facts, true).named;
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
              rule: conditionOf(entry, layer),
              severity: severityOf(String(entry[key])),
              grants: key === 'to' || entry[key] === 'ALLOW',
              opens: (facts) => entry[key] === 'DENY' || opensAt(entry, facts, layer),
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
      ...tables('floors').map((table) => tableSays(table, named, layer, (cell) => cell !== 'ALLOW')),
      ...tables('defaults').map((table) => tableSays(table, named, layer, (cell) => cell === 'NEVER')),
    ],
    rules: boxes('rules', 'decision'),
    defaults: [
      ...tables('defaults')
        .map((table) => tableSays(table, named, layer, () => true))
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
