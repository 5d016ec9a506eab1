// Who gets in: the addresses that are given out, and whose requests are looked at.
// INVARIANT: no page gets in, no other user of the machine where the system tells users, and nobody without an address that works once and
// ends soon; where it does not tell them, no address is given out but the one that was printed.
import type { IncomingMessage } from 'node:http';
import { peerSocket } from '#executors/system/sockets.ts';
import { SingleUse } from '#gateway/surfaces/http/identity/single-use.ts';
import { LOOPBACK } from '#gateway/surfaces/http/wire/listening.ts';

/** An address that nobody used by then leads nowhere. */
export const TOKEN_MS = 5 * 60_000;
/** Given out and not used yet. */
export const MOST_TOKENS = 64;
const SOCKET_PATH = '/devtools/browser/';
/** As `ws` has them: a request that it would refuse is refused before its address is used up. */
const KEY = /^[+/0-9A-Za-z]{22}==$/u;
const VERSIONS = new Set(['13', '8']);

export class Addresses {
  /** Apart from the others, so that no number of looks takes its place. */
  readonly #printed: SingleUse<true>;
  readonly #asked: SingleUse<true>;

  constructor(now?: () => number) {
    this.#printed = new SingleUse(now, 1);
    this.#asked = new SingleUse(now, MOST_TOKENS);
  }

  print(port: number): string {
    return addressOf(port, this.#printed.issue(true, TOKEN_MS));
  }

  /** `null`: as many wait to be used as may. */
  give(port: number): string | null {
    return this.#asked.size >= MOST_TOKENS ? null : addressOf(port, this.#asked.issue(true, TOKEN_MS));
  }

  /** It is used up by whoever brings it, in time or late, first or second. */
  redeem(path: string): boolean {
    if (!path.startsWith(SOCKET_PATH)) return false;
    const token = path.slice(SOCKET_PATH.length);
    return this.#printed.redeem(token) === true || this.#asked.redeem(token) === true;
  }
}

const addressOf = (port: number, token: string): string => `ws://${LOOPBACK}:${port}${SOCKET_PATH}${token}`;

export type TurnedAway = { readonly status: 400 | 403 | 421 | 503; readonly why: string };

/** Whether the system says whose a connection is. */
export const tellsUsers = (): boolean => process.platform === 'linux' && process.getuid !== undefined;

/** A page's request, one by another name, or another user's: `null` for none of them. */
export async function turnedAway(
  { headers, socket }: IncomingMessage,
  { port, knowsUsers }: { readonly port: number; readonly knowsUsers: boolean },
): Promise<TurnedAway | null> {
  const names = [LOOPBACK, 'localhost', '[::1]'].map((name) => `${name}:${port}`);
  if (!names.includes(headers.host ?? ''))
    return { status: 421, why: 'this server answers on its loopback address only' };
  // Browsers write these by themselves, and no page can leave them out.
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined)
    return { status: 403, why: 'no page is a client of this endpoint' };
  if (!knowsUsers) return null;
  const peer = await peerSocket(socket);
  return peer !== null && peer.uid === process.getuid?.()
    ? null
    : { status: 403, why: 'this connection is not one of the gateway’s own user' };
}

export const isHandshake = ({ method, headers }: IncomingMessage): boolean =>
  method === 'GET' &&
  headers.upgrade?.toLowerCase() === 'websocket' &&
  KEY.test(headers['sec-websocket-key'] ?? '') &&
  VERSIONS.has(headers['sec-websocket-version'] ?? '');
