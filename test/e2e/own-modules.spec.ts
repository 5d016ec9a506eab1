// Where the launcher of a checkout says that a module of ours lies is where Node itself finds it, for each import of a command.
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { FROM_SOURCES } from '#test/fixtures/ghost.ts';

const run = promisify(execFile);
const directory = mkdtempSync(join(tmpdir(), 'ghost-own-modules-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Runs before the launcher: each answer of its hook is set beside what Node would have said, and told at the end. */
const BESIDE_NODE = `
import { createRequire, syncBuiltinESMExports } from 'node:module';
const modules = createRequire('file:///')('node:module');
const { registerHooks } = modules;
const told = { own: 0, differing: [] };
modules.registerHooks = ({ resolve }) => registerHooks({
  resolve(specifier, context, next) {
    let asked = false;
    const answer = resolve(specifier, context, (...given) => { asked = true; return next(...given); });
    if (asked) return answer;
    const node = next(specifier, context);
    told.own += 1;
    if (node.url !== answer.url) told.differing.push([specifier, context.parentURL, answer.url, node.url]);
    return answer;
  },
});
syncBuiltinESMExports();
process.on('exit', () => process.stderr.write('TOLD' + JSON.stringify(told) + '\\n'));
`;
const tellings = z.object({ own: z.number(), differing: z.array(z.unknown()) });

test('the launcher finds each module of ours where Node finds it', async () => {
  const preload = `data:text/javascript,${encodeURIComponent(BESIDE_NODE)}`;
  const { stderr } = await run(process.execPath, ['--import', preload, FROM_SOURCES, 'doctor', '--json'], {
    env: { ...process.env, GHOST_DATA_DIR: directory },
  }).catch((error: unknown) => z.object({ stderr: z.string() }).parse(error));
  const told = tellings.parse(JSON.parse(stderr.slice(stderr.lastIndexOf('TOLD') + 'TOLD'.length)));
  expect(told.own).toBeGreaterThan(100);
  expect(told.differing).toEqual([]);
});
