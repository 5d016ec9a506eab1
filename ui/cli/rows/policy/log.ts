// `ghost policy replay` and `suggest`.
import { flag, preset, text, verb, whole } from '#gateway/protocol/command-line/param.ts';
import { dataDir, inForce, json } from '#ui/cli/console/options.ts';

const options = {
  log: text('a file with one entry a line; default: the audit log', 'log'),
  policy: inForce,
  since: text('entries from then on: a date, a time, or an age as in 7d', 'time'),
  json,
  dataDir,
};

export const LOG = [
  verb({
    name: 'policy replay',
    title:
      'decide a log again: the audit log, or a file with one entry a line. Exit codes: 0 nothing changes, 2 only tightened, 3 loosened, 4 some lines could not be decided',
    words: ['log'],
    options: {
      ...options,
      summary: flag('of the text alone how many would be decided otherwise, not which'),
    },
    run: async ({ log, ...flags }) => (await import('#ui/cli/policy/log.ts')).replayLog(log, flags),
  }),
  verb({
    name: 'policy suggest',
    title: 'the narrowest entries that would allow what the log says was denied or escalated, each proved',
    words: ['log'],
    options: {
      ...options,
      limit: preset(whole('suggestions, the most frequent first; default 10', 'n'), 10),
    },
    run: async ({ log, ...flags }) => (await import('#ui/cli/policy/log.ts')).suggest(log, flags),
  }),
];
