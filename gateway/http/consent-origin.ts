// The consent document's own origin. INVARIANT: a question is opened and answered by the browser that holds this origin's secret, and
// by nobody else; whoever has the app's token can name a question, never show or answer it.
import { Hono } from 'hono';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { isAllowance } from '#gateway/consent/broker.ts';
import type { Gateway } from '#gateway/main.ts';
import { failure } from '#policy/failure.ts';
import { CONSENT_ANSWERS } from '#gateway/protocol/views.ts';
import { badRequest, readJson } from './app-origin.ts';
import { sendAsset } from './assets.ts';
import type { Asset } from './assets.ts';
import { addEnrolment, secretOnly } from './enrolment-routes.ts';
import type { Enrolment } from './enrolment.ts';
import type { HandOvers } from './hand-over.ts';
import { loopbackOnly, securityHeaders, tooLarge } from './headers.ts';
import { objection } from './objection.ts';
import { ENROL, ownUserOnly } from './peer.ts';
import type { HttpEnv } from './peer.ts';
import { addPolicyRoutes } from './policy-routes.ts';
import type { SingleUse } from './single-use.ts';
import { addTerminalRoutes } from './terminal-routes.ts';
import type { Tickets } from './tickets.ts';
import { WideningGate } from './widening.ts';

/** Answers are short; what is longer is none. */
const MOST_BODY_BYTES = 16 * 1024;

export type ConsentOriginOptions = {
  readonly gateway: Gateway;
  /** For `ghost consent`: a second secret, which no task and no app page holds. */
  readonly approverToken: string;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly tickets: Tickets;
  readonly enrolment: Enrolment;
  readonly appCodes: SingleUse<true>;
  readonly handOvers: HandOvers;
  readonly origin: () => string;
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
export function consentOrigin(options: ConsentOriginOptions): Hono<HttpEnv> {
  const { gateway, tickets, assets } = options;
  const app = new Hono<HttpEnv>();
  app.use(async (context, next) =>
    securityHeaders({ frameSrc: "'none'", frameAncestors: options.appOrigin() })(context, next),
  );
  app.use(loopbackOnly(options.hosts));
  app.use(ownUserOnly((uid) => options.enrolment.admits(uid), [ENROL]));
  addEnrolment(app, options);
  app.use('/api/*', secretOnly(options));
  app.use(bodyLimit({ maxSize: MOST_BODY_BYTES, onError: tooLarge }));

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
    const refused = isAllowance(body.data.answer) ? objection(view, openFor, body.data) : null;
    if (refused !== null) return context.json({ error: refused }, 409);
    const answered = gateway.consents.answer({
      id,
      answer: body.data.answer,
      by: { kind: 'person', channel: 'ui', id: `ui:${nonce}` },
      proof: { authentication: 'CONSENT_SECRET' },
    });
    if (answered.ok) tickets.spend(nonce);
    return settle(context, answered);
  });
  addTerminalRoutes(app, options);
  addPolicyRoutes(app, gateway, new WideningGate(gateway));
  app.get('*', (context) => sendAsset(context, assets, 'consent'));
  app.onError((thrown, context) =>
    context.json(
      { error: failure('boundary.internal', 'the gateway failed to answer', { cause: thrown }) },
      500,
    ),
  );
  return app;
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
