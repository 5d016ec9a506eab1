// `ghost status` and `doctor`.
import { flag, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

export const STATUS = [
  verb({
    name: 'status',
    title: 'what runs, and whether it is well; exit 7 while nothing can run',
    options: { json, dataDir },
    run: async (flags) => (await import('#ui/cli/commands/status.ts')).status(flags),
  }),
  verb({
    name: 'doctor',
    title: 'examine this machine, and the gateway that runs on it',
    options: {
      managedPolicy: flag('print the managed policy that is recommended for a machine of its own'),
      json,
      dataDir,
    },
    run: async (flags) => (await import('#ui/cli/commands/status.ts')).doctor(flags),
  }),
];
