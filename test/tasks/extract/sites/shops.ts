// Shops' listings in the shapes of several platforms, price lists in other notations, and things beside one another.
import { cents, e, each, figure, of, picture, product, several, site, truthOf, type Shape } from './parts.ts';

const themeGrid: Shape = (r) => {
  const things = several(r, product).map((name, at) => ({
    name,
    at,
    price: cents(r, 5, 1500),
    was: r.chance(0.4) ? cents(r, 1600, 1900) : null,
    out: r.chance(0.25),
  }));
  const cards = each(
    things,
    ({ name, at, price, was, out }) =>
      `<li class="grid__item"><div class="card-wrapper product-card-wrapper underline-links-hover"><div class="card card--standard card--media"><div class="card__inner ratio"><div class="card__media"><div class="media">${picture}</div></div><div class="card__badge bottom left">${out ? '<span class="badge badge--bottom-left">Sold out</span>' : ''}</div></div><div class="card__content"><div class="card__information"><h3 class="card__heading h5"><a href="/products/p${at}" class="full-unstyled-link">${name}</a></h3><div class="card-information"><div class="price ${was === null ? '' : 'price--on-sale'}"><div class="price__container">${was === null ? `<div class="price__regular"><span class="visually-hidden">Regular price</span><span class="price-item price-item--regular">£${figure('en', price)} GBP</span></div>` : `<div class="price__sale"><span class="visually-hidden">Regular price</span><span><s class="price-item price-item--regular">£${figure('en', was)} GBP</s></span><span class="visually-hidden">Sale price</span><span class="price-item price-item--sale price-item--last">£${figure('en', price)} GBP</span></div>`}</div></div></div></div></div></div></div></li>`,
  );
  return {
    html: site(r, {
      title: 'Collection',
      lang: 'en-GB',
      body: `<div class="collection"><ul id="product-grid" class="grid product-grid cards">${cards}</ul></div>`,
    }),
    truth: truthOf(
      ['Name text', 'Price money', 'Old price money', 'Availability boolean', 'Link link'],
      things.map(({ name, at, price, was, out }) => [
        name,
        of(price, 'GBP'),
        was === null ? null : of(was, 'GBP'),
        out ? false : null,
        `/products/p${at}`,
      ]),
    ),
  };
};

const pluginLoop: Shape = (r) => {
  const things = several(r, product).map((name, at) => ({
    name,
    at,
    price: cents(r, 5, 900),
    was: r.chance(0.4) ? cents(r, 901, 1200) : null,
    rating: r.chance(0.8) ? r.int(4, 10) / 2 : null,
  }));
  const amount = (price: number): string =>
    `<span class="woocommerce-Price-amount amount"><bdi><span class="woocommerce-Price-currencySymbol">&euro;</span>${figure('en', price)}</bdi></span>`;
  const items = each(
    things,
    ({ name, at, price, was, rating }) =>
      `<li class="product type-product post-${at + 40} status-publish instock ${was === null ? '' : 'sale'} shipping-taxable"><a href="/product/n${at}/" class="woocommerce-LoopProduct-link woocommerce-loop-product__link">${was === null ? '' : '<span class="onsale">Sale!</span>'}${picture}<h2 class="woocommerce-loop-product__title">${name}</h2>${rating === null ? '' : `<div class="star-rating" role="img" aria-label="Rated ${rating.toFixed(2)} out of 5"><span style="width:${rating * 20}%">Rated <strong class="rating">${rating.toFixed(2)}</strong> out of 5</span></div>`}<span class="price">${was === null ? amount(price) : `<del aria-hidden="true">${amount(was)}</del> <ins>${amount(price)}</ins>`}</span></a><a href="?add-to-cart=${at}" class="button product_type_simple add_to_cart_button" aria-label="Add “${name}” to your cart" rel="nofollow">Add to cart</a></li>`,
  );
  return {
    html: site(r, {
      title: 'Shop',
      body: `<p class="woocommerce-result-count">Showing all ${things.length} results</p><ul class="products columns-4 cards">${items}</ul>`,
    }),
    truth: truthOf(
      ['Name text', 'Price money', 'Old price money', 'Rating rating', 'Badge text', 'Link link'],
      things.map(({ name, at, price, was, rating }) => [
        name,
        of(price, 'EUR'),
        was === null ? null : of(was, 'EUR'),
        rating,
        was === null ? null : 'Sale!',
        `/product/n${at}/`,
      ]),
    ),
  };
};

