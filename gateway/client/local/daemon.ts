// A client of the daemon's socket that costs next to nothing: it imports no schema, no parser and no browser.
// INVARIANT: it speaks to a socket of its own user alone, and starts a daemon where none answers.
import { closeSync, constants, fstatSync, ftruncateSync, lstatSync, openSync } from 'node:fs';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownDirectory, trustedDirectory } from '#executors/system/own-directory.ts';
import { ownUid } from '#executors/system/ownership.ts';
import { readPrivate } from '#executors/system/private-file.ts';
import { pathsFor, socketPath } from '#gateway/settings/paths.ts';
import { DAEMON_FILE, HELLO, MCP, RPC_VERSION, RUN, WAITING } from '#gateway/protocol/rpc.ts';
import type { DaemonFile } from '#gateway/protocol/rpc.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';

export type RpcError = {
  readonly code: number;
  readonly message: string;
  readonly data?: Readonly<Record<string, unknown>>;
};
export type Reply = { readonly result: unknown } | { readonly error: RpcError };

export type RunLine = {
  readonly argv: readonly string[];
  readonly dataDir?: string;
  readonly worker: string;
  readonly cwd: string;
  readonly input?: string;
  /** `false`: no daemon is started for it. */
  readonly starts: boolean;
  /** A question that the command waits for. */
  readonly onWaiting: (lines: readonly string[]) => void;
};

const START_MS = 30_000;
const AGAIN_MS = 50;
const LOG_BYTES = 1024 * 1024;
const LOG = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** `null`: nothing runs, and nothing was to be started. Throws nothing. */
export async function runOverSocket(run: RunLine): Promise<Reply | Failure | null> {
  const reached = await reach(run.dataDir, run.starts);
  return reached === null || 'code' in reached ? reached : ask(reached, run);
}

/** The socket as an MCP client's stream, once the gateway there has it so. Starts a daemon where none answers. */
export async function mcpOverSocket(options: {
  readonly dataDir?: string;
  readonly cwd: string;
  readonly all: boolean;
}): Promise<Socket | Failure> {
  const reached = await reach(options.dataDir, true);
  if (reached === null || 'code' in reached)
    return reached ?? failure('daemon.unreachable', 'no daemon answers, and none was started');
  const { socket, key } = reached;
  const { cwd, all } = options;
  socket.write(
    frame(0, HELLO, { key, protocol: RPC_VERSION, pid: process.pid, worker: 'mcp' }) +
      frame(1, MCP, { cwd, all }),
  );
  const { promise, resolve } = Promise.withResolvers<Socket | Failure>();
  let text = '';
  // Two answers of ours come before the first byte of MCP, which the client begins.
  const read = (chunk: Buffer): void => {
    text += chunk.toString();
    const lines = text.split('\n').slice(0, -1);
    for (const line of lines) {
      const { error } = JSON.parse(line) as { readonly error?: RpcError };
      if (error === undefined) continue;
      socket.destroy();
      resolve(
        failure('daemon.unreachable', error.message, { help: 'run `ghost daemon stop`, then try again' }),
      );
    }
    if (lines.length < 2) return;
    socket.pause();
    socket.off('data', read);
    socket.off('close', lost);
    resolve(socket);
  };
  const lost = (): void =>
    resolve(failure('daemon.unreachable', 'the daemon ended before it answered', { help: 'try again' }));
  socket.on('data', read);
  socket.on('error', lost);
  socket.on('close', lost);
  return promise;
}

