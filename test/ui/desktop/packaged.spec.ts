// What a package of the desktop brings along: where it looks for releases, the signatures of them, and the list of what is in it.
import { generateKeyPairSync } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { feedText } from '#ui/desktop/build.ts';
import { desktopSbom, npmSbom } from '#ui/desktop/packaging/sbom.ts';
import { signReleases } from '#ui/desktop/packaging/sign-releases.ts';
import { feedBy, feedIn } from '#ui/desktop/updates/feed.ts';
import { isSignedBy, sha512Of, systemIn } from '#ui/desktop/updates/release.ts';

const ROOT = join(import.meta.dirname, '../../..');
const URL_OF_FEED = 'https://downloads.example.org/ghost';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ghost-packaged-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const pem = (type: 'ed25519' | 'x25519' = 'ed25519') => {
  const { publicKey, privateKey } =
    type === 'ed25519' ? generateKeyPairSync('ed25519') : generateKeyPairSync('x25519');
  return {
    public: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    private: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    keys: { publicKey, privateKey },
  };
};

test('a program without the file has no makers, and one whose file cannot be read says so', async () => {
  expect(await feedBy(() => readFile(join(folder, 'updates.json'), 'utf8'))).toEqual({
    ok: true,
    value: null,
  });
  expect(await feedBy(() => readFile(folder, 'utf8'))).toMatchObject({
    ok: false,
    error: { code: 'desktop.update-feed' },
  });
});

test('where it looks for releases is built in, and read as it was built in', async () => {
  expect(await feedText({})).toBeNull();
  expect(feedIn(null)).toEqual({ ok: true, value: null });
  const key = write('key.pem', pem().public);
  const text = await feedText({ GHOST_UPDATE_URL: URL_OF_FEED, GHOST_UPDATE_KEY: key });
  expect(feedIn(text)).toMatchObject({ ok: true, value: { url: `${URL_OF_FEED}/` } });
});

test.each<[string, string, () => string]>([
  ['half of it', '', () => pem().public],
  ['http', 'http://downloads.example.org/', () => pem().public],
  ['a password in it', 'https://me:word@downloads.example.org/', () => pem().public],
  ['a query', 'https://downloads.example.org/?a=1', () => pem().public],
  ['the private key', URL_OF_FEED, () => pem().private],
  ['a key of another kind', URL_OF_FEED, () => pem('x25519').public],
  ['no key', URL_OF_FEED, () => 'a key'],
])('%s is refused when it is built', async (_what, url, key) => {
  const file = write('key.pem', key());
  await expect(feedText({ GHOST_UPDATE_URL: url, GHOST_UPDATE_KEY: file })).rejects.toThrow();
});

async function listed(change = (list: string): string => list): Promise<string> {
  const sha512 = await sha512Of(write('Ghost.AppImage', 'bytes'));
  const list = `version: 0.2.0\nfiles:\n  - url: Ghost.AppImage\n    sha512: ${sha512}\n`;
  write('latest-linux.yml', change(list));
  return sha512;
}

test('each file of a list of releases is signed, and nothing else in the folder', async () => {
  const sha512 = await listed();
  write('builder-debug.yml', 'x: 1\n');
  const { keys } = pem();
  expect(await signReleases(folder, keys.privateKey)).toEqual({ ok: true, value: ['Ghost.AppImage.sig'] });
  const signature = readFileSync(join(folder, 'Ghost.AppImage.sig'), 'utf8');
  const release = { system: 'linux-x64', version: '0.2.0', file: 'Ghost.AppImage', sha512 };
  expect(isSignedBy(keys.publicKey, release, signature)).toBe(true);
  for (const other of [
    { system: 'linux-arm64' },
    { version: '0.2.1' },
    { file: 'Other.AppImage' },
    { sha512: sha512.replace(/^./u, '_') },
  ])
    expect(isSignedBy(keys.publicKey, { ...release, ...other }, signature), JSON.stringify(other)).toBe(
      false,
    );
});

test('a list of another channel is not signed', async () => {
  await listed();
  renameSync(join(folder, 'latest-linux.yml'), join(folder, 'beta-linux.yml'));
  expect(await signReleases(folder, pem().keys.privateKey)).toMatchObject({ ok: false });
  expect(existsSync(join(folder, 'Ghost.AppImage.sig'))).toBe(false);
});

test.each([
  ['latest-linux.yml', 'Ghost-0.2.0.AppImage', 'linux-x64'],
  ['latest-linux-arm64.yml', 'Ghost-0.2.0-arm64.AppImage', 'linux-arm64'],
  ['latest-mac.yml', 'Ghost-0.2.0-arm64-mac.zip', 'darwin-arm64'],
  ['latest-mac.yml', 'Ghost-0.2.0-universal-mac.zip', 'darwin-any'],
  ['latest-mac.yml', 'Ghost-0.2.0-mac.zip', 'darwin-any'],
  ['latest.yml', 'Ghost Setup 0.2.0.exe', 'win32-any'],
  ['beta.yml', 'Ghost Setup 0.2.0.exe', null],
])('in %s the file %s is for %s', (list, file, system) => {
  expect(systemIn(list, file)).toBe(system);
});

test.each<[string, (list: string) => string]>([
  ['names a file by a path', (list) => list.replace('url: Ghost', 'url: ../Ghost')],
  ['has a version that is none', (list) => list.replace('0.2.0', 'new')],
  ['says other bytes', (list) => list.replace(/sha512: ./u, 'sha512: _')],
  ['names no file', () => 'version: 0.2.0\nfiles: []\n'],
])('a list that %s has nothing signed', async (_how, change) => {
  await listed(change);
  expect(await signReleases(folder, pem().keys.privateKey)).toMatchObject({
    ok: false,
    error: { code: 'desktop.release-malformed' },
  });
  expect(readdirSync(folder).filter((name) => name.endsWith('.sig'))).toEqual([]);
});

test('a folder without a list has nothing to sign', async () => {
  expect(await signReleases(folder, pem().keys.privateKey)).toMatchObject({ ok: false });
  expect(existsSync(join(folder, 'Ghost.AppImage.sig'))).toBe(false);
});

test('the list of what is in it has each package of production and Electron, with its digest, and no tool', async () => {
  const manifest: unknown = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const sbom = desktopSbom(await npmSbom(ROOT), manifest, '0.1.0');
  const names = new Set(sbom.components.map(({ name }) => name));
  const { dependencies } = manifest as { dependencies: Record<string, string> };
  expect(Object.keys(dependencies).filter((name) => !names.has(name))).toEqual([]);
  for (const name of ['electron', 'electron-updater', 'builder-util-runtime', '@journeyapps/sqlcipher'])
    expect(names, name).toContain(name);
  // `@electron/get` fetches Electron's program, and is not in it.
  for (const name of ['vitest', 'typescript', 'oxlint', 'ajv-cli', '@electron/get', 'oidc-provider'])
    expect(names, name).not.toContain(name);
  expect(sbom.metadata.component).toMatchObject({ name: 'ghost-browser-desktop', version: '0.1.0' });
  for (const one of sbom.components)
    expect(one, one.name).toMatchObject({ scope: 'required', hashes: [{ alg: 'SHA-512' }] });
  const refs = new Set([...sbom.components, sbom.metadata.component].map((one) => one['bom-ref']));
  expect(
    sbom.dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
  ).toEqual([]);
});
