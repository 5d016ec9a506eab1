// Random small policies over a few facts, and every request that they tell apart, one by one. What an entry says of a request is
// read from the plain data. INVARIANT: no code is shared with the loader, the compiler, the interpreter or the lints.
import fc from 'fast-check';
import type { Data } from './policy-arbitraries.ts';

export type Request = Readonly<
  Record<'host' | 'path' | 'capability' | 'addressClass' | 'origin' | 'initiator', string> & {
    readonly namedByUser: boolean;
  }
>;

const PATTERNS = ['a.test', 'b.test', 'x.a.test', '*.a.test', '*.test', '10.0.0.1'];
/** One of every class of hosts that the patterns make. */
const HOSTS = ['', 'a.test', 'b.test', 'x.a.test', 'w.a.test', 'c.test', '10.0.0.1'];
const CAPABILITIES = ['SCREENSHOT', 'FILE_DOWNLOAD', 'NAVIGATE_SAME_ORIGIN', 'NAVIGATE_CROSS_ORIGIN'];
const INITIATORS = ['NAVIGATOR', 'PAGE', 'USER', 'CLIENT'];
const ADDRESSES = ['PUBLIC', 'PRIVATE', 'LOOPBACK', 'METADATA'];
const PATHS = ['/a', '/a/b', '/c'];
const ORIGINS = ['SAME_ORIGIN', 'CROSS_ORIGIN'];

const some = (list: readonly string[], max = 2): fc.Arbitrary<string[]> =>
  fc.uniqueArray(fc.constantFrom(...list), { minLength: 1, maxLength: max });
const VALUES: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  host: some(PATTERNS),
  capability: some(CAPABILITIES),
  path: some(PATHS),
  addressClass: some(ADDRESSES.slice(0, 3)),
  origin: some(ORIGINS),
  initiator: some(INITIATORS.slice(0, 3)),
  namedByUser: fc.boolean(),
};
const FACTS = ['path', 'addressClass', 'origin', 'initiator', 'namedByUser'];
/** An exception does not speak of paths: it leaves those that servers read in different ways, and no request here has one. */
const EXCEPTED = FACTS.filter((fact) => fact !== 'path');
const box = (least: number, most: number, facts = FACTS): fc.Arbitrary<Data> =>
  fc
    .uniqueArray(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom('host', 'capability') },
        {
          weight: 2,
          arbitrary: fc.constantFrom(...facts),
        },
      ),
      { minLength: least, maxLength: most },
    )
    .chain((drawn) =>
      fc.record(Object.fromEntries(drawn.map((fact) => [fact, VALUES[fact] ?? fc.constant(0)]))),
    );
const entry = (key: string, decisions: readonly string[]): fc.Arbitrary<Data> =>
  fc
    .record({
      decision: fc.constantFrom(...decisions),
      when: box(1, 3),
      except: fc.option(fc.array(box(1, 2, EXCEPTED), { minLength: 1, maxLength: 2 }), {
        nil: undefined,
        freq: 2,
      }),
    })
    .map(({ decision, when, except }) => ({
      [key]: decision,
      when,
      ...(except === undefined ? {} : { except }),
    }));
const numbered = (prefix: string, list: readonly Data[]): Data[] =>
  list.map((one, index) => ({ id: `${prefix}${index}`, ...one, reason: 'r' }));

const body = fc.record({
  rules: fc.array(entry('decision', ['ALLOW', 'ALLOW', 'ESCALATE', 'DENY']), { maxLength: 4 }),
  floors: fc.array(entry('decision', ['ESCALATE', 'DENY', 'DENY']), { maxLength: 3 }),
  delegate: fc.array(entry('to', ['ALLOW', 'ESCALATE']), { maxLength: 2 }),
  initiators: fc.array(fc.constantFrom('ALLOW', 'ESCALATE', 'DENY', 'NEVER'), { minLength: 2, maxLength: 2 }),
});

/** What every policy needs to load. No request here meets these. */
const FIXED: readonly Data[] = [
  {
    id: 'closed',
    decision: 'DENY',
    when: { capability: ['ACCESS_PASSWORDS', 'ACCESS_HISTORY', 'INSTALL_EXTENSION'] },
  },
  { id: 'apart', decision: 'DENY', when: { origin: 'CROSS_ORIGIN' }, except: [{ storage: 'NONE' }] },
  { id: 'single', decision: 'DENY', when: { tabAction: 'OPEN_NEW_TAB', tabPolicy: 'SINGLE_TAB' } },
  { id: 'sandbox', decision: 'ABORT', when: { sandbox: false } },
  { id: 'flags', decision: 'DENY', when: { launchFlags: ['FORBIDDEN_FLAG', 'REQUIRED_FLAG_MISSING'] } },
].map((one) => ({ ...one, reason: 'r' }));

