// A client of the daemon's socket that costs next to nothing: it imports no schema, no parser and no browser.
// INVARIANT: it speaks to a socket of its own user alone, and starts a daemon where none answers.
import { closeSync, constants, fstatSync, ftruncateSync, openSync } from 'node:fs';
import type { Socket } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { onceStopped } from '#executors/system/stopped-process.ts';
import { pathsFor } from '#gateway/settings/paths.ts';
import { MCP, QUEUED, RUN, WAITING } from '#gateway/protocol/rpc.ts';
import type { McpSettings } from '#gateway/protocol/rpc.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import {
  frame,
  greet,
  GREETING_MS,
  open,
  readDaemonFile,
  silent,
  stopped,
  unresponsive,
} from './daemon-link.ts';
import type { Link, RpcError } from './daemon-link.ts';

export type { RpcError } from './daemon-link.ts';
export type Reply = { readonly result: unknown } | { readonly error: RpcError };

export type RunLine = {
  readonly argv: readonly string[];
  readonly dataDir?: string;
  readonly worker: string;
  readonly cwd: string;
  readonly input?: string;
  /** `false`: no daemon is started for it. */
  readonly starts: boolean;
  /** `true`: a daemon that does not answer is ended by its process id. */
  readonly ends?: boolean;
  /** A question that the command waits for. */
  readonly onWaiting: (lines: readonly string[]) => void;
};

const START_MS = 30_000;
const AGAIN_MS = 50;
/** Whoever holds the log and serves nobody may be about to end. */
const LOCKED_AGAIN_MS = 2_000;
const LOG_BYTES = 1024 * 1024;
/** Not blocking: nobody reads from a pipe that lies there. */
const LOG =
  constants.O_WRONLY |
  constants.O_APPEND |
  constants.O_CREAT |
  (constants.O_NOFOLLOW ?? 0) |
  (constants.O_NONBLOCK ?? 0);

/** While a command runs, whether the daemon still answers is asked so often; one that is stopped is seen sooner. */
const PROBE_MS = 5_000;

/** `null`: nothing runs, and nothing was to be started. Throws nothing. */
export async function runOverSocket(run: RunLine): Promise<Reply | Failure | null> {
  const { runtime } = pathsFor(run.dataDir);
  const reached = await reachAndGreet(run);
  const hangs = reached !== null && 'code' in reached && reached.code === 'daemon.unresponsive';
  if (hangs && run.ends === true) {
    const file = readDaemonFile(runtime);
    if (file.ok && file.value !== null) {
      const { endByPid } = await import('./daemon-end.ts');
      const ended = await endByPid(file.value);
      return 'code' in ended ? ended : { result: ended };
    }
  }
  if (reached === null || 'code' in reached) return reached;
  return 'refused' in reached ? { error: reached.refused } : ask(reached, run);
}

/** A daemon that answered its greeting. */
async function reachAndGreet({ dataDir, starts, worker }: RunLine): Promise<Greeted | Failure | null> {
  const link = await reach(dataDir, starts);
  return link === null || 'code' in link ? link : ((await greet(link, worker)) ?? link);
}

type Greeted = Link | { readonly refused: RpcError };

/** The socket as an MCP client's stream, once the gateway there has it so. Starts a daemon where none answers. */
export async function mcpOverSocket(
  options: McpSettings & { readonly dataDir?: string; readonly cwd: string },
): Promise<Socket | Failure> {
  const link = await reach(options.dataDir, true);
  if (link === null || 'code' in link)
    return link ?? failure('daemon.unreachable', 'no daemon answers, and none was started');
  const greeted = await greet(link, 'mcp');
  if (greeted !== null) return 'refused' in greeted ? notTaken(greeted.refused) : greeted;
  const { dataDir: _here, ...settings } = options;
  const { socket } = link;
  const { promise, resolve } = Promise.withResolvers<Socket | Failure>();
  const patience = setTimeout(() => resolve(silent(link.file)), GREETING_MS);
  const lost = (): void =>
    resolve(failure('daemon.unreachable', 'the daemon ended before it answered', { help: 'try again' }));
  link.onFrame = ({ error }) => {
    if (error !== undefined) return resolve(notTaken(error));
    // Its answer is the last frame before MCP, which the client begins.
    socket.off('close', lost);
    resolve(link.release());
  };
  socket.on('close', lost);
  socket.write(frame(1, MCP, settings));
  const taken = await promise;
  clearTimeout(patience);
  if ('code' in taken) socket.destroy();
  return taken;
}

