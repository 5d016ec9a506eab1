// Hundreds of controls of one name: the one that is told by what it stands beside is found wherever on the page it is. No browser.
import { expect, test } from 'vitest';
import { createOfflineNavigator } from '#engines/navigator/offline/navigator.ts';
import { observe, remember } from '#test/fixtures/observations.ts';

const COUNT = 500;
const rows = `table Stock\n${Array.from(
  { length: COUNT },
  (_, i) => `  row Lamp ${i}\n    cell Lamp ${i}\n    cell ${i * 3}\n    button Add`,
).join('\n')}`;

test.each([0, 1, 149, 150, 151, 300, COUNT - 1])('the control in the row of no. %i', async (at) => {
  const page = observe('https://page.test/', rows);
  for (const order of [
    `press the Add button next to "Lamp ${at}"`,
    `press Add for "Lamp ${at}"`,
    `press the Add button in the row of "Lamp ${at}"`,
  ]) {
    const { action, ref } = await createOfflineNavigator().next(
      page,
      remember(order),
      new AbortController().signal,
    );
    const own = page.nodes.filter(({ role }) => role === 'button')[at];
    expect({ order, action, ref }).toEqual({ order, action: 'CLICK', ref: own?.ref });
  }
});
