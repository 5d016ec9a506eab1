// The table of the `ghost` commands: parses, then loads the command that was asked for and nothing else.
import { Command, InvalidArgumentError, Option } from 'commander';
import { GhostError } from '#policy/language/failure.ts';
import { TAB_POLICIES } from '#policy/language/vocabulary.ts';
import { EXIT } from './console/exit-codes.ts';
import { addPolicyLifeCommands } from './policy/life-commands.ts';

const integer = (text: string): number => {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0) throw new InvalidArgumentError('a whole number is needed');
  return value;
};
const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];
const json = () => new Option('--json', 'JSON on stdout');
const jsonLines = () =>
  new Option('--json', 'JSON on stdout, a value a line: what happens as it comes, and the result last');
const dataDir = () =>
  new Option('--data-dir <directory>', 'audit log, settings and runtime files below this directory');
/** For an approver who does not run the gateway. */
const elsewhere = () =>
  new Option('--at <address>', 'the gateway of another user of this machine, who names you in `approvers`');
const policies = () =>
  new Option(
    '--policy <file>',
    'policy file, or name of a shipped one; the upper layer first, may be given again',
  ).argParser(collect);

const navigator = () =>
  new Option('--navigator <name>', 'who proposes the steps; `gemini` needs GEMINI_API_KEY').choices([
    'offline',
    'gemini',
  ]);
const cdpUrl = () =>
  new Option(
    '--cdp-url <url>',
    'as a guest in the running browser at this endpoint of this machine (http://… or ws://…), if the policy names it',
  );
const cdpPort = () =>
  new Option('--cdp-port <number>', 'the same, at 127.0.0.1').argParser(integer).conflicts('cdpUrl');

const program = new Command('ghost')
  .description(
    'Runs intents in isolated browser tabs, inside a policy. Exit codes: 0 done, 1 failed, 2 usage, 3 denied, 4 consent refused or timed out, 5 no browser',
  )
  .showHelpAfterError('(see `ghost help`)')
  .showSuggestionAfterError(false)
  .helpCommand(false)
  .addHelpText(
    'after',
    '\nBrowser commands (open, snapshot, click, …): `ghost help --all`, and `ghost help COMMAND`',
  )
  .exitOverride((error) => process.exit(error.exitCode === 0 ? EXIT.done : EXIT.usage));

program
  .command('help [command...]')
  .description('help of a command; with --all, every browser command')
  .option('--all', 'every browser command in a line')
  .action(async (words: string[], flags) => {
    const own = program.commands.find((one) => one.name() === words[0]);
    if (words.length === 0 && flags.all !== true) program.outputHelp();
    else if (own !== undefined && own.name() !== 'help') own.outputHelp();
    else (await import('./help.ts')).help(words);
  });
program
  .command('completion <shell>')
  .description('a completion script for bash, zsh or fish, on stdout')
  .action(async (shell: string) =>
    (await import('./help.ts')).complete(
      shell,
      program.commands.map((one) => one.name()),
    ),
  );

program
  .command('run <intent>')
  .description('run one intent to its end')
  .option('--start-url <url>', 'where to begin')
  .option(
    '--cookies <domain=source...>',
    'bring in the cookies of a domain from a source that `cookieSources` in the settings names; asked for each time',
  )
  .addOption(
    new Option('--approve <how>', 'what to do with what escalates').choices(['ask', 'deny']).default('ask'),
  )
  .addOption(
    new Option('--tab-policy <policy>', 'how many tabs it may have, and who opens them').choices(
      TAB_POLICIES,
    ),
  )
  .addOption(cdpUrl())
  .addOption(cdpPort())
  .option('--cdp-auto', 'as a guest in the only browser here that has a debugging port')
  .addOption(navigator())
  .option('--export <file>', 'write the run down, for `ghost replay`')
  .addOption(new Option('--demo', 'with the demo world, whatever is configured'))
  .addOption(new Option('--no-demo', 'never with the demo world'))
  .addOption(policies())
  .addOption(jsonLines())
  .addOption(dataDir())
  .action(async (intent: string, flags) => (await import('./commands/run.ts')).run(intent, flags));

