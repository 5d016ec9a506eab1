// The typed subset of JSON Logic that a document's `logic` may use (POLICY.md 6.3), read into a Condition.
// INVARIANT: every operator is in the list, every `var` a declared fact compared with literals of its own type.
import type { Condition } from '#policy/engine/documents/condition.ts';
import { DOCUMENT_FACTS, factSpec, isFactName } from '#policy/language/fact-table.ts';
import { SetReader, isSubject, showValue, subjectKind } from './logic-sets.ts';
import type { Subject } from './logic-sets.ts';
import { suggest } from '#policy/language/nearest.ts';
import type { Problems } from '#policy/engine/values/problems.ts';
import type { Path } from '#policy/engine/values/source-places.ts';
import type { Lists } from '#policy/engine/values/lists.ts';

export const LOGIC_OPERATORS = [
  'and',
  'or',
  '!',
  '==',
  '===',
  '!=',
  '!==',
  '<',
  '<=',
  '>',
  '>=',
  'in',
  'var',
  'host_in',
  'path_under',
  'path_under_any_case',
] as const;
type Operator = (typeof LOGIC_OPERATORS)[number];

export const MAX_LOGIC_NODES = 256;
export const MAX_LOGIC_LEVELS = 8;

/** Reads a condition; `null` when something was reported to `problems`. */
export function readLogic(value: unknown, path: Path, problems: Problems, lists: Lists): Condition | null {
  const sets = new SetReader(problems, lists);
  const nodes = { left: MAX_LOGIC_NODES };
  return read(value, path, 1);

  function read(node: unknown, at: Path, depth: number): Condition | null {
    nodes.left -= 1;
    if (nodes.left < 0 || depth > MAX_LOGIC_LEVELS) {
      const message = `the condition has more than ${MAX_LOGIC_NODES} nodes or ${MAX_LOGIC_LEVELS} levels`;
      return problems.add('policy.too-large', path, message, { help: 'split the rule in two' });
    }
    const call = readCall(node, at);
    if (call === null) return null;
    const { operator, args, argsPath } = call;
    switch (operator) {
      case 'and':
      case 'or': {
        if (args.length === 0) return arity(argsPath, operator, 'at least one condition');
        const parts = args.map((arg, index) => read(arg, [...argsPath, index], depth + 1));
        return parts.every((part) => part !== null) ? { op: operator, parts } : null;
      }
      case '!': {
        if (args.length !== 1) return arity(argsPath, operator, 'one condition');
        const part = read(args[0], Array.isArray(call.raw) ? [...argsPath, 0] : argsPath, depth + 1);
        return part === null ? null : { op: 'not', part };
      }
      case 'var':
        return readFlag(node, at);
      case '==':
      case '===':
        return readEquality(args, argsPath, operator);
      case '!=':
      case '!==': {
        const part = readEquality(args, argsPath, operator);
        return part === null ? null : { op: 'not', part };
      }
      case '<':
      case '<=':
      case '>':
      case '>=':
        return readComparison(args, argsPath, operator);
      case 'in':
        return readMembership(args, argsPath);
      case 'host_in':
        return readHostIn(args, argsPath);
      case 'path_under':
      case 'path_under_any_case':
        return readPathUnder(args, argsPath, operator);
    }
  }

  function readCall(
    node: unknown,
    at: Path,
  ): { operator: Operator; args: readonly unknown[]; argsPath: Path; raw: unknown } | null {
    if (node === null || typeof node !== 'object' || Array.isArray(node))
      return mismatch(
        at,
        `\`${showValue(node)}\` is not a condition`,
        'a condition is `{ operator: [arguments] }`',
      );
    const keys = Object.keys(node);
    const name = keys[0];
    if (keys.length !== 1 || name === undefined)
      return mismatch(
        at,
        `a condition has exactly one operator, not ${keys.length}`,
        'join conditions by `and`',
      );
    const operator = LOGIC_OPERATORS.find((known) => known === name);
    if (operator === undefined) {
      const help = (): string => suggest(name, LOGIC_OPERATORS);
      return problems.add('policy.unknown-operator', [...at, name], `\`${name}\` is not an operator`, {
        help,
        key: true,
      });
    }
    const raw: unknown = Object.values(node)[0];
    return { operator, args: Array.isArray(raw) ? raw : [raw], argsPath: [...at, operator], raw };
  }

  function readFlag(node: unknown, at: Path): Condition | null {
    const fact = readVar(node, at);
    if (fact === null) return null;
    if (!isFactName(fact) || factSpec(fact).kind !== 'boolean')
      return mismatch(at, `\`${fact}\` is not true or false`, 'compare it with a value');
    return { op: 'in', set: { kind: 'members', fact, members: [true] } };
  }

  function readEquality(args: readonly unknown[], at: Path, operator: Operator): Condition | null {
    if (args.length !== 2) return arity(at, operator, 'two arguments');
    const [left, right] = args;
    const swapped = !isVar(left);
    const subject = readVar(swapped ? right : left, [...at, swapped ? 1 : 0]);
    if (subject === null) return null;
    const literalPath = [...at, swapped ? 0 : 1];
    return sets.literals(subject, [swapped ? left : right], () => literalPath);
  }

  function readComparison(
    args: readonly unknown[],
    at: Path,
    operator: '<' | '<=' | '>' | '>=',
  ): Condition | null {
    const between = args.length === 3 && (operator === '<' || operator === '<=');
    if (args.length !== 2 && !between)
      return arity(at, operator, operator.startsWith('<') ? 'two or three arguments' : 'two arguments');
    const position = args.findIndex(isVar);
    if (position < 0 || (between && position !== 1))
      return mismatch(
        at,
        `\`${operator}\` compares one fact with numbers`,
        'as in `{ "<": [{ var: downloads }, 5] }`',
      );
    const subject = readVar(args[position], [...at, position]);
    if (subject === null) return null;
    const spec = isFactName(subject) ? factSpec(subject) : null;
    if (spec === null || spec.kind !== 'integer' || !isFactName(subject))
      return mismatch([...at, position], `\`${subject}\` is not a number`, 'use `==` or `in`');
    let [low, high] = [spec.min, spec.max];
    for (const [index, arg] of args.entries()) {
      if (index === position) continue;
      if (typeof arg !== 'number' || !Number.isInteger(arg))
        return mismatch(
          [...at, index],
          `\`${showValue(arg)}\` is not a whole number`,
          'one side is a fact, the others numbers',
        );
      const strict = operator.length === 1 ? 1 : 0;
      const factIsLess = operator.startsWith('<') === position < index;
      if (factIsLess) high = Math.min(high, arg - strict);
      else low = Math.max(low, arg + strict);
    }
    return { op: 'in', set: { kind: 'ranges', fact: subject, ranges: low <= high ? [[low, high]] : [] } };
  }

  function readMembership(args: readonly unknown[], at: Path): Condition | null {
    if (args.length !== 2) return arity(at, 'in', 'a fact and a list');
    const subject = readVar(args[0], [...at, 0]);
    if (subject === null) return null;
    const list: unknown = args[1];
    if (!Array.isArray(list) || list.length === 0)
      return mismatch(
        [...at, 1],
        '`in` needs a list of values that is not empty',
        'as in `{ in: [{ var: x }, [A, B]] }`',
      );
    return sets.literals(subject, list, (index) => [...at, 1, index]);
  }

  function readHostIn(args: readonly unknown[], at: Path): Condition | null {
    if (args.length !== 2) return arity(at, 'host_in', 'the fact `host` and a list of patterns');
    const subject = readVar(args[0], [...at, 0]);
    if (subject === null) return null;
    const list: unknown = args[1];
    if (subject !== 'host')
      return mismatch([...at, 0], `\`${subject}\` is not a host`, 'use `{ var: host }`');
    if (!Array.isArray(list) || list.length === 0)
      return mismatch(
        [...at, 1],
        '`host_in` needs a list of host patterns that is not empty',
        'as in `["*.example.com"]`',
      );
    return sets.hosts(list, (index) => [...at, 1, index], true);
  }

  function readPathUnder(
    args: readonly unknown[],
    at: Path,
    operator: 'path_under' | 'path_under_any_case',
  ): Condition | null {
    if (args.length !== 2) return arity(at, operator, 'a path and a list of patterns');
    const folded = operator === 'path_under_any_case';
    const subject = readVar(args[0], [...at, 0]);
    if (subject === null) return null;
    const list: unknown = args[1];
    if (!isFactName(subject) || subjectKind(subject) !== 'path')
      return mismatch([...at, 0], `\`${subject}\` is not a path`, 'use `{ var: path }` or `{ var: folder }`');
    if (folded && subject !== 'path')
      return mismatch([...at, 0], '`folder` is compared letter by letter', 'use `path_under`');
    if (!Array.isArray(list) || list.length === 0)
      return mismatch(
        [...at, 1],
        `\`${operator}\` needs a list of paths that is not empty`,
        'as in `["/a/b"]`',
      );
    return sets.paths(subject, list, (index) => [...at, 1, index], folded);
  }

  function readVar(node: unknown, at: Path): Subject | null {
    if (!isVar(node))
      return mismatch(at, `\`${showValue(node)}\` is not a fact`, 'one side is a fact: `{ var: name }`');
    const inner: unknown = Object.values(node)[0];
    const name: unknown = Array.isArray(inner) && inner.length === 1 ? inner[0] : inner;
    if (typeof name !== 'string')
      return mismatch(
        [...at, 'var'],
        '`var` takes the name of one fact, without a default',
        'as in `{ var: downloads }`',
      );
    if (isSubject(name)) return name;
    return problems.add('policy.unknown-fact', [...at, 'var'], `\`${name}\` is not a fact`, {
      help: () => suggest(name, DOCUMENT_FACTS),
    });
  }

  function mismatch(at: Path, message: string, help: string): null {
    return problems.add('policy.type-mismatch', at, message, { help });
  }

  function arity(at: Path, operator: string, wanted: string): null {
    return mismatch(at, `\`${operator}\` takes ${wanted}`, 'see the list of operators in policy/README.md');
  }
}

function isVar(node: unknown): node is Record<'var', unknown> {
  return (
    node !== null && typeof node === 'object' && Object.keys(node).length === 1 && Object.hasOwn(node, 'var')
  );
}
