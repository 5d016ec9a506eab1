// `npm run package`: the program as an npm package in `dist/package`: compiled, with its types, its policies and the built UI.
//   npm pack ./dist/package       the tarball for `npm install -g` or `npx`
// The command is one CommonJS file, which loads in half the time of modules; what it needs only now and then are entries like the
// library. INVARIANT: what a module reads beside itself (policies, the UI, its own version) lies in the package where it lies in the
// repository, and its threads are entries of their own; so no source knows whether it was compiled.
import { spawnSync } from 'node:child_process';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';
import { z } from 'zod';
import { GhostError } from '#policy/language/failure.ts';
import { buildUi } from './build.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['policy', 'gateway', 'executors', 'engines', 'ui/cli'];
/** What is started or imported from outside; the threads are found in the sources. */
const LIBRARY = 'gateway/client/local/library.ts';
const ENTRIES = [LIBRARY, 'gateway/client/local/daemon-main.ts'];
const COMMAND = 'ui/cli/ghost.ts';
/** What most commands are: in the same file. */
const QUICK = 'ui/cli/thin.ts';
const LAUNCHER = 'ui/cli/ghost.js';
/** What is read at run time, and what a person reads. */
const COPIED = [
  'dist/ui',
  'policy/defaults',
  'policy/presets',
  'executors/browsers/processes/namespace-helper.js',
  'gateway/client/fleet/database/migrations',
  'README.md',
  'SECURITY.md',
  'docs',
];
const THREAD = /new URL\('(?<file>[^']+\.ts)', import\.meta\.url\)/gu;

const MANIFEST = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  dependencies: z.record(z.string(), z.string()),
  optionalDependencies: z.record(z.string(), z.string()),
  allowScripts: z.record(z.string(), z.boolean()),
});

export type BuiltPackage = {
  /** Folder that `npm pack` and `npm install` take. */
  readonly outDir: string;
  readonly dependencies: readonly string[];
};

/** A tool of whoever publishes: throws what went wrong. What stood in `outDir` is gone before. */
export async function buildPackage(
  outDir = join(ROOT, 'dist', 'package'),
  /** Programs beside those of the package, each from the repository's root. */
  more: readonly string[] = [],
): Promise<BuiltPackage> {
  const ui = await buildUi();
  if (!ui.ok) throw new GhostError(ui.error);
  await rm(outDir, { recursive: true, force: true });
  await mkdir(outDir, { recursive: true });
  const entries = await entriesOf(more);
  for (const file of await compileCommand(entries, outDir)) entries.set(file, basename(file, '.ts'));
  const packages = await compile(entries, outDir);
  for (const path of COPIED) await cp(join(ROOT, path), join(outDir, path), { recursive: true });
  await writeLauncher(outDir);
  await writeTypes(outDir);
  return { outDir, dependencies: await writeManifest(packages, outDir) };
}

/** Sources that run by themselves, each with the name of its compiled file. */
async function entriesOf(more: readonly string[]): Promise<Map<string, string>> {
  const files = new Set([...ENTRIES, ...more].map((path) => join(ROOT, path)));
  for (const room of ROOMS) {
    for (const entry of await readdir(join(ROOT, room), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts')) continue;
      const text = await readFile(join(entry.parentPath, entry.name), 'utf8');
      for (const { groups } of text.matchAll(THREAD)) {
        const file = join(entry.parentPath, groups?.['file'] ?? '');
        if (isOurs(file)) files.add(file);
      }
    }
  }
  return new Map([...files].map((file) => [file, basename(file, '.ts')]));
}

const isOurs = (file: string): boolean => ROOMS.some((room) => file.startsWith(join(ROOT, room, '/')));

/** Compiles the command into `program/ghost.cjs`. Gives the sources that it imports on the way, which are entries then. */
async function compileCommand(entries: ReadonlyMap<string, string>, outDir: string): Promise<Set<string>> {
  const later = new Set<string>();
  const build = await rolldown({
    cwd: ROOT,
    input: { ghost: join(ROOT, COMMAND) },
    platform: 'node',
    external: isForeign,
    plugins: [leftForLater(later), placed(entries)],
  });
  await build.write({
    dir: join(outDir, 'program'),
    format: 'cjs',
    entryFileNames: '[name].cjs',
    codeSplitting: false,
  });
  await build.close();
  return later;
}

/** Imports on the way stay what they are, of an entry's compiled file. */
function leftForLater(later: Set<string>): Plugin {
  return {
    name: 'left-for-later',
    async resolveId(source, importer, { kind }) {
      if (kind !== 'dynamic-import' || isForeign(source)) return null;
      const found = await this.resolve(source, importer, { skipSelf: true });
      if (found === null || found.id === join(ROOT, QUICK)) return found;
      later.add(found.id);
      return { id: `./${basename(found.id, '.ts')}.js`, external: true };
    },
  };
}

const isForeign = (id: string): boolean => !/^[./#]/u.test(id);

/** Compiles into `program/`. Gives the packages that it imports, by name. */
async function compile(entries: ReadonlyMap<string, string>, outDir: string): Promise<ReadonlySet<string>> {
  if (new Set(entries.values()).size < entries.size) throw new Error('two entries have the same name');
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries([...entries].map(([file, name]) => [name, file])),
    platform: 'node',
    external: isForeign,
    plugins: [placed(entries)],
  });
  const { output } = await build.write({
    dir: join(outDir, 'program'),
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
  });
  await build.close();
  const chunks = output.filter((one): one is OutputChunk => one.type === 'chunk');
  const imported = chunks.flatMap((chunk) => [...chunk.imports, ...chunk.dynamicImports]);
  const own = new Set(chunks.map(({ fileName }) => fileName));
  return new Set(imported.filter((id) => !own.has(id) && !isBuiltin(id)).map(packageOf));
}

