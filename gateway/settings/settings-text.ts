// Settings as names and values in words, to be shown beside other ones. INVARIANT: it reads what a stranger wrote: nothing of it is
// applied, aliases are not followed, and what is no settings file is one value that says so.
import { parseDocument } from 'yaml';
import { MOST_CHARACTERS } from './config.ts';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A name that could be taken for several is quoted. */
const wordOf = (key: string): string => (/^[\w-]+$/u.test(key) ? key : JSON.stringify(key));

/** What stands below a value, by its name in there: `.scanner` of a mapping, ` [2]` of a list. */
function partsOf(value: unknown): readonly (readonly [string, unknown])[] {
  if (Array.isArray(value)) return value.map((one: unknown, index) => [` [${index + 1}]`, one]);
  return isRecord(value) ? Object.entries(value).map(([key, one]) => [`.${wordOf(key)}`, one]) : [];
}

/** Each value by its name, as JSON: `network.namespace` and `"off"`, `policy [2]` and `"team.yaml"`. `null`: there is no file. */
export function settingsIn(text: string | null): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  if (text === null) return found;
  const add = (value: unknown, name: string): void => {
    const parts = partsOf(value);
    for (const [below, one] of parts) add(one, name === '' ? below.replace(/^\./u, '') : `${name}${below}`);
    if (parts.length === 0 && (name !== '' || (value !== null && value !== undefined)))
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
