// The row under the strip while a page stands in front: back, forward, anew, the field, search, size, and "Do this here".
import { h } from '#ui/consent/dom.ts';
import type { FrameState } from '../../ipc/table.ts';
import type { Bridge } from '../../preload/bridge.ts';
import { button } from './tab-strip.ts';

export function addressRow({ call }: Bridge) {
  const back = button('Back', '←', () => void call('move', { to: 'BACK' }));
  const forward = button('Forward', '→', () => void call('move', { to: 'FORWARD' }));
  const anew = button(
    'Load this page anew',
    '↻',
    () => void call('move', { to: isLoading ? 'STOP' : 'RELOAD' }),
  );
  const field = h('input', {
    id: 'address',
    type: 'text',
    autocomplete: 'off',
    spellcheck: 'false',
    maxlength: '10000',
    placeholder: 'Go to an address, or say what should be done',
  });
  const form = h(
    'form',
    { class: 'address' },
    h('label', { for: 'address', class: 'visually-hidden' }, 'Address, or what should be done'),
    field,
  );
  const why = h('p', { role: 'alert', class: 'why', hidden: true });
  const here = h('button', { type: 'button', class: 'here' }, 'Do this here…');
  here.title = 'Hands the address of this page to a task, and nothing else of it';
  const zoom = h('button', { type: 'button', class: 'zoom', title: 'Back to its own size', hidden: true });
  const smaller = button('Smaller', '−', () => void call('zoom', { by: 'OUT' }));
  const larger = button('Larger', '+', () => void call('zoom', { by: 'IN' }));
  const find = findBox();
  const element = h(
    'div',
    { class: 'row', hidden: true },
    back,
    forward,
    anew,
    form,
    here,
    smaller,
    zoom,
    larger,
    find.element,
    why,
  );
  let isLoading = false;
  let shownUrl = '';
  let shownTab: string | null = null;

  here.addEventListener('click', () => void call('doHere', {}));
  zoom.addEventListener('click', () => void call('zoom', { by: 'RESET' }));
  field.addEventListener('focus', () => field.select());
  field.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    field.value = shownUrl;
    field.select();
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text === '') return;
    void call('go', { text }).then((done) => {
      why.hidden = done?.ok === true;
      why.textContent =
        done?.ok === true ? '' : (done?.why ?? 'Nothing was done: the window does not answer.');
    });
  });

  return {
    element,
    focusField: () => field.focus(),
    openFind: () => find.open(),
    show(state: FrameState): void {
      const tab = state.tabs.find(({ id }) => id === state.active) ?? null;
      element.hidden = tab === null;
      back.setAttribute('aria-disabled', String(!state.canGoBack));
      forward.setAttribute('aria-disabled', String(!state.canGoForward));
      isLoading = tab?.isLoading ?? false;
      anew.setAttribute('aria-label', isLoading ? 'Stop loading' : 'Load this page anew');
      zoom.hidden = state.zoomPercent === 100;
      zoom.textContent = `${state.zoomPercent} %`;
      find.show(state.find);
      const url = tab?.url === 'about:blank' ? '' : (tab?.url ?? '');
      const isOther = shownTab !== state.active;
      // What a person is typing is not taken from them.
      if (isOther || document.activeElement !== field) field.value = url;
      if (isOther && url === '' && tab !== null) field.focus();
      if (url !== shownUrl || isOther) why.hidden = true;
      shownUrl = url;
      shownTab = state.active;
    },
  };

  function findBox() {
    const text = h('input', {
      type: 'text',
      'aria-label': 'Find in this page',
      maxlength: '500',
      placeholder: 'Find in this page',
    });
    const count = h('span', { role: 'status' });
    const search = (ahead: boolean): void => void call('find', { text: text.value, forward: ahead });
    const close = (): void => {
      box.hidden = true;
      void call('endFind', {});
    };
    const box = h(
      'div',
      { class: 'find', role: 'search', hidden: true },
      text,
      count,
      button('Previous', '↑', () => search(false)),
      button('Next', '↓', () => search(true)),
      button('Close the search', '×', close),
    );
    text.addEventListener('input', () => search(true));
    text.addEventListener('keydown', (event) => {
      if (event.key === 'Enter') search(!event.shiftKey);
      if (event.key === 'Escape') close();
    });
    return {
      element: box,
      open(): void {
        box.hidden = false;
        text.focus();
        text.select();
      },
      show(state: FrameState['find']): void {
        count.textContent =
          state === null || state.text === ''
            ? ''
            : state.of === 0
              ? 'nothing found'
              : `${state.match} of ${state.of}`;
      },
    };
  }
}
