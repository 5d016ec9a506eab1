// One WebSocket of the endpoint and the client behind it.
// INVARIANT: once the door begins to close a connection, nothing more that comes on it is acted on.
import type { WebSocket } from 'ws';
import type { Host } from '#gateway/surfaces/commands/call/call.ts';
import { CdpClient } from './client.ts';
import type { TellRefusal } from './refusals.ts';

/** Sent and not read; a client that leaves more is cut off. */
const MOST_BACKLOG_BYTES = 64 * 1024 * 1024;
/** A client that does not close its end by then has it closed. */
const CLOSING_MS = 1_000;
const TOO_MUCH = 1009;
const NOT_TEXT = 1003;

/** `onGone`: its tabs are closed as well. */
export function serveConnection(
  socket: WebSocket,
  {
    host,
    worker,
    onRefused,
    onGone,
  }: {
    readonly host: Host;
    readonly worker: string;
    readonly onRefused: TellRefusal;
    readonly onGone: () => void;
  },
): CdpClient {
  // `ws` hands over what came with or after whatever it is closed for: the client is ended first.
  const cut = (code: number): void => {
    void client.end();
    socket.close(code);
    setTimeout(() => socket.terminate(), CLOSING_MS).unref();
  };
  const send = (text: string): void => {
    if (socket.bufferedAmount > MOST_BACKLOG_BYTES) return cut(TOO_MUCH);
    socket.send(text, () => undefined);
  };
  const client = new CdpClient(host, worker, send, onRefused);
  socket.on('message', (data, isBinary) => {
    if (isBinary) return cut(NOT_TEXT);
    client.receive(textOf(data));
  });
  // Of a message that is too long, or none: `ws` closes it with a code of its own, which this one does not replace.
  socket.on('error', () => cut(TOO_MUCH));
  socket.on('close', () => {
    void client.end().finally(onGone);
  });
  return client;
}

const textOf = (data: Buffer | ArrayBuffer | readonly Buffer[]): string =>
  Buffer.isBuffer(data)
    ? data.toString()
    : data instanceof ArrayBuffer
      ? Buffer.from(data).toString()
      : Buffer.concat([...data]).toString();
