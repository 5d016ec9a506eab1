// `ghost policy gate`.
import { again, choice, list, needed, preset, text, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

export const GATE = [
  verb({
    name: 'policy gate',
    title:
      'check, verify, test and diff in one: whether a policy may take the place of another. Each side files, layers by commas, a folder, `default` and the like, a bundle, or `in-force`; `*.policy-test.yaml` beside a file belong to it. Exit codes: 0 may go in, 1 refused (or a side cannot be read), 3 loosened or a guard gone and not acknowledged, 4 unproven',
    words: ['new'],
    options: {
      new: needed(list('the policy that shall go in')),
      against: needed(again('what it takes the place of; may be given again', 'old')),
      acknowledged: text('a person took exactly this loosening upon themselves: exit 0', 'hash'),
      format: preset(choice('default text', ['text', 'json', 'markdown', 'sarif', 'junit']), 'text'),
      json,
      dataDir,
    },
    run: async ({ new: files, ...flags }) => (await import('#ui/cli/policy/gate.ts')).gateOf(files, flags),
  }),
];
