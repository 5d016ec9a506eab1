// Where the demo world is brought unasked: for its own addresses, or where nobody names a site. No gateway is opened.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { wantsDemo } from '#gateway/client/local/demo-unasked.ts';
import { DEMO_HOSTS } from '#gateway/client/demo/data/hosts.ts';
import { DEMO_SITES, startDemoWorld } from '#gateway/client/demo/demo-world.ts';
import { ownAddress } from '#ui/app/frame/outside/own-browser.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'ghost-wants-demo-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const brings = (intent: string, startUrl?: string): Promise<boolean> =>
  wantsDemo({ intent, ...(startUrl === undefined ? {} : { startUrl }) }, dataDir);
const configure = (text: string): void => writeFileSync(join(dataDir, 'config.yaml'), text, { mode: 0o600 });

test('the hosts that are known without starting it are those that it serves', async () => {
  const world = await startDemoWorld();
  if (!world.ok) throw new Error(world.error.message);
  await world.value.close();
  expect(new Set(Object.keys(world.value.hostMap))).toEqual(DEMO_HOSTS);
  expect(DEMO_SITES.every(({ url }) => DEMO_HOSTS.has(new URL(url).hostname))).toBe(true);
});

test('it is brought for its own addresses, and where nobody names a site', async () => {
  expect(await brings('open http://shop.test/ and then travel.test')).toBe(true);
  expect(await brings('find the cheapest keyboard')).toBe(true);
  expect(await brings('find the cheapest keyboard', 'http://shop.test/')).toBe(true);
});

test('another name below `.test` is somebody’s own: its policy and its name resolution are not the demo world’s', async () => {
  for (const intent of [
    'open http://myapp.test/',
    'open http://shop.test.evil.test/',
    'open http://myshop.test/',
    'open http://shop.test:8080/',
    'open https://shop.test/',
    'compare shop.test with myapp.test',
    'compare http://shop.test/ with https://example.com/',
  ])
    expect([intent, await brings(intent)]).toEqual([intent, false]);
  expect(await brings('find the cheapest keyboard', 'http://myapp.test/')).toBe(false);
  expect(await brings('open http://shop.test/', 'http://myapp.test/')).toBe(false);
});

test('a site of somebody’s own is theirs, whatever it is called, and settings that cannot be read bring nothing', async () => {
  configure('sites:\n  - { name: my shop, url: "http://shop.test/", about: [articles] }\n');
  expect(await brings('open http://shop.test/')).toBe(false);
  expect(await brings('find the cheapest keyboard')).toBe(false);
  expect(await brings('open http://travel.test/')).toBe(true);
  configure('sights: []\n');
  expect(await brings('open http://shop.test/')).toBe(false);
});

test('a typed address of the demo world is for Ghost Tabs alone, and another below `.test` is a person’s own', () => {
  const status = { demo: true, sites: [] };
  expect(ownAddress('shop.test', status)).toBeNull();
  expect(ownAddress('http://shop.test/', status)).toBeNull();
  expect(ownAddress('http://myapp.test/', status)?.href).toBe('http://myapp.test/');
  expect(ownAddress('http://shop.test/', { demo: false, sites: [] })?.href).toBe('http://shop.test/');
});
