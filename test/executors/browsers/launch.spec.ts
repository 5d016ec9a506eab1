// Starting and ending a browser: sandbox, flags as the process has them, nothing left behind.
import { spawn } from 'node:child_process';
import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { GhostTab } from '#executors/contract/tab.ts';
import { startBrowser } from '#executors/browsers/launch/browser-process.ts';
import { classify, discoverBrowser } from '#executors/browsers/launch/discover.ts';
import { commandFlags } from '#executors/browsers/launch/flags.ts';
import { familyOf, listProcesses } from '#executors/browsers/processes/processes.ts';
import { readBackCommandLine } from '#executors/browsers/launch/read-back.ts';
import { createLauncher } from '#executors/launcher.ts';
import { classifyFlags } from '#policy/requests/launch-flags.ts';
import { testAuthority } from '#test/fixtures/authority.ts';
import { bindLaunch, need, newProfileRoot, openTestTab, SIGNAL, type TestTab } from '#test/fixtures/tab.ts';

const hooks = {
  onConnection: async () => ({ allow: false, reason: 'test' }),
  onPageAct: async () => ({ allow: false, reason: 'test' }),
  onDocument: async () => new Set<never>(),
  onCrash: () => {},
};

describe('a Ghost Tab’s browser', () => {
  let t: TestTab;
  beforeAll(async () => {
    t = await openTestTab();
  });
  afterAll(async () => {
    await t.tab.close();
  });

  test('has the security context of Phase-38 8.4, read from its processes', () => {
    expect(t.tab.security).toEqual({
      sandbox_enabled: true,
      site_isolation_enabled: true,
      extensions_disabled: true,
      remote_debugging_disabled: true,
      profile_isolated: true,
      storage_cleared: true,
      network_isolated: true,
    });
  });

  test('runs with clean flags only, a pipe and no debugging port', () => {
    const profile = t.tab.commandLine.find((flag) => flag.startsWith('--user-data-dir='))?.slice(16) ?? '';
    const given = t.tab.commandLine.slice(1).filter((flag) => !/^--(use-angle|ozone-override)/.test(flag));
    expect(classifyFlags(given, { freshProfile: profile })).toMatchObject({ class: 'CLEAN', findings: [] });
    expect(t.tab.commandLine).toContain('--remote-debugging-pipe');
    expect(t.tab.commandLine.join(' ')).not.toMatch(/remote-debugging-port|no-sandbox/);
  });

  test('is no process of root, and its profile is its own alone', async () => {
    const status = await readFile(`/proc/${t.tab.pid}/status`, 'utf8');
    expect(/^Uid:\s+(\d+)/m.exec(status)?.[1]).not.toBe('0');
    const [name] = await readdir(t.profileRoot);
    const profile = await stat(join(t.profileRoot, name ?? '', 'profile'));
    expect(profile.mode & 0o777).toBe(0o700);
  });

  test('a flag that was not planned, or is missing, is found in the running process', async () => {
    const planned = t.tab.commandLine.slice(1);
    const missing = await readBackCommandLine(t.tab.pid, [...planned, '--incognito']);
    const added = await readBackCommandLine(
      t.tab.pid,
      planned.filter((flag) => flag !== '--disable-quic'),
    );
    expect(missing).toMatchObject({
      error: { code: 'browser.flags-differ', details: { missing: ['--incognito'], added: [] } },
    });
    expect(added).toMatchObject({
      error: { code: 'browser.flags-differ', details: { missing: [], added: ['--disable-quic'] } },
    });
  });
});

test('chrome://sandbox in such a browser says that it is adequately sandboxed', async () => {
  const build = need(await discoverBrowser());
  const browser = need(
    await startBrowser(
      {
        path: build.path,
        flags: commandFlags(true),
        profileRoot: await newProfileRoot(),
        proxyPort: 9,
        deadlineMs: 20_000,
      },
      SIGNAL,
    ),
  );
  try {
    const { connection } = browser;
    const { targetId } = await connection.browser.send('Target.createTarget', { url: 'chrome://sandbox' });
    const { sessionId } = await connection.browser.send('Target.attachToTarget', { targetId, flatten: true });
    const page = connection.session(sessionId);
    const read = { expression: `document.body?.innerText ?? ''`, returnByValue: true } as const;
    // The empty document before it goes, and whoever reads just then is told so: read again until the verdict stands there.
    const said = async (): Promise<string> =>
      String((await page.send('Runtime.evaluate', read)).result.value);
    await expect.poll(said, { timeout: 20_000 }).toMatch(/You are .*adequately sandboxed/iu);
    expect(await said()).toContain('You are adequately sandboxed.');
  } finally {
    await browser.end();
  }
});

