// Newer versions of the desktop: electron-updater itself takes them from a real server, and what our key did not sign is never installed.
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request, type IncomingMessage, type RequestOptions, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppImageUpdater } from 'electron-updater';
import { ElectronHttpExecutor } from 'electron-updater/out/electronHttpExecutor.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fail } from '#policy/language/failure.ts';
import { FakeElectron } from '#test/fixtures/electron/electron.ts';
import { signReleases } from '#ui/desktop/packaging/sign-releases.ts';
import { beginAnew } from '#ui/desktop/updates/begin-anew.ts';
import { readText } from '#ui/desktop/updates/read-text.ts';
import { sha512Of, signatureOf } from '#ui/desktop/updates/release.ts';
import { Updates } from '#ui/desktop/updates/updates.ts';

const LIST = `latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`;
const SYSTEM = `linux-${process.arch}`;
const FILE = 'Ghost Browser-0.2.0.AppImage';
/** Is run once it is put in its place. */
const BYTES = '#!/bin/sh\n# the program of version 0.2.0\nexit 0\n';

/** electron-updater asks with Electron's network; here with Node's. */
const overNode = (): ElectronHttpExecutor =>
  Object.assign(new ElectronHttpExecutor(), {
    createRequest: (options: RequestOptions, callback: (response: IncomingMessage) => void) =>
      request(options, callback),
    addRedirectHandlers: () => undefined,
  });

let folder: string;
let server: Server;
let url: string;
let pair: { readonly privateKey: KeyObject; readonly publicKey: KeyObject };
let asked: string[];
let updates: Updates;
let left: number;
let headers: IncomingMessage['headers'][];
/** Why the program has to begin anew, and the fetched file that is left to begin. */
let anew: [string, string | null][];
/** Where what runs lies. */
let program: string;
let cache: string;
let served: Map<
  string,
  { readonly status: number; readonly headers?: Record<string, string>; readonly body: Buffer }
>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'ghost-releases-'));
  cache = mkdtempSync(join(tmpdir(), 'ghost-updates-'));
  program = join(folder, 'installed', 'Ghost Browser.AppImage');
  mkdirSync(join(folder, 'installed'));
  writeFileSync(program, 'the program of version 0.1.0');
  vi.stubEnv('APPIMAGE', program);
  headers = [];
  anew = [];
  pair = generateKeyPairSync('ed25519');
  asked = [];
  served = new Map();
  left = 0;
  server = createServer((incoming, answer) => {
    const name = decodeURIComponent(new URL(incoming.url ?? '/', 'http://x/').pathname).slice(1);
    asked.push(name);
    headers.push(incoming.headers);
    const found = served.get(name);
    answer.writeHead(found?.status ?? 404, found?.headers).end(found?.body);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  url = `http://127.0.0.1:${address.port}/`;
  updates = made('0.1.0');
});
afterEach(async () => {
  vi.unstubAllEnvs();
  updates.close();
  await new Promise((resolve) => server.close(resolve));
  for (const one of [folder, cache]) rmSync(one, { recursive: true, force: true });
});

function made(version: string): Updates {
  const config = join(cache, 'app-update.yml');
  writeFileSync(config, 'updaterCacheDirName: ghost-browser-updater\n');
  const updater = new AppImageUpdater(null, {
    version,
    name: 'ghost-browser',
    isPackaged: true,
    appUpdateConfigPath: config,
    userDataPath: join(cache, 'user'),
    baseCachePath: join(cache, 'cache'),
    whenReady: () => Promise.resolve(),
    relaunch: () => undefined,
    quit: () => undefined,
    onQuit: () => undefined,
  });
  Object.assign(updater, { httpExecutor: overNode(), forceDevUpdateConfig: true, logger: null });
  // As it is, without Electron's own end of the program.
  updater.quitAndInstall = (isSilent, isForceRunAfter) => {
    if (updater.install(isSilent, isForceRunAfter)) left += 1;
  };
  return new Updates({
    feed: { url, key: pair.publicKey },
    updater,
    read: (from, most) => readText({ fetch }, from, most),
    onChange: () => undefined,
    machine: { platform: 'linux', arch: process.arch },
    beginAnew: (why, fetchedFile) => void anew.push([why.message, fetchedFile]),
  });
}

