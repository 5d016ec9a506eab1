// Help for the word under the pointer, or under the cursor at a key. INVARIANT: text alone, no markup of anybody's; it takes no
// focus, Escape closes it, and a screen reader hears it.
import { StateEffect, StateField, type Extension } from '@codemirror/state';
import { EditorView, hoverTooltip, keymap, showTooltip, type Tooltip } from '@codemirror/view';
import { helpAt, helpInWords, type WordHelp } from './policy-help.ts';

const shown = StateEffect.define<WordHelp | null>();

const atCursor = StateField.define<Tooltip | null>({
  create: () => null,
  update(held, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(shown)) return effect.value === null ? null : tooltipOf(effect.value);
    return transaction.docChanged || transaction.selection !== undefined ? null : held;
  },
  provide: (field) => showTooltip.from(field),
});

const tooltipOf = (help: WordHelp): Tooltip => ({
  pos: help.from,
  end: help.to,
  above: true,
  create: () => ({ dom: elementOf(help) }),
});

function elementOf({ word, kind, meaning, values }: WordHelp): HTMLElement {
  const root = document.createElement('div');
  root.className = 'policy-help';
  root.setAttribute('role', 'tooltip');
  const head = document.createElement('p');
  const name = document.createElement('code');
  name.textContent = word;
  head.append(name, `, ${kind}`);
  const body = document.createElement('p');
  body.textContent = meaning;
  root.append(head, body);
  if (values !== '') {
    const list = document.createElement('p');
    list.textContent = `One of ${values}.`;
    root.append(list);
  }
  return root;
}

function showHelp(view: EditorView): boolean {
  const help = helpAt(view.state, view.state.selection.main.head);
  const said = help === null ? 'nothing is known of this word' : helpInWords(help);
  view.dispatch({ effects: [shown.of(help), EditorView.announce.of(said)] });
  return true;
}

function hideHelp(view: EditorView): boolean {
  if (view.state.field(atCursor) === null) return false;
  view.dispatch({ effects: shown.of(null) });
  return true;
}

/** F1, or Control and I, shows the help of the word at the cursor. */
export const policyHelp: Extension = [
  atCursor,
  hoverTooltip((view, position) => {
    const help = helpAt(view.state, position);
    return help === null ? null : tooltipOf(help);
  }),
  keymap.of([
    { key: 'F1', run: showHelp, preventDefault: true },
    { key: 'Mod-i', run: showHelp, preventDefault: true },
    { key: 'Escape', run: hideHelp },
  ]),
  EditorView.theme({
    '.policy-help': { maxWidth: '46ch', padding: '8px 12px' },
    '.policy-help p': { margin: '0 0 4px' },
    '.policy-help p:last-child': { margin: '0' },
    '.policy-help code': { fontFamily: 'var(--mono)', fontWeight: '600' },
  }),
];
