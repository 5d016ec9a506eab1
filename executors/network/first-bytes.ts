// What a CONNECT tunnel is used for, told from the client's first bytes. Pure.
// INVARIANT: a tunnel carries TLS to the host that was decided on, or a WebSocket handshake for it, and nothing else.
import { canonicalHost } from './target.ts';

export type TunnelUse =
  | { readonly use: 'TLS'; readonly serverName: string | null }
  | { readonly use: 'WEBSOCKET'; readonly host: string | null }
  | { readonly use: 'INCOMPLETE' }
  | { readonly use: 'OTHER' };

const MOST = 16_384;
const HANDSHAKE = 0x16;
const CLIENT_HELLO = 0x01;
const SERVER_NAME = 0;

export function readTunnelUse(bytes: Buffer): TunnelUse {
  const [first] = bytes;
  if (first === undefined) return { use: 'INCOMPLETE' };
  const found = first === HANDSHAKE ? readClientHello(bytes) : readUpgrade(bytes);
  return found.use === 'INCOMPLETE' && bytes.length > MOST ? { use: 'OTHER' } : found;
}

function readUpgrade(bytes: Buffer): TunnelUse {
  const text = bytes.toString('latin1', 0, MOST);
  if (!'GET '.startsWith(text.slice(0, 4)) && !text.startsWith('GET ')) return { use: 'OTHER' };
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return { use: 'INCOMPLETE' };
  const [start, ...lines] = text.slice(0, end).split('\r\n');
  const values = (name: string): string[] =>
    lines
      .filter((line) => line.toLowerCase().startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).trim());
  const hosts = values('host');
  const upgrades = values('upgrade');
  const clean =
    start !== undefined &&
    /^GET \S+ HTTP\/1\.1$/.test(start) &&
    hosts.length === 1 &&
    upgrades.length === 1 &&
    upgrades[0]?.toLowerCase() === 'websocket' &&
    values('content-length').length === 0 &&
    values('transfer-encoding').length === 0;
  if (!clean) return { use: 'OTHER' };
  return { use: 'WEBSOCKET', host: canonicalHost(hosts[0]?.replace(/:\d+$/, '') ?? '') };
}

/** RFC 8446 4.1.2 and RFC 6066 3; the hello may span several records. */
function readClientHello(bytes: Buffer): TunnelUse {
  const parts: Buffer[] = [];
  let wanted = Number.POSITIVE_INFINITY;
  let have = 0;
  for (let at = 0; have < wanted;) {
    if (at + 5 > bytes.length) return { use: 'INCOMPLETE' };
    const length = bytes.readUInt16BE(at + 3);
    if (bytes[at] !== HANDSHAKE || length === 0) return { use: 'OTHER' };
    if (at + 5 + length > bytes.length) return { use: 'INCOMPLETE' };
    parts.push(bytes.subarray(at + 5, at + 5 + length));
    have += length;
    at += 5 + length;
    const hello = Buffer.concat(parts);
    if (hello[0] !== CLIENT_HELLO) return { use: 'OTHER' };
    if (have >= 4) wanted = 4 + hello.readUIntBE(1, 3);
  }
  try {
    return { use: 'TLS', serverName: serverName(Buffer.concat(parts)) };
  } catch {
    return { use: 'OTHER' }; // lengths that lead out of the message
  }
}

function serverName(hello: Buffer): string | null {
  let at = 4 + 2 + 32;
  at += 1 + hello.readUInt8(at); // session id
  at += 2 + hello.readUInt16BE(at); // cipher suites
  at += 1 + hello.readUInt8(at); // compression methods
  if (at >= hello.length) return null;
  const end = at + 2 + hello.readUInt16BE(at);
  for (at += 2; at < end;) {
    const type = hello.readUInt16BE(at);
    const length = hello.readUInt16BE(at + 2);
    at += 4;
    if (type === SERVER_NAME) {
      const size = hello.readUInt16BE(at + 3);
      return canonicalHost(hello.toString('latin1', at + 5, at + 5 + size));
    }
    at += length;
  }
  return null;
}
