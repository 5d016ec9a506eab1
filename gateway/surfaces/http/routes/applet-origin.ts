// The applets' own origin: another site than the app's, a document at an address that works once, and headers that leave it nothing but
// drawing. INVARIANT: a document of this origin is shown in the app's frame and nowhere else, and no two have an origin in common.
import { Hono } from 'hono';
import { contentPolicy } from '#engines/maker/policy.ts';
import type { CheckedApplet } from '#gateway/extraction/checked-applet.ts';
import { failure } from '#policy/language/failure.ts';
import { door } from '#gateway/surfaces/http/identity/door.ts';
import type { HttpEnv } from '#gateway/surfaces/http/identity/peer.ts';
import { SingleUse } from '#gateway/surfaces/http/identity/single-use.ts';

const ADDRESS_MS = 60_000;
/** One is shown at a time; documents are large. */
const MOST_WAITING = 4;

/** Abilities that a frame could ask for; it has none of them. */
const ABILITIES = [
  'accelerometer',
  'autoplay',
  'bluetooth',
  'camera',
  'clipboard-read',
  'clipboard-write',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'gamepad',
  'geolocation',
  'gyroscope',
  'hid',
  'identity-credentials-get',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'otp-credentials',
  'payment',
  'picture-in-picture',
  'publickey-credentials-create',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'storage-access',
  'usb',
  'web-share',
  'window-management',
  'xr-spatial-tracking',
];

/** What an applet's document is answered with: whoever checked it or not, these hold it. */
function appletHeaders(hashes: readonly string[], appOrigin: string): Readonly<Record<string, string>> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `sandbox allow-scripts; ${contentPolicy(hashes)}; frame-ancestors ${appOrigin}`,
    // No connection of any kind, those that no other policy sees among them: preconnects, WebRTC. Chromium alone knows it.
    'Connection-Allowlist': '()',
    'Permissions-Policy': ABILITIES.map((one) => `${one}=()`).join(', '),
    'Referrer-Policy': 'no-referrer',
    'X-DNS-Prefetch-Control': 'off',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  };
}

/** `hashes`: of its scripts, taken where it was checked. */
type Shown = Pick<CheckedApplet, 'html' | 'hashes'>;

type Options = {
  readonly hosts: () => readonly string[];
  readonly origin: () => string;
  readonly appOrigin: () => string;
  readonly admits: (uid: number) => boolean;
  /** The time of a permission. */
  readonly now: () => number;
};

export type AppletOrigin = Pick<Hono<HttpEnv>, 'fetch' | 'routes'> & {
  readonly origin: () => string;
  /** The address of one document, for one frame, once, within a minute. */
  readonly addressOf: (shown: Shown) => string;
};

export function appletOrigin({ hosts, origin, appOrigin, admits, now }: Options): AppletOrigin {
  const documents = new SingleUse<Shown>(now, MOST_WAITING);
  const app = new Hono<HttpEnv>();
  app.use(async (context, next) => {
    await next();
    // Whatever is no applet is nothing that draws, and is kept nowhere either.
    if (context.res.headers.has('content-security-policy')) return;
    context.header('Content-Security-Policy', "default-src 'none'; sandbox; frame-ancestors 'none'");
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Cache-Control', 'no-store');
  });
  app.use(...door({ hosts, admits, codes: [] }));
  app.get('/applet/:code', (context) => {
    // A look at the headers alone is no showing: the code stays.
    if (context.req.method !== 'GET') return context.body(null, 405, { Allow: 'GET' });
    // In a window of its own nothing would keep it from going elsewhere.
    if (context.req.header('sec-fetch-dest') !== 'iframe')
      return context.json(
        {
          error: failure('http.unauthorized', 'an applet is shown in the app’s frame alone', {
            help: 'open it in Ghost Browser',
          }),
        },
        403,
      );
    const shown = documents.redeem(context.req.param('code'));
    if (shown === null)
      return context.json(
        {
          error: failure(
            'http.unauthorized',
            'no applet waits at this address: it works once, within a minute',
            {
              help: 'open it anew from its task',
            },
          ),
        },
        404,
      );
    return context.body(shown.html, 200, appletHeaders(shown.hashes, appOrigin()));
  });
  return {
    fetch: app.fetch,
    routes: app.routes,
    origin,
    addressOf: ({ html, hashes }) => `${origin()}/applet/${documents.issue({ html, hashes }, ADDRESS_MS)}`,
  };
}
