// The daemon's process: a gateway without window that serves the socket, with the demo world where no site is configured, and ends when nobody needs it.
// Started by the client (`gateway/client/local/daemon.ts`). Descriptor 3 is told once: `ready`, or why not.
// INVARIANT: of two that start at the same time one gets the audit log; the other says so and ends.
import { closeSync, writeSync } from 'node:fs';
import { namesNoSite } from '#gateway/settings/config.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { openServing } from './prepare.ts';
import { SettingsFile } from '#gateway/surfaces/commands/call/settings.ts';
import { inWords } from './log.ts';

const READY_DESCRIPTOR = 3;
const LOOK_MS = 15_000;

function tell(what: { readonly ready: true } | { readonly error: unknown }): void {
  try {
    writeSync(READY_DESCRIPTOR, `${JSON.stringify(what)}\n`);
    closeSync(READY_DESCRIPTOR);
  } catch (thrown) {
    inWords('whoever started this is gone', thrown); // It serves whoever comes next.
  }
}

const [dataDir = ''] = process.argv.slice(2);
const own = dataDir === '' ? {} : { dataDir };
// Whoever has named no site of their own finds the one that the README speaks of.
const demo = namesNoSite(pathsFor(own.dataDir).config);
const { promise: over, resolve: stop } = Promise.withResolvers<string>();
const opened = await openServing({
  demo,
  ...own,
  port: 0,
  stop: () => setImmediate(() => stop('asked to')),
});
if (!opened.ok) {
  inWords('not started', opened.error);
  tell({ error: opened.error });
  process.exit(1);
}
const { gateway, serving, warmUp, end } = opened.value;
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => stop(signal));
process.on('SIGHUP', () => undefined); // The terminal that it was started from may go.
const settings = new SettingsFile(gateway.paths.config);
const watch = setInterval(() => {
  const read = settings.read();
  const minutes = read.ok ? read.value['daemon-idle-timeout-m'] : 30;
  const busy =
    gateway.status().queue.running > 0 && gateway.tasks.list().some(({ status }) => status === 'RUNNING');
  if (!busy && serving.idleMs() > minutes * 60_000) stop(`idle for ${minutes} minutes`);
}, LOOK_MS);
inWords('started', { pid: process.pid, dataDir: gateway.paths.data });
tell({ ready: true });
warmUp();
const why = await over;
clearInterval(watch);
inWords('ended', why);
await end((gaveUp, seconds) => inWords(`gave up after ${seconds} s, killed by itself`, gaveUp));
process.exit(0);
