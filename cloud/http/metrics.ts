// The metrics, for a collector beside the service. INVARIANT: on this machine's loopback alone, since they need no token.
import { createServer } from 'node:http';
import type { Metrics } from '../log/metrics.ts';
import { endListening, startListening } from '../system/listening.ts';

export type Measured = { readonly url: string; readonly close: () => Promise<void> };

/** Rejects where the port is taken. */
export async function serveMetrics(metrics: Metrics, port: number): Promise<Measured> {
  const server = createServer((request, response) => {
    const isThere = request.method === 'GET' && request.url === '/metrics';
    response.writeHead(isThere ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4' });
    response.end(isThere ? metrics.text() : '');
  });
  const taken = await startListening(server, port, '127.0.0.1');
  return { url: `http://127.0.0.1:${taken}/metrics`, close: () => endListening(server) };
}
