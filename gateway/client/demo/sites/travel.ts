// travel.test: flights, stays and fares by the day, in Swiss francs, with dates and durations as timetables print them.
import {
  ALL_FLIGHTS,
  ALL_STAYS,
  CITIES,
  CITY_LABELS,
  dayPrices,
  type City,
} from '#gateway/client/demo/data/trips.ts';
import { html, page, type Html, type Look } from '#gateway/client/demo/pages/html.ts';
import {
  htmlResponse,
  type DemoRequest,
  type DemoResponse,
  type DemoSite,
} from '#gateway/client/demo/pages/serve.ts';

const LOOK: Look = {
  site: 'Wayward Travel',
  tagline: 'from Zurich to somewhere warmer, or colder.',
  accent: '#0f6b5c',
  nav: CITIES.map((city) => ({ label: CITY_LABELS[city], href: `/${city}` })),
};

const SECTIONS_OF_A_CITY = [
  ['flights', 'Flights to'],
  ['stays', 'Places to stay in'],
  ['fares', 'Fares by the day to'],
] as const;

export function createTravel(): DemoSite {
  return { host: 'travel.test', handle };
}

function handle(request: DemoRequest): DemoResponse {
  const [, name = '', section = ''] = request.url.pathname.split('/');
  if (name === '') return shown('Where to?', cityList());
  const city = CITIES.find((entry) => entry === name);
  if (city === undefined) return notFound();
  if (section === '') return shown(CITY_LABELS[city], cityHome(city));
  if (section === 'flights') return shown(`Flights to ${CITY_LABELS[city]}`, flights(city));
  if (section === 'stays') return shown(`Places to stay in ${CITY_LABELS[city]}`, stays(city));
  if (section === 'fares') return shown(`Fares to ${CITY_LABELS[city]} in December 2026`, fares(city));
  return notFound();
}

const shown = (title: string, main: Html): DemoResponse =>
  htmlResponse(
    page(LOOK, {
      title,
      main: html`<h1>${title}</h1>
        ${main}`,
    }),
  );

const francs = (rappen: number): string => `CHF ${(rappen / 100).toFixed(2)}`;

const cityList = (): Html =>
  html`${CITIES.map(
    (city) =>
      html`<h2>${CITY_LABELS[city]}</h2>
        ${cityHome(city)}`,
  )}`;

const cityHome = (city: City): Html =>
  html`<ul>
    ${SECTIONS_OF_A_CITY.map(([path, label]) => html`<li><a href="/${city}/${path}">${label} ${CITY_LABELS[city]}</a></li>`)}
  </ul>`;

const flights = (city: City): Html =>
  html`<table>
    <caption>
      From Zurich, one way, one person
    </caption>
    <thead>
      <tr>
        <th scope="col">Flight</th>
        <th scope="col">Airline</th>
        <th scope="col">Date</th>
        <th scope="col">Leaves</th>
        <th scope="col">Duration</th>
        <th scope="col">Stops</th>
        <th scope="col">Price</th>
      </tr>
    </thead>
    <tbody>
      ${ALL_FLIGHTS.filter(({ to }) => to === city).map(
        ({ number, airline, leaves, minutes, stops, rappen }) =>
          html`<tr>
            <th scope="row">${number}</th>
            <td>${airline}</td>
            <td><time datetime="${leaves.slice(0, 10)}">${weekday(leaves)}</time></td>
            <td>${leaves.slice(11)}</td>
            <td>${Math.floor(minutes / 60)} h ${minutes % 60} min</td>
            <td>${stops === 0 ? 'non-stop' : stops}</td>
            <td>${francs(rappen)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

const stays = (city: City): Html =>
  html`<ul class="grid">
    ${ALL_STAYS.filter((stay) => stay.city === city).map(
      ({ name, rappenANight, rating, kilometresToCentre, hasBreakfast }) =>
        html`<li class="card">
          <h3>${name}</h3>
          <p class="price">${francs(rappenANight)} <span class="muted">a night</span></p>
          <p class="muted">${rating.toFixed(1)} out of 10</p>
          <p class="muted">${kilometresToCentre.toFixed(1)} km to the centre</p>
          <p class="muted">${hasBreakfast ? 'Breakfast included' : 'No breakfast'}</p>
        </li>`,
    )}
  </ul>`;

const fares = (city: City): Html =>
  html`<table>
    <thead>
      <tr>
        <th scope="col">Day</th>
        <th scope="col">Cheapest fare</th>
      </tr>
    </thead>
    <tbody>
      ${dayPrices(city).map(
        ({ day, rappen }) =>
          html`<tr>
            <td><time datetime="${day}">${weekday(day)}</time></td>
            <td>${francs(rappen)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

/** `2026-12-07…` → `Mon, 7 Dec 2026`; everything here happens in December. */
function weekday(iso: string): string {
  const date = iso.slice(0, 10);
  return `${DAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? ''}, ${Number(date.slice(8))} Dec ${date.slice(0, 4)}`;
}

const notFound = (): DemoResponse =>
  htmlResponse(page(LOOK, { title: 'Not found', main: html`<h1>Not found</h1>` }), 404);
