// `ghost policy shadow …`.
import { flag, list, text, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

export const SHADOW = [
  verb({
    name: 'policy shadow',
    title: 'decide a candidate beside the policy in force and log the differences; --off ends it',
    words: ['files'],
    options: { files: list('the candidate, the upper layer first'), off: flag('end it'), json, dataDir },
    run: async ({ files, ...flags }) => (await import('#ui/cli/policy/shadow.ts')).shadow(files, flags),
  }),
  verb({
    name: 'policy shadow report',
    title: 'what the candidate would change: exactly, where a gateway runs, and as observed in the audit log',
    options: { json, dataDir },
    run: async (flags) => (await import('#ui/cli/policy/shadow.ts')).report(flags),
  }),
  verb({
    name: 'policy shadow promote',
    title:
      'put the candidate in the place of the file that it stands for; shows the exact and the observed difference',
    options: {
      acknowledgeLoosening: flag('take what loosens upon yourself'),
      reason: text('why, for the audit log', 'text'),
      json,
      dataDir,
    },
    run: async (flags) => (await import('#ui/cli/policy/shadow.ts')).promote(flags),
  }),
];
