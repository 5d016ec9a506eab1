// What is offered under the field, from what is typed. Pure. INVARIANT: an option that starts or ends something says so in its title, and
// what can only be looked at starts nothing.
import type { ForecastView } from '#gateway/protocol/views/forecast.ts';
import type { TaskView } from '#gateway/protocol/views/task.ts';
import { addressOf, POLICY_TABS, type Route } from '#ui/app/state/route.ts';
import type { Command, Lend, Start } from '#ui/app/frame/bar/command.ts';

export type Act =
  | { readonly kind: 'RUN' }
  /** In the person's own browser. */
  | { readonly kind: 'OPEN_OWN'; readonly url: URL }
  /** Words into the field. */
  | { readonly kind: 'SAY'; readonly text: string }
  | { readonly kind: 'START'; readonly start: Start; readonly text: string }
  | { readonly kind: 'SIGN_IN'; readonly lend: Lend }
  | { readonly kind: 'LIMIT'; readonly steps: number }
  | { readonly kind: 'GO'; readonly address: string }
  | { readonly kind: 'DO'; readonly command: CommandName };

export type CommandName =
  | 'STOP_ALL'
  | 'VERIFY'
  | 'WALL'
  | 'LIGHT'
  | 'DARK'
  | 'SYSTEM'
  | 'COMFORTABLE'
  | 'COMPACT'
  | 'KEYS';

export type Option = {
  readonly id: string;
  readonly title: string;
  readonly detail: string;
  readonly act: Act;
};

export const GROUPS = {
  run: 'Run',
  sites: 'Where it begins',
  given: 'Along with it',
  recent: 'Recent',
  commands: 'Commands',
  log: 'Audit log',
} as const;
export type GroupName = keyof typeof GROUPS;

export type Group = { readonly name: GroupName; readonly options: readonly Option[] };

export type Known = {
  readonly sites: readonly { readonly name: string; readonly url: string }[];
  readonly tasks: readonly Pick<TaskView, 'id' | 'intent' | 'agent' | 'startedAt'>[];
  /** Ids of the rules in force. */
  readonly rules: readonly string[];
  /** Where the words are an address of the person's own browser. */
  readonly own: URL | null;
  /** Of these very words; `null`: not known yet. */
  readonly forecast: ForecastView | null;
};

const MAX_RECENT = 5;
const MAX_RECENT_FOUND = 3;
const MAX_COMMANDS = 6;
const MAX_RULES = 4;
const STEPS_OFFERED = 10;
/** From here on it reads as an order, and less as the name of a command. */
const WORDS_OF_AN_ORDER = 3;
const MAX_SITES = 8;
/** "@", "@sh": a site is meant, not a word of the order. */
const SITE_WORD = /(?:^|\s)@([\p{L}\p{N}.-]*)$/u;

const go = (title: string, detail: string, route: Route): Omit<Option, 'id'> => ({
  title,
  detail,
  act: { kind: 'GO', address: addressOf(route) },
});
const run = (title: string, detail: string, command: CommandName): Omit<Option, 'id'> => ({
  title,
  detail,
  act: { kind: 'DO', command },
});

const COMMANDS: readonly Omit<Option, 'id'>[] = [
  run('Stop all tasks', 'those that wait for a tab among them', 'STOP_ALL'),
  run('Verify the audit log', 'every entry, to the last checkpoint', 'VERIFY'),
  go('Show what was stopped', 'in the audit log', { view: 'audit', query: 'is:stopped' }),
  go('Show what people allowed', 'in the audit log', { view: 'audit', query: 'is:you-allowed' }),
  go('Export the audit log', 'CSV, JSON lines or a signed bundle', { view: 'audit', query: '' }),
  run('Show running tasks as a wall', 'live pictures', 'WALL'),
  go('Go to Tasks', '', { view: 'tasks', at: null }),
  go('Go to Inbox', 'what waits for you', { view: 'inbox' }),
  go('Go to Results', 'what tasks came to', { view: 'results', query: '' }),
  go('Go to Grants', 'what answers still allow', { view: 'grants' }),
  go('Go to Settings', 'and the self-check', { view: 'settings' }),
  go('Go to Trust', 'what protects you, and how often you are asked', { view: 'trust' }),
  ...POLICY_TABS.map((tab) => go(`Go to Policy: ${tab.replaceAll('-', ' ')}`, '', { view: 'policy', tab })),
  run('Look: light', '', 'LIGHT'),
  run('Look: dark', '', 'DARK'),
  run('Look: as the system', '', 'SYSTEM'),
  run('Rows: comfortable', 'room between them', 'COMFORTABLE'),
  run('Rows: compact', 'more of them at once', 'COMPACT'),
  run('Show all keys', 'shortcuts of every page', 'KEYS'),
];

