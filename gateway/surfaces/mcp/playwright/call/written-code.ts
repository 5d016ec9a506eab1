// Lines of JavaScript as Playwright's own recorder writes them: quotes, options, locators. Pure.

/** In single quotes. */
export function quoted(text: string): string {
  const inner = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"');
  return `'${inner.replaceAll("'", "\\'")}'`;
}

type Value =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly Value[]
  | { readonly [key: string]: Value };

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);

/** With its keys in order, a line each; without those that are undefined. */
export function literal(value: Value, mode: 'multiline' | 'oneline' = 'multiline'): string {
  if (value === null || value === undefined) return 'null';
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object') return String(value);
  if (isList(value)) return `[${value.map((one) => literal(one)).join(', ')}]`;
  const entries = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, one]) => `${key}: ${literal(one)}`);
  if (entries.length === 0) return '{}';
  if (mode === 'oneline') return `{ ${entries.join(', ')} }`;
  return `{\n${entries.map((entry) => `  ${entry}`).join(',\n')}\n}`;
}

/** As arguments: nothing where there are none. */
export function options(value: { readonly [key: string]: Value }): string {
  const text = literal(value);
  return text === '{}' ? '' : text;
}

/** In the order of the recorder, which writes Control and Meta as one. */
export function modifierNames(keys: readonly string[] = []): readonly string[] {
  const has = (...names: readonly string[]): boolean => names.some((name) => keys.includes(name));
  return [
    ...(has('Alt') ? ['Alt'] : []),
    ...(has('Control', 'ControlOrMeta') ? ['ControlOrMeta'] : []),
    ...(has('Meta') ? ['ControlOrMeta'] : []),
    ...(has('Shift') ? ['Shift'] : []),
  ];
}
