// What people look through: jobs, homes, recipes, events, ranks, questions, flights.
import {
  cents,
  day,
  each,
  figure,
  of,
  person,
  picture,
  product,
  several,
  site,
  subject,
  town,
  truthOf,
  type Shape,
} from './parts.ts';
const jobs: Shape = (r) => {
  const list = several(
    r,
    (one) =>
      `${one.pick(['Senior', 'Junior', 'Lead'])} ${one.pick(['Engineer', 'Baker', 'Nurse', 'Planner', 'Welder', 'Editor'])}`,
    5,
    9,
  ).map((name, at) => ({
    name,
    at,
    firm: `${person(r).split(' ')[1] ?? ''} GmbH`,
    where: town(r),
    pay: r.chance(0.7)
      ? `£${figure('en', r.int(20, 40) * 1000, 0)} – £${figure('en', r.int(41, 90) * 1000, 0)}`
      : null,
    when: day(r),
  }));
  const items = each(
    list,
    ({ name, at, firm, where, pay, when }) =>
      `<li class="jobs-search__item"><div class="base-card base-search-card job-search-card"><a class="base-card__full-link" href="/jobs/${at}"><span class="sr">${name}</span></a><div class="base-search-card__info"><h3 class="base-search-card__title">${name}</h3><h4 class="base-search-card__subtitle"><a href="/company/${at}">${firm}</a></h4><div class="base-search-card__metadata"><span class="job-search-card__location">${where}</span>${pay === null ? '' : `<span class="job-search-card__salary-info">${pay}</span>`}<time class="job-search-card__listdate" datetime="${when.iso}">${when.us}</time></div></div></div></li>`,
  );
  return {
    html: site(r, {
      title: 'Jobs',
      lang: 'en-GB',
      body: `<ul class="jobs-search__results-list">${items}</ul>`,
    }),
    truth: truthOf(
      ['Title text', 'Company text', 'Location text', 'Salary text', 'Date date', 'Link link'],
      list.map(({ name, at, firm, where, pay, when }) => [name, firm, where, pay, when.iso, `/jobs/${at}`]),
    ),
  };
};

const homes: Shape = (r) => {
  const list = several(
    r,
    (one) => `${one.int(1, 99)} ${one.pick(['Mill Lane', 'Station Road', 'Harbour Street'])}, ${town(one)}`,
    5,
    9,
  ).map((name, at) => ({
    name,
    at,
    price: r.int(90, 900) * 1000,
    beds: r.int(1, 6),
    baths: r.int(1, 3),
    size: r.int(400, 4000),
  }));
  const items = each(
    list,
    ({ name, at, price, beds, baths, size }) =>
      `<li class="ListItem-c11n"><div class="property-card-wrapper"><article role="presentation" class="StyledPropertyCard"><div class="property-card-data"><a href="/homes/${at}" data-test="property-card-link"><address data-test="property-card-addr">${name}</address></a><div class="row"><span data-test="property-card-price">$${figure('en', price, 0)}</span></div><ul class="StyledPropertyCardHomeDetailsList"><li><b>${beds}</b> <abbr>bds</abbr></li><li><b>${baths}</b> <abbr>ba</abbr></li><li><b>${figure('en', size, 0)}</b> <abbr>sqft</abbr></li></ul></div><div class="property-card-link">${picture}</div><button aria-label="Save">♡</button></article></div></li>`,
  );
  return {
    html: site(r, {
      title: 'Homes for sale',
      lang: 'en-US',
      body: `<ul class="photo-cards cards">${items}</ul>`,
    }),
    truth: truthOf(
      ['Address text', 'Price money', 'Beds number', 'Baths number', 'Size number', 'Link link'],
      list.map(({ name, at, price, beds, baths, size }) => [
        name,
        of(price, '$'),
        beds,
        baths,
        size,
        `/homes/${at}`,
      ]),
    ),
  };
};

