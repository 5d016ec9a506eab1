// The text of policy/engine/deciding/steady-facts.ts: every fact that is read together, written out by name, since the decider is
// measured in nanoseconds and a name is read faster than a place in a list.
import { FACTS, FACT_NAMES } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';

const STEADY = FACT_NAMES.filter((fact) => FACTS[fact].read === 'TOGETHER');
const kindOf = (fact: FactName): string => FACTS[fact].kind;
const MEMBERS = STEADY.filter((fact) => kindOf(fact) === 'enum');
const TEXTS = STEADY.filter((fact) => ['path', 'text', 'keyed'].includes(kindOf(fact)));
const among = (names: readonly FactName[]): readonly FactName[] =>
  STEADY.filter((fact) => names.includes(fact));
/** What a gateway says of the task, of whoever has it done and of the hour: these are not neutral, and stay for a while. */
const OF_TASK = among([
  'namedByUser',
  'initiator',
  'port',
  'principal',
  'channel',
  'team',
  'groups',
  'weekday',
  'hour',
  'allActs',
  'changes',
  'siteActs',
  'minuteActs',
  'elementActs',
  'downloads',
]);
/** What many acts say of their target and of what they send; of the other facts most keep their neutral value. */
const OF_TARGET = among([
  'addressClass',
  'tabPolicy',
  'sandbox',
  'scheme',
  'provenance',
  'contentOrigin',
  'contentPlace',
  'method',
  'purpose',
  'portClass',
  'targetReadable',
  'targetWritable',
]);
const SELDOM = STEADY.filter((fact) => !OF_TASK.includes(fact) && !OF_TARGET.includes(fact));
/** Truth values are compared first. */
const ordered = (facts: readonly FactName[]): readonly FactName[] => [
  ...facts.filter((fact) => kindOf(fact) === 'boolean'),
  ...facts.filter((fact) => kindOf(fact) !== 'boolean'),
];
const together = (facts: readonly FactName[], other: (fact: FactName) => string): string =>
  ordered(facts)
    .map((fact) => `facts.${fact} === ${other(fact)}`)
    .join(' &&\n  ');
/** Written out: what a value is compared with is then part of the code. */
const neutral = (fact: FactName): string => JSON.stringify(FACTS[fact].neutral).replaceAll('"', "'");
const isNeutral = (name: string, facts: readonly FactName[]): string => `
const is${name}Neutral = (facts: Values): boolean =>
  ${together(facts, neutral)};
`;
const isSame = (name: string, facts: readonly FactName[]): string => `
const is${name}Same = (facts: Values, last: Values): boolean =>
  ${together(facts, (fact) => `last.${fact}`)};
`;
/** One of the first values is no value of its fact: whatever comes first is read. */
const NEVER_READ = STEADY.find((fact) => kindOf(fact) === 'integer');

const lines = (line: (fact: FactName) => string): string => STEADY.map((fact) => `${line(fact)}\n`).join('');

/** How a value becomes a number, `-1` for what is none of its fact. */
function numberOf(fact: FactName): string {
  const { kind } = FACTS[fact];
  switch (kind) {
    case 'enum':
      return `${fact}Of(${fact})`;
    case 'boolean':
      return `booleanOf(${fact})`;
    case 'integer':
      return `countOf(${fact}, FACTS.${fact}.max)`;
    case 'path':
    case 'keyed':
    case 'text':
      return `this.#${fact}.of(${fact})`;
    case 'host':
      throw new TypeError(`the host is read alone, and \`${fact}\` is one`);
  }
}