const isBuiltin = (id: string): boolean => id.startsWith('node:') || builtinModules.includes(id);

const packageOf = (id: string): string =>
  id
    .split('/')
    .slice(0, id.startsWith('@') ? 2 : 1)
    .join('/');

/** Every module says where it lies in the package, as if it had not been put together with others. */
function placed(entries: ReadonlyMap<string, string>): Plugin {
  return {
    name: 'placed',
    transform(code, id) {
      if (!isOurs(id) || !code.includes('import.meta')) return null;
      const place = JSON.stringify(`../${relative(ROOT, id)}`);
      return code
        .replace(THREAD, (whole, file: string) => {
          const name = entries.get(join(dirname(id), file));
          return name === undefined ? whole : `new URL('./${name}.js', import.meta.URL)`;
        })
        .replaceAll('import.meta.main', 'false')
        .replaceAll('import.meta.url', `new URL(${place}, import.meta.URL).href`)
        .replaceAll('import.meta.URL', 'import.meta.url');
    },
  };
}

/** The same launcher, which goes on in the compiled program. */
async function writeLauncher(outDir: string): Promise<void> {
  const text = await readFile(join(ROOT, LAUNCHER), 'utf8');
  const own = "import('./ghost.ts')";
  if (!text.includes(`await ${own}`)) throw new Error(`${LAUNCHER} does not start \`ghost.ts\` any more`);
  const file = join(outDir, LAUNCHER);
  await mkdir(dirname(file), { recursive: true });
  const compiled = "modules.createRequire(import.meta.url)('../../program/ghost.cjs')";
  await writeFile(file, text.replace(`await ${own}`, compiled), { mode: 0o755 });
}

/** Declarations of all that the library's entry names. */
async function writeTypes(outDir: string): Promise<void> {
  const project = join(outDir, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    typeRoots: [join(ROOT, 'node_modules/@types')],
    // `vite/client` is for the UI, which is no part of the library.
    types: ['node'],
    outDir: join(outDir, 'types'),
  };
  const files = [join(ROOT, LIBRARY)];
  await writeFile(
    project,
    JSON.stringify({ extends: join(ROOT, 'tsconfig.json'), compilerOptions, include: [], files }),
  );
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  const done = spawnSync(process.execPath, [tsc, '-p', project], { encoding: 'utf8' });
  await rm(project);
  if (done.status !== 0) throw new Error(done.stdout.split('\n')[0]);
}

async function writeManifest(packages: ReadonlySet<string>, outDir: string): Promise<readonly string[]> {
  const own = MANIFEST.parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')));
  const { name, version, description, license, allowScripts } = own;
  // `node`: what the launcher goes on with where the machine's own is too old.
  const needed = ([one]: readonly [string, string]): boolean => packages.has(one) || one === 'node';
  const dependencies = Object.fromEntries(Object.entries(own.dependencies).filter(needed));
  const optionalDependencies = Object.fromEntries(Object.entries(own.optionalDependencies).filter(needed));
  const unknown = [...packages].filter((one) => !(one in dependencies) && !(one in optionalDependencies));
  if (unknown.length > 0) throw new Error(`package.json does not depend on ${unknown.join(', ')}`);
  const types = Object.fromEntries(
    ['policy', 'gateway', 'executors', 'engines'].map((room) => [
      `#${room}/*.ts`,
      { types: `./types/${room}/*.d.ts` },
    ]),
  );
  const manifest = {
    name,
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=20' },
    bin: { ghost: LAUNCHER },
    imports: types,
    exports: {
      '.': { types: './types/gateway/client/local/library.d.ts', default: './program/library.js' },
      './config.schema.json': './docs/config.schema.json',
      './policy.schema.json': './policy/defaults/policy.schema.json',
      './package.json': './package.json',
    },
    dependencies,
    optionalDependencies,
    allowScripts,
  };
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return [...Object.keys(dependencies), ...Object.keys(optionalDependencies)];
}

if (import.meta.main) process.stdout.write(`${(await buildPackage()).outDir}\n`);
