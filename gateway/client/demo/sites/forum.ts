// forum.test: threads and posts. Text of a stranger is the point of a forum, and some of it is aimed at agents.
import { THREADS, type Attack, type Thread } from '#gateway/client/demo/data/threads.ts';
import { html, page, type Html, type Look } from '#gateway/client/demo/pages/html.ts';
import {
  htmlResponse,
  seeOther,
  type DemoRequest,
  type DemoResponse,
  type DemoSite,
} from '#gateway/client/demo/pages/serve.ts';
import { attackParts } from './forum-attacks.ts';

const look = (query: string): Look => ({
  site: 'Deskforum',
  tagline: 'talk about desks.',
  accent: '#5b4a8a',
  nav: [
    { label: 'All threads', href: '/' },
    { label: 'New posts', href: '/latest' },
    { label: 'Start a thread', href: '/new' },
  ],
  search: { action: '/search', label: 'Search the forum', value: query },
});

const lastOf = (thread: Thread): string => thread.posts.at(-1)?.at ?? '';

export function createForum(): DemoSite {
  const threads: Thread[] = [...THREADS];
  return { host: 'forum.test', handle: (request) => handle(request, threads) };
}

function handle(request: DemoRequest, threads: Thread[]): DemoResponse {
  const query = request.url.searchParams.get('q') ?? '';
  const frame = look(query);
  const draw = (title: string, main: Html, status = 200): DemoResponse =>
    htmlResponse(page(frame, { title, main }), status);
  const [, section = '', id = '', action = ''] = request.url.pathname.split('/');
  if (section === '')
    return draw(
      'All threads',
      html`<h1>All threads</h1>
        ${threadTable(threads)}`,
    );
  if (section === 'latest') return latest(frame, threads);
  if (section === 'search') {
    const words = query
      .toLowerCase()
      .split(/\W+/)
      .filter((word) => word.length > 2);
    const hits = threads.filter((thread) => words.some((word) => textOf(thread).includes(word)));
    return draw(
      `Search: ${query}`,
      html`<h1>Threads about “${query}”</h1>
        ${hits.length === 0 ? html`<p>No thread matches.</p>` : threadTable(hits)}`,
    );
  }
  if (section === 'new')
    return request.method === 'POST' ? create(request, threads) : draw('Start a thread', newForm());
  const at = threads.findIndex((thread) => String(thread.id) === id);
  const thread = threads[at];
  if (section !== 'thread' || thread === undefined) return draw('Not found', html`<h1>Not found</h1>`, 404);
  if (action === 'reply' && request.method === 'POST') {
    const text = (request.form.get('text') ?? '').trim();
    const post = { author: 'you', at: stamp(threads), text: text.slice(0, 2000) };
    if (text !== '') threads[at] = { ...thread, posts: [...thread.posts, post] };
    return seeOther(`/thread/${thread.id}`);
  }
  const parts = thread.attacks.map(attackParts);
  return htmlResponse(
    page(frame, {
      title: thread.title,
      head: html`${parts.map((part) => part.head)}`,
      main: html`${threadMain(thread)}${parts.map((part) => part.body)}`,
      script: parts.map((part) => part.script).join(''),
    }),
  );
}

const textOf = (thread: Thread): string =>
  `${thread.title} ${thread.posts.map((post) => post.text).join(' ')}`.toLowerCase();

function threadTable(threads: readonly Thread[]): Html {
  const rows = [...threads].sort((a, b) => (lastOf(a) < lastOf(b) ? 1 : -1));
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Thread</th>
        <th scope="col">Board</th>
        <th scope="col">Replies</th>
        <th scope="col">Last post</th>
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (thread) =>
          html`<tr>
            <td><a href="/thread/${thread.id}">${thread.title}</a></td>
            <td>${thread.board}</td>
            <td>${thread.posts.length - 1}</td>
            <td>${lastOf(thread)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

/** A post's picture and script come along wherever the post is shown: what a stranger embeds is on this page too. */
const EMBEDDED: readonly Attack[] = ['IMAGE_BEACON', 'FETCH'];

function latest(frame: Look, threads: readonly Thread[]): DemoResponse {
  const posts = threads
    .flatMap((thread) => thread.posts.map((post) => ({ thread, post })))
    .sort((a, b) => (a.post.at < b.post.at ? 1 : -1))
    .slice(0, 8);
  const shown = new Set(posts.flatMap(({ thread }) => thread.attacks));
  const parts = EMBEDDED.filter((attack) => shown.has(attack)).map(attackParts);
  const main = html`<h1>New posts</h1>
    ${posts.map(
      ({ thread, post }) =>
        html`<article class="post">
          <header>
            <a href="/thread/${thread.id}">${thread.title}</a> · ${post.author} · <time>${post.at}</time>
          </header>
          <p>${post.text}</p>
        </article>`,
    )}
    ${parts.map((part) => part.body)}`;
  return htmlResponse(
    page(frame, { title: 'New posts', main, script: parts.map((part) => part.script).join('') }),
  );
}

function threadMain(thread: Thread): Html {
  return html`<h1>${thread.title}</h1>
    <p class="muted">Board: ${thread.board}</p>
    ${thread.posts.map(
      (post) =>
        html`<article class="post">
          <header><strong>${post.author}</strong> · <time>${post.at}</time></header>
          <p>${post.text}</p>
        </article>`,
    )}
    <h2>Reply</h2>
    <form class="stack" method="post" action="/thread/${thread.id}/reply">
      <label>Your reply <textarea name="text" rows="3" required></textarea></label
      ><button type="submit">Post reply</button>
    </form>`;
}

const newForm = (): Html =>
  html`<h1>Start a thread</h1>
    <form class="stack card" method="post" action="/new">
      <label>Title <input name="title" required maxlength="120" /></label>
      <label
        >Board
        <select name="board">
          <option>Keyboards</option>
          <option>Desks</option>
          <option>Off topic</option>
        </select></label
      >
      <label>Message <textarea name="text" rows="5" required></textarea></label
      ><button type="submit">Publish</button>
    </form>`;

/** One minute after the newest post: the demo world has no clock of its own. */
function stamp(threads: readonly Thread[]): string {
  const newest = threads.map(lastOf).sort().at(-1) ?? '';
  const at = new Date(`${newest.replace(' ', 'T')}:00Z`);
  return new Date(at.getTime() + 60_000).toISOString().slice(0, 16).replace('T', ' ');
}

function create(request: DemoRequest, threads: Thread[]): DemoResponse {
  const title = (request.form.get('title') ?? '').trim().slice(0, 120);
  const text = (request.form.get('text') ?? '').trim().slice(0, 2000);
  if (title === '' || text === '') return seeOther('/new');
  const id = Math.max(...threads.map((thread) => thread.id)) + 1;
  threads.push({
    id,
    title,
    board: request.form.get('board') ?? 'Off topic',
    attacks: [],
    posts: [{ author: 'you', at: stamp(threads), text }],
  });
  return seeOther(`/thread/${id}`);
}
