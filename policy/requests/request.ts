// From what a caller says (a JSON object, flags) to the total record of facts, or a typed failure.
// INVARIANT: a malformed request never becomes facts; facts left out take the neutral value of fact-table.ts.
import { addressClassesOf, classifyHost } from './address.ts';
import { isPathAmbiguous } from './url-parts/ambiguous-paths.ts';
import {
  DERIVED_FACTS,
  FACTS,
  FACT_NAMES,
  factSpec,
  isFactName,
  isOfStyle,
} from '#policy/language/fact-table.ts';
import type { FactName, FactOfKind } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { canonicalHost, canonicalPort, dialledHost, classOfPort, ownPort, urlFacts } from './host.ts';
import type { UrlFacts } from './host.ts';
import { classifyFlags } from './launch-flags.ts';
import { canonicalEndpoint, canonicalName, canonicalPlain, canonicalSet, setOf } from './names.ts';
import { canonicalAddress } from './networks.ts';
import { suggest } from '#policy/language/nearest.ts';
import { NO_FRAGMENT, canonicalFragment } from './url-parts/fragments.ts';
import { canonicalFolder, canonicalPath } from './url-parts/paths.ts';
import { canonicalQuery } from './url-parts/query.ts';
/** Every key that a request may carry. `url` gives host, path, query, fragment, scheme, port and the classes of port and address. */
export const REQUEST_KEYS: readonly string[] = [...FACT_NAMES, 'url'];
const KNOWN_KEYS: ReadonlySet<string> = new Set(REQUEST_KEYS);

/** Of a fact that a request lacks, so many members are named. */
const MEMBERS_TOLD = 8;

type Given = ReadonlyMap<string, unknown>;
class BadRequest extends Error {
  readonly failure: Failure;
  constructor(cause: Failure) {
    super(cause.message);
    this.failure = cause;
  }
}

/** Parses a request. Errors: `policy.bad-request`, with `details.fact` naming the key. */
export function parseRequest(value: unknown): Result<PolicyFacts> {
  try {
    return ok(readFacts(readKeys(value)));
  } catch (thrown) {
    if (thrown instanceof BadRequest) return { ok: false, error: thrown.failure };
    throw thrown;
  }
}

/** Parses one line of JSON. A key that stands twice is an error: readers differ on which one counts. */
export function parseRequestLine(line: string): Result<PolicyFacts> {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch (cause) {
    return fail('policy.bad-request', 'the line is not JSON', { cause, help: 'one JSON object a line' });
  }
  const twice = repeatedKey(line);
  if (twice !== null) return fail('policy.bad-request', `\`${twice}\` stands twice`, { help: 'say it once' });
  return parseRequest(value);
}

/** Facts as a command line has them, all text: `true`, `false` and whole numbers are read by the fact's type. */
export function requestFromText(pairs: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(pairs).map(([key, text]): [string, unknown] => {
      const kind = isFactName(key) ? factSpec(key).kind : 'enum';
      if (kind === 'boolean' && (text === 'true' || text === 'false')) return [key, text === 'true'];
      if (kind === 'integer' && /^\d{1,9}$/.test(text)) return [key, Number(text)];
      return [key, text];
    }),
  );
}

function readKeys(value: unknown): Given {
  if (value === null || typeof value !== 'object' || Array.isArray(value))
    refuse(
      null,
      'a request is an object of facts',
      'as in `{"capability":"SCREENSHOT","executor":"HEADED_CHROMIUM"}`',
    );
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null)
    refuse(null, 'a request is a plain object of facts', 'parse it from JSON');
  const given = new Map<string, unknown>();
  for (const key of Reflect.ownKeys(value)) {
    if (typeof key !== 'string') refuse(null, 'a request has no symbols for keys', 'parse it from JSON');
    const from = Object.hasOwn(DERIVED_FACTS, key) ? DERIVED_FACTS[key] : undefined;
    if (from !== undefined) refuse(key, `\`${key}\` follows from \`${from}\``, 'leave it out');
    if (!KNOWN_KEYS.has(key))
      refuse(key, `\`${key.slice(0, 80)}\` is not a fact`, suggest(key, REQUEST_KEYS));
    const own = Object.getOwnPropertyDescriptor(value, key);
    if (own === undefined || !('value' in own)) refuse(key, `\`${key}\` is computed`, 'give plain values');
    const one = asText(key, own.value);
    if (one !== undefined) given.set(key, one);
  }
  return given;
}

