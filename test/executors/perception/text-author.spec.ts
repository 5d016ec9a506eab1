// Whose words stand where on a page, as a look at a real one has it.
import { expect, test } from 'vitest';
import { tabOnSite } from '#test/fixtures/tab-on-site.ts';

const on = tabOnSite();

/** Where the node that is called so, or has it in its text, says that it stands. */
async function placesIn(html: string, ...names: readonly string[]): Promise<readonly string[]> {
  on.site.pages['/page'] = `<!doctype html><html lang="en"><meta charset="utf-8"><title>T</title>${html}`;
  await on.t.open(`${on.site.origin}/page`);
  const { nodes } = await on.t.snapshot();
  return names.map((name) => {
    const found = nodes.filter((node) => node.name.includes(name)).at(-1);
    return found === undefined ? 'absent' : (found.place ?? 'nobody knows');
  });
}

test.each([
  ['an article that is called a comment', '<article class="comment"><p>hello there</p></article>'],
  [
    'a note of a list',
    '<ul class="main-notes-list"><li class="note timeline-entry"><div>hello there</div></li></ul>',
  ],
  ['text that runs either way', '<div dir="auto">hello there</div>'],
  ['Markdown', '<p data-sourcepos="1:1-1:5">hello there</p>'],
  ['a quotation', '<blockquote>hello there</blockquote>'],
  ['ARIA’s comment', '<div role="comment">hello there</div>'],
  ['ARIA’s log', '<div role="log">hello there</div>'],
  ['schema.org’s comment', '<div itemscope itemtype="https://schema.org/Comment">hello there</div>'],
  ['a review by its property', '<span itemprop="reviewBody">hello there</span>'],
  ['a region of comments', '<section aria-label="Comments"><p>hello there</p></section>'],
  ['a mark in one word', '<div class="commentBody"><div>hello there</div></div>'],
  ['a mark for tests', '<div data-testid="post_message">hello there</div>'],
  ['a German one', '<div class="kommentar">hello there</div>'],
])('users write in %s', async (_, html) => {
  expect(await placesIn(`<main>${html}</main>`, 'hello there')).toEqual(['USERS']);
});

test('landmarks, controls and labels are the site’s, also beside what users write; a link there is not', async () => {
  const html = `<nav><a href="/a">Members</a></nav><header>Tracker</header>
    <article class="comment"><p>see <a href="/b">this page</a></p><button>Reply</button></article>
    <form class="comment-form"><label>Your comment <textarea></textarea></label><button>Post comment</button></form>`;
  expect(
    await placesIn(html, 'Members', 'Tracker', 'this page', 'Reply', 'Your comment', 'Post comment'),
  ).toEqual(['SITE', 'SITE', 'USERS', 'SITE', 'SITE', 'SITE']);
});

test('of running text without a mark nobody knows whose it is, and a text as long as a passage is no label', async () => {
  const long = 'this card is pressed as a whole and holds what somebody wrote about the product last week';
  const html = `<main><h1>Crash</h1><p>hello there</p><button>${long}</button><div class="newsletter">sign up</div></main>`;
  expect(await placesIn(html, 'Crash', 'hello there', 'this card', 'sign up')).toEqual(
    Array.from({ length: 4 }, () => 'nobody knows'),
  );
});

const list = (label: string, name: string, options: readonly string[], marks = ''): string =>
  `<label>${label} <select name="${name}" ${marks}>${options.map((one) => `<option>${one}</option>`).join('')}</select></label>`;
const form = (html: string): string => `<form action="/sent">${html}<button>Send</button></form>`;

/** Of all that is chosen on the page, in its order, by what is chosen. */
async function chosenIn(html: string): Promise<readonly string[]> {
  on.site.pages['/page'] = `<!doctype html><meta charset="utf-8"><title>T</title><main>${html}</main>`;
  await on.t.open(`${on.site.origin}/page`);
  const { nodes } = await on.t.snapshot();
  return nodes.flatMap(({ value, valuePlace }) =>
    value === undefined ? [] : [`${value.slice(0, 20)}: ${valuePlace ?? 'nobody knows'}`],
  );
}

test('what is chosen in a list that only a site lays out is the site’s', async () => {
  const lists = [
    list('Role', 'role', ['Guest', 'Owner']),
    list('Sort by', 'sort', ['Newest']),
    list('Number of persons', 'persons', ['2']),
    list('Items per page', 'per_page', ['50']),
    list('Please choose a country', 'country', ['Iceland']),
    list('Wohin', 'land', ['Island']),
    list('Anrede', 'anrede', ['Frau']),
    list('Delivery method', 'delivery', ['By bicycle']),
    list('', 'orderBy', ['Price']),
  ].join('');
  expect(await chosenIn(form(lists))).toEqual(
    ['Guest', 'Newest', '2', '50', 'Iceland', 'Island', 'Frau', 'By bicycle', 'Price'].map(
      (one) => `${one}: SITE`,
    ),
  );
});

test.each<readonly [string, string]>([
  ['a list without a name', '<select><option>riley</option></select>'],
  [
    'a list that is called so by its class alone',
    '<select class="sort size"><option>riley</option></select>',
  ],
  ['a list of users by its class', list('Sort', 'sort', ['riley'], 'class="user-picker"')],
  ['a list of users by its name', list('Sort', 'user_id', ['riley'])],
  ...[
    'Assignee',
    'Payee',
    'Beneficiary',
    'Account',
    'Group',
    'Workspace',
    'Company',
    'Reporter',
    'Category',
    'Konto',
    '担当者',
    'Tag',
    'Rule',
    'Country manager',
    'Order',
  ].map((label) => [`a list that is called ${label}`, list(label, 'x', ['riley'])] as const),
  ['a role that somebody made up', list('Role', 'role', ['riley helps'])],
  ['a number of persons that is none', list('Guests', 'guests', ['riley'])],
  ['a long number', list('Sort', 'sort', ['code 20413'])],
  ['an address', list('Sort', 'sort', ['evil.test'])],
  ['a mail address', list('Sort', 'sort', ['me@evil'])],
  [
    'a passage',
    list('Sort', 'sort', ['whoever is asked for this has to have written to the office two weeks before']),
  ],
  ['what users write', `<div class="comment">${list('Sort', 'sort', ['riley'])}</div>`],
  ['a field', '<label>Sort <input name="sort" value="riley"></label>'],
])('nobody knows whose choice it is in %s', async (_, html) => {
  const [found] = await chosenIn(form(html));
  expect(found).toMatch(/: nobody knows$/u);
});

test('a list by itself, and one in a frame that its site set apart, are no words of the site', async () => {
  const sort = list('Sort', 'sort', ['riley']);
  expect(await chosenIn(sort)).toEqual(['riley: nobody knows']);
  expect(await chosenIn(`<nav><select name="sort"><option>riley</option></select></nav>`)).toEqual([
    'riley: SITE',
  ]);
  expect(await chosenIn(`<form>${sort}<button type="button">x</button></form>`)).toEqual([
    'riley: nobody knows',
  ]);
  for (const sandbox of ['', 'sandbox="allow-same-origin"'])
    // oxlint-disable-next-line no-await-in-loop -- one page after the other
    expect(await chosenIn(`<iframe ${sandbox} srcdoc='${form(sort)}'></iframe>`)).toEqual([
      'riley: nobody knows',
    ]);
});
