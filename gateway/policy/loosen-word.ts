// What a change opens, in words, and what a person types to take a loosening upon themselves. INVARIANT: no host and no condition that is
// opened is left out, and the word to type is never narrower than what is opened.
import { parse } from 'tldts';
import { severityOf } from '#policy/engine/documents/decision-words.ts';
import { FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import { visibleLine } from '#policy/language/failure.ts';
import { guardsIn } from '#policy/tools/gate/compare-decisions.ts';
import type { Comparison, DecisionChange } from '#policy/tools/gate/compare-decisions.ts';
import { regionInWords } from '#policy/tools/compare/region.ts';

/** Where no site says what is opened: nothing is in force to compare with, or the comparison is not proved. */
export const LOOSEN_WORD = 'loosen';
const GUARDS_WORD = 'loosen guards';
const EVERY_SITE = 'every site';
/** Every host, or every host but some; `any.example` is a host like others. */
const ANY = /^any(?= except |$)/u;
const EXCEPT = / except .*$/u;

/** What loosens, the least severe decision first; of those alike, what is opened on more sites. */
export const loosenedIn = (changes: readonly DecisionChange[]): readonly DecisionChange[] =>
  changes
    .filter(({ direction }) => direction === 'LOOSENED')
    .toSorted(
      (a, b) =>
        Number(a.about !== 'decision') - Number(b.about !== 'decision') ||
        severityOf(a.to) - severityOf(b.to) ||
        Number(opensEvery(b)) - Number(opensEvery(a)),
    );

const hostsOf = ({ region }: DecisionChange): readonly string[] => (region['host'] ?? ['any']).map(String);
const opensEvery = (change: DecisionChange): boolean => hostsOf(change).some((host) => ANY.test(host));

/** `account.test, below shop.test`; `every site`. */
export const hostsInWords = (change: DecisionChange): string =>
  hostsOf(change)
    .map((host) => host.replace(ANY, EVERY_SITE))
    .join(', ');

/** `initiator PAGE; folder "/srv/in"`: what a policy's author wrote is quoted, so that it does not read as ours. */
export function conditionsInWords({ region }: DecisionChange): string {
  const { host: _host, ...conditions } = region;
  return Object.entries(conditions)
    .map(([fact, values]) => {
      const name = FACT_NAMES.find((one) => one === fact);
      const kind = name === undefined ? null : factSpec(name).kind;
      return kind === 'path' || kind === 'text' || kind === 'keyed'
        ? `${fact} ${values.map((value) => JSON.stringify(visibleLine(String(value)))).join(', ')}`
        : regionInWords({ [fact]: values });
    })
    .join('; ');
}

/** In the place of rows, where the comparison is not proved. */
export const notComparedInWords = ({ fact }: { readonly fact: string }): string =>
  `not proved: the fact \`${fact}\` made the comparison too large; it may loosen anything`;

export function wordToLoosen(compared: Comparison | null): string {
  if (compared === null || !compared.proven) return LOOSEN_WORD;
  // What guarded the policy was there for every edit after this one.
  if (guardsIn(compared).length > 0) return GUARDS_WORD;
  const hosts = loosenedIn(compared.changes).flatMap(hostsOf);
  if (hosts.some((host) => ANY.test(host))) return EVERY_SITE;
  const [first, ...others] = [...new Set(hosts.map(siteOf))];
  if (first === undefined) return LOOSEN_WORD;
  if (first === EVERY_SITE || others.includes(EVERY_SITE)) return EVERY_SITE;
  if (others.length > 0) return `${others.length + 1} sites`;
  const names = [...new Set(hosts.map(nameIn))];
  return names.length === 1 ? (names[0] ?? first) : first;
}

/** `below shop.test except a.shop.test` as `shop.test`. */
const nameIn = (host: string): string =>
  host
    .replace(EXCEPT, '')
    .replace(/ and below$/u, '')
    .replace(/^below /u, '');

/** The registrable domain; of everything below a public suffix, that it is everything. */
function siteOf(host: string): string {
  const name = nameIn(host);
  const { domain } = parse(name, { allowPrivateDomains: true });
  return domain ?? (name === host.replace(EXCEPT, '') ? name : EVERY_SITE);
}
