// The proxy's two routes for persons: whether it takes them, and that they signed out. INVARIANT: the token goes to the proxy of the
// settings alone, and no redirect takes it elsewhere.
import { z } from 'zod';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';

export interface Proxy {
  /** `null`: it takes the token. Errors: `identity.not-allowed`, `identity.refused`, `identity.proxy-unreachable`. */
  whoAmI(token: string, signal: AbortSignal): Promise<Failure | null>;
  /** `null`: it takes it no more. Errors as above. */
  signOut(token: string, signal: AbortSignal): Promise<Failure | null>;
}

const TIMEOUT_MS = 10_000;
const refusal = z.object({ error: z.object({ message: z.string().max(300) }) });

export function proxyAt(baseUrl: string): Proxy {
  const base = baseUrl.replace(/(?<!\/)\/+$/u, '');
  const call = async (
    method: 'GET' | 'POST',
    path: string,
    token: string,
    signal: AbortSignal,
  ): Promise<Failure | null> => {
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}` },
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const body: unknown = await response.json().catch(() => null);
      return response.ok ? null : refusedBy(response.status, body);
    } catch (thrown) {
      signal.throwIfAborted();
      return failure('identity.proxy-unreachable', 'the proxy cannot be reached', {
        cause: thrown,
        help: 'check the network and `navigator.baseUrl` in config.yaml',
      });
    }
  };
  return {
    whoAmI: (token, signal) => call('GET', '/v1/whoami', token, signal),
    signOut: (token, signal) => call('POST', '/v1/logout', token, signal),
  };
}

function refusedBy(status: number, body: unknown): Failure {
  const cause = refusal.safeParse(body).data?.error.message;
  if (status === 403)
    return failure('identity.not-allowed', 'the proxy does not let this person call a model', {
      cause,
      help: 'ask who runs it: ALLOWED_DOMAINS or ALLOWED_SUBJECTS of the proxy say who may',
    });
  if (status === 401)
    return failure('identity.refused', 'the proxy refused the ID token', {
      cause,
      help: 'check that the proxy’s OIDC_ISSUER and OIDC_AUDIENCES are those of `navigator.signIn`',
    });
  return failure('identity.proxy-unreachable', `the proxy answered with status ${status}`, {
    cause,
    help: 'try again, or look at the proxy’s log',
  });
}
