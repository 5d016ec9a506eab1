// NAVIGATE, RELOAD, BACK, FORWARD: a document is asked for, and the answer is a document or a reason.
import { describe, fail, failure, ok, type Failure, type Result } from '#policy/language/failure.ts';
import { dialledHost, hostOfAddress, urlFacts } from '#policy/requests/host.ts';
import type { Downloads } from '#executors/guards/downloads/downloads.ts';
import type { Expectation } from '#executors/page/expectation.ts';
import type { Page } from '#executors/page/page.ts';
import { STOPPED_MS } from '#executors/page/unresponsive.ts';
import {
  BEGIN_DEADLINE_MS,
  VERDICT_DEADLINE_MS,
  before,
  loadDeadline,
  mustAnswer,
  settle,
} from './settle.ts';

const UNTRUSTED =
  'nobody that this machine trusts vouches for the site’s certificate; nothing was sent to it';

export type NavigateContext = {
  readonly page: Page;
  readonly expectation: Expectation;
  readonly signal: AbortSignal;
  readonly refusalOf: (host: string) => Failure | null;
  readonly downloads: Downloads;
};

/** What a caller may write itself, as a document without an origin: nothing of any site is in it. */
const OWN_DOCUMENT = /^data:text\/(?:html|plain)[;,]/iu;
const MAX_OWN_DOCUMENT_CHARACTERS = 65_536;

/**
 * Errors: `act.bad-url`. Only http and https; besides, `about:blank`, and a page or text in a `data:` address (decided as the caller's own
 * script: policy/acts/navigation-acts.ts). Returns the canonical form.
 */
export function checkUrl(url: string): Result<string> {
  const parsed = URL.parse(url);
  if (OWN_DOCUMENT.test(url) && url.length <= MAX_OWN_DOCUMENT_CHARACTERS) return ok(url);
  if (parsed === null) {
    return fail('act.bad-url', `\`${url}\` is not an absolute URL`, {
      help: 'write it out, as https://example.org/',
    });
  }
  const allowed =
    parsed.protocol === 'http:' || parsed.protocol === 'https:' || parsed.href === 'about:blank';
  if (!allowed) {
    return fail('act.bad-url', `the scheme of \`${parsed.protocol}\` is refused`, {
      help: 'a tab opens http and https only',
      details: { scheme: parsed.protocol },
    });
  }
  if (parsed.username !== '' || parsed.password !== '') {
    return fail('act.bad-url', 'a URL with a user name or a password in it is refused', {
      help: 'leave out what stands before the @',
    });
  }
  // Spelt so that it shows one host and reaches another: the policy reads none of these, and nothing else does.
  const read = urlFacts(url);
  if (!read.ok)
    return fail(
      'act.bad-url',
      read.error.message,
      read.error.help === undefined ? {} : { help: read.error.help },
    );
  return ok(parsed.href);
}

export async function navigate(context: NavigateContext, url: string): Promise<Result<void>> {
  const checked = checkUrl(url);
  if (!checked.ok) return checked;
  const { page } = context;
  const start = before(page);
  const sent = page.session.send(
    'Page.navigate',
    { url: checked.value },
    { deadlineMs: VERDICT_DEADLINE_MS },
  );
  const answered = new AbortController();
  const watch = AbortSignal.any([context.signal, answered.signal]);
  const answer = await Promise.race([sent, late(page, watch)]).finally(() => answered.abort());
  if (answer === null) {
    // While it is on its way, the page that is there is not let to answer.
    await page.session.send('Page.stopLoading');
    await page.waiter.until(() => page.navigating === null, STOPPED_MS, context.signal);
    await mustAnswer(page);
    return fail('act.timed-out', `\`${checked.value}\` gave no answer in time`, {
      help: 'its server says nothing, or too little: try again later, or go elsewhere',
    });
  }
  const { errorText, loaderId, isDownload } = answer;
  if (isDownload === true) {
    const { refused, files } = context.expectation;
    await page.waiter.until(
      () => refused.length > 0 || context.expectation.downloads > 0,
      1_000,
      context.signal,
    );
    await context.downloads.settled(context.expectation, context.signal);
    const [error] = refused;
    if (error !== undefined) return { ok: false, error };
    if (files.length > 0) return ok(undefined);
    return fail('act.navigation-denied', `\`${checked.value}\` is a download`, {
      help: 'it was not carried out',
    });
  }
  if (errorText !== undefined) {
    await errorPage(context, start.documentId, errorText);
    return failed(context, checked.value, errorText);
  }
  if (loaderId !== undefined) {
    await page.waiter.until(() => page.documentId === loaderId, 5_000, context.signal);
  }
  const settled = await settle(page, start, context.expectation, context.signal);
  return settled.ok ? refusedAnswer(context) : settled;
}

