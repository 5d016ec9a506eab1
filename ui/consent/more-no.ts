// The other ways to say no, beside *Deny*: with a word to whoever asked, or with the end of the task. INVARIANT: each denies, and allows
// nothing; they open within the foot of the card and cover nothing; what was typed is kept until the question is over, and goes with
// whatever denies.
import type { ConsentCard, MOST_SAID_CHARACTERS } from '#gateway/protocol/views/consent.ts';
import { h } from './dom.ts';
import { isOwnChange } from './words.ts';

export type MoreNo = {
  /** Stands beside *Deny*. */
  readonly toggle: HTMLButtonElement;
  readonly panel: HTMLElement;
  /** What stands in the open field; `undefined`: nothing, or it was closed again. */
  readonly says: () => string | undefined;
  /** The question is over: nothing of it stays in this tab. */
  readonly forget: () => void;
  /** Runs when the person has denied with words. */
  readonly onSaid: (listener: (says: string) => void) => void;
};

const PANEL = 'more-no';
/** As the gateway's table has it, which this document does not bundle. */
const MOST_SAID: typeof MOST_SAID_CHARACTERS = 500;

const SAYS = 'ghost.consent.says';

/** A storage that is closed or full costs the memory of what was typed, never the card. */
function inStorage<T>(work: (store: Storage) => T): T | null {
  try {
    return work(sessionStorage);
  } catch {
    return null;
  }
}

/** What was typed into questions whose time is over: they ended where this document was not, and nobody forgot it. */
export function sweepSaid(): void {
  const nowMs = Date.now();
  inStorage((store) => {
    for (const key of Object.keys(store))
      if (key.startsWith(SAYS) && !(Date.parse(key.slice(key.lastIndexOf(' ') + 1)) > nowMs))
        store.removeItem(key);
  });
}

/** `stop`: the answer that ends the task as well. `null`: *Deny* says it all. */
export function drawMoreNo(card: ConsentCard, stop: HTMLButtonElement | null): MoreNo | null {
  const isHeard = card.startedBy !== 'PAGE' && card.plan !== true && !isOwnChange(card);
  if (!isHeard && stop === null) return null;
  // Of this question alone: a number may come again with another start of the gateway.
  const kept = `${SAYS} ${card.id} ${card.expiresAt}`;
  sweepSaid();
  const field = h('textarea', { id: 'says', rows: '2', maxlength: String(MOST_SAID) });
  field.value = inStorage((store) => store.getItem(kept)) ?? '';
  field.addEventListener('input', () => inStorage((store) => store.setItem(kept, field.value)));
  const isOpen = isHeard && field.value.trim() !== '';
  const send = h('button', { type: 'button', class: 'deny' }, 'Deny and tell the agent');
  const panel = h(
    'div',
    { class: 'more-no', id: PANEL, hidden: !isOpen },
    isHeard
      ? h(
          'label',
          { for: 'says' },
          'To the agent: why not, or what to do instead. It goes with every no, Escape too, and allows nothing.',
        )
      : null,
    isHeard ? field : null,
    h('div', { class: 'more-answers' }, isHeard ? send : null, stop),
  );
  const toggle = h(
    'button',
    {
      type: 'button',
      class: 'deny more',
      'aria-label': 'More ways to deny',
      'aria-expanded': String(isOpen),
      'aria-controls': PANEL,
    },
    h('span', { 'aria-hidden': 'true' }, '▾'),
  );
  toggle.addEventListener('click', () => {
    panel.hidden = !panel.hidden;
    toggle.setAttribute('aria-expanded', String(!panel.hidden));
    // Never a button: a second press of the same key would answer.
    if (!panel.hidden && isHeard) field.focus();
  });
  return {
    toggle,
    panel,
    says() {
      const says = field.value.trim();
      return panel.hidden || says === '' ? undefined : says;
    },
    forget: () => inStorage((store) => store.removeItem(kept)),
    onSaid: (listener) =>
      send.addEventListener('click', (event) => {
        const says = field.value.trim();
        if (!event.isTrusted) return;
        if (says === '') field.focus();
        else listener(says);
      }),
  };
}
