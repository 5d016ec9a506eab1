// What a click does with another button or with keys held down: a browser opens windows and saves files by them. Pure.
// INVARIANT: it adds gates or leaves the page's own handlers alone to decide on; it never makes a click look like less than it is.
import type { ElementEffect } from './element-effect.ts';

export const MOUSE_BUTTONS = ['left', 'middle', 'right'] as const;
export const KEY_MODIFIERS = ['Alt', 'Control', 'Meta', 'Shift'] as const;

export type ClickManner = {
  /** Default: `left`. */
  readonly button?: (typeof MOUSE_BUTTONS)[number];
  readonly modifiers?: readonly (typeof KEY_MODIFIERS)[number][];
};

export function effectOfClick(
  effect: ElementEffect,
  { button = 'left', modifiers = [] }: ClickManner,
): ElementEffect {
  const { link, submits } = effect;
  // A context menu: the page hears of it, and nothing is followed or sent.
  if (button === 'right') return { ...effect, link: null, submits: null, fileInput: false };
  const newTab = button === 'middle' || modifiers.some((key) => key !== 'Alt');
  const download = button === 'left' && modifiers.includes('Alt');
  return {
    ...effect,
    link:
      link === null ? null : { ...link, newTab: link.newTab || newTab, download: link.download || download },
    submits:
      submits === null
        ? null
        : { ...submits, newTab: submits.newTab || (newTab && submits.method !== 'DIALOG') },
  };
}
