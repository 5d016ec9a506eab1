// Opens the connection to a target whose addresses were resolved and decided on.
import { type Socket, connect } from 'node:net';
import { type Target, pinnedLookup } from './target.ts';

export function dial(target: Target, connectMs: number): Socket {
  const socket = connect({
    host: target.host,
    port: target.port,
    lookup: pinnedLookup(target),
    autoSelectFamily: true,
    timeout: connectMs,
  });
  const late = (): void => {
    socket.destroy(new Error('no connection in time'));
  };
  socket.once('timeout', late);
  socket.once('connect', () => socket.setTimeout(0).off('timeout', late));
  return socket;
}
