// Which process listens at an address of this machine, from the system's tables (Linux). INVARIANT: one process, or none is named.
import { readdir, readFile, readlink } from 'node:fs/promises';

/** `open`: it also takes calls from other machines. */
export type Listener = { readonly pid: number; readonly open: boolean };

const LISTEN = '0A';
const ANY = new Set(['00000000', '00000000000000000000000000000000']);

/** `null` where none is found, several are, or the system does not tell. */
export async function listenerAt(address: string, port: number): Promise<Listener | null> {
  if (process.platform !== 'linux') return null;
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  const rows = tables.flatMap((text) => listening(text)).filter((row) => row.port === port);
  const found =
    rows.find((row) => row.address === hexOf(address)) ?? rows.find((row) => ANY.has(row.address));
  if (found === undefined) return null;
  const holders = await holdersOf(`socket:[${found.inode}]`);
  const [pid] = holders;
  return pid === undefined || holders.length > 1 ? null : { pid, open: ANY.has(found.address) };
}

type Row = { readonly address: string; readonly port: number; readonly inode: string };

/** The listening sockets of `/proc/net/tcp`: `sl local_address rem_address st … uid timeout inode`, numbers in hexadecimal digits. */
export function listening(text: string): readonly Row[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const fields = line.trim().split(/\s+/);
      const [address, port] = (fields[1] ?? '').split(':');
      const inode = fields[9];
      if (fields[3] !== LISTEN || address === undefined || port === undefined || inode === undefined)
        return [];
      return [{ address, port: Number.parseInt(port, 16), inode }];
    });
}

/** Addresses stand there in words of four bytes, each in the machine's own (little-endian) order. */
function hexOf(address: string): string {
  const bytes = address.includes(':')
    ? [...Array.from({ length: 15 }, () => 0), 1]
    : address.split('.').map(Number);
  const words = Array.from({ length: bytes.length / 4 }, (_, at) =>
    bytes.slice(at * 4, at * 4 + 4).toReversed(),
  );
  return words
    .flat()
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
    .toUpperCase();
}

async function holdersOf(socket: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const held = await Promise.all(pids.map((pid) => holds(pid, socket)));
  return pids.filter((_, at) => held[at] === true).map(Number);
}

/** Of processes of other users the system does not tell (unless to root): they are no holders. */
async function holds(pid: string, socket: string): Promise<boolean> {
  const names = await readdir(`/proc/${pid}/fd`).catch((): string[] => []);
  const links = await Promise.all(names.map((name) => readlink(`/proc/${pid}/fd/${name}`).catch(() => '')));
  return links.includes(socket);
}
