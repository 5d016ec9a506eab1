// Room for words at every size: nothing is set a letter or a syllable a line, and what marks a state is there without colour.
import { readFileSync } from 'node:fs';
import type { Locator } from 'playwright-core';
import { expect, test } from 'vitest';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { aResult, aTask } from '#test/fixtures/views.ts';

const ui = uiForSpec();

const SIZES = [
  { width: 1280, height: 800 },
  { width: 900, height: 700 },
  { width: 390, height: 844 },
] as const;
const LONG =
  'The committee of the village met on the third evening and wrote down what had been said. '.repeat(4);

/** Texts of more than a word or two that have fewer than nine characters a line. */
const squeezed = (place: Locator): Promise<readonly string[]> =>
  place.evaluate((root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    while (walker.nextNode() !== null) {
      const text = walker.currentNode.textContent?.trim() ?? '';
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      if (lines > 2 && text.length / lines < 9) found.push(`${lines} lines: ${text}`);
    }
    return found;
  });

test.each(SIZES)('a label keeps its words beside a long value at $width px', async (size) => {
  const fact = { quote: 'as the page says', url: 'http://forum.test/1' };
  const { page } = await ui.open((gateway) => {
    gateway.tasks = [
      aTask({
        status: 'DONE',
        result: aResult({
          facts: [
            { ...fact, label: 'Post 1, first', value: LONG },
            { ...fact, label: LONG.slice(0, 110), value: '€ 49' },
            { ...fact, label: LONG.slice(0, 110), value: LONG },
          ],
        }),
      }),
    ];
  }, size);
  const facts = page.getByRole('group', { name: 'Result' });
  await facts.getByText('Post 1, first').waitFor();
  expect(await squeezed(facts)).toEqual([]);
});

test('what an edit of the policy changes keeps its words, also where only a name changes', async () => {
  const text = readFileSync(SHIPPED.default, 'utf8');
  const { page } = await ui.open((gateway) => {
    gateway.policyFiles = [
      {
        file: '/etc/ghost/policy.yaml',
        name: 'policy.yaml',
        text: text.replace('OPEN_TAB: TAB_POLICY_VIOLATION', 'OPEN_TAB: CAPABILITY_DENIED'),
        inForce: text,
        digest: 'sha256:0',
        readOnly: null,
      },
    ];
  }, SIZES[0]);
  await page.getByRole('link', { name: 'Policy' }).click();
  const rows = page.getByRole('list', { name: 'Changed decisions' });
  await rows.getByText('otherwise named').first().waitFor();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    expect(await squeezed(rows), `${size.width} px`).toEqual([]);
  }
});

test('where colours are the system’s, the current view and a pressed button are marked all the same', async () => {
  const { page } = await ui.open();
  await page.emulateMedia({ forcedColors: 'active' });
  await page.getByRole('link', { name: 'Audit log' }).click();
  const filter = page.getByRole('group', { name: 'Saved views' });
  await filter.getByRole('button', { name: 'What was stopped' }).click();
  /** What is drawn otherwise, of what forced colours leave. */
  const drawn = (element: Element): string => {
    const { textDecorationLine, borderBlockEndWidth, outlineStyle } = getComputedStyle(element);
    return `${textDecorationLine} ${borderBlockEndWidth} ${outlineStyle}`;
  };
  const views = page.getByRole('navigation', { name: 'Views' });
  await views.locator('[aria-current=page]', { hasText: 'Audit log' }).waitFor();
  await page.getByLabel('Filter the log').focus();
  const marks = await Promise.all([
    views.getByRole('link', { name: 'Audit log' }).evaluate(drawn),
    views.getByRole('link', { name: 'Tasks' }).evaluate(drawn),
    filter.getByRole('button', { name: 'What was stopped' }).evaluate(drawn),
    filter.getByRole('button', { name: 'Policy changes' }).evaluate(drawn),
  ]);
  expect(marks[0]).not.toBe(marks[1]);
  expect(marks[2]).not.toBe(marks[3]);
});
