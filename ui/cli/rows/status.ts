// `ghost status` and `doctor`.
import { flag, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

export const STATUS = [
  verb({
    name: 'status',
    title: 'what runs',
    options: { json, dataDir },
    run: async (flags) => (await import('#ui/cli/commands/status.ts')).status(flags),
  }),
  verb({
    name: 'doctor',
    title: 'examine this machine',
    options: {
      managedPolicy: flag('print the managed policy that is recommended for a machine of its own'),
      json,
      dataDir,
    },
    run: async (flags) => (await import('#ui/cli/commands/status.ts')).doctor(flags),
  }),
];
