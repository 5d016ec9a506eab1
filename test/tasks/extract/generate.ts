// Pages with records in many markups, and the truth of each: what a person would write down. A function of kind and seed.
// INVARIANT: the truth is kept by the generator, and never read from the page.
import type { Random } from '../contract.ts';
import { escape } from '../html.ts';

export type TruthCell = { readonly value: string | number | boolean; readonly unit: string | null };
/** Columns by their names here; `null`: the page says nothing there. */
export type Truth = {
  readonly columns: readonly string[];
  /** Of the columns, where the truth says it: a cell of another type is not right. */
  readonly types?: readonly string[];
  readonly rows: readonly (readonly (TruthCell | null)[])[];
};
export type ExtractPage = { readonly html: string; readonly truth: Truth };

type Thing = {
  readonly name: string;
  readonly price: number;
  readonly rating: number;
  readonly date: string;
  readonly grams: number;
  readonly stock: boolean;
  readonly advert: boolean;
  readonly bare: boolean;
};
type Shown = {
  readonly currency: 'EUR' | 'GBP' | '$' | 'CHF';
  readonly comma: boolean;
  readonly things: readonly Thing[];
};

const ADJECTIVES = 'Quiet Bright Compact Wireless Foldable Heavy Slim Modular Vintage Rugged'.split(' ');
const NOUNS = 'Keyboard Lamp Chair Kettle Backpack Speaker Router Monitor Drill Tent'.split(' ');
const ODD = ['=HYPERLINK("http://x.test")', '🙂 Deluxe', 'שולחן', '__proto__', '@SUM(1)', 'A | B'];
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);

function things(r: Random): Shown {
  const noun = r.pick(NOUNS);
  const names = new Set<string>();
  while (names.size < r.int(5, 14) || names.size < 4)
    names.add(
      `${r.pick(ADJECTIVES)} ${noun} ${r.pick([...'KMTX'])}${r.int(10, 990)}${r.chance(0.12) ? ` ${r.pick(ODD)}` : ''}`,
    );
  return {
    currency: r.pick(['EUR', 'GBP', '$', 'CHF'] as const),
    comma: r.chance(0.4),
    things: [...names].map((name) => ({
      name,
      price: r.int(500, 250_000) / 100,
      rating: r.int(2, 10) / 2,
      date: `20${r.int(10, 25)}-${String(r.int(1, 12)).padStart(2, '0')}-${String(r.int(1, 28)).padStart(2, '0')}`,
      grams: r.int(50, 4_000),
      stock: r.chance(0.75),
      advert: r.chance(0.12),
      bare: r.chance(0.12),
    })),
  };
}

function money({ currency, comma }: Shown, price: number): string {
  const [whole = '', cents = ''] = price.toFixed(2).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/gu, comma ? '.' : ',');
  const text = `${grouped}${comma ? ',' : '.'}${cents}`;
  if (currency === '$') return `$${text}`;
  if (currency === 'CHF') return `CHF ${text}`;
  const sign = currency === 'EUR' ? '€' : '£';
  return comma ? `${text} ${sign}` : `${sign}${text}`;
}
const dateOf = (iso: string): string => {
  const [year, month, day] = iso.split('-').map(Number);
  return `${day} ${MONTHS[(month ?? 1) - 1]} ${year}`;
};
const stars = (rating: number): string => `${rating} out of 5`;
const stockOf = (stock: boolean): string => (stock ? 'In stock' : 'Sold out');
const said = (value: TruthCell['value'], unit: string | null = null): TruthCell => ({ value, unit });

const NAV = `<header><nav><ul>${'Home Shop About Help Contact'
  .split(' ')
  .map((word) => `<li><a href="/${word}">${word}</a></li>`)
  .join('')}</ul></nav></header>`;
const FOOT = `<footer><ul>${'Imprint Privacy Terms Careers'
  .split(' ')
  .map((word) => `<li><a href="/${word}">${word}</a></li>`)
  .join('')}</ul></footer>`;
