// A value of a page's own world as JSON text. Runs in the page, handed over as text.
// INVARIANT: self-contained, nothing of this file may be used in it but its arguments; its answer is looked at as a page's.

/** `text`: `null` where it is longer than was asked for. */
export type Described = { readonly text: string | null; readonly type: string; readonly length: number };

export function describeValue(value: unknown, largest: number): Described {
  const above: object[] = [];
  const shown = (one: unknown, depth: number): unknown => {
    if (one === null || typeof one === 'string' || typeof one === 'boolean') return one;
    if (typeof one === 'number') return Number.isFinite(one) ? one : `[${one}]`;
    if (typeof one === 'bigint') return `[${one}n]`;
    if (typeof one === 'undefined') return null;
    if (typeof one === 'symbol') return `[${String(one)}]`;
    if (typeof one === 'function') return `[function ${one.name}]`;
    if (above.includes(one)) return '[circular]';
    if (depth > 50) return '[too deep]';
    if (typeof Node === 'function' && one instanceof Element) {
      const id = one.id === '' ? '' : `#${one.id}`;
      return `[element <${one.localName}${id}>]`;
    }
    if (typeof Node === 'function' && one instanceof Node) return `[node ${one.nodeName}]`;
    if (one === globalThis) return '[window]';
    if (one instanceof Error) return { name: one.name, message: one.message };
    if (one instanceof Date) return Number.isNaN(one.getTime()) ? '[Invalid Date]' : one.toISOString();
    if (one instanceof RegExp || one instanceof URL) return String(one);
    above.push(one);
    try {
      if (one instanceof Map)
        return [...one].map(([key, held]) => [shown(key, depth + 1), shown(held, depth + 1)]);
      if (one instanceof Set) return [...one].map((held) => shown(held, depth + 1));
      if (one instanceof ArrayBuffer) return `[${one.byteLength} bytes]`;
      const list =
        Array.isArray(one) ||
        (ArrayBuffer.isView(one) && !(one instanceof DataView)) ||
        (typeof NodeList === 'function' && (one instanceof NodeList || one instanceof HTMLCollection));
      if (list) return Array.from(one as ArrayLike<unknown>, (held) => shown(held, depth + 1));
      const json = Reflect.get(one, 'toJSON');
      if (typeof json === 'function') return shown(Reflect.apply(json, one, ['']), depth + 1);
      return Object.fromEntries(
        Object.entries(one).flatMap(([key, held]) =>
          held === undefined ? [] : [[key, shown(held, depth + 1)]],
        ),
      );
    } finally {
      above.pop();
    }
  };
  const type = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  const text = JSON.stringify(shown(value, 0));
  return { text: text.length > largest ? null : text, type, length: text.length };
}
