// What is kept encrypted: saved sessions of one origin each, with a time to live.
// INVARIANT: a wrong key, a damaged file or a failed disk is an error of its own, never an empty vault.
import type { PassedCookie } from '#executors/contract/cookie.ts';
import type { Result } from '#policy/language/failure.ts';

/** What a tab has of one origin. `sessionStorage` and `localStorage` are that origin's own. */
export type SessionState = {
  /** `https://host[:port]`, as `URL.origin` writes it. */
  readonly origin: string;
  /** Those that a request for the origin would carry, and no others. */
  readonly cookies: readonly PassedCookie[];
  readonly localStorage: Readonly<Record<string, string>>;
  readonly sessionStorage: Readonly<Record<string, string>>;
};

export type SavedSession = SessionState & {
  readonly version: 1;
  readonly name: string;
  /** ISO 8601. */
  readonly savedAt: string;
  readonly expiresAt: string;
};

/** A saved session without a value of it. */
export type SessionView = {
  readonly name: string;
  readonly origin: string;
  readonly savedAt: string;
  readonly expiresAt: string;
  /** How many there are of each. */
  readonly cookies: number;
  readonly localStorage: number;
  readonly sessionStorage: number;
};

export type SavedAnswer = SessionView & { /** One of the same name was there. */ readonly replaced: boolean };

/**
 * Errors of all: `vault.unavailable` (no SQLCipher here), `vault.no-key`, `vault.wrong-key`, `vault.damaged`,
 * `vault.newer-format`, `vault.busy`, `vault.write-failed`, of a change `vault.uncertain`. No call waits longer than 6 s.
 */
export interface SessionStore extends AsyncDisposable {
  /** Replaces one of the same name. Errors: `session.bad-name`, `session.bad-state`, `session.too-large`. */
  save(session: SessionState & { readonly name: string }): Promise<Result<SavedAnswer>>;
  /** Errors: `session.bad-name`, `session.unknown`, `session.expired` (it is deleted then). */
  load(name: string): Promise<Result<SavedSession>>;
  /** Those that still live, by name. */
  list(): Promise<Result<readonly SessionView[]>>;
  /** Errors: `session.bad-name`, `session.unknown`. */
  delete(name: string): Promise<Result<SessionView>>;
  /** The file's text. Without `secrets` every value in it is `[redacted]`, and it cannot be imported. */
  export(name: string, options: { readonly secrets: boolean }): Promise<Result<string>>;
  /** Its time to live counts from when it was saved. Errors as `save`, and `session.expired`. */
  import(text: string, name?: string): Promise<Result<SavedAnswer>>;
  /** What is known without opening it. */
  status(): VaultStatus;
}

/** Where the key lies. `ELECTRON_SAFE_STORAGE` and `OS_KEYRING` are bound to the user's log-in; `KEY_FILE` only to file rights. */
export type KeySourceKind = 'ELECTRON_SAFE_STORAGE' | 'OS_KEYRING' | 'KEY_FILE';

export type VaultStatus = {
  readonly path: string;
  /** `null`: not opened yet. */
  readonly key: KeySourceKind | null;
  /** The format of its tables; `null`: not opened yet. */
  readonly tables: number | null;
};

/** A place that keeps the vault's 32 bytes. Made for one vault: what it finds is that vault's key. */
export interface KeySource {
  readonly kind: KeySourceKind;
  /** `null`: it is reachable and has none. Errors: `vault.no-key`. */
  find(signal: AbortSignal): Promise<Result<Uint8Array | null>>;
  /** Makes a key, keeps it, and reads it back; one that another process made meanwhile is given instead. Errors: `vault.no-key`. */
  make(signal: AbortSignal): Promise<Result<Uint8Array>>;
}
