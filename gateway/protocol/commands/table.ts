// Every browser command, once. INVARIANT: nothing that is no row here can be run by its name, by whatever way it comes.
import type { z } from 'zod';
import { suggest } from '#policy/language/nearest.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { namesOf } from '#gateway/protocol/command-line/find.ts';
import { bad } from '#gateway/protocol/command-line/parse.ts';
import { optionOf } from '#gateway/protocol/command-line/row.ts';
import { lineOf } from './line.ts';
import type { CommandRow } from './row/contract.ts';
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

export const ROWS: readonly CommandRow[] = Object.values(COMMANDS);

/** Rows and aliases by name. */
export const COMMAND_NAMES = namesOf(ROWS.map((row) => ({ ...lineOf(row), command: row })));

export type Named = { readonly row: CommandRow; readonly sets: Readonly<Record<string, unknown>> };

/** By name, alias, or as a JSON-RPC method (`storage.get`). Errors: `command.unknown`. */
export function commandNamed(name: string): Result<Named> {
  const found = COMMAND_NAMES.get(name) ?? COMMAND_NAMES.get(name.replaceAll('.', ' '));
  return found === undefined
    ? fail('command.unknown', `there is no command \`${name.slice(0, 100)}\``, {
        help: `${suggest(name, [...COMMAND_NAMES.keys()])}; \`ghost help --all\` lists them`,
      })
    : ok({ row: found.row.command, sets: found.sets });
}

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
    return bad(lineOf(row), `\`${row.name}\` has no parameter \`${key.slice(0, 100)}\``, suggest(key, known));
  }
  const param = String(issue?.path[0] ?? '');
  const missing = known.includes(param) && params[param] === undefined;
  const called = row.positional.includes(param) ? param : optionOf(param);
  return bad(
    lineOf(row),
    missing && issue?.code !== 'custom'
      ? `\`${row.name}\` needs ${called}`
      : `\`${row.name}\`, ${called}: ${issue?.message ?? 'does not fit'}`,
  );
}
