// What was entered into a form and not sent: nobody asked for it to be sent, so nothing is said to be done for sure.
import { expect, test } from 'vitest';
import { leftUnsent } from '#gateway/tasks/judging/unsent.ts';
import { entryOf, observe } from '#test/fixtures/observations.ts';

const page = observe(
  'https://page.test/',
  `
  form Profile
    textbox City
    checkbox Terms
    button Save
  contentinfo Foot
    textbox Newsletter
    button Subscribe
  button Send`,
);
type Step = readonly ['TYPE' | 'CLICK', string, string | null];
/** The page as it is after these steps. */
const after = (...steps: readonly Step[]) => ({
  observation: page,
  entries: steps.map(([action, name, text]) => {
    const ref = page.nodes.find((node) => node.name === name)?.ref ?? null;
    return entryOf(page, { action, ref, target: null, text, confidence: 1, reasoning: 'a step' }, 'done');
  }),
});

test('the button that would send it is named, where it was not pressed', () => {
  expect(leftUnsent(after(['TYPE', 'City', 'Rome']), 'enter Rome into City')).toBe('Save');
  expect(leftUnsent(after(['CLICK', 'Terms', null]), 'tick Terms')).toBe('Save');
});

test('nothing is left where it was pressed, or sent with the Enter key', () => {
  expect(leftUnsent(after(['TYPE', 'City', 'Rome'], ['CLICK', 'Save', null]), 'enter Rome')).toBeNull();
  expect(leftUnsent(after(['TYPE', 'City', 'Rome\n']), 'enter Rome and hit the key')).toBeNull();
});

test('whoever speaks of sending has said what is to become of it', () => {
  for (const asked of ['enter Rome, but do not save it', 'Rome eintragen, nicht speichern', 'sin guardar'])
    expect(leftUnsent(after(['TYPE', 'City', 'Rome']), asked)).toBeNull();
});

test('a button of another part of the page sends no form that stands elsewhere', () => {
  expect(
    leftUnsent(after(['TYPE', 'Newsletter', 'a@b.example']), 'enter a@b.example as newsletter'),
  ).toBeNull();
});
