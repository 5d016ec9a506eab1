// What every answer carries. INVARIANT: no inline script or style, no foreign resource, no framing but the one that is named.
import type { Context, MiddlewareHandler } from 'hono';
import { failure } from '#policy/language/failure.ts';

/** The policy editor's checker runs generated code alone, and can reach nothing: no network, no page, no storage of the app. */
const WORKER = "default-src 'none'; script-src 'none'";
const isChecker = (path: string): boolean => /^\/assets\/policy-worker-[\w-]+\.js$/u.test(path);

const TURNED_AWAY = new Set([401, 403, 413, 421]);

export const tooLarge = (context: Context): Response =>
  context.json({ error: failure('http.bad-request', 'the request’s body is too large') }, 413);

export function securityHeaders(options: { frameSrc: string; frameAncestors: string }): MiddlewareHandler {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'self'",
    "img-src 'self' blob: data:",
    "font-src 'self'",
    `frame-src ${options.frameSrc}`,
    `frame-ancestors ${options.frameAncestors}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return async (context, next) => {
    await next();
    context.header('Content-Security-Policy', isChecker(context.req.path) ? WORKER : policy);
    context.header('X-Content-Type-Options', 'nosniff');
    context.header('Referrer-Policy', 'no-referrer');
    context.header('Cross-Origin-Resource-Policy', 'same-origin');
    // Whatever page opened the window holds it no longer, whether or not it let go of it by itself.
    context.header('Cross-Origin-Opener-Policy', 'same-origin');
    context.header('Cache-Control', 'no-store');
    // A process of its own in the browser, although both origins are one site.
    context.header('Origin-Agent-Cluster', '?1');
    // Whoever is turned away is not read any further.
    if (TURNED_AWAY.has(context.res.status)) context.header('Connection', 'close');
  };
}

/** DNS rebinding: a request has to name this loopback origin itself. */
export function loopbackOnly(allowedHosts: () => readonly string[]): MiddlewareHandler {
  return async (context, next) => {
    const host = context.req.header('host') ?? '';
    if (!allowedHosts().includes(host))
      return context.text('this server answers on its loopback address only', 421);
    await next();
  };
}
