// encyclopedia.test: interlinked articles with an infobox each, search, categories, and comparison tables.
import { ARTICLES, type Article } from '#gateway/client/demo/data/articles.ts';
import { html, linked, page, type Html, type Look } from '#gateway/client/demo/pages/html.ts';
import {
  htmlResponse,
  seeOther,
  svgResponse,
  type DemoRequest,
  type DemoResponse,
  type DemoSite,
} from '#gateway/client/demo/pages/serve.ts';
import { lookbookArt } from './product-art.ts';

const look = (query: string): Look => ({
  site: 'Openpedia',
  tagline: 'a small encyclopedia that nobody can edit.',
  accent: '#3d4a5c',
  nav: [
    { label: 'Contents', href: '/contents' },
    { label: 'Countries compared', href: '/list/countries' },
    { label: 'Picture gallery', href: '/media' },
  ],
  search: { action: '/search', label: 'Search the encyclopedia', value: query },
});

const href = (target: string): string => (target.startsWith('http') ? target : `/wiki/${target}`);
const plain = (text: string): string => text.replace(/\[\[[^|\]]+\|([^\]]+)\]\]/g, '$1');

export function createEncyclopedia(): DemoSite {
  return { host: 'encyclopedia.test', handle };
}

function handle(request: DemoRequest): DemoResponse {
  const [, section = '', slug = '', third = ''] = request.url.pathname.split('/');
  const draw = (title: string, main: Html, status = 200): DemoResponse =>
    htmlResponse(page(look(request.url.searchParams.get('q') ?? ''), { title, main }), status);
  switch (section) {
    case '':
      return draw('Home', homeMain());
    case 'contents':
      return draw('Contents', contentsMain());
    case 'media':
      return slug === ''
        ? draw('Picture gallery', mediaMain())
        : svgResponse(lookbookArt(100 + (Number.parseInt(slug, 10) || 0)));
    case 'list':
      return draw('Countries compared', countriesMain());
    case 'search':
      return search(request, draw);
    case 'wiki': {
      const found = third === '' ? ARTICLES.find((entry) => entry.slug === slug) : undefined;
      return found === undefined
        ? draw(
            'Not found',
            html`<h1>Not found</h1>
              <p>There is no such article.</p>`,
            404,
          )
        : draw(found.title, articleMain(found));
    }
    default:
      return draw(
        'Not found',
        html`<h1>Not found</h1>
          <p>There is no such page.</p>`,
        404,
      );
  }
}

const item = (entry: Article): Html =>
  html`<li><a href="/wiki/${entry.slug}">${entry.title}</a>: ${plain(entry.lead).split('. ')[0] ?? ''}.</li>`;

function homeMain(): Html {
  const featured = ARTICLES.filter((_, i) => i % 5 === 0);
  return html`<h1>Welcome to Openpedia</h1>
    <p>${ARTICLES.length} articles, all of them short.</p>
    <h2>Featured articles</h2>
    <ul>
      ${featured.map(item)}
    </ul>
    <p><a href="/contents">All articles</a></p>`;
}

function contentsMain(): Html {
  const categories = [...new Set(ARTICLES.map((entry) => entry.category))].sort();
  return html`<h1>Contents</h1>
    ${categories.map(
      (name) =>
        html`<h2>${name}</h2>
          <ul>
            ${ARTICLES.filter((entry) => entry.category === name).map(item)}
          </ul>`,
    )}`;
}

function countriesMain(): Html {
  const rows = ['Capital', 'Population', 'Area', 'Currency'];
  const countries = ARTICLES.filter((entry) => entry.category === 'Countries');
  return html`<h1>Countries compared</h1>
    <table>
      <caption>
        Countries in this encyclopedia
      </caption>
      <thead>
        <tr>
          <th scope="col">Country</th>
          ${rows.map((name) => html`<th scope="col">${name}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${countries.map(
          (entry) =>
            html`<tr>
              <th scope="row"><a href="/wiki/${entry.slug}">${entry.title}</a></th>
              ${rows.map((name) => html`<td>${plain(entry.infobox.find(([key]) => key === name)?.[1] ?? '–')}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function mediaMain(): Html {
  return html`<h1>Picture gallery</h1>
    <ul class="grid">
      ${Array.from(
        { length: 40 },
        (_, i) =>
          html`<li class="card">
            <img src="/media/${i + 1}.svg" alt="Plate ${i + 1}" />
            <p>Plate ${i + 1}</p>
          </li>`,
      )}
    </ul>`;
}

/** An exact title goes straight to its article, as encyclopedias do. */
function search(request: DemoRequest, draw: (title: string, main: Html) => DemoResponse): DemoResponse {
  const query = (request.url.searchParams.get('q') ?? '').trim();
  const wanted = query.toLowerCase();
  const exact = ARTICLES.find((entry) => entry.title.toLowerCase() === wanted);
  if (exact !== undefined) return seeOther(`/wiki/${exact.slug}`);
  const words = wanted
    .split(/[^\p{L}\p{N}]+/u)
    .map((word) => word.replace(/s$/, ''))
    .filter((word) => word.length > 2);
  const score = (entry: Article): number =>
    words.filter((word) => entry.title.toLowerCase().includes(word)).length * 3 +
    words.filter((word) => plain(entry.lead).toLowerCase().includes(word)).length;
  const hits = ARTICLES.map((entry) => ({ entry, score: score(entry) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, 10);
  return draw(
    `Search: ${query}`,
    html`<h1>Search results for “${query}”</h1>
      ${
        hits.length === 0
          ? html`<p>No article matches.</p>`
          : html`<ol>
              ${hits.map((hit) => item(hit.entry))}
            </ol>`
      }`,
  );
}

function articleMain(entry: Article): Html {
  return html`<h1>${entry.title}</h1>
    <table class="infobox">
      <caption>
        ${entry.title}
      </caption>
      <tbody>
        ${entry.infobox.map(
          ([key, value]) =>
            html`<tr>
              <th scope="row">${key}</th>
              <td>${linked(value, href)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
    <p>${linked(entry.lead, href)}</p>
    ${entry.sections.map(
      ([title, text]) =>
        html`<h2>${title}</h2>
          <p>${linked(text, href)}</p>`,
    )}
    <p class="muted">Category: ${entry.category}</p>`;
}
