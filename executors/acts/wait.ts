// WAIT: for a time, a text, an address, rest, a document, an element's state, a script's condition. Always bounded, always
// abortable. INVARIANT: what is waited for is looked at in our own world, but for the script, which was decided as one.
import type { WaitAction } from '#policy/acts/reading-acts.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { urlPattern } from '#policy/requests/url-pattern.ts';
import { currentBudget } from '#executors/cdp/budget.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import type { RefEntry, Refs } from '#executors/page/refs.ts';
import { scopeOf } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import type { PageWatch } from '#executors/observe/page-watch.ts';
import { holds } from './evaluate.ts';

const MOST_MS = 120_000;
const DEFAULT_MS = 10_000;
/** As long as nothing was under way: Playwright's `networkidle`. */
const IDLE_MS = 500;
const POLL_MS = 100;

export type WaitContext = {
  readonly page: Page;
  readonly watch: PageWatch;
  readonly refs: Refs;
  readonly signal: AbortSignal;
  /** The script of a condition. */
  readonly text: string | null;
};

/** Runs in our world: true once the visible text holds the words, false at the deadline. */
const UNTIL_TEXT = (text: string, deadlineMs: number): string => `new Promise((resolve) => {
  const wanted = ${JSON.stringify(text)}.toLowerCase();
  const there = () => (document.body?.innerText ?? '').toLowerCase().includes(wanted);
  if (there()) return resolve(true);
  let due = false;
  const observer = new MutationObserver(() => {
    if (due) return;
    due = true;
    setTimeout(() => { due = false; if (there()) finish(true); }, 50);
  });
  const finish = (found) => { observer.disconnect(); clearTimeout(timer); resolve(found); };
  const timer = setTimeout(() => finish(there()), ${deadlineMs});
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
})`;

const STATE = `function () {
  const element = this instanceof Element ? this : this.parentElement;
  const attached = element !== null && element.isConnected;
  const visible = attached && element.getClientRects().length > 0
    && element.checkVisibility({ visibilityProperty: true, opacityProperty: false });
  return { attached, visible, enabled: visible && !Element.prototype.matches.call(element, ':disabled')
    && Element.prototype.getAttribute.call(element, 'aria-disabled') !== 'true' };
}`;

type States = { readonly attached: boolean; readonly visible: boolean; readonly enabled: boolean };
const GONE: States = { attached: false, visible: false, enabled: false };

/** Errors: `act.timed-out`, `act.bad-pattern`, `act.unknown-ref`, `act.script-failed`. */
export async function wait(context: WaitContext, what: WaitAction): Promise<Result<void>> {
  const { page, watch, signal } = context;
  const { waiter } = page;
  const deadline = Math.min(what.milliseconds ?? DEFAULT_MS, MOST_MS);
  // How long it may last is its caller's to say.
  currentBudget()?.extend(deadline);
  if (what.text !== undefined) return waitForText(page, what.text, deadline, signal);
  if (what.url !== undefined) {
    const fits = urlPattern(what.url);
    if (!fits.ok) return fits;
    const there = await waiter.until(() => fits.value(page.url) && page.domReady, deadline, signal);
    return there
      ? ok(undefined)
      : late(`the address did not become \`${what.url}\``, deadline, { url: page.url });
  }
  if (what.script !== undefined) return waitForScript(context, deadline);
  if (what.ref !== undefined) return waitForState(context, what.ref, what.state ?? 'visible', deadline);
  if (what.navigation === true) {
    const ready = (): boolean => page.navigating === null && page.domReady && page.held === 0;
    return (await waiter.until(ready, deadline, signal))
      ? ok(undefined)
      : late('the document did not load', deadline);
  }
  if (what.networkIdle === true) return waitForIdle(page, watch, deadline, signal);
  if (what.milliseconds !== undefined) {
    await waiter.until(() => false, deadline, signal);
    return ok(undefined);
  }
  await waiter.until(() => !page.loading && page.requests.active === 0 && page.held === 0, deadline, signal);
  return ok(undefined);
}

