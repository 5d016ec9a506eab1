// Runs in the page's world before its first script, in documents that may keep cookies: cookies that a script sets are host-only.
// Self-contained: its source text is sent to the browser. Headers are the job of the proxy and of cookie-sweep.ts.
// INVARIANT: only named attributes of a script's cookie are passed on, and `domain` is not among them; nothing runs page code.
/* oxlint-disable unicorn/consistent-function-scoping, typescript/unbound-method */

export function hostOnlyCookies(): void {
  const { apply, get: read } = Reflect;
  const { defineProperty, getOwnPropertyDescriptor } = Object;
  const { indexOf, slice, toLowerCase, trim } = String.prototype;
  const KEPT = ['path', 'expires', 'max-age', 'secure', 'samesite', 'priority', 'partitioned'];
  const { includes } = Array.prototype;
  const text = String;
  const ownCookie = (value: string): string => {
    let kept = '';
    for (let at = 0, first = true; at <= value.length; first = false) {
      const found: number = apply(indexOf, value, [';', at]);
      const end = found === -1 ? value.length : found;
      const part: string = apply(slice, value, [at, end]);
      const equals: number = apply(indexOf, part, ['=']);
      const name = apply(
        toLowerCase,
        apply(trim, equals === -1 ? part : apply(slice, part, [0, equals]), []),
        [],
      );
      if (first) kept = part;
      else if (apply(includes, KEPT, [name])) kept += `;${part}`;
      at = end + 1;
    }
    return kept;
  };
  if (typeof Document !== 'undefined') {
    const was = getOwnPropertyDescriptor(Document.prototype, 'cookie');
    const { get, set } = was ?? {};
    if (get !== undefined && set !== undefined) {
      const made = {
        get cookie() {
          return apply(get, this, []);
        },
        set cookie(value: unknown) {
          apply(set, this, [ownCookie(text(value))]);
        },
      };
      const pair = getOwnPropertyDescriptor(made, 'cookie');
      defineProperty(Document.prototype, 'cookie', { ...pair, enumerable: true, configurable: true });
    }
  }
  if (typeof CookieStore === 'undefined') return;
  const { set } = CookieStore.prototype;
  const own = (given: unknown): unknown => {
    if (typeof given !== 'object' || given === null) return given;
    const copied: Record<string, unknown> = { domain: null };
    for (const name of ['name', 'value', 'expires', 'path', 'sameSite', 'partitioned']) {
      const value: unknown = read(given, name);
      if (value !== undefined) copied[name] = value;
    }
    return copied;
  };
  const made = {
    set(this: unknown, ...given: unknown[]): Promise<void> {
      return apply(set, this, given.length === 1 ? [own(given[0])] : given);
    },
  };
  defineProperty(CookieStore.prototype, 'set', {
    value: made.set,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}