test('close leaves no process and no profile, and says so', async () => {
  const t = await openTestTab();
  const [name] = await readdir(t.profileRoot);
  const directory = join(t.profileRoot, name ?? '');
  expect(await familyOf(directory, t.tab.pid)).not.toEqual([]);
  const report = await t.tab.close();
  expect(report).toMatchObject({ processesGone: true, profileRemoved: true });
  expect(await t.tab.close()).toEqual(report);
  expect(await familyOf(directory, t.tab.pid)).toEqual([]);
  expect(await readdir(t.profileRoot)).toEqual([]);
  expect(await t.act({ type: 'SNAPSHOT' })).toMatchObject({ ok: false, error: { code: 'act.tab-closed' } });
});

test('sweep ends a dead gateway’s browser and leaves a living one’s alone', async () => {
  const living = await openTestTab();
  const dead = await openTestTab({ profileRoot: living.profileRoot });
  try {
    const pidsOf = (tab: GhostTab) =>
      listProcesses().then((all) => all.filter(({ pid, zombie }) => pid === tab.pid && !zombie));
    for (const name of await readdir(living.profileRoot)) {
      const directory = join(living.profileRoot, name);
      const family = await familyOf(directory, null);
      if (family.some(({ pid }) => pid === dead.tab.pid)) {
        await writeFile(
          join(directory, 'owner.json'),
          JSON.stringify({ pid: process.pid, startTime: 'never' }),
        );
      }
    }
    await mkdir(join(living.profileRoot, 'not-ours'));
    const swept = await living.launcher.sweep(living.profileRoot);
    expect(swept).toHaveLength(1);
    // What was killed may take a moment to be gone from the machine's list.
    await expect.poll(() => pidsOf(dead.tab)).toEqual([]);
    expect(await pidsOf(living.tab)).toHaveLength(1);
    expect((await readdir(living.profileRoot)).sort()).toEqual([
      expect.stringMatching(/^ghost-/),
      'not-ours',
    ]);
    expect(await living.launcher.sweep(join(living.profileRoot, 'missing'))).toEqual([]);
  } finally {
    await Promise.all([living.tab.close(), dead.tab.close()]);
  }
});

test('a gateway that is killed takes its browser along, and the next sweep its profile', async () => {
  const profileRoot = await newProfileRoot();
  const script = fileURLToPath(new URL('../../fixtures/doomed-gateway.ts', import.meta.url));
  const gateway = spawn(process.execPath, [script, profileRoot], { stdio: ['ignore', 'pipe', 'inherit'] });
  const pid = Number(
    await new Promise<string>((resolve) => gateway.stdout.once('data', (chunk) => resolve(String(chunk)))),
  );
  expect((await listProcesses()).filter((entry) => entry.pid === pid)).toHaveLength(1);
  const ended = new Promise((resolve) => gateway.once('exit', resolve));
  gateway.kill('SIGKILL');
  await ended;
  const [name] = await readdir(profileRoot);
  const directory = join(profileRoot, name ?? '');
  expect(await createLauncher(testAuthority().verify).sweep(profileRoot)).toEqual([directory]);
  expect(await familyOf(directory, pid)).toEqual([]);
  expect(await readdir(profileRoot)).toEqual([]);
});

describe('a launch that must not be', () => {
  test('a forged, altered or replayed authorisation starts nothing', async () => {
    const authority = testAuthority();
    const launcher = createLauncher(authority.verify);
    const plan = need(await launcher.plan({ headless: true }));
    const profileRoot = await newProfileRoot();
    const bound = bindLaunch(plan, 'one');
    const options = {
      tabId: 'one',
      plan,
      viewport: { width: 800, height: 600 },
      profileRoot,
      hostMap: {},
      deadlineMs: 9_000,
    };
    const launch = (authorization = authority.authorise(bound), to = bound, given = options) =>
      launcher.launch(authorization, to, given, hooks, SIGNAL);
    const forged = testAuthority('another key').authorise(bound);
    const spent = authority.authorise(bound);
    expect(authority.verify(spent, bound).ok).toBe(true);
    expect(await launch(forged)).toMatchObject({ error: { code: 'authorization.forged' } });
    expect(await launch(spent)).toMatchObject({ error: { code: 'authorization.replayed' } });
    expect(
      await launch(authority.authorise(bound), { ...bound, flags: [...bound.flags, '--incognito'] }),
    ).toMatchObject({
      error: { code: 'authorization.altered' },
    });
    const other = { ...options, plan: { ...plan, flags: [...plan.flags, '--incognito'] } };
    expect(await launch(authority.authorise(bound), bound, other)).toMatchObject({
      error: { code: 'authorization.altered' },
    });
    expect(await readdir(profileRoot)).toEqual([]);
  });

  test('a forbidden flag is classified, and refused even with an authorisation', async () => {
    const authority = testAuthority();
    const launcher = createLauncher(authority.verify);
    const plan = need(await launcher.plan({ headless: true, extraFlags: ['--no-sandbox'] }));
    expect(plan).toMatchObject({ flagClass: 'FORBIDDEN_FLAG', executor: 'HEADLESS_CHROMIUM' });
    const bound = bindLaunch(plan, 'two');
    const profileRoot = await newProfileRoot();
    const options = {
      tabId: 'two',
      plan,
      viewport: { width: 800, height: 600 },
      profileRoot,
      hostMap: {},
      deadlineMs: 9_000,
    };
    expect(await launcher.launch(authority.authorise(bound), bound, options, hooks, SIGNAL)).toMatchObject({
      error: { code: 'browser.flags-differ' },
    });
    expect(await readdir(profileRoot)).toEqual([]);
  });

  test('a cancelled launch, and a program that is no browser, leave nothing', async () => {
    const profileRoot = await newProfileRoot();
    const start = {
      path: '/bin/cat',
      flags: commandFlags(true),
      profileRoot,
      proxyPort: 9,
      deadlineMs: 9_000,
    };
    expect(await startBrowser(start, AbortSignal.abort())).toMatchObject({
      error: { code: 'task.cancelled' },
    });
    expect(await startBrowser(start, SIGNAL)).toMatchObject({ error: { code: 'browser.launch-failed' } });
    expect(await startBrowser({ ...start, path: '/nowhere' }, SIGNAL)).toMatchObject({
      error: { code: 'browser.launch-failed' },
    });
    expect(await readdir(profileRoot)).toEqual([]);
  });
});

