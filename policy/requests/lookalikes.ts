// Hosts that a person takes for another one: letters that look alike, a hyphen put in, one character changed, added, left out or
// moved. INVARIANT: near-linear: a name is found by what is left of it with one character taken out, never by comparing all.
import { parse } from 'tldts';
import { unicodeHost } from './punycode.ts';

export type Lookalike = {
  /** The other host, as it was given. */
  readonly host: string;
  /** `one character apart`, or what is put for what. */
  readonly why: string;
  /** Of the two this one is the likelier imitation. */
  readonly imitates: boolean;
  /** The other one is. */
  readonly isImitated: boolean;
};

type Name = {
  readonly host: string;
  /** Registrable domain, and its part before the public suffix, as people see them. */
  readonly domain: string;
  readonly label: string;
  readonly suffix: string;
};

/** Below this length nearly every name is one character from another. */
const MIN_EDITED_CHARACTERS = 5;
const MIN_ALIKE_CHARACTERS = 4;
/** Written for one another where a reader does not look twice. Longer ones first. */
const CONFUSED: readonly (readonly [string, string])[] = [
  ['rn', 'm'],
  ['vv', 'w'],
  ['cl', 'd'],
  ['0', 'o'],
  ['1', 'l'],
  ['i', 'l'],
  ['3', 'e'],
  ['5', 's'],
  ['-', ''],
];

export class Lookalikes {
  readonly #skeletons = new Map<string, Name[]>();
  readonly #shorter = new Map<string, Name[]>();
  readonly #suffixes = new Map<string, Name[]>();
  readonly #domains = new Set<string>();

  /** Canonical hosts; a wildcard by the host that it stands below. */
  constructor(hosts: Iterable<string>) {
    for (const host of hosts) {
      const name = nameOf(host);
      if (name === null || this.#domains.has(name.domain)) continue;
      this.#domains.add(name.domain);
      put(this.#skeletons, skeletonOf(name.label), name);
      put(this.#suffixes, name.label, name);
      for (const text of withoutOne(name.label)) put(this.#shorter, text, name);
    }
  }

  /** A host of the index that this one may be taken for; `null` for itself, its subdomains, and whatever is just another name. */
  of(host: string): Lookalike | null {
    const own = nameOf(host);
    if (own === null) return null;
    for (const other of this.#candidates(own)) {
      const why = alike(own, other);
      const odds = oddity(own) - oddity(other);
      if (why !== null) return { host: other.host, why, imitates: odds > 0, isImitated: odds < 0 };
    }
    return null;
  }

  /** Whether the index has a host of the same site. */
  has(host: string): boolean {
    const own = nameOf(host);
    return own !== null && this.#domains.has(own.domain);
  }

  *#candidates(own: Name): Iterable<Name> {
    yield* this.#skeletons.get(skeletonOf(own.label)) ?? [];
    yield* this.#suffixes.get(own.label) ?? [];
    for (const text of withoutOne(own.label)) yield* this.#shorter.get(text) ?? [];
  }
}

/** `null` for addresses, single labels and public suffixes: they are no site of anybody. */
function nameOf(host: string): Name | null {
  const { domain, domainWithoutSuffix, publicSuffix, isIp } = parse(host, { allowPrivateDomains: true });
  if (isIp === true || domain === null || domainWithoutSuffix === null || publicSuffix === null) return null;
  return {
    host,
    domain,
    label: unicodeHost(domainWithoutSuffix),
    suffix: publicSuffix,
  };
}

/** Why one name may be taken for the other; `null` where nobody would, or where they are one site's. */
function alike(own: Name, other: Name): string | null {
  if (own.domain === other.domain) return null;
  if (own.label === other.label) return suffixAlike(own.suffix, other.suffix);
  const shorter = Math.min(own.label.length, other.label.length);
  const isAscii = /^[ -~]*$/u.test(own.label + other.label);
  if (isNumbered(own.label, other.label)) return null;
  if (shorter >= MIN_ALIKE_CHARACTERS && skeletonOf(own.label) === skeletonOf(other.label))
    return `\`${own.label}\` is written so that it reads like \`${other.label}\``;
  if ((isAscii && shorter < MIN_EDITED_CHARACTERS) || shorter < 2) return null;
  return editBetween(own.label, other.label);
}

const WORLDWIDE: readonly string[] = ['com', 'net', 'org'];

/** The same name in two countries is mostly the same owner's; `.co` and `.cm` are where `.com` is mistyped. */
function suffixAlike(own: string, other: string): string | null {
  const wide = WORLDWIDE.includes(own) !== WORLDWIDE.includes(other);
  const edit = wide ? editBetween(own, other) : null;
  return edit === null ? null : `\`.${own}\` is \`.${other}\` mistyped: ${edit}`;
}

/** `cdn1` and `cdn2` are one owner's rows. */
function isNumbered(own: string, other: string): boolean {
  const bare = (text: string): string => text.replaceAll(/\d+/gu, '#');
  return /\d/u.test(own) && bare(own) === bare(other);
}

function skeletonOf(label: string): string {
  let text = label;
  for (const [from, to] of CONFUSED) text = text.replaceAll(from, to);
  return text;
}

/** How much of a name is put for something else: of two that are alike, the odder one is the imitation. */
function oddity(name: Name): number {
  const { label } = name;
  const mixed = (label.match(/\d/gu) ?? []).length * 2 + (label.match(/-/gu) ?? []).length * 2;
  const pairs = (label.match(/rn|vv|cl/gu) ?? []).length;
  const foreign = /^[ -~]*$/u.test(label) ? 0 : 4;
  return mixed + pairs + foreign + (WORLDWIDE.includes(name.suffix) ? 0 : 1);
}

/** The text, and the text with each of its characters taken out. */
function withoutOne(text: string): ReadonlySet<string> {
  const characters = [...text];
  return new Set([text, ...characters.map((_, at) => characters.toSpliced(at, 1).join(''))]);
}

/** What one step makes of one text the other; `null` where it takes more. */
export function editBetween(own: string, other: string): string | null {
  const [a, b] = [[...own], [...other]];
  if (own === other || Math.abs(a.length - b.length) > 1) return null;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  const rest = (text: readonly string[], from: number): string => text.slice(from).join('');
  if (a.length > b.length) return rest(a, at + 1) === rest(b, at) ? `\`${a[at] ?? ''}\` is added` : null;
  if (a.length < b.length) return rest(a, at) === rest(b, at + 1) ? `\`${b[at] ?? ''}\` is left out` : null;
  if (rest(a, at + 1) === rest(b, at + 1)) return `\`${a[at] ?? ''}\` stands for \`${b[at] ?? ''}\``;
  const swapped = a[at] === b[at + 1] && a[at + 1] === b[at] && rest(a, at + 2) === rest(b, at + 2);
  return swapped ? `\`${a[at] ?? ''}\` and \`${b[at] ?? ''}\` have changed places` : null;
}

function put(map: Map<string, Name[]>, key: string, name: Name): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [name]);
  else list.push(name);
}
