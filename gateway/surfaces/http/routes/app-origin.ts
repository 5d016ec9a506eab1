// The app's origin: the UI's files without a token (they hold no secret), the interface with one.
import { Hono } from 'hono';
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { streamSSE } from 'hono/streaming';
import { z } from 'zod';
import { holdersOf } from '#executors/system/holders.ts';
import { noteBackup } from '#gateway/audit/read/access.ts';
import type { Gateway } from '#gateway/main.ts';
import { failure } from '#policy/language/failure.ts';
import { TAB_POLICIES } from '#policy/language/vocabulary.ts';
import { NAVIGATORS } from '#gateway/protocol/views/task.ts';
import type { Requester } from '#gateway/boundary/task/principal.ts';
import { parseAnswer } from '#gateway/protocol/views/question.ts';
import { parseRecording } from '#gateway/protocol/recording.ts';
import { picturedAddress } from '#gateway/protocol/http.ts';
import { EventStreams, tooManyStreams } from '#gateway/surfaces/http/wire/event-streams.ts';
import { sendAsset } from '#gateway/surfaces/http/wire/assets.ts';
import type { Asset } from '#gateway/surfaces/http/wire/assets.ts';
import { door } from '#gateway/surfaces/http/identity/door.ts';
import { securityHeaders, tooLarge } from '#gateway/surfaces/http/wire/headers.ts';
import { peerOf } from '#gateway/surfaces/http/identity/peer.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';
import type { SingleUse } from '#gateway/surfaces/http/identity/single-use.ts';
import type { Tickets } from '#gateway/surfaces/http/identity/tickets.ts';
import type { AppletOrigin } from './applet-origin.ts';
import { addApplets } from './applet-routes.ts';
import { addGrants } from './grant-routes.ts';
import { addIdentity } from './identity-routes.ts';
import { addPictures } from './picture-routes.ts';
import { addAudit } from './audit-routes.ts';
import { addPolicyReading } from './policy-routes.ts';
import { addResults } from './result-routes.ts';
import { addSettings } from './settings-routes.ts';
import type { Examine } from './settings-routes.ts';
import {
  badRequest,
  bearerIn,
  isToken,
  personIn,
  readJson,
  unknownTask,
} from '#gateway/surfaces/http/identity/requests.ts';
import { accountBeside, personAt, seenBy } from '#gateway/surfaces/http/identity/who-answers.ts';

export type AppOptions = {
  readonly gateway: Gateway;
  /** Of commands: it lies in a file that their user alone reads. */
  readonly token: string;
  /** Of the window, which gets it for a code. INVARIANT: another one, so that what a request says of itself is never asked. */
  readonly windowToken: string;
  readonly assets: ReadonlyMap<string, Asset>;
  readonly tickets: Tickets;
  /** What an enrolled browser brings for the token. */
  readonly codes: SingleUse<true>;
  readonly admits: (uid: number) => boolean;
  readonly origin: () => string;
  readonly consentOrigin: () => string;
  readonly applets: AppletOrigin;
  readonly hosts: () => readonly string[];
  /** What `ghost doctor` finds, where somebody lends it. */
  readonly examine?: Examine;
  /** Told of each window of the UI that listens. */
  readonly onWindow?: () => void;
};

const newTask = z.strictObject({
  intent: z.string().max(10_000),
  startUrl: z.string().max(2000).optional(),
  cookies: z
    .array(z.strictObject({ domain: z.string().max(253), source: z.string().max(200) }))
    .max(20)
    .optional(),
  approve: z.enum(['ask', 'deny']).optional(),
  tabPolicy: z.enum(TAB_POLICIES).optional(),
  connect: z.string().max(200).optional(),
  navigator: z.enum(NAVIGATORS).optional(),
  /** Fewer than the settings allow; never more. */
  stepLimit: z.int().min(1).max(10_000).optional(),
  /** `ask`: whoever starts it shows its questions to a person. */
  questions: z.enum(['ask', 'none']).optional(),
  /** Read by `parseRecording`. */
  replay: z.unknown().optional(),
});
/** What somebody types; what is longer is started without one. */
const forecast = z.strictObject({
  intent: z.string().max(2_000),
  startUrl: z.string().max(2_000).optional(),
});
const questionAnswer = z.strictObject({ question: z.string().min(1).max(100), answer: z.unknown() });
const newConnection = z.strictObject({ endpoint: z.string().min(1).max(200) });
const newBackup = z.strictObject({ file: z.string().min(1).max(4_096) });
/** The largest thing that is sent here is a recorded run. */
const MOST_BODY_BYTES = 16 * 1024 * 1024;
const SESSION = '/api/session';

