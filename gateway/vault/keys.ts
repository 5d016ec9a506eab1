// Where the vault's key lies: the user's keyring, or a file of 0600 beside the vault.
// INVARIANT: a key is made only where the caller makes a new vault, and is read back before anything is encrypted with it.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, linkSync, realpathSync, rmSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { errorCode } from '#executors/system/error-code.ts';
import { readPrivate } from '#executors/system/private-file.ts';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { KeySource } from './contract.ts';

export const KEY_BYTES = 32;
const SERVICE = 'ghost-browser';
/** A keyring that waits for a person's password may never answer. */
const KEYRING_DEADLINE_MS = 5_000;

export type KeySetting = 'auto' | 'keyring' | 'file';

/** In the order in which they are asked. `directory`: the vault's. */
export function keySources(setting: KeySetting, directory: string): readonly KeySource[] {
  switch (setting) {
    case 'auto':
      return [osKeyring(directory), keyFile(directory)];
    case 'keyring':
      return [osKeyring(directory)];
    case 'file':
      return [keyFile(directory)];
  }
}

const parseKey = (text: string): Uint8Array | null =>
  /^[0-9a-f]{64}$/u.test(text.trim()) ? Buffer.from(text.trim(), 'hex') : null;

const noKey = (message: string, help: string, cause?: unknown): Result<never> =>
  fail('vault.no-key', message, { help, ...(cause === undefined ? {} : { cause }) });

export const keyFileIn = (directory: string): string => join(directory, 'vault.key');

export function keyFile(directory: string): KeySource {
  const path = keyFileIn(directory);
  const read = (): Result<Uint8Array | null> => {
    try {
      const found = readPrivate(path);
      if (!found.ok)
        return noKey(
          found.error.message,
          found.error.help ?? 'check its owner and rights',
          found.error.cause,
        );
      const text = found.value;
      if (text === null) return ok(null);
      // In a directory that nobody else can enter: it is the file that was read.
      chmodSync(path, 0o600);
      const key = parseKey(text);
      return key === null
        ? noKey(
            `\`${path}\` does not hold a key`,
            'restore the file from a copy: without it the vault stays closed',
          )
        : ok(key);
    } catch (cause) {
      return noKey(`the key \`${path}\` cannot be read`, 'check its owner and rights (0600)', cause);
    }
  };
  return {
    kind: 'KEY_FILE',
    find: () => Promise.resolve(read()),
    make: async () => {
      const temporary = `${path}.${randomUUID()}.new`;
      try {
        // The gateway goes on while the disk takes its time.
        await writeFile(temporary, `${randomBytes(KEY_BYTES).toString('hex')}\n`, {
          flag: 'wx',
          mode: 0o600,
          flush: true,
        });
        linkSync(temporary, path);
      } catch (cause) {
        // Another process made it meanwhile: that one is read below.
        if (errorCode(cause) !== 'EEXIST')
          return noKey(
            `the key \`${path}\` cannot be written`,
            'make its directory writable for this user',
            cause,
          );
      } finally {
        rmSync(temporary, { force: true });
      }
      const found = read();
      if (!found.ok) return found;
      return found.value === null
        ? noKey(`the key \`${path}\` is not there after it was written`, 'check the disk')
        : ok(found.value);
    },
  };
}

/** What of a keyring is used: `@napi-rs/keyring`, or another one in tests. */
export type KeyringEntry = {
  getPassword(signal: AbortSignal): Promise<string | null>;
  setPassword(password: string, signal: AbortSignal): Promise<void>;
};

/** The Secret Service, Keychain or Credential Manager of whoever is logged in; one entry a vault. */
export function osKeyring(
  directory: string,
  open: (service: string, account: string) => Promise<KeyringEntry> = nativeEntry,
): KeySource {
  const HELP = 'unlock the keyring, or set `vault: {key: file}` in config.yaml';
  const entry = (): Promise<KeyringEntry> => {
    const at = existsSync(directory) ? realpathSync(directory) : resolve(directory);
    const place = createHash('sha256').update(at).digest('hex').slice(0, 16);
    return open(SERVICE, `vault-${place}`);
  };
  const within = (signal: AbortSignal): AbortSignal =>
    AbortSignal.any([signal, AbortSignal.timeout(KEYRING_DEADLINE_MS)]);
  const find = async (signal: AbortSignal): Promise<Result<Uint8Array | null>> => {
    try {
      const text = await settledBy(within(signal), async (limit) => (await entry()).getPassword(limit));
      if (text === null) return ok(null);
      const key = parseKey(text);
      return key === null ? noKey('the entry of the vault in the keyring holds no key', HELP) : ok(key);
    } catch (cause) {
      return noKey('the keyring of this user does not answer', HELP, describe(cause));
    }
  };
  return {
    kind: 'OS_KEYRING',
    find,
    async make(signal) {
      try {
        const key = randomBytes(KEY_BYTES);
        await settledBy(within(signal), async (limit) =>
          (await entry()).setPassword(key.toString('hex'), limit),
        );
        const back = await find(signal);
        if (!back.ok) return back;
        if (back.value !== null && key.equals(back.value)) return ok(back.value);
        return noKey('the keyring does not give back what was put into it', HELP);
      } catch (cause) {
        return noKey('the keyring of this user takes no key', HELP, describe(cause));
      }
    },
  };
}

/** The native call may ignore its signal. */
function settledBy<T>(signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('it did not answer in time'));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, { once: true });
    work(signal)
      .then(resolve, reject)
      .finally(() => signal.removeEventListener('abort', stop));
  });
}

// The kernel's keyring, the package's other store on Linux, forgets with a reboot: a vault must not hang on it.
async function nativeEntry(service: string, account: string): Promise<KeyringEntry> {
  const { AsyncEntry } = await import('@napi-rs/keyring');
  return new AsyncEntry(service, account, { linux: { store: 'secret-service' } });
}
