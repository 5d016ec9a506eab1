// Who is at a window or a terminal: from a connection to an identity. INVARIANT: the one place where a channel of this server says who
// somebody is; by the kernel, and in a window by the secret that was handed to that user alone.
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import type { Approvers } from '#gateway/boundary/consent/approvers.ts';
import type { Identity } from '#gateway/boundary/consent/authentication.ts';
import { CONSENT_KEY_HEADER } from '#gateway/protocol/http.ts';
import { ownUid } from '#executors/system/ownership.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import { fail, failure, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import type { Enrolled, Enrolment } from './enrolment.ts';
import { peerOf } from './peer.ts';
import type { HttpEnv } from './peer.ts';
import { userOfConnection } from './connection-user.ts';

type Parts = {
  readonly enrolment: Enrolment;
  readonly approvers: Approvers;
  readonly origin: () => string;
};

/** Cookies know no ports: two gateways of one person have a name each. */
export const cookieOf = (origin: string): string => `ghost-consent-${new URL(origin).port}`;

/** Whose window it is, by its secret, on a connection of the same user; `null`: nobody's. */
export async function windowOf(
  context: Context<HttpEnv>,
  { enrolment, origin }: Pick<Parts, 'enrolment' | 'origin'>,
): Promise<Enrolled | null> {
  const cookie = getCookie(context, cookieOf(origin()), 'host');
  const holder = enrolment.holder(cookie, context.req.header(CONSENT_KEY_HEADER));
  if (holder === null || process.platform !== 'linux') return holder;
  // A secret that somebody else got hold of opens nothing from their processes.
  return (await peerOf(context))?.uid === holder.uid ? holder : null;
}

/** Errors: `consent.not-enrolled`, `http.unauthorized`. */
export async function atWindow(context: Context<HttpEnv>, parts: Parts): Promise<Result<Identity>> {
  const holder = await windowOf(context, parts);
  if (holder === null)
    return fail('consent.not-enrolled', 'this browser may not answer questions (any more)');
  const whose = await userOfConnection(context);
  if (!whose.ok) return whose;
  const { uid } = whose.value;
  if (uid !== holder.uid || parts.approvers.accountOf(uid) !== holder.account)
    return fail('consent.not-enrolled', 'this browser was let in for somebody else than its user is now', {
      help: 'ask for a new link',
    });
  return ok({ uid, owner: holder.owner });
}

/** Of a connection from a terminal's command. Errors: `http.unauthorized`. */
export async function atCommand(context: Context<HttpEnv>): Promise<Result<Identity>> {
  const whose = await userOfConnection(context);
  if (!whose.ok) return whose;
  const { uid } = whose.value;
  // Where the system does not tell, the token that only the owner can read is the proof.
  return ok({ uid, owner: uid === null || uid === ownUid() });
}

export const personAt = (
  channel: 'ui' | 'terminal',
  id: string,
  identity: Identity,
  approvers: Approvers,
): Principal => {
  const account = identity.owner ? null : (approvers.accountOf(identity.uid) ?? String(identity.uid));
  return { kind: 'person', channel, id, ...(account === null ? {} : { account }) };
};

/** The account of a connection that is not the gateway's own; `null`: it is, or the system does not tell. */
export const accountBeside = (uid: number | null, approvers: Approvers): string | null =>
  uid === null || uid === ownUid() ? null : (approvers.accountOf(uid) ?? String(uid));

/** To allow it, another channel is there for the same person. */
export const CLOSED_HERE = failure(
  'consent.channel-closed',
  'nothing is allowed from a terminal here: settings or policy say so',
  { help: 'answer in Ghost Browser’s window' },
);

/** A question as this person sees it; `null`: it is none of theirs. The owner sees all that is asked here. */
export function seenBy(
  view: ConsentView,
  by: Principal,
  identity: Identity,
  approvers: Approvers,
): ConsentView | null {
  const objection = approvers.objection(view.card, by, { authentication: 'CONSENT_SECRET', identity });
  const among = approvers.isAmong(view.card, identity);
  if (objection !== null && !identity.owner && !among) return null;
  const refusal = objection !== null && among ? CLOSED_HERE : objection;
  const why = refusal === null ? null : `${refusal.message}: ${refusal.help ?? ''}`;
  return { ...view, viewer: { mayAllow: objection === null, why } };
}
