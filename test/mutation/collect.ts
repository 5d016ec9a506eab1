// The part of vitest's interface that the specs of policy/ use, collecting tests instead of running them. Assertions and
// spies are vitest's own. INVARIANT: a form that is not known here throws; no test is left out silently.
import { format } from 'node:util';
import * as vitest from 'vitest';

type Body = () => unknown;

export type Collected = {
  /** Suites and title, and a number where a title stands twice. */
  readonly name: string;
  readonly run: () => Promise<void>;
};

/** A `describe`: its hooks run around its own tests. */
type Suite = { readonly title: string; readonly before: Body[]; readonly after: Body[] };

/** What `import … from 'vitest'` gives to one evaluation of a spec, and the tests that it has declared. */
export class Collection {
  readonly tests: Collected[] = [];
  readonly #path: Suite[] = [{ title: '', before: [], after: [] }];
  readonly #names = new Map<string, number>();
  readonly #once: Body[] = [];
  readonly #end: Body[] = [];

  readonly module = {
    expect: vitest.expect,
    vi: vitest.vi,
    test: this.#withEach((title, body) => this.#declare(title, body)),
    it: this.#withEach((title, body) => this.#declare(title, body)),
    describe: this.#withEach((title, body) => this.#enter(title, body)),
    beforeEach: (body: Body) => this.#path.at(-1)?.before.push(body),
    afterEach: (body: Body) => this.#path.at(-1)?.after.push(body),
    beforeAll: (body: Body) => this.#once.push(body),
    afterAll: (body: Body) => this.#end.push(body),
  };

  /** The `beforeAll` hooks: part of what loading a spec does. */
  async start(): Promise<void> {
    for (const body of this.#once) await body();
  }

  async end(): Promise<void> {
    for (const body of this.#end) await body();
  }

  #withEach(take: (title: string, body: Body) => void) {
    const each = (cases: readonly unknown[]) => (title: string, body: (...values: unknown[]) => unknown) => {
      const lists = cases.every((one) => Array.isArray(one));
      for (const one of cases) {
        const values: readonly unknown[] = lists && Array.isArray(one) ? one : [one];
        take(titleOf(title, values), () => body(...values));
      }
    };
    const plain = (title: string, first: unknown, second?: unknown) => {
      const body = typeof first === 'function' ? first : second;
      if (typeof body !== 'function') throw new Error(`the test \`${title}\` has no body`);
      take(title, () => Reflect.apply(body, undefined, []));
    };
    return Object.assign(plain, { each });
  }

  #enter(title: string, body: Body): void {
    this.#path.push({ title, before: [], after: [] });
    body();
    this.#path.pop();
  }

  #declare(title: string, body: Body): void {
    const suites = [...this.#path];
    const full = [...suites.map((suite) => suite.title), title].filter((one) => one !== '').join(' > ');
    const count = (this.#names.get(full) ?? 0) + 1;
    this.#names.set(full, count);
    const run = async (): Promise<void> => {
      for (const suite of suites) for (const hook of suite.before) await hook();
      try {
        await body();
      } finally {
        for (const suite of suites.toReversed()) for (const hook of suite.after) await hook();
      }
    };
    this.tests.push({ name: count === 1 ? full : `${full} (${count})`, run });
  }
}

/** `%s` and its like by the values in order, `$key` by what an object has. */
function titleOf(title: string, values: readonly unknown[]): string {
  const wanted = title.match(/%[sdifjoO]/g)?.length ?? 0;
  return format(title, ...values.slice(0, wanted)).slice(0, 200);
}
