// HTTPS reaches the proxy as CONNECT host:port; remembers for one tab which decided request the next tunnel is for.
// INVARIANT: the tunnel is decided as well, with the address class that its name resolved to.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import type { PageActKind, Purpose } from '#policy/language/vocabulary.ts';

/** How long a browser may take from a request's verdict to its tunnel. */
const EXPECTED_TUNNEL_MS = 30_000;
const MAX_EXPECTED_TUNNELS = 200;

export type ExpectedTunnel = {
  readonly url: string;
  readonly purpose: Purpose;
  /** Of a page; `NONE` for a document that the task itself goes to. */
  readonly pageAct: PageActKind | 'NONE';
  readonly policyHash: string;
};
type Kept = ExpectedTunnel & { readonly notAfter: number };

export class ExpectedTunnels {
  /** By the server, as `host:port`. */
  readonly #kept = new Map<string, Kept>();

  /** Notes that a request over TLS was allowed: the next tunnel to its server is for it. */
  expect(expected: ExpectedTunnel, now: number): void {
    const server = serverOf(expected.url);
    if (server === null) return;
    this.#kept.delete(server);
    this.#kept.set(server, { ...expected, notAfter: now + EXPECTED_TUNNEL_MS });
    forgetOldest(this.#kept, MAX_EXPECTED_TUNNELS);
  }

  /** The request that a tunnel is for, if the policy that allowed the request is still in force; else `null`. */
  find(tunnel: {
    readonly url: string;
    readonly policyHash: string;
    readonly now: number;
  }): ExpectedTunnel | null {
    const kept = this.#kept.get(serverOf(tunnel.url) ?? '');
    return kept === undefined || kept.policyHash !== tunnel.policyHash || tunnel.now > kept.notAfter
      ? null
      : kept;
  }
}

function serverOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' ? parsed.host : null;
}
