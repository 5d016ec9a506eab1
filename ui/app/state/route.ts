// Where the person is, as it stands behind `#` in the address: `#/tasks`, `#/policy`, `#/results?q=keyboard`, `#/audit?q=verdict:DENY`.
import { useSyncExternalStore } from 'react';

export type Route =
  | { readonly view: 'tasks' }
  | { readonly view: 'policy' }
  | { readonly view: 'results'; readonly query: string }
  | { readonly view: 'audit'; readonly query: string };

export function parseRoute(hash: string): Route {
  const [path, search = ''] = hash.replace(/^#\/?/u, '').split('?', 2);
  if (path === 'policy') return { view: 'policy' };
  return path === 'audit' || path === 'results'
    ? { view: path, query: new URLSearchParams(search).get('q') ?? '' }
    : { view: 'tasks' };
}

export function addressOf(route: Route): string {
  const query = 'query' in route ? route.query : '';
  return query === '' ? `#/${route.view}` : `#/${route.view}?${new URLSearchParams({ q: query }).toString()}`;
}

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
