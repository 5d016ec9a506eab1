// A Ghost Tab in small: its newest picture, its task, and the way to stop it. INVARIANT: a picture; nothing that is pressed or typed here
// reaches the page.
import '../parts/shell.css';
import './picture.css';
import { h, untrusted } from '#ui/consent/dom.ts';
import { shellBridge } from '../parts/bridge.ts';

const LOOK_MS = 500;

const bridge = shellBridge();
const image = h('img', { alt: '', draggable: 'false', hidden: true });
const words = h('p', { role: 'status' });
const stop = act('Stop task', () => void bridge.call('stopTask', {}));
const open = act('Open', () => void bridge.call('openTask', {}));
const close = act('Close', () => void bridge.call('hide', {}));
document
  .querySelector('#root')
  ?.append(
    h('figure', {}, image, h('figcaption', {}, words)),
    h('div', { class: 'acts' }, open, stop, close),
  );
let shown = '';

function act(label: string, does: () => void): HTMLButtonElement {
  const made = h('button', { type: 'button' }, label);
  made.addEventListener('click', does);
  return made;
}

async function look(): Promise<void> {
  const found = await bridge.call('picture', {});
  if (found === null) words.replaceChildren('The agent has not looked at a page yet, or its task is gone.');
  else {
    if (found.jpeg !== shown) image.src = `data:image/jpeg;base64,${found.jpeg}`;
    shown = found.jpeg;
    image.hidden = false;
    words.replaceChildren('Page content, only to look at: ', untrusted(found.page, { limit: 80 }));
    document.title = `Ghost Tab, only to look at`;
    stop.setAttribute('aria-disabled', String(!['QUEUED', 'RUNNING', 'WAITING'].includes(found.status)));
  }
  window.setTimeout(() => void look(), LOOK_MS);
}
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') void bridge.call('hide', {});
});
void look();
