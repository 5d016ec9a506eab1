// The one provenance that all agents share which use a gateway with tabs of their own: library, commands, MCP clients.
// INVARIANT: no tab, no task and no name that an agent gives itself has a separate memory: what one agent read, all agents have read.
import { MAX_TOKENS } from './ledger.ts';
import { Provenance } from './provenance.ts';

/** All of them together remember as much as so many tasks do, each for itself. */
const TASKS_OF_MEMORY = 8;

/** Nobody's words explain anything: an agent's own name and what it says are no intent. */
export const provenanceOfAgents = (
  secrets: Readonly<Record<string, { readonly origin: string; readonly value: string }>>,
): Provenance => new Provenance('', secrets, { tokensAtMost: MAX_TOKENS * TASKS_OF_MEMORY });