const marketResults: Shape = (r) => {
  const things = several(r, product, 6, 10).map((name, at) => ({
    name,
    at,
    price: cents(r, 5, 1500),
    was: r.chance(0.5) ? cents(r, 1501, 1900) : null,
    rating: r.int(20, 50) / 10,
    votes: r.int(3, 9000),
    paid: r.chance(0.2),
  }));
  const cards = each(things, ({ name, at, price, was, rating, votes, paid }) => {
    const [whole = '', part = ''] = figure('en', price).split('.');
    return `<div role="listitem" data-asin="B0${at}" data-component-type="s-search-result" class="s-result-item s-asin AdHolder-${paid ? 1 : 0}"><div class="sg-col-inner"><div class="a-section puis-card-container"><div class="s-product-image-container"><a class="a-link-normal s-no-outline" tabindex="-1" href="/dp/${at}">${picture}</a></div><div class="a-section a-spacing-small">${paid ? '<div class="a-row"><span class="puis-label-popover-default"><span class="a-color-secondary">Sponsored</span></span></div>' : ''}<div class="s-title-instructions-style"><a class="a-link-normal s-line-clamp-2" href="/dp/${at}"><h2 class="a-size-base-plus"><span>${name}</span></h2></a></div><div class="a-section"><span><a class="a-popover-trigger" href="javascript:void(0)" aria-label="${rating.toFixed(1)} out of 5 stars"><i class="a-icon a-icon-star-small"><span class="a-icon-alt">${rating.toFixed(1)} out of 5 stars</span></i></a></span> <a class="a-link-normal s-underline-text" aria-label="${figure('en', votes, 0)} ratings" href="/dp/${at}#reviews"><span class="a-size-base s-underline-text">${figure('en', votes, 0)}</span></a></div><div class="a-section"><a class="a-link-normal s-no-hover" href="/dp/${at}"><span class="a-price" data-a-color="base"><span class="a-offscreen">$${figure('en', price)}</span><span aria-hidden="true"><span class="a-price-symbol">$</span><span class="a-price-whole">${whole}<span class="a-price-decimal">.</span></span><span class="a-price-fraction">${part}</span></span></span>${was === null ? '' : `<div class="a-section aok-inline-block"><span class="a-size-base a-color-secondary">List: </span><span class="a-price a-text-price" data-a-strike="true"><span class="a-offscreen">$${figure('en', was)}</span><span aria-hidden="true" style="text-decoration:line-through">$${figure('en', was)}</span></span></div>`}</a></div><button class="a-button-text" type="button">Add to cart</button></div></div></div></div>`;
  });
  return {
    html: site(r, {
      title: 'Results',
      lang: 'en-US',
      body: `<div class="s-main-slot s-result-list s-search-results cards" role="list">${cards}</div>`,
    }),
    truth: truthOf(
      [
        'Name text',
        'Price money',
        'Old price money',
        'Rating rating',
        'Votes number',
        'Sponsored boolean',
        'Link link',
      ],
      things.map(({ name, at, price, was, rating, votes, paid }) => [
        name,
        of(price, '$'),
        was === null ? null : of(was, '$'),
        rating,
        votes,
        paid ? true : null,
        `/dp/${at}`,
      ]),
    ),
  };
};

