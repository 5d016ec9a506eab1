// `npm run dev`: both documents from Vite's dev server, in front of a gateway that runs already.
//   npm run dev -- 'http://consent.ghost.localhost:PORT/#enrol=CODE'      (or GHOST_URL; the link that `ghost ui --no-open` prints)
// INVARIANT: a tool of development. The gateway sees its own origins, its checks stay as they are, and no build contains this.
import { fileURLToPath } from 'node:url';
import { createServer, type InlineConfig, type ProxyOptions, type ViteDevServer } from 'vite';
import { findRendezvous } from '#gateway/client/remote.ts';
import { fail, ok, type Result } from '#policy/language/failure.ts';
import { documentConfig, type UiDocument } from './vite.config.ts';

const LOOPBACK = '127.0.0.1';

type Target = { readonly consentOrigin: string; readonly code: string };

/** The consent origin and the code, from a link. Errors: `config.bad-value`. */
export function parseTarget(link: string | undefined): Result<Target> {
  const help = 'give the link that `ghost ui --no-open` printed: npm run dev -- "http://…/#enrol=CODE"';
  if (link === undefined || !URL.canParse(link)) {
    return fail('config.bad-value', 'no address of a running gateway', { help });
  }
  const url = new URL(link);
  const code = new URLSearchParams(url.hash.slice(1)).get('enrol');
  return code === null
    ? fail('config.bad-value', 'the address holds no code', { help })
    : ok({ consentOrigin: url.origin, code });
}

/** Passes `/api` on as if it came from the gateway's own page. Node knows no `.localhost` names: the port says where. */
function proxyTo(origin: string): Record<string, ProxyOptions> {
  const { host, port } = new URL(origin);
  // With the slash: `/api.ts` is a source file of the app.
  return { '^/api/': { target: `http://${LOOPBACK}:${port}`, headers: { origin, host } } };
}

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
  const { consentOrigin, code } = target.value;
  const gateway = findRendezvous();
  if (gateway === null)
    return fail('gateway.unreachable', 'no gateway is running', { help: 'start it with `npm start`' });
  const consent = await serve('consent', consentOrigin);
  // The app puts this in place of the origin that tickets name (see ui/app/consent/consent-frame.tsx).
  process.env['VITE_CONSENT_ORIGIN'] = originOf(consent);
  const app = await serve('app', `http://app.ghost.localhost:${new URL(gateway.url).port}`);
  const into = new URLSearchParams({ enrol: code, app: originOf(app) });
  return ok(`${originOf(consent)}/#${into.toString()}`);
}

if (import.meta.main) {
  const started = await startDev(process.argv[2] ?? process.env['GHOST_URL']);
  if (started.ok) process.stderr.write(`the UI under development: ${started.value}\n`);
  else {
    process.stderr.write(`${started.error.code}: ${started.error.message}\n${started.error.help ?? ''}\n`);
    process.exitCode = 2;
  }
}