program
  .command('replay <run>')
  .description(
    'run a recorded task again on the same pages: the file of `ghost run --export`, or the id of a task of the running gateway. Says where the pages are not the same any more, and exits 1 there',
  )
  .addOption(
    new Option('--approve <how>', 'what to do with what escalates').choices(['ask', 'deny']).default('ask'),
  )
  .option('--export <file>', 'write it down only, and run nothing')
  .addOption(new Option('--demo', 'with the demo world, whatever is configured'))
  .addOption(new Option('--no-demo', 'never with the demo world'))
  .addOption(policies())
  .addOption(jsonLines())
  .addOption(dataDir())
  .action(async (run: string, flags) => (await import('./commands/replay.ts')).replay(run, flags));

for (const [name, description] of [
  ['start', 'make everything ready, serve the UI with the demo world, and open it'],
  ['serve', 'serve a gateway and its UI on loopback'],
] as const) {
  program
    .command(name)
    .description(description)
    .addOption(new Option('--port <number>', 'port of the UI; 0 takes a free one').argParser(integer))
    .option('--demo', 'with the demo world')
    .option('--no-demo', 'without the demo world')
    .addOption(new Option('--latency <ms>', 'latency of the demo world’s servers').argParser(integer))
    .addOption(navigator())
    .option('--no-open', 'do not open the UI')
    .addOption(policies())
    .addOption(json())
    .addOption(dataDir())
    .action(async (flags) =>
      name === 'start'
        ? (await import('./commands/serve.ts')).start(flags)
        : (await import('./commands/serve.ts')).serve({ ...flags, open: false }),
    );
}

program
  .command('demo')
  .description('serve the demo world alone')
  .addOption(new Option('--latency <ms>', 'latency of its servers').argParser(integer))
  .addOption(json())
  .action(async (flags) => (await import('./commands/serve.ts')).demo(flags));

program
  .command('connect')
  .description(
    'let the tasks of the running gateway be guests in a running browser: asked for now, and for each task again',
  )
  .addOption(cdpUrl())
  .addOption(cdpPort())
  .option('--auto', 'the only browser here that has a debugging port')
  .option('--off', 'give tasks browsers of their own again')
  .addOption(policies())
  .addOption(json())
  .addOption(dataDir())
  .action(async (flags) => (await import('./commands/connect.ts')).connect(flags));

program
  .command('ui')
  .description(
    'open the UI of the running gateway anew, in the browser that is to answer questions from then on',
  )
  .option('--no-open', 'print the link only')
  .option('--for <user>', 'a link for the browser of an approver who does not run the gateway')
  .addOption(json())
  .addOption(dataDir())
  .action(async (flags) => (await import('./console/open-ui.ts')).ui(flags));

program
  .command('status')
  .description('what runs')
  .addOption(json())
  .addOption(dataDir())
  .action(async (flags) => (await import('./commands/status.ts')).status(flags));
program
  .command('doctor')
  .description('examine this machine')
  .option('--managed-policy', 'print the managed policy that is recommended for a machine of its own')
  .addOption(json())
  .addOption(dataDir())
  .action(async (flags) => (await import('./commands/status.ts')).doctor(flags));

program
  .command('attack')
  .description(
    'try every known way out of an allowed page on this installation; exit 1 if one gets through the boundary',
  )
  .option('--only <text>', 'ways whose id or family holds this')
  .addOption(json())
  .action(async (flags) => (await import('./commands/attack.ts')).attack(flags));

program
  .command('mcp')
  .description(
    'an MCP server on standard input and output: the tools of Playwright’s server, behind the policy',
  )
  .option('--all', 'a tool for each browser command on top')
  .addOption(dataDir())
  .action(async (flags) => (await import('./commands/mcp.ts')).mcp(flags));

const consent = program.command('consent').description('questions that wait for an answer');
consent
  .command('list')
  .addOption(elsewhere())
  .addOption(json())
  .addOption(dataDir())
  .action(async (flags) => (await import('./commands/consent.ts')).list(flags));
consent
  .command('approve <id>')
  .description('show a question at this terminal, and take what is typed there')
  .addOption(elsewhere())
  .addOption(json())
  .addOption(dataDir())
  .action(async (id: string, flags) => (await import('./commands/consent.ts')).approve(id, flags));
