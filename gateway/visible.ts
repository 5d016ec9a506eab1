// Text of a page, a model or a caller as it may stand before a person: masked, or with everything in it made visible.

/** `•••(8)`: that there is a value, and how long it is. */
export const maskedValue = (value: string): string => `•••(${[...value].length})`;

/** Control, bidirectional and zero-width characters shown as their code points; white space folded; cut with `…`. */
export function visible(text: string, limit = 200): string {
  const folded = text.replace(/\s+/gu, ' ').trim();
  const shown = folded.replace(
    /[\p{Cc}\p{Cf}\p{Co}\p{Cs}]/gu,
    (char) => `⟨U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
  const characters = [...shown];
  return characters.length <= limit ? shown : `${characters.slice(0, limit - 1).join('')}…`;
}
