// Long work that can be paused and resumed: it yields after counted work, and its driver decides when it goes on.
// INVARIANT: the result is the same however it is driven; between two turns nothing that decides is half made.

/** Work that yields where it may be put down. */
export type Turns<T> = Generator<void, T>;

/** Does all of it at once. */
export function atOnce<T>(turns: Turns<T>): T {
  for (;;) {
    const turn = turns.next();
    if (turn.done === true) return turn.value;
  }
}

/** `Array.prototype.flatMap` with a turn after each of some. */
export function* flatMapInTurns<A, B>(
  list: Iterable<A>,
  make: (one: A) => readonly B[] | Turns<readonly B[]>,
): Turns<B[]> {
  const out: B[] = [];
  for (const one of list) {
    const made = make(one);
    out.push(...(isList(made) ? made : yield* made));
    yield;
  }
  return out;
}

const isList = <B>(made: readonly B[] | Turns<readonly B[]>): made is readonly B[] => Array.isArray(made);
