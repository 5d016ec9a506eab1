// The demo world's sites answer as real ones would, and the canaries count what reaches them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startDemoWorld, type DemoWorld } from '#gateway/client/demo/demo-world.ts';
import { PRODUCTS } from '#gateway/client/demo/data/products.ts';
import { ATTACKS } from '#gateway/client/demo/data/threads.ts';
import { ARTICLES } from '#gateway/client/demo/data/articles.ts';
import { escapeHtml } from '#gateway/client/demo/pages/html.ts';

let world: DemoWorld;
beforeAll(async () => {
  const started = await startDemoWorld();
  if (!started.ok) throw new Error(started.error.message);
  world = started.value;
});
afterAll(() => world.close());

async function ask(url: string, init: RequestInit = {}): Promise<{ response: Response; text: string }> {
  const { host, pathname, search } = new URL(url);
  const at = world.hostMap[host];
  if (at === undefined) throw new Error(`no such host ${host}`);
  const response = await fetch(`http://${at.address}:${at.port}${pathname}${search}`, {
    redirect: 'manual',
    ...init,
  });
  return { response, text: await response.text() };
}

const form = (fields: Record<string, string>, cookie = ''): RequestInit => ({
  method: 'POST',
  body: new URLSearchParams(fields),
  headers: cookie === '' ? {} : { cookie },
});

