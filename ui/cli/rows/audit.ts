// `ghost audit …`.
import { flag, list, preset, verb, whole } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

const limit = whole('entries at most', 'n');

export const AUDIT = [
  verb({
    name: 'audit query',
    title: 'entries that match, e.g. `type:decision verdict:DENY where:shop.test`',
    words: ['words'],
    options: { words: list('what they match; `-type:connection` leaves out'), limit, json, dataDir },
    passesOn: true,
    run: async ({ words, ...flags }) =>
      (await import('#ui/cli/commands/audit.ts')).query(words.join(' '), flags),
  }),
  verb({
    name: 'audit tail',
    title: 'the last entries; with --follow, what comes',
    options: { follow: flag('go on', '-f'), limit: preset(limit, 20), json, dataDir },
    run: async (flags) => (await import('#ui/cli/commands/audit.ts')).tail(flags),
  }),
  verb({
    name: 'audit verify',
    title: 'recompute everything; exit 1 and the first bad entry if it is not intact',
    options: { json, dataDir },
    run: async (flags) => (await import('#ui/cli/commands/audit.ts')).verify(flags),
  }),
];
