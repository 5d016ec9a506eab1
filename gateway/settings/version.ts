// The project's version, from package.json. INVARIANT: imports no library: each thread of the audit log reads it when it starts.
import { readFileSync } from 'node:fs';

const FILE = new URL('../../package.json', import.meta.url);

export const VERSION: string = versionIn(JSON.parse(readFileSync(FILE, 'utf8')));

function versionIn(found: unknown): string {
  if (typeof found === 'object' && found !== null && 'version' in found) {
    const { version } = found;
    if (typeof version === 'string') return version;
  }
  throw new Error(`${FILE.pathname} has no \`version\``);
}
