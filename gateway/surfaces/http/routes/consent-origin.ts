// The consent document's own origin. INVARIANT: a question is opened and answered by the browser that holds this origin's secret, and
// by nobody else; whoever has the app's token can name a question, never show or answer it.
import { Hono } from 'hono';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { z } from 'zod';
import { leftOutShape } from '#gateway/boundary/grants/planned-acts.ts';
import { isAllowance } from '#gateway/boundary/consent/outcomes.ts';
import type { Gateway } from '#gateway/main.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { Waiting } from '#gateway/protocol/http.ts';
import { CONSENT_ANSWERS, MOST_SAID_CHARACTERS } from '#gateway/protocol/views/consent.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import { badRequest, readJson } from '#gateway/surfaces/http/identity/requests.ts';
import { sendAsset } from '#gateway/surfaces/http/wire/assets.ts';
import type { Asset } from '#gateway/surfaces/http/wire/assets.ts';
import { OF_THE_TERMINAL, door } from '#gateway/surfaces/http/identity/door.ts';
import { addEnrolment, secretOnly } from './enrolment-routes.ts';
import type { Enrolment } from '#gateway/surfaces/http/identity/enrolment.ts';
import type { HandOvers } from '#gateway/surfaces/http/identity/hand-over.ts';
import { securityHeaders, tooLarge } from '#gateway/surfaces/http/wire/headers.ts';
import { objection } from './objection.ts';
import { ENROL } from '#gateway/surfaces/http/identity/peer.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';
import { addPolicyRoutes } from './policy-routes.ts';
import type { SingleUse } from '#gateway/surfaces/http/identity/single-use.ts';
import { addTerminalRoutes } from './terminal-routes.ts';
import type { Tickets } from '#gateway/surfaces/http/identity/tickets.ts';
import { atWindow, personAt, seenBy, windowOf } from '#gateway/surfaces/http/identity/who-answers.ts';
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

