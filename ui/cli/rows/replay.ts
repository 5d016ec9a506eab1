// `ghost replay`.
import { needed, text, verb } from '#gateway/protocol/command-line/param.ts';
import { approve, dataDir, demo, jsonLines, policies } from '#ui/cli/console/options.ts';

export const REPLAY = [
  verb({
    name: 'replay',
    title:
      'run a recorded task again on the same pages: the file of `ghost run --export`, or the id of a task of the running gateway. Says where the pages are not the same any more, and exits 1 there',
    words: ['run'],
    options: {
      run: needed(text('a file, or the id of a task', 'run')),
      approve,
      export: text('write it down only, and run nothing', 'file'),
      demo,
      policy: policies,
      json: jsonLines,
      dataDir,
    },
    run: async ({ run, ...flags }) => (await import('#ui/cli/commands/replay.ts')).replay(run, flags),
  }),
];
