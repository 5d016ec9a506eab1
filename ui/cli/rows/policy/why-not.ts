// `ghost policy why-not`.
import { list, verb } from '#gateway/protocol/command-line/param.ts';
import { json, policies } from '#ui/cli/console/options.ts';

export const WHY_NOT = [
  verb({
    name: 'policy why-not',
    title:
      'what stands between a request and an ALLOW: entries that almost speak, the fewest facts to change',
    words: ['facts'],
    options: { facts: list('`--fact value`, each'), policy: policies, json },
    passesOn: true,
    run: async ({ facts, ...flags }) => (await import('#ui/cli/policy/why-not.ts')).whyNotOf(facts, flags),
  }),
];
