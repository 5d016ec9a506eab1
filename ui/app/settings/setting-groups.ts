// Which settings stand together, and what each is called here. INVARIANT: a setting without a name of its own is shown by its key.

export const GROUPS = [
  { name: 'Who proposes the steps', keys: ['navigator.use', 'navigator.flash', 'navigator.pro'] },
  { name: 'Sites that words stand for', keys: ['sites'] },
  {
    name: 'Limits',
    keys: [
      'stepLimit',
      'timeoutSeconds',
      'maxTabs',
      'warmTabs',
      'tabPolicy',
      'budget.cpuPercent',
      'budget.memoryMb',
      'budget.seconds',
      'budget.over',
      'downloads.maxBytes',
      'downloads.maxTaskBytes',
    ],
  },
  {
    name: 'What is kept',
    keys: [
      'results.keep',
      'results.keepDays',
      'pictures.keep',
      'pictures.keepDays',
      'sessionTtlDays',
      'vault.key',
      'cookieSources',
    ],
  },
  { name: 'Browsers', keys: ['isolation', 'network.namespace', 'headless', 'policy', 'port'] },
] as const;

const NAMES: Readonly<Record<string, string>> = {
  'navigator.use': 'Navigator',
  'navigator.flash': 'Model that reads text',
  'navigator.pro': 'Model that is shown pictures',
  sites: 'Sites',
  stepLimit: 'Steps of a task',
  timeoutSeconds: 'Seconds of a task',
  maxTabs: 'Tabs at once',
  warmTabs: 'Browsers that stand ready',
  tabPolicy: 'Tabs of one task',
  'budget.cpuPercent': 'Processor of a tab, in percent of a core',
  'budget.memoryMb': 'Memory of a tab, in MiB',
  'budget.seconds': 'Seconds that a tab may be over',
  'budget.over': 'What follows when it is over',
  'downloads.maxBytes': 'Bytes of one download',
  'downloads.maxTaskBytes': 'Bytes of all downloads of a task',
  'results.keep': 'Keep results',
  'results.keepDays': 'Days that results are kept',
  'pictures.keep': 'Keep pictures of pages',
  'pictures.keepDays': 'Days that pictures are kept',
  sessionTtlDays: 'Days that saved sessions are kept',
  'vault.key': 'Where the key of what is kept lies',
  cookieSources: 'Where cookies may come from',
  isolation: 'Apart by',
  'network.namespace': 'Network of its own',
  headless: 'Without a window',
  policy: 'Policy files',
  port: 'Port of this app',
};

export const nameOf = (key: string): string => NAMES[key] ?? key;
