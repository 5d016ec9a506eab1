// A server of this machine, from its start to its end. INVARIANT: none is handed out that does not listen.
import type { Server } from 'node:http';

/** The port; 0 asks for any. Rejects where it is taken. */
export async function startListening(server: Server, port: number, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server does not listen');
  return address.port;
}

/** Cuts off what is still open. */
export const endListening = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
