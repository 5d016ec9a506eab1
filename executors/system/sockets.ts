// The TCP sockets of this machine as the kernel lists them, with the user each belongs to (Linux). INVARIANT: a socket that no
// process holds any more belongs to nobody that is known; what the system does not tell is `null`, never root.
import { readFile } from 'node:fs/promises';
import type { Socket } from 'node:net';

export type TcpSocket = {
  /** As the table has them: hexadecimal digits, in words of the machine's own order. */
  readonly local: string;
  readonly localPort: number;
  readonly remote: string;
  readonly remotePort: number;
  readonly listens: boolean;
  /** `0` for one that no process holds: closed, and not gone yet. Its `uid` then means nothing. */
  readonly inode: string;
  readonly uid: number;
};

const LISTEN = '0A';

/** `[]` where there is no such table. */
export async function tcpSockets(): Promise<readonly TcpSocket[]> {
  if (process.platform !== 'linux') return [];
  const tables = await Promise.all(
    ['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8').catch(() => '')),
  );
  return tables.flatMap(parseSockets);
}

/** `sl local_address rem_address st tx_queue:rx_queue tr:tm->when retrnsmt uid timeout inode`. */
export function parseSockets(text: string): readonly TcpSocket[] {
  return text
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [, local = '', remote = '', state, , , , uid, , inode] = line.trim().split(/\s+/);
      const [from, fromPort] = local.split(':');
      const [to, toPort] = remote.split(':');
      if (from === undefined || fromPort === undefined || to === undefined || toPort === undefined) return [];
      if (uid === undefined || inode === undefined || !/^\d+$/u.test(uid)) return [];
      return [
        {
          local: from,
          localPort: Number.parseInt(fromPort, 16),
          remote: to,
          remotePort: Number.parseInt(toPort, 16),
          listens: state === LISTEN,
          inode,
          uid: Number(uid),
        },
      ];
    });
}

type Ends = Pick<Socket, 'remoteAddress' | 'remotePort' | 'localAddress' | 'localPort'>;

/**
 * The kernel gives its table out in pieces and is no picture of one moment: a row may be missing, or stand there twice, while other
 * connections come and go.
 */
const READINGS = 3;

/**
 * The other end of a connection on this machine. `null` where that cannot be told (not Linux, another network namespace, an end
 * that is closed already): whoever asks must then refuse.
 */
export async function peerSocket(socket: Ends, read = tcpSockets): Promise<TcpSocket | null> {
  const { remoteAddress, remotePort, localAddress, localPort } = socket;
  if (remoteAddress === undefined || localAddress === undefined) return null;
  const from = formsOf(remoteAddress);
  const to = formsOf(localAddress);
  for (let reading = 0; reading < READINGS; reading += 1) {
    // oxlint-disable-next-line no-await-in-loop -- read again only where it was not found
    const rows = (await read()).filter(
      (one) =>
        one.inode !== '0' &&
        one.localPort === remotePort &&
        one.remotePort === localPort &&
        from.has(one.local) &&
        to.has(one.remote),
    );
    const [only] = rows;
    if (only === undefined) continue;
    return rows.every(({ inode, uid }) => inode === only.inode && uid === only.uid) ? only : null;
  }
  return null;
}

/** An IPv4 address is in the table of IPv6 as a mapped one. */
function formsOf(address: string): ReadonlySet<string> {
  const four = /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/iu.exec(address)?.[1];
  if (four === undefined) return new Set([hexOf(address)]);
  const hex = hexOf(four);
  return new Set([hex, `0000000000000000FFFF0000${hex}`]);
}

/** Of an IPv4 address or `::1`. Words of four bytes, each in the machine's own (little-endian) order. */
export function hexOf(address: string): string {
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