/** By a leave of the app's, or by the number of a question: whoever may open one holds the secret. */
const open = z.union([z.strictObject({ ticket: z.string() }), z.strictObject({ id: z.string().max(100) })]);
const answer = z.strictObject({
  id: z.string(),
  nonce: z.string(),
  answer: z.enum(CONSENT_ANSWERS),
  retyped: z.string().max(300).optional(),
  /** The end of what must be read was in view. */
  sawEnd: z.boolean().optional(),
  /** With a no: what the person says to whoever asked. */
  says: z.string().trim().min(1).max(MOST_SAID_CHARACTERS).optional(),
  /** With a yes to a plan: what of it is not allowed. */
  leftOut: leftOutShape.optional(),
});
export function consentOrigin(options: ConsentOriginOptions): Hono<HttpEnv> {
  const { gateway, tickets, assets } = options;
  const app = new Hono<HttpEnv>();
  app.use(async (context, next) =>
    securityHeaders({ frameSrc: "'none'", frameAncestors: options.appOrigin() })(context, next),
  );
  const { enrolment, origin } = options;
  const { approvers } = gateway.consents;
  const window = { enrolment, approvers, origin };
  const doors = { ...options, approvers, misplaced: doorKeeper(gateway) };
  app.use(
    ...door({
      hosts: options.hosts,
      commands: OF_THE_TERMINAL,
      admits: (uid) => enrolment.admits(uid) || approvers.isNamed(uid),
      codes: [ENROL],
      onTurnedAway: (uid, path) => void (ANSWERS.has(path) && turnedAway(gateway, uid, path)),
    }),
  );
  addEnrolment(app, doors);
  app.use('/api/*', secretOnly(doors));
  app.use(bodyLimit({ maxSize: MOST_BODY_BYTES, onError: tooLarge }));

  /** The question as whoever has this window sees it; `null`: it is none of theirs, or there is none. */
  async function seen(context: Context<HttpEnv>, id: string): Promise<ConsentView | null> {
    const view = gateway.consents.find(id);
    const holder = await windowOf(context, window);
    return view === null || holder === null
      ? null
      : seenBy(view, personAt('ui', '', holder, approvers), holder, approvers);
  }
  app.post('/api/open', async (context) => {
    const body = open.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const id = 'id' in body.data ? body.data.id : (tickets.redeem(body.data.ticket)?.consentId ?? '');
    const view = await seen(context, id);
    if (view === null)
      return context.json(
        {
          error: failure('consent.unknown', 'this leave to open a question was used or is too old', {
            help: 'open the question again from the feed',
          }),
        },
        404,
      );
    return context.json({ consent: view, nonce: tickets.open(id) });
  });
  app.get('/api/waiting', async (context) => {
    const holder = await windowOf(context, window);
    const views = await Promise.all(gateway.consents.list().map(({ card }) => seen(context, card.id)));
    const waiting: Waiting = {
      who: holder === null ? '' : approvers.inWords(holder),
      questions: views.flatMap((view) => view ?? []),
    };
    return context.json(waiting);
  });
  app.get('/api/state', async (context) => {
    const { id = '', nonce = '' } = context.req.query();
    const view = tickets.openFor(id, nonce) === null ? null : await seen(context, id);
    return view === null ? unknown(context, id) : context.json(view);
  });
  app.post('/api/answer', async (context) => {
    const body = answer.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { id, nonce } = body.data;
    const openFor = tickets.openFor(id, nonce);
    const view = await seen(context, id);
    if (openFor === null || view === null) return unknown(context, id);
    const refused = isAllowance(body.data.answer) ? objection(view, openFor, body.data) : null;
    if (refused !== null) return context.json({ error: refused }, 409);
    const identity = await atWindow(context, window);
    if (!identity.ok) return context.json({ error: identity.error }, 403);
    const answered = gateway.consents.answer({
      id,
      answer: body.data.answer,
      says: body.data.says,
      leftOut: body.data.leftOut,
      by: personAt('ui', `ui:${nonce}`, identity.value, approvers),
      proof: { authentication: 'CONSENT_SECRET', identity: identity.value },
    });
    if (answered.ok) tickets.spend(nonce);
    return settle(context, answered);
  });
  addTerminalRoutes(app, options);
  addPolicyRoutes(app, gateway, new WideningGate(gateway, gateway.clock.monotonicMs));
  app.get('*', (context) => sendAsset(context, assets, 'consent'));
  app.onError((thrown, context) =>
    context.json(
      { error: failure('boundary.internal', 'the gateway failed to answer', { cause: thrown }) },
      500,
    ),
  );
  return app;
}

/** Where an answer of somebody whom nothing names is worth an entry. */
const ANSWERS: ReadonlySet<string> = new Set(['/api/answer', '/api/terminal-answer']);

function turnedAway(gateway: Gateway, uid: number | null, path: string): void {
  const who = uid === null ? 'somebody' : gateway.consents.approvers.inWords({ uid, owner: false });
  gateway.misplaced.note(`door ${uid}`, {
    who,
    what: 'answer a question',
    why: 'no approver of any question here',
    details: { uid, path },
  });
}

/** A link that was brought by somebody else's browser. */
const doorKeeper =
  (gateway: Gateway) =>
  (context: Context<HttpEnv>, uid: number | null, error: Failure): Promise<Response> => {
    const who = gateway.consents.approvers.inWords({ uid, owner: false });
    const what = 'bring a browser in by a link that is not theirs';
    gateway.misplaced.note(`link ${uid}`, { who, what, why: error.message, details: { uid } });
    return Promise.resolve(context.json({ error }, 401));
  };

const unknown = (context: Context, id: string) =>
  context.json(
    { error: failure('consent.unknown', `there is no open question \`${id}\` for this document`) },
    404,
  );

function settle(context: Context, result: ReturnType<Gateway['consents']['answer']>) {
  if (result.ok) return context.json(result.value);
  return context.json({ error: result.error }, result.error.code === 'consent.unknown' ? 404 : 409);
}
