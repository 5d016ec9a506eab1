// The text field of the policy editor: CodeMirror in a shadow root, where its style sheets are adopted ones, so that the strict
// content security policy of the page holds. Findings, completion and keys; Tab leaves it, so that the keyboard is no trap.
import { autocompletion, completionKeymap, type CompletionSource } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { lintGutter, lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { Compartment, EditorState } from '@codemirror/state';
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { KEY_MEANINGS } from '#policy/language/meanings.ts';
import { BROWSER_DECISIONS, OBLIGATIONS } from '#policy/language/vocabulary.ts';
import { COMPLETED_FACTS, keyHelp, memberHelp, membersOf } from './policy-help.ts';
import { policyHelp } from './policy-help-tooltip.ts';

export type Mark = {
  /** 1-based, as findings have it. */
  readonly line: number;
  readonly column: number;
  readonly level: 'error' | 'warning' | 'note';
  readonly message: string;
};

export type CodeField = {
  readonly setText: (text: string) => void;
  readonly setMarks: (marks: readonly Mark[]) => void;
  readonly setReadOnly: (readOnly: boolean) => void;
  readonly goTo: (line: number, column: number) => void;
  readonly close: () => void;
};

const SEVERITY = { error: 'error', warning: 'warning', note: 'info' } as const;

/** `label`: the field's name for a screen reader. */
export function openCodeField(
  host: HTMLElement,
  options: { readonly label: string; readonly text: string; readonly onChange: (text: string) => void },
): CodeField {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const readOnly = new Compartment();
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: options.text,
      extensions: [
        lineNumbers(),
        lintGutter(),
        history(),
        drawSelection(),
        highlightActiveLine(),
        yaml(),
        syntaxHighlighting(HIGHLIGHT),
        autocompletion({ override: [completeWord] }),
        policyHelp,
        keymap.of([...completionKeymap, ...lintKeymap, ...historyKeymap, ...defaultKeymap]),
        EditorState.tabSize.of(2),
        EditorView.contentAttributes.of({ 'aria-label': options.label, tabindex: '0' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) options.onChange(update.state.doc.toString());
        }),
        readOnly.of([]),
        THEME,
      ],
    }),
  });
  return {
    setText(text) {
      if (view.state.doc.toString() === text) return;
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
    setMarks(marks) {
      view.dispatch(
        setDiagnostics(
          view.state,
          marks.map((mark) => diagnosticOf(view.state, mark)),
        ),
      );
    },
    setReadOnly(on) {
      view.dispatch({ effects: readOnly.reconfigure(on ? EditorState.readOnly.of(true) : []) });
    },
    goTo(line, column) {
      const at = offsetOf(view.state, line, column);
      view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: 'center' }) });
      view.focus();
    },
    close: () => view.destroy(),
  };
}

function offsetOf(state: EditorState, line: number, column: number): number {
  const found = state.doc.line(Math.min(Math.max(1, line), state.doc.lines));
  return Math.min(found.from + Math.max(0, column - 1), found.to);
}

function diagnosticOf(state: EditorState, { line, column, level, message }: Mark): Diagnostic {
  const from = offsetOf(state, line, column);
  const word = /^[^\s:,\]}]+/u.exec(state.doc.sliceString(from, state.doc.lineAt(from).to));
  return { from, to: from + (word?.[0].length ?? 0), severity: SEVERITY[level], message };
}

/** After `fact:` its members, else every word of the language. */
const completeWord: CompletionSource = (context) => {
  const word = context.matchBefore(/[\w-]*/u);
  if (word === null || (word.from === word.to && !context.explicit)) return null;
  const before = context.state.sliceDoc(context.state.doc.lineAt(context.pos).from, word.from);
  const key = /(?<![A-Za-z])([A-Za-z]+):[^:]*$/u.exec(before)?.[1] ?? '';
  const own = membersOf(key);
  const members = own.length > 0 ? own : (WORDS_OF[key] ?? null);
  const labels = members ?? [
    ...new Set([...Object.keys(KEY_MEANINGS), ...COMPLETED_FACTS, ...membersOf('capability')]),
  ];
  const type = members === null ? 'property' : 'enum';
  const options = labels.map((label) => {
    const help = members === null ? (keyHelp(label) ?? memberHelp(label, '')) : memberHelp(label, key);
    return help === null ? { label, type } : { label, type, info: `${help.kind}. ${help.meaning}` };
  });
  return { from: word.from, options, validFor: /^[\w-]*$/u };
};

const WORDS_OF: Readonly<Record<string, readonly string[]>> = {
  decision: [...BROWSER_DECISIONS],
  to: [...BROWSER_DECISIONS],
  expect: [...BROWSER_DECISIONS],
  at_least: [...BROWSER_DECISIONS],
  obligations: [...OBLIGATIONS],
  always: [...OBLIGATIONS],
};

const HIGHLIGHT = HighlightStyle.define([
  { tag: tags.propertyName, color: 'var(--accent)' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: tags.string, color: 'var(--good)' },
  { tag: [tags.bool, tags.number, tags.null], color: 'var(--warn)' },
]);

const THEME = EditorView.theme({
  '&': { height: '100%', background: 'var(--surface)', color: 'var(--text)', fontSize: '0.8125rem' },
  '&.cm-focused': { outline: '3px solid var(--accent)', outlineOffset: '-3px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.55', overflow: 'auto' },
  '.cm-content': { padding: '8px 0', caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { background: 'var(--sunken)', color: 'var(--muted)', borderRight: '1px solid var(--line)' },
  // A line is shown as the one that is meant only while the text has the focus: else nothing in it was pointed at.
  '.cm-activeLine, .cm-activeLineGutter': { background: 'transparent' },
  '&.cm-focused .cm-activeLine, &.cm-focused .cm-activeLineGutter': { background: 'var(--accent-soft)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'var(--line)',
  },
  '.cm-tooltip': {
    border: '1px solid var(--line-strong)',
    borderRadius: '7px',
    background: 'var(--surface)',
    color: 'var(--text)',
    fontFamily: 'var(--sans)',
  },
  '.cm-tooltip-autocomplete ul li[aria-selected]': { background: 'var(--accent)', color: 'var(--on-accent)' },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--bad)' },
  '.cm-diagnostic-warning': { borderLeftColor: 'var(--warn)' },
  '.cm-diagnostic-info': { borderLeftColor: 'var(--accent)' },
});
