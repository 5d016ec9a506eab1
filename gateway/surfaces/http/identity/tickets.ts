// Which question a consent document shows. INVARIANT: a ticket and a nonce name a question and say since when it is open; they are
// no authority, the secret of the consent origin (`enrolment.ts`) is.
import { randomBytes } from 'node:crypto';
import { permissionTime, systemClock } from '#executors/system/clock.ts';
import type { Clock } from '#executors/system/clock.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { SingleUse } from './single-use.ts';

const TICKET_LIFETIME_MS = 120_000;
const MAX_OPEN_TICKETS = 1000;

export class Tickets {
  readonly #tickets: SingleUse<string>;
  readonly #nonces = new Map<string, { consentId: string; openedAt: number }>();
  readonly #clock: Clock;

  constructor(clock: Clock = systemClock) {
    this.#clock = clock;
    this.#tickets = new SingleUse(permissionTime(clock));
  }

  issue(consentId: string): string {
    return this.#tickets.issue(consentId, TICKET_LIFETIME_MS);
  }

  redeem(ticket: string): { consentId: string; nonce: string } | null {
    const consentId = this.#tickets.redeem(ticket);
    return consentId === null ? null : { consentId, nonce: this.open(consentId) };
  }

  /** The question is in front of somebody from now on. */
  open(consentId: string): string {
    const nonce = randomBytes(24).toString('base64url');
    this.#nonces.set(nonce, { consentId, openedAt: this.#clock.monotonicMs() });
    forgetOldest(this.#nonces, MAX_OPEN_TICKETS);
    return nonce;
  }

  /** Milliseconds since the question was opened with this nonce, or `null`. A clock that leaps gives nobody time to read. */
  openFor(consentId: string, nonce: string): number | null {
    const found = this.#nonces.get(nonce);
    return found === undefined || found.consentId !== consentId
      ? null
      : this.#clock.monotonicMs() - found.openedAt;
  }

  spend(nonce: string): void {
    this.#nonces.delete(nonce);
  }
}
