// `ghost start`, `serve` and `demo`.
import { flag, port, preset, text, verb, whole } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json, navigator, policies } from '#ui/cli/console/options.ts';

const options = {
  port: port('port of the UI; 0 takes a free one'),
  demo: flag('with the demo world; `--no-demo`: without'),
  latency: whole('latency of the demo world’s servers', 'ms'),
  navigator,
  open: preset(flag('do not open the UI'), true),
  policy: policies,
  json,
  dataDir,
};

export const SERVE = [
  verb({
    name: 'start',
    title: 'make everything ready, serve the UI with the demo world, and open it',
    options,
    run: async (flags) => (await import('#ui/cli/commands/serve.ts')).start(flags),
  }),
  verb({
    name: 'serve',
    title: 'serve a gateway and its UI on loopback; as a node of a fleet it takes tasks of others, too',
    options: {
      ...options,
      fleet: text('take tasks of the fleet whose database this is; without a password', 'url'),
      node: flag('the same by `fleet.url` of the settings'),
    },
    run: async (flags) => (await import('#ui/cli/commands/serve.ts')).serve({ ...flags, open: false }),
  }),
  verb({
    name: 'demo',
    title: 'serve the demo world alone',
    options: { latency: whole('latency of its servers', 'ms'), json },
    run: async (flags) => (await import('#ui/cli/commands/serve.ts')).demo(flags),
  }),
];
