// Pages whose records have no element of their own, stand in several rows, or say one thing in as many elements as there is to say.
import {
  cents,
  day,
  e,
  each,
  of,
  person,
  picture,
  product,
  prose,
  several,
  site,
  subject,
  town,
  truthOf,
  type Shape,
} from './parts.ts';

const TAGS = 'wool oak steel outdoor travel repairable refurbished vegan local compact'.split(' ');

/** Each with as many marks as it has. */
const taggedCards: Shape = (r) => {
  const list = several(r, product, 6, 11).map((name, at) => ({
    name,
    at,
    price: cents(r, 8, 300),
    tags: r.sample(TAGS, r.int(1, 4)),
    makers: several(r, person, 1, 3),
  }));
  const cards = each(
    list,
    ({ name, at, price, tags, makers }) =>
      `<article class="tile"><h3 class="tile__title"><a href="/things/${at}">${name}</a></h3><p class="tile__by">${makers.map((who) => `<a class="maker" href="/makers/${e(who.replace(' ', '-'))}">${who}</a>`).join(', ')}</p><p class="tile__price">$${price.toFixed(2)}</p><ul class="tile__tags">${each(tags, (tag) => `<li class="tag">${tag}</li>`)}</ul></article>`,
  );
  return {
    html: site(r, { title: 'Made here', lang: 'en-US', body: `<div class="cards">${cards}</div>` }),
    truth: truthOf(
      ['Name text', 'Makers text', 'Price money', 'Tags text', 'Link link'],
      list.map(({ name, at, price, tags, makers }) => [
        name,
        makers.join(', '),
        of(price, '$'),
        tags.join(' '),
        `/things/${at}`,
      ]),
    ),
  };
};

/** An index of posts as editors write it: headings and paragraphs, one behind another. */
const posts: Shape = (r) => {
  const list = several(r, subject, 5, 9).map((name, at) => ({
    name,
    at,
    when: day(r),
    who: person(r),
    text: prose(r, 2),
  }));
  const items = each(
    list,
    ({ name, at, when, who, text }) =>
      `<h2><a href="/posts/${at}">${name}</a></h2><p class="meta"><time datetime="${when.iso}">${when.us}</time> by <a rel="author" href="/authors/${e(who.replace(' ', '-'))}">${who}</a></p><p>${text}</p>`,
  );
  return {
    html: site(r, {
      title: 'Notes',
      lang: 'en-US',
      body: `<div class="entry-content">${items}<p class="older"><a href="/notes/2">Older notes</a></p></div>`,
    }),
    truth: truthOf(
      ['Title text', 'Date date', 'Author text', 'Text text', 'Link link'],
      list.map(({ name, at, when, who, text }) => [name, when.iso, who, text, `/posts/${at}`]),
    ),
  };
};

/** A repository of papers: the number is the term, all else its definition. */
const papers: Shape = (r) => {
  const list = several(r, subject, 5, 9).map((name, at) => ({
    name,
    id: `24${r.int(10, 12)}.${r.int(10_000, 99_999)}`,
    who: several(r, person, 1, 4),
    pages: r.int(6, 60),
    at,
  }));
  const items = each(
    list,
    ({ name, id, who, pages, at }) =>
      `<dt><a name="item${at + 1}">[${at + 1}]</a> <a href="/abs/${id}" title="Abstract">doc:${id}</a></dt><dd><div class="meta"><div class="list-title mathjax"><span class="descriptor">Title:</span> ${name}</div><div class="list-authors">${who.map((one) => `<a href="/find?au=${e(one.replace(' ', '+'))}">${one}</a>`).join(', ')}</div><div class="list-comments"><span class="descriptor">Comments:</span> ${pages} pages</div></div></dd>`,
  );
  return {
    html: site(r, { title: 'New papers', body: `<dl id="articles">${items}</dl>` }),
    truth: truthOf(
      ['Number text', 'Title text', 'Authors text', 'Comments number', 'Link link'],
      list.map(({ name, id, who, pages }) => [`doc:${id}`, name, who.join(', '), pages, `/abs/${id}`]),
    ),
  };
};

/** A picture over two rows, beside it what it is and below that what is known of it. */
const offersInTwoRows: Shape = (r) => {
  const list = several(r, product, 5, 9).map((name, at) => ({
    name,
    at,
    price: r.int(10, 900),
    where: town(r),
    when: day(r),
  }));
  const rows = each(
    list,
    ({ name, at, price, where, when }) =>
      `<tr class="r1"><td rowspan="2" class="pic"><a href="/ad/${at}">${picture}</a></td><td class="t"><a href="/ad/${at}">${name}</a></td><td class="p">£${price}</td></tr><tr class="r2"><td colspan="2" class="i"><span class="loc">${where}</span> | <span class="d">${when.dotted}</span></td></tr>`,
  );
  return {
    html: site(r, { title: 'Small ads', lang: 'en-GB', body: `<table class="ads">${rows}</table>` }),
    truth: truthOf(
      ['Name text', 'Price money', 'Place text', 'Date date', 'Link link'],
      list.map(({ name, at, price, where, when }) => [name, of(price, 'GBP'), where, when.iso, `/ad/${at}`]),
    ),
  };
};

/** The order says which half is which: the first and the last are held out. */
export const FLAT = {
  'cards with tags and makers': taggedCards,
  'posts below one another': posts,
  'papers in a definition list': papers,
  'small ads in two rows': offersInTwoRows,
} satisfies Record<string, Shape>;
