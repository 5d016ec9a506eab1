// Whether this browser tells a person of what happens while they look elsewhere, by its own notifications.
// INVARIANT: nobody is asked for leave unasked: only a press of theirs asks the browser for it.

export type Telling = 'ON' | 'OFF' | 'REFUSED' | 'UNSUPPORTED';

const KEY = 'ghost.notices';

const isWanted = (): boolean => {
  try {
    return localStorage.getItem(KEY) === 'on';
  } catch {
    return false;
  }
};

export function telling(): Telling {
  if (!('Notification' in globalThis)) return 'UNSUPPORTED';
  if (Notification.permission === 'denied') return 'REFUSED';
  return Notification.permission === 'granted' && isWanted() ? 'ON' : 'OFF';
}

/** Asks the browser for leave where it was not given yet. */
export async function setTelling(on: boolean): Promise<Telling> {
  if (!('Notification' in globalThis)) return 'UNSUPPORTED';
  if (on && Notification.permission === 'default') await Notification.requestPermission();
  try {
    localStorage.setItem(KEY, on && Notification.permission === 'granted' ? 'on' : 'off');
  } catch {
    // A storage that is closed costs the choice, never the page.
  }
  return telling();
}
