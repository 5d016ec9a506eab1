// Six tabs, sixty clients, bursts of twelve calls, and a service that takes sixty a minute: in time that passes at once.
import { expect, test } from 'vitest';
import { Lane } from '#cloud/gemini/lane.ts';
import { NO_SPAN } from '#cloud/log/trace.ts';
import type { Priority } from '#cloud/wire/headers.ts';
import { ManualTime } from '#test/fixtures/manual-time.ts';

const PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Counts by its own minute, and refuses what is beyond it. */
function limited(time: ManualTime) {
  const taken: number[] = [];
  const refusals = { count: 0 };
  const upstream = () => {
    const now = time.monotonicMs();
    if (taken.filter((at) => at > now - MINUTE_MS).length >= PER_MINUTE) {
      refusals.count += 1;
      return Promise.resolve(new Response('{}', { status: 429 }));
    }
    taken.push(now);
    return Promise.resolve(Response.json({}));
  };
  return { upstream, refusals };
}

const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

test.each([
  ['with a queue that knows the limit', PER_MINUTE],
  ['with one that thinks it is a tenth higher, so that the service refuses some', PER_MINUTE * 1.1],
])(
  '%s: none is refused, none starves, the foreground waits half as long, and no time is lost',
  async (_, known) => {
    const time = new ManualTime();
    const { upstream, refusals } = limited(time);
    let turn = 0;
    const random = (): number => ((turn += 7) % 10) / 10;
    const limits = { requestsPerMinute: known, tokensPerMinute: 1e9, depth: 1000, depthPerUser: 100 };
    const lane = new Lane({ limits, upstream, time, random, onLimit: () => undefined });
    const signal = new AbortController().signal;
    const waits: Record<Priority, number[]> = { foreground: [], background: [] };
    const reasons: string[] = [];
    const began = time.monotonicMs();
    let ended = began;
    const call = async (user: string, priority: Priority): Promise<void> => {
      const course = { tries: 0, waitedMs: 0, span: NO_SPAN };
      const started = time.monotonicMs();
      const asked = {
        version: 'v1beta',
        model: 'm',
        method: 'generateContent',
        body: Buffer.from('{}'),
      } as const;
      const deadlineMs = time.monotonicMs() + 3_600_000;
      const outcome = await lane.call(
        { ...asked, user, priority, estimatedTokens: 1, deadlineMs },
        course,
        signal,
      );
      ended = time.monotonicMs();
      if (outcome.ok) waits[priority].push(ended - started);
      else reasons.push(outcome.refusal.reason);
    };
    const users = Array.from({ length: 66 }, (_, at) => (at < 6 ? `tab-${at}` : `client-${at}`));
    const calls = users.flatMap((user, at) =>
      Array.from({ length: 12 }, () => call(user, at % 3 === 0 ? 'foreground' : 'background')),
    );
    await time.advance(3_600_000);
    await Promise.all(calls);
    const minimum = (Math.ceil(calls.length / PER_MINUTE) - 1) * MINUTE_MS;
    process.stdout.write(
      `load: ${calls.length} calls in ${(ended - began) / 1000} s (minimum ${minimum / 1000}), ${refusals.count} of 429, ` +
        `p95 foreground ${p95(waits.foreground) / 1000} s, background ${p95(waits.background) / 1000} s\n`,
    );
    expect(reasons).toEqual([]);
    expect(waits.foreground.length + waits.background.length).toBe(calls.length);
    expect(p95(waits.foreground)).toBeLessThanOrEqual(p95(waits.background) / 2);
    expect(ended - began).toBeLessThanOrEqual(minimum * 1.1);
    expect(refusals.count > 0).toBe(known > PER_MINUTE);
  },
);
