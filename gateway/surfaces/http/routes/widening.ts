// What widens the policy in force, by a call from the terminal: shown there first, then typed there. INVARIANT: the approver's token
// alone widens nothing, since an agent of the same user can read it; a word is taken once, for what was shown with it.
import { randomBytes } from 'node:crypto';
import type { Context } from 'hono';
import { z } from 'zod';
import { systemClock } from '#executors/system/clock.ts';
import type { Proof } from '#gateway/boundary/consent/authentication.ts';
import type { Gateway } from '#gateway/main.ts';
import type { OpenedWidening, ShownWidening, TypedWord, Widening } from '#gateway/protocol/widening.ts';
import type { Answering } from '#gateway/surfaces/terminal/answering.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { atTerminal, closed, everyAsker, evidenceOf } from '#gateway/surfaces/http/identity/at-terminal.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';

export const typedWord = z.strictObject({ nonce: z.string().max(100), word: z.string().max(300) });
export const widening = z.discriminatedUnion('act', [
  z.strictObject({ act: z.enum(['RELOAD', 'PROMOTE', 'SHADOW']) }),
  z.strictObject({ act: z.literal('REVERT'), file: z.string().min(1).max(4000) }),
  z.strictObject({ act: z.literal('TRUST'), key: z.string().min(1).max(4000) }),
]);

export type Leave = { readonly proof: Proof; readonly covers: string };

const MAX_SHOWN = 100;

export class WideningGate {
  readonly #gateway: Pick<Gateway, 'policyLife' | 'consents' | 'askers' | 'config'>;
  readonly #now: () => number;
  readonly #shown = new Map<string, ShownWidening & { act: Widening['act']; at: number }>();

  constructor(
    gateway: Pick<Gateway, 'policyLife' | 'consents' | 'askers' | 'config'>,
    now = systemClock.monotonicMs,
  ) {
    this.#gateway = gateway;
    this.#now = now;
  }

  /** Errors: those of `PolicyLife.wouldWiden`, `consent.no-terminal`, `.own-request`, `.channel-closed`. */
  async show(context: Context<HttpEnv>, asked: Widening): Promise<Result<OpenedWidening>> {
    const from = await this.#from(context);
    if (!from.ok) return from;
    const shown = await this.#gateway.policyLife.wouldWiden(asked);
    if (!shown.ok) return shown;
    const nonce = randomBytes(24).toString('base64url');
    this.#shown.set(nonce, { ...shown.value, act: asked.act, at: this.#now() });
    forgetOldest(this.#shown, MAX_SHOWN);
    return ok({ ...shown.value, nonce });
  }

  /** Errors: those of `show`, `consent.not-shown`, `consent.too-soon`, `consent.bad-answer`. */
  async leaveFor(
    context: Context<HttpEnv>,
    act: Widening['act'],
    typed: TypedWord | undefined,
  ): Promise<Result<Leave>> {
    const shown = typed === undefined ? undefined : this.#shown.get(typed.nonce);
    if (typed === undefined || shown?.act !== act)
      return fail('consent.not-shown', 'what this widens was not shown at a terminal yet', {
        help: 'run it with `ghost policy` at a terminal of your own',
      });
    this.#shown.delete(typed.nonce);
    const from = await this.#from(context);
    if (!from.ok) return from;
    if (this.#now() - shown.at < shown.pauseMs)
      return fail('consent.too-soon', `a word is taken ${shown.pauseMs} ms after it was asked for`);
    if (typed.word.trim() !== shown.word)
      return fail('consent.bad-answer', 'what was typed is not the word that was asked for');
    const proof = { authentication: 'TERMINAL_RETYPED', evidence: evidenceOf(from.value) } as const;
    return ok({ proof, covers: shown.covers });
  }

  async #from(context: Context<HttpEnv>): Promise<Result<Answering | null>> {
    const { config, askers } = this.#gateway;
    if (config.consent.terminal === 'off') return closed();
    // No question stands behind this: whoever has given a command here may be an agent.
    return atTerminal(context, askers, [...everyAsker(this.#gateway), ...askers.workers()]);
  }
}
