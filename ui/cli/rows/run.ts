// `ghost run`.
import { flag, needed, text, verb, withWords, again, choice } from '#gateway/protocol/command-line/param.ts';
import { TAB_POLICIES } from '#policy/language/vocabulary.ts';
import {
  approve,
  cdpPort,
  cdpUrl,
  dataDir,
  demo,
  jsonLines,
  navigator,
  policies,
} from '#ui/cli/console/options.ts';

export const RUN = [
  verb({
    name: 'run',
    title: 'run one intent to its end',
    words: ['intent'],
    options: {
      intent: needed(text('what shall be done, in words', 'intent')),
      startUrl: text('where to begin', 'url'),
      cookies: withWords(
        again(
          'bring in the cookies of a domain from a source that `cookieSources` in the settings names; asked for each time',
          'domain=source',
        ),
      ),
      approve,
      tabPolicy: choice('how many tabs it may have, and who opens them', TAB_POLICIES),
      cdpUrl,
      cdpPort,
      cdpAuto: flag('as a guest in the only browser here that has a debugging port'),
      navigator,
      export: text('write the run down, for `ghost replay`', 'file'),
      table: text(
        'write the rows that it read, as the name of the file ends: `.csv`, `.md`, `.json`',
        'file',
      ),
      applet: text('draw the rows that it read, in one HTML file that needs nothing else', 'file'),
      demo,
      policy: policies,
      questions: flag(
        'ask which element is meant where that is not clear; default: at a terminal; with `--json` an answer is a line of standard input; `--no-questions`: never',
      ),
      json: jsonLines,
      dataDir,
    },
    examples: [
      'run "find the cheapest mechanical keyboard" --demo',
      'run "compare the mechanical keyboards of the shop and the market in a table" --applet keyboards.html',
    ],
    run: async ({ intent, ...flags }) => (await import('#ui/cli/commands/run.ts')).run(intent, flags),
  }),
];