const ASIDE = `<aside><h2>Popular</h2><ul><li><a href="/o1">Old thing</a> <b>€1.00</b></li><li><a href="/o2">Other thing</a> <b>€2.00</b></li></ul></aside>`;

function wrap(r: Random, title: string, body: string): string {
  const main = r.chance(0.7)
    ? `<main><h1>${title}</h1>${body}</main>`
    : `<div id="content"><h1>${title}</h1>${body}</div>`;
  const more = r.chance(0.5)
    ? '<div class="pagination"><a href="?p=1">1</a> <a href="?p=2">2</a> <a href="?p=2">Next</a></div>'
    : '';
  return `<!doctype html><html lang="${r.pick(['en-GB', 'en', 'en-US'])}"${r.chance(0.1) ? ' dir="rtl"' : ''}><meta charset="utf-8"><title>${title}</title><link rel="icon" href="data:,"><style>body{font:14px sans-serif}.card{display:inline-block;width:200px;vertical-align:top;padding:6px}.row{display:flex;gap:20px}</style><body>${NAV}${r.chance(0.5) ? ASIDE : ''}${main}${more}${FOOT}</body></html>`;
}

const cellsOf = (shown: Shown, thing: Thing): Readonly<Record<string, TruthCell | null>> => ({
  Name: said(thing.name),
  Price: said(thing.price, shown.currency),
  Rating: thing.bare ? null : said(thing.rating),
  Released: said(thing.date),
  Weight: said(thing.grams, 'g'),
  Availability: said(thing.stock),
  Sponsored: thing.advert ? said(true) : null,
});

const truthOf = (
  shown: Shown,
  columns: readonly string[],
  link: ((thing: Thing, at: number) => string) | null,
): Truth => ({
  columns: link === null ? columns : [...columns, 'Link'],
  rows: shown.things.map((thing, at) => [
    ...columns.map((column) => cellsOf(shown, thing)[column] ?? null),
    ...(link === null ? [] : [said(link(thing, at))]),
  ]),
});

type Maker = (r: Random) => ExtractPage;
const COLUMNS = ['Name', 'Price', 'Rating', 'Released', 'Weight', 'Availability'];
const textsOf = (shown: Shown, thing: Thing): readonly string[] => [
  thing.name,
  money(shown, thing.price),
  thing.bare ? '' : stars(thing.rating),
  dateOf(thing.date),
  `${thing.grams} g`,
  stockOf(thing.stock),
];

const table: Maker = (r) => {
  const shown = things(r);
  const linked = r.chance(0.5);
  const rows = shown.things.map((thing, at) => {
    const [name = '', ...rest] = textsOf(shown, thing).map(escape);
    return `<tr><td>${linked ? `<a href="/p/${at}">${name}</a>` : name}</td>${rest.map((text) => `<td>${text}</td>`).join('')}</tr>`;
  });
  const head = `<tr>${COLUMNS.map((name) => `<th>${name}</th>`).join('')}</tr>`;
  const total = r.chance(0.5)
    ? `<tfoot><tr><td>Total</td><td>${money(shown, 99_999)}</td><td colspan="4"></td></tr></tfoot>`
    : '';
  const body = r.chance(0.5)
    ? `<thead>${head}</thead><tbody>${rows.join('')}</tbody>${total}`
    : `${head}${rows.join('')}${total}`;
  return {
    html: wrap(r, 'All things', `<table>${body}</table>`),
    truth: truthOf(shown, COLUMNS, linked ? (_, at) => `/p/${at}` : null),
  };
};

const ariaGrid: Maker = (r) => {
  const shown = things(r);
  const line = (texts: readonly string[], role: string): string =>
    `<div role="row" class="row">${texts.map((text) => `<div role="${role}">${escape(text)}</div>`).join('')}</div>`;
  const rows = shown.things.map((thing) => line(textsOf(shown, thing), 'gridcell')).join('');
  return {
    html: wrap(
      r,
      'Grid',
      `<div role="grid" aria-label="Things">${line(COLUMNS, 'columnheader')}${rows}</div>`,
    ),
    truth: truthOf(shown, COLUMNS, null),
  };
};

