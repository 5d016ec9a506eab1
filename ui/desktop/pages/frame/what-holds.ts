// Says what holds on a person's own page and what does not, and what was refused or downloaded there. INVARIANT: it claims no layer that
// the window's hooks do not reach.
import { h, untrusted } from '#ui/consent/dom.ts';
import type { FrameState } from '../../ipc/table.ts';
import type { Bridge } from '../../preload/bridge.ts';

/** In the order of trust: what a Ghost Tab has, and whether this page has it. */
export const LAYERS = [
  ['Addresses, windows, downloads and permissions are decided by a policy of their own, and logged', true],
  ['Downloads land in quarantine, are examined, and only then get a name', true],
  ['A page gets no device, no notification and no place of yours without your answer', true],
  ['No agent sees or touches this page', true],
  ['A proxy as the only way out, which resolves and pins every address', false],
  ['Abilities taken away before a page’s first script (storage, workers, peer connections)', false],
  ['What is typed and sent is held against what was read elsewhere', false],
  ['A browser of its own that is gone with the task: this one keeps your cookies', false],
] as const;

export function whatHolds({ call }: Bridge) {
  const summary = h('summary', {}, 'What holds on this page');
  const list = h(
    'ul',
    {},
    ...LAYERS.map(([words, holds]) =>
      h('li', { class: holds ? 'holds' : 'not' }, holds ? '✓ ' : '✕ not here: ', words),
    ),
  );
  const refused = h('ul', { 'aria-label': 'Refused on this page' });
  const downloads = h('ul', { 'aria-label': 'Downloads' });
  const details = h('details', {}, summary, h('div', { class: 'sheet' }, list, downloads, refused));
  // It is taller than the frame: the window gives it room over the page while it is open.
  details.addEventListener('toggle', () => void call('unfold', { open: details.open }));
  const line = h('p', { class: 'line' });
  const element = h('aside', { class: 'holds-row', hidden: true }, details, line);

  return {
    element,
    show(state: FrameState): void {
      element.hidden = state.active === null;
      if (state.active === null) details.open = false;
      const last = state.refused.at(-1);
      const file = state.downloads.at(-1);
      summary.textContent =
        state.refused.length === 0
          ? 'What holds on this page'
          : `What holds on this page · ${state.refused.length} refused`;
      line.replaceChildren(
        ...(file === undefined ? [] : ['Download: ', untrusted(file.name, { limit: 60 }), ` ${file.words} `]),
        ...(last === undefined ? [] : ['Refused: ', untrusted(last, { limit: 120 })]),
      );
      refused.replaceChildren(
        ...state.refused.toReversed().map((one) => h('li', {}, untrusted(one, { limit: 300 }))),
      );
      downloads.replaceChildren(
        ...state.downloads
          .toReversed()
          .map(({ name, words }) => h('li', {}, untrusted(name, { limit: 120 }), ` ${words}`)),
      );
    },
  };
}
