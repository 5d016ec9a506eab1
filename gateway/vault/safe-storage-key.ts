// The vault's key in a desktop application's safe storage: sealed by the operating system for this user, in a file beside the vault.
// INVARIANT: a key is made only where a new vault is made, and is read back before anything is encrypted with it; where the system has no
// safe storage nothing is sealed, and the next source is asked.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';
import { readPrivate } from '#executors/system/private-file.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { KeySource } from './contract.ts';
import { KEY_BYTES } from './keys.ts';

/** The application's own process, which alone reaches the system's safe storage. `null`: there is none, or it does not take or give this. */
export type SafeStorage = {
  seal(text: string, signal: AbortSignal): Promise<Result<string | null>>;
  unseal(sealed: string, signal: AbortSignal): Promise<Result<string | null>>;
};

const HELP =
  'log in to the desktop that the vault was made in, or set `vault: {key: file}` in config.yaml for a new one';

export function safeStorageKey(directory: string, storage: SafeStorage): KeySource {
  const path = join(directory, 'vault.key.sealed');
  const find = async (signal: AbortSignal): Promise<Result<Uint8Array | null>> => {
    const read = readPrivate(path);
    if (!read.ok) return noKey(read.error.message);
    if (read.value === null) return ok(null);
    const opened = await storage.unseal(read.value.trim(), signal);
    if (!opened.ok) return opened;
    const isKey = opened.value !== null && /^[0-9a-f]{64}$/u.test(opened.value);
    return isKey ? ok(Buffer.from(opened.value ?? '', 'hex')) : noKey(`the system does not open \`${path}\``);
  };
  return {
    kind: 'ELECTRON_SAFE_STORAGE',
    find,
    async make(signal) {
      const key = randomBytes(KEY_BYTES);
      const sealed = await storage.seal(key.toString('hex'), signal);
      if (!sealed.ok) return sealed;
      if (sealed.value === null) return noKey('this system has no safe storage for a key');
      const written = await writeNew(path, sealed.value);
      if (!written.ok) return written;
      const back = await find(signal);
      if (!back.ok) return back;
      // Another process made one meanwhile: that one holds.
      return back.value === null
        ? noKey(`the key \`${path}\` is not there after it was written`)
        : ok(back.value);
    },
  };
}

const noKey = (message: string): Result<never> => fail('vault.no-key', message, { help: HELP });

/** One that is there already stays. */
async function writeNew(path: string, text: string): Promise<Result<void>> {
  try {
    await using file = await open(path, 'wx', 0o600);
    await file.writeFile(`${text}\n`);
    await file.sync();
    return ok(undefined);
  } catch (cause) {
    if (errorCode(cause) === 'EEXIST') return ok(undefined);
    rmSync(path, { force: true });
    return fail('vault.no-key', `the key \`${path}\` cannot be written`, {
      cause,
      help: 'check its directory',
    });
  }
}