const enterpriseList: Shape = (r) => {
  const things = several(r, product).map((name, at) => ({
    name,
    at,
    price: cents(r, 5, 900),
    was: r.chance(0.4) ? cents(r, 901, 1200) : null,
    stock: r.chance(0.7),
  }));
  const amount = (kind: string, price: number): string =>
    `<span class="price-wrapper" data-price-amount="${price}" data-price-type="${kind}"><span class="price">${figure('de', price)} €</span></span>`;
  const items = each(
    things,
    ({ name, at, price, was, stock }) =>
      `<li class="item product product-item"><div class="product-item-info" data-container="product-list"><a href="/k/${at}.html" class="product photo product-item-photo" tabindex="-1">${picture}</a><div class="product details product-item-details"><strong class="product name product-item-name"><a class="product-item-link" href="/k/${at}.html">${name}</a></strong><div class="price-box price-final_price">${was === null ? amount('finalPrice', price) : `<span class="special-price"><span class="price-container"><span class="price-label">Sonderpreis</span> ${amount('finalPrice', price)}</span></span> <span class="old-price"><span class="price-container"><span class="price-label">Regulärer Preis</span> ${amount('oldPrice', was)}</span></span>`}</div><div class="stock ${stock ? 'available' : 'unavailable'}"><span>${stock ? 'Auf Lager' : 'Ausverkauft'}</span></div><div class="actions-primary"><button type="submit" class="action tocart primary"><span>In den Warenkorb</span></button></div></div></div></li>`,
  );
  return {
    html: site(r, {
      title: 'Küche',
      lang: 'de',
      body: `<div class="products wrapper grid products-grid"><ol class="products list items product-items cards">${items}</ol></div>`,
    }),
    truth: truthOf(
      ['Name text', 'Price money', 'Old price money', 'Availability boolean', 'Link link'],
      things.map(({ name, at, price, was, stock }) => [
        name,
        of(price, 'EUR'),
        was === null ? null : of(was, 'EUR'),
        stock,
        `/k/${at}.html`,
      ]),
    ),
  };
};

const germanPrices: Shape = (r) => {
  const things = several(r, product).map((name) => ({
    name,
    number: `${r.int(10, 99)}.${r.int(100, 999)}`,
    price: cents(r, 5, 4000),
    pack: r.int(1, 24),
    per: cents(r, 1, 9),
  }));
  const rows = each(
    things,
    ({ name, number, price, pack }) =>
      `<tr><td class="artnr">${number}-X</td><td>${name}</td><td style="text-align:right">${pack} Stück</td><td style="text-align:right">${figure('de', price)}&nbsp;€*</td></tr>`,
  );
  return {
    html: site(r, {
      title: 'Preisliste',
      lang: 'de',
      body: `<table class="preisliste"><thead><tr><th>Artikel-Nr.</th><th>Bezeichnung</th><th>Menge</th><th>Preis</th></tr></thead><tbody>${rows}</tbody></table><p>* inkl. MwSt., zzgl. Versand</p>`,
    }),
    truth: truthOf(
      ['Name text', 'Number text', 'Pack number', 'Price money'],
      things.map(({ name, number, price, pack }) => [name, `${number}-X`, pack, of(price, 'EUR')]),
    ),
  };
};

const spanishMenu: Shape = (r) => {
  const dishes = several(r, product).map((name) => ({
    name,
    price: cents(r, 1, 1300),
    note: r.chance(0.6)
      ? `Con ${r.pick(['limón', 'sal gruesa', 'arroz', 'pan'])} y ${r.pick(['tomate', 'aceite', 'ajo'])}`
      : null,
  }));
  const items = each(
    dishes,
    ({ name, price, note }) =>
      `<div class="menu-item"><div class="menu-item__line row"><h4 class="menu-item__name">${name}</h4><span class="menu-item__dots" aria-hidden="true">........</span><span class="menu-item__price">${figure('de', price)} €</span></div>${note === null ? '' : `<p class="menu-item__description">${note}</p>`}</div>`,
  );
  return {
    html: site(r, { title: 'Carta', lang: 'es', body: `<section class="menu-section">${items}</section>` }),
    truth: truthOf(
      ['Name text', 'Price money', 'Description text'],
      dishes.map(({ name, price, note }) => [name, of(price, 'EUR'), note]),
    ),
  };
};

