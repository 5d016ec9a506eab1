// What a request on its way through a tab's proxy needs: who decides on it, which connections it may use, who counts it.
import type { Agent } from 'node:http';
import type { Preconnections } from './preconnections.ts';
import type { Gatekeeper } from './gatekeeper.ts';
import type { Ledger } from './ledger.ts';
import type { Limits } from './limits.ts';

/** What a request on its way through needs. */
export type Passage = {
  readonly gate: Gatekeeper;
  /** Connections that are kept alive stay within the tab. */
  readonly agent: Agent;
  readonly ahead: Preconnections;
  readonly ledger: Ledger;
  readonly limits: Limits;
  readonly socketsTo: (host: string, port: number) => Promise<readonly string[]>;
};
