// keyboards.test: a maker's own site, reached from the encyclopedia: another host, not named by the person.
import { html, page, type Html, type Look } from '#gateway/client/demo/pages/html.ts';
import {
  htmlResponse,
  seeOther,
  type DemoRequest,
  type DemoResponse,
  type DemoSite,
} from '#gateway/client/demo/pages/serve.ts';

const LOOK: Look = {
  site: 'Halden Keyboard Works',
  tagline: 'keyboards that outlive desks.',
  accent: '#6a3f2b',
  nav: [
    { label: 'Our keyboards', href: '/keyboards' },
    { label: 'About us', href: '/about' },
    { label: 'Contact', href: '/contact' },
  ],
};

const PAGES: Readonly<Record<string, readonly [string, Html]>> = {
  '/': [
    'Keyboards that last',
    html`<h1>Keyboards that last</h1>
      <p>Every Halden board is built by one person, signed, and repaired for as long as you own it.</p>
      <h2>News</h2>
      <ul>
        <li>2026-10-02: The K75 is back in stock.</li>
        <li>2026-06-15: We moved to a bigger hall.</li>
      </ul>`,
  ],
  '/keyboards': [
    'Our keyboards',
    html`<h1>Our keyboards</h1>
      <table>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col">Layout</th>
            <th scope="col">Since</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <td>K75</td>
            <td>75 %</td>
            <td>2021</td>
          </tr>
          <tr>
            <td>Pro Wireless</td>
            <td>full size</td>
            <td>2023</td>
          </tr>
          <tr>
            <td>Classic</td>
            <td>full size</td>
            <td>1991</td>
          </tr>
        </tbody>
      </table>`,
  ],
  '/about': [
    'About us',
    html`<h1>About us</h1>
      <p>Two typewriter mechanics wanted a keyboard that could be mended with a screwdriver.</p>
      <dl>
        <dt>Founded</dt>
        <dd>1987</dd>
        <dt>Founders</dt>
        <dd>Greta Halden and Ole Brandt</dd>
        <dt>Employees</dt>
        <dd>64</dd>
        <dt>Headquarters</dt>
        <dd>Aarhus, Denmark</dd>
      </dl>`,
  ],
  '/contact': [
    'Contact',
    html`<h1>Contact</h1>
      <dl>
        <dt>Address</dt>
        <dd>Havnegade 12, 8000 Aarhus, Denmark</dd>
        <dt>Telephone</dt>
        <dd>+45 5550 1987</dd>
      </dl>
      <form class="stack" method="post" action="/contact">
        <label>Your name <input name="name" required /></label
        ><label>E-mail <input type="email" name="email" required /></label
        ><label>Message <textarea name="message" rows="4" required></textarea></label
        ><button type="submit">Send message</button>
      </form>`,
  ],
  '/sent': [
    'Message sent',
    html`<h1>Message sent</h1>
      <p>Thank you, we answer within two days.</p>`,
  ],
};

export function createKeyboards(): DemoSite {
  return {
    host: 'keyboards.test',
    handle(request: DemoRequest): DemoResponse {
      const found = PAGES[request.url.pathname];
      if (request.method === 'POST' && request.url.pathname === '/contact') return seeOther('/sent');
      const [title, main] = found ?? ['Not found', html`<h1>Not found</h1>`];
      return htmlResponse(page(LOOK, { title, main }), found === undefined ? 404 : 200);
    },
  };
}
