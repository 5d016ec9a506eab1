// `ghost policy test` and `list`.
import { choice, flag, list, needed, preset, verb } from '#gateway/protocol/command-line/param.ts';
import { json } from '#ui/cli/console/options.ts';

export const TEST = [
  verb({
    name: 'policy test',
    title: 'run *.policy-test.yaml files: cases, matrices, universals, replay, coverage; exit 1 if one fails',
    words: ['files'],
    options: {
      files: needed(list('test files')),
      format: preset(choice('default text', ['text', 'json', 'junit']), 'text'),
      mutants: flag('loosen or drop one entry or cell at a time, and report what no test notices'),
      json,
    },
    run: async ({ files, ...flags }) => (await import('#ui/cli/policy/test.ts')).test(files, flags),
  }),
  verb({
    name: 'policy list',
    title: 'the policies that come with the project: name, sentence, hash',
    options: { json },
    run: async (flags) => (await import('#ui/cli/policy/test.ts')).list(flags),
  }),
];
