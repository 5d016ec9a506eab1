// `ghost consent …`.
import { flag, needed, text, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir, elsewhere, json } from '#ui/cli/console/options.ts';

const id = needed(text('id of the question', 'id'));

export const CONSENT = [
  verb({
    name: 'consent list',
    title: 'list the questions that wait',
    options: { at: elsewhere, json, dataDir },
    run: async (flags) => (await import('#ui/cli/commands/consent.ts')).list(flags),
  }),
  verb({
    name: 'consent approve',
    title: 'show a question at this terminal, and take what is typed there',
    words: ['id'],
    options: { id, at: elsewhere, json, dataDir },
    run: async ({ id: question, ...flags }) =>
      (await import('#ui/cli/commands/consent.ts')).approve(question, flags),
  }),
  verb({
    name: 'consent deny',
    title: 'deny, or with --stop end the task too',
    words: ['id'],
    options: { id, stop: flag('end the task'), at: elsewhere, json, dataDir },
    run: async ({ id: question, ...flags }) =>
      (await import('#ui/cli/commands/consent.ts')).deny(
        question,
        flags.stop === true ? 'DENY_TASK' : 'DENY',
        flags,
      ),
  }),
];
