// Builds the desktop into `dist/desktop/app`: the program as its npm package has it, and beside it main process, preload scripts and pages.
// INVARIANT: what is loaded into a sandbox is one CommonJS file a page, with nothing of Node's but Electron's own module.
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type OutputChunk } from 'rolldown';
import { z } from 'zod';
import { GhostError } from '#policy/language/failure.ts';
import { buildPackage } from '#ui/package.ts';
import { desktopSbom, npmSbom } from './packaging/sbom.ts';
import { FEED_FILE, feedOf } from './updates/feed.ts';
import { WINDOWS } from './tables/windows.ts';
import { SHELL_PAGES } from './tables/shell-pages.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HERE = fileURLToPath(new URL('.', import.meta.url));
export const APP_DIRECTORY = join(ROOT, 'dist', 'desktop', 'app');
const GATEWAY = 'gateway/client/local/desktop/desktop-main.ts';
const BUILTIN = new Set(builtinModules.flatMap((name) => [name, `node:${name}`]));
const MANIFEST = z.looseObject({
  name: z.string(),
  version: z.string(),
  dependencies: z.record(z.string(), z.string()),
});

/** The compiled preload scripts, by the name of their file in `outDir`. Each imports Electron alone. */
export async function buildPreloads(outDir: string): Promise<void> {
  for (const { preload } of Object.values(WINDOWS)) {
    if (preload === null) continue;
    const input = join(HERE, 'preload', preload.replace(/\.cjs$/u, '.ts'));
    const chunk = await bundle(input, join(outDir, preload), 'cjs');
    const foreign = chunk.imports.filter((id) => id !== 'electron');
    if (foreign.length > 0)
      throw new Error(`${preload} imports ${foreign.join(', ')}, which a sandbox does not have`);
  }
}

/** The shell's own pages: one folder each, with what they share beside them. */
export async function buildPages(outDir: string): Promise<void> {
  const { build } = await import('vite');
  const root = join(HERE, 'pages');
  const pages = Object.values(SHELL_PAGES);
  await build({
    configFile: false,
    root,
    base: '/',
    publicDir: false,
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2024',
      assetsInlineLimit: 0,
      modulePreload: false,
      rolldownOptions: {
        input: Object.fromEntries(pages.map((page) => [page, join(root, page, 'index.html')])),
      },
    },
    logLevel: 'error',
    clearScreen: false,
  });
}

/** Everything that the program needs to run where Electron is. */
export async function buildDesktop(outDir = APP_DIRECTORY): Promise<void> {
  await buildPackage(outDir, [GATEWAY]);
  const own = join(outDir, 'desktop');
  await mkdir(own, { recursive: true });
  await bundle(join(HERE, 'main.ts'), join(own, 'main.js'), 'esm');
  await buildPreloads(join(own, 'preload'));
  await buildPages(join(own, 'pages'));
  await cp(join(HERE, 'MANUAL.md'), join(own, 'MANUAL.md'));
  const feed = await feedText(process.env);
  if (feed !== null) await writeFile(join(own, FEED_FILE), feed);
  const root = await readFile(join(ROOT, 'package.json'), 'utf8');
  const { version } = MANIFEST.parse(JSON.parse(root));
  const sbom = desktopSbom(await npmSbom(ROOT), JSON.parse(root), version);
  await writeFile(join(outDir, 'sbom.cdx.json'), `${JSON.stringify(sbom, null, 2)}\n`);
  const file = join(outDir, 'package.json');
  const manifest = MANIFEST.parse(JSON.parse(await readFile(file, 'utf8')));
  await writeFile(
    file,
    `${JSON.stringify({ ...manifest, productName: 'Ghost Browser', main: 'desktop/main.js' }, null, 2)}\n`,
  );
}

/** `null`: a program that looks for no releases. Throws where half of it is named, or what is named is none. */
export async function feedText(env: NodeJS.ProcessEnv): Promise<string | null> {
  const { GHOST_UPDATE_URL: url = '', GHOST_UPDATE_KEY: keyFile = '' } = env;
  if (url === '' && keyFile === '') return null;
  if (url === '' || keyFile === '')
    throw new Error('GHOST_UPDATE_URL (a folder over https) and GHOST_UPDATE_KEY (a file) go together');
  const key = await readFile(keyFile, 'utf8');
  const feed = feedOf({ url, key });
  if (!feed.ok) throw new GhostError(feed.error);
  return `${JSON.stringify({ url: feed.value.url, key }, null, 2)}\n`;
}

async function bundle(input: string, file: string, format: 'esm' | 'cjs'): Promise<OutputChunk> {
  const built = await rolldown({
    cwd: ROOT,
    input,
    platform: 'node',
    // What is ours to bring along is in the file; Electron brings itself.
    external: (id) => id === 'electron' || BUILTIN.has(id),
  });
  const { output } = await built.write({ file, format, codeSplitting: false });
  await built.close();
  const [chunk] = output.filter((one): one is OutputChunk => one.type === 'chunk');
  if (chunk === undefined) throw new Error(`nothing was built from ${input}`);
  return chunk;
}

if (import.meta.main) {
  await rm(APP_DIRECTORY, { recursive: true, force: true });
  await buildDesktop();
  process.stdout.write(`${APP_DIRECTORY}\n`);
}
