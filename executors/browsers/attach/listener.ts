// Which process listens at an address of this machine, and whose, from the system's tables (Linux). INVARIANT: one process, or
// none is named.
import { holdersOf } from '#executors/system/holders.ts';
import { hexOf, tcpSockets } from '#executors/system/sockets.ts';

/** `pid`: `null` where no process is found that holds it, or several are. `open`: it also takes calls from other machines. */
export type Listener = { readonly pid: number | null; readonly uid: number; readonly open: boolean };

const ANY = new Set(['00000000', '00000000000000000000000000000000']);

/** `null` where none listens, or the system does not tell. */
export async function listenerAt(address: string, port: number): Promise<Listener | null> {
  const rows = (await tcpSockets()).filter((row) => row.listens && row.localPort === port);
  const exact = rows.filter((row) => row.local === hexOf(address));
  const candidates = exact.length > 0 ? exact : rows.filter((row) => ANY.has(row.local));
  const [found] = candidates;
  if (found === undefined) return null;
  // Of several that share an address nobody can say which one takes the call.
  const holders = candidates.length > 1 ? [] : await holdersOf(`socket:[${found.inode}]`);
  const [pid = null] = holders;
  return { pid: holders.length > 1 ? null : pid, uid: found.uid, open: ANY.has(found.local) };
}
