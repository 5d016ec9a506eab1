// OBSERVE: what was kept of a page, filtered, and a few figures of it as it stands.
// INVARIANT: it changes nothing in the page; a credential is in none of the texts and addresses that it hands out.
import { ok, type Failure, type Result } from '#policy/language/failure.ts';
import { dialledHost, hostOfAddress } from '#policy/requests/host.ts';
import type { ObserveAction } from '#policy/acts/tool-acts.ts';
import { urlPattern } from '#policy/requests/url-pattern.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { CredentialsOfTab } from '#executors/guards/known-credentials.ts';
import { listFrames } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import type { Refs } from '#executors/page/refs.ts';
import { ariaLook } from '#executors/perception/aria/aria-look.ts';
import { locate } from '#executors/perception/aria/locate.ts';
import { hideCredentials, withoutCredentials, type KnownCredentials } from '#executors/guards/sent-body.ts';
import type { ConsoleEntry, Observed, RequestView, ScriptError } from '#executors/contract/tool-outcome.ts';
import type { Routes } from '#executors/guards/routes/routes.ts';
import type { PageWatch } from '#executors/observe/page-watch.ts';
import type { RequestRecord } from '#executors/observe/request-log.ts';
import type { RemoteClients } from '#executors/page/remote/remote-clients.ts';
import { hidingOf } from '#executors/acts/hidden-values.ts';
import { lookRemotely } from '#executors/remote/look.ts';
import type { Ring } from '#executors/observe/ring.ts';

export type ObserveContext = {
  readonly page: Page;
  readonly refs: Refs;
  readonly targets: {
    readonly watchOf: (page: Page) => PageWatch;
    readonly routes: Routes;
    readonly remotes: RemoteClients<Page>;
  };
  readonly viewport: { readonly width: number; readonly height: number };
  readonly known: CredentialsOfTab;
  readonly refusalOf: (host: string) => Failure | null;
};

const API = new Set(['fetch', 'xhr']);

export async function observe(action: ObserveAction, context: ObserveContext): Promise<Result<ActOutcome>> {
  const { page } = context;
  const observed = await observation(action, context);
  if (!observed.ok) return observed;
  await page.history();
  return ok({ kind: 'OBSERVED', observed: observed.value, document: page.document() });
}

async function observation(action: ObserveAction, context: ObserveContext): Promise<Result<Observed>> {
  const { page, viewport } = context;
  const watch = context.targets.watchOf(page);
  const known = context.known.known();
  switch (action.what) {
    case 'PAGE': {
      const views = watch.requests.records.all().map((record) => viewOf(record, watch, known, context));
      const messages = watch.console.messages.all();
      return ok({
        what: 'PAGE',
        viewport,
        status: page.status,
        consoleErrors: messages.filter(({ level }) => level === 'error').length,
        consoleWarnings: messages.filter(({ level }) => level === 'warning').length,
        scriptErrors: watch.console.errors.all().length,
        failedRequests: views.filter(({ failed }) => failed).length,
        pendingRequests: views.filter(isPending).length,
      });
    }
    case 'CONSOLE': {
      const { messages } = watch.console;
      const total = messages.all().length;
      const wanted = messages
        .all()
        .filter(({ level }) => action.level === undefined || level === action.level);
      const entries = take(messages, wanted, action).map((entry): ConsoleEntry => ({
        ...entry,
        text: hideCredentials(entry.text, known),
        url: withoutCredentials(entry.url, known),
        from: withoutCredentials(entry.from, known),
      }));
      return ok({ what: 'CONSOLE', entries, total });
    }
    case 'ERRORS': {
      const { errors } = watch.console;
      const total = errors.all().length;
      const entries = take(errors, errors.all(), action).map((entry): ScriptError => ({
        ...entry,
        message: hideCredentials(entry.message, known),
        stack: hideCredentials(entry.stack, known),
        url: withoutCredentials(entry.url, known),
        from: withoutCredentials(entry.from, known),
      }));
      return ok({ what: 'ERRORS', entries, total });
    }
    case 'REQUESTS': {
      const fits = action.urlPattern === undefined ? ok(() => true) : urlPattern(action.urlPattern);
      if (!fits.ok) return fits;
      const { records } = watch.requests;
      const all = records.all().map((record) => ({ record, view: viewOf(record, watch, known, context) }));
      const wanted = all.filter(
        ({ record, view }) => fits.value(record.url) && isWanted(view, action.filter),
      );
      const views = new Map(wanted.map(({ record, view }) => [record, view]));
      const entries = take(records, [...views.keys()], action).flatMap((record) => views.get(record) ?? []);
      return ok({
        what: 'REQUESTS',
        entries,
        total: all.length,
        failed: all.filter(({ view }) => view.failed).length,
        pending: all.filter(({ view }) => isPending(view)).length,
      });
    }
    case 'PERFORMANCE':
      return ok({ what: 'PERFORMANCE', ...(await page.evaluate(FIGURES, parseFigures)) });
    case 'ARIA': {
      const looked = await ariaLook(page, action);
      if (!looked.ok) return looked;
      await context.known.readAround(page);
      const hide = (text: string): string => hideCredentials(text, context.known.known());
      const { text, parts } = looked.value;
      return ok({
        what: 'ARIA',
        text: hide(text),
        parts: parts.map((part) => ({ ...part, text: hide(part.text) })),
      });
    }
    case 'LOCATOR': {
      const located = await locate(page, context.refs, action.target);
      return located.ok ? ok({ what: 'LOCATOR', ...located.value }) : located;
    }
    case 'REMOTE': {
      await context.known.readAround(page);
      const hide = (text: string): string => hideCredentials(text, context.known.known());
      const { refs, targets } = context;
      const looked = await lookRemotely(action, {
        page,
        refs,
        remotes: targets.remotes,
        watch,
        hide,
        hideUrl: (url) => withoutCredentials(url, context.known.known()),
        hidingIn: async (frame) => {
          await context.known.readAround(page, frame.id);
          return hidingOf(context.known.known());
        },
      });
      return looked.ok ? ok({ what: 'REMOTE', ...looked.value }) : looked;
    }
    case 'FRAMES': {
      const frames = await listFrames(page);
      return ok({
        what: 'FRAMES',
        frames: frames.map(({ id: _id, ...frame }) => ({
          ...frame,
          url: withoutCredentials(frame.url, known),
        })),
      });
    }
    case 'ROUTES': {
      const fits = action.urlPattern === undefined ? ok(() => true) : urlPattern(action.urlPattern);
      if (!fits.ok) return fits;
      const { table } = context.targets.routes;
      const wanted = action.bodies === true ? table.captured().filter(({ url }) => fits.value(url)) : [];
      const captured = wanted.map((one) => ({
        ...one,
        url: withoutCredentials(one.url, known),
        from: withoutCredentials(one.from, known),
        body: one.body === null || one.base64 ? one.body : hideCredentials(one.body, known),
      }));
      return ok({ what: 'ROUTES', rules: table.list(), captured });
    }
  }
}

