// start.test: the page that a new visitor begins at; links to every site of the demo world.
import { html, page } from '#gateway/client/demo/pages/html.ts';
import { htmlResponse, type DemoSite } from '#gateway/client/demo/pages/serve.ts';

const ENTRIES: readonly (readonly [string, string, string])[] = [
  ['Shop', 'http://shop.test/', 'Keyboards, mice, headphones and monitors, with prices and reviews.'],
  [
    'Encyclopedia',
    'http://encyclopedia.test/',
    'Short articles on technology, countries, people and nature.',
  ],
  ['Account', 'http://account.test/', 'Log in to see your orders and their status.'],
  ['Forum', 'http://forum.test/', 'What people say about their desks. Some of them mean harm.'],
  ['Market', 'http://market.test/', 'The same desks’ things, second-hand, in pounds.'],
  ['Travel agency', 'http://travel.test/', 'Flights, places to stay and fares by the day, in francs.'],
];

export function createStart(): DemoSite {
  return {
    host: 'start.test',
    handle(request) {
      const home = request.url.pathname === '/';
      return htmlResponse(
        page(
          {
            site: 'Start',
            tagline: 'a page to begin at.',
            accent: '#30475e',
            nav: ENTRIES.map(([label, href]) => ({ label, href })),
          },
          {
            title: home ? 'Where to?' : 'Not found',
            main: home
              ? html`<h1>Where to?</h1>
                  <ul class="grid">
                    ${ENTRIES.map(
                      ([label, href, text]) =>
                        html`<li class="card">
                          <h3><a href="${href}">${label}</a></h3>
                          <p>${text}</p>
                        </li>`,
                    )}
                  </ul>`
              : html`<h1>Not found</h1>`,
          },
        ),
        home ? 200 : 404,
      );
    },
  };
}