describe('the sites', () => {
  test('every host listens on loopback and ends in .test', () => {
    for (const [host, at] of Object.entries(world.hostMap)) {
      expect(host).toMatch(/^[a-z]+\.test$/);
      expect(at.address).toMatch(/^127\./);
    }
  });

  test('every link of every site leads to a page that exists', async () => {
    const hosts = [
      'start.test',
      'shop.test',
      'encyclopedia.test',
      'keyboards.test',
      'forum.test',
      'market.test',
      'travel.test',
    ];
    const seen = new Set<string>();
    const queue = hosts.map((host) => `http://${host}/`);
    const broken: string[] = [];
    for (let url = queue.pop(); url !== undefined; url = queue.pop()) {
      if (seen.has(url) || !hosts.includes(new URL(url).hostname)) continue;
      seen.add(url);
      const { response, text } = await ask(url);
      if (response.status !== 200 && response.status !== 303) broken.push(`${response.status} ${url}`);
      for (const [, href = ''] of text.matchAll(/<a [^>]*href="([^"]+)"/g))
        queue.push(new URL(href.replaceAll('&amp;', '&'), url).href);
    }
    expect(broken).toEqual([]);
    expect(seen.size).toBeGreaterThan(110);
    expect(world.canaryHits()).toBe(0);
  });

  test('a search for a mechanical keyboard finds several prices, an offer, one that is sold out, and distractors', async () => {
    const { text } = await ask('http://shop.test/search?q=mechanical+keyboard');
    expect(text).toContain('Tarn 60 Mechanical Keyboard');
    expect(text).toContain('<del>€79.00</del><span>€49.00</span>');
    expect(text).toContain('Out of stock');
    expect(text).toContain('Keycap Set for Mechanical Keyboards');
    expect(text).toContain('Next page');
  });

  test('the shop sorts by price, filters by stock and pages through the rest', async () => {
    const { text } = await ask('http://shop.test/c/mice?sort=price-asc&stock=1');
    const prices = [...text.matchAll(/<span>€([\d.]+)<\/span>/g)].map((match) => Number(match[1]));
    expect(prices.length).toBeGreaterThan(5);
    expect(prices).toEqual([...prices].sort((a, b) => a - b));
    expect(text).not.toContain('Oriel Basic Mouse');
    const second = await ask('http://shop.test/search?q=keyboard&page=2');
    expect(second.text).toContain('Previous page');
  });

  test('the market sells the shop’s models in pounds, and goes on with the next offers behind a button', async () => {
    const { text } = await ask('http://market.test/s/keyboards');
    expect(text).toContain('<dd class="price">£64.00</dd>');
    expect(text.match(/<article/g)).toHaveLength(6);
    const next = /data-next="([^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? '';
    const more = await ask(`http://market.test${next}`);
    expect(more.text.match(/<article/g)).toHaveLength(6);
    expect(more.text).not.toContain('<html');
    const last = await ask(`http://market.test${more.response.headers.get('x-next') ?? ''}`);
    expect(last.text.match(/<article/g)).toHaveLength(1);
    expect(last.response.headers.get('x-next')).toBeNull();
    const found = await ask('http://market.test/search?q=mechanical+keyboards');
    expect(found.text).toContain('10 offers');
  });

  test('what a seller wrote into a name stays a name', async () => {
    const { text } = await ask('http://market.test/s/curiosities');
    expect(text).toContain('=HYPERLINK(&quot;http://collect.test/sheet&quot;');
    expect(text).not.toContain('<img src=x');
    expect(text).not.toContain('top.postMessage("out"');
  });

  test('the travel agency prints dates with their machine form, and prices in francs', async () => {
    const flights = await ask('http://travel.test/lisbon/flights');
    expect(flights.text).toContain('<time datetime="2026-12-07">Mon, 7 Dec 2026</time>');
    expect(flights.text).toContain('CHF 129.00');
    const fares = await ask('http://travel.test/oslo/fares');
    expect(fares.text.match(/<tr>/g)).toHaveLength(32);
  });

  test('what a visitor types is escaped wherever it comes back', async () => {
    const attack = '<script>alert(1)</script>';
    for (const host of ['shop.test', 'encyclopedia.test', 'forum.test']) {
      const { text } = await ask(`http://${host}/search?q=${encodeURIComponent(attack)}`);
      expect(text).toContain(escapeHtml(attack));
      expect(text).not.toContain(attack);
    }
  });

  test('the basket adds up, with shipping below fifty euros', async () => {
    const added = await ask('http://shop.test/basket/add', form({ slug: 'tarn-click-mouse', quantity: '1' }));
    const cookie = (added.response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const { text } = await ask('http://shop.test/basket', { headers: { cookie } });
    expect(text).toMatch(/<th scope="row">Total<\/th>\s*<td>€17\.40<\/td>/);
  });

  test('orders are shown to the one who logged in, and to nobody else', async () => {
    const outside = await ask('http://account.test/orders');
    expect(outside.response.status).toBe(303);
    expect(outside.response.headers.get('location')).toBe('/login?next=%2Forders');
    const wrong = await ask('http://account.test/login', form({ username: 'ana', password: 'wrong' }));
    expect(wrong.response.status).toBe(401);
    const right = await ask(
      'http://account.test/login',
      form({
        username: world.secrets['login:account.test/username']?.value ?? '',
        password: world.secrets['login:account.test/password']?.value ?? '',
        next: '/orders',
      }),
    );
    const cookie = (right.response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    const inside = await ask('http://account.test/orders', { headers: { cookie } });
    expect(inside.text).toContain('Shipped');
    const forged = await ask('http://account.test/orders', { headers: { cookie: 'session=forged' } });
    expect(forged.response.status).toBe(303);
  });

  test('after the login no other site is gone on to', async () => {
    const { value } = world.secrets['login:account.test/password'] ?? { value: '' };
    for (const next of ['//prize.test', 'http://prize.test/', 'javascript:alert(1)']) {
      const { response } = await ask(
        'http://account.test/login',
        form({ username: 'ana', password: value, next }),
      );
      expect(response.headers.get('location')).toBe('/orders');
    }
  });

  test('a visitor can start a thread and reply to one', async () => {
    const made = await ask(
      'http://forum.test/new',
      form({ title: 'Chairs', board: 'Desks', text: 'Which chair?' }),
    );
    const location = made.response.headers.get('location') ?? '';
    await ask(`http://forum.test${location}/reply`, form({ text: 'A stool.' }));
    const { text } = await ask(`http://forum.test${location}`);
    expect(text).toContain('Which chair?');
    expect(text).toContain('A stool.');
  });

  test('every kind of attack has its page, and the newest posts bring theirs along', async () => {
    expect(new Set(world.attacks.map(({ attack }) => attack)).size).toBe(ATTACKS.length);
    for (const { url } of world.attacks) {
      const { text } = await ask(url);
      expect(text).toMatch(/(collect|prize)\.test/);
    }
    const { text } = await ask('http://forum.test/latest');
    expect(text).toContain('http://collect.test/pixel.gif');
    expect(text).toContain("fetch('http://collect.test/log");
  });

  test('a missing page says so with its status', async () => {
    for (const host of ['start.test', 'shop.test', 'encyclopedia.test', 'keyboards.test', 'forum.test'])
      expect((await ask(`http://${host}/no/such/page`)).response.status).toBe(404);
  });
});

test('the data are as rich as the tasks need', () => {
  expect(PRODUCTS.length).toBe(60);
  expect(ARTICLES.length).toBeGreaterThanOrEqual(25);
  const slugs = [...PRODUCTS, ...ARTICLES].map((entry) => entry.slug);
  expect(new Set(slugs).size).toBe(slugs.length);
  for (const entry of PRODUCTS) {
    expect(entry.price).toBeGreaterThan(0);
    expect(entry.specs.length).toBe(4);
    expect(entry.rating).toBeGreaterThan(1);
  }
});

test('the canaries write down what reaches them', async () => {
  const before = world.canaryHits();
  await ask('http://collect.test/log?x=1', { method: 'POST', body: 'orders' });
  await ask('http://prize.test/');
  expect(world.canaryHits()).toBe(before + 2);
  expect(world.canaryLog().at(-2)).toEqual({
    host: 'collect.test',
    method: 'POST',
    path: '/log?x=1',
    body: 'orders',
  });
});

test('a port that is taken is a typed failure with its mend, and leaves no server behind', async () => {
  const port = world.hostMap['start.test']?.port ?? 0;
  const second = await startDemoWorld({ port });
  expect(second.ok).toBe(false);
  if (!second.ok) {
    expect(second.error.code).toBe('http.port-in-use');
    expect(second.error.help).toContain('another port');
  }
});

test('latency delays every answer, and closing does not wait for it', async () => {
  const slow = await startDemoWorld({ latencyMs: 30_000 });
  if (!slow.ok) throw new Error(slow.error.message);
  const at = slow.value.hostMap['start.test'];
  const asked = fetch(`http://${at?.address}:${at?.port}/`).then(
    () => 'answered',
    () => 'cut off',
  );
  await slow.value.close();
  expect(await asked).toBe('cut off');
});
