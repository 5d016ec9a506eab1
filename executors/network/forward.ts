// Plain HTTP through the proxy: absolute-form requests and WebSocket upgrades.
// INVARIANT: what goes upstream is written again from parsed parts; hop-by-hop fields never cross.
import { request as send, type ClientRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { failure, type Failure } from '#policy/language/failure.ts';
import { urlFacts } from '#policy/requests/host.ts';
import { framingFields, framingOf, type Framing } from './framing.ts';
import { withHostOnlyCookies } from './host-only.ts';
import type { Ended } from './ledger.ts';
import type { Passage } from './passage.ts';
import { refuseRequest, refuseSocket, REFUSED_HEADER, statusOf } from './refusal.ts';
import { hostToDial, pinnedLookup, type Target } from './target.ts';

/** Of an answer's header. Chromium itself takes 256 KB. */
const MAX_RESPONSE_HEADER_BYTES = 131_072;

const HOP_BY_HOP = new Set([
  'connection',
  // Answered by the proxy itself.
  'expect',
  'http2-settings',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

type Asked = { url: URL; host: string; port: number; framing: Framing };

export async function forwardRequest(
  request: IncomingMessage,
  response: ServerResponse,
  passage: Passage,
): Promise<void> {
  const asked = parseTarget(request);
  if ('code' in asked) {
    response.writeHead(400, { [REFUSED_HEADER]: asked.code, connection: 'close' }).end(asked.message);
    return;
  }
  const { host, port, url } = asked;
  const method = request.method ?? 'GET';
  const target = await passage.gate.admit({ scheme: 'http', host, port, url: url.href, method });
  if (!target.ok) {
    refuseRequest(response, target.error);
    return;
  }
  if (!response.destroyed) exchange(request, response, { passage, asked, target: target.value }, true);
}

type Exchange = { readonly passage: Passage; readonly asked: Asked; readonly target: Target };

/** One request upstream. `again`: once more on a fresh connection, should the server have closed a kept one meanwhile. */
function exchange(
  request: IncomingMessage,
  response: ServerResponse,
  { passage, asked, target }: Exchange,
  again: boolean,
): void {
  const { gate, agent, ledger, limits } = passage;
  const hasBody = asked.framing.kind !== 'NONE';
  const upstream = send({ ...options(target, asked, request), agent, timeout: limits.answerMs });
  const bytes = countBytes(upstream);
  let answered = false;
  let open = 2;
  // Told once both sides are over: the server's bytes count then, and whether the browser got them all.
  const over = (): void => {
    open -= 1;
    const failed = !answered || !response.writableFinished;
    if (open === 0) ledger.add({ ...ended(asked, 'http', bytes()), failed });
  };
  const close = (): void => {
    upstream.destroy();
    over();
  };
  upstream.on('timeout', () => upstream.destroy(new Error('no answer in time')));
  upstream.on('error', (thrown) => {
    if (again && upstream.reusedSocket && !hasBody && !response.headersSent && !response.destroyed) {
      response.off('close', close);
      upstream.off('close', over);
      exchange(request, response, { passage, asked, target }, false);
    } else refuseRequest(response, gate.unreachable(asked.host, thrown));
  });
  upstream.on('response', (answer) => {
    answered = true;
    // 407 is the proxy's own word: a server that says it would be asking for the tab's credentials.
    const status = answer.statusCode === 407 ? 502 : (answer.statusCode ?? 502);
    response.writeHead(status, answer.statusMessage, withHostOnlyCookies(endToEnd(answer.rawHeaders)));
    answer.pipe(response);
    answer.on('error', () => response.destroy());
  });
  upstream.on('close', over);
  response.on('close', close);
  if (hasBody) request.pipe(upstream);
  else upstream.end();
}

export async function forwardUpgrade(
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
  passage: Passage,
): Promise<void> {
  const asked = parseTarget(request);
  const clean =
    !('code' in asked) &&
    asked.framing.kind === 'NONE' &&
    request.headers.upgrade?.toLowerCase() === 'websocket' &&
    request.method === 'GET';
  if (!clean) {
    refuseSocket(client, 400, 'network.denied');
    return;
  }
  const { gate, ledger, limits } = passage;
  const { host, port, url } = asked;
  const target = await gate.admit({ scheme: 'ws', host, port, url: url.href, method: 'GET' });
  if (!target.ok) {
    refuseSocket(client, statusOf(target.error), target.error.code);
    return;
  }
  if (client.destroyed) return;
  const base = options(target.value, asked, request);
  const headers = [...base.headers, 'Connection', 'Upgrade', 'Upgrade', 'websocket'];
  // No agent: node's own is shared by all tabs.
  const upstream = send({ ...base, headers, agent: false, timeout: limits.answerMs });
  const bytes = countBytes(upstream);
  upstream.on('timeout', () => upstream.destroy(new Error('no answer in time')));
  upstream.on('error', (thrown) => refuseSocket(client, 502, gate.unreachable(host, thrown).code));
  upstream.on('response', (answer) => {
    answer.resume();
    refuseSocket(client, 502, 'network.unreachable');
    upstream.destroy();
  });
  upstream.on('upgrade', (answer, socket, first) => {
    socket.setTimeout(limits.tunnelMs, () => socket.destroy());
    const lines = [`HTTP/1.1 101 Switching Protocols`, 'Connection: Upgrade', 'Upgrade: websocket'];
    const fields = withHostOnlyCookies(endToEnd(answer.rawHeaders));
    for (let at = 0; at + 1 < fields.length; at += 2) lines.push(`${fields[at]}: ${fields[at + 1]}`);
    client.write(`${lines.join('\r\n')}\r\n\r\n`);
    if (first.length > 0) client.write(first);
    if (head.length > 0) socket.write(head);
    client.pipe(socket);
    socket.pipe(client);
    client.on('error', () => socket.destroy()).on('close', () => socket.destroy());
    socket
      .on('error', () => client.destroy())
      .on('close', () => {
        client.destroy();
        ledger.add({ ...ended(asked, 'ws', bytes()), failed: false });
      });
  });
  client.on('close', () => upstream.destroy());
  upstream.end();
}

/** Bytes of this exchange alone, on a connection that others had before it and may have after it. */
function countBytes(upstream: ClientRequest): () => { up: number; down: number } {
  let socket: Socket | null = null;
  let from = { up: 0, down: 0 };
  let sum: { up: number; down: number } | null = null;
  const sofar = (): { up: number; down: number } =>
    socket === null
      ? { up: 0, down: 0 }
      : { up: socket.bytesWritten - from.up, down: socket.bytesRead - from.down };
  upstream.on('socket', (given) => {
    socket = given;
    from = { up: given.bytesWritten, down: given.bytesRead };
  });
  upstream.on('close', () => (sum = sofar()));
  return () => sum ?? sofar();
}

const ended = (
  { host, port }: Asked,
  scheme: 'http' | 'ws',
  bytes: { up: number; down: number },
): Omit<Ended, 'failed'> => ({ scheme, host, port, ...bytes });

function options(target: Target, asked: Asked, request: IncomingMessage) {
  return {
    host: target.host,
    port: target.port,
    lookup: pinnedLookup(target),
    method: request.method ?? 'GET',
    path: `${asked.url.pathname}${asked.url.search}`,
    setHost: false,
    maxHeaderSize: MAX_RESPONSE_HEADER_BYTES,
    insecureHTTPParser: false,
    headers: [
      'Host',
      asked.url.host,
      ...framingFields(asked.framing),
      ...endToEnd(request.rawHeaders, 'host', 'content-length'),
    ],
  };
}

/** A request's target, if it is unambiguous: absolute http URL, one Host field that says the same, no credentials in it. */
function parseTarget(request: IncomingMessage): Asked | Failure {
  const url = URL.parse(request.url ?? '');
  if (url === null || url.protocol !== 'http:') return bad('the proxy takes absolute http URLs and CONNECT');
  if (url.username !== '' || url.password !== '') return bad('a URL with credentials is refused');
  const hosts = request.headersDistinct['host'] ?? [];
  if (hosts.length !== 1 || URL.parse(`http://${hosts[0]}/`)?.host !== url.host) {
    return bad('the Host field does not match the URL');
  }
  const framing = framingOf(request);
  if (framing === null) return bad('where the request ends can be read in two ways');
  // Told by this field alone; over https the tab refuses it (guards/targets.ts).
  if (request.headers['service-worker'] !== undefined) return bad('service workers are refused');
  const host = hostToDial(url.hostname);
  // No browser spells an address oddly; what the policy would refuse to read is not read here.
  if (host === null || !urlFacts(request.url ?? '').ok) return bad('the host is malformed');
  return { url, host, port: url.port === '' ? 80 : Number(url.port), framing };
}

const bad = (message: string): Failure => failure('network.denied', message);

function endToEnd(raw: readonly string[], ...also: readonly string[]): string[] {
  const dropped = new Set([...HOP_BY_HOP, REFUSED_HEADER, ...also]);
  for (let at = 0; at + 1 < raw.length; at += 2) {
    if (raw[at]?.toLowerCase() !== 'connection') continue;
    for (const name of raw[at + 1]?.split(',') ?? []) dropped.add(name.trim().toLowerCase());
  }
  const kept: string[] = [];
  for (let at = 0; at + 1 < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (!dropped.has(name.toLowerCase())) kept.push(name, raw[at + 1] ?? '');
  }
  return kept;
}
