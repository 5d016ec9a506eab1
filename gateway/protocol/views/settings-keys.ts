// The keys of `config.yaml` that the app knows: which it changes and which it shows. INVARIANT: whoever says something of each of them
// says it in a table that `satisfies` these lists, so that no key is forgotten.

/** Who answers, what is launched, what decides and who is who are changed in the file alone. */
export const EDITABLE = [
  'navigator.use',
  'navigator.flash',
  'navigator.pro',
  'sites',
  'stepLimit',
  'timeoutSeconds',
  'maxTabs',
  'warmTabs',
  'tabPolicy',
  'budget.cpuPercent',
  'budget.memoryMb',
  'budget.seconds',
  'budget.over',
  'results.keep',
  'results.keepDays',
  'pictures.keep',
  'pictures.keepDays',
  'sessionTtlDays',
  'downloads.maxBytes',
  'downloads.maxTaskBytes',
  'isolation',
  'network.namespace',
  'headless',
] as const;
export type EditableKey = (typeof EDITABLE)[number];

/** Shown beside them. */
export const SHOWN = ['cookieSources', 'policy', 'vault.key', 'port'] as const;
export type SettingKey = EditableKey | (typeof SHOWN)[number];
