// The ID token in use: refreshed ahead of its end, by one request for all who wait for it. INVARIANT: no two refreshes run at once, since
// the first may end the token of the second; how long a token is good is measured on a clock that nobody sets.
import type { Result } from '#policy/language/failure.ts';
import { ok } from '#policy/language/failure.ts';
import { untilAborted } from '#executors/system/until-aborted.ts';
import type { Granted } from './issuer.ts';

type Token = { readonly text: string; readonly freshUntilMs: number; readonly goodUntilMs: number };

/** Before its end it is refreshed beside the work; a token that lives shorter is refreshed in its last fifth. */
const AHEAD_MS = 300_000;
const AHEAD_SHARE = 0.2;
/** On its way to the proxy it must not run out. */
const LAST_MS = 10_000;
const AGAIN_MS = 15_000;

export class IdToken {
  readonly #refresh: () => Promise<Result<Granted>>;
  readonly #monotonicMs: () => number;
  #token: Token | null = null;
  #refreshing: Promise<Result<string>> | null = null;
  #againAtMs = 0;

  /** `refresh`: keeps what it gets before it resolves. */
  constructor(refresh: () => Promise<Result<Granted>>, monotonicMs: () => number) {
    this.#refresh = refresh;
    this.#monotonicMs = monotonicMs;
  }

  take({ idToken, livesMs }: Granted): void {
    const now = this.#monotonicMs();
    const ahead = Math.min(AHEAD_MS, livesMs * AHEAD_SHARE);
    this.#token = {
      text: idToken,
      freshUntilMs: now + livesMs - ahead,
      goodUntilMs: now + livesMs - Math.min(LAST_MS, livesMs * AHEAD_SHARE),
    };
  }

  forget(): void {
    this.#token = null;
  }

  get held(): string | null {
    return this.#token?.text ?? null;
  }

  /** `refused`: a token that the proxy did not take. Rejects only with the signal's reason. Errors: those of `refresh`. */
  async get(signal: AbortSignal, refused?: string): Promise<Result<string>> {
    signal.throwIfAborted();
    const now = this.#monotonicMs();
    const token = this.#token;
    if (token !== null && token.text !== refused && now < token.goodUntilMs) {
      // What comes of it, the next one sees; an issuer that is away is asked again in a while.
      if (now >= token.freshUntilMs && now >= this.#againAtMs) {
        this.#againAtMs = now + AGAIN_MS;
        void this.#renewed();
      }
      return ok(token.text);
    }
    return untilAborted(this.#renewed(), signal);
  }

  #renewed(): Promise<Result<string>> {
    this.#refreshing ??= this.#renew().finally(() => {
      this.#refreshing = null;
    });
    return this.#refreshing;
  }

  async #renew(): Promise<Result<string>> {
    const granted = await this.#refresh();
    if (!granted.ok) return granted;
    this.take(granted.value);
    return ok(granted.value.idToken);
  }
}
