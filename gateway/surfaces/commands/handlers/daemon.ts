// The process itself: nothing here touches a browser.
import { systemClock } from '#executors/system/clock.ts';
import { fail } from '#policy/language/failure.ts';
import { answer } from '#gateway/surfaces/commands/call/call.ts';
import type { Call } from '#gateway/surfaces/commands/call/call.ts';
import { handler } from '#gateway/surfaces/commands/call/handler.ts';
import { DAEMON } from '#gateway/protocol/commands/rows/daemon.ts';

const seconds = (since: number): number => Math.round((systemClock.monotonicMs() - since) / 1000);

const running = ({ parts: { daemon }, host }: Call) =>
  answer({
    running: daemon !== null,
    pid: process.pid,
    version: host.status().version,
    health: host.status().health,
    ...(daemon === null ? {} : { socket: daemon.socket, uptime_s: seconds(daemon.startedAt) }),
  });

export const daemon = {
  'daemon start': handler(DAEMON['daemon start'], running),
  'daemon status': handler(DAEMON['daemon status'], running),
  'daemon stop': handler(DAEMON['daemon stop'], ({ parts }) => {
    if (parts.daemon?.stop === null || parts.daemon === null) {
      return fail('command.bad-params', 'this gateway was not started as a daemon', {
        help: 'end it where it was started: `ghost serve`, `npm start`, or the program that opened it',
      });
    }
    parts.daemon.stop();
    return answer({ running: false, pid: process.pid });
  }),
  'daemon health': handler(DAEMON['daemon health'], (call) => {
    const { parts, host, worker } = call;
    const looks = [...worker.tabs.values()].flatMap(({ look }) => (look === null ? [] : [look]));
    const { attached, health } = host.status();
    return answer({
      health,
      daemon: {
        pid: process.pid,
        uptime_s: parts.daemon === null ? Math.round(process.uptime()) : seconds(parts.daemon.startedAt),
        memory_mb: Math.round(process.memoryUsage.rss() / 1024 / 1024),
      },
      chrome: {
        connected: worker.tabs.size > 0,
        tabs: worker.tabs.size,
        cdp_url: attached?.endpoint ?? null,
      },
      refs: { cached_targets: looks.length, total_refs: looks.reduce((sum, { refs }) => sum + refs, 0) },
    });
  }),
};
