// Rules for a tab's own requests. They only ever take away or answer in a server's place: none lets anything through.
import type { BrowserAction } from '#policy/acts/actions.ts';
import type { Result } from '#policy/language/failure.ts';
import type { RouteView } from '#executors/contract/tool-outcome.ts';
import { ROUTE } from '#gateway/protocol/commands/rows/route.ts';
import { outcomeOf } from '#gateway/surfaces/commands/call/acting.ts';
import { answer } from '#gateway/surfaces/commands/call/call.ts';
import type { Call } from '#gateway/surfaces/commands/call/call.ts';
import type { CommandAnswer } from '#gateway/surfaces/commands/call/contract.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { observed } from './observe.ts';

const ruleOf = ({ kind, ...rest }: RouteView) => ({ ...rest, kind: kind.toLowerCase() });

async function added(
  call: Call,
  target: string | undefined,
  action: BrowserAction,
): Promise<Result<CommandAnswer>> {
  const done = await outcomeOf(call, target, action, 'ROUTED');
  if (!done.ok) return done;
  const { added: rule } = done.value.outcome;
  if (rule === null) throw new TypeError('a rule was set, and is not there');
  return answer(ruleOf(rule));
}

async function removed(
  call: Call,
  target: string | undefined,
  id: string | null,
): Promise<Result<CommandAnswer>> {
  const done = await outcomeOf(call, target, { type: 'ROUTE_REMOVE', id }, 'ROUTED');
  if (!done.ok) return done;
  const ids = done.value.outcome.removed.map((rule) => rule.id);
  return answer({
    message: `Removed ${ids.length === 1 ? (ids[0] ?? '') : `${ids.length} rules`}`,
    removed: ids,
  });
}

export const route = {
  'route block': handler(ROUTE['route block'], (call, { pattern, target }) =>
    added(call, target, { type: 'ROUTE_BLOCK', pattern }),
  ),
  'route mock': handler(ROUTE['route mock'], (call, { pattern, body, status = 200, contentType, target }) =>
    added(call, target, {
      type: 'ROUTE_MOCK',
      pattern,
      status,
      body,
      ...(contentType === undefined ? {} : { contentType }),
    }),
  ),
  'route capture': handler(ROUTE['route capture'], (call, { pattern, target }) =>
    added(call, target, { type: 'ROUTE_CAPTURE', pattern }),
  ),
  'route list': handler(ROUTE['route list'], async (call, { bodies, urlPattern, target }) => {
    const found = await observed(call, target, {
      type: 'OBSERVE',
      what: 'ROUTES',
      ...(bodies === undefined ? {} : { bodies }),
      ...(urlPattern === undefined ? {} : { urlPattern }),
    });
    if (!found.ok) return found;
    return answer({
      rules: found.value.rules.map(ruleOf),
      ...(bodies === true ? { captured: found.value.captured } : {}),
    });
  }),
  'route remove': handler(ROUTE['route remove'], (call, { ruleId, target }) => removed(call, target, ruleId)),
  'route clear': handler(ROUTE['route clear'], (call, { target }) => removed(call, target, null)),
};
