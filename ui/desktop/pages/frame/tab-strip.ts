// The strip: the app, the person's pages, a new one, and beside them what waits and what is lent.
import { h, untrusted } from '#ui/consent/dom.ts';
import type { FrameState } from '../../ipc/table.ts';
import type { Bridge } from '../../preload/bridge.ts';

const MOST_TITLE_CHARACTERS = 60;

export function tabStrip({ call }: Bridge) {
  const tabs = h('div', { role: 'tablist', 'aria-label': 'Pages', class: 'tabs' });
  const newTab = button('New page', '+', () => void call('newTab', {}));
  const badges = h('div', { class: 'badges' });
  const element = h('header', { class: 'strip' }, tabs, newTab, badges);
  let active: string | null = null;
  /** Nothing is drawn anew, and no keyboard lost, where nothing changed. */
  let drawn = '';

  tabs.addEventListener('keydown', (event) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const found = [...tabs.querySelectorAll<HTMLElement>('[role="tab"]')];
    const at = found.findIndex((one) => one === document.activeElement);
    if (step === 0 || at === -1) return;
    event.preventDefault();
    found[(at + step + found.length) % found.length]?.focus();
  });

  return {
    element,
    /** The app is not closed. */
    closeFront(): void {
      if (active !== null) void call('closeTab', { tab: active });
    },
    show(state: FrameState): void {
      active = state.active;
      const now = JSON.stringify([
        state.active,
        state.tabs,
        state.questions,
        state.running,
        state.lent,
        state.gateway,
      ]);
      if (now === drawn) return;
      drawn = now;
      const focused =
        document.activeElement instanceof HTMLElement ? document.activeElement.dataset['tab'] : undefined;
      tabs.replaceChildren(
        tab(null, 'Ghost Browser', state, null),
        ...state.tabs.map((one) => tab(one.id, one.title === '' ? one.url : one.title, state, one)),
      );
      if (focused !== undefined)
        tabs.querySelector<HTMLElement>(`[data-tab="${CSS.escape(focused)}"]`)?.focus();
      badges.replaceChildren(...badgesOf(state));
    },
  };

  function tab(
    id: string | null,
    title: string,
    state: FrameState,
    page: FrameState['tabs'][number] | null,
  ): HTMLElement {
    const isActive = state.active === id;
    const chosen = h(
      'button',
      {
        type: 'button',
        role: 'tab',
        'aria-selected': String(isActive),
        tabindex: isActive ? '0' : '-1',
        'data-tab': id ?? 'app',
        class: 'tab',
      },
      page?.isLoading === true ? h('span', { class: 'loading', 'aria-label': 'loading' }) : null,
      page?.isGone === true ? '(crashed) ' : null,
      untrusted(title === '' ? 'New page' : title, { limit: MOST_TITLE_CHARACTERS }),
    );
    chosen.addEventListener('click', () => void call('select', { tab: id }));
    if (id === null) return h('div', { role: 'presentation', class: 'place app' }, chosen);
    const close = button('Close this page', '×', () => void call('closeTab', { tab: id }));
    close.classList.add('close');
    return h('div', { role: 'presentation', class: 'place' }, chosen, close);
  }

  function badgesOf({ questions, running, lent, gateway }: FrameState): readonly HTMLElement[] {
    const domains = [...new Set(lent.map(({ domain }) => domain))];
    const asked = h(
      'button',
      { type: 'button', class: 'asked' },
      questions === 1 ? '1 question' : `${questions} questions`,
    );
    asked.addEventListener('click', () => void call('showQuestions', {}));
    return [
      ...(gateway === 'READY'
        ? []
        : [
            h(
              'span',
              { class: 'note' },
              gateway === 'STARTING' ? 'the gateway is starting' : 'the gateway is gone',
            ),
          ]),
      ...(domains.length === 0
        ? []
        : [
            h(
              'span',
              { class: 'badge lent', title: lent.map(({ words }) => words).join('\n') },
              `signed in as you at ${domains.join(', ')}`,
            ),
          ]),
      ...(running === 0
        ? []
        : [h('span', { class: 'badge' }, running === 1 ? '1 task runs' : `${running} tasks run`)]),
      ...(questions === 0 ? [] : [asked]),
    ];
  }
}

export function button(label: string, sign: string, act: () => void): HTMLButtonElement {
  const made = h(
    'button',
    { type: 'button', 'aria-label': label, title: label },
    h('span', { 'aria-hidden': 'true' }, sign),
  );
  made.addEventListener('click', () => {
    if (made.getAttribute('aria-disabled') !== 'true') act();
  });
  return made;
}
