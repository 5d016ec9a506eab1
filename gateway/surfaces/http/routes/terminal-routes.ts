// The terminal's channel: `ghost consent`, `ghost ui`. INVARIANT: token and connection deny by themselves and allow nothing: for that it
// takes an approver of the question, a terminal that is not the asker's, the patience and the retyping of the window, an open channel.
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { leftOutShape } from '#gateway/boundary/grants/planned-acts.ts';
import { isAllowance } from '#gateway/boundary/consent/outcomes.ts';
import type { Identity, Proof } from '#gateway/boundary/consent/authentication.ts';
import { noteMisplaced } from '#gateway/boundary/consent/misplaced-answers.ts';
import type { Gateway } from '#gateway/main.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import type { HandOver, Waiting } from '#gateway/protocol/http.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import { CONSENT_ANSWERS } from '#gateway/protocol/views/consent.ts';
import type { Answering } from '#gateway/surfaces/terminal/answering.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { badRequest, readJson } from '#gateway/surfaces/http/identity/requests.ts';
import { atTerminal, closed, everyAsker, evidenceOf } from '#gateway/surfaces/http/identity/at-terminal.ts';
import type { HandOvers } from '#gateway/surfaces/http/identity/hand-over.ts';
import { objection } from './objection.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';
import type { Tickets } from '#gateway/surfaces/http/identity/tickets.ts';
import { atCommand, personAt, seenBy } from '#gateway/surfaces/http/identity/who-answers.ts';

const opening = z.strictObject({ id: z.string().max(100), client: z.string().max(100) });
const answering = z.strictObject({
  id: z.string().max(100),
  answer: z.enum(CONSENT_ANSWERS),
  client: z.string().max(100),
  nonce: z.string().max(100).optional(),
  retyped: z.string().max(300).optional(),
  sawEnd: z.boolean().optional(),
  /** With a yes to a plan: what of it is not allowed. */
  leftOut: leftOutShape.optional(),
});

type Parts = {
  readonly gateway: Pick<Gateway, 'consents' | 'askers' | 'config' | 'misplaced'>;
  readonly tickets: Tickets;
  readonly handOvers: HandOvers;
};
const handing = z.strictObject({ user: z.string().min(1).max(64).optional() });
type Caller = { readonly by: Principal; readonly identity: Identity };

export function addTerminalRoutes(app: Hono<HttpEnv>, { gateway, tickets, handOvers }: Parts): void {
  const { consents } = gateway;
  const { approvers } = consents;

  async function callerOf(context: Context<HttpEnv>, client: string): Promise<Result<Caller>> {
    const identity = await atCommand(context);
    if (!identity.ok) return identity;
    return ok({ by: personAt('terminal', client, identity.value, approvers), identity: identity.value });
  }
  /** The question as this person sees it. Errors: `consent.unknown`. */
  function seen(id: string, { by, identity }: Caller): Result<ConsentView> {
    const view = consents.find(id);
    const found = view === null ? null : seenBy(view, by, identity, approvers);
    return found === null ? unknown(id) : ok(found);
  }

  app.post('/api/terminal-list', async (context) => {
    const caller = await callerOf(context, 'list');
    if (!caller.ok) return refused(context, caller);
    const { identity } = caller.value;
    const questions = consents.list().flatMap(({ card }) => {
      const view = seen(card.id, caller.value);
      return view.ok ? [view.value] : [];
    });
    const waiting: Waiting = { who: approvers.inWords(identity), questions };
    return context.json(waiting);
  });
  app.post('/api/terminal-open', async (context) => {
    const body = opening.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { id, client } = body.data;
    const caller = await callerOf(context, client);
    if (!caller.ok) return refused(context, caller);
    const view = seen(id, caller.value);
    const allowed = view.ok ? await mayAllow(context, view.value, caller.value) : view;
    if (!view.ok || !allowed.ok) return refused(context, allowed);
    return context.json({ consent: view.value, nonce: tickets.open(id) });
  });
  app.post('/api/terminal-answer', async (context) => {
    const body = answering.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { id, answer, client, nonce } = body.data;
    const caller = await callerOf(context, client);
    if (!caller.ok) return refused(context, caller);
    const { by, identity } = caller.value;
    const view = seen(id, caller.value);
    if (!view.ok) return refused(context, view);
    let proof: Proof = { authentication: 'APPROVER_TOKEN', identity };
    // Of one that is closed the broker says how.
    if (view.value.state === 'OPEN' && isAllowance(answer)) {
      const allowed = await mayAllow(context, view.value, caller.value);
      if (!allowed.ok) return refused(context, allowed);
      const openFor = nonce === undefined ? null : tickets.openFor(id, nonce);
      if (openFor === null)
        return refused(context, fail('consent.too-soon', 'the question was not shown in this terminal yet'));
      const objected = objection(view.value, openFor, body.data);
      if (objected !== null) return refused(context, { ok: false, error: objected });
      proof = { authentication: 'TERMINAL_RETYPED', identity, evidence: evidenceOf(allowed.value) };
    }
    const answered = consents.answer({ id, answer, by, proof, leftOut: body.data.leftOut });
    if (!answered.ok) return refused(context, answered);
    if (nonce !== undefined) tickets.spend(nonce);
    return context.json(answered.value);
  });
  app.post('/api/hand-over', async (context) => {
    const body = handing.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    // Whoever has a window may answer in it: of everything that is asked, and by every agent that is here.
    const from = await atTerminal(context, gateway.askers, everyAsker(gateway));
    if (!from.ok) return refused(context, from);
    const { user } = body.data;
    const opened = user === undefined ? handOvers.open() : forOther(user);
    return opened.ok ? context.json(opened.value) : refused(context, opened);
  });

  /** A link for the browser of another user, whom the settings name; nobody else's browser gets anything for it. */
  function forOther(user: string): Result<HandOver> {
    const uid = approvers.uidOf(user);
    return uid !== null && approvers.isNamed(uid)
      ? ok({ file: '', url: handOvers.link(uid) })
      : fail('consent.bad-answer', `\`${user}\` stands for no approver here`, {
          help: 'name the account under `approvers` in config.yaml',
        });
  }

  async function mayAllow(
    context: Context<HttpEnv>,
    { card, state }: ConsentView,
    { by, identity }: Caller,
  ): Promise<Result<Answering | null>> {
    if (state !== 'OPEN') return ok(null);
    if (gateway.config.consent.terminal === 'off') return closed();
    const proof: Proof = { authentication: 'TERMINAL_RETYPED', identity };
    const error = approvers.objection(card, by, proof);
    if (error !== null) {
      noteMisplaced(gateway.misplaced, { card, by, proof, error });
      // The same person may allow it in the window.
      return approvers.isAmong(card, identity) ? closed() : { ok: false, error };
    }
    return atTerminal(context, gateway.askers, consents.askersOf(card.id));
  }
}

const unknown = (id: string): Result<never> =>
  fail('consent.unknown', `there is no question \`${id}\``, { help: 'see `ghost consent list`' });

function refused(context: Context, result: Result<unknown>): Response {
  if (result.ok) return context.json({});
  return context.json({ error: result.error }, result.error.code === 'consent.unknown' ? 404 : 409);
}
