// account.test: log in, orders, profile. INVARIANT: without a session cookie that this server gave, no personal page is sent.
import { randomUUID, timingSafeEqual } from 'node:crypto';
import { html, page, type Html, type Look } from '#gateway/client/demo/pages/html.ts';
import {
  htmlResponse,
  seeOther,
  type DemoRequest,
  type DemoResponse,
  type DemoSite,
} from '#gateway/client/demo/pages/serve.ts';

export const DEMO_LOGIN = { username: 'ana', password: 'tangerine-lantern-42' } as const;

type Order = {
  readonly id: string;
  readonly date: string;
  readonly items: string;
  readonly total: string;
  readonly status: string;
  readonly carrier: string;
};
const ORDERS: readonly Order[] = [
  {
    id: 'D-20874',
    date: '2026-11-17',
    items: 'Halden Canvas 27 4K Monitor',
    total: '€399.00',
    status: 'Shipped',
    carrier: 'Northpost, expected 24 November',
  },
  {
    id: 'D-20411',
    date: '2026-10-29',
    items: 'Wool Desk Mat, Walnut Wrist Rest',
    total: '€71.00',
    status: 'Delivered',
    carrier: 'Northpost, left with a neighbour',
  },
  {
    id: 'D-19802',
    date: '2026-09-03',
    items: 'Kestrel Arena Headset',
    total: '€89.00',
    status: 'Returned',
    carrier: 'Refund paid on 20 September',
  },
  {
    id: 'D-18977',
    date: '2026-06-21',
    items: 'USB-C Hub with 7 Ports',
    total: '€38.90',
    status: 'Delivered',
    carrier: 'Letterbox',
  },
];

export type Profile = { name: string; email: string; city: string; newsletter: boolean };

function look(user: boolean): Look {
  return {
    site: 'Deskwright Account',
    tagline: 'your orders and your details.',
    accent: '#14506b',
    nav: user
      ? [
          { label: 'Your orders', href: '/orders' },
          { label: 'Profile', href: '/profile' },
          { label: 'Log out', href: '/logout' },
        ]
      : [
          { label: 'Your orders', href: '/orders' },
          { label: 'Log in', href: '/login' },
        ],
  };
}

/** Sessions and the profile live as long as the site. */
export function createAccount(): DemoSite {
  const sessions = new Set<string>();
  const profile: Profile = { name: 'Ana Sol', email: 'ana@example.test', city: 'Bremen', newsletter: false };
  return { host: 'account.test', handle: (request) => handle(request, sessions, profile) };
}

function handle(request: DemoRequest, sessions: Set<string>, profile: Profile): DemoResponse {
  const session = request.cookies.get('session') ?? '';
  const user = sessions.has(session);
  const { pathname } = request.url;
  const draw = (title: string, main: Html, status = 200): DemoResponse =>
    htmlResponse(page(look(user), { title, main }), status);
  if (pathname === '/login')
    return request.method === 'POST' ? logIn(request, sessions, draw) : loginForm(request, draw, null);
  if (pathname === '/logout') {
    sessions.delete(session);
    return seeOther('/', { 'set-cookie': 'session=; Path=/; Max-Age=0' });
  }
  if (pathname === '/')
    return draw(
      'Welcome',
      user
        ? html`<h1>Welcome back, ${profile.name}</h1>
            <ul class="grid">
              <li class="card">
                <a href="/orders">Your orders</a>
                <p class="muted">${ORDERS.length} orders</p>
              </li>
              <li class="card">
                <a href="/profile">Profile</a>
                <p class="muted">Name, e-mail, newsletter</p>
              </li>
            </ul>`
        : html`<h1>Your account</h1>
            <p>Please log in to see your orders and change your details.</p>
            <p><a class="button" href="/login">Log in</a></p>`,
    );
  if (!user) return seeOther(`/login?next=${encodeURIComponent(pathname)}`);
  if (pathname === '/orders') return draw('Your orders', ordersMain());
  if (pathname === '/profile')
    return request.method === 'POST'
      ? saveProfile(request, profile)
      : draw('Profile', profileMain(profile, request.url.searchParams.has('saved')));
  const order = ORDERS.find((entry) => pathname === `/orders/${entry.id}`);
  return order === undefined
    ? draw('Not found', html`<h1>Not found</h1>`, 404)
    : draw(
        `Order ${order.id}`,
        html`<h1>Order ${order.id}</h1>
          <dl>
            <dt>Date</dt>
            <dd>${order.date}</dd>
            <dt>Items</dt>
            <dd>${order.items}</dd>
            <dt>Total</dt>
            <dd>${order.total}</dd>
            <dt>Status</dt>
            <dd>${order.status}</dd>
            <dt>Delivery</dt>
            <dd>${order.carrier}</dd>
          </dl>
          <p><a href="/orders">Back to your orders</a></p>`,
      );
}

