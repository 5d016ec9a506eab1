// DRAG: from one element to another, as a hand does it: pointer events, and HTML drag and drop where the page begins one.
// INVARIANT: both ends were aimed at; whatever goes wrong on the way, no button stays down and no drag stays under way. A drag is never a
// click: what a click would do was not decided on.
import { fail, ok, type Failure, type Result } from '#policy/language/failure.ts';
import type { ViewPoint } from '#policy/acts/element-acts.ts';
import { carriesOut, reachedNothing } from '#executors/cdp/budget.ts';
import type { CdpPayload } from '#executors/cdp/types.ts';
import type { RefEntry } from '#executors/page/refs.ts';
import type { Page } from '#executors/page/page.ts';
import { guardAll, releaseAll } from '#executors/perception/aiming.ts';
import { ACTED_ON } from '#executors/perception/in-page/pressed.ts';
import {
  BEGUN,
  GUARD_DRAG,
  MARK_PRESSED,
  RELEASE_DRAG,
  SHARES_PRESSED,
} from '#executors/perception/in-page/drag.ts';
import { nodeUnder } from '#executors/remote/under-point.ts';
import { aim } from './pointer.ts';

type Point = { readonly x: number; readonly y: number };
type DragData = CdpPayload<'Input.dragIntercepted'>['data'];

/** Moves on the way; sites that follow the pointer want more than one. */
const MOVES_PER_DRAG = 8;
/** A drag begins past some pixels (Chromium: 3 to 5, by platform). */
const DRAG_THRESHOLD_PX = 8;
const INTERCEPTED_MS = 2_000;

/** Without a place, whatever lies within the element is pressed as it. */
const NOTHING = ':not(*)';

/** Errors: `act.not-actionable`, `act.covered`, `act.changed`. */
export async function drag(
  page: Page,
  from: RefEntry,
  to: RefEntry | null,
  { at: fromAt, toAt }: { readonly at?: ViewPoint; readonly toAt?: ViewPoint } = {},
): Promise<Result<void>> {
  if (to === null) return fail('act.unknown-ref', 'this act needs an element to end on');
  if (from.frameId !== to.frameId) {
    return fail('act.not-actionable', `\`${from.ref}\` and \`${to.ref}\` stand in different frames`, {
      help: 'drag within one frame',
    });
  }
  // Looked at before anything is pressed, and again on the way: the page may scroll under it.
  const reachable = await aim(page, to, 'NONE', toAt);
  if (!reachable.ok) return reachable;
  const start = await aim(page, from, 'NONE', fromAt);
  if (!start.ok) return start;
  await page.callOn(from, MARK_PRESSED, [], Boolean);
  if (await page.callOn(to, SHARES_PRESSED, [], Boolean))
    return fail(
      'act.not-actionable',
      `\`${from.ref}\` and \`${to.ref}\` lie within one button, link or box`,
      {
        help: 'to press it there is an act of its own: click it',
      },
    );
  const { session } = page;
  const caught: { data: DragData | null } = { data: null };
  const off = session.on('Input.dragIntercepted', (event) => {
    caught.data = event.data;
    page.waiter.changed();
  });
  let down = false;
  let at: Point = start.value;
  try {
    await session.send('Input.setInterceptDrags', { enabled: true });
    await page.evaluate(GUARD_DRAG, Boolean, from.frameId);
    const guarding = guardAll(page, from, fromAt === undefined ? NOTHING : ACTED_ON);
    await guarding.done;
    const guarded = await guarding.nodes;
    page.dialogs.leaves(() => releaseAll(page, guarded));
    await move(page, at, 0);
    // The page has heard of that, and may have laid something there.
    const still = fromAt === undefined ? await liesIn(page, from, at) : await aim(page, from, 'NONE', fromAt);
    if (still.ok) {
      down = true;
      await session.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...mouse(at), buttons: 1 });
    }
    const pressed = await releaseAll(page, guarded);
    page.dialogs.leaves(null);
    if (!still.ok) return still;
    if (!pressed.reached) {
      // Swallowed in this document; in one that was laid over it, nobody knows.
      if (pressed.missed) reachedNothing();
      return fail('act.changed', `another element came to lie where \`${from.ref}\` was`, {
        help: 'take a new snapshot; nothing was dragged',
      });
    }
    for (const step of [DRAG_THRESHOLD_PX / 2, DRAG_THRESHOLD_PX])
      await move(page, (at = { x: at.x + step, y: at.y + step }), 1);
    const begun = await page.evaluate(BEGUN, Boolean, from.frameId);
    if (begun)
      await page.waiter.until(
        () => caught.data !== null,
        INTERCEPTED_MS,
        AbortSignal.timeout(INTERCEPTED_MS + 1_000),
      );
    const end = await aim(page, to, 'NONE', toAt);
    if (!end.ok) return letGoOf(from, end.error);
    for (let step = 1; step <= MOVES_PER_DRAG; step += 1) {
      const along = {
        x: at.x + ((end.value.x - at.x) * step) / MOVES_PER_DRAG,
        y: at.y + ((end.value.y - at.y) * step) / MOVES_PER_DRAG,
      };
      if (caught.data === null) await move(page, along, 1);
      else await carry(page, step === 1 ? 'dragEnter' : 'dragOver', along, caught.data);
    }
    at = end.value;
    // What is dragged may lie there by now, but nothing of another document.
    const ends = await liesIn(page, to, at);
    if (!ends.ok) return letGoOf(from, ends.error);
    if (caught.data === null) {
      carriesOut();
      await session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...mouse(at) });
      down = false;
      return ok(undefined);
    }
    await carry(page, 'dragOver', at, caught.data);
    carriesOut();
    await carry(page, 'drop', at, caught.data);
    caught.data = null;
    down = false;
    return ok(undefined);
  } finally {
    off();
    await letGo(page, from, down, { at, data: caught.data });
  }
}

