// What the first page takes over the line, and what is left until it is opened: the editor, the engine in its worker, the log, the rest.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { PATIENT } from '#test/fixtures/consent-page.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { anEntry } from '#test/fixtures/views.ts';
import { buildUi } from '#ui/build.ts';

const ui = uiForSpec();
const MOST_BYTES = 150_000;
/** What a person needs first elsewhere, a question above all, and the list under the field that has the keyboard: fetched when the page stands. */
const AHEAD = /\/(?:consent-overlay|Dialog\w+|inbox-view|command-list|use-policy-check)-/u;
/** What only the library of dialogs writes. */
const DIALOGS = 'data-base-ui-portal';
const LEFT =
  /audit-view|code-mirror|grants-view|kept-|one-result|policy-view|policy-worker|result|applet|run-view|settings-view|time-chart|wall/u;

test('the first page is at most 150 kB gzipped, and each view comes when it is opened', async () => {
  const { page, gateway } = await ui.open((fake) => {
    fake.audit = [anEntry(1)];
  });
  const paths = new Set<string>();
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    if (origin === gateway.appOrigin && !pathname.startsWith('/api/')) paths.add(pathname);
  });
  const loaded = (part: RegExp): number => [...paths].filter((path) => part.test(path)).length;
  await page.reload();
  await page.getByRole('contentinfo').getByText('Navigator').waitFor();
  await expect.poll(() => loaded(/inbox-view.*js/u), PATIENT).toBe(1);
  await expect.poll(() => loaded(/consent-overlay.*js/u), PATIENT).toBe(1);
  await expect.poll(() => loaded(/command-list.*js/u), PATIENT).toBe(1);
  expect([...paths].filter((path) => LEFT.test(path))).toEqual([]);
  const built = await buildUi();
  if (!built.ok) throw new Error(built.error.message);
  const { outDir } = built.value;
  const read = (path: string): Buffer =>
    readFileSync(join(outDir, 'app', path === '/' ? 'index.html' : path));
  const first = [...paths].filter((path) => !AHEAD.test(path)).map(read);
  const bytes = first.reduce((sum, file) => sum + gzipSync(file).length, 0);
  expect(bytes).toBeGreaterThan(MOST_BYTES / 2);
  expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
  expect(first.filter((file) => file.includes(DIALOGS))).toEqual([]);
  expect([...paths].map(read).filter((file) => file.includes(DIALOGS))).toHaveLength(1);

  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByRole('button', { name: /^Entry 1 / }).waitFor();
  expect([loaded(/audit-view.*js/u), loaded(/code-mirror|policy-view|policy-worker/u)]).toEqual([1, 0]);
  await page.getByRole('link', { name: 'Policy' }).click();
  await expect.poll(() => loaded(/policy-view.*js/u), PATIENT).toBe(1);
});
