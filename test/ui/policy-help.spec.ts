// Which word of a policy is explained how, as the editor asks: no browser is needed for that.
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { helpAt, helpInWords } from '#ui/app/policy/editor/policy-help.ts';

const TEXT =
  'policy: 1\nrules:\n  - id: mine\n    decision: DENY # DENY\n    when: { capability: SCREENSHOT, acts: 3 }\n';
const state = EditorState.create({ doc: TEXT });
const about = (word: string, from = 0): string | null => {
  const help = helpAt(state, TEXT.indexOf(word, from) + 1);
  return help === null ? null : helpInWords(help);
};

test('keys, facts, members and decisions are explained, and what the author made up is not', () => {
  expect(about('policy')).toBe('policy, a key: Version of the document format: 1.');
  expect(about('decision')).toBe('decision, a key: What is decided.');
  expect(about('DENY')).toBe('DENY, a decision: It is refused, whoever asks.');
  expect(about('capability')).toMatch(/^capability, a fact of a request: .* One of NAVIGATE_SAME_ORIGIN, /u);
  expect(about('SCREENSHOT')).toBe(
    'SCREENSHOT, a value of `capability`: What the act needs to be allowed to do.',
  );
  expect(about('acts')).toContain('One of 0 to 1000.');
  expect(about('mine')).toBeNull();
  expect(about('DENY', TEXT.indexOf('#'))).toBeNull();
});