/** INVARIANT: what is pressed or let go of at a point is so in the document that was decided on. */
async function liesIn(page: Page, { ref, frameId }: RefEntry, at: Point): Promise<Result<void>> {
  const found = await nodeUnder(page, at, () => true);
  const isOther = page.frames.sessionOf(frameId) !== page.session;
  const isThere = isOther ? found === 'FOREIGN' : found !== 'FOREIGN' && found?.frameId === frameId;
  return isThere
    ? ok(undefined)
    : fail('act.covered', `something of another document came to lie where \`${ref}\` is`, {
        help: 'look at the page again',
      });
}

/** The page took the end away, or laid something over it, when the drag had begun. */
const letGoOf = ({ ref }: RefEntry, { code, message, ...rest }: Failure): Result<never> =>
  fail(code, `\`${ref}\` was picked up and let go of again on its way: ${message}`, rest);

const mouse = ({ x, y }: Point) => ({ x, y, button: 'left', clickCount: 1 }) as const;

const move = (page: Page, { x, y }: Point, buttons: number): Promise<unknown> =>
  page.session.send('Input.dispatchMouseEvent', {
    type: 'mouseMoved',
    x,
    y,
    buttons,
    ...(buttons === 0 ? {} : { button: 'left' }),
  });

const carry = (
  page: Page,
  type: 'dragEnter' | 'dragOver' | 'drop' | 'dragCancel',
  { x, y }: Point,
  data: DragData,
): Promise<unknown> => page.session.send('Input.dispatchDragEvent', { type, x, y, data });

/** A drop ends the drag in the page; the browser's own hand is let go of, too: outside the view, so that it presses nothing. */
async function letGo(
  page: Page,
  { frameId }: RefEntry,
  down: boolean,
  { at, data }: { readonly at: Point; readonly data: DragData | null },
): Promise<void> {
  try {
    if (data !== null) await carry(page, 'dragCancel', at, data);
    else if (down)
      await page.session.send('Input.dispatchMouseEvent', {
        type: 'mouseReleased',
        ...mouse({ x: -1, y: -1 }),
      });
    await page.session.send('Input.setInterceptDrags', { enabled: false });
    await page.evaluate(RELEASE_DRAG, Boolean, frameId);
  } catch (thrown) {
    // The document went away with its drag.
    if (page.session.connection.closed) throw thrown;
  }
}
