// The frame over the person's own pages: tabs, buttons, the field, what was refused, what holds here and what does not.
// INVARIANT: it shows what the main process tells and asks it for everything; a page's words are text, and never beside a control of ours
// without a mark.
import '../parts/shell.css';
import './frame.css';
import { h, untrusted } from '#ui/consent/dom.ts';
import type { FrameState } from '../../ipc/table.ts';
import { shellBridge } from '../parts/bridge.ts';
import { addressRow } from './address-row.ts';
import { tabStrip } from './tab-strip.ts';
import { whatHolds } from './what-holds.ts';

const bridge = shellBridge();
const root = document.querySelector('#root');
const strip = tabStrip(bridge);
const row = addressRow(bridge);
const holds = whatHolds(bridge);
const says = h('p', { role: 'status', class: 'visually-hidden' });
root?.append(strip.element, row.element, holds.element, says);

let refused = 0;

bridge.onShown('frame', (state: FrameState) => {
  strip.show(state);
  row.show(state);
  holds.show(state);
  if (state.refused.length > refused)
    says.replaceChildren('Refused: ', untrusted(state.refused.at(-1) ?? '', { limit: 200 }));
  refused = state.refused.length;
});
bridge.onShown('key', (key) => {
  if (key === 'ADDRESS') row.focusField();
  else if (key === 'FIND') row.openFind();
  else if (key === 'NEW_TAB') void bridge.call('newTab', {});
  else strip.closeFront();
});

document.addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const key = event.key.toLowerCase();
  if (key === 'l') row.focusField();
  else if (key === 'f') row.openFind();
  else if (key === 't') void bridge.call('newTab', {});
  else if (key === 'w') strip.closeFront();
  else if (key === 'r') void bridge.call('move', { to: 'RELOAD' });
  else if (key === '=' || key === '+') void bridge.call('zoom', { by: 'IN' });
  else if (key === '-') void bridge.call('zoom', { by: 'OUT' });
  else if (key === '0') void bridge.call('zoom', { by: 'RESET' });
  else return;
  event.preventDefault();
});
