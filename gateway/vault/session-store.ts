// Saved sessions in the vault. INVARIANT: nothing of a session outlives its time: what has expired is deleted at every call.
import { z } from 'zod';
import { untilAborted } from '#executors/system/until-aborted.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type {
  KeySource,
  SavedAnswer,
  SavedSession,
  SessionState,
  SessionStore,
  SessionView,
  VaultStatus,
} from './contract.ts';
import type { Cell, Cipher, Row } from './cipher.ts';
import { openVault, vaultFileIn } from './open-vault.ts';
import type { Vault } from './open-vault.ts';
import { dropCopies } from './upgrade-vault.ts';
import {
  checkName,
  checkState,
  MAX_SESSION_CHARACTERS,
  readSessionText,
  sessionText,
} from './session-text.ts';

export type SessionStoreOptions = {
  /** Of its own, 0700: vault, its description, and the key file where there is one. */
  readonly directory: string;
  /** In the order in which they are asked for a key. */
  readonly keys: readonly KeySource[];
  readonly ttlDays: number;
  readonly now: () => number;
};

const KIND = 'session';
const DAY_MS = 86_400_000;
/** A disk that syncs slowly holds up nobody for longer: what was asked for goes on, and is there when the disk has it. */
const ANSWER_MS = 6_000;
/** A clock that stands further back than a session's last use cannot say how old the session is. */
const CLOCK_BACK_AT_MOST_MS = DAY_MS;

const about = z.object({
  origin: z.string(),
  cookies: z.number(),
  localStorage: z.number(),
  sessionStorage: z.number(),
});
const row = z.object({ name: z.string(), saved_at: z.number(), expires_at: z.number(), about: z.string() });

/** Opens nothing yet: the vault is made or opened by the first call that needs it, and again after a failure. */
export function sessionStore(options: SessionStoreOptions): SessionStore {
  return new VaultedSessions(options);
}

class VaultedSessions implements SessionStore {
  readonly #options: SessionStoreOptions;
  readonly #end = new AbortController();
  #opening: Promise<Result<Vault>> | null = null;
  #key: VaultStatus['key'] = null;
  #tables: VaultStatus['tables'] = null;

  constructor(options: SessionStoreOptions) {
    this.#options = options;
  }

  async save(session: SessionState & { readonly name: string }): Promise<Result<SavedAnswer>> {
    return this.#keep(session, this.#options.now());
  }

  async load(name: string): Promise<Result<SavedSession>> {
    const checked = checkName(name);
    if (!checked.ok) return checked;
    return this.#with(async (cipher) => {
      const found = await cipher.all(
        'SELECT body, expires_at, MAX(saved_at, used_at) AS last FROM kept WHERE kind = ? AND name = ?',
        [KIND, name],
      );
      if (!found.ok) return found;
      const [first] = found.value;
      const swept = await this.#sweep(cipher);
      if (!swept.ok) return swept;
      if (first === undefined) return unknown(name);
      const expiresAt = Number(first['expires_at']);
      if (expiresAt <= this.#options.now()) return expired(name);
      if (Number(first['last']) - this.#options.now() > CLOCK_BACK_AT_MOST_MS) return clockWentBack(name);
      const read = readSessionText(String(first['body']));
      if (!read.ok)
        return fail('vault.damaged', `the session \`${name}\` cannot be read`, { cause: read.error.message });
      const used = await cipher.all('UPDATE kept SET used_at = MAX(used_at, ?) WHERE kind = ? AND name = ?', [
        this.#options.now(),
        KIND,
        name,
      ]);
      if (!used.ok) return used;
      return ok({ version: 1, ...read.value, name, expiresAt: new Date(expiresAt).toISOString() });
    });
  }

