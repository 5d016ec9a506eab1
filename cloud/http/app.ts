// The routes. INVARIANT: apart from the two health checks nothing is answered before the token is verified, and no body is read; whatever
// is refused is refused in one shape.
import { Hono, type Context } from 'hono';
import { DRAINING, bodyOf, passed, refused, statusOf, type Outcome, type Refusal } from '../wire/refusal.ts';
import { EVENTS_PATH, MAX_EVENTS_BYTES } from '../wire/events.ts';
import type { Person } from '../auth/verify.ts';
import { fieldsOf, parseEvents, timeOf } from './events.ts';
import { callModel } from './model-call.ts';
import { Report } from './report.ts';
import type { Env, Service } from './service.ts';

type Handler = (
  context: Context<Env>,
  service: Service,
  person: Person,
  report: Report,
) => Promise<Outcome<Response>>;

/** Whoever asks without a token keeps no connection: they have an end, and others need them. */
const ONCE = { connection: 'close' } as const;

export function createApp(service: Service): Hono<Env> {
  const app = new Hono<Env>();
  app.get('/livez', (context) => context.text('ok\n', 200, ONCE));
  app.get('/readyz', (context) =>
    service.isDraining() ? context.text('draining\n', 503, ONCE) : context.text('ok\n', 200, ONCE),
  );
  app.post('/:version{v1|v1beta}/models/:rest{.+}', (context) => signedIn(context, service, callModel));
  app.post(EVENTS_PATH, (context) => signedIn(context, service, paced(takeEvents)));
  app.post('/v1/logout', (context) => signedIn(context, service, paced(signOut, 'signOuts')));
  app.get('/v1/whoami', (context) => signedIn(context, service, paced(whoAmI)));
  app.notFound((context) => signedIn(context, service, paced(nothingThere)));
  app.onError((error, context) => {
    service.log({ severity: 'ERROR', message: `a fault of the service: ${error.name}` });
    return asResponse({ reason: 'INTERNAL', message: 'the service failed' }, context);
  });
  return app;
}

async function signedIn(context: Context<Env>, service: Service, handle: Handler): Promise<Response> {
  const report = new Report(context, service);
  const end = (refusal: Refusal): Response => {
    report.done(statusOf(refusal), refusal.reason);
    return asResponse(refusal, context);
  };
  if (service.isDraining()) return end(DRAINING);
  const person = await service.verifier.verify(context.req.header('authorization'));
  if (!person.ok) return end(person.refusal);
  report.verified();
  report.by(person.value.subject);
  try {
    const outcome = await handle(context, service, person.value, report);
    if (!outcome.ok) return end(outcome.refusal);
    // A stream says itself when it is over.
    if (outcome.value.headers.get('content-type') !== 'text/event-stream')
      report.done(outcome.value.status, null);
    return outcome.value;
  } catch (thrown) {
    report.done(500, 'INTERNAL');
    throw thrown;
  }
}

const paced =
  (handle: Handler, by: keyof Service['paces'] = 'others'): Handler =>
  (context, service, person, report) => {
    const taken = service.paces[by].take(person.subject);
    return taken.ok ? handle(context, service, person, report) : Promise.resolve(taken);
  };

function asResponse(refusal: Refusal, { env }: Context<Env>): Response {
  const status = statusOf(refusal);
  const headers = new Headers({ 'content-type': 'application/json' });
  if (status === 401) {
    const isMissing = refusal.reason === 'TOKEN_MISSING';
    const error = isMissing ? '' : `, error="invalid_token", error_description="${ascii(refusal.message)}"`;
    headers.set('www-authenticate', `Bearer realm="ghost-browser"${error}`);
  }
  if (refusal.retrySeconds !== undefined) headers.set('retry-after', String(refusal.retrySeconds));
  // What is left of the body is not worth reading, and a stranger keeps no connection.
  if (!env.incoming.readableEnded || status === 401 || status === 403) headers.set('connection', 'close');
  return new Response(JSON.stringify(bodyOf(refusal)), { status, headers });
}

const ascii = (text: string): string => text.replaceAll('’', "'").replace(/[^\x20-\x7e]|["\\]/gu, '');

const takeEvents: Handler = async (context, { room, log, settings, time }, { subject }, report) => {
  const body = await room.read(context.env.incoming, subject, MAX_EVENTS_BYTES);
  if (!body.ok) return body;
  const batch = parseEvents(body.value.text);
  body.value.release();
  if (!batch.ok) return batch;
  const { events, lost } = batch.value;
  report.method = 'events';
  if (lost !== undefined)
    log({
      severity: 'WARNING',
      message: 'task events are missing: a gateway could not keep them all',
      labels: { kind: 'events-lost' },
      fields: { lost, user_id: report.userId },
    });
  for (const event of events) {
    const atMs = timeOf(event, time.wallMs(), settings.retentionDays);
    log({
      severity: event.error === null ? 'INFO' : 'WARNING',
      message: `task event: ${event.kind}`,
      // Of that person: nobody gives an event of somebody else's its id.
      id: `${report.userId}-${event.id}`,
      ...(atMs === undefined ? {} : { atMs }),
      labels: { kind: 'event' },
      fields: { ...fieldsOf(event, settings.texts.has('intents')), user_id: report.userId },
    });
  }
  return passed(Response.json({ taken: events.length }));
};

const signOut: Handler = (_, { signedOut }, { tokenId, expiresAt }) => {
  signedOut.add(tokenId, expiresAt);
  return Promise.resolve(passed(Response.json({})));
};

const whoAmI: Handler = (_, __, { subject, email, expiresAt }) =>
  Promise.resolve(passed(Response.json({ subject, email, expiresAt })));

const nothingThere: Handler = () =>
  Promise.resolve(refused('NO_SUCH_METHOD', 'nothing is served at this path'));
