// Compiles the program's sources, for the package and for `npm start`. INVARIANT: what a module reads beside itself is found from where
// its source lies, and its threads are entries of their own; so no source knows whether it was compiled.
import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type OutputChunk, type Plugin } from 'rolldown';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ROOMS = ['policy', 'gateway', 'executors', 'engines', 'ui/cli'];
/** A process of its own, which commands start. */
export const DAEMON = 'gateway/client/local/daemon-main.ts';
const THREAD = /new URL\('(?<file>[^']+\.ts)', import\.meta\.url\)/gu;

/** Sources that run by themselves: those of `begins`, from the repository's root, and every thread; each with the name of its compiled file. */
export async function entriesOf(begins: readonly string[]): Promise<Map<string, string>> {
  const files = new Set(begins.map((path) => join(ROOT, path)));
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

export const isForeign = (id: string): boolean => !/^[./#]/u.test(id);

/** Compiles into `dir`, from which `root` leads to what modules read beside themselves. Gives the packages that it imports, by name. */
export async function compile(
  entries: ReadonlyMap<string, string>,
  dir: string,
  root: string,
): Promise<ReadonlySet<string>> {
  if (new Set(entries.values()).size < entries.size) throw new Error('two entries have the same name');
  const build = await rolldown({
    cwd: ROOT,
    input: Object.fromEntries([...entries].map(([file, name]) => [name, file])),
    platform: 'node',
    external: isForeign,
    plugins: [placed(entries, root)],
  });
  const { output } = await build.write({
    dir,
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

/** Every module says where it lies, as if it had not been put together with others. */
export function placed(entries: ReadonlyMap<string, string>, root: string): Plugin {
  return {
    name: 'placed',
    transform(code, id) {
      if (!isOurs(id) || !code.includes('import.meta')) return null;
      const place = JSON.stringify(`${root}/${relative(ROOT, id)}`);
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
