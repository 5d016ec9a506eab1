// Every browser command, once. INVARIANT: nothing that is no row here can be run by its name, by whatever way it comes.
import type { z } from 'zod';
import { suggest } from '#policy/language/nearest.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Alias, CommandRow } from './row/contract.ts';
import { BATCH } from './rows/batch.ts';
import { CONFIG } from './rows/config.ts';
import { CONNECTION } from './rows/connection.ts';
import { COOKIES } from './rows/cookies.ts';
import { DAEMON } from './rows/daemon.ts';
import { DATA } from './rows/data.ts';
import { FRAME } from './rows/frame.ts';
import { INTERACTION } from './rows/interaction.ts';
import { NAVIGATION } from './rows/navigation.ts';
import { OBSERVE } from './rows/observe.ts';
import { ROUTE } from './rows/route.ts';
import { SESSION } from './rows/session.ts';
import { SNAPSHOT } from './rows/snapshot.ts';
import { STORAGE } from './rows/storage.ts';
import { TABS } from './rows/tabs.ts';
import { WAIT } from './rows/wait.ts';

export const COMMANDS = {
  ...CONNECTION,
  ...TABS,
  ...NAVIGATION,
  ...SNAPSHOT,
  ...INTERACTION,
  ...DATA,
  ...COOKIES,
  ...BATCH,
  ...DAEMON,
  ...OBSERVE,
  ...WAIT,
  ...STORAGE,
  ...SESSION,
  ...ROUTE,
  ...FRAME,
  ...CONFIG,
};
export type CommandName = keyof typeof COMMANDS;

export type Named = { readonly row: CommandRow; readonly sets: Readonly<Record<string, unknown>> };

export const ROWS: readonly CommandRow[] = Object.values(COMMANDS);

const NAMES: ReadonlyMap<string, Named> = new Map(
  ROWS.flatMap((row) => [
    [row.name, { row, sets: {} }] as const,
    ...row.aliases.map(({ name, sets = {} }: Alias) => [name, { row, sets }] as const),
  ]),
);

/** By name, alias, or as a JSON-RPC method (`storage.get`). Errors: `command.unknown`. */
export function commandNamed(name: string): Result<Named> {
  const found = NAMES.get(name) ?? NAMES.get(name.replaceAll('.', ' '));
  return found === undefined
    ? fail('command.unknown', `there is no command \`${name.slice(0, 100)}\``, {
        help: `${suggest(name, [...NAMES.keys()])}; \`ghost help --all\` lists them`,
      })
    : ok(found);
}

/** How the command line calls a parameter: `--full-page`. */
export const optionOf = (param: string): string =>
  `--${param.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`)}`;

/** Its parameters, checked. Errors: `command.bad-params`. */
export function paramsOf<P extends z.ZodObject>(
  row: CommandRow & { readonly params: P },
  params: Readonly<Record<string, unknown>>,
): Result<z.output<P>> {
  const parsed = row.params.safeParse(params);
  if (parsed.success) return ok(parsed.data);
  const [issue] = parsed.error.issues;
  const known = Object.keys(row.params.shape);
  if (issue?.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? '';
    return bad(row, `\`${row.name}\` has no parameter \`${key.slice(0, 100)}\``, suggest(key, known));
  }
  const param = String(issue?.path[0] ?? '');
  const missing = known.includes(param) && params[param] === undefined;
  const called = row.positional.includes(param) ? param : optionOf(param);
  return bad(
    row,
    missing && issue?.code !== 'custom'
      ? `\`${row.name}\` needs ${called}`
      : `\`${row.name}\`, ${called}: ${issue?.message ?? 'does not fit'}`,
  );
}

export function bad(row: CommandRow, message: string, near?: string): Result<never> {
  const usage = `usage: ghost ${usageOf(row)}`;
  return fail('command.bad-params', message, { help: near === undefined ? usage : `${near}; ${usage}` });
}

/** `click <ref> [--double] …` */
export function usageOf(row: CommandRow): string {
  const words = row.positional.map((param) => {
    const schema = row.params.shape[param];
    const name = param.replaceAll(/[A-Z]/gu, (letter) => `-${letter.toLowerCase()}`);
    const many = kindOf(schema).many ? '...' : '';
    return isOptional(schema) ? `[${name}${many}]` : `<${name}${many}>`;
  });
  const options = Object.entries(row.params.shape)
    .filter(([param]) => !row.positional.includes(param))
    .map(([param, schema]) => {
      const shown = `${optionOf(param)}${kindOf(schema).placeholder}`;
      return isOptional(schema) ? `[${shown}]` : shown;
    });
  return [row.name, ...words, ...options].join(' ');
}

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
