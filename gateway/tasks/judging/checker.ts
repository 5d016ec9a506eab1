// Follows a navigator through one subtask with the offline grammar, so that its DONE can be held against what the person asked for.
// INVARIANT: the clauses come of the person's words alone; a navigator can neither drop one nor say which step served it.
import type { Memory, Navigator, Observation, Proposal } from '#engines/navigator/contract.ts';
import {
  clausesAsked,
  clausesByPage,
  readingOf,
  servedBy,
  type Asked,
  type Clause,
  type Reading,
  type Served,
} from '#engines/navigator/offline/checking.ts';
import { isOffline } from '#engines/navigator/offline/navigator.ts';

/** What a DONE is judged with, beside the witness. */
export type Check = {
  readonly clauses: readonly Clause[];
  /** The gateway's own reading of the page: what would show each clause, and what is left to do. */
  readonly own: () => Reading;
  /** It accounts for its clauses by the same rules: its claims need no second reading. */
  readonly accounts: boolean;
};

export class Checker {
  readonly #accounts: boolean;
  #served: Served[] = [];
  /** A reading by the page's names, and what it was seen to hold. */
  #byPage: { readonly reading: string; readonly clauses: readonly string[] } | null = null;

  constructor(navigator: Navigator) {
    this.#accounts = isOffline(navigator);
  }

  /** A subtask begins: its parts are counted anew. */
  begin(): void {
    this.#served = [];
    this.#byPage = null;
  }

  clauses(asked: Asked): readonly Clause[] {
    return clausesAsked(asked);
  }

  /** Clauses that only the page's names explain, and all of them: as the page stood when they were first read so. */
  understood(observation: Observation, memory: Memory, { reading }: Proposal): readonly string[] {
    if (!this.#accounts || reading === undefined) return [];
    if (this.#byPage?.reading !== reading)
      this.#byPage = { reading, clauses: clausesByPage(observation, memory, reading) };
    return this.#byPage.clauses;
  }

  /** Before a step is made: which part of the task it is for. */
  follow(observation: Observation, memory: Memory, proposal: Proposal): void {
    if (this.#accounts) return;
    const goal = servedBy(observation, memory, this.#served, proposal);
    if (goal !== null) this.#served.push({ entry: memory.entries.length, goal });
  }

  check(observation: Observation, memory: Memory): Check {
    let own: Reading | null = this.#accounts ? NOTHING : null;
    return {
      clauses: clausesAsked(memory),
      own: () => (own ??= readingOf(observation, memory, this.#served)),
      accounts: this.#accounts,
    };
  }
}

const NOTHING: Reading = { evidence: [], left: [] };
