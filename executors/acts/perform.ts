// From an action to what carries it out. Called by `GhostTab.perform` alone, after the authorisation was verified and
// the element re-checked. INVARIANT: exhaustive: a new action does not compile until it stands here.
import type { BrowserAction } from '#policy/acts/actions.ts';
import { isToolAction } from '#policy/acts/tool-acts.ts';
import { type Result, fail, ok } from '#policy/language/failure.ts';
import { carriesOut, hasReachedPage } from '#executors/cdp/budget.ts';
import { afterSending } from '#executors/contract/outcome.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { RefEntry } from '#executors/page/refs.ts';
import { give, takeSnapshot } from '#executors/perception/snapshot.ts';
import { lookWithPicture } from '#executors/perception/look-with-picture.ts';
import { fetchWithheld } from '#executors/guards/asset-filter.ts';
import type { Expectation } from '#executors/page/expectation.ts';
import { scopeOf } from '#executors/page/frame-scope.ts';
import type { Page } from '#executors/page/page.ts';
import { useCookies } from './storage/cookies.ts';
import { passCookies } from './storage/passthrough.ts';
import { useSiteStorage } from './storage/site-storage.ts';
import { uploadFiles } from './storage/uploads.ts';
import { extract, extractGrids } from './capture.ts';
import { keepForFrames } from './functions-ahead.ts';
import type { ActContext } from './context.ts';
import { screenshot } from './picture.ts';
import { enterText, focus, press } from './keyboard.ts';
import { answerDialog } from './answer-dialog.ts';
import { download } from './download.ts';
import { drag } from './drag.ts';
import { dropFiles, dropTexts, notAtOnce } from './drop.ts';
import { actRow } from '#policy/acts/act-rows.ts';
import { checkUrl, history, navigate } from './navigate.ts';
import { check, click, hover, scroll } from './pointer.ts';
import { select } from './select.ts';
import { BEGIN_DEADLINE_MS, before, settle, type Before } from './settle.ts';
import { performTool } from './tools.ts';
import { wait } from './wait.ts';

const IN_STEPS: ReadonlySet<BrowserAction['type']> = new Set([
  'CHECK',
  'CLICK',
  'DRAG',
  'DROP',
  'FILL',
  'HOVER',
  'PRESS',
  'SCROLL',
  'TYPE',
]);

/** It does nothing to the page; whoever waits looks until something is so. */
export const onlyLooks = (action: BrowserAction): boolean =>
  action.type === 'WAIT' || actRow(action).starts.kind === 'NOTHING';

export async function performAct(action: BrowserAction, context: ActContext): Promise<Result<ActOutcome>> {
  const { page, targets, refs, entry, viewport, expectation } = context;
  // Those of several steps say themselves which is their last.
  if (!IN_STEPS.has(action.type)) carriesOut();
  if (isToolAction(action)) return performTool(action, context);
  switch (action.type) {
    case 'SNAPSHOT':
      if (action.pictured !== true) return look(context);
      return ok({
        kind: 'SNAPSHOT',
        ...(await lookWithPicture(page, refs, viewport, context.known.inPictures())),
      });
    case 'SCREENSHOT':
      if (action.asLoaded !== true) await fetchWithheld(page, context.signal);
      return screenshot(page, refs, entry, action, viewport);
    case 'EXTRACT':
      if (action.as === undefined) return extract(page, entry, action.attribute, action.from);
      return entry === null && action.attribute === undefined && action.from === undefined
        ? extractGrids(page, refs, viewport)
        : fail('act.unsupported', 'tables and lists are read of the page, not of an element', {
            help: 'leave out the ref, the attribute and the character, or switch to the frame that is meant',
          });
    case 'NAVIGATE':
      return done(context, page, () => navigate(context, action.url));
    case 'STORAGE_READ':
    case 'STORAGE_WRITE':
    case 'STORAGE_CLEAR':
      return useSiteStorage(page, action, context.text ?? '');
    case 'COOKIE_READ':
    case 'COOKIE_WRITE':
    case 'COOKIE_CLEAR':
      return useCookies(page, action, context.text ?? '');
    case 'COOKIE_PASSTHROUGH':
      return passCookies(page, action.domain, context.text ?? '');
    case 'RELOAD':
      return done(context, page, () => history(context, 0));
    case 'BACK':
      return done(context, page, () => history(context, -1));
    case 'FORWARD':
      return done(context, page, () => history(context, 1));
    case 'CLICK':
      return onElement(context, (target) => click(page, target, action));
    case 'DRAG':
      return onElement(context, (target) => drag(page, target, context.onto, action));
    case 'HANDLE_DIALOG':
      return thenSettle(context, () => answerDialog(page, action, context.text));
    case 'HOVER':
      return onElement(context, (target) => hover(page, target, action.at));
    case 'FOCUS':
      return onElement(context, (target) => focus(page, target));
    case 'CHECK':
      return onElement(context, (target) => check(page, target, action.checked));
    case 'SELECT':
      return onElement(context, (target) => select(page, target, action.options));
    case 'TYPE':
      return onElement(context, (target) => enterText(page, target, context.text ?? '', false));
    case 'FILL':
      return onElement(context, (target) => enterText(page, target, context.text ?? '', true));
    case 'DROP': {
      const given = context.text ?? '';
      return onElement(context, (target) =>
        (action.paths ?? []).length === 0
          ? dropTexts(page, target, given)
          : action.data === undefined
            ? dropFiles(page, target, given, context.profile)
            : Promise.resolve(notAtOnce()),
      );
    }
    case 'RESIZE':
      return thenSettle(context, async () => ok(await targets.resize(action)));
    case 'UPLOAD':
      return onElement(context, (target) => uploadFiles(page, target, context.text ?? '[]', context.profile));
    case 'DOWNLOAD':
      return done(context, page, () => download(context, action.url));
    case 'PRESS':
      return thenSettle(context, async () => {
        if (entry !== null && action.ref !== undefined) await focus(page, entry);
        const pressed = await press(page, entry, action.key, context.text);
        if (pressed.ok) expectation.copied = pressed.value;
        return pressed.ok ? ok(undefined) : pressed;
      });
    case 'SCROLL':
      return thenSettle(context, () => scroll(page, entry, action, viewport));
    case 'WAIT':
      return done(context, page, () => wait({ ...context, watch: targets.watchOf(page) }, action));
    case 'OPEN_TAB': {
      const url = action.url === undefined ? ok('about:blank') : checkUrl(action.url);
      if (!url.ok) return url;
      const opened = await targets.open();
      const next = { ...context, page: opened };
      return done(next, opened, async () =>
        action.url === undefined ? ok(undefined) : navigate(next, url.value),
      );
    }
    case 'CLOSE_TAB':
      await targets.closePage(page);
      return done(context, targets.front ?? page, async () => ok(undefined));
  }
}

