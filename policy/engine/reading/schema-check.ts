// Turns what a schema says of a document into failures with place and mend.
import { factSpec, isFactName } from '#policy/language/fact-table.ts';
import type { ErrorCode } from '#policy/language/failure.ts';
import { violationsOf } from './json-schema.ts';
import type { Violation } from './json-schema.ts';
import { suggest } from '#policy/language/nearest.ts';
import { MAX_FAILURES } from '#policy/engine/values/problems.ts';
import type { Problems } from '#policy/engine/values/problems.ts';
import { policySchema } from './schema.ts';
import type { JsonSchema } from './schema.ts';
import type { Path } from '#policy/engine/values/source-places.ts';

const POLICY = policySchema();

/** Reports every violation of the schema. True when there is none. */
export function checkSchema(data: unknown, problems: Problems, schema: JsonSchema = POLICY): boolean {
  // A value has two at most that are one failure, and each `if` adds one.
  const violations = violationsOf(data, schema, MAX_FAILURES * 4);
  const seen = new Set<string>();
  for (const one of violations) {
    if (problems.isFull) break;
    // One value, one failure: a wrong type is not also a wrong member.
    const key = JSON.stringify([one.path, one.name]);
    if (one.keyword === 'if' || seen.has(key)) continue;
    seen.add(key);
    report(one, problems);
  }
  return violations.length === 0;
}

const TYPES: Readonly<Record<string, string>> = {
  string: 'a text',
  array: 'a list',
  object: 'a mapping',
  integer: 'a whole number',
  boolean: 'true or false',
};

/** `must be string,array` as people say it. */
const typesInWords = (said: string): string =>
  `it must be ${said
    .replace('must be ', '')
    .split(',')
    .map((one) => TYPES[one] ?? one)
    .join(' or ')}`;

function report(
  { keyword, path, data, name, allowed, known, message: said }: Violation,
  problems: Problems,
): void {
  const value = show(data);
  switch (keyword) {
    case 'additionalProperties': {
      const { code, message, help } = unknownKey(name ?? '', path, known);
      problems.add(code, [...path, name ?? ''], message, { help, key: true });
      return;
    }
    case 'required':
      problems.add('policy.missing-key', path, `\`${name}\` is missing`, { help: `add \`${name}:\`` });
      return;
    case 'enum':
    case 'const': {
      const message = `\`${value}\` is not ${nounFor(path)}`;
      problems.add('policy.unknown-member', path, message, { help: () => suggest(value, allowed.map(show)) });
      return;
    }
    case 'type':
      problems.add('policy.type-mismatch', path, `\`${value}\` is of the wrong type`, {
        help: typesInWords(said),
      });
      return;
    case 'uniqueItems':
      problems.add('policy.type-mismatch', path, `\`${show(allowed[0])}\` stands in the list twice`, {
        help: 'leave one of them out',
      });
      return;
    case 'maxItems':
      problems.add('policy.too-large', path, `the list ${said}`, { help: 'split it' });
      return;
    case 'pattern':
      if (path[0] === 'include' && path.at(-1) === 'file') {
        // INVARIANT: nothing is fetched to know what a policy says: it would not load where the network is away.
        const help =
          typeof data === 'string' && /^[a-z][a-z0-9+.-]*:\/\//iu.test(data)
            ? 'nothing is fetched: put a copy into the folder of this document, as `partners.policy-lists.yaml`; its hash is the same'
            : 'name a file in the folder of this document, as `partners.policy-lists.yaml`, without a path';
        problems.add(
          'policy.type-mismatch',
          path,
          `\`${withoutUser(value)}\` is not the name of a file of lists`,
          {
            help,
          },
        );
        return;
      }
      if (typeof data === 'string' && isRangeOf(path)) {
        const help = 'it must be a whole number, or a range as `9-17`';
        problems.add('policy.type-mismatch', path, `\`${value}\` is of the wrong type`, { help });
        return;
      }
      problems.add('policy.type-mismatch', path, `\`${value}\` ${said}`);
      return;
    default:
      problems.add('policy.type-mismatch', path, `\`${value}\` ${said}`);
  }
}

/** INVARIANT: what stands before `@` in an address opens somebody's account, and is no part of a message. */
const withoutUser = (value: string): string => value.replace(/^([^:]*:)?(\/\/)?.*@/su, '$1$2');

/** Whether a value is of a fact that is a number. */
function isRangeOf(path: Path): boolean {
  const name = path.findLast((step) => typeof step === 'string');
  return name !== undefined && isFactName(name) && factSpec(name).kind === 'integer';
}

/** Keys whose mapping is of facts, in policies and in test files. */
const FACT_HOLDERS = new Set(['when', 'except', 'over', 'with', 'given', 'axes', 'except_over']);

function unknownKey(
  name: string,
  path: Path,
  known: readonly string[],
): { code: ErrorCode; message: string; help: string | (() => string) } {
  if (name === 'expires') {
    const message = 'only an ALLOW rule may expire';
    return {
      code: 'policy.expiring-restriction',
      message,
      help: 'time must never loosen a policy: remove `expires`',
    };
  }
  const near = (): string => suggest(name, known);
  const shown = name.slice(0, 80);
  const parent = path.at(-1);
  const holder = typeof parent === 'number' ? path.at(-2) : parent;
  const facts = typeof holder === 'string' && FACT_HOLDERS.has(holder);
  if (holder === 'logic') {
    const message = `\`${shown}\` is not an operator`;
    return { code: 'policy.unknown-operator', message, help: near };
  }
  return facts
    ? { code: 'policy.unknown-fact', message: `\`${shown}\` is not a fact`, help: near }
    : { code: 'policy.unknown-key', message: `\`${shown}\` is not a key here`, help: near };
}

function nounFor(path: Path): string {
  const last = path.at(-1);
  const name = typeof last === 'number' ? path.at(-2) : last;
  if (name === 'policy' || name === 'vocabulary') return `the \`${name}\` that this engine reads`;
  return name === undefined ? 'permitted' : `a member of \`${name}\``;
}

function show(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 80);
}
