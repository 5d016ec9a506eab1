// The secret of the consent origin: which browser may show and answer questions. INVARIANT: the app never holds it. It comes to one
// browser by a single-use code, in two halves: a cookie that no script reads, and a key that no other port is sent.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { SingleUse } from './single-use.ts';

export type EnrolmentSecret = {
  /** `HttpOnly; SameSite=Strict`, of the consent host alone. Cookies know no ports: by itself it proves nothing. */
  readonly cookie: string;
  /** In the consent origin's own storage, which knows its port. */
  readonly key: string;
};

export class Enrolment {
  readonly #codes: SingleUse<true>;
  #secret: EnrolmentSecret | null = null;
  #uid: number | null = null;

  constructor(now: () => number = Date.now) {
    this.#codes = new SingleUse(now);
  }

  /** A code that lets one browser in, once. */
  invite(lifetimeMs: number): string {
    return this.#codes.issue(true, lifetimeMs);
  }

  /** The secret for whoever brings a code. INVARIANT: one browser at a time; the one before can answer nothing any more. */
  enrol(code: string, uid: number | null): EnrolmentSecret | null {
    if (this.#codes.redeem(code) === null) return null;
    this.#secret = { cookie: secret(), key: secret() };
    this.#uid = uid;
    return this.#secret;
  }

  holds(cookie: string | undefined, key: string | undefined): boolean {
    const expected = this.#secret;
    if (expected === null) return false;
    // Both are compared, whatever the first says.
    const whole = [same(cookie ?? '', expected.cookie), same(key ?? '', expected.key)];
    return whole.every(Boolean);
  }

  /** The browser may run as another user: then that one came with the code. */
  admits(uid: number): boolean {
    return uid === this.#uid;
  }
}

const secret = (): string => randomBytes(32).toString('base64url');

export function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
