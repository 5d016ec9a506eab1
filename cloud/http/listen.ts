// The listener, and its end. INVARIANT: a caller that sends its headers or its body slowly is cut off; after `drain` nothing is taken on,
// what runs is let end for a while, and then it is ended.
import { createServer, type Server } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';
import { startListening } from '../system/listening.ts';
import type { Time } from '../system/time.ts';
import type { Env } from './service.ts';

export type ListenOptions = {
  readonly host: string;
  readonly port: number;
  /** To send headers, and to send everything. */
  readonly slowMs?: { readonly headers: number; readonly request: number };
};

export type Listening = {
  readonly url: string;
  /** Resolves when the last connection is closed. */
  readonly drain: (time: Time, graceMs: number) => Promise<void>;
};

const SLOW_MS = { headers: 15_000, request: 60_000 };
const MAX_HEADER_BYTES = 16_384;
const MAX_CONNECTIONS = 1_000;

/** Rejects where the port is taken. */
export async function listen(
  app: Hono<Env>,
  { host, port, slowMs = SLOW_MS }: ListenOptions,
): Promise<Listening> {
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: slowMs.headers,
      requestTimeout: slowMs.request,
      connectionsCheckingInterval: Math.max(50, slowMs.headers / 5),
      // Longer than a load balancer keeps its side.
      keepAliveTimeout: 620_000,
    },
    (request, response) => void answer(request, response),
  );
  server.maxConnections = MAX_CONNECTIONS;
  const taken = await startListening(server, port, host);
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    drain: (time, graceMs) => drained(server, time, graceMs),
  };
}

async function drained(server: Server, time: Time, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  // One that is kept alive would be the last to close.
  const idle = setInterval(() => server.closeIdleConnections(), 100);
  const cancel = time.after(graceMs, () => server.closeAllConnections());
  await closed;
  clearInterval(idle);
  cancel();
}
