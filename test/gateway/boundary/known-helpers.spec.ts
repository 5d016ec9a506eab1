// What a library brings along is told by its name where it is exactly that, and nothing else is.
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { helperOf } from '#gateway/boundary/words/known-helpers.ts';
import { helperOfPlaywright } from '#test/fixtures/playwright-helper.ts';

test('the helper of the Playwright that is installed is known', () => {
  expect(helperOf(helperOfPlaywright())).toContain('playwright-core 1.65.1, as it was published');
});

test.each([
  ['a space more', (text: string) => `${text} `],
  ['a script behind it', (text: string) => `${text};fetch("/taken")`],
  ['a sign that nobody sees', (text: string) => text.replace('UtilityScript', 'UtilityScript\u200b')],
  ['its digest alone', (text: string) => `sha256:${createHash('sha256').update(text).digest('hex')}`],
  ['nothing', () => ''],
])('one with %s is shown as it is', (_, change) => {
  expect(helperOf(change(helperOfPlaywright()))).toBeNull();
});
