// `ghost doctor`: each finding on a machine that has just that fault, with its code and a mend; and this machine as it is.
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_CONFIG } from '#gateway/settings/config.ts';
import { examineWith } from '#gateway/client/doctor/checks.ts';
import { FINDINGS } from '#gateway/client/doctor/findings.ts';
import type { FindingCode } from '#gateway/client/doctor/findings.ts';
import { machine } from '#gateway/client/doctor/probes.ts';
import type { Place, Probes } from '#gateway/client/doctor/probes.ts';
import { FORMAT } from '#gateway/settings/formats.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { HEALTHY } from '#gateway/protocol/views/health.ts';
import type { HealthCause, HealthView } from '#gateway/protocol/views/health.ts';
import { fail, failure, ok } from '#policy/language/failure.ts';
import { exitCodeOfChecks } from '#ui/cli/console/exit-codes.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { aVerification } from '#test/fixtures/views.ts';

const MIB = 1024 * 1024;
const NOW = Date.parse('2026-11-22T10:00:00Z');
const paths = pathsFor('/home/ada/ghost');
const directory: Place = { kind: 'directory', uid: 1000, mode: 0o700, writable: true };

/** A machine on which all is well. */
const healthy: Probes = {
  paths,
  platform: 'linux',
  uid: 1000,
  nodeVersion: '24.21.0',
  environment: {
    PATH: '/usr/bin',
    GHOST_DATA_DIR: '/home/ada/ghost',
    GHOST_MODEL_KEY: 'sk-1',
    GHOST_LONG: '1',
    GHOST_TURN: '2',
    GHOST_SLOT: '1',
  },
  now: () => NOW,
  config: () => ok(DEFAULT_CONFIG),
  browser: () =>
    Promise.resolve(
      ok({
        product: 'CHROMIUM',
        version: '156',
        path: '/usr/bin/chromium',
        executor: 'HEADLESS_CHROMIUM',
        flagClass: 'CLEAN',
      }),
    ),
  managed: () => Promise.resolve({ weakened: [], strengthened: [], unread: [] }),
  userNamespaces: () => true,
  sandboxHelper: () => false,
  userFaults: () => [],
  networkNamespace: () => Promise.resolve(ok(undefined)),
  policy: () => ok({ layers: ['phase38-default@1'], semanticHash: 'sha256:0' }),
  inForce: () => Promise.resolve(null),
  place: (path) =>
    path === paths.profiles ? { ...directory, mode: 0o711 } : path.endsWith('vault.key') ? null : directory,
  audit: () => Promise.resolve(ok(aVerification())),
  lastEntryAt: () => Promise.resolve('2026-11-22T09:59:59Z'),
  freeBytes: () => 10_000 * MIB,
  vault: () => Promise.resolve(ok({ key: 'OS_KEYRING', tables: 1 })),
  formats: () => ({ audit: 1, vault: 1, inForce: 1, revisions: 0, copies: [] }),
  cipher: () => Promise.resolve(true),
  keyring: () => Promise.resolve(ok(undefined)),
  daemon: () => ({ pid: 7, socket: '/home/ada/ghost/run/ghost.sock', alive: true }),
  built: () => true,
  health: () => Promise.resolve(HEALTHY),
};
const at =
  (where: string, change: Partial<Place>): Probes['place'] =>
  (path) => {
    const found = healthy.place(path);
    return path === where ? { ...directory, ...found, ...change } : found;
  };
const broken = () =>
  Promise.resolve(ok(aVerification({ ok: false, firstBad: { seq: 3, problem: 'does not follow' } })));
const noKeyring = () =>
  Promise.resolve(fail('vault.no-key', 'the keyring does not answer', { cause: 'no bus' }));

