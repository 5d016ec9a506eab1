// `ghost grants …`.
import { needed, text, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

export const GRANTS = [
  verb({
    name: 'grants list',
    title: 'what answers still allow beyond the acts that were asked for',
    options: { json, dataDir },
    run: async (flags) => (await import('#ui/cli/commands/grants.ts')).list(flags),
  }),
  verb({
    name: 'grants revoke',
    title: 'take one back: the next such act is asked about again',
    words: ['id'],
    options: { id: needed(text('id of the grant', 'id')), json, dataDir },
    run: async ({ id, ...flags }) => (await import('#ui/cli/commands/grants.ts')).revoke(id, flags),
  }),
];
