// `ghost cdp`.
import { flag, list, port, text, verb } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json, policies } from '#ui/cli/console/options.ts';

export const CDP = [
  verb({
    name: 'cdp',
    title:
      'a DevTools (CDP) endpoint behind the policy: tabs, addresses, keys, scripts by value, pictures; the rest is refused for now',
    words: ['command'],
    options: {
      command: {
        ...list(
          'a program with its words: it finds the address in its environment, and the endpoint ends with it',
        ),
        many: 'WORDS',
      },
      port: port('port of the endpoint; default: a free one'),
      worker: text('by which name the acts of its clients stand in the log; default: cdp', 'name'),
      demo: flag('with the demo world'),
      policy: policies,
      json,
      dataDir,
    },
    run: async (flags) => (await import('#ui/cli/commands/cdp.ts')).cdp(flags),
  }),
];