/** A port is a number to whoever writes one, and groups are a list. */
function asText(key: string, value: unknown): unknown {
  if (key === 'port' && typeof value === 'number') return String(value);
  const names: readonly unknown[] =
    isFactName(key) && isOfStyle(key, 'names') && Array.isArray(value) ? value : [];
  return names.length > 0 && names.every((name) => typeof name === 'string') ? setOf(names) : value;
}

/**
 * The facts of a request in which every fact stands by its value, `host` canonical. Unlike `parseRequest` it takes any
 * combination of values: the policy decides on all of them. Errors: `policy.bad-request`.
 */
export function factsOfValues(values: Readonly<Record<string, unknown>>): Result<PolicyFacts> {
  try {
    const given = readKeys(values);
    const target = {
      ...NO_TARGET,
      host: readHost(textOf(given, 'host')),
      path: readText(given, 'path', canonicalPath),
      pathAmbiguous: booleanOf(given, 'pathAmbiguous', false),
      query: readText(given, 'query', canonicalQuery),
      fragment: readText(given, 'fragment', canonicalFragment),
      fragmentAmbiguous: booleanOf(given, 'fragmentAmbiguous', false),
    };
    return ok(assemble(given, target));
  } catch (thrown) {
    if (thrown instanceof BadRequest) return { ok: false, error: thrown.failure };
    throw thrown;
  }
}

function readFacts(given: Given): PolicyFacts {
  if (textIn(given, 'capability') === 'NAVIGATE_CROSS_ORIGIN' && textIn(given, 'origin') === 'SAME_ORIGIN')
    refuse('origin', 'whoever navigates to another origin is not on the same one', 'leave `origin` out');
  const target = readTarget(given);
  const literal = target.host === '' ? null : classifyHost(target.host);
  const addressClass = enumOf(given, 'addressClass', FACTS.addressClass, literal);
  if (literal !== null && !addressClassesOf(target.host).includes(addressClass))
    refuse(
      'addressClass',
      `\`${target.host}\` is ${literal}, not ${addressClass}`,
      'leave `addressClass` out',
    );
  const scheme = enumOf(given, 'scheme', FACTS.scheme, target.scheme);
  if (target.scheme !== null && scheme !== target.scheme)
    refuse('scheme', `the URL's scheme is ${target.scheme}, not ${scheme}`, 'leave `scheme` out');
  const named = given.has('port') ? readText(given, 'port', canonicalPort) : '';
  const ofPort = named === '' ? null : classOfPort(named, scheme);
  const portClass = enumOf(given, 'portClass', FACTS.portClass, target.portClass ?? ofPort);
  if (ofPort !== null && portClass !== ofPort)
    refuse('portClass', `the port ${named} is ${ofPort}, not ${portClass}`, 'leave `portClass` out');
  if (target.port !== null && named !== '' && named !== target.port)
    refuse('port', `the URL's port is ${target.port}, not ${named}`, 'leave `port` out');
  if (target.portClass !== null && portClass !== target.portClass)
    refuse('portClass', `the URL's port is ${target.portClass}, not ${portClass}`, 'leave `portClass` out');
  // Whoever names a host and no port means the scheme's own.
  const own = target.host !== '' && portClass === 'DEFAULT' ? ownPort(scheme) : '';
  const port = target.port ?? (named === '' ? own : named);
  // An address that stands for a host is the one that it goes to.
  const known = given.has('address') ? null : canonicalAddress(dialledHost(target.host));
  const derived = { addressClass, scheme, portClass, port, ...(known === null ? {} : { address: known }) };
  return assemble(new Map([...given, ...Object.entries(derived)]), target);
}

