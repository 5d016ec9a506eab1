// Which settings stand together, and what each is called here. INVARIANT: every key that the gateway tells of stands in one group, by a name
// of its own: a key that is forgotten does not compile.
import type { SettingKey } from '#gateway/protocol/views/settings-keys.ts';

const GROUP_NAMES = [
  'Who proposes the steps',
  'Sites that words stand for',
  'Limits',
  'What is kept',
  'Browsers',
] as const;

type Place = { readonly in: (typeof GROUP_NAMES)[number]; readonly name: string };

const PLACES = {
  'navigator.use': { in: 'Who proposes the steps', name: 'Navigator' },
  'navigator.flash': { in: 'Who proposes the steps', name: 'Model that reads text' },
  'navigator.pro': { in: 'Who proposes the steps', name: 'Model that is shown pictures' },
  sites: { in: 'Sites that words stand for', name: 'Sites' },
  stepLimit: { in: 'Limits', name: 'Steps of a task' },
  timeoutSeconds: { in: 'Limits', name: 'Seconds of a task' },
  maxTabs: { in: 'Limits', name: 'Tabs at once' },
  warmTabs: { in: 'Limits', name: 'Browsers that stand ready' },
  tabPolicy: { in: 'Limits', name: 'Tabs of one task' },
  'budget.cpuPercent': { in: 'Limits', name: 'Processor of a tab, in percent of a core' },
  'budget.memoryMb': { in: 'Limits', name: 'Memory of a tab, in MiB' },
  'budget.seconds': { in: 'Limits', name: 'Seconds that a tab may be over' },
  'budget.over': { in: 'Limits', name: 'What follows when it is over' },
  'downloads.maxBytes': { in: 'Limits', name: 'Bytes of one download' },
  'downloads.maxTaskBytes': { in: 'Limits', name: 'Bytes of all downloads of a task' },
  'results.keep': { in: 'What is kept', name: 'Keep results' },
  'results.keepDays': { in: 'What is kept', name: 'Days that results are kept' },
  'pictures.keep': { in: 'What is kept', name: 'Keep pictures of pages' },
  'pictures.keepDays': { in: 'What is kept', name: 'Days that pictures are kept' },
  sessionTtlDays: { in: 'What is kept', name: 'Days that saved sessions are kept' },
  'vault.key': { in: 'What is kept', name: 'Where the key of what is kept lies' },
  cookieSources: { in: 'What is kept', name: 'Where cookies may come from' },
  isolation: { in: 'Browsers', name: 'Apart by' },
  'network.namespace': { in: 'Browsers', name: 'Network of its own' },
  headless: { in: 'Browsers', name: 'Without a window' },
  policy: { in: 'Browsers', name: 'Policy files' },
  port: { in: 'Browsers', name: 'Port of this app' },
} as const satisfies Record<SettingKey, Place>;

const isKnown = (key: string): key is SettingKey => Object.hasOwn(PLACES, key);

/** In the order of the table. */
const ORDER = Object.keys(PLACES).filter(isKnown);

export const GROUPS = GROUP_NAMES.map((name) => ({
  name,
  keys: ORDER.filter((key) => PLACES[key].in === name),
}));

export const nameOf = (key: string): string => (isKnown(key) ? PLACES[key].name : key);
