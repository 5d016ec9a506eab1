// The tray's menu as a page: the same items, in the same order, by keyboard too. INVARIANT: an item opens or stops; none answers.
import '../parts/shell.css';
import './tray.css';
import { h, untrusted } from '#ui/consent/dom.ts';
import type { TrayState } from '../../ipc/table.ts';
import { shellBridge } from '../parts/bridge.ts';

const bridge = shellBridge();
const title = h('h1', {});
const list = h('ul', { 'aria-labelledby': 'title' });
title.id = 'title';
document.querySelector('#root')?.append(title, list);
let drawn = '';

bridge.onShown('tray', (state: TrayState) => {
  const now = JSON.stringify(state);
  if (now === drawn) return;
  drawn = now;
  document.body.dataset['state'] = state.state;
  title.textContent = `Ghost Browser: ${state.words}`;
  const focused =
    document.activeElement instanceof HTMLElement ? document.activeElement.dataset['item'] : undefined;
  list.replaceChildren(...state.items.map(itemOf));
  if (focused !== undefined)
    items()
      .find((one) => one.dataset['item'] === focused)
      ?.focus();
});

function itemOf({ id, label, kind, enabled }: TrayState['items'][number]): HTMLElement {
  const item = h(
    'button',
    { type: 'button', 'data-item': id, 'aria-disabled': String(!enabled), class: kind.toLowerCase() },
    untrusted(label, { limit: 200 }),
  );
  item.addEventListener('click', () => {
    if (enabled) void bridge.call('choose', { item: id });
  });
  return h('li', {}, item);
}

const items = (): HTMLElement[] => [...list.querySelectorAll<HTMLElement>('button')];

document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') return void bridge.call('hide', {});
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  event.preventDefault();
  const all = items();
  const at = all.findIndex((one) => one === document.activeElement);
  all[(at + step + all.length) % all.length]?.focus();
});
window.addEventListener('focus', () => items()[0]?.focus());