const notTaken = ({ message, data }: RpcError): Failure =>
  failure(data?.['code'] === 'daemon.busy' ? 'daemon.busy' : 'daemon.unreachable', message, {
    help:
      typeof data?.['suggestion'] === 'string'
        ? data['suggestion']
        : 'run `ghost daemon stop`, then try again',
  });

/**
 * Calls back once the gateway of this data directory does not answer anybody any more, while `waits` says that an answer is owed.
 * Ends its looking by what it returns.
 */
export function watch(
  dataDir: string | undefined,
  waits: () => boolean,
  tell: (hangs: Failure) => void,
): () => void {
  const { runtime } = pathsFor(dataDir);
  const file = readDaemonFile(runtime);
  const at = file.ok ? file.value : null;
  const unwatch = at === null ? () => undefined : onceStopped(at, waits, () => tell(stopped(at)));
  const probe = setInterval(() => {
    if (!waits()) return;
    void unresponsive(runtime).then((hangs) => {
      if (hangs !== null && waits()) tell(hangs);
    });
  }, PROBE_MS);
  return () => {
    unwatch();
    clearInterval(probe);
  };
}

/** `null`: none listens, and none was to be started. */
async function reach(dataDir: string | undefined, starts: boolean): Promise<Link | Failure | null> {
  const { runtime, data } = pathsFor(dataDir);
  const found = await open(runtime);
  if (found !== null || !starts) return found;
  let started = await start(dataDir, data);
  const until = performance.now() + START_MS;
  let tried = performance.now();
  // Another one may be starting, too: whoever gets the log serves both.
  for (;;) {
    const socket = await open(runtime);
    if (socket !== null) return socket;
    if (started !== null && started.code !== 'audit.locked') return started;
    if (performance.now() > until) break;
    if (started !== null && performance.now() - tried > LOCKED_AGAIN_MS) {
      started = await start(dataDir, data);
      tried = performance.now();
      continue;
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
  }
  return (
    started ??
    failure('daemon.unreachable', 'the daemon started, and does not answer', {
      help: `see ${join(data, 'daemon.log')}`,
    })
  );
}

/** Resolves with the command's reply, or once the daemon does not answer anybody any more. */
function ask(link: Link, { argv, cwd, input, dataDir, onWaiting }: RunLine): Promise<Reply | Failure> {
  const { socket } = link;
  const { promise, resolve } = Promise.withResolvers<Reply | Failure>();
  link.onFrame = ({ id, result, error, method, params }) => {
    if (method === WAITING || method === QUEUED) onWaiting(params?.lines ?? []);
    else if (error !== undefined) resolve({ error });
    else if (id === 1) resolve({ result });
  };
  const lost = (): void =>
    resolve(failure('daemon.unreachable', 'the daemon ended before it answered', { help: LOOK_FIRST }));
  socket.on('error', lost);
  socket.on('close', lost);
  const unwatch = watch(
    dataDir,
    () => true,
    (hangs) => resolve({ ...hangs, help: `${hangs.help}; ${LOOK_FIRST}` }),
  );
  socket.write(frame(1, RUN, { argv, cwd, ...(input === undefined ? {} : { input }) }));
  return promise.finally(() => {
    unwatch();
    socket.destroy();
  });
}

const LOOK_FIRST = 'what it was doing may be done: look with `ghost snapshot` before you repeat it';

function openLog(path: string): number | Failure {
  try {
    const out = openSync(path, LOG, 0o600);
    if (fstatSync(out).size > LOG_BYTES) ftruncateSync(out);
    return out;
  } catch (thrown) {
    return failure('directory.unusable', `the daemon cannot write to \`${dirname(path)}\``, {
      help: 'make it writable (rights, room, how its file system is mounted), or name another place with `--data-dir` or GHOST_DATA_DIR',
      cause: thrown,
    });
  }
}

/** A process of its own that outlives this one. Resolves once it is ready: `null`, or why not. */
async function start(dataDir: string | undefined, data: string): Promise<Failure | null> {
  const { spawn } = await import('node:child_process');
  // It stands elsewhere than its caller, to whom a relative path is another.
  const isNamed = (dataDir ?? process.env['GHOST_DATA_DIR'] ?? '') !== '';
  const own = ownDirectory(data, 0o700);
  if (!own.ok) return own.error;
  const log = join(own.value, 'daemon.log');
  const opened = openLog(log);
  if (typeof opened !== 'number') return opened;
  const out = opened;
  const { promise, resolve } = Promise.withResolvers<Failure | null>();
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./daemon-main.ts', import.meta.url)), isNamed ? data : ''],
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
