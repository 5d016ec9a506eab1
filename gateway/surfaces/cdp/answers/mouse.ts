// The mouse: an act on what lies under the point, decided as any other. INVARIANT: press and release of one session are one act, on what
// lay under both: what came to lie there in between gets nothing; and the act looks there once more by itself before it is done.
import { z } from 'zod';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { KEY_MODIFIERS, MOUSE_BUTTONS } from '#policy/acts/click-effect.ts';
import type { ViewPoint } from '#policy/acts/element-acts.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { ofPage } from '#gateway/surfaces/cdp/call/contract.ts';
import type { AskedOfPage, Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { badParams, done, ERROR, wrong } from '#gateway/surfaces/cdp/call/message.ts';
import type { Told } from '#gateway/surfaces/cdp/call/message.ts';
import type { Pressed } from '#gateway/surfaces/cdp/call/sessions.ts';
import { toldFailure } from './remote-script.ts';
import { actOf } from './runtime.ts';

const FARTHEST_PX = 100_000;
const place = z.number().min(-FARTHEST_PX).max(FARTHEST_PX);
/** A hand is not still: within so much a press and its release are a click. */
const CLICK_SLACK_PX = 3;
const MODIFIER_BITS = { Alt: 1, Control: 2, Meta: 4, Shift: 8 } as const;

const mouseEvent = z.strictObject({
  type: z.enum(['mousePressed', 'mouseReleased', 'mouseMoved', 'mouseWheel']),
  x: place,
  y: place,
  button: z
    .enum(['none', ...MOUSE_BUTTONS], { error: 'a mouse has a left, a middle and a right button here' })
    .default('none'),
  buttons: z.int().min(0).max(31).optional(),
  clickCount: z.int().min(0).max(3, { error: 'a click is a single, double or triple one' }).default(0),
  modifiers: z.int().min(0).max(15).default(0),
  deltaX: place.default(0),
  deltaY: place.default(0),
  force: z.number().min(0).max(1).optional(),
  timestamp: z.number().optional(),
  pointerType: z.literal('mouse', { error: 'a Ghost Tab has a mouse' }).optional(),
});
type MouseEvent = z.output<typeof mouseEvent>;

export const MOUSE_METHODS: Readonly<Record<string, Method>> = {
  'Input.dispatchMouseEvent': ofPage(mouseEvent, (event, asked) => {
    switch (event.type) {
      case 'mouseMoved':
        return moved(event, asked);
      case 'mousePressed':
        return pressed(event, asked);
      case 'mouseReleased':
        return released(event, asked);
      case 'mouseWheel':
        return turned(event, asked);
    }
  }),
  /** A drag is one act, done at its release, so that none is ever told of as under way. */
  'Input.setInterceptDrags': ofPage(z.strictObject({ enabled: z.boolean() }), () => done()),
};

const pointOf = ({ x, y }: MouseEvent): ViewPoint => ({ x, y });

async function did(asked: AskedOfPage, action: BrowserAction): Promise<Told> {
  const acted = await asked.act(asked.target, action);
  return acted.ok ? done() : toldFailure(asked.method, acted.error);
}

/** `null`: nothing of the page is there. */
async function under(event: MouseEvent, asked: AskedOfPage): Promise<Result<string | null>> {
  const looked = await asked.target.page.look<'POINT'>(actOf(asked), { for: 'POINT', ...pointOf(event) });
  return looked.ok ? ok(looked.value.ref) : looked;
}

/** Within one element it is done once; while a button is down, the release says where it ends. */
async function moved(event: MouseEvent, asked: AskedOfPage): Promise<Told> {
  const { target, session } = asked;
  // A press that went to nothing holds nothing.
  if ((session.pressed?.on ?? null) !== null) return done();
  const found = await under(event, asked);
  if (!found.ok) return toldFailure(asked.method, found.error);
  const ref = found.value;
  if (ref === null || ref === target.over) return done();
  const told = await did(asked, { type: 'HOVER', ref, at: pointOf(event) });
  target.over = 'error' in told ? null : ref;
  return told;
}

/** Nothing is pressed before the release says what it was. */
async function pressed(event: MouseEvent, asked: AskedOfPage): Promise<Told> {
  const { session, method } = asked;
  const { button, clickCount, modifiers } = event;
  if (button === 'none' || clickCount === 0)
    return badParams([
      { code: 'custom', path: ['button'], message: 'which one, and for which click', input: button },
    ]);
  if (session.pressed !== null && session.pressed.on !== null && session.pressed.button !== button)
    return wrong(ERROR.refused, `the ${session.pressed.button} button is down: let go of it`);
  session.pressed = { button, on: null };
  const found = await under(event, asked);
  if (!found.ok) return toldFailure(method, found.error);
  // Outside the view nothing hears of it.
  if (found.value === null) return done();
  session.pressed = { button, on: { ref: found.value, at: pointOf(event), clickCount, modifiers } };
  return done();
}

async function released(event: MouseEvent, asked: AskedOfPage): Promise<Told> {
  const { session, method } = asked;
  const { pressed: down } = session;
  if (down === null || down.button !== event.button) return wrong(ERROR.refused, 'that button is not down');
  session.pressed = null;
  // It was refused, or went to nothing: its answer said so.
  if (down.on === null) return done();
  const found = await under(event, asked);
  if (!found.ok) return toldFailure(method, found.error);
  const action = actBetween({ ...down, on: down.on }, { ref: found.value, at: pointOf(event) });
  if (action === 'OTHER')
    return wrong(
      ERROR.refused,
      'another element came to lie under the point between press and release: nothing was pressed',
      'act.changed',
    );
  if (action === 'NOWHERE')
    return wrong(ERROR.refused, 'only the left button drags, and from one element of the view to another');
  // Where it leads to, the mouse lies over something else.
  asked.target.over = null;
  return did(asked, action);
}

type Down = Pressed & { readonly on: NonNullable<Pressed['on']> };

/** INVARIANT: within a place a press is on what lay under both, or it is none. */
function actBetween(
  { button, on }: Down,
  up: { readonly ref: string | null; readonly at: ViewPoint },
): BrowserAction | 'OTHER' | 'NOWHERE' {
  const { ref, at, clickCount, modifiers: bits } = on;
  const isClick = Math.hypot(up.at.x - at.x, up.at.y - at.y) <= CLICK_SLACK_PX;
  if (!isClick)
    return up.ref === null || button !== 'left'
      ? 'NOWHERE'
      : { type: 'DRAG', ref, to: up.ref, at, toAt: up.at };
  if (up.ref !== ref) return 'OTHER';
  const modifiers = KEY_MODIFIERS.filter((key) => (bits & MODIFIER_BITS[key]) !== 0);
  return {
    type: 'CLICK',
    ref,
    at,
    button,
    // Those before it came as clicks of their own.
    ...(clickCount === 2 ? { count: 2, after: 1 } : clickCount === 3 ? { count: 3, after: 2 } : {}),
    ...(modifiers.length === 0 ? {} : { modifiers }),
  };
}

async function turned(event: MouseEvent, asked: AskedOfPage): Promise<Told> {
  const found = await under(event, asked);
  if (!found.ok) return toldFailure(asked.method, found.error);
  if (found.value === null) return done();
  const { deltaX: dx, deltaY: dy } = event;
  asked.target.over = null;
  return did(asked, { type: 'SCROLL', ref: found.value, at: pointOf(event), dx, dy });
}
