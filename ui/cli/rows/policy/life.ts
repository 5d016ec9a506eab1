// `ghost policy status`, `reload` and `revert`.
import { flag, needed, text, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

const reason = text('why, for the audit log', 'text');

export const LIFE = [
  verb({
    name: 'policy status',
    title:
      'layers, hashes, revision, source, signature, shadow and the last refusal; exit 3 if no policy is in force',
    options: { json, dataDir },
    run: async (flags) => (await import('#ui/cli/policy/life.ts')).policyStatus(flags),
  }),
  verb({
    name: 'policy reload',
    title: 'read the policy again; what loosens needs an acknowledgement with a reason, which is recorded',
    options: { acknowledgeLoosening: flag('take what loosens upon yourself'), reason, json, dataDir },
    run: async (flags) => (await import('#ui/cli/policy/life.ts')).reload(flags),
  }),
  verb({
    name: 'policy revert',
    title: 'go back to an earlier signed bundle; recorded with its reason',
    words: ['bundle'],
    options: { bundle: needed(text('the bundle', 'bundle')), reason: needed(reason), json, dataDir },
    run: async ({ bundle, ...flags }) => (await import('#ui/cli/policy/life.ts')).revert(bundle, flags),
  }),
];
