// Lets a person leave sites or kinds of act out of a plan before they allow the rest. INVARIANT: it names only what stands on the card, and
// sends what is left out, never what is allowed; a change of it is a change of what is read, so that the shield's time begins again.
import { PLAN_KIND_WORDS, type ConsentCard, type LeftOut } from '#gateway/protocol/views/consent.ts';
import { h, untrusted } from './dom.ts';

export type ChangePlan = {
  readonly toggle: HTMLButtonElement;
  readonly panel: HTMLElement;
  /** `undefined`: all of it is allowed. */
  readonly leftOut: () => LeftOut | undefined;
  /** Why nothing could be allowed: all of it is left out. */
  readonly isEmpty: () => boolean;
  readonly onChange: (listener: () => void) => void;
};

const PANEL = 'change-plan';

/** `null`: all of it, or nothing. */
export function drawChangePlan(card: ConsentCard): ChangePlan | null {
  const { leavable, digest, details } = card;
  if (leavable === undefined || leavable.sites.length + leavable.kinds.length < 2) return null;
  const boxes = [
    ...leavable.sites.map((site) => ({ of: { site } as const, ...box(site) })),
    ...leavable.kinds.map((kind) => ({ of: { kind } as const, ...box(PLAN_KIND_WORDS[kind]) })),
  ];
  const out = (): LeftOut => {
    const left = boxes.filter(({ input }) => !input.checked).map(({ of }) => of);
    return {
      digest,
      sites: left.flatMap((one) => ('site' in one ? [one.site] : [])),
      kinds: left.flatMap((one) => ('kind' in one ? [one.kind] : [])),
    };
  };
  const panel = h(
    'fieldset',
    { class: 'change', id: PANEL, hidden: true },
    h('legend', {}, 'What may be done. What you leave out is asked about when it comes to it.'),
    ...boxes.map(({ line }) => line),
  );
  const toggle = h(
    'button',
    { type: 'button', class: 'quiet', 'aria-expanded': 'false', 'aria-controls': PANEL },
    'Change',
  );
  toggle.addEventListener('click', () => {
    panel.hidden = !panel.hidden;
    toggle.setAttribute('aria-expanded', String(!panel.hidden));
    if (panel.hidden) return;
    panel.scrollIntoView({ block: 'nearest' });
    boxes[0]?.input.focus({ preventScroll: true });
  });
  return {
    toggle,
    panel,
    leftOut() {
      const { sites, kinds } = out();
      return sites.length + kinds.length === 0 ? undefined : { digest, sites, kinds };
    },
    isEmpty() {
      const { sites, kinds } = out();
      return details.every(
        ({ plans }) => plans === undefined || sites.includes(plans.site) || kinds.includes(plans.kind),
      );
    },
    onChange(listener) {
      for (const { input } of boxes) input.addEventListener('change', listener);
    },
  };
}

function box(words: string): { readonly input: HTMLInputElement; readonly line: HTMLElement } {
  const input = h('input', { type: 'checkbox', autocomplete: 'off' });
  input.checked = true;
  return { input, line: h('label', {}, input, ' ', untrusted(words)) };
}
