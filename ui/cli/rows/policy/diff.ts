// `ghost policy diff`.
import { choice, flag, needed, preset, text, verb } from '#gateway/protocol/command-line/param.ts';
import { json } from '#ui/cli/console/options.ts';

export const DIFF = [
  verb({
    name: 'policy diff',
    title:
      'every request that is decided otherwise, exactly; each side a file or layers by commas, `default` and the like by name. Exit codes: 0 same, 2 only tightened, 3 loosened, 4 unproven',
    words: ['old', 'new'],
    options: {
      old: needed(text('what it is compared with', 'old')),
      new: needed(text('what takes its place', 'new')),
      format: preset(choice('default text', ['text', 'json', 'markdown', 'sarif']), 'text'),
      summary: flag('of the text alone how much differs, guards and the verdict: no requests one by one'),
      json,
    },
    run: async ({ old, new: renewed, ...flags }) =>
      (await import('#ui/cli/policy/diff.ts')).diff(old, renewed, flags),
  }),
];
