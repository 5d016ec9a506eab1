// The vault as the results use it: opened with the first call, one call at a time, closed within a while.
// INVARIANT: whatever a call comes to, the next one begins, and a failure to open is tried again; what is too old goes when it is opened,
// whether anything is kept from then on or not.
import { setTimeout } from 'node:timers/promises';
import { describe, fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { damaged, inTransaction } from '#gateway/vault/cipher.ts';
import type { Cipher, Statement } from '#gateway/vault/cipher.ts';
import type { KeySource } from '#gateway/vault/contract.ts';
import { isThere, openVault } from '#gateway/vault/open-vault.ts';
import type { Vault } from '#gateway/vault/open-vault.ts';

/** So long the end waits for a disk. */
const END_MS = 2_000;

export class VaultInTurn implements AsyncDisposable {
  readonly #directory: string;
  readonly #keys: readonly KeySource[];
  readonly #end = new AbortController();
  readonly #sweeps: (() => readonly Statement[])[] = [];
  #opening: Promise<Result<Vault>> | null = null;
  /** One at a time: a transaction is the connection's. */
  #last: Promise<unknown> = Promise.resolve();

  constructor(directory: string, keys: readonly KeySource[]) {
    this.#directory = directory;
    this.#keys = keys;
  }

  /** What takes away that is too old or too much; done at every opening, and by `sweep`. */
  sweepsBy(statements: () => readonly Statement[]): void {
    this.#sweeps.push(statements);
  }

  /** INVARIANT: it asks nobody whether things are still kept: what was kept before has its days too. Errors: `vault.*`. */
  sweep(): Promise<Result<void>> {
    return this.withIfThere(undefined, (cipher) => this.#swept(cipher));
  }

  #swept(cipher: Cipher): Promise<Result<void>> {
    return inTransaction(
      cipher,
      this.#sweeps.flatMap((statements) => statements()),
    );
  }

  async withIfThere<T>(nothing: T, work: (cipher: Cipher) => Promise<Result<T>>): Promise<Result<T>> {
    return isThere(this.#directory) === 'NO' ? ok(nothing) : this.with(work);
  }

  /** INVARIANT: whatever a call comes to, the next one begins: neither of the two is ever kept rejected. */
  with<T>(work: (cipher: Cipher) => Promise<Result<T>>): Promise<Result<T>> {
    const next = this.#last.then(async (): Promise<Result<T>> => {
      if (this.#end.signal.aborted) return fail('gateway.closed', 'the vault is closed');
      const isFirst = this.#opening === null;
      const opening = (this.#opening ??= this.#open());
      const opened = await opening;
      if (!opened.ok && this.#opening === opening) this.#opening = null;
      if (!opened.ok) return opened;
      try {
        // A disk that takes nothing is no reason to show nothing: what is too old is given to nobody, and is swept another day.
        if (isFirst) await this.#swept(opened.value.cipher);
        return await work(opened.value.cipher);
      } catch (thrown) {
        return damaged(describe(thrown));
      }
    });
    this.#last = next;
    return next;
  }

  async #open(): Promise<Result<Vault>> {
    try {
      return await openVault(this.#directory, this.#keys, this.#end.signal);
    } catch (cause) {
      return fail('vault.write-failed', 'the vault cannot be opened', {
        cause: describe(cause),
        help: 'check its rights and the free space of the disk',
      });
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    // What a disk does not give back is left to it: the process ends.
    await within(END_MS, this.#last);
    this.#end.abort();
    const opened = await within(END_MS, this.#opening);
    if (opened?.ok === true) await within(END_MS, opened.value.cipher.close());
  }
}

async function within<T>(ms: number, work: Promise<T> | null): Promise<T | null> {
  const late = new AbortController();
  const end = setTimeout(ms, null, { signal: late.signal }).catch(() => null);
  const done = await Promise.race([work, end]);
  late.abort();
  return done;
}
