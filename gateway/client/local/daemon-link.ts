// A connection to the daemon, up to its greeting. INVARIANT: it speaks to a socket of its own user alone; nothing is asked of a
// daemon before it has answered the greeting, so that one that hangs gets nothing which it could do later.
import { lstatSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { trustedDirectory } from '#executors/system/own-directory.ts';
import { ownUid } from '#executors/system/ownership.ts';
import { readPrivate } from '#executors/system/private-file.ts';
import { onceStopped } from '#executors/system/stopped-process.ts';
import { socketPath } from '#gateway/settings/paths.ts';
import { DAEMON_FILE, HELLO, RPC_VERSION } from '#gateway/protocol/rpc.ts';
import type { DaemonFile } from '#gateway/protocol/rpc.ts';
import { failure, ok } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';

export type RpcError = {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
};
type Frame = {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: RpcError;
  readonly method?: string;
  readonly params?: { readonly lines?: readonly string[] };
};

/** How long a daemon may take to answer a greeting, however busy it is. */
export const GREETING_MS = 10_000;

export const frame = (id: number, method: string, params: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

export class Link {
  readonly socket: Socket;
  readonly file: DaemonFile;
  /** What is done with the next frame. */
  onFrame: (frame: Frame) => void = () => undefined;
  readonly #parts: Buffer[] = [];

  constructor(socket: Socket, file: DaemonFile) {
    this.socket = socket;
    this.file = file;
    socket.on('data', this.#read);
  }

  /** From here on its bytes are somebody else's to read. */
  release(): Socket {
    this.socket.pause();
    this.socket.off('data', this.#read);
    return this.socket;
  }

  readonly #read = (chunk: Buffer): void => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const text = Buffer.concat([...this.#parts.splice(0), chunk.subarray(from, at)]).toString();
      from = at + 1;
      if (text !== '') this.onFrame(JSON.parse(text) as Frame);
    }
    if (from < chunk.length) this.#parts.push(chunk.subarray(from));
  };
}

/** `null`: none listens. Errors: `file.*`, `daemon.unresponsive`, `daemon.unreachable`. */
export async function open(runtime: string): Promise<Link | Failure | null> {
  const read = readDaemonFile(runtime);
  if (!read.ok) return read.error;
  const file = read.value;
  // INVARIANT: the socket is where this gateway's is, whatever the file says.
  if (file === null || file.socket !== socketPath(runtime)) return null;
  // Whoever could put a socket or a key there would get what is sent, and answer it.
  const directory = ownedSocket(file.socket);
  if (directory !== null) return directory;
  const { promise, resolve } = Promise.withResolvers<Link | Failure | null>();
  const socket = connect(file.socket);
  socket.once('connect', () => resolve(new Link(socket, file)));
  socket.once('error', (error: NodeJS.ErrnoException) => resolve(notConnected(error, file)));
  return promise;
}

/** The file that says where the daemon is; `null`: none, or of another version. */
export function readDaemonFile(runtime: string): Result<DaemonFile | null> {
  const read = readPrivate(join(runtime, DAEMON_FILE));
  return read.ok ? ok(read.value === null ? null : parseFile(read.value)) : read;
}

/** `null`: it answered, and takes requests. Errors: `daemon.unresponsive`, `daemon.unreachable`; `refused`: what the daemon said. */
export function greet(link: Link, worker: string): Promise<Failure | { readonly refused: RpcError } | null> {
  const { socket, file } = link;
  const { promise, resolve } = Promise.withResolvers<Failure | { readonly refused: RpcError } | null>();
  const patience = setTimeout(() => resolve(silent(file)), GREETING_MS);
  const unwatch = onceStopped(
    file,
    () => true,
    () => resolve(stopped(file)),
  );
  const lost = (): void =>
    resolve(failure('daemon.unreachable', 'the daemon ended before it answered', { help: 'try again' }));
  link.onFrame = ({ error }) => resolve(error === undefined ? null : { refused: error });
  socket.on('error', lost);
  socket.on('close', lost);
  socket.write(frame(0, HELLO, { key: file.key, protocol: RPC_VERSION, pid: process.pid, worker }));
  return promise
    .then((answered) => {
      if (answered !== null) socket.destroy();
      return answered;
    })
    .finally(() => {
      clearTimeout(patience);
      unwatch();
      socket.off('error', lost);
      socket.off('close', lost);
      socket.on('error', () => socket.destroy());
    });
}

/** Whether the daemon still answers somebody who comes anew: why not, or `null`. Errors: `daemon.unresponsive`. */
export async function unresponsive(runtime: string): Promise<Failure | null> {
  const link = await open(runtime);
  if (link === null) return null;
  if ('code' in link) return link.code === 'daemon.unresponsive' ? link : null;
  const answered = await greet(link, 'probe');
  link.socket.destroy();
  return answered !== null && 'code' in answered && answered.code === 'daemon.unresponsive' ? answered : null;
}

export const stopped = ({ pid }: DaemonFile): Failure =>
  failure('daemon.unresponsive', `the daemon (process ${pid}) is stopped, as by Ctrl-Z or SIGSTOP`, {
    help: `let it go on with \`kill -CONT ${pid}\`; or \`ghost daemon stop\` ends it`,
    details: { running: true, pid },
  });

export const silent = (file: DaemonFile): Failure =>
  failure(
    'daemon.unresponsive',
    `the daemon (process ${file.pid}) did not answer within ${GREETING_MS / 1000} seconds`,
    {
      help: `try again; where it stays silent, \`ghost daemon stop\` ends it by its process id`,
      details: { running: true, pid: file.pid },
    },
  );

/** A queue of connections that nobody takes is full (`EAGAIN`): whoever listens there hangs, or has too much to do. */
const notConnected = (error: NodeJS.ErrnoException, file: DaemonFile): Failure | null =>
  error.code === 'EAGAIN'
    ? silent(file)
    : error.code === 'ECONNREFUSED' || error.code === 'ENOENT'
      ? null
      : failure('daemon.unreachable', 'the daemon’s socket cannot be connected to', {
          cause: error,
          help: 'try again; see `ghost doctor`',
        });

function parseFile(text: string): DaemonFile | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return isDaemonFile(parsed) ? parsed : null;
  } catch {
    return null; // Of another version.
  }
}

const isDaemonFile = (parsed: unknown): parsed is DaemonFile =>
  parsed !== null &&
  typeof parsed === 'object' &&
  'socket' in parsed &&
  typeof parsed.socket === 'string' &&
  'key' in parsed &&
  typeof parsed.key === 'string' &&
  'pid' in parsed &&
  typeof parsed.pid === 'number';

/** `null`: it is ours, in a directory that nobody else can change; or gone meanwhile, and nothing is there to connect to. */
function ownedSocket(path: string): Failure | null {
  const directory = trustedDirectory(dirname(path));
  if (!directory.ok) return directory.error;
  const found = lstatSync(path, { throwIfNoEntry: false });
  const own = ownUid();
  if (found === undefined || own === null || (found.isSocket() && found.uid === own)) return null;
  return failure('file.unsafe', `\`${path}\` is not a socket of this user`, {
    help: 'look who put it there, and remove it; or name another place with GHOST_DATA_DIR',
  });
}
