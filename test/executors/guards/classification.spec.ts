// A browser is what it says of itself and runs as; scripts that lie in name or output get nowhere. Managed policies are judged.
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agrees } from '#executors/browsers/launch/agreement.ts';
import { discoverBrowser } from '#executors/browsers/launch/discover.ts';
import { judgePolicies, RECOMMENDED_POLICY } from '#executors/browsers/launch/managed.ts';
import { parseRegistry, readManaged } from '#executors/browsers/launch/managed-readers.ts';
import { createLauncher } from '#executors/launcher.ts';
import { testAuthority } from '#test/fixtures/authority.ts';
import { bindLaunch, need, newProfileRoot, SIGNAL } from '#test/fixtures/tab.ts';

let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'ghost-liars-'));
  await chmod(directory, 0o755);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

async function script(name: string, says: string, real: string): Promise<string> {
  const path = join(directory, name);
  // The path is put together, so that discovery cannot see through the script.
  const hidden = real.replace(/\/(?=[^/]+$)/u, '/./');
  await writeFile(
    path,
    `#!/bin/sh\nif [ "$1" = --version ]; then echo "${says}"; exit; fi\nexec ${hidden} "$@"\n`,
  );
  await chmod(path, 0o755);
  return path;
}

test('a script that is called chromium and says something else is UNKNOWN', async () => {
  const path = await script('chromium', 'Brave Browser 156.0.1.2', '/bin/true');
  expect(await discoverBrowser(path)).toMatchObject({ ok: true, value: { product: 'UNKNOWN' } });
});

test('a script that says nothing of a version is no browser', async () => {
  const path = await script('google-chrome', 'Google Chrome', '/bin/true');
  expect(await discoverBrowser(path)).toMatchObject({ ok: false, error: { code: 'browser.not-found' } });
});

test.each(['Chromium 99.0.1.2', 'Microsoft Edge 156.0.1.2'])(
  'a script that says `%s` before another browser is refused once that browser runs, and nothing is left',
  async (says) => {
    const real = need(await discoverBrowser());
    const path = await script(`liar-${randomUUID()}`, says, real.path);
    const authority = testAuthority();
    const launcher = createLauncher(authority.verify);
    const plan = need(await launcher.plan({ headless: true, executablePath: path, namespace: 'OFF' }));
    const bound = bindLaunch(plan, 'tab-liar');
    const options = {
      tabId: 'tab-liar',
      plan,
      viewport: { width: 800, height: 600 },
      profileRoot: await newProfileRoot(),
      hostMap: {},
      deadlineMs: 20_000,
    };
    const hooks = {
      onConnection: async () => ({ allow: false, reason: 'the test says so' }),
      onPageAct: async () => ({ allow: false, reason: 'the test says so' }),
      onDocument: async () => new Set<never>(),
      onCrash: () => undefined,
    };
    const launched = await launcher.launch(authority.authorise(bound), bound, options, hooks, SIGNAL);
    if (launched.ok) await launched.value.close();
    expect(launched.ok ? 'started' : launched.error.code).toBe('browser.other-build');
    expect(await readdir(options.profileRoot)).toEqual([]);
  },
);

test('what runs agrees with what was said: family and whole version', () => {
  const build = { path: '/b', product: 'CHROMIUM', version: '156.0.1.2' } as const;
  const edge = { ...build, product: 'EDGE' } as const;
  expect(agrees(build, 'Chrome/156.0.1.2').ok).toBe(true);
  expect(agrees(build, 'HeadlessChrome/156.0.1.2').ok).toBe(true);
  expect(agrees(edge, 'Edg/156.0.1.2').ok).toBe(true);
  for (const product of ['Chrome/156.0.1.3', 'Edg/156.0.1.2', 'Chrome/156.0.1.2 x', '', 'Firefox/156.0.1.2'])
    expect(agrees(build, product).ok, product).toBe(false);
  expect(agrees(edge, 'Chrome/156.0.1.2').ok).toBe(false);
});

test('a managed policy that goes before the proxy or lets extensions in weakens; the recommended ones strengthen', async () => {
  const managed = join(directory, 'managed');
  await mkdir(managed);
  await writeFile(
    join(managed, 'a.json'),
    JSON.stringify({
      ProxyMode: 'direct',
      ExtensionInstallForcelist: ['x'],
      SitePerProcess: false,
      HomepageLocation: 'x',
    }),
  );
  await writeFile(join(managed, 'b.json'), '{ not json');
  await writeFile(join(managed, 'c.txt'), '{}');
  const { findings, unread } = await readManaged('linux', 'CHROMIUM', {
    places: [managed, join(directory, 'none')],
  });
  expect(findings.map(({ name, effect }) => [name, effect])).toEqual([
    ['ProxyMode', 'WEAKENS'],
    ['ExtensionInstallForcelist', 'WEAKENS'],
    ['SitePerProcess', 'WEAKENS'],
    ['HomepageLocation', 'NEUTRAL'],
  ]);
  expect(unread.map(({ file }) => file)).toEqual([join(managed, 'b.json')]);
  expect(judgePolicies('f', RECOMMENDED_POLICY).filter(({ effect }) => effect === 'WEAKENS')).toEqual([]);
});

