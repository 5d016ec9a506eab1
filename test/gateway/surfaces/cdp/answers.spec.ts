// What the door answers where an act that it asks for is refused: nobody waits for ever, and no button stays down. No browser.
import { expect, test } from 'vitest';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { MOUSE_METHODS } from '#gateway/surfaces/cdp/answers/mouse.ts';
import { MOVE_METHODS } from '#gateway/surfaces/cdp/answers/moves.ts';
import { PAGE_METHODS } from '#gateway/surfaces/cdp/answers/page.ts';
import type { Asked, Method } from '#gateway/surfaces/cdp/call/contract.ts';
import { OwnTargets } from '#gateway/surfaces/cdp/call/own-targets.ts';
import type { OpenTab } from '#gateway/surfaces/commands/call/call.ts';

const DIALOG = { dialog: 'confirm', message: 'Sure?', defaultText: '' } as const;

/** A target with one session; what is asked of it meets `answer`. */
function door(answer: (action: BrowserAction) => Result<unknown>) {
  const happened: string[] = [];
  const targets = new OwnTargets(
    () => undefined,
    (_, what) => happened.push(what),
  );
  const tab = {
    id: 'tab',
    frontPage: () => 'page',
    listenRemote: () => () => undefined,
    releaseRemote: () => undefined,
    shown: () => ({ id: 'd', url: 'http://shop.test/', title: '' }),
  } as unknown as OpenTab['tab'];
  const target = targets.add({ tab } as unknown as OpenTab, null);
  target.page.view.isBegun = true;
  const connection = targets.session('');
  const session = connection === null ? null : targets.attach(connection, { target, kind: 'page' });
  if (session === null) throw new Error('no session was opened');
  const acts: BrowserAction[] = [];
  const act = (_: unknown, action: BrowserAction) => {
    acts.push(action);
    return Promise.resolve(answer(action));
  };
  const call = async (methods: Readonly<Record<string, Method>>, method: string, params: object) => {
    const asked = { method, session, targets, act } as unknown as Asked;
    return methods[method]?.answer({ ...params }, asked, target);
  };
  return { call, acts, target, session, targets, happened };
}

test('a dialog that may be neither accepted nor dismissed is waited for by nobody', async () => {
  for (const accept of [true, false]) {
    const { call, acts, target } = door(() => fail('boundary.denied', 'no'));
    target.page.dialog.opens(DIALOG);
    const waits = target.page.dialog.untilAnswered(new AbortController().signal);
    const told = await call(MOVE_METHODS, 'Page.handleJavaScriptDialog', { accept });
    await waits;
    expect(told).toMatchObject({ error: { data: 'boundary.denied' } });
    expect(acts).toHaveLength(accept ? 2 : 1);
    expect(target.page.dialog.open).toBeNull();
  }
});

test('the dialog that came meanwhile is not dismissed for the one that could not be accepted', async () => {
  const next = { ...DIALOG, message: 'And this?' };
  const { call, acts, target } = door(() => {
    target.page.dialog.closes();
    target.page.dialog.opens(next);
    return fail('act.changed', 'the dialog closed');
  });
  target.page.dialog.opens(DIALOG);
  await call(MOVE_METHODS, 'Page.handleJavaScriptDialog', { accept: true });
  expect(acts).toHaveLength(1);
  expect(target.page.dialog.open).toBe(next);
});

test('a dialog is dismissed where the last session that hears of it goes, and not before', async () => {
  for (const how of ['Page.disable', 'detach']) {
    const { call, target, targets, session, happened } = door(() => ok(undefined));
    await call(PAGE_METHODS, 'Page.enable', {});
    target.page.asks(DIALOG);
    expect(happened).toEqual([]);
    if (how === 'detach') targets.detach(session);
    else await call(PAGE_METHODS, 'Page.disable', {});
    expect(happened).toEqual(['UNHEARD_DIALOG']);
  }
});

test('a press that was refused holds nothing down: the mouse goes on', async () => {
  let isRefused = true;
  const point = { what: 'REMOTE', told: { for: 'POINT', ref: 'e1' }, from: '' };
  const { call, acts } = door(({ type }) => {
    if (type !== 'OBSERVE') return ok({ outcome: { kind: 'DONE' }, brought: false });
    return isRefused
      ? fail('act.no-frame', 'it may not be read')
      : ok({ outcome: { kind: 'OBSERVED', observed: point }, brought: false });
  });
  const mouse = (type: string, button = 'none') =>
    call(MOUSE_METHODS, 'Input.dispatchMouseEvent', { type, button, clickCount: 1, x: 1, y: 1 });
  expect(await mouse('mousePressed', 'left')).toMatchObject({ error: { data: 'act.no-frame' } });
  isRefused = false;
  expect(await mouse('mouseMoved')).toEqual({ result: {} });
  expect(acts.map(({ type }) => type)).toContain('HOVER');
  expect(await mouse('mousePressed', 'right')).toEqual({ result: {} });
});