const late = (message: string, deadlineMs: number, details: Record<string, unknown> = {}): Result<never> =>
  fail('act.timed-out', `${message} within ${Math.ceil(deadlineMs)} ms`, {
    help: 'take a snapshot to see what is there, or wait longer',
    details,
  });

async function waitForIdle(
  page: Page,
  { requests }: PageWatch,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Result<void>> {
  const end = performance.now() + deadlineMs;
  const left = (): number => Math.max(0, end - performance.now());
  const quiet = (): boolean => requests.inFlight.size === 0 && !page.loading && page.held === 0;
  while (await page.waiter.until(quiet, left(), signal)) {
    const { changes } = requests;
    const pause = Math.min(IDLE_MS, left());
    if (!(await page.waiter.until(() => requests.changes !== changes || !quiet(), pause, signal)))
      return pause === IDLE_MS ? ok(undefined) : late('the network did not come to rest', deadlineMs);
  }
  return late('the network did not come to rest', deadlineMs, { pending: requests.inFlight.size });
}

async function waitForState(
  { page, refs, signal }: WaitContext,
  ref: string,
  state: NonNullable<WaitAction['state']>,
  deadlineMs: number,
): Promise<Result<void>> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const entry = refs.resolve(ref, page);
    // An element of a document that is gone is gone, too.
    if (!entry.ok && entry.error.code !== 'act.stale-ref') return entry;
    const states = entry.ok ? await statesOf(page, entry.value) : GONE;
    const holding =
      state === 'hidden' ? !states.visible : state === 'detached' ? !states.attached : states[state];
    if (holding) return ok(undefined);
    if (!entry.ok) return entry;
    if (performance.now() >= end)
      return late(`\`${ref}\` did not become ${state}`, deadlineMs, { ...states });
    await page.waiter.until(() => false, POLL_MS, signal);
  }
}

async function statesOf(page: Page, entry: RefEntry): Promise<States> {
  try {
    return await page.callOn(entry, STATE, [], parseStates);
  } catch (thrown) {
    if (thrown instanceof CdpError) return GONE;
    throw thrown;
  }
}

async function waitForScript(context: WaitContext, deadlineMs: number): Promise<Result<void>> {
  const { page, watch, signal, text } = context;
  const end = performance.now() + deadlineMs;
  for (;;) {
    const world = watch.world(scopeOf(page));
    const left = Math.max(1, end - performance.now());
    try {
      const held = world === null ? ok(false) : await holds({ ...world, signal }, text ?? 'false', left);
      if (!held.ok) return held;
      if (held.value) return ok(undefined);
    } catch (thrown) {
      // The document went away: the next one is looked at.
      if (!(thrown instanceof CdpError)) throw thrown;
    }
    if (performance.now() >= end) return late('the script’s condition did not hold', deadlineMs);
    await page.waiter.until(() => false, POLL_MS, signal);
  }
}

async function waitForText(
  page: Page,
  text: string,
  deadlineMs: number,
  signal: AbortSignal,
): Promise<Result<void>> {
  const end = performance.now() + deadlineMs;
  for (;;) {
    const left = Math.max(0, end - performance.now());
    const documentId = page.documentId;
    try {
      const found = await page.evaluate(UNTIL_TEXT(text, Math.min(left, 10_000)), Boolean, scopeOf(page));
      if (found) return ok(undefined);
    } catch (thrown) {
      // The document went away: look at the next one.
      if (page.session.connection.closed) throw thrown;
      await waiter(page, documentId, left, signal);
    }
    if (signal.aborted || performance.now() >= end) return late(`\`${text}\` did not appear`, deadlineMs);
  }
}

const waiter = (page: Page, documentId: string, left: number, signal: AbortSignal): Promise<boolean> =>
  page.waiter.until(() => page.documentId !== documentId && page.domReady, left, signal);

// Made by our own function in a world that the page cannot reach.
const parseStates = (value: unknown): States => value as States;
