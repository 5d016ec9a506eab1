// The token of this start of the gateway. INVARIANT: it is in the address only until the first line of the app has run.

const KEY = 'ghost.token';

/** Takes `#token=…` out of the address into sessionStorage; without one, the token that is kept there. */
export function takeToken(): string | null {
  const given = new URLSearchParams(location.hash.replace(/^#/u, '')).get('token');
  if (given !== null && given !== '') {
    sessionStorage.setItem(KEY, given);
    history.replaceState(null, '', `${location.pathname}${location.search}#/tasks`);
  }
  return sessionStorage.getItem(KEY);
}

export const keptToken = (): string | null => sessionStorage.getItem(KEY);