const frame = (id: number, method: string, params: unknown): string =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`;

/** `null`: none listens, and none was to be started. */
async function reach(dataDir: string | undefined, starts: boolean): Promise<Opened | Failure | null> {
  const { runtime, data } = pathsFor(dataDir);
  const found = await open(runtime);
  if (found !== null || !starts) return found;
  const started = await start(dataDir, data);
  const until = performance.now() + START_MS;
  // Another one may be starting, too: whoever gets the log serves both.
  for (;;) {
    const socket = await open(runtime);
    if (socket !== null) return socket;
    if (started !== null && started.code !== 'audit.locked') return started;
    if (performance.now() > until) break;
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return (
    started ??
    failure('daemon.unreachable', 'the daemon started, and does not answer', {
      help: `see ${join(data, 'daemon.log')}`,
    })
  );
}

type Opened = { readonly socket: Socket; readonly key: string };

/** `null`: none listens. Whoever could put a socket or a key there would get what is sent, and answer it. */
async function open(runtime: string): Promise<Opened | Failure | null> {
  const read = readPrivate(join(runtime, DAEMON_FILE));
  if (!read.ok) return read.error;
  const file = read.value === null ? null : parseFile(read.value);
  // INVARIANT: the socket is where this gateway's is, whatever the file says.
  if (file === null || file.socket !== socketPath(runtime)) return null;
  const directory = ownedSocket(file.socket);
  if (directory !== null) return directory;
  const { promise, resolve } = Promise.withResolvers<Opened | null>();
  const socket = connect(file.socket);
  socket.once('connect', () => resolve({ socket, key: file.key }));
  socket.once('error', () => resolve(null));
  return promise;
}

function parseFile(text: string): DaemonFile | null {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed !== null && typeof parsed === 'object' && 'socket' in parsed && 'key' in parsed
      ? (parsed as DaemonFile)
      : null;
  } catch {
    return null; // Of another version.
  }
}

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

/** Sends greeting and command in one go; resolves with the command's reply. */
function ask(
  { socket, key }: Opened,
  { argv, cwd, worker, input, onWaiting }: RunLine,
): Promise<Reply | Failure> {
  const { promise, resolve } = Promise.withResolvers<Reply | Failure>();
  const parts: Buffer[] = [];
  const read = (line: string): void => {
    const { id, result, error, method, params } = JSON.parse(line) as {
      readonly id?: number;
      readonly result?: unknown;
      readonly error?: RpcError;
      readonly method?: string;
      readonly params?: { readonly lines?: readonly string[] };
    };
    if (method === WAITING) onWaiting(params?.lines ?? []);
    else if (error !== undefined) resolve({ error });
    else if (id === 1) resolve({ result });
  };
  socket.on('data', (chunk: Buffer) => {
    let from = 0;
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      const text = Buffer.concat([...parts.splice(0), chunk.subarray(from, at)]).toString();
      from = at + 1;
      if (text !== '') read(text);
    }
    if (from < chunk.length) parts.push(chunk.subarray(from));
  });
  const lost = (): void =>
    resolve(
      failure('daemon.unreachable', 'the daemon ended before it answered', {
        help: 'what it was doing may be done: look with `ghost snapshot` before you repeat it',
      }),
    );
  socket.on('error', lost);
  socket.on('close', lost);
  socket.write(
    frame(0, HELLO, { key, protocol: RPC_VERSION, pid: process.pid, worker }) +
      frame(1, RUN, { argv, cwd, ...(input === undefined ? {} : { input }) }),
  );
  return promise.finally(() => socket.destroy());
}

/** A process of its own that outlives this one. Resolves once it is ready: `null`, or why not. */
async function start(dataDir: string | undefined, data: string): Promise<Failure | null> {
  const { spawn } = await import('node:child_process');
  const own = ownDirectory(data, 0o700);
  if (!own.ok) return own.error;
  const log = join(own.value, 'daemon.log');
  const out = openSync(log, LOG, 0o600);
  if (fstatSync(out).size > LOG_BYTES) ftruncateSync(out);
  const { promise, resolve } = Promise.withResolvers<Failure | null>();
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./daemon-main.ts', import.meta.url)), dataDir ?? ''],
    { detached: true, stdio: ['ignore', out, out, 'pipe'], cwd: '/' },
  );
  closeSync(out);
  const failed = (cause: unknown): Failure =>
    failure('daemon.unreachable', 'the daemon could not be started', { cause, help: `see ${log}` });
  const pipe = child.stdio[3];
  let text = '';
  pipe?.on('data', (chunk: Buffer) => {
    text += chunk.toString();
    if (!text.includes('\n')) return;
    const told = JSON.parse(text) as { readonly error?: Failure };
    resolve(told.error ?? null);
  });
  child.on('error', (error) => resolve(failed(error)));
  child.on('exit', (code) => resolve(failed(`it ended with ${code ?? 'a signal'}`)));
  const patience = setTimeout(() => resolve(failed('it took too long')), START_MS);
  const told = await promise;
  clearTimeout(patience);
  pipe?.destroy();
  child.removeAllListeners();
  child.unref();
  return told;
}
