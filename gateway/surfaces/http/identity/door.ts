// What every request of the three origins passes before anything of it is read: by which host it came, whose connection it is, whether a
// page sent it. INVARIANT: for all routes that there are; what a page of another origin has a browser send reaches no call, whoever's
// browser it is. A document and its files alone may be asked for from elsewhere: they hold no secret and change nothing, but for an
// applet's, which holds rows: its own route asks for a frame, and for a code that works once and that the app alone was told.
import type { Context, MiddlewareHandler } from 'hono';
import { failure } from '#policy/language/failure.ts';
import { loopbackOnly } from '#gateway/surfaces/http/wire/headers.ts';
import { isForDocument, ownUserOnly } from './peer.ts';
import type { HttpEnv, Users } from './peer.ts';

/** Calls of the terminal: their secret is another than a window's, and no page makes them, of no origin. */
export const OF_THE_TERMINAL = /^\/api\/(?:terminal-|policy\/|hand-over$)/u;
const OF_NOBODY = /^(?!)/u;

type Door = Users & {
  /** Hosts by which this origin is named. */
  readonly hosts: () => readonly string[];
  /** Paths that commands alone call. */
  readonly commands?: RegExp;
};

/** In the order in which they are to be installed. */
export const door = ({
  hosts,
  commands = OF_NOBODY,
  ...users
}: Door): readonly MiddlewareHandler<HttpEnv>[] => [
  loopbackOnly(hosts),
  ownUserOnly(users),
  async (context, next) => {
    if (isForDocument(context.req)) return next();
    const sender = senderOf(context, hosts());
    if (sender === 'COMMAND' || (sender === 'OWN_PAGE' && !commands.test(context.req.path))) return next();
    return context.json(
      {
        error: failure(
          'http.unauthorized',
          sender === 'OWN_PAGE'
            ? 'this call is a command’s: no page makes it'
            : 'a page of another origin sent this',
          { help: 'use `ghost`, or Ghost Browser’s window' },
        ),
      },
      403,
    );
  },
];

/**
 * By the headers that browsers write by themselves and no page can write or leave out: `Sec-Fetch-Site`, and `Origin` with whatever
 * is no GET. A program can write them too, and only loses by it.
 */
function senderOf({ req }: Context, hosts: readonly string[]): 'COMMAND' | 'OWN_PAGE' | 'FOREIGN_PAGE' {
  const site = req.header('sec-fetch-site');
  const origin = req.header('origin');
  if (site === undefined && origin === undefined) return 'COMMAND';
  const isOwn =
    (site === undefined || site === 'same-origin') &&
    (origin === undefined || hosts.some((host) => origin === `http://${host}`));
  return isOwn ? 'OWN_PAGE' : 'FOREIGN_PAGE';
}
