// The quick bar: one field over everything. INVARIANT: it shows what Enter will do before it does it: open an address, or start a task,
// about which page, signed in where.
import '../parts/shell.css';
import './quick.css';
import { h, untrusted } from '#ui/consent/dom.ts';
import type { QuickState } from '../../ipc/table.ts';
import { shellBridge } from '../parts/bridge.ts';

const bridge = shellBridge();
const field = h('input', {
  id: 'intent',
  type: 'text',
  autocomplete: 'off',
  spellcheck: 'false',
  maxlength: '10000',
  placeholder: 'Say what should be done, or an address',
});
const about = h('button', { type: 'button', class: 'chip', 'aria-pressed': 'true', hidden: true });
const lend = h('button', { type: 'button', class: 'chip lend', 'aria-pressed': 'false', hidden: true });
const says = h('p', { class: 'says', role: 'status' });
const form = h(
  'form',
  {},
  h(
    'label',
    { for: 'intent', class: 'visually-hidden' },
    'What should be done, in plain words, or an address to open',
  ),
  field,
  about,
  lend,
  h('button', { type: 'submit', class: 'go' }, 'Go'),
);
document.querySelector('#root')?.append(form, says);

let state: QuickState = { here: null, site: null, gateway: 'STARTING' };
/** The newest look of several that are on their way counts. */
let asked = 0;

bridge.onShown('quick', (shown) => {
  const isOther = shown.here !== state.here;
  state = shown;
  if (isOther) {
    press(about, shown.here !== null);
    press(lend, false);
  }
  about.hidden = shown.here === null;
  about.replaceChildren('on ', untrusted(placeOf(shown.here ?? ''), { limit: 40 }));
  about.title = shown.here ?? '';
  lend.hidden = shown.site === null;
  lend.replaceChildren('signed in as me on ', untrusted(shown.site ?? '', { limit: 30 }));
  void tell();
});

for (const chip of [about, lend])
  chip.addEventListener('click', () => {
    press(chip, !isPressed(chip));
    // Without its page there is nobody to be signed in for.
    if (!isPressed(about)) press(lend, false);
    field.focus();
    void tell();
  });
field.addEventListener('input', () => void tell());
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') void bridge.call('hide', {});
});
window.addEventListener('focus', () => {
  field.focus();
  field.select();
});

form.addEventListener('submit', (event) => {
  event.preventDefault();
  const text = field.value.trim();
  if (text === '') return;
  void bridge
    .call('submit', { text, here: isPressed(about) && !about.hidden, lend: isPressed(lend) && !lend.hidden })
    .then((done) => {
      if (done?.ok === true) field.value = '';
      says.textContent =
        done?.ok === true ? '' : (done?.why ?? 'Nothing was done: the window does not answer.');
    });
});

async function tell(): Promise<void> {
  const mine = (asked += 1);
  const text = field.value.trim();
  if (state.gateway !== 'READY')
    return void (says.textContent =
      state.gateway === 'STARTING' ? 'The gateway is starting.' : 'The gateway is gone.');
  if (text === '') return void (says.textContent = '');
  const found = isPressed(about) && !about.hidden ? null : await bridge.call('read', { text });
  if (mine !== asked) return;
  const signed = isPressed(lend) && !lend.hidden ? ' You are asked before the session is lent.' : '';
  if (found !== null && found.address !== null)
    says.replaceChildren('Enter opens ', untrusted(found.address, { limit: 80 }), ' in your own page.');
  else
    says.textContent = `Enter starts a task${about.hidden || !isPressed(about) ? '' : ' on this page: its address goes along, nothing else of it'}.${signed}`;
}

function press(chip: HTMLElement, on: boolean): void {
  chip.setAttribute('aria-pressed', String(on));
}
const isPressed = (chip: HTMLElement): boolean => chip.getAttribute('aria-pressed') === 'true';
const placeOf = (url: string): string => URL.parse(url)?.host ?? url;
