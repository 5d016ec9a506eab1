// The npm package as a stranger has it: packed, unpacked in an empty folder, with the dependencies that its manifest names alone.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { buildPackage } from '#ui/package.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import { openPlace } from '#test/fixtures/place.ts';

const ROOT = join(import.meta.dirname, '../..');
const manifest = z.object({ version: z.string() });
const place = openPlace();
const folder = join(place.directory, 'empty');
const installed = join(folder, 'node_modules/ghost-browser');
const program = join(installed, 'ui/cli/ghost.js');

beforeAll(async () => {
  const built = await buildPackage(join(place.directory, 'package'));
  mkdirSync(join(folder, 'node_modules'), { recursive: true });
  const packed = execFileSync('npm', ['pack', '--silent', built.outDir], {
    cwd: folder,
    encoding: 'utf8',
  });
  execFileSync('tar', ['xzf', packed.trim()], { cwd: folder });
  cpSync(join(folder, 'package'), installed, { recursive: true });
  for (const name of built.dependencies) {
    const [link, target] = [join(folder, 'node_modules', name), join(ROOT, 'node_modules', name)];
    if (!existsSync(target)) continue; // An optional one that this machine could not build.
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(target, link);
  }
});
afterAll(() => place[Symbol.dispose]());

test('holds no source that Node would have to strip of its types, and no test', () => {
  const files = readdirSync(installed, { recursive: true, encoding: 'utf8' });
  expect(files.filter((file) => /(?<!\.d)\.tsx?$/u.test(file))).toEqual([]);
  expect(files.filter((file) => file.includes('.spec.'))).toEqual([]);
});

test('runs an intent in the demo world, keeps its log, and proves it', async () => {
  using home = new GhostHome({ program });
  const ran = await home.run([
    'run',
    'search the shop for a mechanical keyboard and tell me the cheapest price',
    '--json',
  ]);
  expect(ran.json(), ran.stderr).toMatchObject({ status: 'DONE' });
  const verified = await home.run(['audit', 'verify']);
  expect(verified.stdout, verified.stderr).toMatch(/^verified \d+ entries/u);
  const found = await home.run(['results', 'search', 'keyboard', '--json']);
  expect(found.stdout).toContain('mechanical keyboard');
});

test('reads the policies that came with it, and finds its UI', async () => {
  using home = new GhostHome({ program });
  const checked = await home.run(['policy', 'verify', '--json']);
  expect(checked.code, checked.stderr).toBe(0);
  const examined = await home.run(['doctor', '--json']);
  expect(examined.stdout).toContain('"ui"');
  const { url, stop } = await home.serve();
  expect(url).toContain('http://');
  expect(await stop()).toBe(0);
});

test('is a library with types, which has the demo world where no site is named', () => {
  const consumer = join(folder, 'consumer.mts');
  writeFileSync(
    consumer,
    [
      "import { openGateway } from 'ghost-browser';",
      'const gateway = await openGateway({});',
      'const version: string = gateway.status().version;',
      'console.log(version);',
      "const [lost, opened] = [await gateway.run('open nowhere.test').result, await gateway.openTab({ url: 'http://shop.test/' })];",
      'const look = opened.ok ? await opened.value.snapshot() : opened;',
      'const text: string = look.ok ? look.value.text : look.error.message;',
      'console.log(JSON.stringify({ status: lost.status, error: lost.error, text }));',
      'await gateway.close();',
      '// What was opened with it is gone: nothing keeps the program.',
      '// @ts-expect-error: there is no such option, so the types are not `any`.',
      'void (() => openGateway({ nonsense: true }));',
    ].join('\n'),
  );
  const options = { module: 'nodenext', target: 'esnext', strict: true, noEmit: true, types: ['node'] };
  const project = {
    compilerOptions: { ...options, typeRoots: [join(ROOT, 'node_modules/@types')] },
    files: [consumer],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(project));
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const checked = spawnSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  expect(checked.stdout).toBe('');
  const { version } = manifest.parse(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')));
  const ran = spawnSync(process.execPath, [consumer], {
    encoding: 'utf8',
    env: { ...process.env, GHOST_DATA_DIR: join(place.directory, 'library') },
  });
  const [said, told = ''] = ran.stdout.split('\n');
  expect(said, ran.stderr).toBe(version);
  expect(JSON.parse(told)).toMatchObject({
    status: 'FAILED',
    error: {
      code: 'act.navigation-failed',
      message: expect.stringContaining('could not be resolved'),
      help: expect.any(String),
    },
    text: expect.stringMatching(/^e1 link Deskwright\n/u),
  });
  expect(ran.status).toBe(0);
});

const OLDER = spawnSync('/usr/bin/node', ['--version'], { encoding: 'utf8' }).stdout ?? '';

test.skipIf(!/^v(?:18|20|22)\./u.test(OLDER))(
  'goes on with the Node that it brings where the machine has an older one',
  () => {
    using home = new GhostHome({ program });
    const told = spawnSync('/usr/bin/node', [program, 'nonsense'], {
      encoding: 'utf8',
      env: { ...process.env, GHOST_DATA_DIR: home.directory },
    });
    expect(told.stderr).toContain('there is no command `nonsense`');
    expect(told.status).toBe(2);
  },
);
