// `ghost login`, `whoami` and `logout` as a person types them, before a real OIDC provider and the model proxy; a task in between, and one
// after it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { launchTestBrowser, type TestBrowser } from '#test/fixtures/chromium.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { SignedInWorld, personSignsIn } from '#test/fixtures/signed-in.ts';

const opened = z.object({
  open: z.union([
    z.object({ way: z.literal('BROWSER'), url: z.string(), until: z.string() }),
    z.object({
      way: z.literal('DEVICE'),
      url: z.string(),
      wholeUrl: z.string().nullable(),
      code: z.string(),
      until: z.string(),
    }),
  ]),
});

let world: SignedInWorld;
let browser: TestBrowser;
beforeAll(async () => {
  [world, browser] = await Promise.all([SignedInWorld.start(), launchTestBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await world[Symbol.asyncDispose]();
});
beforeEach(async () => {
  await world.forget();
  await browser.context.clearCookies();
});

function home(): GhostHome {
  const made = new GhostHome();
  const settings = { warmTabs: 0, navigator: world.settings, vault: { key: 'file' } };
  writeFileSync(join(made.directory, 'config.yaml'), JSON.stringify(settings));
  return made;
}

/** Signs in by what the command prints, and returns its last line. */
async function login(ghost: GhostHome, flags: readonly string[]): Promise<unknown> {
  const child = ghost.start(['login', '--json', '--no-open', ...flags]);
  let text = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()));
  await expect.poll(() => text.includes('\n'), { timeout: 30_000 }).toBe(true);
  const { open } = opened.parse(JSON.parse(text.split('\n')[0] ?? ''));
  const page = await browser.context.newPage();
  await personSignsIn(page, open, 'person');
  await page.close();
  await ended;
  return JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
}

test.each([
  ['in a browser', ['--browser']],
  ['with a code', []],
])('a person signs in %s, is who they are, and signs out', async (_, flags) => {
  using ghost = home();
  const before = await ghost.run(['whoami']);
  expect([before.code, before.stdout]).toEqual([1, '']);
  expect(before.stderr).toContain('nobody is signed in');
  expect(await login(ghost, flags)).toMatchObject({
    refused: null,
    identity: { state: 'SIGNED_IN', person: { email: 'person@example.com' } },
  });
  // Each command is a gateway of its own: it is found again in the vault.
  const now = await ghost.run(['whoami']);
  expect([now.code, now.stdout]).toEqual([0, expect.stringContaining('person@example.com, by http://127')]);
  const logged = await ghost.run(['audit', 'query', 'type:identity.signed-in', '--json']);
  expect(logged.stdout).toContain('person:person@example.com');
  const out = await ghost.run(['logout']);
  expect([out.code, out.stderr]).toEqual([0, 'signed out\n']);
  expect((await ghost.run(['whoami'])).code).toBe(1);
});

test('a gateway that serves shows it in its status; a task without it says how it is mended', async () => {
  using ghost = home();
  const serving = await ghost.serve();
  const status = await ghost.run(['status']);
  expect(status.stdout).toContain(`navigator  gemini, behind the proxy at ${world.cloud.url}`);
  expect(status.stdout).toContain('signed in  nobody is signed in: `ghost login`');
  const ran = await ghost.run(['run', 'open the shop and read its name', '--json', '--approve', 'deny']);
  expect(ran.json()).toMatchObject({
    status: 'FAILED',
    error: { code: 'identity.signed-out', help: expect.stringContaining('ghost login') },
  });
  await login(ghost, ['--browser']);
  expect((await ghost.run(['status'])).stdout).toContain('signed in  person@example.com');
  await serving.stop();
});

test('without a proxy in the settings there is nothing to sign in to', async () => {
  using ghost = new GhostHome();
  const ran = await ghost.run(['login', '--json']);
  expect([ran.code, ran.json()]).toEqual([
    1,
    { error: expect.objectContaining({ code: 'identity.not-set-up' }) },
  ]);
  expect((await ghost.run(['logout'])).stderr).toContain('nobody was signed in');
  expect((await ghost.run(['whoami'])).stderr).toContain('nothing to sign in to');
});