test.skipIf(process.platform !== 'linux')(
  'a browser that is stopped while it starts is given up, long before its deadline',
  async () => {
    const profileRoot = await newProfileRoot();
    const path = join(profileRoot, 'stopped');
    await writeFile(path, '#!/bin/sh\nkill -STOP $$\n');
    await chmod(path, 0o755);
    await chmod(profileRoot, 0o711);
    const start = { path, flags: commandFlags(true), profileRoot, proxyPort: 9, deadlineMs: 600_000 };
    expect(await startBrowser(start, SIGNAL)).toMatchObject({ error: { code: 'browser.launch-failed' } });
    expect(await readdir(profileRoot)).toEqual(['stopped']);
  },
  60_000,
);

test.skipIf(process.platform !== 'linux')(
  'a machine without user namespaces and setuid helper gives `browser.no-sandbox` and its mend',
  async () => {
    const build = need(await discoverBrowser());
    const profileRoot = await newProfileRoot();
    const path = join(profileRoot, 'restricted');
    // In a namespace of its own the limit can be set to none, and setuid programs stay what they are.
    await writeFile(
      path,
      `#!/bin/sh
exec unshare -U --map-current-user --keep-caps sh -c 'echo 0 > /proc/sys/user/max_user_namespaces &&
  exec setpriv --no-new-privs --ambient-caps=-all --inh-caps=-all "$@"' sh ${build.path} "$@"
`,
    );
    await chmod(path, 0o755);
    await chmod(profileRoot, 0o711);
    const start = { path, flags: commandFlags(true), profileRoot, proxyPort: 9, deadlineMs: 20_000 };
    expect(await startBrowser(start, SIGNAL)).toMatchObject({
      ok: false,
      error: { code: 'browser.no-sandbox', help: expect.stringContaining('user namespaces') },
    });
    expect(await readdir(profileRoot)).toEqual(['restricted']);
  },
);

describe('discovery', () => {
  test('a browser is what it says of itself, whatever its file is called', () => {
    const product = (line: string) => classify('/opt/chrome', line)?.product;
    expect(product('Chromium 156.0.8078.79 built on Debian')).toBe('CHROMIUM');
    expect(product('Google Chrome 156.0.1.2 ')).toBe('CHROME');
    expect(product('Google Chrome for Testing 156.0.1.2 ')).toBe('CHROME');
    expect(product('Microsoft Edge 156.0.1.2 ')).toBe('EDGE');
    expect(product('Brave Browser 156.0.1.2')).toBe('UNKNOWN');
    expect(product('Not Chromium 156.0.1.2')).toBe('UNKNOWN');
    expect(classify('/usr/bin/chromium', 'hello')).toBeNull();
  });

  test('a wrapper script gives way to the binary behind it', async () => {
    const build = need(await discoverBrowser());
    const start = await readFile(build.path).then((bytes) => bytes.subarray(0, 2).toString('latin1'));
    expect(start).not.toBe('#!');
  });

  test('a named browser that is none gives `browser.not-found` with a mend', async () => {
    expect(await discoverBrowser('/no/such/browser')).toMatchObject({
      ok: false,
      error: { code: 'browser.not-found', help: expect.stringContaining('path') },
    });
  });
});