  async list(): Promise<Result<readonly SessionView[]>> {
    return this.#with(async (cipher) => {
      const swept = await this.#sweep(cipher);
      if (!swept.ok) return swept;
      const found = await cipher.all(
        'SELECT name, saved_at, expires_at, about FROM kept WHERE kind = ? ORDER BY name',
        [KIND],
      );
      return found.ok ? ok(found.value.map(viewOf)) : found;
    });
  }

  async delete(name: string): Promise<Result<SessionView>> {
    const checked = checkName(name);
    if (!checked.ok) return checked;
    return this.#with(async (cipher) => {
      const gone = await cipher.all(
        'DELETE FROM kept WHERE kind = ? AND name = ? RETURNING name, saved_at, expires_at, about',
        [KIND, name],
      );
      if (!gone.ok) return gone;
      const [first] = gone.value;
      if (first === undefined) return unknown(name);
      const dropped = this.#dropCopies();
      return dropped.ok ? ok(viewOf(first)) : dropped;
    }, stillGoesOn);
  }

  async export(name: string, options: { readonly secrets: boolean }): Promise<Result<string>> {
    const loaded = await this.load(name);
    return loaded.ok ? ok(sessionText(loaded.value, options)) : loaded;
  }

  async import(text: string, name?: string): Promise<Result<SavedAnswer>> {
    const read = readSessionText(text);
    if (!read.ok) return read;
    const { savedAt, ...session } = read.value;
    // A clock that runs ahead gives nobody more time.
    const since = Math.min(Date.parse(savedAt), this.#options.now());
    return this.#keep({ ...session, name: name ?? session.name }, since);
  }

  status(): VaultStatus {
    return { path: vaultFileIn(this.#options.directory), key: this.#key, tables: this.#tables };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#end.abort();
    const opened = await this.#opening;
    if (opened?.ok === true) await opened.value.cipher.close();
  }

  async #keep(
    session: SessionState & { readonly name: string },
    savedAt: number,
  ): Promise<Result<SavedAnswer>> {
    const named = checkName(session.name);
    if (!named.ok) return named;
    const checked = checkState(session);
    if (!checked.ok) return checked;
    const expiresAt = savedAt + this.#options.ttlDays * DAY_MS;
    if (expiresAt <= this.#options.now()) return expired(session.name);
    const whole: SavedSession = {
      ...session,
      version: 1,
      savedAt: new Date(savedAt).toISOString(),
      expiresAt: new Date(expiresAt).toISOString(),
    };
    const body = sessionText(whole, { secrets: true });
    if (body.length > MAX_SESSION_CHARACTERS)
      return fail(
        'session.too-large',
        `what \`${session.origin}\` keeps is more than ${MAX_SESSION_CHARACTERS} characters`,
        {
          help: 'clear what the site merely caches in its storage, and save again',
        },
      );
    const view: SessionView = {
      name: whole.name,
      origin: whole.origin,
      savedAt: whole.savedAt,
      expiresAt: whole.expiresAt,
      cookies: whole.cookies.length,
      localStorage: Object.keys(whole.localStorage).length,
      sessionStorage: Object.keys(whole.sessionStorage).length,
    };
    const cells: readonly Cell[] = [
      KIND,
      view.name,
      savedAt,
      this.#options.now(),
      expiresAt,
      aboutOf(view),
      body,
    ];
    return this.#with(async (cipher) => {
      const swept = await this.#sweep(cipher);
      if (!swept.ok) return swept;
      const before = await cipher.all('SELECT 1 FROM kept WHERE kind = ? AND name = ?', [KIND, view.name]);
      if (!before.ok) return before;
      const put = await cipher.all(
        'INSERT OR REPLACE INTO kept (kind, name, saved_at, used_at, expires_at, about, body) VALUES (?, ?, ?, ?, ?, ?, ?)',
        cells,
      );
      if (!put.ok) return put;
      const replaced = before.value.length > 0;
      const dropped = replaced ? this.#dropCopies() : ok(undefined);
      return dropped.ok ? ok({ ...view, replaced }) : dropped;
    }, stillGoesOn);
  }

  async #with<T>(
    work: (cipher: Cipher) => Promise<Result<T>>,
    whenLate: () => Result<never> = slow,
  ): Promise<Result<T>> {
    const late = AbortSignal.timeout(ANSWER_MS);
    try {
      return await untilAborted(this.#inTurn(work), late);
    } catch (thrown) {
      if (late.aborted) return whenLate();
      throw thrown;
    }
  }

  async #inTurn<T>(work: (cipher: Cipher) => Promise<Result<T>>): Promise<Result<T>> {
    if (this.#end.signal.aborted) return fail('gateway.closed', 'the vault is closed');
    const { directory, keys } = this.#options;
    const opening = (this.#opening ??= openVault(directory, keys, this.#end.signal));
    const opened = await opening;
    if (!opened.ok) {
      if (this.#opening === opening) this.#opening = null;
      return opened;
    }
    this.#key = opened.value.key;
    this.#tables = opened.value.tables;
    return work(opened.value.cipher);
  }

  async #sweep(cipher: Cipher): Promise<Result<void>> {
    const swept = await cipher.all('DELETE FROM kept WHERE kind = ? AND expires_at <= ? RETURNING name', [
      KIND,
      this.#options.now(),
    ]);
    if (!swept.ok) return swept;
    return swept.value.length > 0 ? this.#dropCopies() : ok(undefined);
  }

  /** What is gone from the vault is gone from the copies of its earlier formats. */
  #dropCopies(): Result<void> {
    try {
      dropCopies(vaultFileIn(this.#options.directory));
      return ok(undefined);
    } catch (cause) {
      return fail(
        'vault.write-failed',
        'it is deleted, but a copy from before a change of format still holds it',
        {
          cause,
          help: 'remove `vault.db.format-…` in the vault’s directory by hand',
        },
      );
    }
  }
}

const aboutOf = ({ origin, cookies, localStorage, sessionStorage }: SessionView): string =>
  JSON.stringify({ origin, cookies, localStorage, sessionStorage });

function viewOf(found: Row): SessionView {
  const { name, saved_at: savedAt, expires_at: expiresAt, about: text } = row.parse(found);
  return {
    name,
    ...about.parse(JSON.parse(text)),
    savedAt: new Date(savedAt).toISOString(),
    expiresAt: new Date(expiresAt).toISOString(),
  };
}

const slow = (): Result<never> =>
  fail('vault.busy', 'the vault’s disk is slow, and has not answered yet', { help: 'try again in a while' });

/** Nobody knows whether the disk takes it: it is neither done nor given up. */
const stillGoesOn = (): Result<never> =>
  fail(
    'vault.uncertain',
    'the vault’s disk is slow: what was asked for goes on, and whether it gets done is not known yet',
    { help: 'look with `ghost session list` in a while, and try again where it was not done' },
  );

const unknown = (name: string): Result<never> =>
  fail('session.unknown', `there is no saved session \`${name}\``, { help: 'see `ghost session list`' });

const clockWentBack = (name: string): Result<never> =>
  fail(
    'session.expired',
    `the session \`${name}\` was used after what this machine’s clock says now: how old it is, nobody knows`,
    { help: 'set the clock of this machine, or log in again and save it anew' },
  );

const expired = (name: string): Result<never> =>
  fail('session.expired', `the session \`${name}\` was saved too long ago, and is deleted`, {
    help: 'log in again and save it anew; how long sessions are kept is `sessionTtlDays` in config.yaml',
  });
