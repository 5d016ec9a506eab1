// What a plan asks of the machine, and what of that it still knows at the next one.
import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { probeNamespace } from '#executors/browsers/processes/namespace.ts';
import { versionLine } from '#executors/browsers/launch/version-line.ts';
import { createLauncher } from '#executors/launcher.ts';
import { testAuthority } from '#test/fixtures/authority.ts';
import { need } from '#test/fixtures/tab.ts';

const run = promisify(execFile);
const here = await probeNamespace();
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ghost-plans-'));
  await chmod(directory, 0o755);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** How many processes were started meanwhile, by Node's own word. */
async function startedDuring(work: () => Promise<unknown>): Promise<number> {
  let started = 0;
  const count = (): void => void (started += 1);
  subscribe('child_process', count);
  await work();
  unsubscribe('child_process', count);
  return started;
}

test.skipIf(!here.ok)('the first plan asks browser and kernel, the next one starts no process', async () => {
  const launcher = createLauncher(testAuthority().verify);
  const first = need(await launcher.plan({ headless: true }));
  const next = await startedDuring(async () =>
    expect(need(await launcher.plan({ headless: true }))).toEqual(first),
  );
  expect(next).toBe(0);
});

test('a binary that was put in the place of another is asked what it is, one that stayed is not', async () => {
  const path = join(directory, 'browser');
  const put = async (program: string): Promise<void> => {
    await copyFile(program, `${path}.new`);
    await chmod(`${path}.new`, 0o755);
    await rename(`${path}.new`, path);
  };
  await put('/bin/cat');
  expect(await startedDuring(async () => expect(await versionLine(path)).toMatch(/^cat /u))).toBe(1);
  expect(await startedDuring(async () => expect(await versionLine(path)).toMatch(/^cat /u))).toBe(0);
  await put('/bin/ls');
  expect(await versionLine(path)).toMatch(/^ls /u);
});

test('a script is asked each time: what it starts is not its file', async () => {
  const [path, told] = [join(directory, 'script'), join(directory, 'told')];
  await writeFile(path, `#!/bin/sh\ncat ${told}\n`, { mode: 0o755 });
  await writeFile(told, 'Chromium 1.0');
  expect(await versionLine(path)).toBe('Chromium 1.0');
  await writeFile(told, 'Chromium 2.0');
  expect(await versionLine(path)).toBe('Chromium 2.0');
});

test('those who ask a script at the same time share one answer', async () => {
  const [path, asked] = [join(directory, 'script'), join(directory, 'asked')];
  // As root it is asked without root's rights.
  await writeFile(asked, '', { mode: 0o666 });
  await chmod(asked, 0o666);
  await writeFile(path, `#!/bin/sh\necho once >> ${asked}\necho Chromium 1.0\n`, { mode: 0o755 });
  const answers = await Promise.all([versionLine(path), versionLine(path), versionLine(path)]);
  expect(new Set(answers)).toEqual(new Set(['Chromium 1.0']));
  expect(await readFile(asked, 'utf8')).toBe('once\n');
});

test.skipIf(!here.ok)(
  'a machine that gives no namespace any more refuses what was planned with one, and the next plan knows',
  async () => {
    const program = `import { writeFileSync } from 'node:fs';
    import { networkFor, openNamespace } from '#executors/browsers/processes/namespace.ts';
    const before = await networkFor('AUTO');
    // The one that the machine was asked with.
    const asked = await openNamespace();
    asked.value.listener.close();
    await asked.value.release();
    writeFileSync('/proc/sys/user/max_net_namespaces', '0');
    const planned = await networkFor('AUTO');
    const opened = await openNamespace();
    console.log(JSON.stringify([before, planned, opened, await networkFor('AUTO'), await networkFor('REQUIRED')]));`;
    const node = [process.execPath, '--input-type=module-typescript', '--eval', program];
    const { stdout } = await run('unshare', ['--user', '--map-root-user', '--', ...node]);
    expect(JSON.parse(stdout)).toMatchObject([
      { ok: true, value: 'NAMESPACE' },
      { ok: true, value: 'NAMESPACE' },
      { ok: false, error: { code: 'browser.no-namespace' } },
      { ok: true, value: 'PROXY' },
      { ok: false, error: { code: 'browser.no-namespace' } },
    ]);
  },
);
