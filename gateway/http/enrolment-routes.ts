// How a browser gets the consent origin's secret, and the check that every call of its documents passes. INVARIANT: what a header
// says about its sender is a second line alone, since any process can write it; the first is the secret, in both halves.
import type { Context, Hono, MiddlewareHandler } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { noteOf } from '#gateway/audit/access.ts';
import type { Gateway } from '#gateway/main.ts';
import { failure } from '#policy/failure.ts';
import { CONSENT_KEY_HEADER } from '#gateway/protocol/http.ts';
import type { Enrolled } from '#gateway/protocol/http.ts';
import { bearerIn, isToken } from './app-origin.ts';
import type { Enrolment } from './enrolment.ts';
import type { HandOvers } from './hand-over.ts';
import { ENROL, peerOf } from './peer.ts';
import type { HttpEnv } from './peer.ts';
import type { SingleUse } from './single-use.ts';

/** From one document to the next. */
const APP_CODE_LIFETIME_MS = 30_000;
/** Calls of the terminal: another secret, and checks of their own. */
const OF_THE_TERMINAL = /^\/api\/(?:terminal-|policy\/|hand-over$)/u;

type Parts = {
  readonly gateway: Pick<Gateway, 'audit'>;
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
    const secret = enrolment.enrol(bearerIn(context.req.header('authorization')), uid);
    if (secret === null)
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
      who: 'person:ui',
      what: 'let a browser answer questions',
      details: { authentication: 'HAND_OVER_CODE', uid },
    });
    if (!noted.ok) return context.json({ error: noted.error }, 500);
    handOvers.clear();
    setCookie(context, cookieOf(parts.origin()), secret.cookie, {
      prefix: 'host',
      httpOnly: true,
      secure: true,
      sameSite: 'Strict',
      path: '/',
    });
    const enrolled: Enrolled = {
      key: secret.key,
      next: `${parts.appOrigin()}/#code=${appCodes.issue(true, APP_CODE_LIFETIME_MS)}`,
    };
    return context.json(enrolled);
  });
}

export function secretOnly(parts: Parts): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    if (OF_THE_TERMINAL.test(context.req.path))
      return isToken(context.req.header('authorization'), parts.approverToken)
        ? next()
        : context.json({ error: failure('http.unauthorized', 'this call needs the approver’s token') }, 403);
    if (!fromOwnDocument(context, parts.origin())) return foreign(context);
    const cookie = getCookie(context, cookieOf(parts.origin()), 'host');
    if (parts.enrolment.holds(cookie, context.req.header(CONSENT_KEY_HEADER))) return next();
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

/** Cookies know no ports: two gateways of one person have a name each. */
const cookieOf = (origin: string): string => `ghost-consent-${new URL(origin).port}`;

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
