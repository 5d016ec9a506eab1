// CLICK, HOVER, CHECK, SCROLL: trusted mouse events at a point that was seen to hit the element.
// INVARIANT: an event that would land elsewhere is swallowed before the page sees it, and the act fails; after one that did not, it is
// not made a second time by itself.
import type { ClickAction, ViewPoint } from '#policy/acts/element-acts.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { carriesOut, reachedNothing } from '#executors/cdp/budget.ts';
import { CdpError } from '#executors/cdp/connection.ts';
import { aimAtElement, guardAll, releaseAll } from '#executors/perception/aiming.ts';
import { ACTED_ON, PRESSED } from '#executors/perception/in-page/pressed.ts';
import { nodeUnder } from '#executors/remote/under-point.ts';
import type { Landing } from '#policy/acts/keys.ts';
import { uncertain } from '#executors/contract/outcome.ts';
import type { NodeId } from '#executors/page/frame-scope.ts';
import type { RefEntry } from '#executors/page/refs.ts';
import type { Page } from '#executors/page/page.ts';
import { VERDICT_DEADLINE_MS } from './settle.ts';

type Point = ViewPoint;

/** Errors: `act.covered`, `act.not-actionable`. Scrolls the element into view, but not for a place that the act names. */
export async function aim(
  page: Page,
  entry: RefEntry,
  landing: Landing,
  at?: ViewPoint,
): Promise<Result<Point>> {
  if (at !== undefined) return liesAt(page, entry, at);
  const found = await aimAtElement(page, entry, landing);
  switch (found.kind) {
    case 'POINT':
      return ok(found);
    case 'COVERED':
      return fail('act.covered', `\`${entry.ref}\` is covered by ${found.by}`, {
        help: 'close or scroll away what lies above it, then take a new snapshot',
        details: { coveredBy: found.by },
      });
    case 'INVISIBLE':
      return fail('act.not-actionable', `\`${entry.ref}\` has no visible part on the page`);
  }
}

/** INVARIANT: what a point was decided for lies there now, or nothing is done. */
async function liesAt(page: Page, { ref, ...node }: RefEntry, at: ViewPoint): Promise<Result<Point>> {
  const found = await nodeUnder(page, at, () => true);
  if (
    found !== null &&
    found !== 'FOREIGN' &&
    found.backendNodeId === node.backendNodeId &&
    found.frameId === node.frameId
  )
    return ok({ x: at.x, y: at.y });
  return fail('act.covered', `\`${ref}\` does not lie at that place any more`, {
    help: 'look at the page again; nothing was done there',
  });
}

export type ClickHow = Pick<ClickAction, 'button' | 'count' | 'modifiers' | 'after' | 'at'>;

const BUTTONS = { left: 1, right: 2, middle: 4 } as const;
const MODIFIERS = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;

export async function click(page: Page, entry: RefEntry, how: ClickHow = {}): Promise<Result<void>> {
  const aimed = await aimGuarded(page, entry, how);
  if (!aimed.ok) return aimed;
  const { guarded, x, y } = aimed.value;
  const { button = 'left', count = 1, after = 0 } = how;
  const modifiers = [...new Set(how.modifiers)].reduce((bits, key) => bits | MODIFIERS[key], 0);
  // In one go: the browser keeps the order, and nothing can come between press and release.
  const sent = [
    page.session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, modifiers }),
    ...Array.from({ length: Math.max(1, count - after) }, (_, at) => {
      const event = { x, y, button, modifiers, clickCount: after + at + 1 } as const;
      return [
        page.session.send('Input.dispatchMouseEvent', {
          type: 'mousePressed',
          buttons: BUTTONS[button],
          ...event,
        }),
        page.session.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...event }),
      ];
    }).flat(),
  ];
  await lastOf(sent);
  // A document on its way keeps the one that is there from answering, and the word of it may come behind the answer to the click.
  const leaves = (): boolean => page.asked.navigations > 0 && page.navigating !== null;
  const released = leaves()
    ? null
    : await page.waiter.unless(leaves, releaseAll(page, guarded), VERDICT_DEADLINE_MS);
  page.dialogs.leaves(null);
  if (released === null || !released.missed) return ok(undefined);
  const { reached } = released;
  const why = `another element came to lie where \`${entry.ref}\` was`;
  if (reached) return { ok: false, error: uncertain(`${why} after the first part of the click`) };
  reachedNothing();
  return fail('act.changed', why, {
    help: 'take a new snapshot; nothing was clicked',
  });
}

