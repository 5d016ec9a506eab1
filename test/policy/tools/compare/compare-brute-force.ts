// The difference of two policies the slow way: every class of requests, one by one, each decided by both.
import { addressInWords, groupsInWords, queryInWords, starredPathInWords } from './words-of-texts.ts';
import { foldUnicode } from '#policy/requests/url-parts/path-case.ts';
import { refine } from '#policy/tools/compare/refinement.ts';
import type { DiffRow, PolicyDiff } from '#policy/tools/compare/diff.ts';
import { MAX_CELLS } from '#policy/engine/compile/layout.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { leafValue } from '#policy/engine/space/node.ts';
import { FACT_NAMES } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { factsOfValues } from '#policy/requests/request.ts';
import { pathUnder } from '#policy/requests/url-parts/paths.ts';
import { FACT_COUNT, HOST_INDEX, factIndex } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';
import { BROWSER_CAPABILITIES, BROWSER_DECISIONS, ORIGIN_RELATIONS } from '#policy/language/vocabulary.ts';

const rank = (decision: string): number => BROWSER_DECISIONS.findIndex((one) => one === decision);

/** Whether a host is in what a row says of hosts. */
export function hostInWords(words: readonly string[], host: string): boolean {
  const inOne = (base: string): boolean => {
    if (base === 'any') return true;
    if (base.startsWith('below ')) return host.endsWith(`.${base.slice('below '.length)}`);
    if (!base.endsWith(' and below')) return host === base;
    const at = base.slice(0, -' and below'.length);
    return host === at || host.endsWith(`.${at}`);
  };
  return words.some((one) => {
    const [base = '', except] = one.split(' except ');
    return inOne(base) && except?.split(' and ').some(inOne) !== true;
  });
}

export function inRegion(row: DiffRow, facts: PolicyFacts): boolean {
  return FACT_NAMES.every((name) => memberOf(row, name, facts[name]));
}

export function memberOf(row: DiffRow, name: string, value: string | number | boolean): boolean {
  const values = row.region[name];
  if (values === undefined) return true;
  if (name === 'host') return hostInWords(values.map(String), String(value));
  const words = values.map(String);
  // A star, or a case of one segment, is told place by place.
  const starred = words.some((word) => /^(?:not )?\/(?:.*\/)?(?:\*|any (?:ASCII )?case of )/u.test(word));
  if (name === 'path' && !starred) return pathInWords(words, String(value));
  if (name === 'path' || name === 'folder' || name === 'fragment')
    return starredPathInWords(words, String(value));
  if (name === 'query') return queryInWords(words, String(value));
  if (name === 'groups') return groupsInWords(words, String(value));
  if (name === 'address') return addressInWords(words, String(value));
  if (PLAIN.has(name)) return textInWords(words, String(value));
  return values.includes(value);
}

/** Texts that are compared whole. */
const PLAIN: ReadonlySet<string> = new Set([
  'endpoint',
  'port',
  'elementId',
  'elementTestId',
  'principal',
  'team',
  'contentHost',
]);

const textInWords = (words: readonly string[], text: string): boolean =>
  words.includes(text) || (words.includes('any') && !words.includes(`not ${text}`));

