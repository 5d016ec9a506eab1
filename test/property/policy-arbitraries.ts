// Random policies and requests: documents as plain data, with the floors that Phase-38's own invariants need.
import fc from 'fast-check';
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import { FACTS, FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import type { FactName, TextStyle } from '#policy/language/fact-table.ts';
import { canonicalQuery } from '#policy/requests/url-parts/query.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { factsOfValues } from '#policy/requests/request.ts';
import { BROWSER_CAPABILITIES, BROWSER_VIOLATION_TYPES, OBLIGATIONS } from '#policy/language/vocabulary.ts';

export type Data = Record<string, unknown>;
export const TODAY = '2026-11-21';

const HOSTS = ['a.test', 'b.test', 'x.a.test', 'y.x.a.test', 'test', '10.0.0.1', 'c.example'];
const PATTERNS = [...HOSTS, '*.a.test', '*.test', '*.x.a.test', '*.example'];
const CLOSED: readonly string[] = ['ACCESS_PASSWORDS', 'ACCESS_HISTORY', 'INSTALL_EXTENSION'];
const PATHS = [
  '/',
  '/a/*/c',
  '/*/b',
  '/d/*/x/*/y',
  '/a',
  '/A',
  '/a/b',
  '/a/bc',
  '/a/b/c',
  '/d',
  '/d/%2F',
  '/é',
  '/d/Kiss',
];
const FRAGMENTS = ['/', '/a', '/a/b', '/*/b', '/é'];
/** Parameters and values that policies name. */
const PARAMETERS = { module: ['Accounts', 'Leads'], id: ['1', '2'], 'x y': ['a&b'] } as const;
const GROUPS = ['contractors', 'staff', 'sales'];
const NETWORKS = [
  '10.0.0.0/8',
  '10.20.0.0/16',
  '10.20.30.0/24',
  '10.20.30.40',
  '0.0.0.0/1',
  '128.0.0.0/1',
  'fd00::/8',
  '2001:db8::/32',
];
const MARKS = ['save', 'order-form', '7'];
const PEOPLE = ['alice', 'client:mcp'];
const SOURCES = ['crm.test', 'mail.test', '10.0.0.7'];
const FOLDERS = ['/', '/*/in', '/srv', '/srv/in', '/srv/in/x', '/tmp'];
const ENDPOINTS = ['http://127.0.0.1:9222', 'http://127.0.0.1:9223', 'ws://browser.test:1/devtools/x'];
const PORTS = ['443', '80', '8443', '9000'];
const NAMES = ['buy now', 'pay', 'place your order', 'don’t pay now', 'pay now please', 'cancel', 'ok'];
const PARAMETER_NAMES = ['module', 'id', 'x y'] as const;
const HOST_LISTS: readonly string[] = ['partners', 'own'];
const LISTS: readonly string[] = ['buying', 'paying', 'ending'];
const WORDS = ['buy', 'order', 'pay', 'pay now', 'now', 'cancel', 'place your order'];
const NAMED: readonly FactOrDerived[] = [
  'capability',
  'executor',
  'origin',
  'initiator',
  'host',
  'downloads',
  'namedByUser',
];
/** Fewer entries name these: with all facts at once a policy's space says little more and takes far longer. */
const NAMED_LESS: readonly FactOrDerived[] = [
  'path',
  'path',
  'pathAmbiguous',
  'folder',
  'endpoint',
  'elementName',
  'elementWords',
  'value',
  'valueWords',
  'hostList',
  'query',
  'query',
  'fragment',
  'fragmentAmbiguous',
  'groups',
  'address',
  'elementId',
  'contentHost',
  'principal',
  'method',
  'fileType',
  'weekday',
  'hour',
  'pageAct',
  'acts',
  'port',
  'addressClass',
  'channel',
];

const some = <T>(list: readonly T[], max = 3): fc.Arbitrary<T[]> =>
  fc.uniqueArray(fc.constantFrom(...list), { minLength: 1, maxLength: max });

type FactOrDerived = FactName | 'elementWords' | 'valueWords' | 'hostList';

const TEXTS: Readonly<Record<TextStyle, readonly string[]>> = {
  endpoint: ENDPOINTS,
  name: NAMES,
  port: PORTS,
  plain: [...MARKS, ...PEOPLE],
  address: NETWORKS,
  host: SOURCES,
};

const query = fc
  .uniqueArray(fc.constantFrom(...PARAMETER_NAMES), { minLength: 1, maxLength: 2 })
  .chain((names) =>
    fc.record(
      Object.fromEntries(
        names.map((name) => [
          name,
          fc.oneof(fc.constant(true), some(PARAMETERS[name], 2), fc.constantFrom(...PARAMETERS[name])),
        ]),
      ),
    ),
  );

function valueFor(fact: FactOrDerived): fc.Arbitrary<unknown> {
  if (fact === 'elementWords' || fact === 'valueWords') return some(LISTS);
  if (fact === 'hostList') return some(HOST_LISTS);
  if (fact === 'query') return query;
  if (fact === 'groups') return some(GROUPS);
  const spec = factSpec(fact);
  switch (spec.kind) {
    case 'enum':
      // An entry that grants what is never granted does not load.
      return some(spec.members.filter((member) => !CLOSED.includes(member)));
    case 'boolean':
      return fc.oneof(fc.boolean(), fc.constant([true, false]));
    case 'integer':
      return fc.oneof(
        fc.integer({ min: 0, max: 9 }),
        some([0, 3, 5, 9]),
        fc.integer({ min: 0, max: 5 }).map((low) => `${low}-${low + 3}`),
      );
    case 'keyed':
      throw new TypeError(`\`${fact}\` has names`);
    case 'host':
      return some(PATTERNS);
    case 'path':
      return some(fact === 'fragment' ? FRAGMENTS : spec.style === 'url' ? PATHS : FOLDERS);
    case 'text':
      return some(TEXTS[spec.style]);
  }
}

const box = fc
  .uniqueArray(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...NAMED) },
      { weight: 1, arbitrary: fc.constantFrom(...NAMED_LESS) },
    ),
    {
      minLength: 1,
      maxLength: 2,
    },
  )
  .chain((facts) => {
    const values: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(
      facts.map((fact) => [fact, valueFor(fact)]),
    );
    if (facts.includes('path')) values['pathCase'] = fc.constant('INSENSITIVE');
    return fc.record(values, { requiredKeys: [...facts] });
  });

