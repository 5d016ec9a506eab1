// `ghost ui`.
import { flag, preset, text, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

export const UI = [
  verb({
    name: 'ui',
    title: 'open the UI of the running gateway anew, in the browser that is to answer questions from then on',
    options: {
      open: preset(flag('print the link only'), true),
      for: text('a link for the browser of an approver who does not run the gateway', 'user'),
      json,
      dataDir,
    },
    run: async (flags) => (await import('#ui/cli/commands/ui.ts')).ui(flags),
  }),
];