const ingredients: Shape = (r) => {
  const list = r
    .sample(
      ['flour', 'butter', 'caster sugar', 'milk', 'eggs', 'salt', 'vanilla', 'lemon juice', 'yeast'],
      r.int(5, 8),
    )
    .map((name) => ({
      name,
      amount: r.int(1, 500),
      unit: r.pick(['g', 'ml', 'tsp']),
      note: r.chance(0.3) ? 'at room temperature' : null,
    }));
  const items = each(
    list,
    ({ name, amount, unit, note }) =>
      `<li class="wprm-recipe-ingredient"><span class="wprm-recipe-ingredient-amount">${amount}</span> <span class="wprm-recipe-ingredient-unit">${unit}</span> <span class="wprm-recipe-ingredient-name">${name}</span>${note === null ? '' : ` <span class="wprm-recipe-ingredient-notes">${note}</span>`}</li>`,
  );
  return {
    html: site(r, {
      title: 'Lemon loaf',
      body: `<div class="wprm-recipe"><p>Serves eight.</p><h3 class="wprm-recipe-header">Ingredients</h3><ul class="wprm-recipe-ingredients">${items}</ul><h3>Instructions</h3><ol><li>Heat the oven.</li><li>Stir it all together.</li><li>Bake for an hour.</li></ol></div>`,
    }),
    truth: truthOf(
      ['Name text', 'Amount number', 'Unit text', 'Note text'],
      list.map(({ name, amount, unit, note }) => [name, amount, unit, note]),
    ),
  };
};

const events: Shape = (r) => {
  const list = several(r, subject, 5, 8).map((name, at) => ({
    name,
    at,
    where: town(r),
    when: day(r),
    price: cents(r, 5, 90),
  }));
  const items = each(
    list,
    ({ name, at, where, when, price }) =>
      `<article class="tribe-events-calendar-list__event row"><header><div class="tribe-events-calendar-list__event-datetime-wrapper"><time class="tribe-events-calendar-list__event-datetime" datetime="${when.iso}"><span class="tribe-event-date-start">${when.short}</span></time></div><h3 class="tribe-events-calendar-list__event-title"><a href="/event/${at}" rel="bookmark">${name}</a></h3><address class="tribe-events-calendar-list__event-venue"><span class="tribe-events-calendar-list__event-venue-title">${where}</span></address></header><div class="tribe-events-c-small-cta"><span class="tribe-events-c-small-cta__price">£${price.toFixed(2)}</span></div></article>`,
  );
  return {
    html: site(r, {
      title: 'Events',
      lang: 'en-GB',
      body: `<div class="tribe-events-calendar-list">${items}</div>`,
    }),
    truth: truthOf(
      ['Name text', 'Date date', 'Venue text', 'Price money', 'Link link'],
      list.map(({ name, at, where, when, price }) => [
        name,
        when.iso,
        where,
        of(price, 'GBP'),
        `/event/${at}`,
      ]),
    ),
  };
};

const ranks: Shape = (r) => {
  const list = several(r, person, 6, 11).map((name, at) => ({
    name,
    points: 9000 - at * r.int(100, 500),
    games: r.int(4, 90),
    change: r.int(-5, 5),
  }));
  const items = each(
    list,
    ({ name, points, games }, at) =>
      `<div class="leaderboard-row row"><div class="leaderboard-rank">${at + 1}</div><div class="leaderboard-player"><span class="avatar" aria-hidden="true"></span><span class="player-name">${name}</span></div><div class="leaderboard-games">${games} games</div><div class="leaderboard-points"><strong>${figure('en', points, 0)}</strong> pts</div></div>`,
  );
  return {
    html: site(r, { title: 'Leaderboard', body: `<div class="leaderboard">${items}</div>` }),
    truth: truthOf(
      ['Player text', 'Games number', 'Points number'],
      list.map(({ name, points, games }) => [name, games, points]),
    ),
  };
};