export const smallPolicy: fc.Arbitrary<Data> = body.map((one) => ({
  policy: 1,
  id: 'upper',
  revision: 1,
  vocabulary: 'phase38/1',
  owner: 'web',
  obligations: { always: ['AUDIT'] },
  defaults: [
    {
      id: 'all',
      by: ['namedByUser'],
      rows: { false: one.initiators[0], true: one.initiators[1] },
      reason: 'r',
    },
  ],
  floors: [...FIXED, ...numbered('f', one.floors)],
  rules: numbered('r', one.rules),
  delegate: numbered('d', one.delegate),
}));
export const smallLayer: fc.Arbitrary<Data> = body.map((one) => ({
  policy: 1,
  id: 'lower',
  extends: { id: 'upper' },
  owner: 'web',
  floors: numbered('f', one.floors),
  rules: numbered('r', one.rules),
  delegate: numbered('d', one.delegate),
}));

/** Every request: what contradicts itself is none. */
export const REQUESTS: readonly Request[] = HOSTS.flatMap((host) =>
  ['/', ...PATHS].flatMap((path) =>
    [...CAPABILITIES, 'OPEN_TAB'].flatMap((capability) =>
      ADDRESSES.flatMap((addressClass) =>
        ORIGINS.flatMap((origin) =>
          INITIATORS.flatMap((initiator) =>
            [false, true].flatMap((namedByUser): readonly Request[] =>
              (host === '10.0.0.1' && addressClass !== 'PRIVATE') ||
              (capability === 'NAVIGATE_CROSS_ORIGIN' && origin === 'SAME_ORIGIN')
                ? []
                : [{ host, path, capability, addressClass, origin, initiator, namedByUser }],
            ),
          ),
        ),
      ),
    ),
  ),
);

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const fieldsOf = (value: unknown): readonly (readonly [string, unknown])[] =>
  value !== null && typeof value === 'object' ? Object.entries(value) : [];

/** Facts that no request here has otherwise. */
const NEUTRAL: Readonly<Record<string, unknown>> = {
  storage: 'NONE',
  tabAction: 'NONE',
  tabPolicy: 'SINGLE_TAB',
  sandbox: true,
  launchFlags: 'CLEAN',
};

export function inValue(fact: string, wanted: unknown, request: Request): boolean {
  const value: unknown = Object.hasOwn(request, fact) ? Reflect.get(request, fact) : NEUTRAL[fact];
  if (fact === 'host' && typeof wanted === 'string' && wanted.startsWith('*.'))
    return String(value).endsWith(wanted.slice(1)) && String(value).length > wanted.length - 1;
  if (fact === 'path' && typeof wanted === 'string')
    return String(value) === wanted || String(value).startsWith(`${wanted}/`);
  return value === wanted;
}

const inBox = (given: unknown, request: Request): boolean =>
  fieldsOf(given).every(([fact, values]) => listOf(values).some((one) => inValue(fact, one, request)));

const goes = ({ capability }: Request): boolean => capability.startsWith('NAVIGATE_');

/** What allows, and what delegates, opens public addresses alone where its `when` names no class. */
const opens = (entryOf: Data, request: Request): boolean =>
  (entryOf['decision'] !== 'ALLOW' && entryOf['to'] === undefined) ||
  request.addressClass === 'PUBLIC' ||
  !goes(request) ||
  fieldsOf(entryOf['when']).some(([fact]) => fact === 'addressClass');

/** Whether an entry without a table speaks of a request. */
export const speaks = (entryOf: Data, request: Request): boolean =>
  inBox(entryOf['when'], request) &&
  opens(entryOf, request) &&
  !(Array.isArray(entryOf['except']) && entryOf['except'].some((one) => inBox(one, request)));

const RANK: readonly unknown[] = ['ALLOW', 'ESCALATE', 'DENY', 'ABORT'];
export const severityOf = (word: unknown): number => (word === 'NEVER' ? 2 : RANK.indexOf(word));
export const entriesOf = (layer: Data, section: string): readonly Data[] =>
  Array.isArray(layer[section]) ? layer[section] : [];

/** The severest floor of some layers: those that are written, and those behind NEVER. */
export function floorAt(layers: readonly Data[], request: Request): number {
  const written = layers.flatMap((layer) =>
    entriesOf(layer, 'floors').map((one) => (speaks(one, request) ? severityOf(one['decision']) : 0)),
  );
  const never = layers.flatMap((layer) =>
    entriesOf(layer, 'defaults').map((one) =>
      Reflect.get(Object(one['rows']), String(request.namedByUser)) === 'NEVER' ? 2 : 0,
    ),
  );
  // The engine's own.
  const engine = goes(request) && request.addressClass === 'METADATA' ? 2 : 0;
  return Math.max(0, engine, ...written, ...never);
}

/** Every value that an entry names. */
export const valuesOf = (one: Data): readonly (readonly [string, unknown])[] =>
  fieldsOf(one['when']).flatMap(([fact, values]) => listOf(values).map((value) => [fact, value] as const));
