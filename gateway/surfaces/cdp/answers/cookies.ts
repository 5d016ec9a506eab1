// Cookies of a client's own tabs, each by an act that is decided for the site of the page that is there.
// INVARIANT: of another site than its page's none is set or deleted; a parameter that would not be honoured is an error.
import { z } from 'zod';
import type { KeptCookie } from '#executors/contract/cookie.ts';
import { hostOfAddress } from '#policy/requests/host.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { done, ERROR, notDone, unknownContext, wrong } from '#gateway/surfaces/cdp/call/message.ts';
import type { Told } from '#gateway/surfaces/cdp/call/message.ts';
import { ofBrowser, ofPage } from '#gateway/surfaces/cdp/call/contract.ts';
import type { Asked, Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { shownOf } from '#gateway/surfaces/cdp/call/target.ts';
import type { OwnTarget } from '#gateway/surfaces/cdp/call/target.ts';

const MOST_COOKIES = 100;
const MOST_URLS = 20;
const MOST_TEXT = 4_096;
const ENDS_WITH_BROWSER = -1;
const text = z.string().max(MOST_TEXT);
const address = z.string().max(100_000);
const contextId = z.string().max(200).optional();

const unpartitioned = z
  .never({
    error: 'a cookie is of its host whatever stands around it: no partition is set by itself',
  })
  .optional();

const cookie = z.strictObject({
  name: text,
  value: text,
  url: address.optional(),
  domain: text
    .regex(/^(?!\.)/u, {
      error: 'a cookie is of one host: for its subdomains, by a dot before it, there is none',
    })
    .optional(),
  path: text.optional(),
  secure: z.boolean().optional(),
  httpOnly: z.boolean().optional(),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
  expires: z.number().optional(),
  priority: z.literal('Medium', { error: 'a cookie has the priority that all have' }).optional(),
  sourceScheme: z.enum(['Unset', 'NonSecure', 'Secure']).optional(),
  sourcePort: z.int().optional(),
  partitionKey: unpartitioned,
});
type Cookie = z.output<typeof cookie>;

/** Puppeteer hands over a whole cookie; what Chromium leaves out of it is left out here. */
const named = z.looseObject({
  name: text,
  url: address.optional(),
  domain: text.optional(),
  path: z.never({ error: 'a cookie is deleted by its name, whatever its path' }).optional(),
  partitionKey: z.strictObject({ topLevelSite: address, hasCrossSiteAncestor: z.literal(false) }).optional(),
});

export const COOKIE_METHODS: Readonly<Record<string, Method>> = {
  'Storage.getCookies': ofBrowser(z.strictObject({ browserContextId: contextId }), async (given, asked) => {
    const within = tabsOf(given.browserContextId, asked);
    return within === null ? unknownContext() : readAll(within, [undefined], asked);
  }),
  'Storage.setCookies': ofBrowser(
    z.strictObject({ cookies: z.array(cookie).max(MOST_COOKIES), browserContextId: contextId }),
    async ({ cookies, browserContextId }, asked) => {
      const within = tabsOf(browserContextId, asked);
      return within === null ? unknownContext() : setAll(within, cookies, asked);
    },
  ),
  'Storage.clearCookies': ofBrowser(z.strictObject({ browserContextId: contextId }), async (given, asked) => {
    const within = tabsOf(given.browserContextId, asked);
    if (within === null) return unknownContext();
    // Each at the host that it is at before the first is asked about, or not at all.
    const placed = within.filter(isAtSite).map((target) => ({ target, host: hostOf(target) }));
    for (const { target, host } of placed) {
      if (hostOf(target) !== host) return left(asked.method, host);
      // oxlint-disable-next-line no-await-in-loop -- what is refused is followed by no other
      const cleared = await asked.act(target, { type: 'COOKIE_CLEAR', host });
      if (!cleared.ok) return notDone(asked.method, cleared.error);
    }
    return done();
  }),
  'Network.getCookies': ofPage(
    z.strictObject({ urls: z.array(address).min(1).max(MOST_URLS).optional() }),
    ({ urls }, asked) => readAll([asked.target], urls ?? [undefined], asked),
  ),
  'Network.setCookie': ofPage(cookie, async (one, asked) => {
    const set = await setAll([asked.target], [one], asked);
    return 'error' in set ? set : done({ success: true });
  }),
  'Network.setCookies': ofPage(
    z.strictObject({ cookies: z.array(cookie).max(MOST_COOKIES) }),
    ({ cookies }, asked) => setAll([asked.target], cookies, asked),
  ),
  'Network.deleteCookies': ofPage(named, async ({ name, url, domain, partitionKey }, asked) => {
    if (!isOf(asked.target, { url, domain })) return elsewhere();
    // Puppeteer deletes once more what lies in the partition of the page itself, which goes by its name as well; it loses the colon.
    const site = partitionKey?.topLevelSite.replace(/^(https?)(?=\/\/)/u, '$1:');
    if (!isOf(asked.target, { url: site })) return elsewhere();
    const host = hostOf(asked.target);
    const cleared = await asked.act(asked.target, { type: 'COOKIE_CLEAR', name, host });
    return cleared.ok ? done() : notDone(asked.method, cleared.error);
  }),
};

/** Without a context: those that the client made none for. `null`: no context of its. */
function tabsOf(id: string | undefined, { targets }: Asked): readonly OwnTarget[] | null {
  if (id !== undefined) return targets.context(id) === null ? null : targets.within(id);
  return targets.all().filter((one) => targets.context(one.contextId) === null);
}

const urlOf = (target: OwnTarget): string => shownOf(target).url;
const hostOf = (target: OwnTarget): string => hostOfAddress(urlOf(target)) ?? '';
/** Elsewhere there are none. */
const isAtSite = (target: OwnTarget): boolean => /^https?:/u.test(urlOf(target));

async function readAll(
  tabs: readonly OwnTarget[],
  urls: readonly (string | undefined)[],
  asked: Asked,
): Promise<Told> {
  const found = new Map<string, KeptCookie>();
  for (const target of tabs.filter(isAtSite))
    for (const url of urls) {
      // oxlint-disable-next-line no-await-in-loop -- what is refused is followed by no other
      const read = await kept(target, url, asked);
      if (!read.ok) return notDone(asked.method, read.error);
      for (const one of read.value) found.set(JSON.stringify([one.name, one.domain, one.path]), one);
    }
  const about = { priority: 'Medium', sourceScheme: 'Unset', sourcePort: -1 };
  return done({ cookies: [...found.values()].map((one) => ({ ...one, ...about })) });
}

async function kept(
  target: OwnTarget,
  url: string | undefined,
  { act }: Asked,
): Promise<Result<readonly KeptCookie[]>> {
  const read = await act(target, { type: 'COOKIE_READ', ...(url === undefined ? {} : { url }) });
  if (!read.ok) return read;
  const { outcome } = read.value;
  return ok(outcome.kind === 'STORED' ? (outcome.cookies ?? []) : []);
}

/** All of them have their place before the first is set, and each is set there or not at all: a person may be asked about each. */
async function setAll(tabs: readonly OwnTarget[], cookies: readonly Cookie[], asked: Asked): Promise<Told> {
  const placed: { readonly one: Cookie; readonly target: OwnTarget; readonly host: string }[] = [];
  for (const one of cookies) {
    const target = tabs.find((tab) => isOf(tab, one));
    if (target === undefined) return elsewhere();
    placed.push({ one, target, host: hostOf(target) });
  }
  for (const { one, target, host } of placed) {
    if (!isAtSite(target) || hostOfAddress(urlOf(target)) !== host) return left(asked.method, host);
    const { name, value, path, secure, httpOnly, sameSite, expires } = one;
    // oxlint-disable-next-line no-await-in-loop -- what is refused is followed by no other
    const written = await asked.act(target, {
      type: 'COOKIE_WRITE',
      host,
      cookie: {
        name,
        value,
        ...(path === undefined ? {} : { path }),
        ...(secure === undefined ? {} : { secure }),
        ...(httpOnly === undefined ? {} : { httpOnly }),
        ...(sameSite === undefined ? {} : { sameSite }),
        ...(expires === undefined || expires === ENDS_WITH_BROWSER ? {} : { expires }),
      },
    });
    if (!written.ok) return notDone(asked.method, written.error);
  }
  return done();
}

type Place = Pick<Cookie, 'url' | 'domain' | 'sourceScheme' | 'sourcePort'>;

/** Of the host, the scheme and the port of the page that is there, as far as they are given; a cookie knows no port of an address. */
function isOf(target: OwnTarget, { url, domain, sourceScheme, sourcePort = -1 }: Place): boolean {
  if (!isAtSite(target)) return false;
  const page = URL.parse(urlOf(target));
  if (page === null) return false;
  const isSecure = page.protocol === 'https:';
  if (url !== undefined && URL.parse(url)?.protocol !== page.protocol) return false;
  if (sourceScheme === (isSecure ? 'NonSecure' : 'Secure')) return false;
  if (sourcePort !== -1 && sourcePort !== Number(page.port || (isSecure ? 443 : 80))) return false;
  const host = hostOfAddress(page.href);
  const hosts = [
    ...(url === undefined ? [] : [hostOfAddress(url)]),
    ...(domain === undefined ? [] : [domain.replace(/^\./u, '')]),
  ];
  return hosts.every((one) => one === host);
}

const elsewhere = (): Told =>
  wrong(
    ERROR.refused,
    'a cookie is set and deleted at its own site’s page alone, by its host and scheme: go to that site first',
  );

function left(method: string, host: string): Told {
  const changed = fail('act.changed', `the page is no longer at \`${host}\``, {
    help: 'go to that site and do what is missing',
  });
  return notDone(method, changed.error);
}
