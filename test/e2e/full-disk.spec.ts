// A daemon on a disk that gets full and has room again: what it says meanwhile, on each surface, and that nobody has to restart it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { needed } from '#test/fixtures/faults/needed.ts';
import { SmallDisk } from '#test/fixtures/faults/small-disk.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';

const disk = SmallDisk.mount(16);
const home = typeof disk === 'string' ? null : new GhostHome({ directory: disk.path });
const onDisk = (): GhostHome => {
  if (home === null) throw new Error('nothing is mounted');
  return home;
};
const ghost = async (...args: string[]) => {
  const ran = await onDisk().run(args);
  return { code: ran.code, answer: z.record(z.string(), z.unknown()).parse(ran.json()) };
};
const status = z.object({
  pid: z.number(),
  health: z.object({ state: z.string(), causes: z.array(z.record(z.string(), z.unknown())) }),
});
const healthOf = async () => {
  const { code, answer } = await ghost('status', '--json');
  return { code, ...status.parse(answer) };
};

beforeAll(() => {
  // Where its room runs out is the point: it is not stopped before.
  if (home !== null) writeFileSync(join(home.directory, 'config.yaml'), 'warmTabs: 0\nleastFreeMb: 0\n');
});
afterAll(async () => {
  await home?.run(['daemon', 'stop']);
  if (typeof disk !== 'string') disk[Symbol.dispose]();
});

test('a full disk stops acts and closes tabs, says so on each surface, and acts run again once there is room', async ({
  skip,
}) => {
  const small = needed(disk, skip);
  const opened = await ghost('launch');
  expect(opened.code).toBe(0);
  const { pid, health } = await healthOf();
  expect(health).toEqual({ state: 'ok', causes: [] });

  small.fill();
  let refused = await ghost('snapshot');
  // What lies in the pages of the log already still goes.
  for (let tries = 0; tries < 50 && refused.code === 0; tries += 1) refused = await ghost('snapshot');
  expect(refused).toMatchObject({
    code: 7,
    answer: {
      code: 'audit.write-failed',
      retryable: true,
      reason: 'ENOSPC',
      suggestion: expect.stringContaining(`make room on the disk of \`${small.path}/audit\``),
    },
  });
  const down = await healthOf();
  expect(down).toMatchObject({
    code: 7,
    pid,
    health: {
      state: 'failed',
      causes: [{ code: 'audit.write-failed', reason: 'ENOSPC', refusedActs: 1, help: expect.any(String) }],
    },
  });
  expect((await ghost('daemon', 'status')).answer).toMatchObject({ health: { state: 'failed' } });
  const doctor = await onDisk().run(['doctor', '--json']);
  expect(doctor).toMatchObject({ code: 7 });
  expect(doctor.json()).toContainEqual(expect.objectContaining({ name: 'health', code: 'health.failed' }));
  // Less that runs is always possible.
  expect(await ghost('close')).toMatchObject({ code: 0, answer: { closed: opened.answer['targetId'] } });
  expect((await ghost('tabs')).answer).toEqual({ ok: true, tabs: [] });

  small.empty();
  await expect.poll(async () => (await healthOf()).health.state, { timeout: 60_000 }).toBe('ok');
  expect(await healthOf()).toMatchObject({ code: 0, pid });
  expect((await ghost('launch')).code).toBe(0);
  expect((await ghost('audit', 'query', 'type:audit.resumed', '--json')).answer).toMatchObject({
    rows: [
      { type: 'audit.resumed', why: 'ENOSPC', what: 'write the audit log again, after 1 act was refused' },
    ],
  });
  expect((await ghost('audit', 'verify', '--json')).answer).toMatchObject({ ok: true });
}, 240_000);
