// The DevTools protocol over a browser's own WebSocket, as the pair of streams that a pipe is.
// INVARIANT: one message each way is one text with a NUL byte behind it; the end of either is the end of both.
import { Readable, Writable } from 'node:stream';
import { fail, ok, type Result } from '#policy/language/failure.ts';

export type Duplex = { readonly input: Readable; readonly output: Writable };

/** Errors: `attach.unreachable`, `task.cancelled`. */
export function openSocket(url: string, deadlineMs: number, signal: AbortSignal): Promise<Result<Duplex>> {
  if (signal.aborted) return Promise.resolve(fail('task.cancelled', 'the attach was cancelled'));
  const socket = new WebSocket(url);
  const timeout = AbortSignal.timeout(deadlineMs);
  const either = AbortSignal.any([signal, timeout]);
  return new Promise((resolve) => {
    const settle = (result: Result<Duplex>): void => {
      either.removeEventListener('abort', given);
      if (!result.ok) socket.close();
      resolve(result);
    };
    const given = (): void =>
      settle(
        signal.aborted
          ? fail('task.cancelled', 'the attach was cancelled')
          : fail('attach.unreachable', `\`${url}\` did not answer within ${deadlineMs} ms`),
      );
    either.addEventListener('abort', given, { once: true });
    socket.addEventListener('open', () => settle(ok(streamsOf(socket))), { once: true });
    socket.addEventListener(
      'error',
      () => settle(fail('attach.unreachable', `\`${url}\` takes no connection`)),
      { once: true },
    );
  });
}

function streamsOf(socket: WebSocket): Duplex {
  const input = new Readable({ read() {} });
  const output = new Writable({
    write(chunk: Buffer, _encoding, done) {
      // What is asked in one turn is one write, and each of it is a message of its own.
      for (const message of chunk.toString('utf8').split('\0'))
        if (message !== '' && socket.readyState === WebSocket.OPEN) socket.send(message);
      done();
    },
    destroy(error, done) {
      socket.close();
      done(error);
    },
  });
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') input.push(`${data}\0`);
  });
  socket.addEventListener('close', () => {
    input.push(null);
    output.destroy();
  });
  socket.addEventListener('error', () => socket.close());
  return { input, output };
}
