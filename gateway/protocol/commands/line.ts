// A row of the browser commands as a command line sees it, from its schema.
import type { LineRow } from '#gateway/protocol/command-line/row.ts';
import type { CommandRow } from './row/contract.ts';

const LINES = new WeakMap<CommandRow, LineRow>();

export function lineOf(row: CommandRow): LineRow {
  const known = LINES.get(row);
  if (known !== undefined) return known;
  const { name, aliases, title, positional, examples } = row;
  const params = Object.entries(row.params.shape).map(([param, schema]) => {
    const { type, many, choices, placeholder } = kindOf(schema);
    return {
      name: param,
      type,
      many: many ? ('COMMAS' as const) : null,
      choices,
      optional: isOptional(schema),
      about: aboutOf(schema),
      placeholder,
    };
  });
  const line = { name, aliases, surface: 'browser', title, positional, params, examples } as const;
  LINES.set(row, line);
  return line;
}

const aboutOf = (schema: unknown): string =>
  typeof schema === 'object' &&
  schema !== null &&
  'description' in schema &&
  typeof schema.description === 'string'
    ? schema.description
    : '';

export type ParamKind = {
  readonly type: 'flag' | 'number' | 'text';
  readonly many: boolean;
  readonly choices: readonly string[];
  /** ` <number>`, or nothing for a flag. */
  readonly placeholder: string;
};

/** What of a schema a command line has to know. */
export function kindOf(schema: unknown): ParamKind {
  const inner = innermost(schema);
  const many = inner.type === 'array';
  const one = many ? innermost(inner.element) : inner;
  if (one.type === 'boolean') return { type: 'flag', many: false, choices: [], placeholder: '' };
  const choices = one.type === 'enum' ? Object.values(one.entries ?? {}) : [];
  const type = one.type === 'number' ? 'number' : 'text';
  const shown = choices.length > 0 ? choices.join('|') : type;
  return { type, many, choices, placeholder: ` <${shown}>${many ? '...' : ''}` };
}

export const isOptional = (schema: unknown): boolean => definition(schema).type === 'optional';

type Definition = {
  readonly type: string;
  readonly innerType?: unknown;
  readonly element?: unknown;
  readonly entries?: Readonly<Record<string, string>>;
};

function innermost(schema: unknown): Definition {
  const found = definition(schema);
  return found.innerType === undefined ? found : innermost(found.innerType);
}

/** zod’s own description of a schema. */
function definition(schema: unknown): Definition {
  if (typeof schema !== 'object' || schema === null || !('def' in schema))
    throw new TypeError('not a schema');
  return schema.def as Definition;
}
