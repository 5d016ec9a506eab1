// A page that a person enlarged by hand: where its secrets stand is not told in the pixels of a picture, and so there is none.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPersonBrowser, type PersonBrowser } from '#test/fixtures/person-browser.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { openTestTab } from '#test/fixtures/tab.ts';

let person: PersonBrowser;
let site: Site;
beforeAll(async () => {
  site = await startSite({ '/page': '<title>T</title><input type="password" aria-label="Pass">' });
  person = await startPersonBrowser();
});
afterAll(async () => {
  await person.close();
  await site.close();
});

/** What fingers do on a pad, at the page itself. */
async function enlarge(factor: number): Promise<void> {
  const { targetInfos } = await person.call('Target.getTargets', { filter: [{ type: 'page' }] });
  const pages = targetInfos as { readonly url: string; readonly targetId: string }[];
  const id = pages.find(({ url }) => url === `${site.origin}/page`)?.targetId ?? 'none';
  const socket = new WebSocket(`ws://127.0.0.1:${person.port}/devtools/page/${id}`);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  const answered = new Promise((resolve) => socket.addEventListener('message', resolve));
  socket.send(
    JSON.stringify({ id: 1, method: 'Emulation.setPageScaleFactor', params: { pageScaleFactor: factor } }),
  );
  await answered;
  socket.close();
}

test('is looked at without a picture, until it is as large as it was', async () => {
  const t = await openTestTab({ attach: person.endpoint });
  try {
    await t.open(`${site.origin}/page`);
    const isPictured = async (): Promise<boolean> =>
      'picture' in (await t.must({ type: 'SNAPSHOT', pictured: true }));
    expect(await isPictured()).toBe(true);
    await enlarge(2);
    expect(await isPictured()).toBe(false);
    await enlarge(1);
    expect(await isPictured()).toBe(true);
  } finally {
    await t.tab.close();
  }
});
