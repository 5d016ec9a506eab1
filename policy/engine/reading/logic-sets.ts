// The sets of values that conditions in JSON Logic compare a fact with, each value checked against the fact's type.
import type { Condition, ValueSet } from '#policy/engine/documents/condition.ts';
import { displaySet } from '#policy/engine/documents/condition.ts';
import {
  DERIVED_FACTS,
  DISPLAY_MEMBERS,
  factSpec,
  isFactName,
  isOfStyle,
} from '#policy/language/fact-table.ts';
import type { FactName, FactSpec } from '#policy/language/fact-table.ts';
import { parseHostPattern } from '#policy/requests/host.ts';
import { suggest } from '#policy/language/nearest.ts';
import type { Problems } from '#policy/engine/values/problems.ts';
import type { Path } from '#policy/engine/values/source-places.ts';
import { isWords, textSet, wordsSet } from '#policy/engine/values/text-sets.ts';
import { hostListSet } from '#policy/engine/values/host-lists.ts';
import { keyedSets } from '#policy/engine/values/keyed-sets.ts';
import type { Words } from '#policy/engine/values/text-sets.ts';
import type { Lists } from '#policy/engine/values/lists.ts';

type Literal = string | number | boolean;
/** A declared fact, or one that is derived from it. */
export type Subject = FactName | Derived;
type Derived = 'display' | 'hostList' | Words;

export const isSubject = (name: string): name is Subject =>
  isFactName(name) || Object.hasOwn(DERIVED_FACTS, name);

/** How a fact's values are typed: a derived one has none of its own. */
export const subjectKind = (subject: Subject): FactSpec['kind'] | Derived =>
  isFactName(subject) ? factSpec(subject).kind : subject;

export function showValue(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 80);
}

export class SetReader {
  readonly #problems: Problems;
  readonly #lists: Lists;

  constructor(problems: Problems, lists: Lists) {
    this.#problems = problems;
    this.#lists = lists;
  }

  /** Values compared exactly; `null` when something was reported. */
  literals(subject: Subject, values: readonly unknown[], at: (index: number) => Path): Condition | null {
    const kind = subjectKind(subject);
    if (kind === 'host') return this.hosts(values, at, false);
    if (kind === 'path')
      return this.#mismatch(at(0), `\`${subject}\` is compared by its segments`, 'use `path_under`');
    if (isWords(kind)) return condition(wordsSet(kind, values, at, this.#lists, this.#problems));
    if (kind === 'hostList') return condition(hostListSet(values, at, this.#lists, this.#problems));
    if (isFactName(subject) && isOfStyle(subject, 'names'))
      return condition(keyedSets(subject, values, at(0).slice(0, -1), this.#problems)[0] ?? null);
    if (kind === 'keyed')
      return this.#mismatch(at(0), `\`${subject}\` has names and values`, 'say it in `when` or `except`');
    if (kind === 'text' && isFactName(subject))
      return condition(textSet(subject, values, at, this.#problems));
    const members = values.flatMap((value, index) => {
      const own = this.#literal(subject, value, at(index));
      return own === null ? [] : [own];
    });
    if (members.length !== values.length) return null;
    if (!isFactName(subject)) return condition(displaySet(members.map(String)));
    if (kind !== 'integer')
      return condition({
        kind: 'members',
        fact: subject,
        members: members.filter((one) => typeof one !== 'number'),
      });
    const ranges = members.map((value) => [Number(value), Number(value)] as const);
    return condition({ kind: 'ranges', fact: subject, ranges });
  }

  /** Patterns of hosts. `wildcards`: whether `*.h` may be among them. */
  hosts(values: readonly unknown[], at: (index: number) => Path, wildcards: boolean): Condition | null {
    const patterns = values.flatMap((value, index) => {
      if (typeof value !== 'string') {
        this.#mismatch(at(index), `\`${showValue(value)}\` is not of the type of \`host\``, '`host` is text');
        return [];
      }
      const parsed = parseHostPattern(value);
      if (!parsed.ok)
        this.#problems.add('policy.bad-host', at(index), parsed.error.message, { help: parsed.error.help });
      else if (parsed.value.below && !wildcards)
        this.#mismatch(at(index), `\`${value}\` is a pattern, and this compares exactly`, 'use `host_in`');
      else return [parsed.value];
      return [];
    });
    return patterns.length === values.length
      ? { op: 'in', set: { kind: 'hosts', fact: 'host', patterns } }
      : null;
  }

  /** Patterns of paths. */
  paths(
    fact: FactName,
    values: readonly unknown[],
    at: (index: number) => Path,
    folded: boolean,
  ): Condition | null {
    return condition(textSet(fact, values, at, this.#problems, folded));
  }

  /** A value of a fact whose values are a list or numbers. */
  #literal(subject: Subject, value: unknown, at: Path): Literal | null {
    const spec: FactSpec = isFactName(subject)
      ? factSpec(subject)
      : { kind: 'enum', members: DISPLAY_MEMBERS, neutral: null };
    if (!isLiteral(value) || typeof value !== TYPES[spec.kind])
      return this.#mismatch(
        at,
        `\`${showValue(value)}\` is not of the type of \`${subject}\``,
        `\`${subject}\` is ${spec.kind}`,
      );
    if (spec.kind === 'enum' && !spec.members.some((member) => member === value))
      return this.#problems.add(
        'policy.unknown-member',
        at,
        `\`${value}\` is not a member of \`${subject}\``,
        {
          help: () => suggest(String(value), spec.members),
        },
      );
    if (spec.kind === 'integer' && !Number.isInteger(value))
      return this.#mismatch(at, `\`${value}\` is not a whole number`, `\`${subject}\` is a whole number`);
    return value;
  }

  #mismatch(at: Path, message: string, help: string): null {
    return this.#problems.add('policy.type-mismatch', at, message, { help });
  }
}

const condition = (set: ValueSet | null): Condition | null => (set === null ? null : { op: 'in', set });

const isLiteral = (value: unknown): value is Literal =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';

const TYPES: Readonly<Record<FactSpec['kind'], 'string' | 'boolean' | 'number'>> = {
  enum: 'string',
  boolean: 'boolean',
  integer: 'number',
  host: 'string',
  path: 'string',
  keyed: 'string',
  text: 'string',
};