const stepsAtMost = (steps: number): Omit<Option, 'id'> => ({
  title: `${steps} steps at most`,
  detail: 'then it ends, done or not',
  act: { kind: 'LIMIT', steps },
});

const signedIn = (lend: Lend): Omit<Option, 'id'> => ({
  title: `Signed in as me on ${lend.domain}`,
  detail: `with cookies from ${lend.source}; you are asked first`,
  act: { kind: 'SIGN_IN', lend },
});

const runFor = (words: string, own: URL | null): readonly Omit<Option, 'id'>[] =>
  own === null
    ? [{ title: words, detail: '', act: { kind: 'RUN' } }]
    : [
        {
          title: `Open ${own.host}`,
          detail: 'in your own browser, outside the boundary',
          act: { kind: 'OPEN_OWN', url: own },
        },
        { title: `Look at ${words} in a Ghost Tab`, detail: '', act: { kind: 'RUN' } },
      ];

/** In the order in which they stand. */
export function optionsFor({ text, start, lends, stepLimit }: Command, known: Known): readonly Group[] {
  if (text.startsWith('>')) return groups([['log', [logSearch(text.slice(1).trim())]]]);
  const site = SITE_WORD.exec(text);
  if (site !== null) return groups([['sites', sitesFor(known, site[1] ?? '', text.slice(0, site.index))]]);
  const words = text.trim();
  if (words === '')
    return groups([
      ['recent', recent(known, '').slice(0, MAX_RECENT)],
      ['sites', start === null ? sitesFor(known, '', '').slice(0, MAX_SITES) : []],
      ['commands', COMMANDS.slice(0, MAX_COMMANDS)],
    ]);
  const lost = known.forecast !== null && known.forecast.sites.length === 0 && start === null;
  return groups([
    ['run', runFor(words, known.own)],
    // Words that say nowhere to begin may be the name of a command.
    ['commands', commandsFor(known, words)],
    ['sites', lost ? sitesFor(known, '', text) : []],
    [
      'given',
      [
        ...(known.forecast?.signIns ?? [])
          .filter(({ domain }) => lends.every((lend) => lend.domain !== domain))
          .map(signedIn),
        ...(stepLimit === null && words.split(/\s+/u).length >= WORDS_OF_AN_ORDER
          ? [stepsAtMost(STEPS_OFFERED)]
          : []),
      ],
    ],
    ['recent', recent(known, words).slice(0, MAX_RECENT_FOUND)],
  ]);
}

const groups = (of: readonly (readonly [GroupName, readonly Omit<Option, 'id'>[]])[]): readonly Group[] =>
  of
    .filter(([, options]) => options.length > 0)
    .map(([name, options]) => ({
      name,
      options: options.map((option, at) => ({ ...option, id: `command-${name}-${at}` })),
    }));

const logSearch = (query: string): Omit<Option, 'id'> =>
  go(
    query === '' ? 'Open the audit log' : `Search the audit log for ${query}`,
    'with the words of its filter',
    {
      view: 'audit',
      query,
    },
  );

function sitesFor({ sites }: Known, typed: string, text: string): readonly Omit<Option, 'id'>[] {
  const wanted = typed.toLowerCase();
  return sites.flatMap(({ name, url }) => {
    const host = URL.parse(url)?.host ?? url;
    return name.toLowerCase().startsWith(wanted) || host.includes(wanted)
      ? [{ title: `Begin at ${name}`, detail: host, act: { kind: 'START', start: { host, url }, text } }]
      : [];
  });
}

/** The person's own words, the newest first, each once. */
function recent({ tasks }: Known, words: string): readonly Omit<Option, 'id'>[] {
  const wanted = words.toLowerCase();
  const own = tasks.filter(({ agent }) => agent === undefined).map(({ intent }) => intent);
  return [...new Set(own)]
    .filter((intent) => intent !== words && intent.toLowerCase().includes(wanted))
    .map((intent) => ({ title: intent, detail: '', act: { kind: 'SAY', text: intent } }));
}

function commandsFor({ rules }: Known, words: string): readonly Omit<Option, 'id'>[] {
  const wanted = words.toLowerCase().split(/\s+/u);
  const fits = (text: string): boolean => wanted.every((word) => text.toLowerCase().includes(word));
  const named = rules.filter((id) => fits(`rule ${id}`)).slice(0, MAX_RULES);
  return [
    ...COMMANDS.filter(({ title, detail }) => fits(`${title} ${detail}`)).slice(0, MAX_COMMANDS),
    ...named.map((id) =>
      go(`Open the rule ${id}`, 'in the policy', { view: 'policy', tab: 'text', rule: id }),
    ),
  ];
}
