// The consent document's own origin. INVARIANT: an answer is taken only from a document of this origin that redeemed a ticket;
// the app can open a question, never answer it.
import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import type { Context } from 'hono';
import { z } from 'zod';
import type { Gateway } from '#gateway/main.ts';
import { failure } from '#policy/failure.ts';
import { CONSENT_ANSWERS } from '#gateway/protocol/views.ts';
import type { ConsentView } from '#gateway/protocol/views.ts';
import { badRequest, isToken, readJson } from './app-origin.ts';
import { sendAsset } from './assets.ts';
import type { Asset } from './assets.ts';
import { loopbackOnly, securityHeaders } from './headers.ts';
import { addPolicyRoutes } from './policy-routes.ts';

const TICKET_LIFETIME_MS = 120_000;

/** Single-use leave to open one question, and the nonce that its document answers with. */
export class Tickets {
  readonly #tickets = new Map<string, { consentId: string; notAfter: number }>();
  readonly #nonces = new Map<string, { consentId: string; openedAt: number }>();
  readonly #now: () => number;
  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  issue(consentId: string): string {
    for (const [old, { notAfter }] of this.#tickets) if (notAfter < this.#now()) this.#tickets.delete(old);
    const ticket = randomBytes(24).toString('base64url');
    this.#tickets.set(ticket, { consentId, notAfter: this.#now() + TICKET_LIFETIME_MS });
    return ticket;
  }

  redeem(ticket: string): { consentId: string; nonce: string } | null {
    const found = this.#tickets.get(ticket);
    this.#tickets.delete(ticket);
    if (found === undefined || found.notAfter < this.#now()) return null;
    const nonce = randomBytes(24).toString('base64url');
    this.#nonces.set(nonce, { consentId: found.consentId, openedAt: this.#now() });
    return { consentId: found.consentId, nonce };
  }

  /** Milliseconds since the document was opened with this nonce for this question, or `null`. */
  openFor(consentId: string, nonce: string): number | null {
    const found = this.#nonces.get(nonce);
    return found === undefined || found.consentId !== consentId ? null : this.#now() - found.openedAt;
  }

  spend(nonce: string): void {
    this.#nonces.delete(nonce);
  }
}

export type ConsentOriginOptions = {
  readonly gateway: Gateway;
  /** For `ghost consent`: a second secret, which no task and no app page holds. */
  readonly approverToken: string;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly tickets: Tickets;
  readonly appOrigin: () => string;
  readonly hosts: () => readonly string[];
};

const open = z.strictObject({ ticket: z.string() });
const answer = z.strictObject({
  id: z.string(),
  nonce: z.string(),
  answer: z.enum(CONSENT_ANSWERS),
  retyped: z.string().max(300).optional(),
  /** The end of what must be read was in view. */
  sawEnd: z.boolean().optional(),
});
const terminalAnswer = z.strictObject({
  id: z.string(),
  answer: z.enum(CONSENT_ANSWERS),
  client: z.string().max(100),
});

export function consentOrigin(options: ConsentOriginOptions): Hono {
  const { gateway, tickets, assets } = options;
  const app = new Hono();
  app.use(loopbackOnly(options.hosts));
  app.use(async (context, next) =>
    securityHeaders({ frameSrc: "'none'", frameAncestors: options.appOrigin() })(context, next),
  );
  app.use('/api/*', async (context, next) => {
    if (isToken(context.req.header('authorization'), options.approverToken)) return next();
    if (context.req.header('sec-fetch-site') !== 'same-origin')
      return context.json(
        { error: failure('http.unauthorized', 'answers are taken from the consent document alone') },
        403,
      );
    return next();
  });

  app.post('/api/open', async (context) => {
    const body = open.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const redeemed = tickets.redeem(body.data.ticket);
    const view = redeemed === null ? null : gateway.consents.find(redeemed.consentId);
    if (redeemed === null || view === null)
      return context.json(
        {
          error: failure('consent.unknown', 'this leave to open a question was used or is too old', {
            help: 'open the question again from the feed',
          }),
        },
        404,
      );
    return context.json({ consent: view, nonce: redeemed.nonce });
  });
  app.get('/api/state', (context) => {
    const { id = '', nonce = '' } = context.req.query();
    const view = tickets.openFor(id, nonce) === null ? null : gateway.consents.find(id);
    return view === null ? unknown(context, id) : context.json(view);
  });
  app.post('/api/answer', async (context) => {
    const body = answer.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { id, nonce } = body.data;
    const openFor = tickets.openFor(id, nonce);
    const view = gateway.consents.find(id);
    if (openFor === null || view === null) return unknown(context, id);
    const refused =
      body.data.answer === 'DENY' || body.data.answer === 'DENY_TASK'
        ? null
        : objection(view, openFor, body.data);
    if (refused !== null) return context.json({ error: refused }, 409);
    const answered = gateway.consents.answer({
      id,
      answer: body.data.answer,
      by: { kind: 'person', channel: 'ui', id: `ui:${nonce}` },
    });
    if (answered.ok) tickets.spend(nonce);
    return settle(context, answered);
  });
  // The terminal's channel: `ghost consent approve|deny`, with the approver's token.
  app.post('/api/terminal-answer', async (context) => {
    if (!isToken(context.req.header('authorization'), options.approverToken))
      return context.json(
        { error: failure('http.unauthorized', 'this call needs the approver’s token') },
        403,
      );
    const body = terminalAnswer.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    return settle(
      context,
      gateway.consents.answer({
        id: body.data.id,
        answer: body.data.answer,
        by: { kind: 'person', channel: 'terminal', id: body.data.client },
      }),
    );
  });
  addPolicyRoutes(app, gateway, options.approverToken);
  app.get('*', (context) => sendAsset(context, assets, 'consent'));
  app.onError((thrown, context) =>
    context.json(
      { error: failure('boundary.internal', 'the gateway failed to answer', { cause: thrown }) },
      500,
    ),
  );
  return app;
}

/** The shield and the retyped site hold on the server too: a document that forgot them cannot allow anything. */
function objection(
  { card }: ConsentView,
  openForMs: number,
  {
    retyped,
    sawEnd = false,
  }: { readonly retyped?: string | undefined; readonly sawEnd?: boolean | undefined },
): ReturnType<typeof failure> | null {
  if (openForMs < card.shieldMs)
    return failure(
      'consent.too-soon',
      `an allowing answer is taken ${card.shieldMs} ms after the question was shown`,
    );
  if (!sawEnd && card.details.some(({ mustRead }) => mustRead === true))
    return failure('consent.not-read', 'what would run has to be read to its end before it is allowed', {
      help: 'scroll to the end of it',
    });
  const accepted = card.site === null ? [card.retype] : [card.site.registrableDomain, card.site.host];
  const [expected] = accepted;
  if (card.look === 'isolated' && !accepted.includes(retyped?.trim().toLowerCase() ?? '')) {
    return failure('consent.bad-answer', 'what was retyped is not what this question asks for', {
      help:
        expected === undefined
          ? 'this act names no site: it can only be denied here'
          : `type \`${expected}\``,
    });
  }
  return null;
}

const unknown = (context: Context, id: string) =>
  context.json(
    { error: failure('consent.unknown', `there is no open question \`${id}\` for this document`) },
    404,
  );

function settle(context: Context, result: ReturnType<Gateway['consents']['answer']>) {
  if (result.ok) return context.json(result.value);
  return context.json({ error: result.error }, result.error.code === 'consent.unknown' ? 404 : 409);
}
