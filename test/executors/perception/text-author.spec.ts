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

test('what is chosen in a list is the site’s; not where users write, of people, or as long as a passage', async () => {
  const long = 'whoever is asked for this has to have written to the office at least two weeks before it';
  const list = (label: string, ...options: readonly string[]): string =>
    `<label>${label} <select name="${label.toLowerCase()}">${options.map((one) => `<option>${one}</option>`).join('')}</select></label>`;
  on.site.pages['/page'] = `<!doctype html><title>T</title><main>
    ${list('Role', 'Guest', 'Owner')}${list('Assignee', 'riley', 'mallory')}${list('Rule', long)}
    <div class="comment">${list('Mood', 'glad', 'sad')}</div>
    <label>Sort <select name="user_id"><option>riley</option></select></label>
    <label>Note <input value="Guest"></label></main>`;
  await on.t.open(`${on.site.origin}/page`);
  const { nodes } = await on.t.snapshot();
  const fields = nodes.filter(({ value }) => value !== undefined);
  expect(fields.map(({ name, value, valuePlace }) => [name, value?.slice(0, 20), valuePlace])).toEqual([
    ['Role', 'Guest', 'SITE'],
    ['Assignee', 'riley', undefined],
    ['Rule', long.slice(0, 20), undefined],
    ['Mood', 'glad', undefined],
    ['Sort', 'riley', undefined],
    ['Note', 'Guest', undefined],
  ]);
});
