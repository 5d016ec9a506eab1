// `ghost backup` and `restore`.
import { flag, needed, preset, text, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

const passphraseFile = text('a file with a passphrase of 12 characters or more, for the keys', 'file');

export const BACKUP = [
  verb({
    name: 'backup',
    title:
      'write everything that a start needs into one file, while a gateway runs or not; without keys, unless a passphrase wraps them',
    words: ['to'],
    options: {
      to: preset(text('a new file, or a folder; default: here', 'to'), '.'),
      passphraseFile,
      json,
      dataDir,
    },
    run: async ({ to, ...flags }) => (await import('#ui/cli/commands/backup.ts')).backup(to, flags),
  }),
  verb({
    name: 'restore',
    title:
      'make a data directory from a backup, verified before anything is touched; the log says that it was restored',
    words: ['file'],
    options: {
      file: needed(text('what `ghost backup` wrote', 'file')),
      replace: flag('move what is there aside, and keep it'),
      acceptSettings: flag(
        'take settings, trusted keys and the key of the log of another installation, and keys that are trusted here no more',
      ),
      passphraseFile,
      json,
      dataDir,
    },
    run: async ({ file, ...flags }) => (await import('#ui/cli/commands/backup.ts')).restore(file, flags),
  }),
];
