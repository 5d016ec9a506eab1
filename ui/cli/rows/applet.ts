// `ghost applet …`.
import { needed, text, verb } from '#gateway/protocol/command-line/param.ts';
import { json } from '#ui/cli/console/options.ts';

export const APPLET = [
  verb({
    name: 'applet check',
    title:
      'hold an applet against the three layers that it passes before it runs: size, markup, code. Runs nothing of it; exit 0 accepted, 1 refused, 2 not readable, with layer, code, line and column of each finding',
    words: ['file'],
    options: { file: needed(text('a file with one HTML document, or - for standard input', 'file')), json },
    run: async ({ file, ...flags }) => (await import('#ui/cli/commands/applet.ts')).check(file, flags),
  }),
];
