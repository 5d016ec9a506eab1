// `ghost fleet …`: tasks that several gateways share.
import { choice, flag, list, needed, text, verb, whole } from '#gateway/protocol/command-line/param.ts';
import { dataDir, json } from '#ui/cli/console/options.ts';

export const common = {
  fleet: text('the fleet’s database, without a password; default: `fleet.url` of the settings', 'url'),
  json,
  dataDir,
};
const task = needed(text('id of the task', 'task'));

export const FLEET = [
  verb({
    name: 'fleet run',
    title: 'have an intent carried out by whichever node has a place, and wait for what it comes to',
    words: ['intent'],
    options: {
      intent: needed(list('what you want, in your words')),
      start: text('address to begin at', 'url'),
      approve: choice('`ask`: questions wait at the node that has the task; `deny`: nobody is asked', [
        'ask',
        'deny',
      ]),
      priority: whole('higher goes first; default 0', 'n'),
      within: whole('not begun within so long, it is not begun any more', 'seconds'),
      detach: flag('say its id, and do not wait'),
      ...common,
    },
    run: async ({ intent, ...flags }) =>
      (await import('#ui/cli/commands/fleet.ts')).run(intent.join(' '), flags),
  }),
  verb({
    name: 'fleet tasks',
    title: 'the tasks of the fleet, the newest first',
    options: { limit: whole('tasks at most; default 50', 'n'), ...common },
    run: async (flags) => (await import('#ui/cli/commands/fleet.ts')).tasks(flags),
  }),
  verb({
    name: 'fleet show',
    title: 'one task: who has it, or what it came to',
    words: ['task'],
    options: { task, ...common },
    run: async ({ task: id, ...flags }) => (await import('#ui/cli/commands/fleet.ts')).show(id, flags),
  }),
  verb({
    name: 'fleet cancel',
    title: 'end a task, wherever it is',
    words: ['task'],
    options: { task, ...common },
    run: async ({ task: id, ...flags }) => (await import('#ui/cli/commands/fleet.ts')).cancel(id, flags),
  }),
  verb({
    name: 'fleet nodes',
    title: 'the nodes: places, tasks, the policy in force, since when they were not heard of',
    options: common,
    run: async (flags) => (await import('#ui/cli/commands/fleet.ts')).nodes(flags),
  }),
];