const questions: Shape = (r) => {
  const list = several(r, subject, 5, 9).map((name, at) => ({
    name,
    at,
    votes: r.int(0, 90),
    answers: r.int(0, 9),
    views: r.int(10, 900),
    who: person(r),
  }));
  const items = each(
    list,
    ({ name, at, votes, answers, views, who }) =>
      `<div id="question-summary-${at}" class="s-post-summary"><div class="s-post-summary--stats"><div class="s-post-summary--stats-item" title="Score of ${votes}"><span class="s-post-summary--stats-item-number">${votes}</span> <span class="s-post-summary--stats-item-unit">votes</span></div><div class="s-post-summary--stats-item has-answers"><span class="s-post-summary--stats-item-number">${answers}</span> <span class="s-post-summary--stats-item-unit">answers</span></div><div class="s-post-summary--stats-item"><span class="s-post-summary--stats-item-number">${views}</span> <span class="s-post-summary--stats-item-unit">views</span></div></div><div class="s-post-summary--content"><h3 class="s-post-summary--content-title"><a href="/questions/${at}" class="s-link">${name}</a></h3><div class="s-user-card"><a href="/users/${at}" class="s-user-card--link">${who}</a></div></div></div>`,
  );
  return {
    html: site(r, { title: 'Newest questions', body: `<div id="questions">${items}</div>` }),
    truth: truthOf(
      ['Title text', 'Votes number', 'Answers number', 'Views number', 'Author text', 'Link link'],
      list.map(({ name, at, votes, answers, views, who }) => [
        name,
        votes,
        answers,
        views,
        who,
        `/questions/${at}`,
      ]),
    ),
  };
};

const flights: Shape = (r) => {
  const at = (): string => `${r.int(6, 22)}:${String(r.int(10, 59))}`;
  const list = several(r, at, 5, 8).map((from) => ({
    from,
    to: at(),
    firm: `${r.pick(['Blue', 'North', 'Cedar'])} Air`,
    stops: r.pick(['Nonstop', '1 stop', '2 stops']),
    price: r.int(40, 900),
  }));
  const items = each(
    list,
    ({ from, to, firm, stops, price }) =>
      `<li class="pIav2d"><div class="yR1fYc"><div class="Ir0Voe"><span class="depart" aria-label="Departure time: ${from}.">${from}</span><span aria-hidden="true"> – </span><span class="arrive" aria-label="Arrival time: ${to}.">${to}</span></div><div class="sSHqwe"><span class="airline">${firm}</span></div><div class="EfT7Ae"><span class="stops">${stops}</span></div><div class="YMlIz"><span class="fare">€${price}</span></div><button aria-label="Select flight">Select</button></div></li>`,
  );
  return {
    html: site(r, { title: 'Flights', body: `<ul class="Rk10dc">${items}</ul>` }),
    truth: truthOf(
      ['Departure text', 'Arrival text', 'Airline text', 'Stops text', 'Price money'],
      list.map(({ from, to, firm, stops, price }) => [from, to, firm, stops, of(price, 'EUR')]),
    ),
  };
};

const properties: Shape = (r) => {
  const list = several(r, product, 4, 7).map((name, at) => ({
    name,
    at,
    price: cents(r, 10, 900),
    colour: r.pick(['Red', 'Grey', 'Blue']),
    size: r.int(10, 90),
  }));
  const items = each(
    list,
    ({ name, at, price, colour, size }) =>
      `<div class="hit"><h3><a href="/hit/${at}">${name}</a></h3><dl class="facts"><dt>Colour</dt><dd>${colour}</dd><dt>Height</dt><dd>${size} cm</dd></dl><p class="hit-price">${figure('de', price)} EUR</p></div>`,
  );
  return {
    html: site(r, { title: 'Treffer', lang: 'de', body: `<div class="hits cards">${items}</div>` }),
    truth: truthOf(
      ['Name text', 'Colour text', 'Height number', 'Price money', 'Link link'],
      list.map(({ name, at, price, colour, size }) => [
        name,
        colour,
        of(size, 'cm'),
        of(price, 'EUR'),
        `/hit/${at}`,
      ]),
    ),
  };
};

export const LISTINGS = {
  'job board': jobs,
  'homes for sale': homes,
  ingredients,
  events,
  leaderboard: ranks,
  questions,
  flights,
  'cards with definitions': properties,
} satisfies Record<string, Shape>;
