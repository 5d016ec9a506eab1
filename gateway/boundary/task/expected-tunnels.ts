// What a TLS tunnel is for: the choke point sees a host and a port alone, the request behind it was decided on with its whole
// address. INVARIANT: the tunnel's own question is asked all the same, with the address class that the name turned out to have.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import type { PageActKind, Purpose } from '#policy/language/vocabulary.ts';
import type { TaskContext } from './context.ts';

/** How long a browser may take from a request's verdict to its tunnel. */
const AWAITED_MS = 30_000;
const MAX_EXPECTED_TUNNELS = 200;

export type Awaited = {
  readonly url: string;
  readonly purpose: Purpose;
  /** Of a page; `NONE` for a document that the task itself goes to. */
  readonly pageAct: PageActKind | 'NONE';
  readonly policyHash: string;
};
type Kept = Awaited & { readonly notAfter: number };

const AWAITED = new WeakMap<TaskContext, Map<string, Kept>>();

/** A request over TLS was allowed: the next tunnel to its server is for it. */
export function awaitTunnel(task: TaskContext, awaited: Awaited, now: number): void {
  const server = serverOf(awaited.url);
  if (server === null) return;
  const known = AWAITED.get(task) ?? new Map<string, Kept>();
  AWAITED.set(task, known);
  known.delete(server);
  known.set(server, { ...awaited, notAfter: now + AWAITED_MS });
  forgetOldest(known, MAX_EXPECTED_TUNNELS);
}

/** What the tunnel is for, under the policy that allowed it. */
export function awaitedTunnel(
  task: TaskContext,
  tunnel: { readonly url: string; readonly policyHash: string; readonly now: number },
): Awaited | null {
  const kept = AWAITED.get(task)?.get(serverOf(tunnel.url) ?? '');
  return kept === undefined || kept.policyHash !== tunnel.policyHash || tunnel.now > kept.notAfter
    ? null
    : kept;
}

function serverOf(url: string): string | null {
  const parsed = URL.parse(url);
  return parsed?.protocol === 'https:' ? parsed.host : null;
}
