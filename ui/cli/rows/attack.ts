// `ghost attack`.
import { text, verb } from '#gateway/protocol/command-line/param.ts';
import { json } from '#ui/cli/console/options.ts';

export const ATTACK = [
  verb({
    name: 'attack',
    title:
      'try every known way out of an allowed page on this installation; exit 1 if one gets through the boundary',
    options: { only: text('ways whose id or family holds this', 'text'), json },
    run: async (flags) => (await import('#ui/cli/commands/attack.ts')).attack(flags),
  }),
];