/** One fault each. */
const withUnknown = (level: 'error' | 'warning') => ({
  layers: ['phase38-default@1'],
  semanticHash: 'sha256:0',
  unknown: [
    {
      level,
      message: '`security-team` is nobody',
      help: 'name somebody',
      span: { file: 'p.yaml', line: 3, column: 1 },
      entry: null,
    },
  ],
});
const unwell = (state: HealthCause['state']): HealthView => ({
  state,
  causes: [
    {
      state,
      code: 'audit.write-failed',
      reason: 'ENOSPC',
      since: '2026-11-22T09:00:00Z',
      message: 'nothing runs',
      help: 'make room on the disk',
      refusedActs: 3,
    },
  ],
});
const FAULTS: readonly (readonly [FindingCode, Partial<Probes>])[] = [
  ['node.old', { nodeVersion: '20.11.1' }],
  ['environment.unknown', { environment: { GHOST_DATADIR: '/tmp/ghost' } }],
  ['environment.bad-value', { environment: { GHOST_UPDATES: 'of' } }],
  ['config.unreadable', { config: () => fail('config.bad-value', 'port: too big') }],
  ['browser.unusable', { browser: () => Promise.resolve(fail('browser.not-found', 'no browser was found')) }],
  ['sandbox.no-user-namespaces', { userNamespaces: () => false, sandboxHelper: () => true }],
  ['sandbox.none', { userNamespaces: () => false }],
  [
    'managed.weakens',
    {
      managed: () =>
        Promise.resolve({
          weakened: [{ name: 'ProxyMode', file: '/etc/x.json', why: 'goes round' }],
          strengthened: [],
          unread: [],
        }),
    },
  ],
  [
    'managed.weakens',
    {
      managed: () =>
        Promise.resolve({
          weakened: [],
          strengthened: [],
          unread: [{ file: '/etc/x.json', problem: 'no JSON' }],
        }),
    },
  ],
  ['network.no-namespace', { networkNamespace: () => Promise.resolve(fail('browser.no-namespace', 'no')) }],
  [
    'network.namespace-required',
    {
      config: () => ok({ ...DEFAULT_CONFIG, network: { namespace: 'required' } }),
      networkNamespace: () => Promise.resolve(fail('browser.no-namespace', 'no')),
    },
  ],
  [
    'users.taken',
    {
      uid: 0,
      userFaults: () => ['2 of them are users of this machine'],
      place: (path) => {
        const found = healthy.place(path);
        return found === null ? null : { ...found, uid: 0 };
      },
    },
  ],
  ['policy.not-loaded', { policy: () => fail('policy.syntax', 'not YAML') }],
  ['approvers.nobody', { policy: () => ok(withUnknown('error')) }],
  ['approvers.unknown', { policy: () => ok(withUnknown('warning')) }],
  ['directory.no-directory', { place: at(paths.data, { kind: 'file' }) }],
  ['directory.no-directory', { place: at(paths.runtime, { kind: 'link' }) }],
  ['directory.foreign', { place: at(paths.runtime, { uid: 0 }), daemon: () => null }],
  ['directory.not-writable', { place: at(paths.data, { writable: false }) }],
  ['directory.open', { place: at(paths.profiles, { mode: 0o733 }) }],
  ['directory.open', { place: at(paths.runtime, { mode: 0o750 }), daemon: () => null }],
  ['directory.readable', { place: at(paths.data, { mode: 0o755 }) }],
  ['socket.open', { place: at(join(paths.runtime, 'ghost.sock'), { kind: 'socket', mode: 0o660 }) }],
  ['socket.open', { place: at(join(paths.runtime, 'daemon.json'), { kind: 'file', uid: 5 }) }],
  ['socket.stale', { daemon: () => ({ pid: 7, socket: '/home/ada/ghost/run/ghost.sock', alive: false }) }],
  ['audit.unreadable', { audit: () => Promise.resolve(fail('audit.unreadable', 'no public key')) }],
  ['audit.broken', { audit: broken }],
  ['disk.full', { freeBytes: (path) => (path === paths.data ? 10_000 * MIB : 50 * MIB) }],
  ['disk.low', { freeBytes: () => 500 * MIB }],
  ['clock.unset', { now: () => 0 }],
  ['clock.backwards', { now: () => NOW - 2 * 86_400_000 }],
  ['health.failed', { health: () => Promise.resolve(unwell('failed')) }],
  ['health.degraded', { health: () => Promise.resolve(unwell('degraded')) }],
  ['vault.unavailable', { cipher: () => Promise.resolve(false) }],
  [
    'vault.key-readable',
    { place: at(join(paths.data, 'vault', 'vault.key'), { kind: 'file', mode: 0o644 }) },
  ],
  ['vault.unusable', { vault: () => Promise.resolve(fail('vault.wrong-key', 'another key')) }],
  [
    'vault.no-keyring',
    {
      config: () => ok({ ...DEFAULT_CONFIG, vault: { key: 'keyring' } }),
      vault: () => Promise.resolve(null),
      keyring: noKeyring,
    },
  ],
  ['ui.not-built', { built: () => false }],
  [
    'gateway.hangs',
    {
      health: () =>
        Promise.resolve(
          failure('daemon.unresponsive', 'process 7 did not answer', { help: 'end it by its process id' }),
        ),
    },
  ],
];

