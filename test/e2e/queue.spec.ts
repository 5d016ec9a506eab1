// Waiting for a tab against a real browser: what each surface hears, and a tab whose client left.
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { serveSocket } from '#gateway/surfaces/daemon/socket.ts';
import { createCommands } from '#gateway/surfaces/commands/commands.ts';
import type { Caller } from '#gateway/surfaces/commands/call/contract.ts';
import type { GatewayEvent } from '#gateway/protocol/events.ts';
import type { Place } from '#gateway/protocol/place.ts';
import { KITCHEN, openKitchen } from '#test/fixtures/kitchen.ts';
import type { Kitchen } from '#test/fixtures/kitchen.ts';
import { need } from '#test/fixtures/tab.ts';

const daemonFile = z.object({ socket: z.string(), key: z.string() });
const frame = z.looseObject({ id: z.number().optional() });
type Frame = z.infer<typeof frame>;

let kitchen: Kitchen;
const never = new AbortController().signal;

beforeAll(async () => {
  kitchen = await openKitchen('127.0.0.66', { maxTabs: 1 });
});
afterAll(() => kitchen.close());

const cli = (worker: string, told: Place[] = []): Caller => ({
  worker,
  channel: 'cli',
  cwd: kitchen.directory,
  queued: (place) => void told.push(place),
});

test('a second worker hears its place, as do listeners, is refused in time, and gets the tab of a worker that left', async () => {
  const { gateway } = kitchen;
  const events: GatewayEvent[] = [];
  const unsubscribe = gateway.subscribe((event) => void events.push(event));
  const commands = createCommands(gateway, null, { orphanMs: 1_500 });
  const opened = need(await commands.run('open', { url: `${KITCHEN}/next` }, cli('one'), never));
  const leave = commands.attend?.('one');

  const told: Place[] = [];
  const refused = await commands.run('open', { url: `${KITCHEN}/next`, wait: 1 }, cli('two', told), never);
  expect(refused).toMatchObject({ ok: false, error: { code: 'tab.none-free', retryable: true } });
  expect(told).toContainEqual({ place: 1, of: 1 });
  const queues = events.flatMap((event) => (event.type === 'queue.changed' ? [event.queue.next] : []));
  expect(
    queues.flat().some(({ taskId, position }) => position === 1 && taskId?.startsWith('w-') === true),
  ).toBe(true);

  // A task hears of its place as well.
  const running = gateway.run('look around', { startUrl: `${KITCHEN}/next` });
  for await (const event of running)
    if (event.type === 'task.queued') {
      expect(event).toMatchObject({ place: 1, of: 1 });
      gateway.tasks.find(running.taskId)?.cancel();
    }
  expect((await running.result).status).toBe('CANCELLED');

  leave?.();
  const second = need(await commands.run('open', { url: `${KITCHEN}/next`, wait: 60 }, cli('two'), never));
  expect(second['targetId']).not.toBe(opened['targetId']);
  expect(await commands.run('tabs', {}, cli('one'), never)).toMatchObject({ ok: true, value: { tabs: [] } });
  const { rows } = need(gateway.audit.query({ text: 'type:tab.closed why:reclaimed' }));
  expect(rows).toHaveLength(1);
  await commands.release('two');
  unsubscribe();
});

test('over the socket the place comes as a notice, with the line that a terminal shows', async () => {
  const serving = need(await serveSocket(kitchen.gateway));
  const held = need(await kitchen.gateway.openTab({ url: `${KITCHEN}/next` }));
  const frames = await framesOf(['open', `${KITCHEN}/next`, '--wait', '1']);
  expect(frames).toContainEqual(
    expect.objectContaining({
      method: 'tab.waiting',
      params: expect.objectContaining({ place: 1, of: 1, lines: ['waiting for a tab: place 1 of 1'] }),
    }),
  );
  expect(JSON.stringify(frames.at(-1))).toContain('tab.none-free');
  await held.close();
  await serving.close();
});

/** All that the daemon says to a command, its answer last. */
async function framesOf(argv: readonly string[]): Promise<readonly Frame[]> {
  const { socket: path, key } = daemonFile.parse(
    JSON.parse(readFileSync(join(kitchen.directory, 'data', 'run', 'daemon.json'), 'utf8')),
  );
  const socket = connect(path);
  const frames: Frame[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.on('error', reject);
  createInterface(socket).on('line', (line) => {
    const read = frame.parse(JSON.parse(line));
    frames.push(read);
    if (read.id === 2) resolve();
  });
  const say = (id: number, method: string, params: unknown): void =>
    void socket.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
  say(1, 'hello', { key, worker: 'four' });
  say(2, 'run', { argv });
  await promise;
  socket.destroy();
  return frames;
}