/** `null`: no URL says it. */
type Target = Omit<UrlFacts, 'scheme' | 'portClass' | 'port' | 'addressClass'> & {
  readonly scheme: UrlFacts['scheme'] | null;
  readonly portClass: UrlFacts['portClass'] | null;
  readonly port: string | null;
};
const NO_TARGET: Target = {
  host: '',
  path: '/',
  pathAmbiguous: false,
  query: '',
  ...NO_FRAGMENT,
  scheme: null,
  portClass: null,
  port: null,
};

function assemble(given: Given, target: Target): PolicyFacts {
  const capability = enumOf(given, 'capability', FACTS.capability);
  return Object.freeze({
    capability,
    executor: enumOf(given, 'executor', FACTS.executor),
    storage: enumOf(given, 'storage', FACTS.storage),
    origin: enumOf(
      given,
      'origin',
      FACTS.origin,
      capability === 'NAVIGATE_CROSS_ORIGIN' ? 'CROSS_ORIGIN' : null,
    ),
    tabPolicy: enumOf(given, 'tabPolicy', FACTS.tabPolicy),
    tabAction: enumOf(given, 'tabAction', FACTS.tabAction),
    launchFlags: readLaunchFlags(given),
    sandbox: booleanOf(given, 'sandbox', FACTS.sandbox.neutral),
    provenance: enumOf(given, 'provenance', FACTS.provenance),
    contentOrigin: enumOf(given, 'contentOrigin', FACTS.contentOrigin),
    contentPlace: enumOf(given, 'contentPlace', FACTS.contentPlace),
    contentHost: readText(given, 'contentHost', canonicalHost),
    initiator: enumOf(given, 'initiator', FACTS.initiator),
    action: enumOf(given, 'action', FACTS.action),
    purpose: enumOf(given, 'purpose', FACTS.purpose),
    namedByUser: booleanOf(given, 'namedByUser', FACTS.namedByUser.neutral),
    scheme: enumOf(given, 'scheme', FACTS.scheme),
    addressClass: enumOf(given, 'addressClass', FACTS.addressClass),
    portClass: enumOf(given, 'portClass', FACTS.portClass),
    port: readText(given, 'port', canonicalPort),
    pageAct: enumOf(given, 'pageAct', FACTS.pageAct),
    elementRole: enumOf(given, 'elementRole', FACTS.elementRole),
    targetReadable: booleanOf(given, 'targetReadable', FACTS.targetReadable.neutral),
    targetWritable: booleanOf(given, 'targetWritable', FACTS.targetWritable.neutral),
    valueHoldsSecret: booleanOf(given, 'valueHoldsSecret', FACTS.valueHoldsSecret.neutral),
    valueFromAnotherSite: booleanOf(given, 'valueFromAnotherSite', FACTS.valueFromAnotherSite.neutral),
    valueNotFromTask: booleanOf(given, 'valueNotFromTask', FACTS.valueNotFromTask.neutral),
    host: target.host,
    path: target.path,
    pathAmbiguous: target.pathAmbiguous,
    query: target.query,
    fragment: target.fragment,
    fragmentAmbiguous: target.fragmentAmbiguous,
    folder: readText(given, 'folder', canonicalFolder),
    endpoint: readText(given, 'endpoint', canonicalEndpoint),
    elementName: readText(given, 'elementName', canonicalName),
    value: readText(given, 'value', canonicalName),
    elementId: readText(given, 'elementId', canonicalPlain),
    elementTestId: readText(given, 'elementTestId', canonicalPlain),
    formPurpose: enumOf(given, 'formPurpose', FACTS.formPurpose),
    address: readText(given, 'address', canonicalAddress),
    method: enumOf(given, 'method', FACTS.method),
    contentType: enumOf(given, 'contentType', FACTS.contentType),
    sentSize: enumOf(given, 'sentSize', FACTS.sentSize),
    fileType: enumOf(given, 'fileType', FACTS.fileType),
    fileSize: enumOf(given, 'fileSize', FACTS.fileSize),
    principal: readText(given, 'principal', canonicalPlain),
    channel: enumOf(given, 'channel', FACTS.channel),
    team: readText(given, 'team', canonicalPlain),
    groups: readText(given, 'groups', canonicalSet),
    weekday: enumOf(given, 'weekday', FACTS.weekday),
    hour: integerOf(given, 'hour'),
    allActs: integerOf(given, 'allActs'),
    changes: integerOf(given, 'changes'),
    siteActs: integerOf(given, 'siteActs'),
    minuteActs: integerOf(given, 'minuteActs'),
    elementActs: integerOf(given, 'elementActs'),
    downloads: integerOf(given, 'downloads'),
    acts: integerOf(given, 'acts'),
  });
}

