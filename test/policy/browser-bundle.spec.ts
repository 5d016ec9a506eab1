// `policy/` is the same engine wherever it runs: bundled, it imports no module of Node, and decides, proves, explains and
// hashes in a page and in a worker of a real Chromium as it does here.
import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchTestBrowser } from '#test/fixtures/chromium.ts';
import type { TestBrowser } from '#test/fixtures/chromium.ts';
import type { EngineReport } from '#test/fixtures/policy-engine-report.ts';
import { engineReport } from '#test/fixtures/policy-engine-report.ts';
import { shipped } from '#test/fixtures/policy/policies.ts';

const SOURCE = fileURLToPath(new URL('../fixtures/policy-engine-report.ts', import.meta.url));
const TEXTS = [shipped('default'), shipped('demo')].map(({ file, text }) => ({ file, text: String(text) }));
const PAGE =
  '<!doctype html><meta charset="utf-8"><title>policy</title><script type="module" src="/page.js"></script>';

/** Of the page and of the worker: nothing is evaluated from text. */
const CSP = "default-src 'none'; script-src 'self'; worker-src 'self'";

const POLICY = fileURLToPath(new URL('../../policy', import.meta.url));

let code = '';
let count = 0;
let folder = '';
let server: Server;
let browser: TestBrowser;
let origin = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ghost-policy-bundle-'));
  const entry = join(folder, 'entry.ts');
  // Every module of the folder, so that none of them can reach for Node unseen.
  const modules = readdirSync(POLICY, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.d)\.ts$/.test(name),
  );
  count = modules.length;
  const everything = modules.map(
    (name, index) => `export * as m${index} from ${JSON.stringify(join(POLICY, name))};`,
  );
  await writeFile(
    entry,
    [`export { engineReport } from ${JSON.stringify(SOURCE)};`, ...everything].join('\n'),
  );
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('../..', import.meta.url)),
    build: {
      write: false,
      minify: false,
      target: 'esnext',
      lib: { entry, formats: ['es'], fileName: 'engine' },
    },
  });
  const outputs = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const chunks = outputs.flatMap((one) => (one.type === 'chunk' ? [one] : []));
  expect(chunks.length).toBe(1);
  const [chunk] = chunks;
  if (chunk === undefined) throw new Error('nothing was bundled');
  expect([...chunk.imports, ...chunk.dynamicImports]).toEqual([]);
  code = chunk.code;
  const texts = JSON.stringify(TEXTS);
  const files: Readonly<Record<string, readonly [string, string]>> = {
    '/': ['text/html', PAGE],
    '/engine.js': ['text/javascript', code],
    '/page.js': [
      'text/javascript',
      `import * as all from '/engine.js';\nglobalThis.modules = Object.keys(all).length - 1;\nglobalThis.reported = all.engineReport(${texts});`,
    ],
    '/worker.js': [
      'text/javascript',
      `import { engineReport } from '/engine.js';\npostMessage(engineReport(${texts}));`,
    ],
  };
  server = createServer((request, response) => {
    const found = files[request.url ?? ''];
    if (found === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': found[0], 'content-security-policy': CSP }).end(found[1]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  origin = `http://127.0.0.1:${address.port}`;
  browser = await launchTestBrowser();
});

afterAll(async () => {
  await browser.close();
  server.close();
  await rm(folder, { recursive: true, force: true });
});

describe('the bundle', () => {
  test('imports nothing of Node, and is not a stub for it', () => {
    expect(code).not.toMatch(/["']node:/);
    expect(code).not.toContain('__vite-browser-external');
    const modules = builtinModules.filter((name) => !name.startsWith('_') && !name.includes('/'));
    const required = [...code.matchAll(/\b(?:require|import)\(\s*["']([^"']+)["']\s*\)/g)].map(
      (one) => one[1],
    );
    expect(required.filter((name) => modules.includes(name ?? ''))).toEqual([]);
  });

  test('evaluates no text as code', () => {
    expect(code).not.toMatch(/\bnew Function\b|\beval\(/);
  });

  test('a report covers decisions, a proof that fails, errors, explanation and matrix', () => {
    const here = engineReport(TEXTS);
    expect(new Set(here.decisions)).toEqual(new Set(['ALLOW', 'ESCALATE', 'DENY', 'ABORT']));
    expect(here.semanticHash).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(here.refuted).toContain('policy.invariant-violated');
    expect(here.refused).toContain('policy.unknown-member');
  });

  test('in a page it says what it says here', async () => {
    const page = await browser.context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${origin}/`);
    const there = await page.evaluate((): unknown => Reflect.get(globalThis, 'reported'));
    expect(problems).toEqual([]);
    expect(await page.evaluate((): unknown => Reflect.get(globalThis, 'modules'))).toBe(count);
    expect(there).toEqual(plain(engineReport(TEXTS)));
  });

  test('in a worker too', async () => {
    const page = await browser.context.newPage();
    await page.goto(`${origin}/`);
    const there = await page.evaluate(
      (): Promise<unknown> =>
        new Promise((resolve, reject) => {
          const worker = new Worker('/worker.js', { type: 'module' });
          worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => resolve(data));
          worker.addEventListener('error', (event) => reject(new Error(event.message)));
        }),
    );
    expect(there).toEqual(plain(engineReport(TEXTS)));
  });
});

/** As it travels: no `undefined`, no prototypes. */
const plain = (report: EngineReport): unknown => JSON.parse(JSON.stringify(report));
