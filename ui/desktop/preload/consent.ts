// The preload script of the window of questions: it tells how high the card is, and hands the document nothing at all.
// INVARIANT: nothing is exposed: whatever a card shows can call nothing.
import { ipcRenderer } from 'electron';
import { bridgeFor } from './bridge.ts';

const { call } = bridgeFor('CONSENT', { ipcRenderer });

window.addEventListener('DOMContentLoaded', () => {
  const tell = (): void => {
    const height = Math.ceil(document.documentElement.scrollHeight);
    if (height > 0) void call('fit', { height: Math.min(5_000, height) });
  };
  new ResizeObserver(tell).observe(document.body);
});
