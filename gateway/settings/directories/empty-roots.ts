// The empty roots of profiles of gateways that are gone. INVARIANT: only an empty directory goes, an hour after its last change: the
// kernel refuses where anything lies in it.
import { lstatSync, readdirSync, rmdirSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';

const HOUR_MS = 3_600_000;
/** The digest of a data directory, as `pathsFor` makes it. */
const ROOT = /^[0-9a-f]{16}$/u;

/** As root each data directory has a root of its own there. Best effort: what cannot be looked at or removed stays. */
export function sweepEmptyRoots(roots: string, own: string): void {
  try {
    for (const name of readdirSync(roots).filter((one) => ROOT.test(one))) {
      const path = join(roots, name);
      // One that a gateway is about to use has just been made, or its browser makes it again.
      if (path !== own && Date.now() - lstatSync(path).mtimeMs >= HOUR_MS) dropEmpty(path);
    }
  } catch {
    // Nothing depends on it: whoever cannot write there says so.
  }
}

function dropEmpty(path: string): void {
  try {
    rmdirSync(path);
  } catch (thrown) {
    if (!['ENOTEMPTY', 'EEXIST', 'ENOENT', 'ENOTDIR'].includes(errorCode(thrown))) throw thrown;
  }
}