// As `reg query HKLM\SOFTWARE\Policies\Google\Chrome /s` prints it.
const REGISTRY = [
  '',
  String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Google\Chrome`,
  '    ProxyMode    REG_SZ    fixed_servers',
  '    SitePerProcess    REG_DWORD    0x1',
  '    QuicAllowed    REG_DWORD    0x0',
  '    BrowserSignin    REG_DWORD    0x1',
  '    HomepageLocation    REG_SZ    ',
  '',
  String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Google\Chrome\ExtensionInstallForcelist`,
  '    1    REG_SZ    cjpalhdlnbpafiamejdnhcphjbkeiagm;https://clients2.google.com/service/update2/crx',
  '',
  String.raw`HKEY_LOCAL_MACHINE\SOFTWARE\Policies\Google\ChromeElse`,
  '    ProxyServer    REG_SZ    elsewhere:1',
  '',
].join('\r\n');

test('the Windows registry is read: values, lists in keys of their own, and nothing of a neighbour', async () => {
  const key = String.raw`HKLM\SOFTWARE\Policies\Google\Chrome`;
  expect(parseRegistry(key, REGISTRY)).toEqual({
    ProxyMode: 'fixed_servers',
    SitePerProcess: 1,
    QuicAllowed: 0,
    BrowserSignin: 1,
    HomepageLocation: '',
    ExtensionInstallForcelist: {
      1: 'cjpalhdlnbpafiamejdnhcphjbkeiagm;https://clients2.google.com/service/update2/crx',
    },
  });
  const asked: string[] = [];
  const absent = Object.assign(new Error('ERROR: The system was unable to find the key'), { code: 1 });
  const { findings, unread } = await readManaged('win32', 'CHROME', {
    run: (file, args) => {
      asked.push([file, ...args].join(' '));
      return args[1] === key ? Promise.resolve(REGISTRY) : Promise.reject(absent);
    },
  });
  expect(asked).toEqual([
    String.raw`reg query HKLM\SOFTWARE\Policies\Google\Chrome /s`,
    String.raw`reg query HKCU\SOFTWARE\Policies\Google\Chrome /s`,
  ]);
  expect(unread).toEqual([]);
  const effects = Object.fromEntries(findings.map(({ name, effect }) => [name, effect]));
  expect(effects).toEqual({
    ProxyMode: 'WEAKENS',
    SitePerProcess: 'STRENGTHENS',
    QuicAllowed: 'STRENGTHENS',
    BrowserSignin: 'WEAKENS',
    HomepageLocation: 'NEUTRAL',
    ExtensionInstallForcelist: 'WEAKENS',
  });
  const denied = await readManaged('win32', 'EDGE', {
    run: () => Promise.reject(Object.assign(new Error('reg is not there'), { code: 'ENOENT' })),
  });
  expect(denied.unread).toHaveLength(2);
});

test('macOS property lists are read by its own tool, the machine’s and each user’s', async () => {
  const preferences = join(directory, 'Managed Preferences');
  await mkdir(join(preferences, 'ada'), { recursive: true });
  await mkdir(join(preferences, 'bob'));
  const machine = join(preferences, 'com.google.Chrome.plist');
  const own = join(preferences, 'ada', 'com.google.Chrome.plist');
  const broken = join(preferences, 'bob', 'com.google.Chrome.plist');
  for (const file of [machine, own, broken]) await writeFile(file, 'bplist00');
  const outputs: Readonly<Record<string, string>> = {
    [machine]: '{"SitePerProcess":true,"ProxySettings":{"ProxyMode":"direct"}}',
    [own]: '{"SyncDisabled":false}',
  };
  const { findings, unread } = await readManaged('darwin', 'CHROME', {
    places: [machine, join(preferences, '*', 'com.google.Chrome.plist'), join(directory, 'none', 'x.plist')],
    run: (file, args) => {
      expect([file, ...args.slice(0, -1)]).toEqual(['/usr/bin/plutil', '-convert', 'json', '-o', '-']);
      const text = outputs[args.at(-1) ?? ''];
      return text === undefined
        ? Promise.reject(new Error('invalid object in plist for destination format'))
        : Promise.resolve(text);
    },
  });
  expect(
    findings.map(({ file, name, effect }) => `${file === own ? 'ada' : 'all'} ${name} ${effect}`),
  ).toEqual(['all SitePerProcess STRENGTHENS', 'all ProxySettings WEAKENS', 'ada SyncDisabled WEAKENS']);
  expect(unread).toEqual([{ file: broken, problem: 'invalid object in plist for destination format' }]);
});
