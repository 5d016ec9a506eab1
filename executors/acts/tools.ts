// Acts of a developer's tools: EVALUATE and what looks at a page from outside. Called by `perform.ts` alone.
// INVARIANT: exhaustive over the tool acts; a credential that is in the page leaves here in nothing.
import { fail, ok, type Failure, type Result } from '#policy/language/failure.ts';
import type { ToolAction } from '#policy/acts/tool-acts.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { RouteView } from '#executors/contract/tool-outcome.ts';
import { observe } from './observe.ts';
import { loadSession, saveSession } from './storage/session.ts';
import type { RemoteScript } from '#policy/acts/remote-acts.ts';
import { fromOf } from '#executors/remote/look.ts';
import { runRemote } from '#executors/remote/script.ts';
import { hidingOf } from '#executors/acts/hidden-values.ts';
import { TooMuch, type Hiding } from '#executors/remote/values.ts';
import { findFrame, scopeOf } from '#executors/page/frame-scope.ts';
import { currentBudget } from '#executors/cdp/budget.ts';
import { runScript, SCRIPT_DEADLINE_MS, wentAway } from './evaluate.ts';
import type { ActContext } from './context.ts';
import { BEGIN_DEADLINE_MS, before, settle } from './settle.ts';

export async function performTool(action: ToolAction, context: ActContext): Promise<Result<ActOutcome>> {
  switch (action.type) {
    case 'EVALUATE':
      return action.remote === undefined ? evaluate(context) : evaluateRemotely(action.remote, context);
    case 'OBSERVE':
      return observe(action, context);
    case 'ROUTE_BLOCK':
    case 'ROUTE_MOCK':
    case 'ROUTE_CAPTURE': {
      const added = await context.targets.routes.table.add(action, context.page.url, context.text ?? '');
      return added.ok ? routed(context, { added: added.value, removed: [] }) : added;
    }
    case 'SESSION_SAVE':
      return saveSession(context.page);
    case 'SESSION_LOAD':
      return loadSession(context.page, action.name, context.text ?? '');
    case 'FRAME_SWITCH':
      return switchFrame(action.frame, context);
    case 'ROUTE_REMOVE': {
      const removed = await context.targets.routes.table.remove(action.id);
      return removed.ok ? routed(context, { added: null, removed: removed.value }) : removed;
    }
  }
}

const routed = (
  { page }: ActContext,
  what: { readonly added: RouteView | null; readonly removed: readonly RouteView[] },
): Result<ActOutcome> => ok({ kind: 'ROUTED', ...what, document: page.document() });

/** INVARIANT: what may not be read by now is not looked into, whatever was authorised when the frame showed something else. */
async function switchFrame(wanted: string | null, { page, refs }: ActContext): Promise<Result<ActOutcome>> {
  const found = await findFrame(page, refs, wanted);
  if (!found.ok) return found;
  const { id, foreign, url, readable } = found.value;
  if (foreign && !readable && !page.reads(url)) {
    return fail('act.no-frame', `this task may not read \`${url}\``, {
      help: 'go there once, or name the site',
    });
  }
  page.lookInto(id === page.id ? null : { frameId: id, documentId: page.documentId });
  return ok({ kind: 'DONE', document: page.document(), navigated: false, status: page.status, refused: [] });
}

/** What a script threw may hold what is in the page, as its value may. */
const withoutCredentials = (error: Failure, hide: Hiding): Failure => ({
  ...error,
  message: hide.text(error.message),
  ...(error.details === undefined
    ? {}
    : {
        details: Object.fromEntries(
          Object.entries(error.details).map(([key, one]) => [key, hide.value(one)]),
        ),
      }),
});

/** What it starts is the page's own act, and the program hears of it as of any other. */
async function evaluateRemotely(remote: RemoteScript, context: ActContext): Promise<Result<ActOutcome>> {
  const { page, targets, text, expectation, known, onRunning } = context;
  const start = before(page);
  const client = targets.remotes.find(page, remote.client);
  const ran = await runRemote(remote, {
    client,
    text: text ?? '',
    hide: async (frameId) => {
      await known.readAround(page, frameId);
      return hidingOf(known.known());
    },
    fromOf: (frameId) => fromOf(client, frameId),
    onRunning,
  });
  if (!ran.ok) return ran;
  return ok({
    kind: 'VALUE',
    value: ran.value,
    type: 'remote',
    document: page.document(),
    navigated: page.documentId !== start.documentId || page.url !== start.url,
    refused: Object.freeze([...expectation.refused]),
  });
}

async function evaluate(context: ActContext): Promise<Result<ActOutcome>> {
  const { page, targets, entry, text, expectation, signal, known } = context;
  const watch = targets.watchOf(page);
  const frameId = entry?.frameId ?? scopeOf(page);
  const world = watch.world(frameId);
  if (world === null) {
    return fail('act.changed', 'the document runs no scripts yet', { help: 'wait until it has loaded' });
  }
  const start = before(page);
  const { documentId } = page;
  const given: { value: unknown; type: string } = { value: null, type: 'undefined' };
  try {
    // How long it may last is its caller's to say.
    currentBudget()?.extend(SCRIPT_DEADLINE_MS);
    const ran = await runScript({ ...world, signal }, text ?? '', entry);
    await known.readAround(page, frameId);
    const hide = hidingOf(known.known());
    if (!ran.ok) return { ok: false, error: withoutCredentials(ran.error, hide) };
    given.value = hide.value(ran.value.value);
    given.type = ran.value.type;
  } catch (thrown) {
    if (thrown instanceof TooMuch)
      return fail('act.too-large', thrown.message, { help: 'let the script choose what it returns' });
    if (!wentAway(thrown)) throw thrown;
    // What the script did led elsewhere, and its value is gone with the document: that it went is the answer.
    const left = (): boolean =>
      page.documentId !== documentId ||
      page.navigating !== null ||
      page.held > 0 ||
      watch.world(frameId)?.contextId !== world.contextId;
    if (!(await page.waiter.until(left, BEGIN_DEADLINE_MS, signal))) throw thrown;
  }
  const settled = await settle(page, start, expectation, signal);
  if (!settled.ok && settled.error.code !== 'act.navigation-denied') return settled;
  const front = targets.front ?? page;
  await front.history();
  return ok({
    kind: 'VALUE',
    ...given,
    document: front.document(),
    navigated: front !== page || front.documentId !== start.documentId || front.url !== start.url,
    refused: Object.freeze([...expectation.refused]),
  });
}