consent
  .command('deny <id>')
  .description('deny, or with --stop end the task too')
  .option('--stop', 'end the task')
  .addOption(elsewhere())
  .addOption(json())
  .addOption(dataDir())
  .action(async (id: string, flags) =>
    (await import('./commands/consent.ts')).deny(id, flags.stop === true ? 'DENY_TASK' : 'DENY', flags),
  );

const audit = program.command('audit').description('the audit log');
audit
  .command('query [words...]')
  // `-type:connection` leaves out; it is no option.
  .allowUnknownOption()
  .description('entries that match, e.g. `type:decision verdict:DENY where:shop.test`')
  .addOption(new Option('--limit <n>').argParser(integer))
  .addOption(json())
  .addOption(dataDir())
  .action(async (words: string[], flags) =>
    (await import('./commands/audit.ts')).query(words.join(' '), flags),
  );
audit
  .command('tail')
  .description('the last entries; with --follow, what comes')
  .option('-f, --follow', 'go on')
  .addOption(new Option('--limit <n>').argParser(integer).default(20))
  .addOption(json())
  .addOption(dataDir())
  .action(async (flags) => (await import('./commands/audit.ts')).tail(flags));
audit
  .command('verify')
  .description('recompute everything; exit 1 and the first bad entry if it is not intact')
  .addOption(json())
  .addOption(dataDir())
  .action(async (flags) => (await import('./commands/audit.ts')).verify(flags));

const policy = program.command('policy').description('read, check and explain policies');
policy
  .command('check [files...]')
  .description(
    'load, prove, test and lint policy files, the upper layer first. Exit codes: 0 clean (notes are), 1 errors or warnings',
  )
  .addOption(
    new Option('--format <format>').choices(['text', 'json', 'sarif', 'junit', 'github']).default('text'),
  )
  .addOption(new Option('--strict', 'warnings fail too').default(true))
  .option('--no-strict', 'only errors fail')
  .option('--fix', 'apply the mends that are proved to change no decision')
  .addOption(json())
  .action(async (files: string[], flags) => (await import('./policy/lint.ts')).check(files, flags));
policy
  .command('lints')
  .description('every lint: id, level, sentence')
  .addOption(json())
  .action(async (flags) => (await import('./policy/lint.ts')).lints(flags));
policy
  .command('fmt <files...>')
  .description('the canonical layout, proved to change nothing; one file goes to stdout')
  .option('--check', 'name the files that differ, and exit 1 if there are any')
  .option('--write', 'write files that differ in place')
  .action(async (files: string[], flags) => (await import('./policy/lint.ts')).fmt(files, flags));
policy
  .command('seal <files...>')
  .description(
    'write the end mark: with `whole: true` at its head and `end: ID@REVISION` as its last line a file that is cut off does not pass the check',
  )
  .addOption(new Option('--revision <n>', 'and this revision').argParser(integer))
  .addOption(json())
  .action(async (files: string[], flags) => (await import('./policy/lint.ts')).seal(files, flags));
policy
  .command('schema')
  .description('the JSON Schema of a policy document')
  .action(async () => (await import('./policy/render.ts')).schema());
const exported = policy
  .command('export')
  .description('the policy in the words of another engine, for comparison');
exported
  .command('json-logic [files...]')
  .description('JSON Logic: an expression for every entry, and one for the decision')
  .action(async (files: string[]) =>
    (await import('./policy/render.ts')).exportPolicy('json-logic', files, true),
  );
exported
  .command('cedar [files...]')
  .description('Cedar policies; what Cedar cannot say stands in comments')
  .option('--schema', 'the Cedar schema alone')
  .addOption(json())
  .action(async (files: string[], flags) =>
    flags.schema === true
      ? (await import('./policy/render.ts')).exportCedarSchema(files)
      : (await import('./policy/render.ts')).exportPolicy('cedar', files, flags.json === true),
  );
policy
  .command('test <files...>')
  .description(
    'run *.policy-test.yaml files: cases, matrices, universals, replay, coverage; exit 1 if one fails',
  )
  .addOption(new Option('--format <format>').choices(['text', 'json', 'junit']).default('text'))
  .option('--mutants', 'loosen or drop one entry or cell at a time, and report what no test notices')
  .addOption(json())
  .action(async (files: string[], flags) => (await import('./policy/test.ts')).test(files, flags));
