// A browser is what it says of itself and runs as; scripts that lie in name or output get nowhere. Managed policies are judged.
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { agrees } from '#executors/launch/agreement.ts';
import { discoverBrowser } from '#executors/launch/discover.ts';
import { judgePolicies, readManaged, RECOMMENDED_POLICY } from '#executors/launch/managed.ts';
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
  const { findings, unread } = await readManaged([managed, join(directory, 'none')]);
  expect(findings.map(({ name, effect }) => [name, effect])).toEqual([
    ['ProxyMode', 'WEAKENS'],
    ['ExtensionInstallForcelist', 'WEAKENS'],
    ['SitePerProcess', 'WEAKENS'],
    ['HomepageLocation', 'NEUTRAL'],
  ]);
  expect(unread.map(({ file }) => file)).toEqual([join(managed, 'b.json')]);
  expect(judgePolicies('f', RECOMMENDED_POLICY).filter(({ effect }) => effect === 'WEAKENS')).toEqual([]);
});
