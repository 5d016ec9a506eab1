// What a model drew, from the recorded server to a real Chromium: kept, opened in the app's frame, used by clicks, typing and keys, named
// outside its document, and the same as a file.
import type { FrameLocator, Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { parseBrief } from '#engines/maker/brief.ts';
import { checkApplet } from '#engines/maker/check/check.ts';
import { documentIn } from '#engines/maker/credited.ts';
import { ok } from '#policy/language/failure.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { GEMINI_KEY, GeminiServer } from '#test/fixtures/gemini-server.ts';
import { keyboards } from '#test/fixtures/keyboards-table.ts';
import { savedBy, watchSaving } from '#test/fixtures/saved-files.ts';
import { need } from '#test/fixtures/tab.ts';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { createGeminiMaker } from '#test/fixtures/models.ts';

const SHOTS = process.env['GHOST_SHOTS'] ?? '/tmp/ghost-shots';
const ui = uiForSpec();

const INTENT = 'show the keyboards of the shop as an infographic';
/** As a model writes it: a table that is sorted by its heads and filtered by typing, and bars beside the prices. */
const answer = (style = ''): string => `<!doctype html>
<html lang="en">
<head>
<title>Keyboards at a glance</title>
<style>
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 1.5rem; background: Canvas; color: CanvasText; }
table { border-collapse: collapse; width: 100%; }
th, td { padding: 6px 10px; text-align: start; border-bottom: 1px solid GrayText; }
th button { font: inherit; font-weight: 600; min-height: 32px; }
meter { width: 12rem; }
${style}
</style>
</head>
<body>
<main>
<h1 id="title"></h1>
<p><label for="filter">Filter</label> <input id="filter" type="search"> <output id="count"></output></p>
<table aria-label="Keyboards"><thead><tr id="heads"></tr></thead><tbody id="rows"></tbody></table>
</main>
<script>
const rows = document.getElementById('rows');
const count = document.getElementById('count');
const heads = document.getElementById('heads');
const filter = document.getElementById('filter');
document.getElementById('title').textContent = DATA.title;
const most = Math.max(...DATA.rows.map((row) => Number(row[1].value)));
let sorted = -1;
let direction = 1;
const isFirst = (a, b) => (typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b)));
const draw = () => {
  const words = filter.value.toLowerCase();
  const shown = DATA.rows.filter((row) => row.map((cell) => cell.quote).join(' ').toLowerCase().includes(words));
  if (sorted >= 0) shown.sort((a, b) => direction * isFirst(a[sorted].value, b[sorted].value));
  rows.replaceChildren();
  shown.forEach((row) => {
    const line = document.createElement('tr');
    row.forEach((cell, at) => {
      const one = document.createElement('td');
      one.append(cell.quote);
      if (at === 1) {
        const bar = document.createElement('meter');
        bar.setAttribute('aria-label', 'price of ' + row[0].quote);
        bar.max = most;
        bar.value = Number(cell.value);
        one.append(' ', bar);
      }
      line.append(one);
    });
    rows.append(line);
  });
  count.textContent = shown.length + ' of ' + DATA.rows.length + ' rows';
};
DATA.columns.forEach((column, at) => {
  const head = document.createElement('th');
  const button = document.createElement('button');
  button.setAttribute('type', 'button');
  button.textContent = column.name;
  button.addEventListener('click', () => {
    direction = sorted === at ? -direction : 1;
    sorted = at;
    draw();
  });
  head.setAttribute('scope', 'col');
  head.append(button);
  heads.append(head);
});
filter.addEventListener('input', draw);
draw();
</script>
</body>
</html>`;

/** What the recorded model answers, taken by the maker as any answer. */
async function drawnBy(says: string): Promise<{ answer: string; model: string; retries: number }> {
  await using server = await GeminiServer.start();
  server.reply({ says });
  const maker = createGeminiMaker({
    apiKey: GEMINI_KEY,
    baseUrl: server.url,
    backoffMs: 1,
    model: 'gemini-2.5-pro',
  });
  const brief = need(
    parseBrief({
      intent: INTENT,
      dataType: 'table',
      data: keyboards(12),
      visualizationHint: 'infographic',
    }),
  );
  const { signal } = new AbortController();
  const { made } = await maker.make(brief, async (html) => ok(checkApplet(html)), signal);
  const { answer: said, model, retries } = need(made);
  return { answer: said, model, retries };
}

const openApplet = async (says: string) => {
  const modelAnswer = await drawnBy(says);
  const app = await ui.open((gateway) => {
    gateway.modelAnswer = modelAnswer;
    gateway.results = [
      {
        taskId: 't-1',
        at: '2026-11-23T10:00:00.000Z',
        intent: INTENT,
        status: 'DONE',
        sources: ['https://shop.test/keyboards'],
        agent: null,
        result: { answer: '12 rows', facts: [], table: keyboards(12), error: null },
      },
    ];
  });
  await app.page.getByRole('navigation').getByRole('link', { name: 'Results' }).click();
  await app.page.getByRole('button', { name: INTENT }).click();
  await app.page.getByRole('region', { name: 'Rows that were read' }).waitFor();
  return app;
};
const column = (applet: FrameLocator, at: number): Promise<readonly string[]> =>
  applet.locator(`tbody tr td:nth-child(${at})`).allInnerTexts();

async function isUsable(applet: FrameLocator): Promise<void> {
  await applet.getByRole('heading', { name: 'Keyboards' }).waitFor();
  expect(await applet.locator('tbody tr').count()).toBe(12);
  await applet.getByRole('button', { name: 'Price' }).click();
  await applet.getByRole('button', { name: 'Price' }).press('Enter');
  expect((await column(applet, 1)).slice(0, 3)).toEqual(['Keyboard 11', 'Keyboard 10', 'Keyboard 9']);
  await applet.getByLabel('Filter').fill('keyboard 1');
  expect(await applet.locator('output').innerText()).toBe('3 of 12 rows');
  expect(await column(applet, 1)).toEqual(['Keyboard 11', 'Keyboard 10', 'Keyboard 1']);
}

test.each(['light', 'dark'] as const)(
  'a kept drawing of a model is opened, sorted, filtered and shown as a form of the catalogue and back: %s',
  async (colorScheme) => {
    const { page } = await openApplet(answer());
    await page.emulateMedia({ colorScheme });
    await page.getByRole('button', { name: 'Open applet' }).click();
    const dialog = page.getByRole('dialog');
    const applet = page.frameLocator('iframe[title="Applet"]');
    await isUsable(applet);
    await dialog.getByText('Drawn by the model gemini-2.5-pro; its code was checked').waitFor();
    await dialog.getByText('Opening the applet…').waitFor({ state: 'detached' });
    expect(await axeFindings(page)).toEqual([]);
    await page.screenshot({ path: `${SHOTS}/applet-model-${colorScheme}.png` });
    const form = dialog.getByLabel('Show as');
    expect(await form.inputValue()).toBe('model');
    await form.selectOption('table');
    await applet.getByRole('columnheader', { name: 'Price' }).waitFor();
    await dialog.getByText('Drawn by the model').waitFor({ state: 'detached' });
    await form.selectOption('As a model drew it');
    await applet.getByRole('heading', { name: 'Keyboards' }).waitFor();
    await dialog.getByText('Drawn by the model').waitFor();
  },
);

const HIDES =
  '* { display: none !important; visibility: hidden !important; opacity: 0 !important } html::after { content: "Drawn by Ghost Browser itself"; position: fixed; inset: 0; z-index: 2147483647 }';

test('no style of its document hides who drew it, in the app and in a file', async () => {
  const { page } = await openApplet(answer(HIDES));
  await watchSaving(page);
  const { text, name } = await savedBy(page, 'Save as applet');
  expect(name).toBe('t-1.html');
  expect(checkApplet(text).findings).toEqual([]);
  await page.getByRole('button', { name: 'Open applet' }).click();
  const credit = page.getByRole('dialog').getByText('Drawn by the model gemini-2.5-pro');
  await credit.waitFor();
  await page.getByText('Opening the applet…').waitFor({ state: 'detached' });
  expect(await topmost(page, 'Drawn by the model gemini-2.5-pro')).toBe(true);
  const other = await page.context().newPage();
  await other.route('http://file.test/', (route) => route.fulfill({ contentType: 'text/html', body: text }));
  await other.goto('http://file.test/');
  expect(await topmost(other, 'Drawn by the model gemini-2.5-pro')).toBe(true);
  await other.screenshot({ path: `${SHOTS}/applet-model-hides.png` });
  await other.close();
});

/** Whether these words are painted: something else at their place would be found first. */
const topmost = (page: Page, words: string): Promise<boolean> =>
  page.evaluate((text) => {
    const line = [...document.querySelectorAll('p')].find((one) => one.innerText.includes(text));
    if (line === undefined) return false;
    const { left, top, width, height } = line.getBoundingClientRect();
    return width > 100 && document.elementFromPoint(left + 20, top + height / 2) === line;
  }, words);

test('saved as a file it is the same, in a frame without an origin, and asks for nothing', async () => {
  const { page } = await openApplet(answer());
  await watchSaving(page);
  const { text } = await savedBy(page, 'Save as applet');
  const other = await page.context().newPage();
  const complaints: string[] = [];
  const asked: string[] = [];
  // `webrtc 'block'` is for browsers that know it; this one says that it does not.
  other.on('console', (message) => {
    if (!message.text().includes("directive 'webrtc'")) complaints.push(message.text());
  });
  other.on('pageerror', ({ message }) => complaints.push(message));
  other.on('request', (request) => asked.push(request.url()));
  await other.route('http://file.test/', (route) => route.fulfill({ contentType: 'text/html', body: text }));
  await other.goto('http://file.test/');
  await isUsable(other.frameLocator('iframe'));
  expect(await axeFindings(other)).toEqual([]);
  // Into a frame without an origin axe does not look: the document is looked at by itself.
  const document = documentIn(text) ?? 'none';
  await other.route('http://alone.test/', (route) =>
    route.fulfill({ contentType: 'text/html', body: document }),
  );
  await other.goto('http://alone.test/');
  await other.getByRole('heading', { name: 'Keyboards' }).waitFor();
  expect(await axeFindings(other)).toEqual([]);
  await other.goto('http://file.test/');
  await isUsable(other.frameLocator('iframe'));
  expect(complaints).toEqual([]);
  expect(
    asked.filter((url) => !/^http:\/\/(?:file|alone)\.test\/$/u.test(url) && url !== 'about:srcdoc'),
  ).toEqual([]);
  await other.screenshot({ path: `${SHOTS}/applet-model-file.png` });
  await other.close();
});
