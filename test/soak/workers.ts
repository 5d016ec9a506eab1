// `npm run soak -- workers [count seconds]`: eight workers on one socket for two minutes, by default. Fails where a command has
// no answer, where one is not what it should be, and where a worker sees or touches a tab of another.
import { join } from 'node:path';
import { serveSocket } from '#gateway/surfaces/daemon/socket.ts';
import { KITCHEN, openKitchen } from '#test/fixtures/kitchen.ts';
import { runWorkers } from '#test/fixtures/workers.ts';

export async function soakWorkers(count: number, seconds: number): Promise<boolean> {
  const kitchen = await openKitchen('127.0.0.65');
  const serving = await serveSocket(kitchen.gateway);
  if (!serving.ok) throw new Error(serving.error.message);
  const report = await runWorkers(join(kitchen.directory, 'data'), `${KITCHEN}/next`, count, seconds * 1000);
  await serving.value.close();
  await kitchen.close();
  process.stdout.write(`${JSON.stringify({ workers: count, seconds, ...report }, null, 2)}\n`);
  return report.trespasses.length === 0 && report.odd.length === 0 && report.answered === report.sent;
}
