// Where the issuer leads the person's browser back to: a listener on this machine for one sign-in. INVARIANT: it hands over one address
// with the state that was asked for, answers with a page of ours without scripts, and takes nothing else; it ends with its sign-in.
import { hash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';

export type Loopback = AsyncDisposable & {
  readonly redirectUri: string;
};

/** What the person reads in that window. */
export type Landing = { readonly title: string; readonly line: string };

const PATH = '/signed-in';
const MAX_ADDRESS_CHARACTERS = 8_192;
const MAX_HEADER_BYTES = 16_384;
const MAX_CONNECTIONS = 16;
const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32rem;padding:0 1rem;color-scheme:light dark}h1{font-size:1.25rem}';

/**
 * `came`: called with the whole address of each return until it has a landing that ends it; `null`: it is not of this sign-in.
 * Errors: `identity.no-listener`.
 */
export async function listenForReturn(
  came: (returned: URL) => Promise<Landing | null>,
): Promise<Result<Loopback>> {
  const server = createServer({ maxHeaderSize: MAX_HEADER_BYTES }, (request, response) => {
    void answer(request, response, redirectUri, came);
  });
  server.maxConnections = MAX_CONNECTIONS;
  let redirectUri = '';
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', resolve);
    });
  } catch (cause) {
    return fail('identity.no-listener', 'this machine gives no port for the way back from the issuer', {
      cause,
      help: 'sign in with a code: `ghost login --device`',
    });
  }
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  redirectUri = `http://127.0.0.1:${port}${PATH}`;
  return ok({
    redirectUri,
    async [Symbol.asyncDispose]() {
      // The page that ends it may be on its way yet.
      server.closeIdleConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  });
}

async function answer(
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  redirectUri: string,
  came: (returned: URL) => Promise<Landing | null>,
): Promise<void> {
  // A browser asks for an icon, too; nothing here is kept alive.
  response.setHeader('connection', 'close');
  const isOurs = method === 'GET' && url.length <= MAX_ADDRESS_CHARACTERS && url.startsWith(`${PATH}?`);
  const landing = isOurs ? await came(new URL(url, redirectUri)) : null;
  if (landing === null) {
    response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing is here\n');
    return;
  }
  response
    .writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', STYLE, 'base64')}'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
    })
    .end(
      `<!doctype html><html lang="en"><meta charset="utf-8"><title>${escaped(landing.title)}</title><style>${STYLE}</style>` +
        `<h1>${escaped(landing.title)}</h1><p>${escaped(landing.line)}</p></html>\n`,
    );
}

const escaped = (text: string): string => text.replace(/[&<>"']/gu, (one) => `&#${one.codePointAt(0) ?? 0};`);
