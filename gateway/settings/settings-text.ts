// Settings as names and values in words, to be shown beside other ones. INVARIANT: it reads what a stranger wrote: nothing of it is
// applied, aliases are not followed, and what is no settings file is one value that says so.
import { parseDocument } from 'yaml';
import { MOST_CHARACTERS } from './config.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Each value by its dotted name, as JSON: `network.namespace` and `"off"`. `null`: there is no file. */
export function settingsIn(text: string | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (text === null) return found;
  const add = (value: unknown, name: string): void => {
    if (isRecord(value) && Object.keys(value).length > 0)
      for (const [key, below] of Object.entries(value)) add(below, name === '' ? key : `${name}.${key}`);
    else if (name !== '' || (value !== null && value !== undefined))
      found.set(name === '' ? WHOLE : name, JSON.stringify(value) ?? 'null');
  };
  try {
    if (text.length > MOST_CHARACTERS) throw new Error(`more than ${MOST_CHARACTERS} characters`);
    const document = parseDocument(text, { uniqueKeys: true });
    const [broken] = document.errors;
    if (broken !== undefined) throw broken;
    add(document.toJS({ maxAliasCount: 0 }), '');
  } catch {
    return new Map([[WHOLE, 'cannot be read']]);
  }
  return found;
}

/** The name under which a file stands that has no settings. */
const WHOLE = '(the whole file)';
