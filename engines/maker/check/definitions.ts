// What a script stores under names that it also calls. INVARIANT: a name that is called by itself holds functions of this script alone, by
// whatever way it is stored.
import type { AnyNode } from 'acorn';
import type { Check } from './contract.ts';
import { isOwnFunction } from './flow/kinds.ts';
import { nameOf } from './flow/members.ts';
import { METHODS } from './flow/names.ts';
import type { Scope } from './flow/scope.ts';

/** A member that is written to: `value` is known where a plain assignment stores it. */
export function noteStored(
  check: Check,
  target: AnyNode & { type: 'MemberExpression' },
  value: AnyNode | string | null,
  scope: Scope,
): void {
  const name = nameOf(target);
  if (name === null) return;
  const isPlain = value !== null && typeof value !== 'string' && value.type === 'AssignmentExpression';
  noteNamed(check, name, isPlain && value.operator === '=' ? value.right : null, scope);
  if (METHODS.has(name))
    check.refuse('code.member', target, `\`.${name}\` is not assigned to`, 'use another name');
}

export function noteNamed(check: Check, name: string, value: AnyNode | null, scope: Scope): void {
  const isFunction = value !== null && isOwnFunction(value, scope);
  check.defined.set(name, check.defined.get(name) !== false && isFunction);
}
