// How much of the request space may be laid out before the honest answer is "unproven", and how much work may be done for
// one policy at all. INVARIANT: both are counted, never timed: the same text has the same answer on every machine.

/** Thrown when the budget is spent, with the fact that took the most of it. */
export class BudgetExceeded extends Error {
  readonly fact: number;
  constructor(fact: number, message = 'the request space is larger than the budget') {
    super(message);
    this.fact = fact;
  }
}

/** What the work for a policy is done for, and how to make it less. */
export const WORK_PARTS = {
  classes: 'name fewer values and ranges, or the same ones in several entries',
  rules: 'say several rules in one, or let them look at fewer facts',
  floors: 'say several floors in one, or let them look at fewer facts',
  proof: 'state fewer invariants, or name fewer hosts and values in grants',
  tables: 'let entries look at fewer facts, or name fewer of their values',
  tests: 'move tests to a test file, or split the document into layers',
  lints: 'say several entries in one, or split the document into layers',
} as const satisfies Record<string, string>;
export type WorkPart = keyof typeof WORK_PARTS;

/**
 * Steps for one call over all its layers and lints: two thousand rules for as many hosts take a fiftieth of it to compile.
 */
export const WORK_BUDGET_STEPS = 50_000_000;

/** Thrown when the work is spent, with the part that took the most of it. */
export class WorkExceeded extends BudgetExceeded {
  readonly part: WorkPart;
  readonly limit: number;
  constructor(part: WorkPart, limit: number) {
    super(0, 'the policy takes more work than the budget');
    this.part = part;
    this.limit = limit;
  }
}

export class Work {
  readonly #limit: number;
  readonly #spent = new Map<WorkPart, number>();
  #part: WorkPart = 'classes';
  #left: number;
  /** What was left when the part began. */
  #begun: number;

  constructor(limit: number = WORK_BUDGET_STEPS) {
    this.#limit = limit;
    this.#left = limit;
    this.#begun = limit;
  }

  get spent(): number {
    return this.#limit - this.#left;
  }

  /** Whether less than half of it is spent. */
  get isPlenty(): boolean {
    return this.#left * 2 > this.#limit;
  }

  /** What is done from here on is done for a part. */
  begin(part: WorkPart): void {
    this.#spent.set(this.#part, (this.#spent.get(this.#part) ?? 0) + this.#begun - this.#left);
    this.#begun = this.#left;
    this.#part = part;
  }

  /** To be called before the steps are done. */
  step(count: number): void {
    this.#left -= count;
    if (this.#left >= 0) return;
    this.begin(this.#part);
    const [most] = [...this.#spent].toSorted((a, b) => b[1] - a[1]);
    throw new WorkExceeded(most?.[0] ?? this.#part, this.#limit);
  }
}

export class Budget {
  readonly #spent: number[] = [];
  readonly #limit: number;
  #total = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get total(): number {
    return this.#total;
  }

  /** Cells laid out by branching on a fact. */
  spend(fact: number, cells: number): void {
    this.#spent[fact] = (this.#spent[fact] ?? 0) + cells;
    this.#total += cells;
    if (this.#total <= this.#limit) return;
    const most = this.#spent.reduce(
      (best, cost, index) => (cost > (this.#spent[best] ?? 0) ? index : best),
      fact,
    );
    throw new BudgetExceeded(most);
  }
}
