// The terminal's channel: `ghost consent`, `ghost ui`. INVARIANT: the approver's token denies by itself and allows nothing: for that
// it takes a terminal that is not the asker's, the same patience and the same retyping as in the window, and an open channel.
import type { Context, Hono } from 'hono';
import { z } from 'zod';
import { isAllowance, mayAnswer } from '#gateway/consent/broker.ts';
import type { Proof } from '#gateway/consent/authentication.ts';
import type { Gateway } from '#gateway/main.ts';
import type { Principal } from '#gateway/principal.ts';
import type { ConsentView } from '#gateway/protocol/views.ts';
import { CONSENT_ANSWERS } from '#gateway/protocol/views.ts';
import type { Answering } from '#gateway/terminal/answering.ts';
import { fail, ok } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import { badRequest, readJson } from './app-origin.ts';
import { atTerminal, closed, everyAsker, evidenceOf } from './at-terminal.ts';
import type { HandOvers } from './hand-over.ts';
import { objection } from './objection.ts';
import type { HttpEnv } from './peer.ts';
import type { Tickets } from './tickets.ts';

const opening = z.strictObject({ id: z.string().max(100), client: z.string().max(100) });
const answering = z.strictObject({
  id: z.string().max(100),
  answer: z.enum(CONSENT_ANSWERS),
  client: z.string().max(100),
  nonce: z.string().max(100).optional(),
  retyped: z.string().max(300).optional(),
  sawEnd: z.boolean().optional(),
});

type Parts = {
  readonly gateway: Pick<Gateway, 'consents' | 'askers' | 'config'>;
  readonly tickets: Tickets;
  readonly handOvers: HandOvers;
};

export function addTerminalRoutes(app: Hono<HttpEnv>, { gateway, tickets, handOvers }: Parts): void {
  const { consents } = gateway;
  app.post('/api/terminal-open', async (context) => {
    const body = opening.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { id, client } = body.data;
    const view = consents.find(id);
    const allowed = view === null ? unknown(id) : await mayAllow(context, view, client);
    if (view === null || !allowed.ok) return refused(context, allowed);
    return context.json({ consent: view, nonce: tickets.open(id) });
  });
  app.post('/api/terminal-answer', async (context) => {
    const body = answering.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { id, answer, client, nonce } = body.data;
    const by = terminal(client);
    const view = consents.find(id);
    let proof: Proof = { authentication: 'APPROVER_TOKEN' };
    // Of one that is closed the broker says how.
    if (view !== null && view.state === 'OPEN' && isAllowance(answer)) {
      const allowed = await mayAllow(context, view, client);
      if (!allowed.ok) return refused(context, allowed);
      const openFor = nonce === undefined ? null : tickets.openFor(id, nonce);
      if (openFor === null)
        return refused(context, fail('consent.too-soon', 'the question was not shown in this terminal yet'));
      const objected = objection(view, openFor, body.data);
      if (objected !== null) return refused(context, { ok: false, error: objected });
      proof = { authentication: 'TERMINAL_RETYPED', evidence: evidenceOf(allowed.value) };
    }
    const answered = consents.answer({ id, answer, by, proof });
    if (!answered.ok) return refused(context, answered);
    if (nonce !== undefined) tickets.spend(nonce);
    return context.json(answered.value);
  });
  app.post('/api/hand-over', async (context) => {
    // Whoever has a window may answer in it: of everything that is asked, and by every agent that is here.
    const from = await atTerminal(context, gateway.askers, everyAsker(gateway));
    const opened = from.ok ? handOvers.open() : from;
    return opened.ok ? context.json(opened.value) : refused(context, opened);
  });

  async function mayAllow(
    context: Context<HttpEnv>,
    { card, state }: ConsentView,
    client: string,
  ): Promise<Result<Answering | null>> {
    if (state !== 'OPEN') return ok(null);
    if (gateway.config.consent.terminal === 'off' || !mayAnswer(terminal(client), card)) return closed();
    return atTerminal(context, gateway.askers, consents.askersOf(card.id));
  }
}

const terminal = (client: string): Principal => ({ kind: 'person', channel: 'terminal', id: client });

const unknown = (id: string): Result<never> =>
  fail('consent.unknown', `there is no question \`${id}\``, { help: 'see `ghost consent list`' });

function refused(context: Context, result: Result<unknown>): Response {
  if (result.ok) return context.json({});
  return context.json({ error: result.error }, result.error.code === 'consent.unknown' ? 404 : 409);
}
