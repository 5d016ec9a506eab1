// One request turned into a rule for all that are like it, in the text of the lowest document. Pure; comments and everything else stay.
// INVARIANT: it is a draft: what it changes is shown beside it, and the gateway checks it anew before anybody confirms it.
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import { holds } from '#policy/engine/documents/condition.ts';
import { testName, testsText } from '#policy/tools/suggest/suggestion-text.ts';
import type { NamedText, RuleAnswer, RuleQuestion } from './policy-check.ts';

type Draft = {
  readonly id: string;
  readonly rule: string;
  readonly tests: string;
  /** Ids of entries that speak of everything but this. */
  readonly excepts: readonly string[];
};
type Inserted = Extract<RuleAnswer, { readonly text: string }>;

/** What questions are alike by: who wants what, where, in which browser. */
const ALIKE = ['capability', 'host', 'initiator', 'executor'] as const satisfies readonly FactName[];
/** Of where a name leads only what is on the internet is meant where nothing is said. */
const alikeIn = ({ capability }: PolicyFacts): readonly FactName[] =>
  capability.startsWith('NAVIGATE') ? [...ALIKE, 'addressClass'] : ALIKE;

/** `upper`: the documents above it, in their order. `text`: of the lowest one. */
export function ruleDrafted(
  policy: CompiledPolicy,
  upper: readonly NamedText[],
  { file, text }: NamedText,
  { decision, gate }: Pick<RuleQuestion, 'decision' | 'gate'>,
  today: string,
): RuleAnswer {
  const { facts } = gate;
  if (facts.host === '') return { text: null, against: ['without a site it would be a rule for every site'] };
  const masking = decision === 'DENY' ? [] : masksOf(policy, facts);
  const drafted = inserted(text, draftOf(decision, gate, text, masking));
  const { policy: changed, findings } = checkPolicy([...upper, { file, text: drafted.text }], { today });
  if (changed === null)
    return {
      text: null,
      against: findings.map(({ message }) => message),
    };
  const made = changed.decide({ ...facts, elementName: '' });
  return made.decision === decision
    ? drafted
    : { text: null, against: made.because.map(({ entry, reason }) => `${entry}: ${reason}`) };
}

/** Entries of the lowest document that speak here and are more severe than ALLOW: each has to except what is allowed. */
const masksOf = (policy: CompiledPolicy, facts: PolicyFacts): readonly string[] =>
  (policy.stack.layers.at(-1)?.rules ?? [])
    .filter((rule) => (rule.cells[0]?.severity ?? 0) > 0 && holds(rule.scope, facts))
    .map(({ id }) => id);

function draftOf(
  decision: RuleQuestion['decision'],
  { facts, place }: RuleQuestion['gate'],
  text: string,
  excepts: readonly string[],
): Draft {
  const box = new Map(
    alikeIn(facts).flatMap((name) => (facts[name] === '' ? [] : [[name, [facts[name]]] as const])),
  );
  const verb = decision === 'ALLOW' ? 'allow' : 'refuse';
  const id = freeId(
    text,
    `${verb}-${facts.capability}-${facts.host}`.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-'),
  );
  const lines = [...box].map(([name, [value]]) => `      ${name}: ${String(value)}\n`);
  const reason = `A person ${verb}s questions like this one each time.`;
  return {
    id,
    rule: `  - id: ${id}\n    decision: ${decision}\n    when:\n${lines.join('')}    reason: ${reason}\n`,
    tests: testsText([
      {
        name: testName(facts, decision === 'ALLOW' ? 'is allowed' : 'is refused', place),
        facts: { ...facts, elementName: '' },
        expect: decision,
      },
    ]),
    excepts,
  };
}

function freeId(text: string, id: string): string {
  const isTaken = (one: string): boolean =>
    new RegExp(`^\\s*-\\s+id:\\s*${RegExp.escape(one)}\\s*$`, 'mu').test(text);
  let free = id;
  for (let count = 2; isTaken(free); count += 1) free = `${id}-${count}`;
  return free;
}

function inserted(text: string, { id, rule, tests, excepts }: Draft): Inserted {
  const box = boxOf(rule);
  const excepted = excepts.reduce((held, one) => withExcept(held, one, box), text);
  const next = under(excepted, /^rules:[ \t]*(?:#.*)?$/mu, rule, `rules:\n${rule}`);
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

/** The `when` of a rule as one line. */
const boxOf = (rule: string): string =>
  `{ ${[...rule.matchAll(/^ {6}(\S+: .+)$/gmu)].map(([, pair]) => pair).join(', ')} }`;

/** The entry speaks of everything but the box. */
function withExcept(text: string, id: string, box: string): string {
  const entry = new RegExp(`^([ \\t]*)- id:[ \\t]*["']?${RegExp.escape(id)}["']?[ \\t]*$`, 'mu').exec(text);
  if (entry === null) return text;
  const indent = entry[1] ?? '';
  const start = entry.index + entry[0].length;
  const end = new RegExp(`^(?:${indent}- |\\S)`, 'mu').exec(text.slice(start));
  const block = end === null ? text.slice(start) : text.slice(start, start + end.index);
  const listed = new RegExp(`^${indent}  except:[ \\t]*$`, 'mu').exec(block);
  const item = `\n${indent}    - ${box}`;
  const at = listed === null ? start : start + listed.index + listed[0].length;
  return `${text.slice(0, at)}${listed === null ? `\n${indent}  except:` : ''}${item}${text.slice(at)}`;
}
