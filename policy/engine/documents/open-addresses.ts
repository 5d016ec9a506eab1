// What an entry opens, it opens at public addresses, unless it names another address class: a name may lead to any address.
// INVARIANT: the one place that says so; interpreter, tables, exports and lints read the conditions that are made here.
import type { Condition, ValueSet } from './condition.ts';
import type { BrowserCapability } from '#policy/language/vocabulary.ts';

/** The capabilities that go to an address. Every other act happens on a page that is there already. */
export const NAVIGATIONS = [
  'NAVIGATE_SAME_ORIGIN',
  'NAVIGATE_CROSS_ORIGIN',
] as const satisfies readonly BrowserCapability[];

/** Nobody wrote it: an entry that names no address class means the public net. */
export const PUBLIC_ALONE: ValueSet = {
  kind: 'members',
  fact: 'addressClass',
  members: ['PUBLIC'],
  derived: true,
};

/**
 * Where an entry with this scope may open something; `null`: wherever it speaks, for it names the classes that it means, or
 * is of no navigation. What it excludes (`except`, `!`, `!=`) names none.
 */
export function openedBy(scope: Condition): Condition | null {
  const named = naming(scope, true);
  const goes = going(scope);
  if (named === scope || goes === 'never') return null;
  const parts: Condition[] = [{ op: 'in', set: PUBLIC_ALONE }];
  if (goes === 'sometimes')
    parts.push({
      op: 'not',
      part: { op: 'in', set: { kind: 'members', fact: 'capability', members: [...NAVIGATIONS] } },
    });
  if (named !== null) parts.push(named);
  const [only] = parts;
  return parts.length === 1 && only !== undefined ? only : { op: 'or', parts };
}

/** Which of its acts go to an address, as far as `when` says it. */
function going(scope: Condition): 'always' | 'sometimes' | 'never' {
  const parts = scope.op === 'and' ? scope.parts : [scope];
  const isGoing = (member: string | boolean): boolean => NAVIGATIONS.some((one) => one === member);
  for (const part of parts) {
    if (part.op !== 'in' || part.set.kind !== 'members' || part.set.fact !== 'capability') continue;
    if (part.set.members.every(isGoing)) return 'always';
    if (!part.set.members.some(isGoing)) return 'never';
  }
  return 'sometimes';
}

/** Where the condition holds by a class that it names: itself where that is everywhere, `null` where it is nowhere. */
function naming(condition: Condition, positive: boolean): Condition | null {
  if (condition.op === 'in') return positive && condition.set.fact === 'addressClass' ? condition : null;
  if (condition.op === 'not') return naming(condition.part, !positive);
  const parts = condition.parts.map((part) => naming(part, positive));
  const some = parts.filter((part) => part !== null);
  if (some.length === 0) return null;
  const literal: Condition = positive ? condition : { op: 'not', part: condition };
  const isWhole = (part: Condition | null, index: number): boolean =>
    positive && part !== null && part === condition.parts[index];
  // Under a negation, and becomes or.
  const all = (condition.op === 'and') === positive;
  if (all ? parts.some(isWhole) : parts.every(isWhole)) return literal;
  const any: Condition = { op: 'or', parts: some };
  return all ? { op: 'and', parts: [literal, any] } : any;
}
