// Adversarial addresses: the policy reads the host that stands in the table, and the browser goes to no other.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostOfUrl, urlFacts } from '#policy/requests/host.ts';
import { launchTestBrowser, type TestBrowser } from '#test/fixtures/chromium.ts';
import { URLS } from './urls.ts';

const policyHost = (url: string): string | null => {
  const facts = urlFacts(url);
  return facts.ok ? facts.value.host : null;
};

test('the table has at least 150 addresses, each once', () => {
  expect(URLS.length).toBeGreaterThanOrEqual(150);
  expect(new Set(URLS.map(([url]) => url)).size).toBe(URLS.length);
});

test.each(URLS)('the policy reads %j as the host %j', (url, host) => {
  expect(policyHost(url)).toBe(host);
});

describe('the browser', () => {
  let browser: TestBrowser;
  let page: Page;
  /** Host of each request, by the name of its frame. */
  const asked = new Map<string, string | null>();

  beforeAll(async () => {
    browser = await launchTestBrowser({ serviceWorkers: 'block' });
    const [first] = browser.context.pages();
    page = first ?? (await browser.context.newPage());
    await page.route('**/*', async (route) => {
      const url = route.request().url();
      if (url === 'http://start.test/') {
        await route.fulfill({ contentType: 'text/html', body: '<title>start</title>' });
        return;
      }
      asked.set(route.request().frame().name(), hostOfUrl(new URL(url)));
      await route.abort();
    });
    await page.goto('http://start.test/');
  });
  afterAll(() => browser.close());

  test('parses none of them as another host than the policy does', async () => {
    const parsed = await page.evaluate(
      (urls) => urls.map((url) => (URL.canParse(url) ? new URL(url).href : null)),
      URLS.map(([url]) => url),
    );
    const disagreements = URLS.flatMap(([url, host], at) => {
      const href = parsed[at] ?? null;
      // What the policy refuses goes nowhere, whatever a browser reads in it.
      if (host === null) return [];
      const theirs = href === null ? null : hostOfUrl(new URL(href));
      return theirs === host ? [] : [{ url, policy: host, browser: href }];
    });
    expect(disagreements).toEqual([]);
  });

  test('a link with one of them leads where the policy read, from a page as well', async () => {
    const led = await page.evaluate(
      (urls) =>
        urls.map((url) => {
          const link = document.createElement('a');
          link.setAttribute('href', url);
          return link.hostname;
        }),
      URLS.filter(([, host]) => host !== null).map(([url]) => url),
    );
    const expected = URLS.flatMap(([, host]) => (host === null ? [] : [host]));
    expect(led.map((host) => hostOfUrl(new URL(`http://${host}/`)))).toEqual(expected);
  });

  test('navigates a frame to no other host than the policy read', async () => {
    asked.clear();
    const read = URLS.filter(([, host]) => host !== null);
    await page.evaluate(
      (urls) =>
        urls.forEach((url, at) => {
          const frame = document.createElement('iframe');
          frame.name = `frame-${at}`;
          document.body.append(frame);
          frame.src = url;
        }),
      read.map(([url]) => url),
    );
    await expect.poll(() => asked.size, { timeout: 30_000 }).toBe(read.length);
    const expected = read.map(([, host], at) => [`frame-${at}`, host]);
    expect(expected.filter(([name = '', host]) => asked.get(name ?? '') !== host)).toEqual([]);
  });

  test.each(URLS.filter(([, host], at) => host !== null && at % 7 === 0))(
    'navigates the page by %j to %s alone',
    async (url, host) => {
      asked.clear();
      await page.goto(url).catch(() => undefined);
      expect([...asked.values()]).toEqual([host]);
    },
  );
});
