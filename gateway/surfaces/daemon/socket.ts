// The socket that commands come by: one a gateway, so one a data directory. INVARIANT: it lies in a directory that is ours and
// nobody else's; whoever holds the audit log's lock owns it, so that two starters cannot both.
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import type { Server } from 'node:net';
import { dirname, join } from 'node:path';
import { systemClock } from '#executors/system/clock.ts';
import type { Clock } from '#executors/system/clock.ts';
import { ownDirectory } from '#executors/system/own-directory.ts';
import { readProcess } from '#executors/system/process-tree.ts';
import { writePrivate } from '#executors/system/private-file.ts';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { createCommands } from '#gateway/surfaces/commands/commands.ts';
import type { Host } from '#gateway/surfaces/commands/call/call.ts';
import type { Commands } from '#gateway/surfaces/commands/call/contract.ts';
import type { Gateway } from '#gateway/main.ts';
import type { McpOptions } from '#gateway/surfaces/mcp/attach.ts';
import { socketPath } from '#gateway/settings/paths.ts';
import { DAEMON_FILE, RPC_VERSION } from '#gateway/protocol/rpc.ts';
import type { DaemonFile } from '#gateway/protocol/rpc.ts';
import { VERSION } from '#gateway/settings/version.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { dropped, serveConnection } from './connection.ts';
import { Places } from './places.ts';

export type ServingSocket = {
  readonly path: string;
  readonly commands: Commands;
  /** Milliseconds since the last request ended; 0 while one runs. */
  idleMs(): number;
  close(): Promise<void>;
};

/** Errors: `daemon.unsafe-directory`, `file.*`, `daemon.unreachable`. `stop`: what `daemon stop` does; without it, it is refused. */
export async function serveSocket(
  host: Host & McpOptions['gateway'] & Pick<Gateway, 'askers' | 'audit' | 'demoSites'>,
  stop: (() => void) | null = null,
  { monotonicMs }: Clock = systemClock,
  consentUrl: () => string | null = () => null,
): Promise<Result<ServingSocket>> {
  const { runtime } = host.paths;
  const path = socketPath(runtime);
  for (const directory of [runtime, dirname(path)]) {
    const safe = closed(directory);
    if (!safe.ok) return safe;
  }
  const startedAt = monotonicMs();
  const commands = createCommands(host, { socket: path, startedAt, stop });
  const key = randomBytes(32).toString('base64url');
  const places = new Places(dropped);
  let under = 0;
  let last = startedAt;
  const busy = (change: 1 | -1): void => {
    under += change;
    last = monotonicMs();
  };
  const server = createServer((socket) => {
    places.arrive(socket);
    serveConnection(socket, {
      commands,
      key,
      places,
      version: VERSION,
      busy,
      from: (worker, pid) => host.askers.noteWorker(worker, pid),
      mcp: async (stream, options) =>
        (await import('#gateway/surfaces/mcp/attach.ts')).serveMcpOn(stream, {
          gateway: host,
          commands,
          ...options,
          allowOrigins: [...(await recorded(host.audit, options.allowOrigins ?? [])), ...host.demoSites],
          consentUrl,
          onClient: (worker) => host.askers.noteAgent(worker, options.pid),
        }),
    });
  });
  // We hold the audit log's lock: what lies there is a dead gateway's.
  rmSync(path, { force: true });
  const listening = await listen(server, path);
  if (!listening.ok) return listening;
  chmodSync(path, 0o600);
  const since = readProcess(process.pid)?.startedAt;
  const file: DaemonFile = {
    protocol: RPC_VERSION,
    version: VERSION,
    pid: process.pid,
    ...(since === undefined ? {} : { startedAt: since }),
    stops: stop !== null,
    socket: path,
    key,
  };
  const at = join(runtime, DAEMON_FILE);
  const written = writePrivate(at, JSON.stringify(file));
  if (!written.ok) {
    server.close();
    return written;
  }
  return ok({
    path,
    commands,
    idleMs: () => (under > 0 ? 0 : monotonicMs() - last),
    async close() {
      rmSync(at, { force: true });
      const { promise, resolve } = Promise.withResolvers<void>();
      server.close(() => resolve());
      for (const socket of places.all) socket.end();
      const impatient = setTimeout(() => places.all.forEach((socket) => socket.destroy()), 500);
      await promise;
      clearTimeout(impatient);
      rmSync(path, { force: true });
    },
  });
}

/**
 * What an MCP client's configuration names counts as its user's word, and stands in the log before anything is decided by it.
 * INVARIANT: what was not written names nothing.
 */
async function recorded(
  audit: Pick<AuditLog, 'append'>,
  origins: readonly string[],
): Promise<readonly string[]> {
  if (origins.length === 0) return origins;
  const written = await audit.append({
    type: 'origins.grown',
    taskId: null,
    requestId: null,
    who: 'person:configuration',
    what: 'name sites in the configuration of an MCP client: `--allow-origin`',
    where: origins[0] ?? '',
    verdict: null,
    why: 'their user wrote them there; each act on them is decided as on a site that its user named',
    outcome: 'DONE',
    details: { origins },
  });
  return written.ok ? origins : [];
}

/** Its owner alone can connect: the socket is behind a directory that nobody else can enter, and was not until now. */
function closed(directory: string): Result<void> {
  const found = lstatSync(directory, { throwIfNoEntry: false });
  const open = process.getuid !== undefined && found !== undefined && (found.mode & 0o077) !== 0;
  const own = open ? null : ownDirectory(directory, 0o700);
  if (own?.ok === true) return ok(undefined);
  return fail('daemon.unsafe-directory', `\`${directory}\` is not a directory of this user alone`, {
    cause: own?.error.message,
    help: 'remove it, or name another one with GHOST_DATA_DIR',
  });
}

function listen(server: Server, path: string): Promise<Result<void>> {
  const { promise, resolve } = Promise.withResolvers<Result<void>>();
  server.once('error', (error) =>
    resolve(fail('daemon.unreachable', `cannot listen at \`${path}\``, { cause: error })),
  );
  server.listen(path, () => resolve(ok(undefined)));
  return promise;
}
