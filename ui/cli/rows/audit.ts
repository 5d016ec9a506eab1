// `ghost audit …`.
import { flag, list, needed, preset, text, verb, whole } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

const limit = whole('entries at most', 'n');

export const AUDIT = [
  verb({
    name: 'audit query',
    title: 'entries that match, e.g. `type:decision verdict:DENY where:shop.test`',
    words: ['words'],
    options: {
      words: list('what they match; `-type:connection` leaves out'),
      limit,
      summary: flag('how many they are and what they have in common, in place of the entries'),
      json,
      dataDir,
    },
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
  verb({
    name: 'audit prove',
    title: 'a file that proves one entry to whoever has `audit.pub`, on any machine',
    words: ['entry'],
    options: {
      entry: needed(whole('number of the entry', 'n')),
      to: text('a new file; default: standard output', 'file'),
      json,
      dataDir,
    },
    run: async ({ entry, ...flags }) => (await import('#ui/cli/commands/audit.ts')).prove(entry, flags),
  }),
  verb({
    name: 'audit check',
    title:
      'whether a proof or a bundle of an audit log holds; exit 1 if not. It needs the file and the key alone',
    words: ['file'],
    options: {
      file: needed(text('proof or bundle', 'file')),
      key: text('the log’s public key; default: the one of this data directory', 'audit.pub'),
      json,
      dataDir,
    },
    run: async ({ file, ...flags }) => (await import('#ui/cli/commands/audit.ts')).check(file, flags),
  }),
];