const textAtom: fc.Arbitrary<unknown> = fc.oneof(
  some(PATHS).map((list) => ({ path_under: [{ var: 'path' }, list] })),
  some(PATHS).map((list) => ({ path_under_any_case: [{ var: 'path' }, list] })),
  some(FOLDERS).map((list) => ({ path_under: [{ var: 'folder' }, list] })),
  some(FRAGMENTS).map((list) => ({ path_under: [{ var: 'fragment' }, list] })),
  some(LISTS).map((list) => ({ in: [{ var: 'valueWords' }, list] })),
  some(HOST_LISTS).map((list) => ({ in: [{ var: 'hostList' }, list] })),
  some(GROUPS).map((list) => ({ in: [{ var: 'groups' }, list] })),
  some(NETWORKS).map((list) => ({ in: [{ var: 'address' }, list] })),
  fc.constantFrom(...NAMES).map((name) => ({ '==': [{ var: 'elementName' }, name] })),
  some(LISTS).map((list) => ({ in: [{ var: 'elementWords' }, list] })),
);
const atom: fc.Arbitrary<unknown> = fc.oneof(
  fc
    .constantFrom('<', '<=', '>', '>=')
    .chain((op) => fc.integer({ min: 0, max: 9 }).map((n) => ({ [op]: [{ var: 'downloads' }, n] }))),
  fc.integer({ min: 0, max: 4 }).map((n) => ({ '<': [n, { var: 'downloads' }, n + 3] })),
  fc
    .constantFrom('==', '!=', '===', '!==')
    .chain((op) =>
      fc.constantFrom(...FACTS.executor.members).map((m) => ({ [op]: [{ var: 'executor' }, m] })),
    ),
  some(FACTS.initiator.members).map((list) => ({ in: [{ var: 'initiator' }, list] })),
  some(FACTS.addressClass.members).map((list) => ({ in: [{ var: 'addressClass' }, list] })),
  fc
    .constantFrom('==', '!=')
    .chain((op) =>
      fc.constantFrom(...FACTS.addressClass.members).map((m) => ({ [op]: [m, { var: 'addressClass' }] })),
    ),
  some(PATTERNS).map((list) => ({ host_in: [{ var: 'host' }, list] })),
  textAtom,
  fc.constantFrom('HEADED', 'HEADLESS').map((m) => ({ '==': [m, { var: 'display' }] })),
  fc.constant({ var: 'namedByUser' }),
  fc.constant({ var: 'pathAmbiguous' }),
);
const logic: fc.Arbitrary<unknown> = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 1 },
    atom,
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((parts) => ({ and: parts })),
    fc.array(tie('node'), { minLength: 1, maxLength: 3 }).map((parts) => ({ or: parts })),
    tie('node').map((part) => ({ '!': [part] })),
  ),
})).node;

