// `npm run dev`: both documents from Vite's dev server, in front of a gateway that runs already.
//   npm run dev -- 'http://127.0.0.1:PORT/#token=TOKEN'      (or GHOST_URL; the link that `npm start` prints)
// INVARIANT: a tool of development. The gateway sees its own origins, its checks stay as they are, and no build contains this.
import { fileURLToPath } from 'node:url';
import { createServer, type InlineConfig, type ProxyOptions, type ViteDevServer } from 'vite';
import { describe, fail, ok, type Result } from '#policy/failure.ts';
import { documentConfig, type UiDocument } from './vite.config.ts';

const LOOPBACK = '127.0.0.1';
const STATUS_DEADLINE_MS = 5_000;

type Target = { readonly origin: string; readonly token: string };

/** The gateway's address and token, from its link. Errors: `config.bad-value`. */
export function parseTarget(link: string | undefined): Result<Target> {
  const help = 'give the link that `npm start` printed: npm run dev -- "http://127.0.0.1:PORT/#token=TOKEN"';
  if (link === undefined || !URL.canParse(link)) {
    return fail('config.bad-value', 'no address of a running gateway', { help });
  }
  const url = new URL(link);
  const token = new URLSearchParams(url.hash.slice(1)).get('token');
  return token === null
    ? fail('config.bad-value', 'the address holds no token', { help })
    : ok({ origin: url.origin, token });
}

/** The consent origin, from the gateway's own status. Errors: `gateway.unreachable`, `http.unauthorized`. */
async function consentOriginOf(target: Target): Promise<Result<string>> {
  try {
    const response = await fetch(`${target.origin}/api/status`, {
      headers: { authorization: `Bearer ${target.token}` },
      signal: AbortSignal.timeout(STATUS_DEADLINE_MS),
    });
    if (!response.ok) return fail('http.unauthorized', `the gateway answered ${response.status}`);
    const status: unknown = await response.json();
    if (typeof status === 'object' && status !== null && 'consentOrigin' in status) {
      if (typeof status.consentOrigin === 'string') return ok(status.consentOrigin);
    }
    return fail('gateway.unreachable', 'the gateway serves no consent origin');
  } catch (thrown) {
    return fail('gateway.unreachable', `no gateway answers at \`${target.origin}\``, {
      help: 'start it with `npm start`',
      cause: describe(thrown),
    });
  }
}

/** Passes `/api` on as if it came from the gateway's own page. */
const proxyTo = (origin: string): Record<string, ProxyOptions> => ({
  // With the slash: `/api.ts` is a source file of the app.
  '^/api/': { target: origin, changeOrigin: true, headers: { origin } },
});

function serve(document: UiDocument, target: string): Promise<ViteDevServer> {
  const config: InlineConfig = {
    ...documentConfig(document, fileURLToPath(new URL('../dist/dev', import.meta.url))),
    base: '/',
    // Two servers at a time: each with a cache of its own.
    cacheDir: fileURLToPath(new URL(`../node_modules/.vite/${document}`, import.meta.url)),
    logLevel: 'info',
    server: { host: LOOPBACK, proxy: proxyTo(target) },
  };
  return createServer(config).then((server) => server.listen());
}

const originOf = (server: ViteDevServer): string => (server.resolvedUrls?.local[0] ?? '').replace(/\/$/u, '');

/** Starts both dev servers; the value is the link to open. */
export async function startDev(link: string | undefined): Promise<Result<string>> {
  const target = parseTarget(link);
  if (!target.ok) return target;
  const consentOrigin = await consentOriginOf(target.value);
  if (!consentOrigin.ok) return consentOrigin;
  const consent = await serve('consent', consentOrigin.value);
  // The app puts this in place of the origin that tickets name (see ui/app/consent-frame.tsx).
  process.env['VITE_CONSENT_ORIGIN'] = originOf(consent);
  const app = await serve('app', target.value.origin);
  return ok(`${originOf(app)}/#token=${target.value.token}`);
}

if (import.meta.main) {
  const started = await startDev(process.argv[2] ?? process.env['GHOST_URL']);
  if (started.ok) process.stderr.write(`the UI under development: ${started.value}\n`);
  else {
    process.stderr.write(`${started.error.code}: ${started.error.message}\n${started.error.help ?? ''}\n`);
    process.exitCode = 2;
  }
}
