// A cell of an applet shows the page that it was read from, as it was seen, with its words in a frame; pictures come in when it is opened.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import { makeApplet } from '#engines/maker/offline/maker.ts';
import { htmlWithFilms, type Film } from '#engines/maker/seen.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import type { TestBrowser } from '#test/fixtures/chromium.ts';
import { jpegOf } from '#test/fixtures/jpeg.ts';
import { keyboards } from '#test/fixtures/keyboards-table.ts';
import { need } from '#test/fixtures/tab.ts';

let browser: TestBrowser;
beforeAll(async () => {
  browser = await launchTestBrowser();
});
afterAll(() => browser.close());

const table = keyboards(3);
const page = table.sources[0]?.url ?? '';
const quoteOf = (row: number, column: number): string => table.rows[row]?.[column]?.quote ?? '';
const jpeg = Buffer.from(jpegOf(640, 400, () => [200, 220, 240])).toString('base64');
const box = { x: 300, y: 250, width: 80, height: 20 };
const film: Film = {
  pictures: [
    { number: 4, width: 640, height: 400, jpeg },
    { number: 7, width: 640, height: 400, jpeg },
  ],
  quotes: [
    { quote: quoteOf(1, 1), page, picture: 7, box },
    { quote: quoteOf(0, 0), page: 'http://elsewhere.test/', picture: 4, box },
    { quote: quoteOf(0, 1), page, picture: 9, box },
  ],
};
const brief = { intent: 'compare', dataType: 'x', data: table, visualizationHint: 'table', constraints: [] };

test('a cell shows the page as it was seen, with its words in a frame; one whose words stand on no picture shows its words', async () => {
  const { html, view } = need(makeApplet(brief, { films: [film] }));
  // Of the pictures those on which words of the rows stand, and of the words those that stand on a picture.
  expect(view.pictures).toHaveLength(1);
  expect(view.seen).toEqual([[1, 1, 0, 300, 250, 80, 20]]);
  expect(checkApplet(html)).toMatchObject({ accepted: true, findings: [] });
  const tab = await browser.context.newPage();
  await tab.route('**/*', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: html }));
  await tab.goto('http://applet.test/');
  await tab.getByRole('cell', { name: quoteOf(1, 1), exact: true }).click();
  const shown = tab.getByRole('region', { name: 'the page as it was seen' });
  const picture = shown.getByRole('img', { name: 'the page as it was seen' });
  await expect
    .poll(() =>
      picture.evaluate((img) => img instanceof HTMLImageElement && img.complete && img.naturalWidth),
    )
    .toBe(640);
  const framed = await shown.evaluate((region) => {
    const [around, mark, img] = [region, ...['.mark', 'img'].map((one) => region.querySelector(one))].map(
      (one) => one?.getBoundingClientRect(),
    );
    if (around === undefined || mark === undefined || img === undefined) return null;
    return {
      isInSight: mark.top >= around.top && mark.bottom <= around.bottom,
      left: Math.round(mark.left - img.left),
      top: Math.round(mark.top - img.top),
    };
  });
  expect(framed).toEqual({ isInSight: true, left: 297, top: 247 });
  expect(await axeFindings(tab)).toEqual([]);
  await tab.keyboard.press('ArrowUp');
  await tab.getByLabel('source', { exact: true }).getByText(quoteOf(0, 1)).waitFor();
  expect(await shown.count()).toBe(0);
  await tab.close();
});

test('what was kept without pictures is opened with them, and is the same but for them', () => {
  const { html } = need(makeApplet(brief));
  const opened = htmlWithFilms(html, [film]);
  expect(opened).toBe(need(makeApplet(brief, { films: [film] })).html);
  expect(htmlWithFilms(html, [])).toBe(html);
});

test('a document that is none of ours is left as it is', () => {
  for (const html of [
    '<!doctype html><script>const DATA = {"rows":[]};</script>',
    '<!doctype html><script>x()</script>',
    '',
  ])
    expect(htmlWithFilms(html, [film])).toBe(html);
});

test('nothing but the bytes of a picture becomes an address', () => {
  const bent: Film = {
    ...film,
    pictures: film.pictures.map((one) => ({ ...one, jpeg: 'x" onerror="alert(1)' })),
  };
  const { html } = need(makeApplet(brief));
  expect(checkApplet(htmlWithFilms(html, [bent]))).toMatchObject({ accepted: true });
  expect(htmlWithFilms(html, [bent])).not.toContain('x" onerror');
});
