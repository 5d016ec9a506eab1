// Where a question stands: beside the view where the window is wide, over all of it where it is the gravest, where there is no room, or where
// another dialog has the window, which would keep the keyboard from it.
import { useState, useSyncExternalStore } from 'react';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';

const wide = (): MediaQueryList => window.matchMedia('(min-width: 1200px)');

function onChange(listener: () => void): () => void {
  const query = wide();
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The attribute of what a question stands in. */
export const QUESTION = { 'data-question-place': true } as const;
const isFree = (): boolean =>
  document.querySelector(':is([role="dialog"], [role="alertdialog"]):not([data-question-place])') === null;

/** What it was when the question came holds for it to its end. */
export function usePane(card: Pick<ConsentCard, 'id' | 'look'> | null): boolean {
  const isWide = useSyncExternalStore(onChange, () => wide().matches);
  const [came, setCame] = useState<{ readonly id: string; readonly isFree: boolean } | null>(null);
  if (card !== null && card.id !== came?.id) setCame({ id: card.id, isFree: isFree() });
  return isWide && card !== null && card.look !== 'isolated' && came?.isFree !== false;
}
