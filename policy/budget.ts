// How much of the request space may be laid out before the honest answer is "unproven".

/** Thrown when the budget is spent, with the fact that took the most of it. */
export class BudgetExceeded extends Error {
  readonly fact: number;
  constructor(fact: number) {
    super('the request space is larger than the budget');
    this.fact = fact;
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