/** Puts a release on the server, as electron-builder leaves it, signed by our command. */
async function publish({ version = '0.2.0', file = FILE, bytes = BYTES } = {}): Promise<void> {
  writeFileSync(join(folder, file), bytes);
  const sha512 = await sha512Of(join(folder, file));
  writeFileSync(
    join(folder, LIST),
    `version: ${version}\nfiles:\n  - url: ${file}\n    sha512: ${sha512}\n    size: ${bytes.length}\npath: ${file}\nsha512: ${sha512}\n`,
  );
  const signed = await signReleases(folder, pair.privateKey);
  if (!signed.ok) throw new Error(signed.error.message);
  for (const name of [LIST, file, ...signed.value]) serve(name, readFileSync(join(folder, name)));
}
const KNOWN_HEADERS = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'cache-control',
  'connection',
  'host',
  'pragma',
  'sec-fetch-mode',
  'user-agent',
  'x-user-staging-id',
]);
const serve = (name: string, body: string | Buffer): void =>
  void served.set(name, { status: 200, body: Buffer.from(body) });

async function fetched(): Promise<Updates['state']> {
  await updates.look();
  await updates.fetch();
  return updates.state;
}

test('a newer version is found, fetched at a word, and installed at another', async () => {
  await publish();
  await updates.look();
  expect(updates.state).toEqual({ kind: 'FOUND', version: '0.2.0' });
  expect(asked).toEqual([LIST]);
  expect(await updates.install()).toBeNull();
  await updates.fetch();
  expect(updates.state).toEqual({ kind: 'READY', version: '0.2.0' });
  expect(left).toBe(0);
  (await updates.install())?.();
  expect(left).toBe(1);
  expect(readFileSync(program, 'utf8')).toBe(BYTES);
  expect(anew).toEqual([]);
});

test('what the server is asked with is the same for everybody', async () => {
  await publish();
  await fetched();
  expect(asked).toEqual([LIST, FILE, `${FILE}.sig`]);
  const nobody = '00000000-0000-0000-0000-000000000000';
  expect(headers.map((one) => one['x-user-staging-id'])).toEqual([nobody, nobody, undefined]);
  for (const one of headers) expect(Object.keys(one).filter((name) => !KNOWN_HEADERS.has(name))).toEqual([]);
});

test('a trial version is refused by a program that is none, whatever the list says', async () => {
  await publish({ version: '0.2.0-beta.1' });
  expect(await fetched()).toMatchObject({
    kind: 'FAILED',
    failure: { code: 'desktop.update-refused', message: expect.stringContaining('0.2.0-beta.1') },
  });
  expect(asked).toEqual([LIST]);
  updates = made('0.2.0-beta.0');
  expect(await fetched()).toEqual({ kind: 'READY', version: '0.2.0-beta.1' });
});

test.each(['0.2.0', '0.3.0'])('version %s has no newer one, and fetches nothing', async (version) => {
  await publish();
  updates = made(version);
  expect(await fetched()).toEqual({ kind: 'NEWEST' });
  expect(asked).toEqual([LIST]);
});

test.each<[string, () => Promise<void> | void, RegExp]>([
  ['is not signed', () => void served.delete(`${FILE}.sig`), /is answered with 404/u],
  [
    'is signed by another key',
    async () => {
      const sha512 = await sha512Of(join(folder, FILE));
      const other = generateKeyPairSync('ed25519').privateKey;
      serve(`${FILE}.sig`, signatureOf({ system: SYSTEM, version: '0.2.0', file: FILE, sha512 }, other));
    },
    /is not signed by this program’s makers/u,
  ],
  [
    'is for another system',
    async () => {
      const sha512 = await sha512Of(join(folder, FILE));
      const release = { system: 'linux-riscv64', version: '0.2.0', file: FILE, sha512 };
      serve(`${FILE}.sig`, signatureOf(release, pair.privateKey));
    },
    /is not signed by this program’s makers/u,
  ],
  [
    'asks for more rights than this user has',
    () => {
      const list = String(readFileSync(join(folder, LIST)));
      serve(LIST, list.replace(/\n {4}size/u, '\n    isAdminRightsRequired: true\n    size'));
    },
    /asks for more rights/u,
  ],
  [
    'is an older one under a newer version',
    async () => {
      const list = String(readFileSync(join(folder, LIST)));
      serve(LIST, list.replace('version: 0.2.0', 'version: 9.0.0'));
    },
    /version 9\.0\.0 is not signed/u,
  ],
  ['has other bytes than the list says', () => serve(FILE, `${BYTES}!`), /could not be fetched/u],
  [
    'has a signature of a megabyte',
    () => serve(`${FILE}.sig`, 'A'.repeat(1_000_000)),
    /has more than 200 bytes/u,
  ],
  ['has a signature that is none', () => serve(`${FILE}.sig`, 'AAAA'), /is not signed/u],
  [
    'has its signature elsewhere',
    () => {
      served.set('elsewhere', served.get(`${FILE}.sig`) ?? { status: 404, body: Buffer.alloc(0) });
      served.set(`${FILE}.sig`, { status: 302, headers: { location: '/elsewhere' }, body: Buffer.alloc(0) });
    },
    /could not be read/u,
  ],
])('what %s is not installed', async (_how, spoil, why) => {
  await publish();
  await spoil();
  const state = await fetched();
  expect(state.kind === 'FAILED' ? state.failure.message : state).toMatch(why);
  expect(await updates.install()).toBeNull();
  expect(left).toBe(0);
});

