// A file of lists that lies beside a policy document, and how it is called. INVARIANT: a name leads nowhere but beside the document:
// it holds no path.

/** As it was found: its bytes; what they hash to, where the text names another hash; or why there is nothing to read. */
export type Included =
  | { readonly name: string; readonly text: string | Uint8Array }
  | { readonly name: string; readonly hash: string }
  | { readonly name: string; readonly problem: string; readonly help?: string };

/** A file of lists as a document names it. */
export type Inclusion = { readonly name: string; readonly hash: string };

const MARK = '.policy-lists.';
const MAX_STEM_CHARACTERS = 64;
/** Far more than a document may include. */
export const MAX_NAMED = 64;

const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}\.policy-lists\.(?:ya?ml|json)$/u;
/** Whether a document may include it under this name. */
export const isNameOfLists = (name: string): boolean => NAME.test(name);
/** For the schema. */
export const LISTS_FILE_PATTERN = NAME.source;

export const isListsFile = (file: string): boolean => /\.policy-lists\.(?:ya?ml|json)$/u.test(file);

/**
 * The files of lists that a text names anywhere, each once: at least those that it includes. It is looked for without parsing: whoever
 * reads files does so between decisions.
 */
export function listsNamedIn(text: string): readonly string[] {
  const names = new Set<string>();
  for (let at = text.indexOf(MARK); at !== -1 && names.size < MAX_NAMED; at = text.indexOf(MARK, at + 1)) {
    const before = text.slice(Math.max(0, at - MAX_STEM_CHARACTERS - 1), at);
    const stem = /[A-Za-z0-9_-]{1,64}$/u.exec(before)?.[0];
    const type = /^(?:ya?ml|json)/u.exec(text.slice(at + MARK.length, at + MARK.length + 4))?.[0];
    if (stem !== undefined && type !== undefined) names.add(`${stem}${MARK}${type}`);
  }
  return [...names];
}

/** How a file beside another one is shown. */
export const besideOf = (file: string, name: string): string =>
  `${file.slice(0, Math.max(file.lastIndexOf('/'), file.lastIndexOf('\\')) + 1)}${name}`;
