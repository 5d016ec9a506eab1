// Whether this browser has seen the first steps, or was told that nobody needs them. INVARIANT: a storage that is closed costs the memory
// of it, never the page.
const KEY = 'ghost.first-run';

export function firstRunIsOver(): boolean {
  try {
    return localStorage.getItem(KEY) === 'over';
  } catch {
    return false;
  }
}

export function endFirstRun(): void {
  try {
    localStorage.setItem(KEY, 'over');
  } catch {
    // It is offered again with the next load.
  }
}
