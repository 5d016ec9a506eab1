// The program's verbs: finds the row, reads its words and options, and loads what the row names and nothing else.
import { WHOSE, wrongVariables } from '#gateway/client/doctor/environment.ts';
import { furtherOf, helpOfLine } from '#gateway/protocol/command-line/help.ts';
import { findRow } from '#gateway/protocol/command-line/find.ts';
import { isOption, parseWords } from '#gateway/protocol/command-line/parse.ts';
import { GhostError, failure } from '#policy/language/failure.ts';

import { suggest } from '#policy/language/nearest.ts';
import { EXIT } from './console/exit-codes.ts';
import { failWith, say, tell } from './console/output.ts';
import { groupInLines } from './console/groups.ts';
import { VERBS, VERB_NAMES } from './rows/verbs.ts';

/** They open nothing, and one of them says what is wrong here. */
const OPEN_NOTHING: ReadonlySet<string> = new Set(['completion', 'doctor', 'help']);
/** They refuse, take back or show: they are obeyed in any shell that says of whom they speak. */
const ASK_WHOSE: ReadonlySet<string> = new Set([
  'logout',
  'status',
  'consent deny',
  'consent list',
  'grants list',
  'grants revoke',
]);

export async function runProgram(argv: readonly string[]): Promise<void> {
  if (argv[0] === '--version' || argv[0] === '-V')
    return say((await import('#gateway/client/local/installed-version.ts')).installedVersion());
  const found = findRow(VERB_NAMES, argv);
  if (found.row === null) return lead(found.group, found.rest);
  const parsed = parseWords(found.row, found.sets, found.rest);
  if (!parsed.ok) return failWith(parsed.error, { json: false });
  if (parsed.value.help) {
    const { notesOf } = await import('./console/fact-lines.ts');
    const { name } = found.row;
    return helpOfLine(found.row, [...notesOf(name), ...furtherOf(VERBS, name)]).forEach(say);
  }
  const { name } = found.row;
  const [wrong] = OPEN_NOTHING.has(name)
    ? []
    : wrongVariables(process.env, ASK_WHOSE.has(name) ? WHOSE : undefined);
  if (wrong !== undefined) {
    failWith(wrong, { json: argv.includes('--json') });
    process.exitCode = EXIT.usage;
    return;
  }
  try {
    const { row } = found;
    const run = (): void | Promise<void> => row.run(parsed.value.params, VERBS);
    if (process.stdout.isTTY) await (await import('./console/pager.ts')).paged(row.name, process.env, run);
    else await run();
  } catch (thrown) {
    // What a library caller gets as an exception: the gateway's directory is somebody else's.
    if (!(thrown instanceof GhostError)) throw thrown;
    failWith(thrown.failure, { json: argv.includes('--json') });
  }
}

/** Words that name no verb: the help of their group, or what was probably meant. */
async function lead(group: string, rest: readonly string[]): Promise<void> {
  const [next] = rest;
  if (next === undefined) {
    groupInLines(VERBS, group).forEach(tell);
    process.exitCode = EXIT.usage;
  } else if (next === '--help' || next === '-h') groupInLines(VERBS, group).forEach(say);
  else if (next === 'help')
    (await import('./commands/help.ts')).help(VERBS, [group, ...rest.slice(1)], false);
  else if (isOption(next)) {
    const near = `an option stands behind its command; \`ghost help${group === '' ? '' : ` ${group}`}\` lists them`;
    failWith(
      failure(
        'command.bad-params',
        `\`ghost${group === '' ? '' : ` ${group}`}\` has no option \`${next.slice(0, 100)}\``,
        {
          help: near,
        },
      ),
      { json: false },
    );
  } else if (group === '') (await import('./commands/help.ts')).unknown(VERBS, next);
  else {
    const words = [...VERB_NAMES.keys()].filter((name) => name.startsWith(`${group} `));
    failWith(
      failure('command.unknown', `there is no command \`${group} ${next.slice(0, 100)}\``, {
        help: `${suggest(`${group} ${next}`, words)}; \`ghost help ${group}\` lists them`,
      }),
      { json: false },
    );
  }
}
