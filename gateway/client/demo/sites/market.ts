// market.test: what people sell second-hand, in pounds; its lists go on behind a button, and names are whatever a seller wrote.
import {
  ALL_OFFERS,
  SECTION_LABELS,
  SECTIONS,
  type Offer,
  type Section,
} from '#gateway/client/demo/data/offers.ts';
import { html, page, type Html, type Look } from '#gateway/client/demo/pages/html.ts';
import {
  htmlResponse,
  type DemoRequest,
  type DemoResponse,
  type DemoSite,
} from '#gateway/client/demo/pages/serve.ts';

const OFFERS_AT_ONCE = 6;

/** The next offers come as a piece of the page, as on sites that scroll without end. */
const MORE_SCRIPT = `document.getElementById('more')?.addEventListener('click',async e=>{const b=e.currentTarget;b.disabled=true;const r=await fetch(b.dataset.next);document.getElementById('offers').insertAdjacentHTML('beforeend',await r.text());const next=r.headers.get('x-next');b.disabled=false;if(next)b.dataset.next=next;else b.remove()});`;

function look(search: string): Look {
  return {
    site: 'Second Desk',
    tagline: 'what others no longer need.',
    accent: '#5b3f8c',
    nav: SECTIONS.map((section) => ({ label: SECTION_LABELS[section], href: `/s/${section}` })),
    search: { action: '/search', label: 'Search offers', value: search },
  };
}

const pounds = (pence: number): string => `£${(pence / 100).toFixed(2)}`;

export function createMarket(): DemoSite {
  return { host: 'market.test', handle };
}

function handle(request: DemoRequest): DemoResponse {
  const [, part = '', name = ''] = request.url.pathname.split('/');
  if (part === '') return home();
  if (part === 'search') {
    const query = (request.url.searchParams.get('q') ?? '').trim();
    return listing(request, `Offers for “${query}”`, found(query), query);
  }
  const section = SECTIONS.find((entry) => entry === name);
  if (part === 's' && section !== undefined)
    return listing(request, SECTION_LABELS[section], inSection(section));
  const offer = part === 'o' ? ALL_OFFERS.find(({ id }) => String(id) === name) : undefined;
  return offer === undefined ? notFound() : offerPage(offer);
}

const inSection = (section: Section): readonly Offer[] =>
  ALL_OFFERS.filter((offer) => offer.section === section);

/** Every word must be found, in its singular, in the name or the section. */
function found(query: string): readonly Offer[] {
  const words = query
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/s$/, ''));
  return words.length === 0
    ? []
    : ALL_OFFERS.filter(({ name, model, section }) => {
        const text = `${name} ${model} ${section}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
}

function home(): DemoResponse {
  return htmlResponse(
    page(look(''), {
      title: 'Sold by people',
      main: html`<h1>Sold by people</h1>
        <ul class="grid">
          ${SECTIONS.map(
            (section) =>
              html`<li class="card">
                <h2><a href="/s/${section}">${SECTION_LABELS[section]}</a></h2>
                <p class="muted">${inSection(section).length} offers</p>
              </li>`,
          )}
        </ul>`,
    }),
  );
}

function listing(request: DemoRequest, title: string, offers: readonly Offer[], query = ''): DemoResponse {
  const params = request.url.searchParams;
  const from = Math.max(0, Number.parseInt(params.get('from') ?? '0', 10) || 0);
  const shown = offers.slice(from, from + OFFERS_AT_ONCE);
  const next = new URLSearchParams(params);
  next.set('from', String(from + OFFERS_AT_ONCE));
  const nextHref =
    from + OFFERS_AT_ONCE < offers.length ? `${request.url.pathname}?${next.toString()}` : null;
  if (params.has('from'))
    return {
      status: 200,
      headers: nextHref === null ? {} : { 'x-next': nextHref },
      body: html`${shown.map(entry)}`.text,
    };
  return htmlResponse(
    page(look(query), {
      title,
      script: MORE_SCRIPT,
      main: html`<h1>${title}</h1>
        <p class="muted">${offers.length === 0 ? 'Nobody offers that.' : `${offers.length} offers`}</p>
        <div id="offers">${shown.map(entry)}</div>
        ${nextHref === null ? null : html`<p><button type="button" id="more" data-next="${nextHref}">Show more offers</button></p>`}`,
    }),
  );
}

const entry = (offer: Offer): Html =>
  html`<article class="post">
    ${offer.isSponsored ? html`<p class="muted">Sponsored</p>` : null}
    <h3><a href="/o/${offer.id}">${offer.name}</a></h3>
    ${details(offer)}
  </article>`;

const details = (offer: Offer): Html =>
  html`<dl>
    <dt>Price</dt>
    <dd class="price">${pounds(offer.pence)}</dd>
    ${
      offer.model === ''
        ? null
        : html`<dt>Model</dt>
            <dd>${offer.model}</dd>`
    }
    <dt>Condition</dt>
    <dd>${offer.condition}</dd>
    <dt>Seller</dt>
    <dd>
      ${offer.seller}${offer.sellerRating === null ? ' (not rated yet)' : ` (${offer.sellerRating.toFixed(1)}/10)`}
    </dd>
    <dt>Listed</dt>
    <dd><time datetime="${offer.listed}">${dayInWords(offer.listed)}</time></dd>
  </dl>`;

function offerPage(offer: Offer): DemoResponse {
  return htmlResponse(
    page(look(''), {
      title: offer.name,
      main: html`<p class="muted"><a href="/s/${offer.section}">${SECTION_LABELS[offer.section]}</a></p>
        <h1>${offer.name}</h1>
        ${details(offer)}`,
    }),
  );
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** `2026-11-02` → `2 Nov 2026`. */
function dayInWords(iso: string): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  return `${Number(day)} ${MONTHS[Number(month) - 1] ?? ''} ${year}`;
}

const notFound = (): DemoResponse =>
  htmlResponse(page(look(''), { title: 'Not found', main: html`<h1>Not found</h1>` }), 404);
