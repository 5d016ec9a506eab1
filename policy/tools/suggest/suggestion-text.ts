// A suggestion as text of a document: its rule, and tests that say what it is for and where it ends.
import { FACTS, FACT_NAMES, factSpec } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import type { RequestBox } from './request-box.ts';
import type { Wanted } from './wanted.ts';

export type SuggestedTest = {
  readonly name: string;
  readonly facts: PolicyFacts;
  readonly expect: BrowserDecision;
};

/** `taken`: ids that the document has already. */
export function ruleId(box: RequestBox, taken: ReadonlySet<string>): string {
  const [host = '', ...more] = (box.get('host') ?? []).map(String);
  const about = [
    ...(box.get('capability') ?? []),
    host.replace('*', 'below'),
    more.length > 0 ? 'and-more' : '',
  ];
  const id = `allow-${about.join('-').toLowerCase()}`
    .replaceAll(/[^a-z0-9]+/gu, '-')
    .slice(0, 60)
    .replace(/-+$/u, '');
  let free = id;
  for (let count = 2; taken.has(free); count += 1) free = `${id}-${count}`;
  return free;
}

/** One entry of `rules`, as YAML. */
export function ruleText(id: string, box: RequestBox, reason: string): string {
  const when = FACT_NAMES.flatMap((name) => {
    const values = box.get(name);
    return values === undefined ? [] : [`      ${name}: ${listed(values)}\n`];
  });
  return `  - id: ${id}\n    decision: ALLOW\n    when:\n${when.join('')}    reason: ${JSON.stringify(reason)}\n`;
}

/** Entries of `tests.cases`, as YAML. */
export function testsText(tests: readonly SuggestedTest[]): string {
  return tests
    .map(({ name, facts, expect }) => {
      const given = FACT_NAMES.filter((fact) => isSaid(fact, facts)).map(
        (fact) => `${fact}: ${scalar(facts[fact])}`,
      );
      return `    - name: ${JSON.stringify(name)}\n      with: { ${given.join(', ')} }\n      expect: ${expect}\n`;
    })
    .join('');
}

/** A document that is nothing but the suggestion, below `parent`. */
export const documentText = (parent: string, rule: string, tests: readonly SuggestedTest[]): string =>
  `policy: 1\nid: suggestion\nextends: { id: ${JSON.stringify(parent)} }\nrules:\n${rule}${
    tests.length === 0 ? '' : `tests:\n  cases:\n${testsText(tests)}`
  }`;

export function reasonFor(requests: readonly Wanted[]): string {
  const times = requests.reduce((sum, one) => sum + one.times, 0);
  const places = [...new Set(requests.flatMap((one) => one.places))];
  const shown = places.slice(0, 3).join(', ') + (places.length > 3 ? ` and ${places.length - 3} more` : '');
  const how = requests.every(({ answer }) => answer === 'GRANTED') ? 'Approved' : 'Wanted';
  return `${how} ${times === 1 ? 'once' : `${times} times`} (${shown}).`;
}

export const testName = (facts: PolicyFacts, what: string, place: string): string =>
  `${facts.capability}${facts.host === '' ? '' : ` at ${facts.host}`}${facts.path === '/' ? '' : facts.path} ${what} (${place})`.slice(
    0,
    300,
  );

/** Facts that follow from others, or that nothing was said of, are left to their neutral values. */
function isSaid(fact: FactName, facts: PolicyFacts): boolean {
  if (FACTS[fact].suggests === 'PAGE') return false;
  const derived =
    fact === 'origin' ||
    fact === 'addressClass' ||
    fact === 'scheme' ||
    fact === 'portClass' ||
    fact === 'port';
  return derived || facts[fact] !== factSpec(fact).neutral;
}

const listed = (values: readonly (string | boolean)[]): string => {
  const [first, ...more] = values.map(scalar);
  return more.length === 0 ? (first ?? '[]') : `[${[first, ...more].join(', ')}]`;
};

/** Plain where YAML reads it as the same text. */
export const scalar = (value: string | boolean | number): string =>
  typeof value === 'string' &&
  (!/^[A-Za-z/][\w./-]*$/u.test(value) || /^(?:true|false|null|yes|no)$/iu.test(value))
    ? JSON.stringify(value)
    : String(value);