type Draw = (title: string, main: Html, status?: number) => DemoResponse;

/** Only a path of this site is a place to go on to. */
const nextOf = (text: string | null): string => (text !== null && /^\/[a-z]/i.test(text) ? text : '/orders');

function loginForm(request: DemoRequest, draw: Draw, problem: string | null): DemoResponse {
  return draw(
    'Log in',
    html`<h1>Log in</h1>
      ${problem === null ? null : html`<p class="bad" role="alert">${problem}</p>`}
      <form class="stack card" method="post" action="/login">
        <input
          type="hidden"
          name="next"
          value="${nextOf(request.url.searchParams.get('next') ?? request.form.get('next'))}"
        />
        <label>Username <input name="username" autocomplete="username" required /></label>
        <label
          >Password <input type="password" name="password" autocomplete="current-password" required
        /></label>
        <label class="row"><input type="checkbox" name="stay" /> Keep me logged in</label>
        <button type="submit">Log in</button>
      </form>
      <p class="muted"><a href="/forgotten">Forgotten your password?</a></p>`,
    problem === null ? 200 : 401,
  );
}

function equal(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(a), Buffer.from(b)];
  return x.length === y.length && timingSafeEqual(x, y);
}

function logIn(request: DemoRequest, sessions: Set<string>, draw: Draw): DemoResponse {
  const good =
    equal(request.form.get('username') ?? '', DEMO_LOGIN.username) &&
    equal(request.form.get('password') ?? '', DEMO_LOGIN.password);
  if (!good) return loginForm(request, draw, 'The username or the password is wrong.');
  const session = randomUUID();
  sessions.add(session);
  return seeOther(nextOf(request.form.get('next')), {
    'set-cookie': `session=${session}; Path=/; HttpOnly; SameSite=Lax`,
  });
}

function ordersMain(): Html {
  return html`<h1>Your orders</h1>
    <table>
      <thead>
        <tr>
          <th scope="col">Order</th>
          <th scope="col">Date</th>
          <th scope="col">Items</th>
          <th scope="col">Total</th>
          <th scope="col">Status</th>
        </tr>
      </thead>
      <tbody>
        ${ORDERS.map(
          (order) =>
            html`<tr>
              <td><a href="/orders/${order.id}">${order.id}</a></td>
              <td><time datetime="${order.date}">${order.date}</time></td>
              <td>${order.items}</td>
              <td>${order.total}</td>
              <td>${order.status}</td>
            </tr>`,
        )}
      </tbody>
    </table>`;
}

function profileMain(profile: Profile, saved: boolean): Html {
  return html`<h1>Profile</h1>
    ${saved ? html`<p class="good" role="status">Your profile was saved.</p>` : null}
    <form class="stack card" method="post" action="/profile">
      <label>Full name <input name="name" autocomplete="name" value="${profile.name}" /></label>
      <label>E-mail <input type="email" name="email" autocomplete="email" value="${profile.email}" /></label>
      <label>City <input name="city" autocomplete="address-level2" value="${profile.city}" /></label>
      <label class="row"
        ><input type="checkbox" name="newsletter" ${profile.newsletter ? html` checked` : null} /> Send me the
        newsletter</label
      >
      <button type="submit">Save profile</button>
    </form>`;
}

function saveProfile(request: DemoRequest, profile: Profile): DemoResponse {
  profile.name = request.form.get('name') ?? profile.name;
  profile.email = request.form.get('email') ?? profile.email;
  profile.city = request.form.get('city') ?? profile.city;
  profile.newsletter = request.form.has('newsletter');
  return seeOther('/profile?saved=1');
}
