// `npm start` from a program that was compiled ahead: the same gateway with its policy, its sites and its UI, and no source read for it.
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { freshProgram } from '#ui/cli/fresh-program.ts';
import { compileProgram } from '#ui/program.ts';
import { FROM_SOURCES, GhostHome } from '#test/fixtures/ghost.ts';
import { loadedModules } from '#test/fixtures/loaded-modules.ts';

const started = z.object({
  url: z.string(),
  status: z.object({ policy: z.object({ loaded: z.boolean() }), sites: z.array(z.unknown()) }),
});

test('what is compiled serves as the sources do, from its own modules', async () => {
  await compileProgram();
  const program = freshProgram();
  expect(program).not.toBeNull();
  // Once for these sources.
  expect(await compileProgram()).toBeNull();
  const { environment, urls } = loadedModules();
  using home = new GhostHome({ env: environment, program: FROM_SOURCES });
  const child = home.start(['start', '--json', '--no-open', '--port', '0']);
  let text = '';
  const ended = once(child, 'close');
  child.stdout?.on('data', (chunk: Buffer) => (text += chunk.toString()));
  await expect.poll(() => text.trimEnd().endsWith('\n}'), { timeout: 60_000 }).toBe(true);
  const { url, status } = started.parse(JSON.parse(text.slice(text.indexOf('{'))));
  expect(status.policy.loaded).toBe(true);
  expect(status.sites.length).toBeGreaterThan(3);
  const { origin, port } = new URL(url);
  // Its documents are found from where it lies.
  const page = await fetch(`http://127.0.0.1:${port}/`, { headers: { host: new URL(origin).host } });
  expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<script')]);
  child.kill('SIGTERM');
  expect(await ended).toEqual([0, null]);
  const own = urls().filter((one) => one.includes('/dist/program/'));
  expect(own.some((one) => one.endsWith('/ghost.js'))).toBe(true);
  expect(urls().filter((one) => one.endsWith('/gateway/main.ts'))).toEqual([]);
  expect(existsSync(program ?? '')).toBe(true);
});