/** Time to answer, and for how long a yes holds. */
const terms = fc.record(
  { timeout: fc.integer({ min: 1, max: 300 }), askOnce: fc.constantFrom(0, 5, 60) },
  { requiredKeys: ['timeout'] },
);
const extras = fc.record(
  {
    except: fc.array(box, { minLength: 1, maxLength: 2 }),
    logic,
    violation: fc.constantFrom(...BROWSER_VIOLATION_TYPES),
    obligations: some(OBLIGATIONS, 2),
    escalate: terms,
  },
  { requiredKeys: [] },
);
const conditional = fc.record({ when: box, extras }).map(({ when, extras: more }) => ({ when, ...more }));
const numbered = (prefix: string, list: readonly Data[]): Data[] =>
  list.map((one, index) => ({ id: `${prefix}${index}`, ...one }));

const rule = fc
  .record({ decision: fc.constantFrom('ALLOW', 'ESCALATE', 'DENY'), more: conditional })
  .map(({ decision, more }) => ({ decision, ...more }));
const floor = fc
  .record({ decision: fc.constantFrom('ESCALATE', 'DENY', 'ABORT'), more: conditional })
  .map(({ decision, more }) => ({ decision, ...more }));
const delegation = fc
  .record({
    to: fc.constantFrom('ALLOW', 'ESCALATE'),
    when: box,
    logic: fc.option(logic, { nil: undefined }),
  })
  .map(({ to, when, logic: more }) => (more === undefined ? { to, when } : { to, when, logic: more }));

const cell = fc.constantFrom('ALLOW', 'ALLOW', 'ESCALATE', 'ESCALATE', 'DENY', 'DENY', 'NEVER');
const capabilityTable = fc
  .array(fc.tuple(cell, cell), {
    minLength: BROWSER_CAPABILITIES.length,
    maxLength: BROWSER_CAPABILITIES.length,
  })
  .map((rows) => ({
    id: 'capability',
    by: ['capability', 'display'],
    columns: ['HEADED', 'HEADLESS'],
    rows: Object.fromEntries(
      BROWSER_CAPABILITIES.map((one, index) => [
        one,
        CLOSED.includes(one) ? ['NEVER', 'NEVER'] : (rows[index] ?? []),
      ]),
    ),
  }));
const storageTable = fc.array(cell, { minLength: 7, maxLength: 7 }).map((cells) => ({
  id: 'storage',
  by: ['storage', 'origin'],
  columns: ['CROSS_ORIGIN', 'SAME_ORIGIN'],
  rows: Object.fromEntries(
    FACTS.storage.members.map((one, index) => [one, [one === 'NONE' ? 'ALLOW' : 'NEVER', cells[index]]]),
  ),
}));
const scopedTable = fc
  .record({ when: box, cells: fc.array(cell, { minLength: 4, maxLength: 4 }) })
  .map(({ when, cells }) => ({
    id: 'scoped',
    by: ['initiator'],
    when,
    rows: Object.fromEntries(FACTS.initiator.members.map((one, index) => [one, cells[index]])),
  }));

const TABS = Object.fromEntries(
  FACTS.tabAction.members.map((action) => [
    action,
    action === 'NONE' ? ['ALLOW', 'ALLOW', 'ALLOW', 'DENY'] : ['DENY', 'ESCALATE', 'NEVER', 'DENY'],
  ]),
);
const FIXED_FLOORS: readonly Data[] = [
  {
    id: 'tabs',
    by: ['tabAction', 'tabPolicy'],
    columns: ['SINGLE_TAB', 'CONTROLLED_MULTI', 'INDEPENDENT_MULTI', 'FORBIDDEN'],
    rows: TABS,
  },
  {
    id: 'flags',
    by: ['launchFlags'],
    rows: { CLEAN: 'ALLOW', UNKNOWN_FLAG: 'ESCALATE', FORBIDDEN_FLAG: 'DENY', REQUIRED_FLAG_MISSING: 'DENY' },
  },
  { id: 'sandbox', decision: 'ABORT', when: { sandbox: false } },
];

