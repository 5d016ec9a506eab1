// Changes every text in a plain value, whatever its shape is. Pure.

/** With each text in it changed, and nothing else: names of members stay. */
export function textsIn<T>(value: T, change: (text: string) => string): T;
export function textsIn(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((one) => textsIn(one, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textsIn(one, change)]));
}
