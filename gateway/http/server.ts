// Two loopback listeners, one an origin, and the file by which clients of the same user find them.
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import { serve } from '@hono/node-server';
import { writePrivate } from '#executors/system/private-file.ts';
import type { Gateway } from '#gateway/main.ts';
import { fail, ok } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import { RENDEZVOUS_FILE } from '#gateway/protocol/rendezvous.ts';
import type { Rendezvous } from '#gateway/protocol/rendezvous.ts';
import { appOrigin } from './app-origin.ts';
import { readAssets } from './assets.ts';
import { Tickets, consentOrigin } from './consent-origin.ts';

const LOOPBACK = '127.0.0.1';
/** The consent document's name for the same address: another site, so that a browser keeps it in a process of its own. */
const CONSENT_HOST = 'localhost';

export type Serving = {
  /** The UI with its token in the fragment, which no server sees. */
  readonly url: string;
  readonly rendezvous: Rendezvous;
  close(): Promise<void>;
};

/** Serves the gateway. Errors: `http.port-in-use`, `file.*`, `directory.*`. `port` 0 takes a free one. */
export async function serveGateway(
  gateway: Gateway,
  options: { port: number; assets: string; runtimeDir: string },
): Promise<Result<Serving>> {
  const token = randomBytes(32).toString('base64url');
  const approverToken = randomBytes(32).toString('base64url');
  const tickets = new Tickets();
  const assets = readAssets(options.assets);
  const ports = { app: 0, consent: 0 };
  const origin = (port: number): string => `http://${LOOPBACK}:${port}`;
  const consentAt = (): string => `http://${CONSENT_HOST}:${ports.consent}`;
  const app = appOrigin({
    gateway,
    token,
    assets,
    tickets,
    consentOrigin: consentAt,
    hosts: () => [`${LOOPBACK}:${ports.app}`],
  });
  const consent = consentOrigin({
    gateway,
    approverToken,
    assets,
    tickets,
    appOrigin: () => origin(ports.app),
    hosts: () => [`${CONSENT_HOST}:${ports.consent}`, `${LOOPBACK}:${ports.consent}`],
  });
  const appListening = await listen(app.fetch, options.port);
  if (!appListening.ok) return appListening;
  ports.app = appListening.value.port;
  const consentListening = await listen(consent.fetch, 0);
  if (!consentListening.ok) {
    await stop(appListening.value.server);
    return consentListening;
  }
  ports.consent = consentListening.value.port;
  // Somebody can answer from now on: with `ghost consent`, if not in the UI.
  const leave = gateway.consents.addChannel();
  const rendezvous: Rendezvous = {
    pid: process.pid,
    url: origin(ports.app),
    token,
    consentUrl: origin(ports.consent),
    approverToken,
  };
  const file = join(options.runtimeDir, RENDEZVOUS_FILE);
  const written = writePrivate(file, JSON.stringify(rendezvous));
  if (!written.ok) {
    leave();
    await Promise.all([stop(appListening.value.server), stop(consentListening.value.server)]);
    return written;
  }
  return ok({
    url: `${origin(ports.app)}/#token=${token}`,
    rendezvous,
    async close() {
      rmSync(file, { force: true });
      leave();
      await Promise.all([stop(appListening.value.server), stop(consentListening.value.server)]);
    },
  });
}

async function listen(
  fetch: Parameters<typeof serve>[0]['fetch'],
  port: number,
): Promise<Result<{ server: Server; port: number }>> {
  const { promise, resolve } = Promise.withResolvers<Result<{ server: Server; port: number }>>();
  const server = serve({ fetch, port, hostname: LOOPBACK }, (info) =>
    resolve(ok({ server: asHttp(server), port: info.port })),
  );
  server.on('error', (error: NodeJS.ErrnoException) =>
    resolve(
      fail(
        'http.port-in-use',
        error.code === 'EADDRINUSE' ? `port ${port} is in use` : `cannot listen on port ${port}`,
        {
          cause: error,
          help: 'give another one with `--port`, or `--port 0` for a free one; `ghost status` shows a gateway that runs already',
        },
      ),
    ),
  );
  return promise;
}

function asHttp(server: ReturnType<typeof serve>): Server {
  if (!('closeAllConnections' in server)) throw new TypeError('expected an HTTP/1 server');
  return server;
}

async function stop(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}
