// Calls of one tab, one after the other.
import { expect, test } from 'vitest';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { SIGNAL, need, openTestTab } from '#test/fixtures/tab.ts';

test('a call that fails unforeseen is told to its caller alone: the next one has its turn', async () => {
  const { tab } = await openTestTab();
  const unknown = JSON.parse('{"type":"NO_SUCH_ACT"}') as BrowserAction;
  await expect(tab.inspect(unknown, SIGNAL)).rejects.toThrow();
  expect(need(await tab.inspect({ type: 'SNAPSHOT' }, SIGNAL)).document.url).toBe('about:blank');
  await tab.close();
});
