// A cookie that was meant for one host, at a page of another: nothing is done. No browser.
import { expect, test } from 'vitest';
import { useCookies } from '#executors/acts/storage/cookies.ts';
import type { Page } from '#executors/page/page.ts';

test.each([
  { type: 'COOKIE_WRITE', cookie: { name: 'one', value: '' }, host: 'shop.test' },
  { type: 'COOKIE_CLEAR', name: 'one', host: 'shop.test' },
] as const)('$type at another host than meant fails as changed', async (action) => {
  const sent: string[] = [];
  const send = (method: string) => {
    sent.push(method);
    return Promise.resolve({ success: true, cookies: [] });
  };
  const page = (url: string) => ({ url, session: { send }, document: () => ({}) }) as unknown as Page;
  expect(await useCookies(page('http://other.test/'), action, 'value')).toMatchObject({
    error: { code: 'act.changed' },
  });
  expect(sent).toEqual([]);
  expect((await useCookies(page('http://shop.test/'), action, 'value')).ok).toBe(true);
});
