// `ghost policy verify`.
import { again, list, verb } from '#gateway/protocol/command-line/param.ts';
import { json } from '#ui/cli/console/options.ts';

export const VERIFY = [
  verb({
    name: 'policy verify',
    title:
      'prove every invariant, on the policy and on whatever a lower layer could make of it; exit 0 all proven, 1 violated, 4 unproven',
    words: ['files'],
    options: {
      files: list('policy files, the upper layer first; default: in force'),
      claim: again(
        'prove this too, e.g. `{over: {capability: FILE_DOWNLOAD}, at_least: ESCALATE}` `{over: …, never: [{decision: ALLOW}]}` or `{over: …, requires: [AUDIT]}`; may be given again',
        'yaml',
      ),
      json,
    },
    run: async ({ files, ...flags }) => (await import('#ui/cli/policy/verify.ts')).verify(files, flags),
  }),
];
