// A no with a word to whoever asked: why not, or what to do instead. INVARIANT: it denies, and allows nothing; it opens within the foot of
// the card and covers nothing.
import type { ConsentCard, MOST_SAID_CHARACTERS } from '#gateway/protocol/views/consent.ts';
import { h } from './dom.ts';
import { isOwnChange } from './words.ts';

export type MoreNo = {
  /** Stands below the answers. */
  readonly toggle: HTMLButtonElement;
  readonly panel: HTMLElement;
  /** Runs when the person has denied with words. */
  readonly onSaid: (listener: (says: string) => void) => void;
};

const PANEL = 'more-no';
/** As the gateway's table has it, which this document does not bundle. */
const MOST_SAID: typeof MOST_SAID_CHARACTERS = 500;

/** `null`: nobody would hear it. */
export function drawMoreNo(card: ConsentCard): MoreNo | null {
  if (card.startedBy === 'PAGE' || card.plan === true || isOwnChange(card)) return null;
  const field = h('textarea', { id: 'says', rows: '2', maxlength: String(MOST_SAID) });
  const send = h('button', { type: 'button', class: 'deny' }, 'Deny and tell the agent');
  const panel = h(
    'div',
    { class: 'more-no', id: PANEL, hidden: true },
    h('label', { for: 'says' }, 'To the agent: why not, or what to do instead. It allows nothing.'),
    field,
    send,
  );
  const toggle = h(
    'button',
    {
      type: 'button',
      class: 'quiet more',
      'aria-expanded': 'false',
      'aria-controls': PANEL,
    },
    'No, and say why…',
  );
  toggle.addEventListener('click', () => {
    panel.hidden = !panel.hidden;
    toggle.setAttribute('aria-expanded', String(!panel.hidden));
    if (!panel.hidden) field.focus();
  });
  return {
    toggle,
    panel,
    onSaid: (listener) =>
      send.addEventListener('click', (event) => {
        const says = field.value.trim();
        if (!event.isTrusted) return;
        if (says === '') field.focus();
        else listener(says);
      }),
  };
}
