// Kinds of requests as boxes of values, and the fewest boxes that hold the same requests. INVARIANT: two boxes become one only
// where they differ in one fact, so that nothing comes in that was in neither; hosts and paths alone are ever widened, by
// `widened`, and never beyond a registrable domain.
import { getDomain } from 'tldts';
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import { isWild, pathUnder } from '#policy/requests/url-parts/paths.ts';
import { isPinned } from './wanted.ts';
import type { Wanted } from './wanted.ts';

/** Values of each fact that is held; hosts and paths are patterns. */
export type RequestBox = ReadonlyMap<FactName, readonly (string | boolean)[]>;
export type Group = { readonly box: RequestBox; readonly requests: readonly Wanted[] };

/** More hosts of one domain than these are said by a pattern; more paths, by what they have in common. */
const MAX_LISTED = 4;

/** No host, folder or endpoint is no value that a rule could name, and `/` holds every path. */
const isNamed = (name: FactName, value: string | boolean | number): boolean =>
  value !== '' && !(name === 'path' && value === '/');

/** A path with a star of its own (`/orgs/%2A`) would be a pattern, of every organisation: no rule can name it. */
export const isNameable = ({ facts }: Pick<Wanted, 'facts'>): boolean =>
  FACT_NAMES.every((name) => factSpec(name).kind !== 'path' || !isWild(String(facts[name])));

/** Of a request that `isNameable`. */
export function boxOf({ facts }: Pick<Wanted, 'facts'>): RequestBox {
  return new Map(
    FACT_NAMES.flatMap((name): [FactName, readonly (string | boolean)[]][] => {
      const value = facts[name];
      return isPinned(name) && typeof value !== 'number' && isNamed(name, value) ? [[name, [value]]] : [];
    }),
  );
}

/** Whether a value of a box, which may be a pattern, holds a value of a request. */
export const holdsValue = (
  name: FactName,
  held: string | boolean,
  value: string | boolean | number,
): boolean => (name === 'path' ? pathUnder(String(held), String(value)) : held === value);

/** Requests of one kind: who wants what, what is decided on it, and what a person said of it. */
export function groupsOf(wanted: readonly Wanted[]): readonly Group[] {
  const kinds = new Map<string, Wanted[]>();
  for (const one of wanted) {
    const { capability, initiator, provenance } = one.facts;
    const kind = [capability, initiator, provenance, one.decision, one.answer].join(' ');
    kinds.set(kind, [...(kinds.get(kind) ?? []), one]);
  }
  return [...kinds.values()].flatMap((kind) =>
    merge(kind.map((one) => ({ box: boxOf(one), requests: [one] }))),
  );
}

/** Hosts first, then paths, then what else there is; until no two of them differ in one fact alone. */
function merge(groups: readonly Group[]): readonly Group[] {
  const [first] = groups;
  const told = FACT_NAMES.filter((name) => groups.some(({ box }) => !alike(name, box, first?.box)));
  const order = [...told.filter((name) => name === 'host' || name === 'path'), ...told];
  let merged = groups;
  for (let size = Number.POSITIVE_INFINITY; merged.length < size;) {
    size = merged.length;
    for (const fact of order) merged = mergedBy(fact, told, merged);
  }
  return merged;
}

const alike = (name: FactName, a: RequestBox, b: RequestBox | undefined): boolean =>
  String(a.get(name)) === String(b?.get(name));

/** `told`: the facts in which the groups differ. */
function mergedBy(fact: FactName, told: readonly FactName[], groups: readonly Group[]): readonly Group[] {
  const merged = new Map<string, Group>();
  for (const group of groups) {
    const key = JSON.stringify(told.map((name) => (name === fact ? null : (group.box.get(name) ?? ''))));
    // A box that leaves the fact open holds all its values.
    const open = group.box.has(fact) ? key : `${key} any`;
    const known = merged.get(open);
    merged.set(open, known === undefined ? group : joined(fact, known, group));
  }
  return [...merged.values()];
}

function joined(fact: FactName, a: Group, b: Group): Group {
  const values = [...new Set([...(a.box.get(fact) ?? []), ...(b.box.get(fact) ?? [])])].toSorted(
    (one, other) => (String(one) < String(other) ? -1 : 1),
  );
  const box = new Map(a.box);
  if (values.length > 0) box.set(fact, fact === 'path' ? topmost(values.map(String)) : values);
  return { box, requests: [...a.requests, ...b.requests] };
}

const topmost = (paths: readonly string[]): readonly string[] =>
  paths.filter((path) => !paths.some((other) => other !== path && pathUnder(other, path)));

/** The box with many hosts of one domain, and many paths, said by what they have in common; `null` where there are not so many. */
export function widened(box: RequestBox): RequestBox | null {
  const hosts = (box.get('host') ?? []).map(String);
  const paths = (box.get('path') ?? []).map(String);
  const wide = new Map(box);
  const patterns = hostPatterns(hosts);
  const common = paths.length > MAX_LISTED ? commonPath(paths) : null;
  if (patterns.length < hosts.length) wide.set('host', patterns);
  if (common !== null && common !== '/') wide.set('path', [common]);
  return patterns.length < hosts.length || (common !== null && common !== '/') ? wide : null;
}

/** `*.h` for more than a few hosts below one registrable domain, `h` their longest common part; every other host as it is. */
function hostPatterns(hosts: readonly string[]): readonly string[] {
  const domains = new Map<string, string[]>();
  for (const host of hosts) {
    const domain = getDomain(host, { allowPrivateDomains: true }) ?? host;
    domains.set(domain, [...(domains.get(domain) ?? []), host]);
  }
  return [...domains].flatMap(([domain, own]) => {
    const common = commonSuffix(own.filter((host) => host !== domain));
    if (own.length <= MAX_LISTED || !`.${common}`.endsWith(`.${domain}`)) return own;
    return [`*.${common}`, ...own.filter((host) => !host.endsWith(`.${common}`))];
  });
}

function commonSuffix(hosts: readonly string[]): string {
  const labels = hosts.map((host) => host.split('.').toReversed());
  const [first = []] = labels;
  // A strict suffix of each: a pattern does not hold the host that it is named after.
  const most = Math.min(...labels.map(({ length }) => length - 1));
  const length = first.findIndex((label, at) => at >= most || labels.some((one) => one[at] !== label));
  return first
    .slice(0, length < 0 ? most : length)
    .toReversed()
    .join('.');
}

function commonPath(paths: readonly string[]): string {
  const split = paths.map((path) => path.split('/'));
  const [first = []] = split;
  const length = first.findIndex((part, at) => split.some((one) => one[at] !== part));
  return first.slice(0, length < 0 ? first.length : length).join('/') || '/';
}