function readTarget(given: Given): Target {
  const host = given.has('host') ? readHost(textOf(given, 'host')) : '';
  const path = readText(given, 'path', canonicalPath);
  const query = readText(given, 'query', canonicalQuery);
  const fragment = readText(given, 'fragment', canonicalFragment);
  if (!given.has('url')) {
    const [pathAmbiguous, fragmentAmbiguous] = [ambiguity(given, 'path'), ambiguity(given, 'fragment')];
    return { ...NO_TARGET, host, path, pathAmbiguous, query, fragment, fragmentAmbiguous };
  }
  const parsed = urlFacts(textOf(given, 'url'));
  if (!parsed.ok) refuse('url', parsed.error.message, parsed.error.help);
  const said = { host, path, query, fragment };
  for (const key of ['host', 'path', 'query', 'fragment'] as const)
    if (given.has(key) && said[key] !== parsed.value[key])
      refuse(
        key,
        `\`${key}\` is \`${said[key]}\` and the URL's is \`${parsed.value[key]}\``,
        'give one of the two',
      );
  for (const key of ['path', 'fragment'] as const) {
    const name = AMBIGUITY[key];
    const own = parsed.value[name];
    if (booleanOf(given, name, own) !== own)
      refuse(
        name,
        `\`${name}\` is ${String(!own)} and the URL's ${key} is ${own ? '' : 'not '}ambiguous`,
        `leave \`${name}\` out`,
      );
  }
  return parsed.value;
}

const AMBIGUITY = { path: 'pathAmbiguous', fragment: 'fragmentAmbiguous' } as const;

/** Whoever names a path may say that it was written in another way; nobody says that an ambiguous one is plain. */
function ambiguity(given: Given, key: keyof typeof AMBIGUITY): boolean {
  const name = AMBIGUITY[key];
  const written = given.has(key) && isPathAmbiguous(textOf(given, key));
  const said = booleanOf(given, name, written);
  if (written && !said)
    refuse(name, `\`${textOf(given, key).slice(0, 200)}\` is ambiguous`, `leave \`${name}\` out`);
  return said;
}

const WANTED = {
  path: 'a path as in `/a/b`; give URLs as `url`',
  query: 'a query as in `module=Accounts&id=7`',
  fragment: 'a place as in `/admin/users`, without `#`',
  folder: 'an absolute folder without `..`, as in `/srv/downloads`',
  endpoint: 'an address as in `http://127.0.0.1:9222`',
  port: 'a port, 1 to 65535',
  elementName: 'text',
  value: 'text',
  elementId: 'an id as the page has it',
  elementTestId: 'a test id as the page has it',
  address: 'an IP address without brackets',
  principal: 'the name of an account',
  team: 'the name of a team',
  groups: 'names of groups, in a list or with commas between',
  contentHost: 'one host, as in `crm.example.com`',
} as const;

/** A text in its canonical form; the neutral value where it is left out or says it. */
function readText(
  given: Given,
  key: keyof typeof WANTED,
  canonicalOf: (text: string) => string | null,
): string {
  const { neutral } = FACTS[key];
  if (!given.has(key)) return neutral;
  const text = textOf(given, key);
  if (text === neutral) return neutral;
  const canonical = canonicalOf(text);
  if (canonical === null) refuse(key, `\`${text.slice(0, 200)}\` is not \`${key}\``, `give ${WANTED[key]}`);
  return canonical;
}

