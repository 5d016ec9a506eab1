// HTTPS reaches the proxy as CONNECT host:port; remembers which decided request the next tunnel is for.
// INVARIANT: the tunnel is decided as well, with the address class that its name resolved to.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import type { PageActKind, Purpose } from '#policy/language/vocabulary.ts';
import type { TaskContext } from './context.ts';

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

const EXPECTED = new WeakMap<TaskContext, Map<string, Kept>>();

/** Notes that a request over TLS was allowed: the next tunnel to its server is for it. */
export function expectTunnel(task: TaskContext, expected: ExpectedTunnel, now: number): void {
  const server = serverOf(expected.url);
  if (server === null) return;
  const known = EXPECTED.get(task) ?? new Map<string, Kept>();
  EXPECTED.set(task, known);
  known.delete(server);
  known.set(server, { ...expected, notAfter: now + EXPECTED_TUNNEL_MS });
  forgetOldest(known, MAX_EXPECTED_TUNNELS);
}

/** The request that a tunnel is for, if the policy that allowed the request is still in force; else `null`. */
export function findExpectedTunnel(
  task: TaskContext,
  tunnel: { readonly url: string; readonly policyHash: string; readonly now: number },
): ExpectedTunnel | null {
  const kept = EXPECTED.get(task)?.get(serverOf(tunnel.url) ?? '');
  return kept === undefined || kept.policyHash !== tunnel.policyHash || tunnel.now > kept.notAfter
    ? null
    : kept;
}

function serverOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' ? parsed.host : null;
}
