// Compiles what `npm start` runs into `dist/program`, where no program of these sources is there: `npm start` has it done for the next time.
// INVARIANT: a program is put in place as a whole, under the fingerprint of sources that nobody touched meanwhile.
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fingerprintOf, freshProgram, PROGRAMS } from './cli/fresh-program.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FOLDER = join(ROOT, PROGRAMS);
const COMMAND = 'ui/cli/ghost.ts';
const DRAFT = 'draft-';
/** One that runs reads modules of its own for as long as it runs: they go when so many newer ones are there. */
const KEPT = 10;

/** The folder of a new one; `null`: what is there is fresh, or a source was touched meanwhile. Throws what the compiler says. */
export async function compileProgram(): Promise<string | null> {
  if (freshProgram() !== null) return null;
  // Some hundred milliseconds to import: only where there is something to compile.
  const { compile, DAEMON, entriesOf } = await import('./compile.ts');
  await mkdir(FOLDER, { recursive: true });
  await removeLeft();
  const draft = join(FOLDER, `${DRAFT}${process.pid}`);
  try {
    const wanted = fingerprintOf(ROOT);
    await compile(await entriesOf([COMMAND, DAEMON]), draft, '../../..');
    if (fingerprintOf(ROOT) !== wanted) return null;
    const place = join(FOLDER, wanted);
    // Whoever compiled the same beside us may have started by now: theirs stays. What lies there and is not fresh is not whole.
    if (freshProgram() !== null) return null;
    await rm(place, { recursive: true, force: true });
    try {
      await rename(draft, place);
    } catch (thrown) {
      if (freshProgram() === null) throw thrown;
      return null;
    }
    return place;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Of whoever was ended in the middle, and of sources that are long gone. */
async function removeLeft(): Promise<void> {
  const names = await readdir(FOLDER);
  const programs = names.filter((name) => !name.startsWith(DRAFT));
  const ages = await Promise.all(
    programs.map(async (name) => ({ name, at: (await stat(join(FOLDER, name))).mtimeMs })),
  );
  const old = ages.toSorted((a, b) => b.at - a.at).slice(KEPT - 1);
  const left = names.filter((name) => name.startsWith(DRAFT) && !isAlive(Number(name.slice(DRAFT.length))));
  for (const name of [...left, ...old.map((one) => one.name)])
    await rm(join(FOLDER, name), { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (thrown) {
    // EPERM: it lives and belongs to somebody else.
    return thrown instanceof Error && 'code' in thrown && thrown.code === 'EPERM';
  }
}

if (import.meta.main) process.stdout.write(`${(await compileProgram()) ?? 'as it was'}\n`);