export function appOrigin(options: AppOptions): Hono<HttpEnv> {
  const { gateway, assets, tickets, token, windowToken } = options;
  const streams = new EventStreams();
  const app = new Hono<HttpEnv>();
  app.use(async (context, next) =>
    // Nowhere else can a frame of the app's be led, by itself either.
    securityHeaders({
      frameSrc: `${options.consentOrigin()} ${options.applets.origin()}`,
      frameAncestors: "'none'",
    })(context, next),
  );
  app.use(...door({ hosts: options.hosts, admits: options.admits, codes: [SESSION] }));
  // The code is in a header: nothing of a request is read before it is known whose it is.
  app.post(SESSION, (context) =>
    options.codes.redeem(bearerIn(context.req.header('authorization'))) === null
      ? context.json(
          {
            error: failure('http.unauthorized', 'this link was used or is too old', {
              help: 'run `ghost ui` (or `npm run -s ghost -- ui`) for a new one',
            }),
          },
          401,
        )
      : context.json({ token: windowToken }),
  );
  app.use('/api/*', async (context, next) => {
    const given = context.req.header('authorization');
    // Both are compared, whatever the first says.
    if (![token, windowToken].map((one) => isToken(given, one)).includes(true))
      return context.json(
        {
          error: failure('http.unauthorized', 'this call needs the token of this start', {
            help: 'run `ghost ui` (or `npm run -s ghost -- ui`): it opens this page anew',
          }),
        },
        401,
      );
    return next();
  });
  app.use(bodyLimit({ maxSize: MOST_BODY_BYTES, onError: tooLarge }));

  const channelOf = (context: Context<HttpEnv>): 'UI' | 'CLI' =>
    isToken(context.req.header('authorization'), windowToken) ? 'UI' : 'CLI';

  /** INVARIANT: the account is the connection's and the channel the token's; a header names one asker among others, and nothing else. */
  async function whoAsks(context: Context<HttpEnv>): Promise<Requester> {
    const uid = (await peerOf(context))?.uid ?? null;
    const account = accountBeside(uid, gateway.consents.approvers);
    const id = context.req.header('x-ghost-client') ?? 'http';
    return { kind: 'client', id, channel: channelOf(context), ...(account === null ? {} : { account }) };
  }

  /** Of whoever has something done that may be asked about, the process is kept. */
  async function noteAsker(context: Context<HttpEnv>, id: string): Promise<void> {
    if (process.platform !== 'linux') return;
    const peer = await peerOf(context);
    const holders = peer === null ? [] : await holdersOf(`socket:[${peer.inode}]`);
    gateway.askers.note(id, holders[0] ?? null);
  }

  app.get('/api/status', (context) =>
    context.json({ ...gateway.status(), consentOrigin: options.consentOrigin() }),
  );
  addPolicyReading(app, gateway, noteAsker);
  addResults(app, gateway, options.applets.addressOf);
  addPictures(app, gateway);
  addGrants(app, gateway);
  addIdentity(app, gateway);
  addApplets(app, gateway, options.applets.addressOf);
  app.get('/api/tasks', (context) => context.json(gateway.tasks.list()));
  app.post('/api/tasks', async (context) => {
    const body = newTask.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { intent, startUrl, cookies, approve, tabPolicy, connect, navigator, questions, stepLimit } =
      body.data;
    const by = await whoAsks(context);
    await noteAsker(context, by.id);
    const replay = body.data.replay === undefined ? null : parseRecording(body.data.replay);
    if (replay?.ok === false) return context.json({ error: replay.error }, 400);
    const started = gateway.tasks.start(intent, {
      ...(startUrl === undefined ? {} : { startUrl }),
      ...(cookies === undefined ? {} : { cookies }),
      ...(approve === undefined ? {} : { approve }),
      ...(tabPolicy === undefined ? {} : { tabPolicy }),
      ...(connect === undefined ? {} : { connect }),
      ...(navigator === undefined ? {} : { navigator }),
      ...(stepLimit === undefined ? {} : { stepLimit }),
      ...(questions === undefined ? {} : { questions }),
      ...(replay === null ? {} : { replay: replay.value }),
      by,
      // Somebody sits in front of it.
      priority: 'FOREGROUND',
    });
    return started.ok
      ? context.json({ taskId: started.value.id }, 201)
      : context.json({ error: started.error }, 400);
  });
  app.post('/api/tasks/forecast', async (context) => {
    const body = forecast.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const { intent, startUrl = null } = body.data;
    return context.json(gateway.forecast(intent.trim(), startUrl));
  });
  app.post('/api/connect', async (context) => {
    const body = newConnection.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const by = await whoAsks(context);
    await noteAsker(context, by.id);
    const connected = await gateway.connection.connect(body.data.endpoint, by, context.req.raw.signal);
    return connected.ok ? context.json(connected.value) : context.json({ error: connected.error }, 400);
  });
  app.post('/api/disconnect', async (context) => {
    const ended = await gateway.connection.disconnect(await whoAsks(context));
    return ended.ok ? context.json({ changed: ended.value }) : context.json({ error: ended.error }, 400);
  });
  app.get('/api/tasks/:id', (context) => {
    const task = gateway.tasks.find(context.req.param('id'));
    return task === null
      ? context.json({ error: unknownTask(context.req.param('id')) }, 404)
      : context.json(task.view());
  });
  app.get('/api/tasks/:id/recording', (context) => {
    const id = context.req.param('id');
    const recording = gateway.tasks.find(id)?.recording() ?? null;
    return recording === null ? context.json({ error: unknownTask(id) }, 404) : context.json(recording);
  });
  app.post('/api/tasks/:id/cancel', (context) => {
    const task = gateway.tasks.find(context.req.param('id'));
    return task === null
      ? context.json({ error: unknownTask(context.req.param('id')) }, 404)
      : context.json({ cancelled: task.cancel() });
  });
  app.post('/api/tasks/:id/first', (context) => {
    const id = context.req.param('id');
    return gateway.tasks.find(id) === null
      ? context.json({ error: unknownTask(id) }, 404)
      : context.json({ changed: gateway.tasks.first(id) });
  });
  app.post('/api/tasks/cancel', (context) => context.json({ cancelled: gateway.tasks.cancelAll() }));
  // Which element is meant is no leave for anything: whoever may start, see and stop a task here may say so.
  app.post('/api/tasks/:id/answer', async (context) => {
    const id = context.req.param('id');
    const task = gateway.tasks.find(id);
    if (task === null) return context.json({ error: unknownTask(id) }, 404);
    const body = questionAnswer.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const answer = parseAnswer(body.data.answer);
    if (!answer.ok) return context.json({ error: answer.error }, 400);
    const by = personIn(context);
    const answered = task.questions.answer(body.data.question, answer.value, by);
    return answered.ok ? context.json(answered.value) : context.json({ error: answered.error }, 409);
  });
  app.get('/api/tasks/:id/screenshot', (context) => {
    const task = gateway.tasks.find(context.req.param('id'));
    if (task === null) return context.json({ error: unknownTask(context.req.param('id')) }, 404);
    if (task.picture === null) return context.body(null, 204);
    return context.body(new Uint8Array(task.picture), 200, {
      'content-type': 'image/jpeg',
      'x-ghost-page': encodeURIComponent(picturedAddress(task.pictured)),
    });
  });

  app.get('/api/consents', (context) => {
    const { approvers } = gateway.consents;
    // Whoever has the app's token is the owner, in the window or by a command.
    const channel = context.req.header('x-ghost-client') === 'ui' ? 'ui' : 'terminal';
    const by = personAt(channel, '', approvers.own(), approvers);
    return context.json(
      gateway.consents.list().flatMap((view) => seenBy(view, by, approvers.own(), approvers) ?? []),
    );
  });
  app.post('/api/consents/:id/ticket', (context) => {
    const id = context.req.param('id');
    const view = gateway.consents.find(id);
    if (view === null)
      return context.json({ error: failure('consent.unknown', `there is no question \`${id}\``) }, 404);
    return context.json({ url: `${options.consentOrigin()}/?ticket=${tickets.issue(id)}` });
  });

  // The app may say no, as it may cancel a task.
  app.post('/api/consents/:id/deny', (context) => {
    const denied = gateway.consents.answer({
      id: context.req.param('id'),
      answer: 'DENY',
      by: { kind: 'client', id: 'app', channel: channelOf(context) },
      proof: { authentication: 'APP_TOKEN' },
    });
    return denied.ok ? context.json(denied.value) : context.json({ error: denied.error }, 409);
  });

  addAudit(app, gateway);
  addSettings(app, gateway, { channelOf, noteAsker, examine: options.examine ?? null });
  app.post('/api/backup', async (context) => {
    const body = newBackup.safeParse(await readJson(context.req.raw));
    if (!body.success) return context.json({ error: badRequest(body.error) }, 400);
    const noted = await noteBackup(gateway.audit, body.data.file, 'person:ui');
    return noted.ok ? context.json({}) : context.json({ error: noted.error }, 409);
  });

  app.get('/api/events', (context) => {
    if (streams.full) return context.json({ error: tooManyStreams() }, 503);
    return streamSSE(context, async (stream) => {
      const { send, leave, gone } = streams.join({
        write: (text) => stream.write(text),
        cut: () => context.env.incoming.socket.destroy(),
      });
      // JSON has no line breaks: each event is one field `data`.
      const unsubscribe = gateway.subscribe((event, id) =>
        send(`event: ${event.type}\ndata: ${JSON.stringify(event)}\nid: ${id}\n\n`),
      );
      const isWindow = context.req.header('x-ghost-client') === 'ui';
      const quit = isWindow ? gateway.consents.addChannel() : () => undefined;
      if (isWindow) options.onWindow?.();
      stream.onAbort(leave);
      await gone;
      unsubscribe();
      quit();
    });
  });

  app.get('*', (context) =>
    // By its number the page would be another site than the consent document, which would then lack its cookie.
    context.req.header('sec-fetch-dest') === 'document' &&
    !options.origin().endsWith(`//${context.req.header('host') ?? ''}`)
      ? context.redirect(`${options.origin()}${context.req.path}`)
      : sendAsset(context, assets, 'app'),
  );
  app.onError((thrown, context) =>
    context.json(
      { error: failure('boundary.internal', 'the gateway failed to answer', { cause: thrown }) },
      500,
    ),
  );
  return app;
}
