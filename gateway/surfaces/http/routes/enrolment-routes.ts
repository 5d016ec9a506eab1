// How a browser gets the consent origin's secret, and the check that every call of its documents passes. INVARIANT: what a header
// says about its sender is a second line alone, since any process can write it; the first is the secret, in both halves.
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { setCookie } from 'hono/cookie';
import { noteOf } from '#gateway/audit/read/access.ts';
import type { Approvers } from '#gateway/boundary/consent/approvers.ts';
import type { Gateway } from '#gateway/main.ts';
import { ownUid } from '#executors/system/ownership.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import type { Enrolled } from '#gateway/protocol/http.ts';
import { bearerIn, isToken } from '#gateway/surfaces/http/identity/requests.ts';
import { OF_THE_TERMINAL } from '#gateway/surfaces/http/identity/door.ts';
import type { Enrolment, Invited } from '#gateway/surfaces/http/identity/enrolment.ts';
import type { HandOvers } from '#gateway/surfaces/http/identity/hand-over.ts';
import { ENROL, peerOf } from '#gateway/surfaces/http/identity/peer.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';
import type { SingleUse } from '#gateway/surfaces/http/identity/single-use.ts';
import { cookieOf, windowOf } from '#gateway/surfaces/http/identity/who-answers.ts';

/** From one document to the next. */
const APP_CODE_LIFETIME_MS = 30_000;
/** Of these, what other users may call whom the settings name. */
const OF_ANY_TERMINAL = /^\/api\/terminal-/u;

type Parts = {
  readonly gateway: Pick<Gateway, 'audit'>;
  readonly approvers: Approvers;
  /** What somebody brought that was not for them. */
  readonly misplaced: (context: Context<HttpEnv>, uid: number | null, error: Failure) => Promise<Response>;
  readonly enrolment: Enrolment;
  readonly appCodes: SingleUse<true>;
  readonly handOvers: HandOvers;
  readonly approverToken: string;
  readonly origin: () => string;
  readonly appOrigin: () => string;
};

export function addEnrolment(app: Hono<HttpEnv>, parts: Parts): void {
  const { enrolment, appCodes, handOvers, gateway } = parts;
  app.post(ENROL, async (context) => {
    if (!fromOwnDocument(context, parts.origin())) return foreign(context);
    const uid = (await peerOf(context))?.uid ?? null;
    const enrolled = enrolment.enrol(bearerIn(context.req.header('authorization')), uid);
    if (enrolled !== null && 'notFor' in enrolled)
      return parts.misplaced(context, uid, notTheirs(enrolled.notFor));
    if (enrolled === null)
      return context.json(
        {
          error: failure('http.unauthorized', 'this link was used or is too old', {
            help: 'run `ghost ui` (or `npm run -s ghost -- ui`) in a terminal: it opens a new one',
          }),
        },
        401,
      );
    const noted = await noteOf(gateway.audit, {
      type: 'consent.enrolled',
      who: enrolled.owner ? 'person:ui' : `person:ui:${enrolled.account ?? String(uid)}`,
      what: 'let a browser answer questions',
      details: { authentication: 'HAND_OVER_CODE', uid, owner: enrolled.owner, account: enrolled.account },
    });
    if (!noted.ok) return context.json({ error: noted.error }, 500);
    if (enrolled.owner) {
      handOvers.clear();
      if (uid !== null) parts.approvers.noteOwner(uid);
    }
    const { secret } = enrolled;
    setCookie(context, cookieOf(parts.origin()), secret.cookie, {
      prefix: 'host',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/',
    });
    const way: Enrolled = {
      key: secret.key,
      // Tasks are the owner's: somebody else answers, and starts nothing.
      next: enrolled.owner
        ? `${parts.appOrigin()}/#code=${appCodes.issue(true, APP_CODE_LIFETIME_MS)}`
        : `${parts.origin()}/?waiting`,
    };
    return context.json(way);
  });
}

export function secretOnly(parts: Parts): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    if (OF_THE_TERMINAL.test(context.req.path)) {
      const { approverToken, approvers } = parts;
      const uid = (await peerOf(context))?.uid ?? null;
      const other = uid !== null && uid !== ownUid() && !parts.enrolment.admitsOwner(uid);
      // Of another user the kernel's word is the proof, and questions are all that they get at.
      const may = other
        ? OF_ANY_TERMINAL.test(context.req.path) && approvers.isNamed(uid)
        : isToken(context.req.header('authorization'), approverToken);
      return may
        ? next()
        : context.json({ error: failure('http.unauthorized', 'this call needs the approver’s token') }, 403);
    }
    if (!fromOwnDocument(context, parts.origin())) return foreign(context);
    if ((await windowOf(context, parts)) !== null) return next();
    return context.json(
      {
        error: failure('consent.not-enrolled', 'this browser may not answer questions (any more)', {
          help: 'run `ghost ui` (or `npm run -s ghost -- ui`) in a terminal: it opens Ghost Browser in the browser that answers from then on. Until then nothing is allowed; to deny, close this',
        }),
      },
      403,
    );
  };
}

const notTheirs = (whom: Invited): Failure =>
  failure(
    'http.unauthorized',
    whom === 'OWNER'
      ? 'this link was for the person who runs the gateway, and works no more'
      : `this link was for user ${whom}, and works no more`,
    {
      help: 'run `ghost ui` for a new one; `consent: {browserUser: NAME}` in config.yaml says whose browser answers for a gateway of root’s',
    },
  );

/** In a browser these headers are the browser's own: a page of another origin, the app's too, cannot write them. */
function fromOwnDocument(context: Context, origin: string): boolean {
  const { req } = context;
  const sent = req.header('origin');
  return (
    req.header('sec-fetch-site') === 'same-origin' &&
    (sent === undefined ? req.method === 'GET' : sent === origin)
  );
}

const foreign = (context: Context): Response =>
  context.json(
    { error: failure('http.unauthorized', 'answers are taken from the consent document alone') },
    403,
  );
