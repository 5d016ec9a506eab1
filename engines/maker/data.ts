// Data written into a document as `const DATA = …`. INVARIANT: nothing in it ends the script, opens a comment or is markup, and it is escaped
// once: what is read back is what was given.

const OPENS = 'const DATA = ';
const CLOSES = ';';

const asEscape = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** A JSON text without `<`, `>`, `&`, `'`, `` ` ``, U+2028, U+2029, and with `"` inside texts as an escape. */
export function literalOf(value: unknown): string {
  const json = JSON.stringify(value) ?? 'null';
  return json
    .replace(/\\(.)/gsu, (pair, escaped: string) => (escaped === '"' ? String.raw`\u0022` : pair))
    .replace(/[<>&'`\u2028\u2029]/gu, asEscape);
}

export const dataScript = (value: unknown): string => `${OPENS}${literalOf(value)}${CLOSES}`;

/** What a script `const DATA = …` holds, where it is one and nothing else; `undefined` else. */
export function dataIn(script: string): unknown {
  const text = script.trim();
  if (!text.startsWith(OPENS) || !text.endsWith(CLOSES)) return undefined;
  const json = text.slice(OPENS.length, -CLOSES.length);
  // A key `__proto__`, however it is written, is a prototype in a script and a name in JSON.
  let isPrototype = false;
  try {
    const data: unknown = JSON.parse(json, (key, value: unknown) => {
      isPrototype ||= key === '__proto__';
      return value;
    });
    return isPrototype ? undefined : data;
  } catch {
    return undefined;
  }
}
