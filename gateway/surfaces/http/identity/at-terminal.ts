// Whether a call on the consent origin comes from a person's terminal. INVARIANT: the one such check, for answers, new windows and
// whatever widens the policy: a terminal of this user, and no relative of whoever asks.
import type { Context } from 'hono';
import type { Proof } from '#gateway/boundary/consent/authentication.ts';
import type { Gateway } from '#gateway/main.ts';
import { answeringAt, relation } from '#gateway/surfaces/terminal/answering.ts';
import type { Answering, TerminalEvidence } from '#gateway/surfaces/terminal/answering.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { peerOf } from './peer.ts';
import type { HttpEnv } from './peer.ts';
import { CLOSED_HERE } from './who-answers.ts';

/** `null` where the system does not tell which process it is. Errors: `consent.no-terminal`, `consent.own-request`. */
export async function atTerminal(
  context: Context<HttpEnv>,
  known: Gateway['askers'],
  askers: readonly string[],
): Promise<Result<Answering | null>> {
  if (process.platform !== 'linux') return ok(null);
  const peer = await peerOf(context);
  const found = await answeringAt(peer?.inode ?? '');
  if (!found.ok) return found;
  const against = relation(found.value, known.among(askers));
  return against === null ? found : { ok: false, error: against };
}

/** Whoever asks for something now, and every agent that is here. */
export const everyAsker = ({ consents, askers }: Pick<Gateway, 'consents' | 'askers'>): readonly string[] => [
  ...consents.list().flatMap(({ card }) => consents.askersOf(card.id)),
  ...askers.agents(),
];

export const closed = (): Result<never> => ({ ok: false, error: CLOSED_HERE });

export const evidenceOf = (from: TerminalEvidence | null): NonNullable<Proof['evidence']> =>
  from === null
    ? { terminal: null }
    : { terminal: from.terminal, processes: from.processes, heldBy: from.heldBy };
