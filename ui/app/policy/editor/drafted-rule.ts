// One request turned into a rule that refuses all that are like it, in the text of the lowest document. Pure; comments and everything else
// stay. INVARIANT: it allows nothing, and it is a draft: what it changes is shown beside it, and the gateway checks it anew before anybody
// confirms it.
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { testName, testsText } from '#policy/tools/suggest/suggestion-text.ts';
import type { NamedText, RuleAnswer, RuleQuestion } from './policy-check.ts';

type Draft = { readonly id: string; readonly rule: string; readonly tests: string };
type Inserted = Extract<RuleAnswer, { readonly text: string }>;

/** What questions are alike by: who wants what, where, in which browser. */
const ALIKE = ['capability', 'host', 'initiator', 'executor'] as const satisfies readonly FactName[];
/** Of where a name leads only what is on the internet is meant where nothing is said. */
const alikeIn = ({ capability }: PolicyFacts): readonly FactName[] =>
  capability.startsWith('NAVIGATE') ? [...ALIKE, 'addressClass'] : ALIKE;

/** `upper`: the documents above it, in their order. `text`: of the lowest one. */
export function ruleDrafted(
  upper: readonly NamedText[],
  lowest: NamedText,
  gate: RuleQuestion['gate'],
  today: string,
): RuleAnswer {
  const { facts } = gate;
  const { text } = lowest;
  if (facts.host === '') return { text: null, against: ['without a site it would be a rule for every site'] };
  const drafted = inserted(text, draftOf(gate, text));
  const { policy: changed, findings } = checkPolicy([...upper, { ...lowest, text: drafted.text }], { today });
  if (changed === null) return { text: null, against: findings.map(({ message }) => message) };
  const made = changed.decide({ ...facts, elementName: '' });
  return made.decision === 'DENY'
    ? drafted
    : { text: null, against: made.because.map(({ entry, reason }) => `${entry}: ${reason}`) };
}

function draftOf({ facts, place }: RuleQuestion['gate'], text: string): Draft {
  const box = new Map(
    alikeIn(facts).flatMap((name) => (facts[name] === '' ? [] : [[name, [facts[name]]] as const])),
  );
  const id = freeId(
    text,
    `refuse-${facts.capability}-${facts.host}`.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-'),
  );
  const lines = [...box].map(([name, [value]]) => `      ${name}: ${String(value)}\n`);
  const reason = 'A person refuses questions like this one each time.';
  return {
    id,
    rule: `  - id: ${id}\n    decision: DENY\n    when:\n${lines.join('')}    reason: ${reason}\n`,
    tests: testsText([
      {
        name: testName(facts, 'is refused', place),
        facts: { ...facts, elementName: '' },
        expect: 'DENY',
      },
    ]),
  };
}

function freeId(text: string, id: string): string {
  const isTaken = (one: string): boolean =>
    new RegExp(`^\\s*-\\s+id:\\s*${RegExp.escape(one)}\\s*$`, 'mu').test(text);
  let free = id;
  for (let count = 2; isTaken(free); count += 1) free = `${id}-${count}`;
  return free;
}

function inserted(text: string, { id, rule, tests }: Draft): Inserted {
  const next = under(text, /^rules:[ \t]*(?:#.*)?$/mu, rule, `rules:\n${rule}`);
  return { rule: id, text: withTests(next, tests) };
}

function withTests(text: string, tests: string): string {
  if (tests === '') return text;
  const section = /^tests:[ \t]*(?:#.*)?$/mu.exec(text);
  if (section === null) return before(text, `tests:\n  cases:\n${tests}`);
  const cases = /^ {2}cases:[ \t]*(?:#.*)?$/mu.exec(text.slice(section.index));
  const at = section.index + (cases === null ? section[0].length : cases.index + cases[0].length);
  return `${text.slice(0, at)}\n${cases === null ? '  cases:\n' : ''}${tests.replace(/\n$/u, '')}${text.slice(at)}`;
}

/** As the first of its list; a list that is not there is begun before the tests. */
function under(text: string, section: RegExp, item: string, whole: string): string {
  const found = section.exec(text);
  if (found === null) return before(text, whole);
  const at = found.index + found[0].length;
  return `${text.slice(0, at)}\n${item.replace(/\n$/u, '')}${text.slice(at)}`;
}

function before(text: string, whole: string): string {
  const at = text.search(/^(?:tests|end):/mu);
  if (at === -1) return `${text.replace(/(?<!\n)\n*$/u, '\n\n')}${whole}`;
  return `${text.slice(0, at)}${whole}\n${text.slice(at)}`;
}
