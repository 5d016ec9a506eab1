// Reads what an act would land on: the element's live identity and its effect. Changes nothing in the page.
import type { BrowserAction } from '#policy/actions.ts';
import { NO_EFFECT } from '#policy/actions.ts';
import { effectOfClick } from '#policy/click-effect.ts';
import { fail, ok, type Result } from '#policy/failure.ts';
import { CdpError } from '../cdp/connection.ts';
import type { ElementIdentity, Inspection } from '../contract.ts';
import { checkScope, findFrame } from '../tabs/frame-scope.ts';
import type { Page } from '../tabs/page.ts';
import { readElement, type ElementReading, type Landing } from './in-page/effect.ts';
import { readIdentity } from './identity.ts';
import type { RefEntry, Refs } from './refs.ts';

const READ = String(readElement);
const READ_FOCUSED = `(() => {
  let focused = document.activeElement;
  while (focused && focused.shadowRoot && focused.shadowRoot.activeElement) focused = focused.shadowRoot.activeElement;
  return focused === null ? null : (${READ}).call(focused, LANDING);
})()`;

/** In our world: the frame element that has the focus, through open shadow trees; `null` where it is none. */
const FOCUSED_FRAME = `(() => {
  let focused = document.activeElement;
  while (focused && focused.shadowRoot && focused.shadowRoot.activeElement) focused = focused.shadowRoot.activeElement;
  return focused instanceof HTMLIFrameElement || focused instanceof HTMLFrameElement ? focused : null;
})()`;
const MOST_DEEP = 20;

export type Seen = {
  readonly inspection: Inspection;
  readonly entry: RefEntry | null;
  /** Where a DRAG ends. */
  readonly onto: RefEntry | null;
};

/** Errors: `act.unknown-ref`, `act.stale-ref`, `act.not-actionable` (disabled, no history). */
export async function inspectAct(page: Page, refs: Refs, action: BrowserAction): Promise<Result<Seen>> {
  // What is waited for need not be there.
  const ref = 'ref' in action && action.type !== 'WAIT' ? action.ref : undefined;
  const historyUrl = await historyTarget(page, action);
  if (!historyUrl.ok) return historyUrl;
  const history = historyUrl.value === null ? {} : { historyUrl: historyUrl.value };
  if (ref === undefined) {
    if (action.type === 'FRAME_SWITCH') return inspectFrame(page, refs, action.frame);
    const focused = action.type === 'PRESS' ? await readFocused(page, landingOf(action)) : null;
    const scope = IN_FRAME.has(action.type) ? await checkScope(page) : ok(page.id);
    if (!scope.ok) return scope;
    const looked = scope.value === page.id ? null : await foreignFrame(page, scope.value);
    const inspection = {
      document: page.document(),
      element: null,
      effect: focused?.effect ?? NO_EFFECT,
      ...history,
      ...frameOf(focused?.frame ?? looked),
    };
    return ok({ inspection, entry: null, onto: null });
  }
  const entry = refs.resolve(ref, page);
  if (!entry.ok) return entry;
  let reading: ElementReading;
  let identity: Awaited<ReturnType<typeof readIdentity>>;
  let frame: Awaited<ReturnType<typeof foreignFrame>>;
  try {
    [reading, identity, frame] = await Promise.all([
      page.callOn(entry.value, READ, [landingOf(action)], parseReading),
      readIdentity(page, entry.value),
      foreignFrame(page, entry.value.frameId),
    ]);
  } catch (thrown) {
    if (thrown instanceof CdpError) return gone(ref);
    throw thrown;
  }
  if (!reading.connected || identity === null) return gone(ref);
  if (reading.disabled && CHANGES.has(action.type)) {
    return fail('act.not-actionable', `\`${ref}\` is disabled`, { help: 'fill what it waits for first' });
  }
  const { generation, backendNodeId } = entry.value;
  const element = Object.freeze({ ref, generation, backendNodeId, ...identity });
  const effect = Object.freeze(
    action.type === 'CLICK' ? effectOfClick(reading.effect, action) : reading.effect,
  );
  const inspection = { document: page.document(), element, effect, ...frameOf(frame) };
  if (action.type !== 'DRAG') return ok({ inspection, entry: entry.value, onto: null });
  const onto = await inspectTarget(page, refs, action.to);
  return onto.ok
    ? ok({
        inspection: { ...inspection, onto: onto.value.element },
        entry: entry.value,
        onto: onto.value.entry,
      })
    : onto;
}

/** Acts that look into the frame that was switched to. */
const IN_FRAME: ReadonlySet<BrowserAction['type']> = new Set(['SNAPSHOT', 'EXTRACT', 'EVALUATE', 'WAIT']);

