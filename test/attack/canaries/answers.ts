// What the attacker's servers answer: whatever the way's page asked for, so that it goes on.
import type { IncomingMessage, ServerResponse } from 'node:http';

const TYPES: Readonly<Record<string, string>> = {
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  json: 'application/json',
  xml: 'application/xml',
  xsl: 'application/xslt+xml',
  vtt: 'text/vtt',
  manifest: 'application/manifest+json',
  events: 'text/event-stream',
};

export function answerOfCanary(request: IncomingMessage, response: ServerResponse): void {
  const path = (request.url ?? '/').replace(/[?#].*$/u, '');
  const extension = /\.([a-z]+)$/u.exec(path)?.[1] ?? '';
  response.writeHead(200, {
    'content-type': TYPES[extension] ?? 'text/html; charset=utf-8',
    'access-control-allow-origin': '*',
    'access-control-allow-headers': '*',
    'access-control-allow-private-network': 'true',
    'cache-control': 'no-store',
  });
  request.resume();
  response.end(extension === '' ? '<!doctype html><title>canary</title>canary' : '');
}
