// Runs the schema over a document and turns what ajv says into failures with place and mend. The validators are generated
// code: nothing is evaluated at run time, so that it also runs where a page's policy forbids that.
import type { ErrorObject } from 'ajv/dist/2020.js';
import { validatePolicy } from './defaults/schema-validators.js';
import type { SchemaValidator } from './defaults/schema-validators.js';
import type { ErrorCode } from './failure.ts';
import { suggest } from './nearest.ts';
import type { Problems } from './problems.ts';
import type { Path } from './source.ts';

/** Reports every violation of the schema. True when there is none. */
export function checkSchema(
  data: unknown,
  problems: Problems,
  validate: SchemaValidator = validatePolicy,
): boolean {
  if (validate(data)) return true;
  const seen = new Set<string>();
  for (const error of validate.errors ?? []) {
    const path = pathOf(error.instancePath, data);
    // One value, one failure: a wrong type is not also a wrong member.
    const subject =
      detail(error.params, 'additionalProperty') ?? detail(error.params, 'missingProperty') ?? '';
    const key = `${error.instancePath}\n${subject}`;
    if (error.keyword === 'if' || seen.has(key)) continue;
    seen.add(key);
    report(error, path, problems);
  }
  return false;
}

function report(error: ErrorObject, path: Path, problems: Problems): void {
  const value = show(error.data);
  switch (error.keyword) {
    case 'additionalProperties': {
      const name = detail(error.params, 'additionalProperty') ?? '';
      const { code, message, help } = unknownKey(name, path, keysOf(error.parentSchema));
      problems.add(code, [...path, name], message, { help, key: true });
      return;
    }
    case 'required': {
      const name = detail(error.params, 'missingProperty') ?? '';
      problems.add('policy.missing-key', path, `\`${name}\` is missing`, { help: `add \`${name}:\`` });
      return;
    }
    case 'enum':
    case 'const': {
      const allowed = error.keyword === 'enum' ? stringsOf(error.schema) : [show(error.schema)];
      const message = `\`${value}\` is not ${nounFor(path)}`;
      problems.add('policy.unknown-member', path, message, { help: suggest(value, allowed) });
      return;
    }
    case 'type':
      problems.add('policy.type-mismatch', path, `\`${value}\` is of the wrong type`, {
        help: `it ${error.message ?? 'has another type'}`,
      });
      return;
    case 'maxItems':
      problems.add('policy.too-large', path, `the list ${error.message ?? 'is too long'}`, {
        help: 'split it',
      });
      return;
    default:
      problems.add('policy.type-mismatch', path, `\`${value}\` ${error.message ?? 'is not valid'}`);
  }
}

/** Keys whose mapping is of facts, in policies and in test files. */
const FACT_HOLDERS = new Set(['when', 'except', 'over', 'with', 'given', 'axes', 'except_over']);

function unknownKey(
  name: string,
  path: Path,
  known: readonly string[],
): { code: ErrorCode; message: string; help: string } {
  if (name === 'expires') {
    const message = 'only an ALLOW rule may expire';
    return {
      code: 'policy.expiring-restriction',
      message,
      help: 'time must never loosen a policy: remove `expires`',
    };
  }
  const parent = path.at(-1);
  const holder = typeof parent === 'number' ? path.at(-2) : parent;
  const facts = typeof holder === 'string' && FACT_HOLDERS.has(holder);
  if (holder === 'logic') {
    const message = `\`${name}\` is not an operator`;
    return { code: 'policy.unknown-operator', message, help: suggest(name, known) };
  }
  return facts
    ? { code: 'policy.unknown-fact', message: `\`${name}\` is not a fact`, help: suggest(name, known) }
    : { code: 'policy.unknown-key', message: `\`${name}\` is not a key here`, help: suggest(name, known) };
}

function nounFor(path: Path): string {
  const last = path.at(-1);
  const name = typeof last === 'number' ? path.at(-2) : last;
  if (name === 'policy' || name === 'vocabulary') return `the \`${name}\` that this engine reads`;
  return name === undefined ? 'permitted' : `a member of \`${name}\``;
}

/** A JSON pointer as a path: steps into lists are numbers. */
function pathOf(pointer: string, data: unknown): Path {
  let node = data;
  return pointer
    .split('/')
    .slice(1)
    .map((raw) => {
      const step = raw.replaceAll('~1', '/').replaceAll('~0', '~');
      const index = Array.isArray(node) ? Number(step) : null;
      node = node !== null && typeof node === 'object' ? Reflect.get(node, step) : undefined;
      return index ?? step;
    });
}

function detail(params: unknown, name: string): string | null {
  if (params === null || typeof params !== 'object') return null;
  const value: unknown = Reflect.get(params, name);
  return typeof value === 'string' ? value : null;
}

function keysOf(schema: unknown): readonly string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const properties: unknown = Reflect.get(schema, 'properties');
  return properties !== null && typeof properties === 'object' ? Object.keys(properties) : [];
}

const stringsOf = (list: unknown): readonly string[] => (Array.isArray(list) ? list.map(String) : []);

function show(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing')).slice(0, 80);
}