export async function history(context: NavigateContext, step: -1 | 0 | 1): Promise<Result<void>> {
  const { page, signal } = context;
  const start = before(page);
  if (step === 0) {
    await page.session.send('Page.reload', {});
  } else {
    const { currentIndex, entries } = await page.history();
    const entry = entries[currentIndex + step];
    if (entry === undefined) return fail('act.not-actionable', 'there is no such page in the history');
    await page.session.send('Page.navigateToHistoryEntry', { entryId: entry.id });
  }
  await page.waiter.until(
    () =>
      page.documentId !== start.documentId ||
      page.url !== start.url ||
      context.expectation.refused.length > 0,
    loadDeadline(),
    signal,
  );
  const settled = await settle(page, start, context.expectation, signal);
  return settled.ok ? refusedAnswer(context) : settled;
}

/** `null` when the time is over that no verdict was being waited for. */
async function late(page: Page, signal: AbortSignal): Promise<null> {
  for (;;) {
    await page.waiter.until(() => page.held === 0, VERDICT_DEADLINE_MS, signal);
    if (!(await page.waiter.until(() => page.held > 0, loadDeadline(), signal))) return null;
  }
}

/** What failed leaves an error page, and the document before it is gone; what was refused or cut short leaves it where it is. */
async function errorPage(
  { page, expectation, signal }: NavigateContext,
  documentId: string,
  errorText: string,
) {
  if (errorText === 'net::ERR_ABORTED' || expectation.refused.length > 0) return;
  await page.waiter.until(() => page.documentId !== documentId, BEGIN_DEADLINE_MS, signal);
}

function failed(context: NavigateContext, url: string, errorText: string): Result<never> {
  const [refused] = context.expectation.refused;
  if (refused !== undefined) return { ok: false, error: refused };
  const why = context.refusalOf(hostOf(url)) ?? null;
  if (why !== null) return { ok: false, error: denied(url, why) };
  return fail('act.navigation-failed', `\`${url}\` could not be loaded`, {
    cause: errorText,
    details: { url, errorText },
    ...mendOf(errorText),
  });
}

/** By the browser's own names of what went wrong. */
const MENDS: readonly (readonly [start: string, help: string])[] = [
  ['net::ERR_CERT_', UNTRUSTED],
  [
    'net::ERR_SSL_',
    'the server does not speak https as it should: look at its set-up, or try http:// if it is your own',
  ],
  [
    'net::ERR_UNSAFE_PORT',
    'the browser never asks this port, which belongs to another service: use another port',
  ],
  ['net::ERR_NAME_NOT_RESOLVED', 'no name server knows this host: check how it is spelt'],
  ['net::ERR_CONNECTION_REFUSED', 'nothing listens there: start the server, or check the port'],
  ['net::ERR_EMPTY_RESPONSE', 'the server closed the connection without a word: is it http or https?'],
  ['net::ERR_INVALID_HTTP_RESPONSE', 'what answers there does not speak http: is it https?'],
  [
    'net::ERR_TOO_MANY_REDIRECTS',
    'the site leads in a circle: its cookies may be missing, or its set-up wrong',
  ],
];

/** Of what our own side could not look up or reach, in the browser's names. */
const NETWORK_ERRORS = [
  ['ECONNREFUSED', 'net::ERR_CONNECTION_REFUSED'],
  ['network.resolution-failed', 'net::ERR_NAME_NOT_RESOLVED'],
] as const;
const LOOK_AT_IT = 'its server may be down: try again later, or go elsewhere';

const isCausedBy = ({ code, cause }: Failure, what: string): boolean =>
  code === what || describe(cause).includes(what);

const mendOf = (errorText: string): { readonly help?: string } => {
  const help = MENDS.find(([start]) => errorText.startsWith(start))?.[1];
  return help === undefined ? {} : { help };
};

/** Over plain http a refusal of the proxy arrives as a document of its own; the history may lead to an error page. */
function refusedAnswer({ page, refusalOf }: NavigateContext): Result<void> {
  const url = page.refusedUrl;
  if (url === null) return ok(undefined);
  const why = refusalOf(hostOf(url));
  if (why !== null) return { ok: false, error: denied(url, why) };
  if (page.unreachable) return unreachable(url, 'the browser shows an error page');
  // Why may be forgotten by now: another request to the same host, for its icon, was let through meanwhile.
  return page.blocked === null ? unreachable(url, 'it could not be reached') : ok(undefined);
}

const unreachable = (url: string, cause: string): Result<never> =>
  fail('act.navigation-failed', `\`${url}\` could not be loaded`, {
    cause,
    help: LOOK_AT_IT,
    details: { url },
  });

function denied(url: string, why: Failure): Failure {
  if (why.code === 'network.resolution-failed' || why.code === 'network.unreachable') {
    return failure('act.navigation-failed', `\`${url}\` could not be loaded: ${why.message}`, {
      help:
        why.help ?? mendOf(NETWORK_ERRORS.find(([of]) => isCausedBy(why, of))?.[1] ?? '').help ?? LOOK_AT_IT,
      details: { url, network: why.code },
      ...(why.cause === undefined ? {} : { cause: why.cause }),
    });
  }
  return failure('act.navigation-denied', `the navigation to \`${url}\` was refused: ${why.message}`, {
    details: { url, network: why.code },
    ...(why.help === undefined ? {} : { help: why.help }),
  });
}

const hostOf = (url: string): string => dialledHost(hostOfAddress(url));