async function inspectFrame(page: Page, refs: Refs, wanted: string | null): Promise<Result<Seen>> {
  const found = await findFrame(page, refs, wanted);
  if (!found.ok) return found;
  const { foreign, url } = found.value;
  const inspection = {
    document: page.document(),
    element: null,
    effect: NO_EFFECT,
    ...(foreign ? { historyUrl: url } : {}),
  };
  return ok({ inspection, entry: null, onto: null });
}

/** The element that a DRAG ends on: it is bound like the one that it begins on. */
async function inspectTarget(
  page: Page,
  refs: Refs,
  ref: string,
): Promise<Result<{ readonly element: ElementIdentity; readonly entry: RefEntry }>> {
  const entry = refs.resolve(ref, page);
  if (!entry.ok) return entry;
  try {
    const identity = await readIdentity(page, entry.value);
    if (identity === null) return gone(ref);
    const { generation, backendNodeId } = entry.value;
    return ok({
      element: Object.freeze({ ref, generation, backendNodeId, ...identity }),
      entry: entry.value,
    });
  } catch (thrown) {
    if (thrown instanceof CdpError) return gone(ref);
    throw thrown;
  }
}

const frameOf = (frame: Inspection['frame'] | null): Pick<Inspection, 'frame'> =>
  frame === null || frame === undefined ? {} : { frame };

const CHANGES: ReadonlySet<BrowserAction['type']> = new Set([
  'CLICK',
  'DRAG',
  'CHECK',
  'SELECT',
  'TYPE',
  'FILL',
  'PRESS',
  'UPLOAD',
]);

function landingOf(action: BrowserAction): Landing {
  if (action.type === 'CLICK' || action.type === 'CHECK') return 'CLICK';
  if (action.type !== 'PRESS') return 'NONE';
  const key = action.key.split('+').at(-1);
  return key === 'Enter' || key === 'NumpadEnter'
    ? 'ENTER'
    : key === ' ' || key === 'Space'
      ? 'CLICK'
      : 'NONE';
}

/** What a key would go to: through the frames that have the focus, whosever they are. */
async function readFocused(
  page: Page,
  landing: Landing,
): Promise<{ effect: Inspection['effect']; frame: Inspection['frame'] | null }> {
  const frameId = await focusedFrame(page);
  const expression = READ_FOCUSED.replace('LANDING', JSON.stringify(landing));
  const parse = (value: unknown): ElementReading | null => (value === null ? null : parseReading(value));
  const reading = await page.evaluate(expression, parse, frameId);
  return { effect: reading?.effect ?? NO_EFFECT, frame: await foreignFrame(page, frameId) };
}

async function focusedFrame(page: Page): Promise<string> {
  let frameId = page.id;
  for (let deep = 0; deep < MOST_DEEP; deep += 1) {
    const session = page.frames.sessionOf(frameId);
    // oxlint-disable-next-line no-await-in-loop -- frame by frame, inwards
    const contextId = await page.world(frameId);
    // oxlint-disable-next-line no-await-in-loop
    const { result } = await session.send('Runtime.evaluate', { expression: FOCUSED_FRAME, contextId });
    if (result.objectId === undefined) return frameId;
    // oxlint-disable-next-line no-await-in-loop
    const { node } = await session.send('DOM.describeNode', { objectId: result.objectId });
    if (node.frameId === undefined) return frameId;
    frameId = node.frameId;
  }
  return frameId;
}

/** `null` for the page's own origin. Throws `CdpError` for a frame that nobody knows. */
async function foreignFrame(page: Page, frameId: string): Promise<Inspection['frame'] | null> {
  if (frameId === page.id) return null;
  const { id, url, isOwn } = await page.frames.describe(frameId);
  return isOwn ? null : Object.freeze({ id, url });
}

async function historyTarget(page: Page, action: BrowserAction): Promise<Result<string | null>> {
  if (action.type === 'RELOAD') return ok(page.url);
  if (action.type !== 'BACK' && action.type !== 'FORWARD') return ok(null);
  const { currentIndex, entries } = await page.history();
  const entry = entries[currentIndex + (action.type === 'BACK' ? -1 : 1)];
  if (entry !== undefined) return ok(entry.url);
  return fail('act.not-actionable', `there is nothing to go ${action.type.toLowerCase()} to`);
}

const gone = (ref: string): Result<never> =>
  fail('act.stale-ref', `\`${ref}\` is no longer on the page`, { help: 'take a new snapshot' });

// Made by our own function in a world that the page cannot reach.
const parseReading = (value: unknown): ElementReading => value as ElementReading;