test('a server that is away, or answers with no list, is said, and the next look may find one', async () => {
  expect(await fetched()).toMatchObject({ kind: 'FAILED', failure: { code: 'desktop.update-failed' } });
  serve(LIST, '<html>no list</html>');
  expect(await fetched()).toMatchObject({ kind: 'FAILED', failure: { code: 'desktop.update-failed' } });
  await publish();
  expect(await fetched()).toEqual({ kind: 'READY', version: '0.2.0' });
});

test('what changed on the disk since it was fetched is not installed', async () => {
  await publish();
  await fetched();
  writeFileSync(join(cache, 'cache', 'ghost-browser-updater', 'pending', FILE), 'something else');
  expect(await updates.install()).toBeNull();
  expect(updates.state).toMatchObject({ kind: 'FAILED' });
});

test('what changed while the program was closed is not installed, and the program begins anew', async () => {
  await publish();
  await fetched();
  const leave = await updates.install();
  writeFileSync(join(cache, 'cache', 'ghost-browser-updater', 'pending', FILE), 'something else');
  leave?.();
  expect(left).toBe(0);
  expect(anew).toEqual([['what was fetched is not on the disk as it came', null]]);
  expect(readFileSync(program, 'utf8')).toBe('the program of version 0.1.0');
});

test('an install that fails has the closed program begin anew, once', async () => {
  await publish();
  await fetched();
  rmSync(program);
  (await updates.install())?.();
  expect(left).toBe(0);
  const fetchedFile = join(cache, 'cache', 'ghost-browser-updater', 'pending', FILE);
  expect(anew).toEqual([['the newer version could not be installed', fetchedFile]]);
});

test('an install that neither ends the program nor fails is not waited for', async () => {
  await publish();
  await fetched();
  const leave = await updates.install();
  vi.useFakeTimers();
  try {
    leave?.();
    vi.advanceTimersByTime(119_000);
    expect(anew).toEqual([]);
    vi.advanceTimersByTime(2_000);
    expect(anew).toMatchObject([['the newer version took too long', expect.any(String)]]);
  } finally {
    vi.useRealTimers();
  }
});

test.each<[string, string | null, boolean, string | undefined]>([
  ['an installed program as it is', null, true, undefined],
  ['an AppImage from its own file', '/opt/Ghost.AppImage', true, '/opt/Ghost.AppImage'],
  ['an AppImage that is gone from the fetched one', '/opt/Ghost.AppImage', false, '/cache/New.AppImage'],
])('%s begins anew, with the reason said', (_what, appImage, isThere, execPath) => {
  const { app } = new FakeElectron();
  const said: string[] = [];
  const cause = new Error('EACCES: permission denied');
  const { error } = fail('desktop.update-failed', 'the newer version could not be installed', { cause });
  beginAnew(
    { app, appImage, isThere: () => isThere, say: (line) => said.push(line) },
    error,
    '/cache/New.AppImage',
  );
  expect([app.relaunched, app.quits]).toEqual([[execPath], 1]);
  expect(said.join()).toContain('EACCES: permission denied');
});