/**
 * The one that was taken ahead, where the page is still as it was. INVARIANT: a document that came while it was waited for was not decided
 * on: it is not read, and `act.changed` has it decided.
 */
async function look(context: ActContext): Promise<Result<ActOutcome>> {
  const { page, decidedOn, refs, viewport, ahead, expectation, signal } = context;
  const scope = scopeOf(page);
  const taken = scope === page.id ? ((await ahead?.stillSo(page, viewport)) ?? null) : null;
  if (taken !== null) return ok({ kind: 'SNAPSHOT', snapshot: give(page, refs, viewport, taken) });
  // The act before it ended after a short rest: what came of it since is waited for all the same.
  if (ahead?.moves(page) === true) await settle(page, ahead.start, expectation, signal);
  if (page.documentId !== decidedOn)
    return fail('act.changed', 'another document came between the decision and the look', {
      help: 'take a new snapshot; nothing of it was read',
    });
  return ok({ kind: 'SNAPSHOT', snapshot: await takeSnapshot(page, refs, viewport, scope) });
}

function onElement(
  context: ActContext,
  act: (entry: RefEntry) => Promise<Result<void>>,
): Promise<Result<ActOutcome>> {
  const { entry } = context;
  return entry === null
    ? Promise.resolve(fail('act.unknown-ref', 'this act needs an element'))
    : thenSettle(context, () => act(entry));
}

/** Does it and waits for what comes of it. INVARIANT: what fails after something was sent is told as what may have happened. */
async function thenSettle(
  context: ActContext,
  act: () => Promise<Result<void>>,
): Promise<Result<ActOutcome>> {
  const { page, expectation, signal, onRest } = context;
  const start = before(page);
  const result = await done(context, page, async () => {
    const acted = await act();
    return acted.ok ? settled(page, start, expectation, signal, onRest) : acted;
  });
  return result.ok || !hasReachedPage() ? result : { ok: false, error: afterSending(result.error) };
}

/** An act that was carried out is done, whatever was refused of what it started: the outcome tells both. */
async function settled(
  page: Page,
  start: Before,
  expectation: Expectation,
  signal: AbortSignal,
  onRest: (() => void) | null = null,
): Promise<Result<void>> {
  const result = await settle(page, start, expectation, signal, onRest);
  return result.ok || result.error.code !== 'act.navigation-denied' ? result : ok(undefined);
}

async function done(
  { targets, expectation, downloads, signal, onRest }: ActContext,
  page: Page,
  act: () => Promise<Result<void>>,
): Promise<Result<ActOutcome>> {
  const start = before(page);
  const acted = await act();
  if (!acted.ok) return acted;
  await downloads.settled(expectation, signal);
  // A click may have put a new page in front.
  const front = targets.front ?? page;
  if (front !== page) {
    if (expectation.opensTab) {
      const begun = (): boolean => front.navigating !== null || front.held > 0 || front.url !== 'about:blank';
      await front.waiter.until(begun, BEGIN_DEADLINE_MS, signal);
    }
    const loaded = await settled(front, before(front), expectation, signal);
    if (!loaded.ok) return loaded;
  }
  // Measured where there is another document; a page that ends meanwhile has no figures.
  const isOther = front.documentId !== start.documentId;
  // Whoever looks next asks for its title, and has it.
  const named = !isOther && front === page && onRest !== null ? null : front.history();
  const ending = Promise.all([isOther ? front.metrics().catch(() => null) : null, named]);
  if (isOther) keepForFrames(front);
  const [measured] = await ending;
  const navigated = front !== page || front.documentId !== start.documentId || front.url !== start.url;
  const refused = Object.freeze([...expectation.refused]);
  const files = expectation.files.length === 0 ? {} : { files: Object.freeze([...expectation.files]) };
  const route = expectation.route === null ? {} : { route: expectation.route };
  const outcome = {
    document: front.document(),
    navigated,
    ...(front.loading || front.cut ? { loading: true as const } : {}),
    status: front.status,
    refused,
    ...files,
    ...route,
    ...(expectation.copied === null ? {} : { copied: expectation.copied }),
  };
  return ok({ kind: 'DONE', ...outcome, ...(measured === null ? {} : { metrics: measured }) });
}
