// The secrets of the consent origin: which browsers may show and answer questions, and whose each is. INVARIANT: the app never holds
// one. It comes to one browser by a single-use code, in two halves: a cookie that no script reads, and a key that no other port is
// sent. A code is for one person: brought by somebody else's browser, it is used up and gives nothing.
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { SingleUse } from './single-use.ts';

export type EnrolmentSecret = {
  /** `HttpOnly; SameSite=Strict`, of the consent host alone. Cookies know no ports: by itself it proves nothing. */
  readonly cookie: string;
  /** In the consent origin's own storage, which knows its port. */
  readonly key: string;
};

/** Whom a code is for: the person who runs the gateway, or another user of this machine. */
export type Invited = 'OWNER' | number;

export type Enrolled = {
  readonly secret: EnrolmentSecret;
  /** Of the connection that brought the code; `null` where the system does not tell. */
  readonly uid: number | null;
  readonly owner: boolean;
  /** The account that the number belonged to then. */
  readonly account: string | null;
};

export type EnrolmentParts = {
  readonly now?: () => number;
  readonly isOwners?: (uid: number | null) => boolean;
  readonly accountOf?: (uid: number | null) => string | null;
};

/** Other users at once; of the owner there is one. */
const MAX_OTHER_USERS = 64;
const OWNER = 'OWNER';

export class Enrolment {
  readonly #codes: SingleUse<Invited>;
  readonly #parts: EnrolmentParts;
  /** One browser of each. */
  readonly #enrolled = new Map<Invited, Enrolled>();

  constructor(parts: EnrolmentParts = {}) {
    this.#parts = parts;
    this.#codes = new SingleUse(parts.now);
  }

  /** A code that lets one browser in, once. */
  invite(lifetimeMs: number, whom: Invited = OWNER): string {
    return this.#codes.issue(whom, lifetimeMs);
  }

  /**
   * A secret for whoever brings a code; `null`: there is no such code (any more); a code of somebody else's is used up and named.
   * INVARIANT: one browser of each at a time; the one before can answer nothing any more.
   */
  enrol(code: string, uid: number | null): Enrolled | { readonly notFor: Invited } | null {
    const whom = this.#codes.redeem(code);
    if (whom === null) return null;
    const { isOwners = () => true, accountOf = () => null } = this.#parts;
    if (whom === OWNER ? !isOwners(uid) : whom !== uid) return { notFor: whom };
    const secret = { cookie: random(), key: random() };
    const enrolled = { secret, uid, owner: whom === OWNER, account: accountOf(uid) };
    this.#enrolled.delete(whom);
    this.#enrolled.set(whom, enrolled);
    const others = [...this.#enrolled.keys()].filter((one) => one !== OWNER);
    if (others.length > MAX_OTHER_USERS) this.#enrolled.delete(others[0] ?? OWNER);
    return enrolled;
  }

  /** Whose browser has this secret; `null`: nobody's. */
  holder(cookie: string | undefined, key: string | undefined): Enrolled | null {
    // All are compared, and both halves, whatever the first says.
    const found = [...this.#enrolled.values()].filter(({ secret }) =>
      [same(cookie ?? '', secret.cookie), same(key ?? '', secret.key)].every(Boolean),
    );
    return found[0] ?? null;
  }

  /** The owner's browser may run as another user: then that one came with the owner's code. */
  admitsOwner(uid: number): boolean {
    return this.#enrolled.get(OWNER)?.uid === uid;
  }

  admits(uid: number): boolean {
    return [...this.#enrolled.values()].some((one) => one.uid === uid);
  }
}

const random = (): string => randomBytes(32).toString('base64url');

export function same(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