/** Both in one go: a session does in order what it is asked. INVARIANT: where there is no point nothing stays guarded. */
async function aimGuarded(
  page: Page,
  entry: RefEntry,
  { at }: ClickHow,
): Promise<Result<Point & { readonly guarded: readonly NodeId[] }>> {
  const guarding = guardAll(page, entry, at === undefined ? PRESSED : ACTED_ON);
  const release = async (): Promise<void> => {
    page.dialogs.leaves(null);
    await releaseAll(page, await guarding.nodes);
  };
  // A dialog that comes meanwhile ends the act here: what it leaves is taken away once that is answered.
  page.dialogs.leaves(release);
  const [point] = await Promise.all([aim(page, entry, 'CLICK', at), guarding.done]).catch(
    async (thrown: unknown) => {
      if (thrown instanceof CdpError) await release();
      throw thrown;
    },
  );
  if (point.ok) return ok({ ...point.value, guarded: await guarding.nodes });
  await release();
  return point;
}

/** Of what was sent together the last step is under way once everything before it was answered. */
export async function lastOf(sent: readonly Promise<unknown>[]): Promise<void> {
  const before = Promise.all(sent.slice(0, -1)).then(carriesOut);
  await Promise.all([before, ...sent]);
}

export async function hover(page: Page, entry: RefEntry, place?: ViewPoint): Promise<Result<void>> {
  const point = await aim(page, entry, 'NONE', place);
  if (!point.ok) return point;
  carriesOut();
  await page.session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', ...pointOf(point.value) });
  return ok(undefined);
}

const CHECKED = `function () {
  return this.getAttribute('role') !== null && !('checked' in this) ? this.getAttribute('aria-checked') === 'true' : this.checked === true;
}`;

/** Clicks only if the state is another one; fails if it did not change. */
export async function check(page: Page, entry: RefEntry, checked: boolean): Promise<Result<void>> {
  if ((await page.callOn(entry, CHECKED, [], Boolean)) === checked) return ok(undefined);
  const clicked = await click(page, entry);
  if (!clicked.ok) return clicked;
  if ((await page.callOn(entry, CHECKED, [], Boolean)) === checked) return ok(undefined);
  return fail('act.not-actionable', `\`${entry.ref}\` did not become ${checked ? 'checked' : 'unchecked'}`, {
    help: 'a radio button is unchecked by choosing another one of its group',
  });
}

/** By the wheel, over the element or in the middle of the page. */
export async function scroll(
  page: Page,
  entry: RefEntry | null,
  delta: { readonly dx: number; readonly dy: number; readonly intoView?: true; readonly at?: ViewPoint },
  viewport: { readonly width: number; readonly height: number },
): Promise<Result<void>> {
  if (delta.intoView === true && entry !== null) {
    const { backendNodeId, frameId } = entry;
    carriesOut();
    await page.frames.sessionOf(frameId).send('DOM.scrollIntoViewIfNeeded', { backendNodeId });
    return ok(undefined);
  }
  let at: Point = { x: viewport.width / 2, y: viewport.height / 2 };
  if (entry !== null) {
    const point = await aim(page, entry, 'NONE', delta.at);
    if (!point.ok) return point;
    at = point.value;
  }
  carriesOut();
  await page.session.send('Input.dispatchMouseEvent', {
    type: 'mouseWheel',
    ...pointOf(at),
    deltaX: delta.dx,
    deltaY: delta.dy,
  });
  return ok(undefined);
}

const pointOf = ({ x, y }: Point): Point => ({ x, y });
