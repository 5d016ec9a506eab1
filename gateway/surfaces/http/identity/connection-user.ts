// Whose a connection is, at the moment of an answer. INVARIANT: the kernel's word, read again: a socket that is another one by now, or
// that is held by a process of another user than made it (handed on, or its user changed since), is nobody's.
import type { Context } from 'hono';
import { holdersOf } from '#executors/system/holders.ts';
import { usersOf } from '#executors/system/process-tree.ts';
import { peerSocket } from '#executors/system/sockets.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { peerOf } from './peer.ts';
import type { HttpEnv } from './peer.ts';

export type ConnectionUser = {
  /** `null`: this system does not tell. */
  readonly uid: number | null;
  /** Processes that hold it; of other users' the system tells root alone. */
  readonly holders: readonly number[];
};

const ELSEWHERE = 'open a connection of your own: run the command again, or reload the page';

/** Errors: `http.unauthorized`. */
export async function userOfConnection(context: Context<HttpEnv>): Promise<Result<ConnectionUser>> {
  if (process.platform !== 'linux') return ok({ uid: null, holders: [] });
  const { socket } = context.env.incoming;
  const [before, now] = await Promise.all([peerOf(context), peerSocket(socket)]);
  if (before === null || now === null || before.inode !== now.inode || before.uid !== now.uid)
    return unknown('whose this connection is cannot be told');
  const holders = await holdersOf(`socket:[${now.inode}]`);
  const others = [...new Set(holders.flatMap(usersOf))].filter((uid) => uid !== now.uid);
  if (others.length > 0)
    return unknown(
      `this connection is of user ${now.uid}, and a process of user ${others.join(', ')} holds it`,
    );
  // Root sees every process: what none of them holds is beyond this machine's own.
  if (holders.length === 0 && process.geteuid?.() === 0 && now.uid !== 0)
    return unknown('which process holds this connection cannot be told');
  return ok({ uid: now.uid, holders });
}

const unknown = (message: string): Result<never> => fail('http.unauthorized', message, { help: ELSEWHERE });
