// `ghost connect`.
import { flag, port, verb } from '#gateway/protocol/command-line/param.ts';
import { cdpPort, cdpUrl, dataDir, json, policies } from '#ui/cli/console/options.ts';

export const CONNECT = [
  verb({
    name: 'connect',
    title:
      'let the tasks of the running gateway be guests in a running browser: asked for now, and for each task again',
    options: {
      cdpUrl,
      cdpPort,
      port: { ...port('the same as `--cdp-port`'), excludes: 'cdpUrl' },
      auto: flag('the only browser here that has a debugging port'),
      off: flag('give tasks browsers of their own again'),
      policy: policies,
      json,
      dataDir,
    },
    run: async (flags) => (await import('#ui/cli/commands/connect.ts')).connect(flags),
  }),
];
