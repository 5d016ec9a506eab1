// Light or dark, as this browser was told. INVARIANT: a storage that is closed costs the choice, never the page.

export const LOOKS = ['system', 'light', 'dark'] as const;
type Look = (typeof LOOKS)[number];

const KEY = 'ghost.look';

export function keptLook(): Look {
  try {
    return LOOKS.find((one) => one === localStorage.getItem(KEY)) ?? 'system';
  } catch {
    return 'system';
  }
}

export function keepLook(look: Look): void {
  try {
    localStorage.setItem(KEY, look);
  } catch {
    // It holds until the page is left.
  }
  showLook(look);
}

export function showLook(look: Look): void {
  document.documentElement.style.colorScheme = look === 'system' ? '' : look;
}
