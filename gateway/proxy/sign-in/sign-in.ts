// Who is signed in with the proxy: begun, kept, refreshed and ended. INVARIANT: nobody is signed in before the log says so; a token leaves
// to the issuer and to the proxy alone; one attempt is open at a time.
import type { Bearer } from '#engines/model/contract.ts';
import type { Clock } from '#executors/system/clock.ts';
import type { AuditEvent } from '#gateway/audit/format/contract.ts';
import type {
  CheckedIdentity,
  IdentityView,
  OpenSignIn,
  SignInWay,
} from '#gateway/protocol/views/identity.ts';
import { fail, failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { SIGN_IN_HELP, signedOut } from './failures.ts';
import { IdToken } from './id-token.ts';
import type { Client, CodeRequest, Granted, Issuer } from './issuer.ts';
import type { KeptSignIn, SignInStore } from './kept-sign-in.ts';
import { listenForReturn, type Landing } from './loopback.ts';
import type { Proxy } from '#gateway/proxy/persons.ts';

export type SignInParts = {
  readonly issuer: Issuer;
  readonly store: SignInStore;
  readonly proxy: Proxy;
  readonly clock: Clock;
};

/** Who hears of it. */
export type Told = {
  readonly note: (event: AuditEvent) => Promise<Result<unknown>>;
  readonly onChange: () => void;
};

/** A person finds their password, and a second factor. */
const OPEN_MS = 600_000;

type Open = { readonly shown: OpenSignIn; readonly end: () => void };
const GIVEN_UP = fail('identity.too-late', 'this sign-in was given up', { help: SIGN_IN_HELP });
const stateIn = ({ searchParams }: URL): string | null => searchParams.get('state');

type Held = KeptSignIn & { readonly kept: 'VAULT' | 'MEMORY' };

export class SignIn implements AsyncDisposable {
  readonly #parts: SignInParts;
  readonly #token: IdToken;
  #told: Told | null = null;
  #held: Held | null = null;
  #loaded: Promise<void> | null = null;
  #open: Open | null = null;
  #why: Failure | null = null;

  constructor(parts: SignInParts) {
    this.#parts = parts;
    this.#token = new IdToken(() => this.#refresh(), parts.clock.monotonicMs);
  }

  /** The log and whoever listens, once they are there: nobody signs in before. */
  tell(told: Told): void {
    this.#told = told;
  }

  /** For the calls of models. Errors: `identity.*`. */
  readonly bearer: Bearer = async (signal, refused) => {
    await this.#load();
    if (this.#held === null) return { ok: false, error: this.#why ?? signedOut() };
    const token = await this.#token.get(signal, refused);
    if (!token.ok || token.value !== refused) return token;
    return fail('identity.refused', 'the proxy refused an ID token that the issuer just gave', {
      help: 'check that the proxy’s OIDC_ISSUER and OIDC_AUDIENCES are those of `navigator.signIn`, and its clock',
    });
  };

  /** Who is signed in, as the issuer names them; asks nobody outside this machine. */
  readonly subject = async (): Promise<string | null> => {
    if (this.#held === null) await this.#load();
    return this.#held?.subject ?? null;
  };

  view(): IdentityView {
    const issuer = this.#parts.issuer.name;
    if (this.#open !== null) return { state: 'OPEN', issuer, open: this.#open.shown };
    if (this.#held === null) return { state: 'SIGNED_OUT', issuer, why: this.#why };
    const { subject, email, since, kept } = this.#held;
    return { state: 'SIGNED_IN', issuer, person: { subject, email, since, kept } };
  }

  /** As `view`, once what the vault keeps was read. */
  async look(): Promise<IdentityView> {
    await this.#load();
    return this.view();
  }

  /** Asks the proxy, too. */
  async check(signal: AbortSignal): Promise<CheckedIdentity> {
    const token = await this.bearer(signal);
    const refused = token.ok ? await this.#parts.proxy.whoAmI(token.value, signal) : token.error;
    return { identity: this.view(), refused };
  }

  /** One that is open already ends. Errors: `identity.*`. */
  async begin(way: SignInWay): Promise<Result<IdentityView>> {
    await this.#load();
    this.cancel();
    this.#why = null;
    const begun = way === 'BROWSER' ? await this.#byBrowser() : await this.#byDevice();
    if (!begun.ok) return begun;
    this.#told?.onChange();
    return ok(this.view());
  }

  /** The attempt that is open, if one is. */
  cancel(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    open.end();
    this.#told?.onChange();
  }

  /** Everywhere: at the issuer, at the proxy, and here, whatever of these can be reached. Errors: `audit.*`, `vault.*`. */
  async end(by: string, signal: AbortSignal): Promise<Result<IdentityView>> {
    await this.#load();
    this.cancel();
    const held = this.#held;
    if (held === null) return ok(this.view());
    const token = this.#token.held;
    const [revoked, over] = await Promise.all([
      this.#parts.issuer.revoke(held.client, held.refreshToken),
      token === null ? null : this.#parts.proxy.signOut(token, signal),
    ]);
    const details = { issuer: revoked.ok ? 'REVOKED' : revoked.error.code, proxy: over?.code ?? 'DONE' };
    const gone = await this.#forget(held, null, by, details);
    return gone.ok ? ok(this.view()) : gone;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.cancel();
    await this.#parts.store[Symbol.asyncDispose]();
  }

  async #byBrowser(): Promise<Result<void>> {
    const attempt: { request: CodeRequest | null; isOver: boolean } = { request: null, isOver: false };
    const came = async (returned: URL): Promise<Landing | null> => {
      const { request, isOver } = attempt;
      // Whoever does not know the state is not the issuer's browser, and ends nothing.
      if (request === null || isOver || stateIn(returned) !== stateIn(new URL(request.url))) return null;
      attempt.isOver = true;
      const failed = await this.#finish(open, 'BROWSER', await request.exchange(returned));
      return failed === null
        ? { title: 'You are signed in', line: 'You can close this window and go on in Ghost Browser.' }
        : { title: 'You are not signed in', line: `${failed.message}. You can close this window.` };
    };
    const listener = await listenForReturn(came);
    if (!listener.ok) return listener;
    const made = await this.#parts.issuer.codeRequest(listener.value.redirectUri);
    if (!made.ok) {
      await listener.value[Symbol.asyncDispose]();
      return made;
    }
    const { url } = made.value;
    const late = setTimeout(() => this.#tooLate(open), OPEN_MS);
    late.unref();
    const open: Open = {
      shown: { way: 'BROWSER', url, until: this.#in(OPEN_MS) },
      end: () => {
        clearTimeout(late);
        attempt.isOver = true;
        // The window still gets its page: nobody waits for that.
        void listener.value[Symbol.asyncDispose]();
      },
    };
    attempt.request = made.value;
    this.#open = open;
    return ok(undefined);
  }

  async #byDevice(): Promise<Result<void>> {
    const made = await this.#parts.issuer.deviceRequest();
    if (!made.ok) return made;
    const { url, wholeUrl, code, livesMs, granted } = made.value;
    const gone = new AbortController();
    const open: Open = {
      shown: { way: 'DEVICE', url, wholeUrl, code, until: this.#in(livesMs) },
      end: () => gone.abort(),
    };
    this.#open = open;
    void granted(AbortSignal.any([gone.signal, AbortSignal.timeout(Math.max(1, livesMs))])).then(
      (answer) => this.#finish(open, 'DEVICE', answer),
      () => this.#tooLate(open),
    );
    return ok(undefined);
  }

  #tooLate(open: Open): void {
    if (this.#open !== open) return;
    this.#why = failure('identity.too-late', 'nobody signed in in time', { help: SIGN_IN_HELP });
    this.cancel();
  }

  /** What an attempt came to: `null`, or why nobody is signed in. One that was given up meanwhile comes to nothing. */
  async #finish(open: Open, client: Client, granted: Result<Granted>): Promise<Failure | null> {
    const given = this.#open === open ? granted : GIVEN_UP;
    const failed = given.ok ? await this.#settle(client, given.value) : given.error;
    if (this.#open !== open) {
      const unused = granted.ok ? granted.value.refreshToken : null;
      if (unused !== null) await this.#parts.issuer.revoke(client, unused);
      return failed;
    }
    if (failed !== null) {
      this.#why = failed;
      await this.#note('FAILED', 'person', failed.code, {});
    }
    this.cancel();
    return failed;
  }

  async #settle(client: Client, granted: Granted): Promise<Failure | null> {
    const { refreshToken, subject, email } = granted;
    if (refreshToken === null)
      return failure('identity.bad-answer', 'the issuer gave no refresh token', {
        help: 'its client must be allowed to stay signed in: the scope `offline_access`, and the grant `refresh_token`',
      });
    const { issuer, clock } = this.#parts;
    const since = new Date(clock.wallMs()).toISOString();
    const kept = {
      issuer: issuer.name,
      client,
      clientId: issuer.clientId(client),
      subject,
      email,
      since,
      refreshToken,
    };
    const noted = await this.#note('DONE', `person:${email ?? subject}`, '', { subject, client });
    if (noted !== null) return noted;
    await this.#keep(kept);
    this.#token.take(granted);
    this.#why = null;
    return null;
  }

  /** A machine without a vault has it until the gateway ends. */
  async #keep(signIn: KeptSignIn): Promise<void> {
    const saved = await this.#parts.store.save(signIn);
    this.#held = { ...signIn, kept: saved.ok ? 'VAULT' : 'MEMORY' };
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  async #read(): Promise<void> {
    const { store, issuer } = this.#parts;
    const kept = await store.load(issuer.name);
    if (!kept.ok) {
      // A vault that is busy or locked may answer later.
      this.#loaded = null;
      this.#why = kept.error;
      return;
    }
    const isOurs = kept.value !== null && kept.value.clientId === issuer.clientId(kept.value.client);
    if (kept.value === null || !isOurs) return;
    this.#held = { ...kept.value, kept: 'VAULT' };
    this.#why = null;
    this.#told?.onChange();
  }

  async #refresh(): Promise<Result<Granted>> {
    const held = this.#held;
    if (held === null) return { ok: false, error: this.#why ?? signedOut() };
    const granted = await this.#parts.issuer.refresh(held.client, held.refreshToken);
    // Somebody signed in or out meanwhile: what was brought is another person's.
    if (this.#held !== held) return { ok: false, error: signedOut() };
    if (!granted.ok) {
      if (granted.error.code === 'identity.signed-out') await this.#forget(held, granted.error, 'issuer', {});
      return granted;
    }
    const { subject, refreshToken, email } = granted.value;
    if (subject !== held.subject) {
      const error = failure('identity.bad-answer', 'the issuer refreshed the sign-in of somebody else', {
        help: SIGN_IN_HELP,
      });
      await this.#forget(held, error, 'gateway', {});
      return { ok: false, error };
    }
    if (refreshToken !== null && refreshToken !== held.refreshToken) {
      const { kept: _, ...rest } = held;
      await this.#keep({ ...rest, email: email ?? held.email, refreshToken });
    }
    return granted;
  }

  async #forget(
    held: Held,
    why: Failure | null,
    by: string,
    details: Readonly<Record<string, string>>,
  ): Promise<Result<void>> {
    this.#held = null;
    this.#token.forget();
    this.#why = why;
    const deleted = await this.#parts.store.delete();
    const noted = await this.#told?.note({
      ...this.#entry('identity.signed-out', by),
      what: `sign out ${held.email ?? held.subject}`,
      why: why?.code ?? '',
      outcome: 'DONE',
      details: { subject: held.subject, ...details },
    });
    this.#told?.onChange();
    if (!deleted.ok) return deleted;
    return noted?.ok === false ? noted : ok(undefined);
  }

  /** `null`: it is in the log. */
  async #note(
    outcome: 'DONE' | 'FAILED',
    who: string,
    why: string,
    details: Readonly<Record<string, string>>,
  ): Promise<Failure | null> {
    if (this.#told === null) return failure('gateway.closed', 'the gateway is not open yet');
    const noted = await this.#told.note({
      ...this.#entry('identity.signed-in', who),
      what: 'sign in with the proxy',
      why,
      outcome,
      details,
    });
    return noted.ok ? null : noted.error;
  }

  #entry(type: 'identity.signed-in' | 'identity.signed-out', who: string) {
    const where = new URL(this.#parts.issuer.name).host;
    return { type, taskId: null, requestId: null, who, where, verdict: null };
  }

  #in(milliseconds: number): string {
    return new Date(this.#parts.clock.wallMs() + milliseconds).toISOString();
  }
}
