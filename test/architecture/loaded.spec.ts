// What a start loads: each module costs every gateway, every thread and every command that starts. INVARIANT: modules are counted, nothing
// is timed; where a number grows on purpose, it is raised here.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FROM_SOURCES, GhostHome } from '#test/fixtures/ghost.ts';
import { loadedModules } from '#test/fixtures/loaded-modules.ts';
import { importsOf, resolveOwn } from './imports.ts';

const ROOT = join(import.meta.dirname, '../..');

type Loaded = { readonly files: ReadonlySet<string>; readonly packages: ReadonlySet<string> };

/** All that a file brings in when it runs, over any number of files. */
function loadedBy(entry: string, read = (file: string) => readFileSync(join(ROOT, file), 'utf8')): Loaded {
  const [files, packages] = [new Set([entry]), new Set<string>()];
  for (const file of files) {
    for (const { specifier, typeOnly } of importsOf(file, read(file))) {
      if (typeOnly || specifier.startsWith('node:')) continue;
      const own = resolveOwn(file, specifier);
      if (own === null) packages.add(specifier);
      else files.add(own);
    }
  }
  return { files, packages };
}

/** A thread of its own for each log that is opened, for each search, and for each page that is read. */
const THREADS = [
  { entry: 'gateway/audit/write/writer-thread.ts', atMost: 35, packages: ['better-sqlite3', 'canonicalize'] },
  { entry: 'gateway/audit/read/search-thread.ts', atMost: 30, packages: ['better-sqlite3'] },
  { entry: 'executors/perception/perceive-thread.ts', atMost: 35, packages: [] },
];

test.each(THREADS)('$entry loads few files, and of libraries those alone that it works with', (thread) => {
  const { files, packages } = loadedBy(thread.entry);
  expect(files.size, [...files].join('\n')).toBeLessThanOrEqual(thread.atMost);
  expect([...packages].toSorted()).toEqual(thread.packages);
});

/** Seconds of work for a large table: the desk has it done on a thread. */
const OF_THE_DESK = ['applet-routes.ts', 'result-routes.ts', 'applet-origin.ts'];

test.each(OF_THE_DESK)('the route %s loads neither the maker nor the check of applets', (route) => {
  const { files } = loadedBy(`gateway/surfaces/http/routes/${route}`);
  expect([...files]).toContain(`gateway/surfaces/http/routes/${route}`);
  expect([...files].filter((file) => /^engines\/maker\/(?!(?:policy|credited)\.ts$)/u.test(file))).toEqual(
    [],
  );
});

test('a library that a thread would load over another file is found', () => {
  const sources: Record<string, string> = {
    'gateway/thread.ts': `import { a } from './a.ts';\nimport type { T } from 'yaml';\n`,
    'gateway/a.ts': `import { z } from 'zod';\nexport const a = z;\n`,
  };
  expect([...loadedBy('gateway/thread.ts', (file) => sources[file] ?? '').packages]).toEqual(['zod']);
});

/** What nothing needs but a browser, a page, a server or a model. A contract is data alone. */
const HEAVY =
  /\/engines\/(?!planner\/(?:contract|report)\.ts$)|\/executors\/(?:launcher|browsers\/launch|acts|page|perception|pool|network)\b|\/gateway\/(?:main|boundary|surfaces|tasks)(?:\.ts|\/(?!consent\/))|node_modules\/(?:playwright-core|vite|hono|@google|@modelcontextprotocol|ws|chart\.js|acorn|parse5)\//u;

const COMMANDS = [
  { words: 'daemon status', atMost: 27 },
  { words: 'status', atMost: 181 },
  { words: 'consent list', atMost: 186 },
  // Two are the variables' own check, before any command; one is what a sentence says as a secret.
  { words: 'audit verify', atMost: 239 },
  { words: 'policy check policy/defaults/demo.yaml', atMost: 427 },
];

test.each(COMMANDS)(
  '`ghost $words` loads nothing that a browser, a page or a model needs',
  async (command) => {
    const { environment, urls } = loadedModules();
    using home = new GhostHome({ env: environment, program: FROM_SOURCES });
    await home.run(command.words.split(' '));
    const loaded = urls();
    // A list that nothing was written to would hold any bound.
    expect(loaded.some((url) => url.endsWith('/ui/cli/ghost.ts'))).toBe(true);
    expect(loaded.length, loaded.join('\n')).toBeLessThanOrEqual(command.atMost);
    expect(loaded.filter((url) => HEAVY.test(url))).toEqual([]);
  },
);

test('Node looks up no module of ours for a command from the sources; without its launcher it looks up each', async () => {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-looked-up-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const [list, hook] = [join(directory, 'list'), join(directory, 'hook.mjs')];
  // Of several hooks the last one runs first: this one is asked for what the launcher leaves to Node.
  writeFileSync(
    hook,
    `import { registerHooks } from 'node:module';\nimport { appendFileSync } from 'node:fs';\n` +
      `registerHooks({ resolve(specifier, context, next) { appendFileSync(${JSON.stringify(list)}, specifier + '\\n'); return next(specifier, context); } });\n`,
  );
  const lookedUp = async (program: string): Promise<readonly string[]> => {
    writeFileSync(list, '');
    using home = new GhostHome({ env: { NODE_OPTIONS: `--import=file://${hook}` }, program });
    expect(await home.run(['policy', 'status'])).toMatchObject({ code: 0, stderr: '' });
    return readFileSync(list, 'utf8')
      .split('\n')
      .filter((specifier) => /^[#.].*\.ts$/u.test(specifier));
  };
  expect(await lookedUp(FROM_SOURCES)).toEqual([]);
  expect(await lookedUp(FROM_SOURCES.replace(/js$/u, 'ts'))).toContain('#gateway/client/remote.ts');
});
