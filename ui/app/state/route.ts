// Where the person is, as it stands behind `#` in the address: `#/tasks`, `#/tasks?at=ID`, `#/tasks/ID/steps/4`, `#/inbox`,
// `#/policy/matrix`, `#/policy/rule/demo-login`, `#/results?q=keyboard`, `#/results/ID`, `#/audit?q=verdict:DENY`,
// `#/audit/4293?q=verdict:DENY`.
import { useSyncExternalStore } from 'react';
import { keepText, keptText, onSwept } from './kept/tab-storage.ts';

/** What the policy's page shows; the first one at `#/policy`. */
export const POLICY_TABS = ['text', 'matrix', 'tests', 'what-if', 'presets', 'history'] as const;
export type PolicyTab = (typeof POLICY_TABS)[number];

/** What a task's own page shows. */
export const RUN_TABS = ['steps', 'why', 'saw', 'network', 'agent', 'log'] as const;
export type RunTab = (typeof RUN_TABS)[number];

/** A line of a document of the policy, from 1. */
export type PolicyLine = { readonly file: string; readonly line: number };

export type Route =
  /** `at`: the one whose card is open beside the list. */
  | { readonly view: 'tasks'; readonly at: string | null }
  | { readonly view: 'inbox' }
  | { readonly view: 'grants' }
  | { readonly view: 'trust' }
  /** `step`: the one that is pointed at. `quote`: words that were read there. */
  | {
      readonly view: 'task';
      readonly id: string;
      readonly tab: RunTab;
      readonly step: number | null;
      readonly quote?: string;
    }
  /**
   * `rule`: an entry of a document that is pointed at. `from`: the request whose question a rule is drafted from. `asked`: facts of a
   * request under What if, as of a form. `at`: a line that is pointed at.
   */
  | {
      readonly view: 'policy';
      readonly tab: PolicyTab;
      readonly rule?: string;
      readonly from?: string;
      readonly asked?: string;
      readonly at?: PolicyLine;
    }
  | { readonly view: 'results'; readonly query: string }
  /** One of them, by the task that it is of. */
  | { readonly view: 'result'; readonly id: string }
  /** `start`: the first steps. */
  | { readonly view: 'settings'; readonly start?: true }
  /** `seq`: the entry that is open beside the list. */
  | { readonly view: 'audit'; readonly query: string; readonly seq?: number };

