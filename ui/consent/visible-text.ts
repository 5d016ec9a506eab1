// Splits untrusted text so that nothing in it can hide: characters that draw nothing or turn the reading direction
// come out as their code point. INVARIANT: no part with `escaped: false` holds such a character.

export type TextPart = { readonly text: string; readonly escaped: boolean };

// Controls, format (bidi, zero-width, tags), surrogates, private use, unassigned, separators, default-ignorables
// (fillers, variation selectors), and the Braille blank, which draws nothing.
const INVISIBLE = /([\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800])/u;
const LIMIT = 2_000;

/** `lines` keeps line feeds as they are, for quotations. Longer texts are cut, and the cut is marked. */
export function visibleParts(text: string, options: { lines?: boolean; limit?: number } = {}): TextPart[] {
  const { lines = false, limit = LIMIT } = options;
  const characters = Array.from(text);
  const shown = characters.length > limit ? `${characters.slice(0, limit).join('')}…` : text;
  return shown
    .split(INVISIBLE)
    .filter((piece) => piece !== '')
    .map((piece) =>
      INVISIBLE.test(piece) && !(lines && piece === '\n')
        ? { text: `⟨${codePoint(piece)}⟩`, escaped: true }
        : { text: piece, escaped: false },
    );
}

/** The same as one string, for attributes and announcements. */
export const visibleText = (text: string): string =>
  visibleParts(text)
    .map((part) => part.text)
    .join('');

const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
