// A file of bookmarks as sites: read strictly as text, picked by the person, proposed like any other change of the settings.
import { expect, test } from 'vitest';
import { uiForSpec } from '#test/fixtures/ui-spec.ts';
import { axeFindings } from '#test/fixtures/axe.ts';
import { need } from '#test/fixtures/tab.ts';
import { bookmarksIn, bookmarksOf } from '#ui/app/settings/bookmarks/bookmarks.ts';

const ui = uiForSpec();
const HEAD =
  '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n';
const FILE = `${HEAD}<TITLE>Bookmarks</TITLE><H1>Bookmarks</H1>
<DL><p>
  <DT><H3 ADD_DATE="1">Shops</H3>
  <DL><p>
    <DT><A HREF="https://shop.example/?a=1&amp;b=2" ADD_DATE="1" ICON="data:image/png;base64,AA>A==">Shop &amp; co</A>
    <DT><a href="https://shop.example/?a=1&amp;b=2">twice</a>
    <DT><A HREF="javascript:alert(1)">script</A>
    <DT><A HREF="https://ana:secret@bank.example/">with a password</A>
    <DT><A HREF="file:///etc/passwd">file</A>
    <DT><A HREF="https://quiet.example/" TAGS="<A HREF=&quot;x&quot;>">\u200B \u202E</A>
  </DL><p>
</DL><p>`;

test('web addresses come with their titles, each once; what is none, or holds a password, is left out and counted', () => {
  expect(need(bookmarksIn(FILE))).toEqual({
    found: [
      { title: 'Shop & co', host: 'shop.example', url: 'https://shop.example/?a=1&b=2' },
      { title: '', host: 'quiet.example', url: 'https://quiet.example/' },
    ],
    leftOut: 4,
  });
  expect(need(bookmarksIn(`${HEAD}<DL><DT><A HREF="https://a.example`))).toEqual({ found: [], leftOut: 1 });
  expect(need(bookmarksIn(HEAD))).toEqual({ found: [], leftOut: 0 });
});

test('a link that cannot be read takes no other with it, and a host that looks like another is told by its own letters', () => {
  const links = [
    "<A HREF='https://single.example/'>single</A>",
    '<A HREF="data:text/html,<A HREF=https://in.example/>">data</A>',
    '<A HREF="https://xn.example" data-x1="1">digit</A>',
    '<A HREF="https://b\u0430nk.example/">\u{1F600}</A>',
    '<A HREF="https://emoji.example/">' + 'a'.repeat(99) + '\u{1F600}</A>',
  ];
  const { found, leftOut } = need(bookmarksIn(HEAD + links.join('\n')));
  expect(leftOut).toBe(3);
  expect(found).toEqual([
    { title: '\u{1F600}', host: 'xn--bnk-6cd.example', url: 'https://xn--bnk-6cd.example/' },
    { title: 'a'.repeat(99), host: 'emoji.example', url: 'https://emoji.example/' },
  ]);
});

test('a file that is too large is refused before it is read', async () => {
  const file = { size: 20_000_001, text: () => expect.unreachable('it was read') };
  expect(await bookmarksOf(file)).toMatchObject({ ok: false, error: { code: 'config.bad-value' } });
  const gone = { size: 1, text: () => Promise.reject(new Error('gone')) };
  expect(await bookmarksOf(gone)).toMatchObject({ ok: false, error: { code: 'config.unreadable' } });
});

test.each(['', '<html><a href="https://a.example/">a</a>', `x${HEAD}`, '{"roots":{}}'])(
  'what is no file of bookmarks is refused: %j',
  (text) => {
    expect(bookmarksIn(text)).toMatchObject({ ok: false, error: { code: 'config.bad-value' } });
  },
);

test('a file that is made to take long is read in the time of its length', () => {
  for (const piece of [
    '<A ',
    '<A x',
    '<A x ',
    '<A x=',
    '<A x="',
    ' ',
    'x',
    '<A HREF="https://a.example/" ',
    '<A x>',
    '&#',
  ])
    expect(bookmarksIn(`${HEAD}<A ${piece.repeat(200_000)}`).ok).toBe(true);
  const many = Array.from({ length: 100_000 }, (_, at) => `<DT><A HREF="https://s${at}.example/">n</A>`);
  expect(need(bookmarksIn(HEAD + many.join('\n')))).toMatchObject({ leftOut: 95_000 });
});

test('sites are picked from a file, named by the person and not by their pages, and proposed as a change of the settings; nothing of the file is opened', async () => {
  const { page, gateway } = await ui.open((fake) => {
    fake.settings = {
      ...fake.settings,
      settings: [
        {
          key: 'sites',
          kind: 'SITES',
          about: 'Sites that a word stands for.',
          value: [{ name: 'old', url: 'https://old.example/' }],
          preset: [],
          line: null,
          loosens: [],
        },
      ],
    };
  });
  await page.evaluate(() => (location.hash = '#/settings'));
  await page.getByText('From bookmarks of a browser').click();
  const file = page.getByLabel('File of bookmarks');
  await file.setInputFiles({ name: 'bad.html', mimeType: 'text/html', buffer: Buffer.from('<p>no') });
  await page.getByRole('alert').filter({ hasText: 'no file of bookmarks' }).waitFor();
  await file.setInputFiles({ name: 'bookmarks.html', mimeType: 'text/html', buffer: Buffer.from(FILE) });
  await page.getByText('2 addresses that are not here yet; 4 left out').waitFor();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('Find').fill('shop');
  await page.getByRole('checkbox', { name: /Shop & co/u }).check();
  const name = page.getByLabel('Name for https://shop.example/');
  expect(await name.inputValue()).toBe('shop.example');
  const add = page.getByRole('button', { name: 'Add 1 site…' });
  for (const [bad, why] of [
    ['Old', 'More than one site is called Old'],
    [' … ', 'Give each site a name'],
  ] as const) {
    await name.fill(bad);
    await page.getByRole('alert').filter({ hasText: why }).waitFor();
    expect(await add.getAttribute('aria-disabled')).toBe('true');
  }
  await name.fill(' shop ');
  expect(await axeFindings(page)).toEqual([]);
  await add.click();
  await expect
    .poll(() => gateway.received.filter(({ method, path }) => method === 'POST' && path === '/api/settings'))
    .toMatchObject([
      {
        body: {
          key: 'sites',
          value: [
            { name: 'old', url: 'https://old.example/' },
            { name: 'shop', url: 'https://shop.example/?a=1&b=2' },
          ],
        },
      },
    ]);
});