const body = fc.record({
  rules: fc.array(rule, { maxLength: 4 }),
  floors: fc.array(floor, { maxLength: 2 }),
  delegate: fc.array(delegation, { maxLength: 2 }),
  scoped: fc.option(scopedTable, { nil: undefined }),
  escalation: terms,
  always: some(OBLIGATIONS, 2),
  words: fc.record(Object.fromEntries(LISTS.map((name) => [name, some(WORDS)]))),
  lists: fc.record(Object.fromEntries(HOST_LISTS.map((name) => [name, some(PATTERNS)]))),
});

/** A first layer. */
export const upperLayer: fc.Arbitrary<Data> = fc
  .record({ body, capability: capabilityTable, storage: storageTable })
  .map(({ body: one, capability, storage }) => ({
    policy: 1,
    id: 'upper',
    revision: 1,
    vocabulary: 'phase38/1',
    words: one.words,
    lists: one.lists,
    defaults: [capability, storage, ...(one.scoped === undefined ? [] : [one.scoped])],
    floors: [...FIXED_FLOORS, ...numbered('f', one.floors)],
    rules: numbered('r', one.rules),
    delegate: numbered('d', one.delegate),
    escalation: one.escalation,
    obligations: { always: one.always },
  }));

/** A layer below `parent`. */
export const lowerLayer = (parent: string, id: string): fc.Arbitrary<Data> =>
  body.map((one) => ({
    policy: 1,
    id,
    extends: { id: parent },
    words: one.words,
    lists: one.lists,
    ...(one.scoped === undefined ? {} : { defaults: [one.scoped] }),
    floors: numbered('f', one.floors),
    rules: numbered('r', one.rules),
    delegate: numbered('d', one.delegate),
  }));

const QUERIES = [
  '',
  'module=Accounts',
  'module=Accounts&module=Leads',
  'id=1&module=Leads',
  'id=1&id=1',
  'id=3',
  'Module=Accounts',
  'module%5B%5D=Accounts',
  '~module=Accounts',
  'x%20y=a%26b',
  'id=2&other=1&x%20y=',
].map((text) => canonicalQuery(text) ?? '');

