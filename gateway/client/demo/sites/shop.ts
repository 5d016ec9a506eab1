// shop.test: catalogue, search, product pages. The basket lives in a cookie of its own (shop-basket.ts).
import {
  CATEGORIES,
  CATEGORY_LABELS,
  PRODUCTS,
  REVIEW_TEXTS,
  type Product,
} from '#gateway/client/demo/data/products.ts';
import { euros, html, page, type Html, type Look, type PageParts } from '#gateway/client/demo/pages/html.ts';
import {
  htmlResponse,
  svgResponse,
  type DemoRequest,
  type DemoResponse,
  type DemoSite,
} from '#gateway/client/demo/pages/serve.ts';
import { handleBasket, readBasket } from './shop-basket.ts';
import { lookbookArt, productArt } from './product-art.ts';

const GOODS_PER_PAGE = 12;
const SORTS = [
  ['relevance', 'Relevance'],
  ['price-asc', 'Price: low to high'],
  ['price-desc', 'Price: high to low'],
  ['rating', 'Customer rating'],
  ['name', 'Name'],
] as const;

/** Cookie banners are what real shops greet with; this one goes with its button or the next page. */
const COOKIE_BANNER = html`<div class="cookies" role="dialog" aria-label="Cookies">
  <p>We use cookies to remember your basket.</p>
  <button type="button" id="cookies-ok">Accept cookies</button>
</div>`;
const COOKIE_SCRIPT = `document.getElementById('cookies-ok')?.addEventListener('click',e=>{document.cookie='cookies=ok; path=/';e.target.closest('.cookies').remove()});`;

function look(request: DemoRequest): Look {
  const count = [...readBasket(request).values()].reduce((sum, n) => sum + n, 0);
  return {
    site: 'Deskwright',
    tagline: 'things for desks since last Tuesday.',
    accent: '#1f5f8b',
    nav: [
      ...CATEGORIES.map((category) => ({ label: CATEGORY_LABELS[category], href: `/c/${category}` })),
      { label: 'Look-book', href: '/lookbook' },
      { label: `Basket (${count})`, href: '/basket' },
    ],
    search: { action: '/search', label: 'Search products', value: request.url.searchParams.get('q') ?? '' },
  };
}

/** A page in the shop's frame, with the banner until it was answered. */
function shopPage(request: DemoRequest, parts: PageParts): string {
  const asked = request.cookies.get('cookies') === 'ok';
  const script = `${asked ? '' : COOKIE_SCRIPT}${parts.script ?? ''}`;
  return page(look(request), {
    ...parts,
    ...(asked ? {} : { banner: COOKIE_BANNER }),
    ...(script === '' ? {} : { script }),
  });
}

export function createShop(): DemoSite {
  return { host: 'shop.test', handle };
}

function handle(request: DemoRequest): DemoResponse {
  const [, section = '', slug = ''] = request.url.pathname.split('/');
  switch (section) {
    case '':
      return home(request);
    case 'c':
      return category(request, slug);
    case 'search':
      return search(request);
    case 'p':
      return product(request, slug);
    case 'lookbook':
      return lookbook(request);
    case 'art': {
      const found = PRODUCTS.find((entry) => `${entry.slug}.svg` === slug);
      return found === undefined ? notFound(request) : svgResponse(productArt(found.name, found.category));
    }
    case 'look':
      return svgResponse(lookbookArt(Number.parseInt(slug, 10) || 0));
    case 'basket':
    case 'checkout':
      return handleBasket(request, shopPage);
    default:
      return notFound(request);
  }
}

function home(request: DemoRequest): DemoResponse {
  const offers = PRODUCTS.filter((entry) => entry.was !== null);
  return htmlResponse(
    shopPage(request, {
      title: 'Everything for your desk',
      main: html`<h1>Everything for your desk</h1>
        <h2>Departments</h2>
        <ul class="grid">
          ${CATEGORIES.map(
            (entry) =>
              html`<li class="card">
                <a href="/c/${entry}">${CATEGORY_LABELS[entry]}</a>
                <p class="muted">${PRODUCTS.filter((p) => p.category === entry).length} products</p>
              </li>`,
          )}
        </ul>
        <h2>Offers of the week</h2>
        <ul class="grid">
          ${offers.map(card)}
        </ul>`,
    }),
  );
}

