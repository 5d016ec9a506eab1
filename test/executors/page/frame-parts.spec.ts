// Lines of frames in processes of their own: what all of them together are given, and whom the brake falls on.
import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { CdpConnection, CdpSession } from '#executors/cdp/connection.ts';
import { Brake } from '#executors/page/brake.ts';
import { FrameParts } from '#executors/page/frame-parts.ts';
import type { FramePart } from '#executors/page/frame-parts.ts';
import { MAX_WAITING_REQUESTS } from '#executors/page/pace.ts';

const CONNECTION = new CdpConnection(new PassThrough(), new PassThrough());
const BRAKE = new Brake({ frames: { sessions: () => [] }, waiter: { changed: () => undefined } });
const frame = (id: string): CdpSession => new CdpSession(CONNECTION, id);

/** As the interception asks for each request. How many went at once. */
function asks(parts: FrameParts, part: FramePart, requests: number): number {
  let went = 0;
  for (let request = 0; request < requests; request += 1) {
    const most = parts.tooMuchOf(part);
    if (most !== null) BRAKE.stopFrame(most, 'floods');
    if (part.braked !== null) break;
    const turn = part.pace.take(part);
    if (turn === null) went += 1;
    else {
      part.waiting += 1;
      void turn.then(() => (part.waiting -= 1));
    }
  }
  return went;
}

test('a frame that is put in the place of another gets no new burst: what a line has given is gone', () => {
  const parts = new FrameParts();
  let went = 0;
  for (let times = 0; times < 20; times += 1) {
    const session = frame(`f${times}`);
    went += asks(parts, parts.of(session), 400);
    parts.forget(session);
  }
  // Four lines and the shared one, with what a slow machine gives meanwhile.
  expect(went).toBeLessThan(20 * 200);
  expect(went).toBeLessThanOrEqual(5 * 400);
});

test('of frames that share a line whoever has most in it is stopped; a quiet one beside them keeps its place', async () => {
  const parts = new FrameParts();
  const own = Array.from({ length: 4 }, (_, index) => parts.of(frame(`own${index}`)));
  expect(own.every(({ shares }) => !shares)).toBe(true);
  const quiet = parts.of(frame('quiet'));
  const many = Array.from({ length: 40 }, (_, index) => parts.of(frame(`many${index}`)));
  asks(parts, many[0] ?? quiet, 300);
  asks(parts, quiet, 3);
  for (const part of many) asks(parts, part, 300);
  expect(quiet.braked).toBeNull();
  expect(many.some(({ braked }) => braked !== null)).toBe(true);
  // However many they are, no more waits than in one line.
  expect(quiet.pace.waiting).toBeLessThanOrEqual(MAX_WAITING_REQUESTS);
  expect(quiet.waiting).toBeGreaterThan(0);
});

test('what a stopped frame or one that is gone had waiting is let go at once, and knows that it is not to be asked about', async () => {
  const parts = new FrameParts();
  for (const end of ['STOPPED', 'GONE'] as const) {
    const session = frame(end);
    const part = parts.of(session);
    asks(parts, part, 300);
    expect(part.waiting).toBeGreaterThan(0);
    if (end === 'GONE') parts.forget(session);
    else BRAKE.stopFrame(part, 'floods');
    // oxlint-disable-next-line no-await-in-loop -- turns are told one after the other
    await Promise.resolve();
    expect([part.waiting, part.pace.waiting]).toEqual([0, 0]);
    expect(part.braked).not.toBeNull();
  }
});