export const request: fc.Arbitrary<PolicyFacts> = fc
  .record({
    ...Object.fromEntries(
      FACT_NAMES.filter((fact) => fact !== 'host').map((fact) => {
        const spec = factSpec(fact);
        if (spec.kind === 'enum') return [fact, fc.constantFrom(...spec.members)];
        if (spec.kind === 'boolean') return [fact, fc.boolean()];
        return [fact, spec.kind === 'integer' ? fc.integer({ min: 0, max: 10 }) : fc.constant('')];
      }),
    ),
    path: fc.constantFrom(
      ...PATHS,
      '/x',
      '/x/b/c',
      '/a/x/c/d',
      '/a/*/c',
      '/d/1/x/2/y/z',
      '/d/1/x/2',
      '/a/x',
      '/a/b/c/d',
      '/a%2Fb',
      '/A/B',
      '/a/B/x',
      '/D/x',
      '/É',
      '/D/kISS/x',
      '/d/\u212Ai\u017Fs',
      '/D/Kıß',
      '/d/kİSS',
    ),
    query: fc.constantFrom(...QUERIES),
    fragment: fc.constantFrom('', '/', '/a', '/a/b', '/a/c', '/x/b', '/é/x', '/*/b'),
    groups: fc.subarray([...GROUPS, 'guests']).map((names) => names.toSorted().join(',')),
    address: fc.constantFrom(
      '',
      '10.1.2.3',
      '10.20.1.1',
      '10.20.30.1',
      '10.20.30.40',
      '192.168.0.1',
      '9.9.9.9',
      'fd00::1',
      '2001:db8::7',
      '::1',
    ),
    elementId: fc.constantFrom('', ...MARKS, 'other'),
    elementTestId: fc.constantFrom('', ...MARKS),
    contentHost: fc.constantFrom('', ...SOURCES, 'other.test'),
    principal: fc.constantFrom('', ...PEOPLE, 'bob'),
    team: fc.constantFrom('', ...PEOPLE),
    value: fc.constantFrom('', ...NAMES, 'order', 'now: pay', 'pay it now', 'x'),
    folder: fc.constantFrom('', ...FOLDERS, '/srv/other', '/srv/in/x/y', '/srvx'),
    endpoint: fc.constantFrom('', ...ENDPOINTS, 'http://127.0.0.1:1'),
    port: fc.constantFrom('', ...PORTS, '1'),
    elementName: fc.constantFrom(
      '',
      ...NAMES,
      'order',
      'orders',
      'now: pay',
      'buy, then cancel',
      'pay  it',
      'place order',
    ),
    pageAct: fc.constantFrom('NONE', 'NONE', 'NONE', 'DIALOG', 'OPEN_WINDOW', 'DEVICE'),
    host: fc.constantFrom('', ...HOSTS, 'z.a.test', 'q.y.x.a.test', 'nota.test', 'w.invalid', 'c.c.example'),
    // What goes to an address is decided by its class, too.
    capability: fc.oneof(
      { weight: 2, arbitrary: fc.constantFrom(...BROWSER_CAPABILITIES) },
      { weight: 1, arbitrary: fc.constantFrom('NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN') },
    ),
    // Most requests would otherwise run into the fixed floors.
    tabAction: fc.oneof(
      { weight: 4, arbitrary: fc.constant('NONE') },
      { weight: 1, arbitrary: fc.constantFrom(...FACTS.tabAction.members) },
    ),
    tabPolicy: fc.oneof(
      { weight: 4, arbitrary: fc.constant('SINGLE_TAB') },
      { weight: 1, arbitrary: fc.constantFrom(...FACTS.tabPolicy.members) },
    ),
    launchFlags: fc.oneof(
      { weight: 4, arbitrary: fc.constant('CLEAN') },
      { weight: 1, arbitrary: fc.constantFrom(...FACTS.launchFlags.members) },
    ),
    sandbox: fc.oneof(
      { weight: 6, arbitrary: fc.constant(true) },
      { weight: 1, arbitrary: fc.constant(false) },
    ),
  })
  .map(factsOf);

export function factsOf(given: Data): PolicyFacts {
  const parsed = factsOfValues(given);
  if (!parsed.ok) throw new Error(parsed.error.message);
  return parsed.value;
}

export function load(data: Data): PolicyDocument {
  const loaded = loadPolicy(JSON.stringify(data), { file: `${String(data['id'])}.json` });
  if (!loaded.ok) throw new Error(loaded.error.map((one) => one.message).join('\n'));
  return loaded.value;
}

export type Built = { readonly policy: CompiledPolicy; readonly layers: readonly Data[] };

/** Compiles layers, leaving out what the compiler refuses as a grant inside a floor: a random policy has such entries. */
export function build(layers: readonly Data[]): Built {
  let current = [...layers];
  for (let round = 0; round < 40; round++) {
    const compiled = compilePolicy(current.map(load), { today: TODAY });
    if (compiled.ok) return { policy: compiled.value, layers: current };
    const refused = compiled.error.map((one) => {
      if (one.code !== 'policy.grant-in-floor') throw new Error(`${one.code}: ${one.message}`);
      return { file: one.span?.file, entry: String(one.details?.['entry']) };
    });
    current = current.map((layer) => without(layer, refused));
  }
  throw new Error('grants inside floors remain');
}

function without(layer: Data, refused: readonly { file: string | undefined; entry: string }[]): Data {
  const mine = new Set(
    refused.filter((one) => one.file === `${String(layer['id'])}.json`).map((one) => one.entry),
  );
  const keep = (section: string): unknown => {
    const list: unknown = layer[section];
    if (!Array.isArray(list)) return list;
    return list.filter((one: unknown) => {
      const id: unknown = one !== null && typeof one === 'object' ? Reflect.get(one, 'id') : undefined;
      return !mine.has(`${section}.${String(id)}`);
    });
  };
  return { ...layer, rules: keep('rules'), delegate: keep('delegate') };
}
