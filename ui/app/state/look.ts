// Light or dark, how close rows stand, and whether `?` shows the keys, as this browser was told. INVARIANT: a storage that is closed costs the
// choice, never the page.
import { create } from 'zustand';
import { useWorld } from './store.ts';

export const LOOKS = ['system', 'light', 'dark'] as const;
type Look = (typeof LOOKS)[number];

export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

const KEYS = { look: 'ghost.look', density: 'ghost.density', keyList: 'ghost.key-list' } as const;

function kept(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It holds until the page is left.
  }
}

export const keptLook = (): Look => LOOKS.find((one) => one === kept(KEYS.look)) ?? 'system';

export function keepLook(look: Look): void {
  keep(KEYS.look, look);
  showLook(look);
}

export function showLook(look: Look): void {
  document.documentElement.style.colorScheme = look === 'system' ? '' : look;
}

type Shown = { readonly density: Density; readonly isKeyListOn: boolean };

/** For whoever measures rows, or waits for a key. */
export const useLook = create<Shown>(() => ({
  density: DENSITIES.find((one) => one === kept(KEYS.density)) ?? 'comfortable',
  isKeyListOn: kept(KEYS.keyList) !== 'off',
}));

/** Of a row in a list, as `base.css` has it. */
export const ROW_PX: Readonly<Record<Density, number>> = { comfortable: 44, compact: 30 };

export function keepDensity(density: Density): void {
  keep(KEYS.density, density);
  useLook.setState({ density });
  showDensity(density);
}

export function showDensity(density: Density): void {
  document.documentElement.dataset['density'] = density;
}

export function keepKeyList(isOn: boolean): void {
  keep(KEYS.keyList, isOn ? 'on' : 'off');
  useLook.setState({ isKeyListOn: isOn });
}

/** Whether the list of keys is open. INVARIANT: it stands over no question: it goes away with the first one. */
export const useKeyList = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export const showKeys = (isOpen: boolean): void =>
  useKeyList.setState({ isOpen: isOpen && useWorld.getState().onScreen === null });

useWorld.subscribe(({ onScreen }) => {
  if (onScreen !== null && useKeyList.getState().isOpen) showKeys(false);
});
