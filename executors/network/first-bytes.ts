// What a CONNECT tunnel is used for, told from the client's first bytes. Pure.
// INVARIANT: a tunnel carries TLS to the host that was decided on, or a WebSocket handshake for it, and nothing else.
import { hostToDial } from './target.ts';

export type TunnelUse =
  | {
      readonly use: 'TLS';
      readonly serverName: string | null;
      readonly encryptedHello: boolean;
      /** HTTP/2 is offered: Chromium does so for every request, and not for a WebSocket. */
      readonly http2: boolean;
    }
  | { readonly use: 'WEBSOCKET'; readonly host: string | null; readonly port: number; readonly path: string }
  | { readonly use: 'INCOMPLETE' }
  | { readonly use: 'OTHER' };

const MAX_FIRST_BYTES = 16_384;
const TLS_RECORD_HANDSHAKE = 0x16;
const TLS_CLIENT_HELLO = 0x01;
const TLS_EXTENSION_SERVER_NAME = 0;
/** RFC 7301. */
const TLS_EXTENSION_ALPN = 16;
/** RFC 9849: the real server name would be out of sight. */
const TLS_EXTENSION_ENCRYPTED_CLIENT_HELLO = 0xfe0d;

/** RFC 9112: a name right before its colon, no folding, no control characters, so that no server reads other fields than we. */
const FIELD =
  /^([!#$%&'*+.^_`|~0-9a-z-]+):[\t ]*(?:([\x21-\x7e\x80-\xff]+(?:[\t ]+[\x21-\x7e\x80-\xff]+)*)[\t ]*)?$/i;
const UPGRADE = /^GET (\/[\x21-\x7e]*) HTTP\/1\.1$/;

export function readTunnelUse(bytes: Buffer): TunnelUse {
  const [first] = bytes;
  if (first === undefined) return { use: 'INCOMPLETE' };
  const found = first === TLS_RECORD_HANDSHAKE ? readClientHello(bytes) : readUpgrade(bytes);
  return found.use === 'INCOMPLETE' && bytes.length > MAX_FIRST_BYTES ? { use: 'OTHER' } : found;
}

function readUpgrade(bytes: Buffer): TunnelUse {
  const text = bytes.toString('latin1', 0, MAX_FIRST_BYTES);
  if (!'GET '.startsWith(text.slice(0, 4)) && !text.startsWith('GET ')) return { use: 'OTHER' };
  const end = text.indexOf('\r\n\r\n');
  if (end === -1) return { use: 'INCOMPLETE' };
  const [start, ...lines] = text.slice(0, end).split('\r\n');
  const path = UPGRADE.exec(start ?? '')?.[1];
  const fields = lines.map((line) => FIELD.exec(line));
  const values = (name: string): string[] =>
    fields.flatMap((field) => (field?.[1]?.toLowerCase() === name ? [field[2] ?? ''] : []));
  const [authority, ...moreHosts] = values('host');
  const [upgrade, ...moreUpgrades] = values('upgrade');
  const clean =
    fields.every((field) => field !== null) &&
    moreHosts.length === 0 &&
    moreUpgrades.length === 0 &&
    upgrade?.toLowerCase() === 'websocket' &&
    values('content-length').length === 0 &&
    values('transfer-encoding').length === 0;
  const named = /^(.+?)(?::(\d{1,5}))?$/.exec(authority ?? '');
  if (!clean || path === undefined || named === null) return { use: 'OTHER' };
  return { use: 'WEBSOCKET', host: hostToDial(named[1] ?? ''), port: Number(named[2] ?? 80), path };
}

/** RFC 8446 4.1.2 and RFC 6066 3; the hello may span several records. */
function readClientHello(bytes: Buffer): TunnelUse {
  const parts: Buffer[] = [];
  let wanted = Number.POSITIVE_INFINITY;
  let have = 0;
  for (let at = 0; have < wanted;) {
    if (at + 5 > bytes.length) return { use: 'INCOMPLETE' };
    const length = bytes.readUInt16BE(at + 3);
    if (bytes[at] !== TLS_RECORD_HANDSHAKE || length === 0) return { use: 'OTHER' };
    if (at + 5 + length > bytes.length) return { use: 'INCOMPLETE' };
    parts.push(bytes.subarray(at + 5, at + 5 + length));
    have += length;
    at += 5 + length;
    const hello = Buffer.concat(parts);
    if (hello[0] !== TLS_CLIENT_HELLO) return { use: 'OTHER' };
    if (have >= 4) wanted = 4 + hello.readUIntBE(1, 3);
  }
  try {
    return { use: 'TLS', ...readExtensions(Buffer.concat(parts)) };
  } catch {
    return { use: 'OTHER' }; // lengths that lead out of the message
  }
}

function readExtensions(hello: Buffer): Omit<Extract<TunnelUse, { use: 'TLS' }>, 'use'> {
  let at = 4 + 2 + 32;
  at += 1 + hello.readUInt8(at); // session id
  at += 2 + hello.readUInt16BE(at); // cipher suites
  at += 1 + hello.readUInt8(at); // compression methods
  let serverName: string | null = null;
  let encryptedHello = false;
  let http2 = false;
  if (at >= hello.length) return { serverName, encryptedHello, http2 };
  const end = at + 2 + hello.readUInt16BE(at);
  const seen = new Set<number>();
  for (at += 2; at < end;) {
    const type = hello.readUInt16BE(at);
    const length = hello.readUInt16BE(at + 2);
    at += 4;
    if (seen.has(type)) throw new RangeError('an extension twice');
    seen.add(type);
    encryptedHello ||= type === TLS_EXTENSION_ENCRYPTED_CLIENT_HELLO;
    if (type === TLS_EXTENSION_SERVER_NAME) {
      // A list of exactly one name, so that nobody may pick another.
      const size = hello.readUInt16BE(at + 3);
      if (hello.readUInt8(at + 2) !== 0 || size + 5 !== length) throw new RangeError('not one host name');
      serverName = hostToDial(hello.toString('latin1', at + 5, at + 5 + size));
      if (serverName === null) throw new RangeError('not a host name');
    }
    if (type === TLS_EXTENSION_ALPN) http2 = offersHttp2(hello.subarray(at + 2, at + length));
    at += length;
  }
  return { serverName, encryptedHello, http2 };
}

/** A list of names, each after its length. */
function offersHttp2(list: Buffer): boolean {
  for (let at = 0; at < list.length;) {
    const end = at + 1 + list.readUInt8(at);
    if (list.toString('latin1', at + 1, end) === 'h2') return true;
    at = end;
  }
  return false;
}
