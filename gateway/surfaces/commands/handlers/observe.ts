// What goes on beside the page, in the fields that agents were promised.
import { systemClock } from '#executors/system/clock.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Observed } from '#executors/contract/tool-outcome.ts';
import { outcomeOf } from '#gateway/surfaces/commands/call/acting.ts';
import { answer, pageOf } from '#gateway/surfaces/commands/call/call.ts';
import type { Call, OpenTab } from '#gateway/surfaces/commands/call/call.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { OBSERVE } from '#gateway/protocol/commands/rows/observe.ts';

type ObserveAction = Extract<BrowserAction, { type: 'OBSERVE' }>;

/** What was observed, of the kind that was asked for. */
export async function observed<W extends Observed['what']>(
  call: Call,
  target: string | undefined,
  action: ObserveAction & { readonly what: W },
): Promise<Result<Extract<Observed, { what: W }> & { readonly open: OpenTab }>> {
  const done = await outcomeOf(call, target, action, 'OBSERVED');
  if (!done.ok) return done;
  const { observed: found } = done.value.outcome;
  if (!isOf(found, action.what)) throw new TypeError(`asked for ${action.what}, got ${found.what}`);
  return ok({ ...found, open: done.value.open });
}

const isOf = <W extends Observed['what']>(
  found: Observed,
  what: W,
): found is Extract<Observed, { what: W }> => found.what === what;

const withLast = (last: number | undefined) => (last === undefined ? {} : { last });
const seconds = (since: number): number => Math.round((systemClock.monotonicMs() - since) / 1000);

export const observe = {
  console: handler(OBSERVE.console, async (call, { level = 'all', last, clear, target }) => {
    const settings = call.settings();
    if (!settings.ok) return settings;
    const most = Math.min(last ?? 500, settings.value['console-buffer-size']);
    const found = await observed(call, target, {
      type: 'OBSERVE',
      what: 'CONSOLE',
      ...(level === 'all' ? {} : { level: level === 'warn' ? 'warning' : level }),
      last: most,
      ...(clear === undefined ? {} : { clear }),
    });
    if (!found.ok) return found;
    const messages = found.value.entries.map(({ at, level: of, text, url, line }) => ({
      level: of,
      text,
      url,
      line,
      timestamp: at,
    }));
    return answer({ messages, total: found.value.total, filtered: messages.length });
  }),
  errors: handler(OBSERVE.errors, async (call, { last, target }) => {
    const found = await observed(call, target, { type: 'OBSERVE', what: 'ERRORS', ...withLast(last) });
    if (!found.ok) return found;
    const errors = found.value.entries.map(({ at, message, stack, url, line }) => ({
      message,
      stack,
      url,
      line,
      timestamp: at,
    }));
    return answer({ errors, count: errors.length, total: found.value.total });
  }),
  requests: handler(OBSERVE.requests, async (call, { filter, urlPattern, last, target }) => {
    const settings = call.settings();
    if (!settings.ok) return settings;
    const found = await observed(call, target, {
      type: 'OBSERVE',
      what: 'REQUESTS',
      ...(filter === undefined ? {} : { filter }),
      ...(urlPattern === undefined ? {} : { urlPattern }),
      last: Math.min(last ?? 200, settings.value['network-buffer-size']),
    });
    if (!found.ok) return found;
    const { entries, total, failed, pending } = found.value;
    const requests = entries.map((one) => ({
      url: one.url,
      method: one.method,
      status: one.status,
      duration_ms: one.durationMs,
      resource_type: one.resourceType,
      timestamp: one.at,
      ...(one.failed ? { failed: true } : {}),
      ...(one.error === null ? {} : { error: one.error }),
      ...(one.refused === null ? {} : { refused: one.refused }),
      ...(one.route === null ? {} : { route: one.route }),
    }));
    return answer({ requests, summary: { total, failed, pending } });
  }),
  observe: handler(OBSERVE.observe, async (call, { include, target }) => {
    const page = await observed(call, target, { type: 'OBSERVE', what: 'PAGE' });
    if (!page.ok) return page;
    const wants = (part: 'dom' | 'console' | 'network' | 'performance') => include?.includes(part) ?? true;
    const figures =
      wants('performance') || wants('dom')
        ? await observed(call, target, { type: 'OBSERVE', what: 'PERFORMANCE' })
        : null;
    if (figures !== null && !figures.ok) return figures;
    const { open, viewport, status, ...counts } = page.value;
    const { look } = open;
    return answer({
      page: { ...pageOf(open), viewport, status },
      health: {
        ...(wants('console')
          ? {
              console_errors: counts.consoleErrors,
              console_warnings: counts.consoleWarnings,
              js_exceptions: counts.scriptErrors,
            }
          : {}),
        ...(wants('network')
          ? { failed_requests: counts.failedRequests, pending_requests: counts.pendingRequests }
          : {}),
      },
      performance: {
        ...(figures !== null && wants('performance')
          ? { dom_content_loaded_ms: figures.value.domContentLoadedMs, load_ms: figures.value.loadMs }
          : {}),
        ...(figures !== null && wants('dom') ? { dom_nodes: figures.value.domNodes } : {}),
      },
      snapshot_stale: look === null || open.acted || look.url !== pageOf(open).url,
      last_snapshot_age_s: look === null ? null : seconds(look.at),
    });
  }),
  'page-info': handler(OBSERVE['page-info'], async (call, { brief, target }) => {
    const page = await observed(call, target, { type: 'OBSERVE', what: 'PAGE' });
    if (!page.ok) return page;
    const { open, status } = page.value;
    if (brief === true) return answer({ ...pageOf(open), status });
    const counts: Record<string, number> = {};
    for (const [field, action] of KEPT) {
      const read = await outcomeOf(call, target, action, 'STORED');
      if (!read.ok) return withBrief(read);
      counts[field] = read.value.outcome.count ?? read.value.outcome.entries.length;
    }
    return answer({ ...pageOf(open), status, ...counts });
  }),
};

const KEPT: readonly (readonly [string, BrowserAction])[] = [
  ['cookies_count', { type: 'COOKIE_READ', count: true }],
  ['localStorage_keys', { type: 'STORAGE_READ', storage: 'LOCAL_STORAGE', count: true }],
  ['sessionStorage_keys', { type: 'STORAGE_READ', storage: 'SESSION_STORAGE', count: true }],
];

const withBrief = (read: Result<never> & { readonly ok: false }): Result<never> => ({
  ok: false,
  error: {
    ...read.error,
    help: `${read.error.help ?? ''}; \`page-info --brief\` counts nothing`.replace(/^; /u, ''),
  },
});
