// The program that `npm start` runs, where it was compiled ahead: a thousand modules take half a second longer to find than to run.
// INVARIANT: it is taken only where no source was touched since, by whatever the file system says of it; else the sources are read.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** From the repository's root: what is compiled, what is read beside it, and what compiles. */
const SOURCES = ['policy', 'gateway', 'executors', 'engines', 'ui', 'package.json', 'package-lock.json'];
/** Each compiled program lies in a folder that its sources name: one that runs keeps its modules when another is compiled. */
export const PROGRAMS = 'dist/program';
const ENTRY = 'ghost.js';

/** The compiled program, or `null`: none is there, or it is of other sources. Never throws. */
export function freshProgram(root = ROOT): string | null {
  // An installed package has none, nor has a repository that nothing was started in.
  if (!existsSync(join(root, PROGRAMS))) return null;
  try {
    const entry = join(root, PROGRAMS, fingerprintOf(root), ENTRY);
    return existsSync(entry) ? entry : null;
  } catch {
    return null; // A source went away meanwhile, or is a link.
  }
}

/** Of every source: its name, its inode, its size and the moment of its last change, which nobody sets. Throws for a link. */
export function fingerprintOf(root: string): string {
  const hash = createHash('sha256');
  const add = (path: string): void => {
    const { size, ctimeNs, ino } = statSync(join(root, path), { bigint: true });
    hash.update(`${path}\0${ino} ${size} ${ctimeNs}\n`);
  };
  const walk = (folder: string): void => {
    const entries = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) walk(path);
      else if (entry.isFile()) add(path);
      else throw new Error(`what ${path} leads to may change unseen`);
    }
  };
  for (const source of SOURCES) {
    if (source.includes('.')) add(source);
    else walk(source);
  }
  return hash.digest('hex');
}
