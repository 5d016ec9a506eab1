// Builds the UI into `dist/ui/{app,consent}` when it is missing or stale; run directly, it builds always, but with `--if-stale`.
// INVARIANT: `dist/ui` is replaced as a whole, and its stamp is the hash of the very sources it was made from.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { describe, err, failure, ok, type Result } from '#policy/language/failure.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const OUT = join(ROOT, 'dist', 'ui');
const STAMP = join(OUT, '.stamp');
const LOCK = join(ROOT, 'dist', '.ui-building');
/** Whatever the documents take a value from, and how names are found; `test/architecture` holds that nothing is left out. */
export const SOURCES = [
  'ui/app',
  'ui/consent',
  'ui/signals',
  'ui/vite.config.ts',
  'ui/build.ts',
  'gateway/protocol',
  'gateway/client/demo/data/hosts.ts',
  'engines/tables',
  'package.json',
  // The policy editor's worker checks with the engine itself.
  'policy',
];
const LOCK_DEADLINE_MS = 120_000;
const LOCK_POLL_MS = 100;

export type UiBuild = {
  /** Folder that holds `app/index.html` and `consent/index.html`. */
  readonly outDir: string;
  /** False where what stood there was fresh. */
  readonly built: boolean;
};

/** Errors: `ui.build-failed`. Processes that build at the same time wait for one another. */
export async function buildUi(options: { force?: boolean } = {}): Promise<Result<UiBuild>> {
  try {
    const wanted = await sourcesHash();
    if (options.force !== true && (await isFresh(wanted))) return ok({ outDir: OUT, built: false });
    await mkdir(join(ROOT, 'dist'), { recursive: true });
    const release = await lock();
    try {
      if (options.force !== true && (await isFresh(wanted))) return ok({ outDir: OUT, built: false });
      await buildInto(wanted);
    } finally {
      await release();
    }
    return ok({ outDir: OUT, built: true });
  } catch (thrown) {
    return err(
      failure('ui.build-failed', `the UI could not be built: ${describe(thrown).split('\n')[0] ?? ''}`, {
        help: 'run `npm ci`, then `npm run build` to see the whole message',
        cause: thrown,
      }),
    );
  }
}

async function buildInto(stamp: string): Promise<void> {
  // Vite and React's plugin cost half a second to import: only when there is something to build.
  const [{ build }, { documentConfig, UI_DOCUMENTS }] = await Promise.all([
    import('vite'),
    import('./vite.config.ts'),
  ]);
  const fresh = join(ROOT, 'dist', `.ui-${process.pid}`);
  // Vite and React's plugin read it: built from a test runner, the app would hold React's development build.
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    for (const document of UI_DOCUMENTS) await build(documentConfig(document, fresh));
    await writeFile(join(fresh, '.stamp'), stamp);
    // Two renames: a server that reads the folder meanwhile misses it for no longer than that.
    const old = `${fresh}-old`;
    if (existsSync(OUT)) await rename(OUT, old);
    await rename(fresh, OUT);
    await rm(old, { recursive: true, force: true });
  } finally {
    if (before === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = before;
    await rm(fresh, { recursive: true, force: true });
  }
}

async function isFresh(wanted: string): Promise<boolean> {
  const documents = ['app', 'consent'].every((name) => existsSync(join(OUT, name, 'index.html')));
  return documents && existsSync(STAMP) && (await readFile(STAMP, 'utf8')) === wanted;
}

/** Hash of every source file's path and bytes, and of the locked dependencies. */
async function sourcesHash(): Promise<string> {
  const files = [join(ROOT, 'package-lock.json')];
  for (const source of SOURCES) {
    const path = join(ROOT, source);
    if (/\.(?:ts|json)$/u.test(source)) files.push(path);
    else {
      const entries = await readdir(path, { recursive: true, withFileTypes: true });
      for (const entry of entries) {
        if (entry.isFile() && /\.(ts|tsx|css|html|svg)$/.test(entry.name)) {
          files.push(join(entry.parentPath, entry.name));
        }
      }
    }
  }
  const hash = createHash('sha256');
  for (const file of files.sort()) {
    hash
      .update(relative(ROOT, file))
      .update('\0')
      .update(await readFile(file))
      .update('\0');
  }
  return `sha256:${hash.digest('hex')}`;
}

/** One builder at a time, across processes. A lock whose holder is gone is taken over. */
async function lock(): Promise<() => Promise<void>> {
  const deadline = performance.now() + LOCK_DEADLINE_MS;
  const own = `${LOCK}-${process.pid}`;
  // Linked into place with its content: nobody ever reads an empty one.
  await writeFile(own, String(process.pid));
  try {
    for (;;) {
      try {
        await link(own, LOCK);
        return () => rm(LOCK, { force: true });
      } catch (thrown) {
        if (codeOf(thrown) !== 'EEXIST') throw thrown;
        const holder = await holderOf(LOCK);
        if (holder !== null && !isAlive(holder)) await takeAway(holder);
        else if (performance.now() > deadline)
          throw new Error(`another build has held ${LOCK} for two minutes`, { cause: thrown });
        else await delay(LOCK_POLL_MS);
      }
    }
  } finally {
    await rm(own, { force: true });
  }
}

/** Of two that find the same dead holder one takes its lock away; whoever got a new one by mistake puts it back. */
async function takeAway(dead: number): Promise<void> {
  const aside = `${LOCK}-${process.pid}-gone`;
  try {
    await rename(LOCK, aside);
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return;
    throw thrown;
  }
  if ((await holderOf(aside)) !== dead) await link(aside, LOCK).catch(() => undefined);
  await rm(aside, { force: true });
}

/** `null`: it is gone meanwhile. Anything that is no number was left half-written by an earlier version: nobody holds it. */
async function holderOf(path: string): Promise<number | null> {
  try {
    return Number.parseInt(await readFile(path, 'utf8'), 10) || NOBODY;
  } catch (thrown) {
    if (codeOf(thrown) === 'ENOENT') return null;
    throw thrown;
  }
}
const NOBODY = 0;

const codeOf = (thrown: unknown): unknown =>
  thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;

function isAlive(pid: number): boolean {
  if (pid === NOBODY) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM: it lives and belongs to somebody else.
    return codeOf(thrown) === 'EPERM';
  }
}

if (import.meta.main) {
  const result = await buildUi({ force: !process.argv.includes('--if-stale') });
  if (result.ok) {
    process.stdout.write(`${JSON.stringify(result.value)}\n`);
  } else {
    const { code, message, help, cause } = result.error;
    process.stderr.write(`${code}: ${message}\n${cause ?? ''}\n${help ?? ''}\n`);
    process.exitCode = 1;
  }
}