/** `/Admin`, `any ASCII case of /a`, `any case of /a #and any ASCII case of /b #below /Admin`. */
const PATH_WORDS =
  /^(?<not>not )?(?:(?<exact>\/[^#]*)|(?:any case of (?<unicode>[^#]+?))?(?: #and )?(?:any ASCII case of (?<ascii>[^#]+?))?(?: #below (?<below>.+))?)$/u;

/** The narrowest pattern as the path is written, below that the narrowest by A to Z, below that the narrowest in any case. */
function pathInWords(words: readonly string[], path: string): boolean {
  const all = words
    .filter((word) => word !== 'any')
    .map((word) => {
      const found = PATH_WORDS.exec(word)?.groups;
      if (found === undefined) throw new Error(`no words of a path: ${word}`);
      const { not, exact, ascii = '', unicode = '', below = '' } = found;
      return { exact: exact ?? below, ascii, unicode, inside: not === undefined };
    });
  type Words = (typeof all)[number];
  const small = path.replaceAll(/%[0-9A-F]{2}|[A-Z]/g, (part) =>
    part.length > 1 ? part : part.toLowerCase(),
  );
  const narrowest = (list: readonly Words[], of: (one: Words) => string, text: string): Words | undefined =>
    list.filter((one) => pathUnder(of(one), text)).toSorted((a, b) => of(b).length - of(a).length)[0];
  const written = narrowest(
    all.filter((one) => one.ascii === '' && one.unicode === '' && one.exact !== ''),
    (one) => one.exact,
    path,
  );
  const here = all.filter((one) => one.exact === (written?.exact ?? ''));
  const byAscii = narrowest(
    here.filter((one) => one.ascii !== '' && one.unicode === ''),
    (one) => one.ascii,
    small,
  );
  const byUnicode = narrowest(
    here.filter((one) => one.ascii === (byAscii?.ascii ?? '') && one.unicode !== ''),
    (one) => one.unicode,
    foldUnicode(path),
  );
  return byUnicode?.inside ?? byAscii?.inside ?? written?.inside ?? words.includes('any');
}

/** The request with the name that stands for its class of names: rows list one name of every class. */
export function atNameClass(facts: PolicyFacts, space: Space): PolicyFacts {
  const witnessOf = (name: 'elementName' | 'value'): string => {
    const fact = factIndex(name);
    return String(space.witness(fact, space.classOf(fact, facts[name])));
  };
  return { ...facts, elementName: witnessOf('elementName'), value: witnessOf('value') };
}

export function envelopeAt(policy: CompiledPolicy, facts: PolicyFacts): number {
  let id = policy.envelopeNode;
  while (id >= 0) {
    const fact = policy.diagram.factOf(id);
    const name = FACT_NAMES[fact] ?? 'host';
    const own =
      fact === HOST_INDEX ? policy.space.hosts.classOf(facts.host) : policy.space.classOf(fact, facts[name]);
    id = policy.diagram.childrenOf(id)[own] ?? -1;
  }
  return leafValue(id);
}

export function sizeOfRefinement(space: Space): number {
  return space.counts.reduce((size, count) => size * count, 1);
}

/** What a request undergoes, by the decisions alone: `[decision or terms, envelope]`, `null` where nothing changes. */
export function changesAt(
  old: CompiledPolicy,
  renewed: CompiledPolicy,
  facts: PolicyFacts,
): readonly [string | null, string | null] {
  const [before, after] = [old.decide(facts), renewed.decide(facts)];
  const terms = (one: typeof before): string =>
    JSON.stringify([
      one.violation,
      one.obligations,
      one.escalation?.timeoutSeconds,
      one.escalation?.approvers,
      one.escalation?.askOnce,
    ]);
  const own =
    before.decision !== after.decision
      ? `decision ${before.decision} ${after.decision}`
      : before !== after && terms(before) !== terms(after)
        ? `terms ${before.decision} ${after.decision}`
        : null;
  const [least, now] = [envelopeAt(old, facts), envelopeAt(renewed, facts)];
  const said = least === rank(before.decision) && now === rank(after.decision);
  const envelope =
    least === now || said ? null : `envelope ${BROWSER_DECISIONS[least]} ${BROWSER_DECISIONS[now]}`;
  return [own, envelope];
}

/** Navigations to another origin on the same one, and nothing else. */
function contradicts(at: Int32Array, space: Space): boolean {
  const isOnly = (name: 'capability' | 'origin', members: readonly string[], member: string): boolean =>
    members.filter((one) => space.classOf(factIndex(name), one) === at[factIndex(name)]).join() === member;
  return (
    isOnly('capability', BROWSER_CAPABILITIES, 'NAVIGATE_CROSS_ORIGIN') &&
    isOnly('origin', ORIGIN_RELATIONS, 'SAME_ORIGIN')
  );
}

export type BruteForce = { readonly differ: number; readonly wrong: readonly string[] };

/** Every class of the common refinement against the rows: what they miss, say twice or say wrongly. */
export function bruteForce(old: CompiledPolicy, renewed: CompiledPolicy, diff: PolicyDiff): BruteForce {
  const { space } = refine(old, renewed, MAX_CELLS);
  const rows = diff.rows.map((row) => ({
    row,
    key: `${row.about} ${row.from} ${row.to}`,
    left: row.classes,
    bits: FACT_NAMES.map((name, fact) =>
      Uint8Array.from({ length: space.counts[fact] ?? 1 }, (_, index) =>
        memberOf(row, name, space.witness(fact, index)) ? 1 : 0,
      ),
    ),
  }));
  const wrong: string[] = [];
  const at = new Int32Array(FACT_COUNT);
  const values: Record<string, unknown> = {};
  let differ = 0;
  const check = (facts: PolicyFacts): void => {
    const expected = changesAt(old, renewed, facts);
    const said = rows.filter(({ bits }) => bits.every((set, fact) => set[at[fact] ?? 0] === 1));
    for (const one of said) one.left -= 1n;
    // Nobody makes it: a row may hold it or not.
    if (contradicts(at, space)) return;
    if (expected.some((one) => one !== null)) differ += 1;
    const keys = said.map(({ key }) => key).toSorted();
    const wanted = expected.filter((one) => one !== null).toSorted();
    if (keys.join() !== wanted.join())
      wrong.push(`${JSON.stringify(facts)}: said [${keys.join()}], is [${wanted.join()}]`);
  };
  const walk = (fact: number): void => {
    if (fact === FACT_COUNT) {
      const facts = factsOfValues(values);
      if (!facts.ok) throw new Error(facts.error.message);
      check(facts.value);
      return;
    }
    for (let index = 0; index < (space.counts[fact] ?? 1); index++) {
      at[fact] = index;
      values[FACT_NAMES[fact] ?? 'host'] = space.witness(fact, index);
      walk(fact + 1);
    }
  };
  walk(0);
  for (const { row, left } of rows)
    if (left !== 0n) wrong.push(`${row.about} ${row.from} ${row.to}: ${left} classes too many`);
  return { differ, wrong };
}
