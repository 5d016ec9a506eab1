// `ghost install`.
import { verb } from '#gateway/protocol/command-line/param.ts';
import { json } from '#ui/cli/console/options.ts';

export const INSTALL = [
  verb({
    name: 'install',
    title: 'find a browser on this machine, or install one; exit 5 where neither works',
    options: { json },
    run: async (flags) => (await import('#ui/cli/commands/install.ts')).install(flags),
  }),
];