policy
  .command('list')
  .description('the policies that come with the project: name, sentence, hash')
  .addOption(json())
  .action(async (flags) => (await import('./policy/test.ts')).list(flags));
policy
  .command('matrix [files...]')
  .description('the effective tables')
  .addOption(
    new Option('--format <format>').choices(['text', 'json', 'markdown', 'html', 'csv']).default('text'),
  )
  .option('--host <host>', 'for the class of this host; without it, a host that no entry names')
  .action(async (files: string[], flags) => (await import('./policy/render.ts')).matrix(files, flags));
policy
  .command('explain')
  .description(
    'what is decided on a request, and why: facts as options (`--capability X --executor Y …`), or JSON lines with --stdin',
  )
  .addOption(policies())
  .option('--stdin', 'one request a line on standard input, one answer a line')
  .addOption(
    new Option('--audit <seq>', 'an entry of the audit log instead, decided again').argParser(integer),
  )
  .addOption(dataDir())
  .addOption(json())
  .allowUnknownOption()
  .allowExcessArguments()
  .action(async (flags, command: Command) =>
    (await import('./policy/explain.ts')).explain(command.args, flags),
  );
policy
  .command('why-not')
  .description(
    'what stands between a request and an ALLOW: entries that almost speak, the fewest facts to change',
  )
  .addOption(policies())
  .addOption(json())
  .allowUnknownOption()
  .allowExcessArguments()
  .action(async (flags, command: Command) =>
    (await import('./policy/why-not.ts')).whyNotOf(command.args, flags),
  );
policy
  .command('verify [files...]')
  .description(
    'prove every invariant, on the policy and on whatever a lower layer could make of it; exit 0 all proven, 1 violated, 4 unproven',
  )
  .addOption(
    new Option(
      '--claim <yaml>',
      'prove this too, e.g. `{over: {capability: FILE_DOWNLOAD}, at_least: ESCALATE}` `{over: …, never: [{decision: ALLOW}]}` or `{over: …, requires: [AUDIT]}`; may be given again',
    ).argParser(collect),
  )
  .addOption(json())
  .action(async (files: string[], flags) => (await import('./policy/verify.ts')).verify(files, flags));
policy
  .command('diff <old> <new>')
  .description(
    'every request that is decided otherwise, exactly; each side a file or layers by commas, `default` and the like by name. Exit codes: 0 same, 2 only tightened, 3 loosened, 4 unproven',
  )
  .addOption(new Option('--format <format>').choices(['text', 'json', 'markdown', 'sarif']).default('text'))
  .addOption(json())
  .action(async (old: string, renewed: string, flags) =>
    (await import('./policy/diff.ts')).diff(old, renewed, flags),
  );
policy
  .command('gate <new...>')
  .description(
    'check, verify, test and diff in one: whether a policy may take the place of another. Each side files, layers by commas, a folder, `default` and the like, a bundle, or `in-force`; `*.policy-test.yaml` beside a file belong to it. Exit codes: 0 may go in, 1 refused (or a side cannot be read), 3 loosened or a guard gone and not acknowledged, 4 unproven',
  )
  .addOption(
    new Option('--against <old>', 'what it takes the place of; may be given again')
      .argParser(collect)
      .makeOptionMandatory(),
  )
  .option('--acknowledged <hash>', 'a person took exactly this loosening upon themselves: exit 0')
  .addOption(
    new Option('--format <format>').choices(['text', 'json', 'markdown', 'sarif', 'junit']).default('text'),
  )
  .addOption(json())
  .addOption(dataDir())
  .action(async (files: string[], flags) => (await import('./policy/gate.ts')).gateOf(files, flags));
addPolicyLifeCommands(policy);

const [first] = process.argv.slice(2);
const names = program.commands.map((one) => one.name());
if (first !== undefined && !first.startsWith('-') && !names.includes(first))
  (await import('./help.ts')).unknown(first, names);
else {
  try {
    await program.parseAsync();
  } catch (thrown) {
    // What a library caller gets as an exception: the gateway's directory is somebody else's.
    if (!(thrown instanceof GhostError)) throw thrown;
    (await import('./console/output.ts')).failWith(thrown.failure, { json: process.argv.includes('--json') });
  }
}
