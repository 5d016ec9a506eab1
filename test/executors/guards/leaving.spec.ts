// Leaving a page whose scripts were ended: what it goes on asking for until its successor is there stops nobody.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { CdpConnection, CdpSession } from '#executors/cdp/connection.ts';
import { isReplaced } from '#executors/guards/leaving.ts';
import { Page } from '#executors/page/page.ts';
import { Targets } from '#executors/guards/targets.ts';

const CONNECTION = new CdpConnection(new PassThrough(), new PassThrough());
const page = (): Page => new Page(new CdpSession(CONNECTION, 's'), 'p', { fresh: false, reads: () => true });
/** Of a guest in somebody else's browser no page is ever replaced. */
const leave = (of: Page, leaves: boolean): Promise<boolean> =>
  isReplaced(of, { targets: Object.create(Targets.prototype), leaves, attached: true, asking: () => false });

test('a guest’s page that floods is let run for its successor, and stops it by no further flood', () => {
  const flooding = page();
  flooding.brake.stop('floods');
  expect(flooding.brake.reason).toBe('floods');
  void leave(flooding, true);
  expect(flooding.brake.reason).toBe(null);
  flooding.brake.stop('floods on');
  expect(flooding.brake.reason).toBe(null);
});

test('once the successor is there it answers for itself', () => {
  const next = page();
  next.brake.stop('floods');
  void leave(next, true);
  next.brake.releaseForCommitted();
  next.brake.stop('floods as well');
  expect(next.brake.reason).toBe('floods as well');
});

test('an act that does not lead elsewhere lets nothing run', async () => {
  const flooding = page();
  flooding.brake.stop('floods');
  expect(await leave(flooding, false)).toBe(false);
  expect(flooding.brake.reason).toBe('floods');
});

test('a page that is given up gets no further turn while another one opens, nor when that came too late', async () => {
  const busy = page();
  const reasons: (string | null)[] = [];
  busy.session.on('Fetch.requestPaused', () => undefined);
  const replace = (one: Page): Promise<Page> => {
    reasons.push(one.brake.reason);
    // Thousands of its requests may be on their way: none is read any more, and none goes on.
    expect(one.session.isHeard('Fetch.requestPaused')).toBe(false);
    return reasons.length === 1
      ? Promise.reject(new Error('the new page did not appear'))
      : Promise.resolve(page());
  };
  const targets: Targets = Object.assign(Object.create(Targets.prototype), { replace });
  const go = (): Promise<boolean> =>
    isReplaced(busy, { targets, leaves: true, attached: false, asking: () => false });
  // A request of its own waits for a verdict all the time.
  busy.hold();
  await expect(go()).rejects.toThrow('did not appear');
  expect(reasons).toEqual([expect.stringContaining('another page is to take its place')]);
  // It is given up without being waited for.
  await Promise.all([
    expect(go()).resolves.toBe(true),
    Promise.resolve().then(() => expect(reasons).toHaveLength(2)),
  ]);
});

test('a page about which a person is asked is not given up, and runs on', async () => {
  const asked = page();
  asked.hold();
  const targets: Targets = Object.create(Targets.prototype);
  expect(await isReplaced(asked, { targets, leaves: true, attached: false, asking: () => true })).toBe(false);
  expect(asked.brake.reason).toBeNull();
});

test('the empty page that took its place is not replaced in its turn, as slow as the browser may be', async () => {
  const busy = page();
  const empty = page();
  const replace = (): Promise<Page> => Promise.resolve(empty);
  const targets: Targets = Object.assign(Object.create(Targets.prototype), { replace });
  const go = (from: Page): Promise<boolean> =>
    isReplaced(from, { targets, leaves: true, attached: false, asking: () => false });
  busy.hold();
  expect(await go(busy)).toBe(true);
  // Neither of them ever answers: nobody is at the other end of their connection.
  expect(await go(empty)).toBe(false);
  // Somebody went elsewhere in it since then: it is a page like others.
  expect(await go(empty)).toBe(true);
});
