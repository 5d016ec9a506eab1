// The consent document: opens one question with its ticket, shows it, takes one answer. INVARIANT: an allowance leaves here
// only after a trusted press on a shown, still, uncovered card; whatever else happens, the answer is a denial or none.
import { openById, openQuestion, type Answered, type Opened, type Refused } from './calls.ts';
import { h, untrusted } from './dom.ts';
import { goOn, takeWay } from './enrol.ts';
import { isDenyMessage, type FromConsent } from './messages.ts';
import { sweepSaid } from './more-no.ts';
import { runQuestion } from './question.ts';
import { chooseQuestion } from './waiting.ts';
import { outcomeOf } from './words.ts';

const place = document.querySelector('#card');
const framed = window.parent !== window;

/** The origin of the page around this document: the browser's word, not the page's. */
function parentOrigin(): string | null {
  if (!framed) return null;
  const ancestor = 'ancestorOrigins' in location ? location.ancestorOrigins.item(0) : null;
  if (ancestor !== null) return ancestor;
  return URL.canParse(document.referrer) ? new URL(document.referrer).origin : null;
}

// Whichever question comes next, what was typed into those that are over is nobody's any more.
sweepSaid();

const around = parentOrigin();
function tell(message: FromConsent): void {
  if (around !== null) window.parent.postMessage(message, around);
}

/** Puts it on the screen and tells the app how high it wants to be: the sum of its parts, also where they scroll. */
function show(root: HTMLElement): void {
  place?.replaceChildren(root);
  const found = [...root.querySelectorAll('[data-part]')];
  const parts = found.length === 0 ? [root] : found;
  const measure = (): void => {
    const height = parts.reduce((sum, part) => sum + part.getBoundingClientRect().height, 0);
    tell({ type: 'ghost.consent.size', height: Math.ceil(height) });
  };
  const observer = new ResizeObserver(measure);
  for (const part of parts) observer.observe(part);
}

function showMessage(title: string, lines: readonly string[], mark: string): void {
  const heading = h('h1', { tabindex: '-1' }, untrusted(title));
  show(
    h(
      'div',
      { class: 'card message', role: 'status' },
      h('span', { class: 'mark', 'aria-hidden': 'true' }, mark),
      heading,
      ...lines.map((line) => h('p', {}, untrusted(line))),
      framed ? null : h('p', {}, 'You can close this window.'),
    ),
  );
  heading.focus();
}

function showRefusal(error: Refused): void {
  showMessage(
    'This question cannot be shown',
    [error.message, error.help ?? 'nothing was allowed; the question is denied when its time is over'],
    '!',
  );
  tell({ type: 'ghost.consent.not-shown' });
}

const address = new URL(location.href);
const ticket = address.searchParams.get('ticket');
// In a window of its own alone: whoever frames this document brings no browser in.
const way = framed ? null : takeWay();
// The ticket is used up by opening: it has no business in the history.
history.replaceState(null, '', address.pathname);

if (way !== null) {
  const refused = await goOn(way, address.searchParams.has('window'));
  if (refused !== null)
    showMessage('Ghost Browser was not opened', [refused.message, refused.help ?? ''], '!');
} else if (!framed && address.searchParams.has('waiting')) {
  // The address stays, so that reloading shows the list again.
  history.replaceState(null, '', `${address.pathname}?waiting`);
  run(await openById(await chooseQuestion(show)));
} else if (ticket === null) {
  showRefusal({ code: 'consent.unknown', message: 'the address names no question', help: null });
} else {
  run(await openQuestion(ticket));
}

function run(opened: Answered<Opened>): void {
  if (!opened.ok) return showRefusal(opened.error);
  const question = runQuestion(opened.value, {
    show,
    onClosed(view) {
      const outcome = outcomeOf(view);
      const by =
        view.answeredBy === null || view.answeredBy === 'person:ui' ? [] : [`answered by ${view.answeredBy}`];
      showMessage(outcome.title, [outcome.text, ...by], outcome.allowed ? '✓' : '✕');
      tell({ type: 'ghost.consent.closed', id: view.card.id });
    },
    onGone(id, error) {
      showMessage('No longer asked', [error.message, ...(error.help === null ? [] : [error.help])], '✕');
      tell({ type: 'ghost.consent.closed', id });
    },
    // Beside the app alone: a window of its own has no policy to go to.
    onAlways: framed ? (id) => tell({ type: 'ghost.consent.always', id }) : null,
    onUnheard(id) {
      tell({ type: 'ghost.consent.unheard', id });
    },
  });
  window.addEventListener('message', (event) => {
    if (event.source === window.parent && event.origin === around && isDenyMessage(event.data)) {
      question.deny();
    }
  });
  // A window of its own: closing it means deny. In a frame the app says so itself; a reload is no answer.
  if (!framed) window.addEventListener('pagehide', () => question.deny());
}