function priceOf(entry: Product): Html {
  return html`<p class="price">
    ${entry.was === null ? null : html`<del>${euros(entry.was)}</del>`}<span>${euros(entry.price)}</span>
  </p>`;
}

function card(entry: Product): Html {
  return html`<li class="card">
    <img src="/art/${entry.slug}.svg" alt="" loading="lazy" />
    <h3><a href="/p/${entry.slug}">${entry.name}</a></h3>
    ${priceOf(entry)}
    <p class="muted">Rated ${entry.rating.toFixed(1)} out of 5 (${entry.reviews} reviews)</p>
    <p class="muted ${entry.stock === 0 ? 'bad' : 'good'}">
      ${entry.stock === 0 ? 'Out of stock' : 'In stock'}
    </p>
  </li>`;
}

function category(request: DemoRequest, slug: string): DemoResponse {
  const known = CATEGORIES.find((entry) => entry === slug);
  if (known === undefined) return notFound(request);
  const found = PRODUCTS.filter((entry) => entry.category === known);
  return listing(request, CATEGORY_LABELS[known], found);
}

/** Like most shops: any word finds, more words found come first. */
function search(request: DemoRequest): DemoResponse {
  const query = (request.url.searchParams.get('q') ?? '').trim();
  const words = query
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/s$/, ''));
  const score = (entry: Product): number => {
    const text = `${entry.name} ${entry.brand} ${entry.category}`.toLowerCase();
    return words.filter((word) => text.includes(word)).length;
  };
  const found = PRODUCTS.map((entry) => ({ entry, score: score(entry) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score)
    .map((hit) => hit.entry);
  return listing(request, query === '' ? 'Search' : `Results for “${query}”`, found);
}

function sorted(products: readonly Product[], sort: string): readonly Product[] {
  const copy = [...products];
  if (sort === 'price-asc') return copy.sort((a, b) => a.price - b.price);
  if (sort === 'price-desc') return copy.sort((a, b) => b.price - a.price);
  if (sort === 'rating') return copy.sort((a, b) => b.rating - a.rating);
  if (sort === 'name') return copy.sort((a, b) => (a.name < b.name ? -1 : 1));
  return copy;
}

function listing(request: DemoRequest, title: string, found: readonly Product[]): DemoResponse {
  const params = request.url.searchParams;
  const sort = params.get('sort') ?? 'relevance';
  const brand = params.get('brand') ?? '';
  const stock = params.get('stock') === '1';
  const brands = [...new Set(found.map((entry) => entry.brand))].sort();
  const kept = found.filter(
    (entry) => (brand === '' || entry.brand === brand) && (!stock || entry.stock > 0),
  );
  const pages = Math.max(1, Math.ceil(kept.length / GOODS_PER_PAGE));
  const at = Math.min(pages, Math.max(1, Number.parseInt(params.get('page') ?? '1', 10) || 1));
  const shown = sorted(kept, sort).slice((at - 1) * GOODS_PER_PAGE, at * GOODS_PER_PAGE);
  const to = (n: number): string => {
    const next = new URLSearchParams(params);
    next.set('page', String(n));
    return `${request.url.pathname}?${next.toString()}`;
  };
  const query = params.get('q');
  return htmlResponse(
    shopPage(request, {
      title,
      script: `document.getElementById('sort')?.addEventListener('change',e=>e.target.form.submit());`,
      main: html`<h1>${title}</h1>
        <form class="tools" method="get" action="${request.url.pathname}">
          ${query === null ? null : html`<input type="hidden" name="q" value="${query}" />`}
          <label
            >Sort by
            <select id="sort" name="sort">
              ${SORTS.map(([value, label]) => html`<option value="${value}" ${value === sort ? SELECTED : null}>${label}</option>`)}
            </select></label
          >
          <label
            >Brand
            <select name="brand">
              <option value="">All brands</option>
              ${brands.map((entry) => html`<option${entry === brand ? SELECTED : null}>${entry}</option>`)}
            </select></label
          >
          <label class="row"
            ><input type="checkbox" name="stock" value="1" ${stock ? html` checked` : null} /> In stock
            only</label
          >
          <button type="submit">Apply filters</button>
        </form>
        <p class="muted">
          ${kept.length === 0 ? 'Nothing found.' : `${kept.length} products, page ${at} of ${pages}`}
        </p>
        <ul class="grid">
          ${shown.map(card)}
        </ul>
        <nav class="pages" aria-label="Pages">
          ${at > 1 ? html`<a href="${to(at - 1)}" rel="prev">Previous page</a>` : null}${at < pages ? html`<a href="${to(at + 1)}" rel="next">Next page</a>` : null}
        </nav>`,
    }),
  );
}

const SELECTED = html` selected`;

function product(request: DemoRequest, slug: string): DemoResponse {
  const found = PRODUCTS.find((entry) => entry.slug === slug);
  if (found === undefined) return notFound(request);
  const offset = found.reviews % REVIEW_TEXTS.length;
  const reviews = [0, 1, 2]
    .map((i) => REVIEW_TEXTS[(offset + i) % REVIEW_TEXTS.length])
    .filter((r) => r !== undefined);
  return htmlResponse(
    shopPage(request, {
      title: found.name,
      main: html`<p class="muted"><a href="/c/${found.category}">${CATEGORY_LABELS[found.category]}</a></p>
        <div class="two">
          <div class="card"><img src="/art/${found.slug}.svg" alt="${found.name}" /></div>
          <div>
            <h1>${found.name}</h1>
            ${priceOf(found)}
            <p class="muted">Rated ${found.rating.toFixed(1)} out of 5 (${found.reviews} reviews)</p>
            <p class="${found.stock === 0 ? 'bad' : 'good'}">
              ${found.stock === 0 ? 'Out of stock' : `In stock: ${found.stock} left`}
            </p>
            <form class="stack" method="post" action="/basket/add">
              <input type="hidden" name="slug" value="${found.slug}" />
              <label>Quantity <input type="number" name="quantity" value="1" min="1" max="9" /></label>
              <button type="submit" ${found.stock === 0 ? html` disabled` : null}>Add to basket</button>
            </form>
          </div>
        </div>
        <h2>Specifications</h2>
        <table>
          <tbody>
            <tr>
              <th scope="row">Brand</th>
              <td>${found.brand}</td>
            </tr>
            ${found.specs.map(
              ([key, value]) =>
                html`<tr>
                  <th scope="row">${key}</th>
                  <td>${value}</td>
                </tr>`,
            )}
          </tbody>
        </table>
        <h2>Reviews</h2>
        ${reviews.map(
          ([who, stars, text]) =>
            html`<article class="post">
              <h3>${who}</h3>
              <p class="muted">${stars} of 5 stars</p>
              <p>${text}</p>
            </article>`,
        )}`,
    }),
  );
}

function lookbook(request: DemoRequest): DemoResponse {
  const shots = Array.from({ length: 48 }, (_, i) => i + 1);
  return htmlResponse(
    shopPage(request, {
      title: 'Look-book',
      main: html`<h1>Look-book</h1>
        <p>Desks that our customers sent in.</p>
        <ul class="grid">
          ${shots.map(
            (n) =>
              html`<li class="card">
                <img src="/look/${n}.svg" alt="Desk ${n}" />
                <h3>Desk ${n}</h3>
              </li>`,
          )}
        </ul>`,
    }),
  );
}

const notFound = (request: DemoRequest): DemoResponse =>
  htmlResponse(
    shopPage(request, {
      title: 'Not found',
      main: html`<h1>Not found</h1>
        <p>There is no such page.</p>`,
    }),
    404,
  );