const frenchTable: Shape = (r) => {
  const things = several(r, product).map((name) => ({
    name,
    price: cents(r, 5, 9000),
    grams: r.int(1, 90) / 10,
    stock: r.chance(0.7),
  }));
  const rows = each(
    things,
    ({ name, price, grams, stock }) =>
      `<tr><td data-label="Désignation">${name}</td><td data-label="Poids">${figure('fr', grams, 1)} kg</td><td data-label="Prix TTC">${figure('fr', price)}\u00a0€</td><td data-label="Disponibilité">${stock ? 'En stock' : 'Rupture de stock'}</td></tr>`,
  );
  return {
    html: site(r, {
      title: 'Tarifs',
      lang: 'fr',
      body: `<div class="table-responsive"><table class="table table-striped"><tr><th scope="col">Désignation</th><th scope="col">Poids</th><th scope="col">Prix TTC</th><th scope="col">Disponibilité</th></tr>${rows}</table></div>`,
    }),
    truth: truthOf(
      ['Name text', 'Weight number', 'Price money', 'Availability boolean'],
      things.map(({ name, price, grams, stock }) => [name, of(grams, 'kg'), of(price, 'EUR'), stock]),
    ),
  };
};

const COMPARED = ['Price', 'Weight', 'Battery', 'Foldable', 'Rating'] as const;
const compared = (r: Parameters<Shape>[0]) =>
  several(r, product, 3, 5).map((name) => ({
    name,
    price: cents(r, 50, 900),
    grams: r.int(90, 900),
    hours: r.int(3, 40),
    folds: r.chance(0.5),
    rating: r.int(4, 10) / 2,
  }));
const comparedTruth = (things: ReturnType<typeof compared>) =>
  truthOf(
    ['Name text', 'Price money', 'Weight number', 'Battery number', 'Foldable boolean', 'Rating rating'],
    things.map((one) => [
      one.name,
      of(one.price, '$'),
      of(one.grams, 'g'),
      of(one.hours, 'h'),
      one.folds,
      one.rating,
    ]),
  );
const comparedCells = (
  one: ReturnType<typeof compared>[number],
): Readonly<Record<(typeof COMPARED)[number], string>> => ({
  Price: `$${figure('en', one.price)}`,
  Weight: `${one.grams} g`,
  Battery: `${one.hours} h`,
  Foldable: one.folds ? '✓' : '✗',
  Rating: `${one.rating} / 5`,
});

const comparison: Shape = (r) => {
  const things = compared(r);
  const rows = each(
    COMPARED,
    (label) =>
      `<tr><th scope="row">${label}</th>${each(things, (one) => `<td>${comparedCells(one)[label]}</td>`)}</tr>`,
  );
  return {
    html: site(r, {
      title: 'Compare',
      lang: 'en-US',
      body: `<table class="comparison-table"><thead><tr><td></td>${each(things, ({ name }) => `<th scope="col">${picture}<br>${name}</th>`)}</tr></thead><tbody>${rows}</tbody></table>`,
    }),
    truth: comparedTruth(things),
  };
};

/** Without a head: names stand in the first row, what is compared in the first column. */
const comparisonBare: Shape = (r) => {
  const things = compared(r);
  const rows = each(
    COMPARED,
    (label) =>
      `<tr><td><b>${label}</b></td>${each(things, (one) => `<td>${comparedCells(one)[label]}</td>`)}</tr>`,
  );
  return {
    html: site(r, {
      title: 'Which one',
      lang: 'en-US',
      body: `<div class="entry-content"><p>${e('We had them all at home.')}</p><table><tbody><tr><td>Model</td>${each(things, ({ name }) => `<td><strong>${name}</strong></td>`)}</tr>${rows}</tbody></table></div>`,
    }),
    truth: comparedTruth(things),
  };
};

export const SHOPS = {
  'shop theme grid': themeGrid,
  'shop plugin loop': pluginLoop,
  'market results': marketResults,
  'shop enterprise list': enterpriseList,
  'German price list': germanPrices,
  'Spanish menu': spanishMenu,
  'French price table': frenchTable,
  'comparison columns': comparison,
  'comparison without heads': comparisonBare,
} satisfies Record<string, Shape>;
