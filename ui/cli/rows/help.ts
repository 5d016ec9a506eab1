// `ghost help` and `completion`.
import { flag, list, needed, text, verb } from '#gateway/protocol/command-line/param.ts';

export const HELP = [
  verb({
    name: 'help',
    title: 'help of a command; with --all, every browser command',
    words: ['command'],
    options: { command: list('its words'), all: flag('every browser command in a line') },
    run: async ({ command, all }, verbs) =>
      (await import('#ui/cli/commands/help.ts')).help(verbs, command, all === true),
  }),
  verb({
    name: 'completion',
    title: 'a completion script for bash, zsh or fish, on stdout',
    words: ['shell'],
    options: { shell: needed(text('bash, zsh or fish', 'shell')) },
    run: async ({ shell }, verbs) => (await import('#ui/cli/commands/help.ts')).complete(verbs, shell),
  }),
];