function readHost(text: string): string {
  if (text === '') return '';
  const host = canonicalHost(text);
  if (host === null)
    refuse(
      'host',
      `\`${text.slice(0, 200)}\` is not a host`,
      'a host alone, as in `example.com`; give URLs as `url`',
    );
  return host;
}

/** A class by name, or the real flags: an array, or text separated by commas. */
function readLaunchFlags(given: Given): PolicyFacts['launchFlags'] {
  const value = given.get('launchFlags');
  if (value === undefined) return FACTS.launchFlags.neutral;
  if (Array.isArray(value)) {
    const flags = value.map((flag: unknown) => {
      if (typeof flag !== 'string') refuse('launchFlags', '`launchFlags` holds something that is not text');
      return flag;
    });
    return classifyFlags(flags).class;
  }
  const text = textOf(given, 'launchFlags');
  // Values of flags hold commas themselves: a comma separates only before the next flag.
  if (/^\s*[-/]/.test(text)) return classifyFlags(text.split(/,\s*(?=[-/])/)).class;
  return enumOf(given, 'launchFlags', FACTS.launchFlags);
}

/** `derived`: what another key already says of this fact; it goes before the neutral value. */
function enumOf<M extends string>(
  given: Given,
  key: FactName,
  spec: { readonly members: readonly M[]; readonly neutral: M | null },
  derived: M | null = null,
): M {
  if (!given.has(key)) {
    const value = derived ?? spec.neutral;
    if (value !== null) return value;
    refuse(
      key,
      `\`${key}\` is missing`,
      `every request says its \`${key}\`: ${spec.members.slice(0, MEMBERS_TOLD).join(', ')}${spec.members.length > MEMBERS_TOLD ? ', …' : ''}`,
    );
  }
  const text = textOf(given, key);
  const member = spec.members.find((one) => one === text);
  if (member === undefined)
    refuse(key, `\`${text.slice(0, 80)}\` is not a member of \`${key}\``, suggest(text, spec.members));
  return member;
}

function textOf(given: Given, key: string): string {
  const value = given.get(key);
  if (typeof value !== 'string')
    refuse(key, `\`${key}\` is text, not ${kindOf(value)}`, 'give one value, in quotes');
  return value;
}

const textIn = (given: Given, key: FactName): string => (given.has(key) ? textOf(given, key) : '');

function booleanOf(given: Given, key: FactName, neutral: boolean): boolean {
  if (!given.has(key)) return neutral;
  const value = given.get(key);
  if (typeof value !== 'boolean')
    refuse(key, `\`${key}\` is true or false, not ${kindOf(value)}`, 'without quotes');
  return value;
}

function integerOf(given: Given, key: FactOfKind<'integer'>): number {
  const { min, max, neutral } = FACTS[key];
  if (!given.has(key)) return neutral;
  const value = given.get(key);
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    refuse(key, `\`${key}\` is a whole number from ${min} to ${max}`);
  // -0 is 0.
  return value + 0;
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

function refuse(fact: string | null, message: string, help?: string): never {
  const details = fact === null ? {} : { details: { fact } };
  const failed = fail('policy.bad-request', message, { ...(help === undefined ? {} : { help }), ...details });
  throw new BadRequest(failed.error);
}

/** The first key that stands twice in one object of valid JSON text, `null` if there is none. */
function repeatedKey(json: string): string | null {
  const open: (Set<string> | null)[] = [];
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (token.endsWith(':')) {
      const key: unknown = JSON.parse(token.slice(0, -1).trimEnd());
      const keys = open.at(-1);
      if (keys === undefined || keys === null || typeof key !== 'string') continue;
      if (keys.has(key)) return key;
      keys.add(key);
    }
  }
  return null;
}
