// Registers `ghost policy status|reload|revert|shadow|replay|suggest|keygen|sign|trust|untrust`; each loads its code when it is asked for.
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';

const json = () => new Option('--json', 'JSON on stdout');
const dataDir = () =>
  new Option('--data-dir <directory>', 'audit log, settings and runtime files below this directory');
const collect = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];
const policies = () =>
  new Option(
    '--policy <file>',
    'policy file or bundle, the upper layer first; may be given again; default: in force',
  ).argParser(collect);

/** UTC with milliseconds: the one form in which a bundle's times stand. */
function instant(text: string): string {
  const time = /^\d{4}-\d{2}-\d{2}(T|$)/u.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw new InvalidArgumentError('a date or an RFC 3339 time is needed');
  return new Date(time).toISOString();
}

function whole(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < 0 || text.trim() === '')
    throw new InvalidArgumentError('a whole number is needed');
  return value;
}

export function addPolicyLifeCommands(policy: Command): void {
  policy
    .command('status')
    .description(
      'layers, hashes, revision, source, signature, shadow and the last refusal; exit 3 if no policy is in force',
    )
    .addOption(json())
    .addOption(dataDir())
    .action(async (flags) => (await import('./life.ts')).policyStatus(flags));
  policy
    .command('reload')
    .description(
      'read the policy again; what loosens needs an acknowledgement with a reason, which is recorded',
    )
    .option('--acknowledge-loosening', 'take what loosens upon yourself')
    .option('--reason <text>', 'why, for the audit log')
    .addOption(json())
    .addOption(dataDir())
    .action(async (flags) => (await import('./life.ts')).reload(flags));
  policy
    .command('revert <bundle>')
    .description('go back to an earlier signed bundle; recorded with its reason')
    .requiredOption('--reason <text>', 'why, for the audit log')
    .addOption(json())
    .addOption(dataDir())
    .action(async (bundle: string, flags) => (await import('./life.ts')).revert(bundle, flags));
  const shadow = policy
    .command('shadow [files...]')
    .description('decide a candidate beside the policy in force and log the differences; --off ends it')
    .option('--off', 'end it')
    .addOption(json())
    .addOption(dataDir())
    .action(async (files: string[], flags) => (await import('./shadow.ts')).shadow(files, flags));
  shadow
    .command('report')
    .description(
      'what the candidate would change: exactly, where a gateway runs, and as observed in the audit log',
    )
    .action(async (_, command: Command) => (await import('./shadow.ts')).report(command.optsWithGlobals()));
  shadow
    .command('promote')
    .description(
      'put the candidate in the place of the file that it stands for; shows the exact and the observed difference',
    )
    .option('--acknowledge-loosening', 'take what loosens upon yourself')
    .option('--reason <text>', 'why, for the audit log')
    .action(async (_, command: Command) => (await import('./shadow.ts')).promote(command.optsWithGlobals()));
  policy
    .command('replay [log]')
    .description(
      'decide a log again: the audit log, or a file with one entry a line. Exit codes: 0 nothing changes, 2 only tightened, 3 loosened, 4 some lines could not be decided',
    )
    .addOption(policies())
    .option('--since <time>', 'entries from then on: a date, a time, or an age as in 7d')
    .addOption(json())
    .addOption(dataDir())
    .action(async (log: string | undefined, flags) => (await import('./log.ts')).replayLog(log, flags));
  policy
    .command('suggest [log]')
    .description(
      'the narrowest entries that would allow what the log says was denied or escalated, each proved',
    )
    .addOption(policies())
    .option('--since <time>', 'entries from then on: a date, a time, or an age as in 7d')
    .addOption(new Option('--limit <n>', 'suggestions, the most frequent first').argParser(whole).default(10))
    .addOption(json())
    .addOption(dataDir())
    .action(async (log: string | undefined, flags) => (await import('./log.ts')).suggest(log, flags));
  policy
    .command('keygen')
    .description('make a signing key: FILE, and FILE.pub for those who trust it')
    .requiredOption('--out <file>', 'where the signing key goes')
    .option('--name <name>', 'whose key it is', 'policy')
    .addOption(json())
    .action(async (flags) => (await import('./bundle.ts')).keygen(flags));
  policy
    .command('sign <files...>')
    .description(
      'pack policy files that load, prove and pass their tests into a signed bundle, the upper layer first',
    )
    .requiredOption('--key <file>', 'the signing key')
    .requiredOption('--out <bundle>', 'the bundle, `*.gpb`')
    .option('--id <id>', 'id of the bundle; default: of the lowest document')
    .addOption(new Option('--revision <n>', 'default: of the lowest document').argParser(whole))
    .addOption(new Option('--not-before <time>', 'valid from; default: now').argParser(instant))
    .addOption(new Option('--not-after <time>', 'valid until; default: a year').argParser(instant))
    .addOption(json())
    .action(async (files: string[], flags) => (await import('./bundle.ts')).sign(files, flags));
  policy
    .command('trust <key>')
    .description('trust a public key, or a file with one, for policy bundles; recorded')
    .addOption(json())
    .addOption(dataDir())
    .action(async (key: string, flags) => (await import('./bundle.ts')).trustKey(key, flags));
  policy
    .command('untrust <key>')
    .description('trust a key no more: its id, its text, or a file with it; recorded')
    .addOption(json())
    .addOption(dataDir())
    .action(async (key: string, flags) => (await import('./bundle.ts')).untrustKey(key, flags));
}
