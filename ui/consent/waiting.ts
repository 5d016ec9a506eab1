// What waits for an approver who does not run the gateway: a list in a window of its own. INVARIANT: it answers nothing; a question
// is opened from it and answered on its own card.
import { readWaiting } from './calls.ts';
import { h, untrusted } from './dom.ts';

const POLL_MS = 1_000;

/** Shows what waits until one is chosen; resolves with its number. */
export async function chooseQuestion(show: (root: HTMLElement) => void): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const title = h('h1', { tabindex: '-1' }, 'Questions for you');
  const who = h('p', {});
  const list = h('ul', {});
  const note = h('p', { role: 'status' });
  show(h('div', { class: 'card message waiting' }, title, who, note, list));
  title.focus();
  let shown = '';
  let chosen = false;
  const look = async (): Promise<void> => {
    const waiting = await readWaiting();
    if (!waiting.ok) note.textContent = waiting.error.message;
    else {
      const { questions } = waiting.value;
      who.replaceChildren('You are ', untrusted(waiting.value.who), ' on this machine.');
      note.textContent = questions.length === 0 ? 'Nothing waits for you now.' : '';
      const now = questions.map(({ card }) => card.id).join();
      if (now !== shown) {
        shown = now;
        list.replaceChildren(
          ...questions.map(({ card }) => {
            const open = h('button', { type: 'button' }, 'Look at it');
            open.addEventListener('click', () => {
              chosen = true;
              resolve(card.id);
            });
            const site =
              card.site === null ? null : h('span', {}, ' at ', untrusted(card.site.registrableDomain));
            return h('li', {}, untrusted(card.title, { limit: 80 }), site, ' ', open);
          }),
        );
      }
    }
    if (!chosen) window.setTimeout(() => void look(), POLL_MS);
  };
  await look();
  return promise;
}
