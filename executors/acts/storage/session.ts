// SESSION_SAVE and SESSION_LOAD: takes out what a tab has of the document's own origin as a whole, and puts it back as a whole.
// INVARIANT: nothing of another origin leaves or comes in; what is put back replaces what was there, and is of this very origin.
import { isSameOrigin } from '#policy/acts/gate.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { belongsTo } from '#policy/acts/storage-acts.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import type { CdpResult } from '#executors/cdp/types.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { PassedCookie } from '#executors/contract/cookie.ts';
import type { Page } from '#executors/page/page.ts';
import type { TabSession } from '#executors/contract/tool-outcome.ts';
import { workOnStorage, type StorageJob, type StorageReport } from './in-page.ts';
import { setCookie } from './passthrough.ts';

const MAX_ENTRIES = 10_000;
const MAX_CHARACTERS = 6 * 1024 * 1024;
const AREAS = ['LOCAL_STORAGE', 'SESSION_STORAGE'] as const;

type Cookie = CdpResult<'Network.getAllCookies'>['cookies'][number];
type Entries = Readonly<Record<string, string>>;

/** Errors: `act.no-storage`, `act.too-large`. */
export async function saveSession(page: Page): Promise<Result<ActOutcome>> {
  const { url } = page;
  const parsed = URL.parse(url);
  if (parsed === null || !/^https?:$/u.test(parsed.protocol)) return noSite(url);
  const [local, session] = await Promise.all(AREAS.map((area) => read(page, area)));
  if (local === undefined || session === undefined) return noSite(url);
  if (!local.ok) return local;
  if (!session.ok) return session;
  const cookies = (await cookiesOf(page, parsed)).map(passed);
  const { origin } = parsed;
  const state = { origin, cookies, localStorage: local.value, sessionStorage: session.value };
  return ok({ kind: 'SESSION_STATE', state, document: page.document() });
}

/** Storage first: where the document has none, no cookie is touched. Errors: `act.no-storage`, `act.bad-domain`. */
export async function loadSession(page: Page, name: string, text: string): Promise<Result<ActOutcome>> {
  const { url } = page;
  const state = parseState(text);
  const parsed = URL.parse(url);
  if (parsed === null || !isSameOrigin(state.origin, url)) {
    return fail('act.bad-domain', `the session is of \`${state.origin}\`, and the tab shows another site`, {
      help: 'go there first; nothing was set',
    });
  }
  const foreign = state.cookies.find(({ host, hostOnly }) =>
    hostOnly ? host !== parsed.hostname : !belongsTo(parsed.hostname, host),
  );
  if (foreign !== undefined) {
    return fail('act.bad-domain', `a cookie of \`${foreign.host}\` is none of \`${parsed.hostname}\``, {
      help: 'nothing was set',
    });
  }
  const kept = [state.localStorage, state.sessionStorage];
  for (const [at, area] of AREAS.entries()) {
    const put = await replace(page, area, kept[at] ?? {});
    if (!put.ok) return put;
  }
  for (const { name: old, domain, path, partitionKey } of await cookiesOf(page, parsed)) {
    const partition = partitionKey === undefined ? {} : { partitionKey };
    await page.session.send('Network.deleteCookies', { name: old, domain, path, ...partition });
  }
  const refused: string[] = [];
  for (const cookie of state.cookies) if (!(await setCookie(page, cookie))) refused.push(cookie.name);
  return ok({
    kind: 'SESSION',
    did: 'LOADED',
    name,
    origin: state.origin,
    cookies: state.cookies.length - refused.length,
    localStorage: Object.keys(state.localStorage).length,
    sessionStorage: Object.keys(state.sessionStorage).length,
    refused,
    document: page.document(),
  });
}

const noSite = (url: string): Result<never> =>
  fail('act.no-storage', `\`${url}\` is no site’s`, { help: 'go to the site first' });

/** Those that a request for some address of the origin carries. */
async function cookiesOf(page: Page, { hostname, protocol }: URL): Promise<readonly Cookie[]> {
  const { cookies } = await page.session.send('Network.getAllCookies');
  return cookies.filter(({ domain, secure }) => {
    const fits = domain.startsWith('.') ? belongsTo(hostname, domain.slice(1)) : domain === hostname;
    return fits && (!secure || protocol === 'https:' || hostname === 'localhost');
  });
}

function passed(cookie: Cookie): PassedCookie {
  const { name, value, domain, path, secure, httpOnly, sameSite = null, expires, session } = cookie;
  const { priority, partitionKey = null } = cookie;
  return {
    name,
    value,
    host: domain.replace(/^\./u, ''),
    hostOnly: !domain.startsWith('.'),
    path,
    secure,
    httpOnly,
    sameSite,
    expires: session || expires < 0 ? null : expires,
    priority,
    partitionKey,
  };
}

/** A document of no origin of its own has none: that is nothing to save. */
async function read(page: Page, storage: (typeof AREAS)[number]): Promise<Result<Entries>> {
  const job = jobOf('READ', storage, null, '');
  const { entries, complete, problem } = await work(page, job);
  if (problem !== null) return ok({});
  if (!complete) return fail('act.too-large', `${storage} of this site is too large to save`);
  return ok(Object.fromEntries(entries.map(({ key, value }) => [key, value])));
}

async function replace(page: Page, storage: (typeof AREAS)[number], entries: Entries): Promise<Result<void>> {
  const keys = Object.entries(entries);
  const cleared = await work(page, jobOf('CLEAR', storage, null, ''));
  const none = keys.length === 0;
  if (cleared.problem !== null) return none ? ok(undefined) : noStorage(storage, cleared.problem);
  for (const [key, value] of keys) {
    const { problem } = await work(page, jobOf('WRITE', storage, key, value));
    if (problem !== null) return noStorage(storage, problem);
  }
  return ok(undefined);
}

const noStorage = (storage: string, cause: string): Result<never> =>
  fail('act.no-storage', `${storage} of this document could not be used`, {
    cause,
    help: 'the document has it only where the policy grants it',
  });

const jobOf = (
  does: StorageJob['does'],
  storage: (typeof AREAS)[number],
  key: string | null,
  value: string,
): StorageJob => ({
  does,
  storage,
  key,
  value,
  entriesAtMost: MAX_ENTRIES,
  charactersAtMost: MAX_CHARACTERS,
});

async function work(page: Page, job: StorageJob): Promise<StorageReport> {
  try {
    return await page.evaluate(`(${String(workOnStorage)})(${JSON.stringify(job)})`, parseReport);
  } catch (thrown) {
    if (thrown instanceof CdpError || page.session.connection.closed) throw thrown;
    return {
      entries: [],
      complete: true,
      problem: thrown instanceof Error ? thrown.message : String(thrown),
    };
  }
}

// Made by our own function in a world that the page cannot reach.
const parseReport = (value: unknown): StorageReport => value as StorageReport;
// Written by the gateway from a checked session, and bound by its digest to the authorisation.
const parseState = (text: string): TabSession => JSON.parse(text) as TabSession;
