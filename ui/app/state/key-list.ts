// Whether the list of keys is open. INVARIANT: it stands over no question: it goes away with the first one.
import { create } from 'zustand';
import { useWorld } from './store.ts';

export const useKeyList = create<{ readonly isOpen: boolean }>(() => ({ isOpen: false }));

export const showKeys = (isOpen: boolean): void =>
  useKeyList.setState({ isOpen: isOpen && useWorld.getState().onScreen === null });

useWorld.subscribe(({ onScreen }) => {
  if (onScreen !== null && useKeyList.getState().isOpen) showKeys(false);
});
