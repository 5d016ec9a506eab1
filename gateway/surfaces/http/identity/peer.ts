// Whose process is at the other end of a loopback connection (Linux). INVARIANT: a connection of another user gets the documents,
// which hold no secret, and may bring a single-use code; nothing else of it is read.
import type { Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import { peerSocket } from '#executors/system/sockets.ts';
import type { TcpSocket } from '#executors/system/sockets.ts';
import { failure } from '#policy/language/failure.ts';

/** The one call of the consent origin that a browser of another user may make: it brings a code. */
export const ENROL = '/api/enrol';

export type HttpEnv = { Bindings: HttpBindings };

/** What is read of a connection holds for its life: the system has one owner for it. */
const known = new WeakMap<Socket, Promise<TcpSocket | null>>();

/** `null`: the system does not tell, or the other end is gone. */
export function peerOf(context: Context<HttpEnv>): Promise<TcpSocket | null> {
  const { socket } = context.env.incoming;
  const before = known.get(socket);
  if (before !== undefined) return before;
  const found = peerSocket(socket);
  known.set(socket, found);
  return found;
}

/** A document or a file of it. */
export const isForDocument = ({ method, path }: Context['req']): boolean =>
  (method === 'GET' || method === 'HEAD') && !path.startsWith('/api/');

export type Users = {
  /** Other users that came with a code, or whom the settings name. */
  readonly admits: (uid: number) => boolean;
  /** Paths that take a code. */
  readonly codes: readonly string[];
  readonly onTurnedAway?: (uid: number | null, path: string) => void;
};

export function ownUserOnly({ admits, codes, onTurnedAway }: Users): MiddlewareHandler<HttpEnv> {
  return async (context, next) => {
    const uid = process.getuid?.();
    if (process.platform !== 'linux' || uid === undefined) return next();
    const peer = await peerOf(context);
    if (peer !== null && (peer.uid === uid || admits(peer.uid))) return next();
    const { path } = context.req;
    if (isForDocument(context.req) || codes.includes(path)) return next();
    onTurnedAway?.(peer?.uid ?? null, path);
    return context.json(
      { error: failure('http.unauthorized', 'this connection is not one of the gateway’s own user') },
      403,
    );
  };
}
