// Runs in the page's world before its first script, in every frame and worker: takes away what the document was not
// granted. Self-contained: its source text is sent to the browser. Compatibility, not the boundary (feature-rows.ts).
// INVARIANT: nothing here hands out the interface that it replaces, and nothing runs page code.
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method */
import type { Removal } from './feature-rows.ts';

export type RemovalData = {
  /** Every removal, by row. */
  readonly rows: Readonly<Record<string, readonly Removal[]>>;
  /** Rows refused to documents of an origin, to a document by its URL (for those without an origin of their own). */
  readonly refused: {
    readonly origins: Readonly<Record<string, readonly string[]>>;
    readonly urls: Readonly<Record<string, readonly string[]>>;
  };
  /** For a worker, which has no location yet when this runs: reading it there ends the renderer. */
  readonly worker: readonly string[] | null;
  /** The binding through which the first attempt of each row is told. The page never sees it. */
  readonly report: string;
};

/** Answers what tells of a row, by refused row. */
export function removeFeatures(data: RemovalData): Map<string, () => void> {
  const world: object = globalThis;
  const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, hasOwn } = Object;
  const { apply, get: read, deleteProperty } = Reflect;
  const Failure = DOMException;
  const promise = Promise;
  const { reject, resolve } = promise;
  const noop = (): void => undefined;
  const tell: unknown = read(world, data.report);
  deleteProperty(world, data.report);
  const reporter = (row: string): (() => void) => {
    let told = typeof tell !== 'function';
    return () => {
      if (told || typeof tell !== 'function') return;
      told = true;
      apply(tell, undefined, [row]);
    };
  };

  // A document's own origin decides; one without (about:blank of nobody, sandboxed) is known by its URL or not at all.
  const rowsOfDocument = (): readonly string[] | undefined => {
    const here: unknown = read(world, 'location');
    const href = typeof here === 'object' && here !== null ? String(read(here, 'href')) : '';
    const bare = href.replace(/#.*$/s, '');
    const origin = String(read(world, 'origin'));
    const { origins, urls } = data.refused;
    if (origin !== 'null') return hasOwn(origins, origin) ? origins[origin] : undefined;
    return hasOwn(urls, bare) ? urls[bare] : undefined;
  };
  const refused = data.worker ?? rowsOfDocument() ?? Object.keys(data.rows);

  const place = (on: string): object | null => {
    if (on === '') return world;
    const maker: unknown = read(world, on);
    const prototype: unknown = typeof maker === 'function' ? read(maker, 'prototype') : null;
    return typeof prototype === 'object' ? prototype : null;
  };
  const isSecure = read(world, 'isSecureContext') === true;
  const remove = (report: () => void, { on, how, error, native }: Removal, name: string): void => {
    let owner = place(on);
    while (owner !== null && !hasOwn(owner, name)) owner = on === '' ? getPrototypeOf(owner) : null;
    // What a worker has in secure contexts alone comes later than this: on the global object it is hidden before.
    if (owner === null && data.worker !== null && on === '' && how === 'gone') owner = world;
    const switchedOff = native === 'ALWAYS' || (native === 'SECURE' && isSecure);
    if (owner === null && switchedOff && data.worker === null) owner = place(on);
    if (owner === null) return;
    const was = getOwnPropertyDescriptor(owner, name);
    const enumerable = was?.enumerable ?? false;
    const fail = (): DOMException =>
      new Failure(`${on === '' ? '' : `${on}.`}${name}: not granted to this document`, error);
    const method = (answer: () => unknown): void => {
      // A method shorthand is no constructor, like the built-in that it stands for.
      const made = {
        [name]() {
          report();
          return answer();
        },
      };
      defineProperty(owner, name, { value: made[name], writable: true, enumerable, configurable: true });
    };
    const accessor = (answer: () => unknown): void => {
      let own: { readonly value: unknown } | null = null;
      const made = {
        get [name]() {
          if (own !== null) return own.value;
          report();
          return answer();
        },
        set [name](value: unknown) {
          // A page may put something of its own in the place, as with any replaceable property.
          own = { value };
        },
      };
      const pair = getOwnPropertyDescriptor(made, name);
      defineProperty(owner, name, { ...pair, enumerable, configurable: true });
    };
    const thrown = (): never => {
      throw fail();
    };
    if (how === 'gone') accessor(noop);
    else if (how === 'empty')
      defineProperty(owner, name, {
        get: () => (report(), ''),
        set: report,
        enumerable,
        configurable: true,
      });
    else if (how === 'getter-throws') accessor(thrown);
    else if (how === 'throws') method(thrown);
    else if (how === 'rejects') method(() => apply(reject, promise, [fail()]));
    else if (how === 'false') method(() => apply(resolve, promise, [false]));
    else if (how === 'refuses') method(() => false);
    else method(noop);
  };
  const reporters = new Map<string, () => void>();
  for (const row of refused) {
    const report = reporter(row);
    reporters.set(row, report);
    for (const removal of data.rows[row] ?? []) {
      for (const name of removal.names) remove(report, removal, name);
    }
  }
  return reporters;
}