const card =
  (tag: string, nested: boolean): Maker =>
  (r) => {
    const shown = things(r);
    const hashed = r.chance(0.4);
    const mark = (name: string): string =>
      hashed ? ` class="c${name.length}x${name.charCodeAt(0)}"` : ` class="item-${name}"`;
    const cards = shown.things.map((thing, at) => {
      const advert = thing.advert ? '<em class="ad">Sponsored</em>' : '';
      const rating = thing.bare
        ? ''
        : r.chance(0.5)
          ? `<span${mark('rating')} role="img" aria-label="${stars(thing.rating)} stars">★★★★☆</span>`
          : `<span${mark('rating')}>${stars(thing.rating)}</span>`;
      const inner = `${advert}<h3><a href="/p/${at}">${escape(thing.name)}</a></h3><div${mark('meta')}><span${mark('price')}>${money(shown, thing.price)}</span> ${rating}</div><p${mark('stock')}>${stockOf(thing.stock)}</p><button>Add to basket</button>`;
      return `<${tag} class="card${thing.stock ? '' : ' card--out'}">${nested ? `<div><div>${inner}</div></div>` : inner}</${tag}>`;
    });
    const list = tag === 'li' ? `<ul>${cards.join('')}</ul>` : `<section>${cards.join('')}</section>`;
    const columns = ['Name', 'Price', 'Rating', 'Availability', 'Sponsored'];
    return { html: wrap(r, 'Cards', list), truth: truthOf(shown, columns, (_, at) => `/p/${at}`) };
  };

const definitions: Maker = (r) => {
  const shown = things(r);
  const lists = shown.things.map((thing) => {
    const texts = textsOf(shown, thing);
    return `<dl>${COLUMNS.map((name, at) => (texts[at] === '' ? '' : `<dt>${name}</dt><dd>${escape(texts[at] ?? '')}</dd>`)).join('')}</dl>`;
  });
  return { html: wrap(r, 'Definitions', lists.join('')), truth: truthOf(shown, COLUMNS, null) };
};

const specification: Maker = (r) => {
  const all = things(r);
  const shown = { ...all, things: all.things.slice(0, 1).map((thing) => ({ ...thing, bare: false })) };
  const [thing] = shown.things;
  const texts = thing === undefined ? [] : textsOf(shown, thing);
  const rows = COLUMNS.map((name, at) => `<tr><th>${name}</th><td>${escape(texts[at] ?? '')}</td></tr>`);
  return {
    html: wrap(r, 'One thing', `<p>It is good.</p><table>${rows.join('')}</table>`),
    truth: truthOf(shown, COLUMNS, null),
  };
};

const divRows: Maker = (r) => {
  const shown = things(r);
  const line = (texts: readonly string[], mark: string): string =>
    `<div class="row ${mark}">${texts.map((text) => `<span>${escape(text)}</span>`).join('')}</div>`;
  const kept = { ...shown, things: shown.things.map((thing) => ({ ...thing, bare: false })) };
  const rows = kept.things.map((thing) => line(textsOf(kept, thing), 'line')).join('');
  return {
    html: wrap(r, 'Rows', `<div class="list">${line(COLUMNS, 'head')}${rows}</div>`),
    truth: truthOf(kept, COLUMNS, null),
  };
};

const plainList: Maker = (r) => {
  const shown = things(r);
  const items = shown.things.map(
    (thing, at) => `<li><a href="/p/${at}">${escape(thing.name)}</a> — ${money(shown, thing.price)}</li>`,
  );
  return {
    html: wrap(r, 'Plain', `<ol>${items.join('')}</ol>`),
    truth: truthOf(shown, ['Name', 'Price'], (_, at) => `/p/${at}`),
  };
};

export const GENERATED: Readonly<Record<string, Maker>> = {
  table,
  'ARIA grid': ariaGrid,
  'div cards': card('div', false),
  'nested article cards': card('article', true),
  'list of cards': card('li', false),
  'definition lists': definitions,
  specification,
  'rows of divs': divRows,
  'plain list': plainList,
};
