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
