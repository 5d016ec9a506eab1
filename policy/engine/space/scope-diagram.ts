// Conditions over classes as functions in a diagram: 1 where they hold, 0 elsewhere. Each is made once.
import { stepsOf, testId } from './class-test.ts';
import type { Test } from './class-test.ts';
import { leaf } from './node.ts';
import type { Diagram } from './diagram.ts';
import type { NodeId } from './node.ts';
import type { Space } from './space.ts';

export class ScopeDiagrams {
  readonly #space: Space;
  readonly #diagram: Diagram;
  readonly #known = new Map<number, NodeId>();

  constructor(space: Space, diagram: Diagram) {
    this.#space = space;
    this.#diagram = diagram;
  }

  of(test: Test): NodeId {
    if (typeof test === 'boolean') return leaf(Number(test));
    const known = this.#known.get(testId(test));
    if (known !== undefined) return known;
    const { tests, counts } = this.#space;
    const fact = tests.leastFact(test);
    const count = counts[fact] ?? 1;
    const starts = [...stepsOf(test, fact)].filter((index) => index < count).sort((a, b) => a - b);
    const made = this.#diagram.branch(fact, starts, (index) => this.of(tests.assume(test, fact, index)));
    this.#known.set(testId(test), made);
    return made;
  }
}
