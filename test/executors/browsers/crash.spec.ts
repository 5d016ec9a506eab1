// A browser that dies in mid-step: an error at once, no process, no profile.
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { familyOf } from '#executors/browsers/processes/processes.ts';
import { startSite } from '#test/fixtures/site.ts';
import { openTestTab } from '#test/fixtures/tab.ts';

test('a browser killed in mid-step leaves an error, no process and no profile', async () => {
  const t = await openTestTab();
  const [name] = await readdir(t.profileRoot);
  const site = await startSite({ '/': (_request, _response) => process.kill(t.tab.pid, 'SIGKILL') });
  const step = t.act({ type: 'NAVIGATE', url: `${site.origin}/` });
  // Told by the browser's end, not by the deadline of the act.
  expect(await step).toMatchObject({ ok: false, error: { code: 'browser.crashed', retryable: true } });
  expect(t.crashes).toHaveLength(1);
  expect(await t.act({ type: 'SNAPSHOT' })).toMatchObject({ error: { code: 'browser.crashed' } });
  expect(await t.tab.inspect({ type: 'SNAPSHOT' }, new AbortController().signal)).toMatchObject({
    error: { code: 'browser.crashed' },
  });
  expect(await t.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
  expect(await familyOf(join(t.profileRoot, name ?? ''), t.tab.pid)).toEqual([]);
  expect(await readdir(t.profileRoot)).toEqual([]);
  expect(t.tab.document().url).toBe('about:blank');
  await site.close();
});

test('a page whose process dies is a crash as well', async () => {
  const t = await openTestTab();
  const site = await startSite({ '/': '<h1>Here</h1>' });
  await t.open(`${site.origin}/`);
  const family = await familyOf(t.profileRoot, t.tab.pid);
  for (const entry of family) {
    if (entry.args.includes('--type=renderer')) process.kill(entry.pid, 'SIGKILL');
  }
  const after = await t.act({ type: 'SNAPSHOT' });
  expect(after).toMatchObject({ ok: false, error: { code: 'browser.crashed' } });
  expect(await t.tab.close()).toMatchObject({ processesGone: true, profileRemoved: true });
  expect(t.crashes).toHaveLength(1);
  await site.close();
});
