// The library's entry: the demo world where its caller has named no site, and never beside sites of their own. No browser is started.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openGateway } from '#gateway/client/local/library.ts';
import { GhostError } from '#policy/language/failure.ts';

const SITE = 'sites:\n  - { name: wiki, url: "https://wiki.example/", about: [articles] }\n';
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ghost-library-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const isDemo = async (options: Parameters<typeof openGateway>[0]): Promise<boolean> => {
  await using gateway = await openGateway({ dataDir, ...options });
  return gateway.isDemo;
};

test('the demo world is there where no site is named, and the caller may leave it out', async () => {
  expect(await isDemo({})).toBe(true);
  expect(await isDemo({ demo: false })).toBe(false);
});

test('whoever has sites, in the settings or in the call, has those alone, and the demo world where they ask for it', async () => {
  writeFileSync(join(dataDir, 'config.yaml'), SITE);
  expect(await isDemo({})).toBe(false);
  expect(await isDemo({ demo: true })).toBe(true);
  expect(await isDemo({ config: { sites: [] } })).toBe(true);
});

test('its servers end with the gateway, once, before what the caller wants ended with it', async () => {
  const ends: string[] = [];
  const gateway = await openGateway({
    dataDir,
    whenClosed: () => {
      ends.push('the caller’s');
      return Promise.resolve();
    },
  });
  const listening = (): number =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'TCPServerWrap' || kind === 'TCPSERVERWRAP')
      .length;
  const before = listening();
  expect(before).toBeGreaterThan(5);
  await Promise.all([gateway.close(), gateway.close()]);
  await expect.poll(() => before - listening()).toBeGreaterThan(5);
  expect(ends).toEqual(['the caller’s']);
});

test('settings that cannot be read are an error, and leave nothing open', async () => {
  writeFileSync(join(dataDir, 'config.yaml'), 'headles: true\n');
  const opened = openGateway({ dataDir });
  await expect(opened).rejects.toBeInstanceOf(GhostError);
  await expect(opened).rejects.toMatchObject({ failure: { code: 'config.bad-value' } });
});
