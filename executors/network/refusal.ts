// How the proxy says no: a plain page and a header that no server can forge (it is stripped from every answer).
import type { ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorCode, Failure } from '#policy/language/failure.ts';

export const REFUSED_HEADER = 'x-ghost-refused';

const STATUS: Partial<Record<ErrorCode, number>> = {
  'network.denied': 403,
  'network.private-address': 403,
  'network.resolution-failed': 502,
  'network.unreachable': 502,
};
/** Time for whoever was refused to read it. */
const LINGER_MS = 2_000;
const REASON: Record<number, string> = {
  400: 'Bad Request',
  403: 'Forbidden',
  407: 'Proxy Authentication Required',
  502: 'Bad Gateway',
};

export const statusOf = (refused: Failure): number => STATUS[refused.code] ?? 403;

export function refuseRequest(response: ServerResponse, refused: Failure): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(statusOf(refused), {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    connection: 'close',
    [REFUSED_HEADER]: refused.code,
  });
  response.end(page(refused));
}

/** For CONNECT and upgrades, which have a bare socket. It is gone soon after: its other end might never close it. */
export function refuseSocket(
  socket: Duplex,
  status: number,
  code: string,
  headers: readonly string[] = [],
): void {
  const lines = [
    `HTTP/1.1 ${status} ${REASON[status] ?? 'Refused'}`,
    ...headers,
    `${REFUSED_HEADER}: ${code}`,
    'Content-Length: 0',
    'Connection: close',
  ];
  // Not at once: what is closed with something unread in it takes the answer along.
  const impatient = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(impatient));
  socket.resume();
  socket.end(`${lines.join('\r\n')}\r\n\r\n`);
}

function page(refused: Failure): string {
  const text = `${refused.message}${refused.help === undefined ? '' : `: ${refused.help}`}`;
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Blocked</title><h1>Blocked</h1><p>${escapeHtml(text)}</p></html>`;
}

/** Text as HTML shows it, in attributes too. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0) ?? 0};`);