/** The newest of them, the oldest first; forgotten where that was asked for. */
function take<T>(
  ring: Ring<T>,
  wanted: readonly T[],
  { last, clear }: { readonly last?: number; readonly clear?: boolean },
): readonly T[] {
  const taken = last === undefined ? wanted : wanted.slice(Math.max(0, wanted.length - last));
  if (clear === true) ring.forget(new Set(wanted));
  return taken;
}

const isPending = ({ status, failed }: RequestView): boolean => status === null && !failed;

function isWanted(view: RequestView, filter: 'all' | 'failed' | 'pending' | 'api' = 'all'): boolean {
  switch (filter) {
    case 'all':
      return true;
    case 'failed':
      return view.failed;
    case 'pending':
      return isPending(view);
    case 'api':
      return API.has(view.resourceType);
  }
}

function viewOf(
  record: RequestRecord,
  { requests }: PageWatch,
  known: KnownCredentials,
  { refusalOf }: ObserveContext,
): RequestView {
  const { url, method, status, resourceType, at, from, began, ended, error, refusedByProxy } = record;
  const route = requests.routeOf(record);
  // A tunnel that was refused, and a refusal that a page of another origin may not read, end without an answer.
  const unanswered = error !== null && !error.startsWith('net::ERR_ABORTED') && status === null;
  const byProxy = refusedByProxy ? REFUSED : null;
  const refused =
    requests.refusalOf(record) ??
    (unanswered || refusedByProxy ? (reasonOf(refusalOf, url) ?? byProxy) : null);
  return {
    url: withoutCredentials(withoutPassword(url), known),
    method,
    status: refusedByProxy ? null : status,
    durationMs: ended === null ? null : Math.round((ended - began) * 1_000),
    resourceType,
    at,
    from: withoutCredentials(from, known),
    failed: error !== null || refused !== null || (status ?? 0) >= 400,
    error,
    refused,
    route,
  };
}

const REFUSED = 'the connection was refused';

function reasonOf(refusalOf: ObserveContext['refusalOf'], url: string): string | null {
  return refusalOf(dialledHost(hostOfAddress(url)))?.message ?? null;
}

/** A user name and a password before the host. */
function withoutPassword(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null || (parsed.username === '' && parsed.password === '')) return url;
  parsed.username = '';
  parsed.password = '';
  return parsed.href;
}

const FIGURES = `(() => {
  const [navigation] = performance.getEntriesByType('navigation');
  const past = (value) => (value === undefined || value === 0 ? null : Math.round(value));
  return {
    domContentLoadedMs: past(navigation?.domContentLoadedEventEnd),
    loadMs: past(navigation?.loadEventEnd),
    domNodes: document.getElementsByTagName('*').length,
  };
})()`;

type Figures = { domContentLoadedMs: number | null; loadMs: number | null; domNodes: number };
// Made by our own function in a world that the page cannot reach.
const parseFigures = (value: unknown): Figures => value as Figures;