export function parseRoute(hash: string): Route {
  const [path = '', search = ''] = hash.replace(/^#\/?/u, '').split('?', 2);
  const [view = '', id = '', tab, step = ''] = path.split('/');
  switch (view) {
    case 'policy':
      if (id === 'rule' && tab !== undefined && tab !== '') return { view, tab: 'text', rule: decoded(tab) };
      if (id === 'from' && tab !== undefined && tab !== '') return { view, tab: 'text', from: decoded(tab) };
      if (id === 'line' && tab !== undefined && tab !== '' && /^[1-9]\d{0,5}$/u.test(step))
        return { view, tab: 'text', at: { file: decoded(tab), line: Number(step) } };
      if (id === 'what-if' && search !== '') return { view, tab: id, asked: search };
      return { view, tab: POLICY_TABS.find((known) => known === id) ?? 'text' };
    case 'results':
      if (id !== '') return { view: 'result', id: decoded(id) };
      return { view, query: new URLSearchParams(search).get('q') ?? '' };
    case 'audit': {
      const query = new URLSearchParams(search).get('q') ?? '';
      return /^[1-9]\d{0,14}$/u.test(id) ? { view, query, seq: Number(id) } : { view, query };
    }
    case 'inbox':
    case 'settings':
      return id === 'start' ? { view, start: true } : { view };
    case 'grants':
    case 'trust':
      return { view };
    default:
      return view === 'tasks' && id !== ''
        ? {
            view: 'task',
            id: decoded(id),
            tab: RUN_TABS.find((known) => known === tab) ?? 'steps',
            step: /^\d{1,6}$/u.test(step) ? Number(step) : null,
            ...quoteIn(search),
          }
        : { view: 'tasks', at: new URLSearchParams(search).get('at') };
  }
}

/** The same place, without words of a page in it. */
export function withoutQuote(hash: string): string {
  const route = parseRoute(hash);
  if (route.view !== 'task' || route.quote === undefined) return hash;
  const { quote: _quote, ...place } = route;
  return addressOf(place);
}

/** Another person is here: filters, requests and words of pages that stand in the address were not theirs. */
export function leaveWords(): void {
  const route = parseRoute(withoutQuote(location.hash));
  if ('query' in route && route.query !== '') goTo({ ...route, query: '' }, true);
  else if (route.view === 'policy') goTo({ view: 'policy', tab: route.tab }, true);
  else if (withoutQuote(location.hash) !== location.hash) goTo(route, true);
}

function quoteIn(search: string): { readonly quote?: string } {
  const quote = new URLSearchParams(search).get('quote');
  return quote === null ? {} : { quote };
}

/** An address that somebody typed may be no such text. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export function addressOf(route: Route): string {
  if (route.view === 'task') {
    const step = route.step === null ? '' : `/${route.step}`;
    const tab = route.tab === 'steps' && step === '' ? '' : `/${route.tab}`;
    const quote =
      route.quote === undefined ? '' : `?${new URLSearchParams({ quote: route.quote }).toString()}`;
    return `#/tasks/${encodeURIComponent(route.id)}${tab}${step}${quote}`;
  }
  if (route.view === 'settings' && route.start === true) return '#/settings/start';
  if (route.view === 'result') return `#/results/${encodeURIComponent(route.id)}`;
  if (route.view === 'policy' && route.rule !== undefined)
    return `#/policy/rule/${encodeURIComponent(route.rule)}`;
  if (route.view === 'policy' && route.at !== undefined)
    return `#/policy/line/${encodeURIComponent(route.at.file)}/${route.at.line}`;
  if (route.view === 'policy' && route.from !== undefined)
    return `#/policy/from/${encodeURIComponent(route.from)}`;
  if (route.view === 'policy' && route.asked !== undefined) return `#/policy/what-if?${route.asked}`;
  if (route.view === 'policy') return route.tab === 'text' ? '#/policy' : `#/policy/${route.tab}`;
  if (route.view === 'tasks')
    return route.at === null ? '#/tasks' : `#/tasks?${new URLSearchParams({ at: route.at }).toString()}`;
  const query = 'query' in route ? route.query : '';
  const entry = route.view === 'audit' && route.seq !== undefined ? `/${route.seq}` : '';
  const search = query === '' ? '' : `?${new URLSearchParams({ q: query }).toString()}`;
  return `#/${route.view}${entry}${search}`;
}

/** The page as it was seen when these words were read on it. */
export const addressOfQuote = (id: string, step: number | null, quote: string): string =>
  addressOf({ view: 'task', id, tab: 'steps', step, quote });

export const addressOfTask = (id: string, tab: RunTab = 'steps', step: number | null = null): string =>
  addressOf({ view: 'task', id, tab, step });

/** `replace` leaves no entry in the history: for a filter while it is typed. */
export function goTo(route: Route, replace = false): void {
  if (!replace) {
    location.hash = addressOf(route);
    return;
  }
  history.replaceState(null, '', addressOf(route));
  window.dispatchEvent(new HashChangeEvent('hashchange'));
}

const subscribe = (listener: () => void): (() => void) => {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
};

export const useRoute = (): Route => parseRoute(useSyncExternalStore(subscribe, () => location.hash));

/** Tells one person's entries from another's; of no use for anything else. */
const KEY = 'ghost.entries';

const made = (): string => {
  const mark = crypto.randomUUID();
  keepText(KEY, mark);
  return mark;
};

let mine = keptText(KEY) || made();
onSwept(() => {
  mine = made();
  markEntry();
});

/** Of the entry that is shown: whenever another one is. */
export function markEntry(): void {
  const whose = markOf(history.state);
  if (whose === mine) return;
  if (whose !== null) leaveWords();
  history.replaceState({ [KEY]: mine }, '', location.href);
}

function markOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !(KEY in state)) return null;
  return typeof state[KEY] === 'string' ? state[KEY] : null;
}
