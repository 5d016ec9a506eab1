// `ghost policy explain` and `ghost policy facts`.
import { flag, list, verb, whole } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json, policies } from '#ui/cli/console/options.ts';

export const EXPLAIN = [
  verb({
    name: 'policy facts',
    title: 'every fact that a policy can speak of and a request can have: what it may be, and what it means',
    options: { json },
    run: async (flags) => (await import('#ui/cli/policy/facts.ts')).facts(flags),
  }),
  verb({
    name: 'policy explain',
    title:
      'what is decided on a request, and why: facts as options (`--capability X --executor Y …`; `ghost policy facts` lists them), or JSON lines with --stdin',
    words: ['facts'],
    options: {
      facts: list('`--fact value`, each'),
      policy: policies,
      stdin: flag('one request a line on standard input, one answer a line'),
      audit: whole('an entry of the audit log instead, decided again', 'seq'),
      dataDir,
      json,
    },
    examples: ['policy explain --capability SCREENSHOT --executor HEADLESS_CHROMIUM'],
    passesOn: true,
    run: async ({ facts, ...flags }) => (await import('#ui/cli/policy/explain.ts')).explain(facts, flags),
  }),
];