export const steadyFactsSource =
  (): string => `// Generated from the rows of fact-table.ts: \`node test/policy/generate-facts.ts\`, then oxfmt.
// The facts of a request that stay the same from one request to the next, read together by the decider: one comparison each
// while they do. INVARIANT: a value that is not one of its fact's makes the request malformed and changes nothing here.
import type { DecideTables } from './decide-tables.ts';
import { FACTS } from '#policy/language/fact-table.ts';
import type { FactName } from '#policy/language/fact-table.ts';
import type { PolicyFacts } from '#policy/language/facts.ts';
import { booleanOf, countOf, indexOf } from './member-index.ts';
import { readerOf } from './open-reader.ts';
import type { OpenReader } from './open-reader.ts';
import { factIndex } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';

${MEMBERS.map((fact) => `const ${fact}Of = indexOf(FACTS.${fact});`).join('\n') + '\n\n'}/** In the order in which \`#read\` gives their numbers. */
export const STEADY_FACTS = [
${lines((fact) => `  '${fact}',`)}] as const satisfies readonly FactName[];
const INDEX = STEADY_FACTS.map(factIndex);

/** Combinations that are told apart; forgotten all at once when there are more. */
const MAX_COMBINATIONS = 4096;
/** A number, as its fact's values are: comparing them stays comparing numbers. */
const NOT_READ = -1;

/** As a caller hands them over: they need not be what their types say. */
type Values = Readonly<Record<(typeof STEADY_FACTS)[number], unknown>>;

// What a value is compared with stands in the code where it is the neutral one: that takes a quarter of the time.
${isSame('Task', OF_TASK)}${isNeutral('Target', OF_TARGET)}${isSame('Target', OF_TARGET)}${isNeutral('Rest', SELDOM)}${isSame('Rest', SELDOM)}
export class SteadyFacts {
  readonly #tables: DecideTables;
  readonly #raw: Int32Array;
${TEXTS.map((fact) => `  readonly #${fact}: OpenReader;\n`).join('')}  readonly #numbers = new Map<number, number>();
  /**
   * Texts from the start, and as they are written in requests: what is compared are then addresses. One of the first ones is no
   * value of its fact: whatever comes first is read.
   */
  readonly #last: { -readonly [name in keyof Values]: unknown } = {
${lines((fact) => `    ${fact}: ${fact === NEVER_READ ? 'NOT_READ' : `FACTS.${fact}.neutral`},`)}  };
  #isTargetNeutral = false;
  #isRestNeutral = false;
  #number = -1;
  #next = 1;

  /** \`raw\`: where the numbers of the values are kept, by fact. Nobody else writes those of these facts. */
  constructor(tables: DecideTables, space: Space, raw: Int32Array) {
    this.#tables = tables;
    this.#raw = raw;
${TEXTS.map((fact) => `    this.#${fact} = readerOf('${fact}', space);\n`).join('')}  }

  /**
   * The number of the classes of their values, \`-1\` where one is malformed. Numbers are not used again: equal ones are
   * equal classes, whatever was forgotten in between.
   */
  of(facts: PolicyFacts): number {
    const last = this.#last;
    return isTaskSame(facts, last) &&
      (this.#isTargetNeutral ? isTargetNeutral(facts) : isTargetSame(facts, last)) &&
      (this.#isRestNeutral ? isRestNeutral(facts) : isRestSame(facts, last))
      ? this.#number
      : this.#read(facts);
  }

  #read(facts: PolicyFacts): number {
    // Each is read once: what is looked at is what is kept.
    const {
${lines((fact) => `      ${fact},`)}    } = facts;
    const values = [
${lines((fact) => `      ${numberOf(fact)},`)}    ];
    if (values.some((value) => value < 0)) return -1;
    let code = 0;
    for (let index = 0; index < values.length; index++) {
      const fact = INDEX[index] ?? 0;
      const value = values[index] ?? 0;
      this.#raw[fact] = value;
      code += this.#tables.codeOf[fact]?.[value] ?? 0;
    }
    const last = this.#last;
${lines((fact) => `    last.${fact} = ${fact};`)}    this.#isTargetNeutral = isTargetNeutral(last);
    this.#isRestNeutral = isRestNeutral(last);
    this.#number = this.#numbers.get(code) ?? this.#intern(code);
    return this.#number;
  }

  #intern(code: number): number {
    if (this.#numbers.size >= MAX_COMBINATIONS) this.#numbers.clear();
    const number = this.#next++;
    this.#numbers.set(code, number);
    return number;
  }
}
`;
