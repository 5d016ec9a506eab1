// Looks a name up without the process's threads, so that dead names hold up nobody: by the hosts file and the name servers,
// or by a process of its own where the machine's resolver knows more. INVARIANT: an aborted look-up leaves nothing behind.
import { Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { errorCode } from '#executors/system/error-code.ts';
import { addressesBySystem } from './by-system.ts';
import { isOrdinary, MACHINE_FILES, readMachine, type MachineFiles } from './machine.ts';

export type ResolvedAddress = { readonly address: string; readonly family: number };
/** All addresses; throws where there is none. Tests put a name server of their own in its place. */
export type ResolveName = (host: string, signal: AbortSignal) => Promise<readonly ResolvedAddress[]>;

export type LookUpOptions = {
  readonly files?: MachineFiles;
  /** Default: those of `resolv.conf`. */
  readonly servers?: readonly string[];
  /** Where names go that are not ordinary. */
  readonly system?: ResolveName;
  readonly platform?: NodeJS.Platform;
};

/** The first wait for a name server; the second try waits twice as long. */
const FIRST_TRY_MS = 1_200;
const TRIES = 2;
/** One family has answered: so long the other may still. */
const GRACE_MS = 1_000;
/** No such name, or no such record: an answer, and where short names are completed not the last one. */
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

export function createLookUp(options: LookUpOptions = {}): ResolveName {
  const { files = MACHINE_FILES, servers = [], system = askMachine, platform = process.platform } = options;
  return async (host, signal) => {
    signal.throwIfAborted();
    // Elsewhere the system's resolver follows rules of its own: scoped servers, policies of the network.
    if (platform !== 'linux') return system(host, signal);
    const machine = readMachine(files);
    const own = machine.sources === null ? undefined : machine.hosts.get(host);
    if (own !== undefined) return own.map(resolved);
    if (!isOrdinary(host, machine)) return system(host, signal);
    try {
      return await byServers(host, servers, signal);
    } catch (thrown) {
      if (!machine.completes || signal.aborted || !NONE.has(errorCode(thrown))) throw thrown;
      return system(host, signal);
    }
  };
}

export const resolveBySystem: ResolveName = createLookUp();

/** A resolver a name: cancelling it ends this look-up alone, and changed servers count at once. */
async function byServers(
  host: string,
  servers: readonly string[],
  signal: AbortSignal,
): Promise<readonly ResolvedAddress[]> {
  const resolver = new Resolver({ timeout: FIRST_TRY_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener('abort', cancel, { once: true });
  let grace: NodeJS.Timeout | undefined;
  const answered = (addresses: readonly string[]): readonly string[] => {
    grace ??= setTimeout(cancel, GRACE_MS);
    return addresses;
  };
  try {
    const [four, six] = await Promise.allSettled([
      resolver.resolve4(host).then(answered),
      resolver.resolve6(host).then(answered),
    ]);
    signal.throwIfAborted();
    const found = (reachesSix() ? [six, four] : [four, six]).flatMap((one) =>
      one.status === 'fulfilled' ? one.value : [],
    );
    if (found.length > 0) return found.map(resolved);
    // A server that did not answer says more than one that has no such record.
    const reasons = [four, six].flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
    throw reasons.find((reason) => !NONE.has(errorCode(reason))) ?? reasons[0] ?? new Error('no address');
  } finally {
    clearTimeout(grace);
    signal.removeEventListener('abort', cancel);
  }
}

async function askMachine(host: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
  return (await addressesBySystem(host, signal)).map(resolved);
}

/** An address of version 6 that others can reach; without one, version 4 is tried first (RFC 6724). */
function reachesSix(): boolean {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? []);
  return all.some(
    ({ family, internal, address }) => family === 'IPv6' && !internal && !/^fe[89ab]/i.test(address),
  );
}

const resolved = (address: string): ResolvedAddress => ({ address, family: isIP(address) });