test('a machine on which all is well has no finding', async () => {
  const checks = await examineWith(healthy);
  expect(checks.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(new Set(checks.map(({ name }) => name)).size).toBe(checks.length);
});

test.each(FAULTS)('%s is found, with its severity and a mend, and nothing else is', async (code, fault) => {
  const found = (await examineWith({ ...healthy, ...fault })).filter(({ state }) => state !== 'ok');
  expect(found.map((check) => check.code)).toEqual([code]);
  expect(found[0]?.state).toBe(FINDINGS[code]);
  expect(found[0]?.help?.length).toBeGreaterThan(10);
});

test('every code of the list has its fault here', () => {
  expect([...new Set(FAULTS.map(([code]) => code))].toSorted()).toEqual(Object.keys(FINDINGS).toSorted());
});

test('where the keyring refuses, the key file is named as what it is', async () => {
  const checks = await examineWith({ ...healthy, vault: () => Promise.resolve(null), keyring: noKeyring });
  expect(checks.find(({ name }) => name === 'vault')).toMatchObject({
    state: 'ok',
    detail: expect.stringContaining('who can read your files can read it'),
  });
});

test('each store’s format is said as it stands, with what the next start makes of it', async () => {
  const checks = await examineWith(healthy);
  const detailOf = (of: string): string => checks.find(({ name }) => name === of)?.detail ?? '';
  expect(detailOf('formats')).toContain('policy in force 1, revisions 0 (1 at the next start)');
  expect(detailOf('vault')).toContain(`its tables 1 (${FORMAT.vaultTables} at the next start)`);
});

const policyLine = async (change: Partial<Probes>): Promise<string> =>
  (await examineWith({ ...healthy, ...change })).find(({ name }) => name === 'policy')?.detail ?? '';

const running = (layer: string) => () =>
  Promise.resolve({
    loaded: true as const,
    id: 'organisation',
    revision: 3,
    layers: [layer],
    semanticHash: 'sha256:7',
  });

test('the policy is the one that is in force: of the gateway that runs, else of one that would start', async () => {
  expect(await policyLine({ inForce: running('organisation@4') })).toBe(
    'organisation@4, sha256:7…, in force',
  );
  const asked: (readonly string[])[] = [];
  const policy: Probes['policy'] = (files) => {
    asked.push(files);
    return ok({ layers: ['read'], semanticHash: 'sha256:0' });
  };
  const site = { name: 'wiki', url: 'https://wiki.example/', about: [] };
  expect(await policyLine({ policy })).toContain('with the demo world, since no site is configured');
  expect(await policyLine({ policy, config: () => ok({ ...DEFAULT_CONFIG, sites: [site] }) })).not.toContain(
    'demo',
  );
  expect(
    await policyLine({ policy, config: () => ok({ ...DEFAULT_CONFIG, policy: ['mine.yaml'] }) }),
  ).not.toContain('demo');
  expect(asked).toEqual([[SHIPPED.default, SHIPPED.demo], [SHIPPED.default], ['mine.yaml']]);
});

test('a gateway that denies everything is found though its files are whole now, and one that keeps a good policy though they are not', async () => {
  const none = { loaded: false as const, error: failure('policy.syntax', 'line 3 is no rule') };
  const denied = await examineWith({ ...healthy, inForce: () => Promise.resolve(none) });
  expect(denied.find(({ name }) => name === 'policy')).toMatchObject({
    code: 'policy.not-loaded',
    detail: 'none is in force, so every act is denied: line 3 is no rule',
  });
  const kept = await policyLine({
    inForce: running('organisation@4'),
    policy: () => fail('policy.syntax', 'not YAML'),
  });
  expect(kept).toContain('in force is organisation@4');
  expect(kept).toContain('after another start every act is denied: not YAML');
});

test('this machine’s probes look, and make nothing', async () => {
  const root = mkdtempSync(join(tmpdir(), 'ghost-doctor-'));
  try {
    const own = pathsFor(join(root, 'data'));
    const probes = machine(own, healthy);
    expect(probes.place(own.data)).toBeNull();
    expect(await probes.vault(DEFAULT_CONFIG)).toBeNull();
    expect(probes.daemon()).toBeNull();
    expect(await probes.lastEntryAt()).toBeNull();
    expect(probes.freeBytes(own.data)).toBeGreaterThan(0);
    expect(probes.place(own.data)).toBeNull();
    mkdirSync(join(own.data, 'vault'), { recursive: true, mode: 0o700 });
    writeFileSync(join(own.data, 'vault', 'vault.json'), '{}');
    chmodSync(own.data, 0o750);
    expect(probes.place(own.data)).toMatchObject({ kind: 'directory', mode: 0o750, writable: true });
    expect(await probes.vault(DEFAULT_CONFIG)).toMatchObject({ error: { code: 'vault.damaged' } });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

test('its exit code: 0 with warnings, 5 without a browser, 1 for anything else', async () => {
  const codeFor = async (fault: Partial<Probes>) =>
    exitCodeOfChecks(await examineWith({ ...healthy, ...fault }));
  expect(await codeFor({})).toBe(0);
  expect(await codeFor({ built: () => false })).toBe(0);
  expect(await codeFor({ audit: broken })).toBe(1);
  const browser = () => Promise.resolve(fail('browser.not-found', 'no browser was found'));
  expect(await codeFor({ audit: broken, browser })).toBe(5);
});

test('the command says what is wrong here, by its code, and how to mend it', async () => {
  using home = new GhostHome();
  writeFileSync(join(home.directory, 'config.yaml'), 'browser: /none/chromium\nnetwork: {namespace: off}\n');
  const none = await home.run(['doctor']);
  expect(none.stdout).toMatch(/^bad\s+browser .*\[browser\.unusable\]\n\s+→ /mu);
  expect(none.code).toBe(5);
});
