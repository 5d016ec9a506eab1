// `ghost fleet policy …`: one policy for all nodes of a fleet.
import { again, form, needed, text, verb, whole } from '#gateway/protocol/command-line/param.ts';
import { common } from './fleet.ts';

const ofPolicy = {
  ...common,
  policy: text('id of its bundles; default: `fleet.policy` of the settings', 'id'),
};
const reason = needed(
  form('why, for those who look later', 'text', 'at most 500 characters', (given) =>
    given.length <= 500 && given.trim() !== '' ? given : null,
  ),
);
const to = {
  share: form(
    'so many of a hundred nodes; default: all, or with labels none besides',
    'percent',
    'a number from 1 to 100',
    (given) => (/^(?:[1-9]\d?|100)$/u.test(given) ? given : null),
  ),
  label: {
    ...again('nodes with this label (`fleet.labels`)', 'label'),
    read: (given: string) =>
      /^[a-z0-9][a-z0-9.-]{0,49}$/u.test(given)
        ? { value: given }
        : { needs: 'small letters, digits, dots and hyphens' },
  },
};

export const FLEET_POLICY = [
  verb({
    name: 'fleet policy publish',
    title: 'give a signed bundle to the nodes, all or some first; each checks it itself',
    words: ['bundle'],
    options: {
      bundle: needed(text('the bundle (`ghost policy sign`)', 'file.gpb')),
      ...to,
      reason,
      ...ofPolicy,
    },
    run: async ({ bundle, ...flags }) =>
      (await import('#ui/cli/commands/fleet-policy.ts')).publish(bundle, flags),
  }),
  verb({
    name: 'fleet policy widen',
    title: 'give the newest revision to more nodes',
    options: { ...to, reason, ...ofPolicy },
    run: async (flags) => (await import('#ui/cli/commands/fleet-policy.ts')).widen(flags),
  }),
  verb({
    name: 'fleet policy revert',
    title: 'go back for all: an earlier revision signed as the next one; nodes deny until they have it',
    options: {
      key: needed(text('signing key', 'file')),
      to: whole('the revision to go back to; default: the one that all had before', 'revision'),
      reason,
      ...ofPolicy,
    },
    run: async (flags) => (await import('#ui/cli/commands/fleet-policy.ts')).revert(flags),
  }),
  verb({
    name: 'fleet policy stop',
    title: 'every node denies every act from now on',
    options: { reason, ...ofPolicy },
    run: async (flags) => (await import('#ui/cli/commands/fleet-policy.ts')).stop(flags),
  }),
  verb({
    name: 'fleet policy go-on',
    title: 'end all stops, with a key that the nodes trust',
    options: { key: needed(text('signing key', 'file')), reason, ...ofPolicy },
    run: async (flags) => (await import('#ui/cli/commands/fleet-policy.ts')).goOn(flags),
  }),
  verb({
    name: 'fleet policy status',
    title: 'what the nodes are to have, what each has, and what it denies or decides otherwise in shadow',
    options: ofPolicy,
    run: async (flags) => (await import('#ui/cli/commands/fleet-policy.ts')).status(flags),
  }),
];
