// Text of somebody else, split into what draws ink as it stands and what does not. INVARIANT: no part with `escaped: false` holds a
// character that is invisible, blank, turns the reading direction, or stacks marks; decided by Unicode's own properties, not by a list.

export type TextPart = { readonly text: string; readonly escaped: boolean };

// Controls, format (bidi, zero-width, tags), surrogates, private use, unassigned, separators, all spaces but the plain one, and
// the default-ignorables (fillers, joiners, variation selectors).
const HIDDEN =
  /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]/u;
/** Assigned, of no such property, and blank all the same: Braille, a null notehead, fillers and blanks of three scripts. */
const BLANK: ReadonlySet<number> = new Set([0x2800, 0x1d159, 0x16fe4, 0x13441, 0x13442, 0xfffc]);
const MARK = /\p{M}/u;
/** Enclosing marks draw around what stands before them, whosever that is. */
const ENCLOSING = /\p{Me}/u;
/** What a mark may sit on. */
const BASE = /[\p{L}\p{N}\p{S}\p{P}]/u;
/** More marks on one letter than any language in use writes. */
const MARKS_AT_MOST = 3;

export const isHidden = (character: string): boolean =>
  HIDDEN.test(character) || BLANK.has(character.codePointAt(0) ?? 0);

/** `⟨U+3164⟩` */
export const codePointOf = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** `kept`: characters that the caller lays out itself (line feeds of a quotation). */
export function textParts(text: string, kept = ''): readonly TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  let marks = Number.POSITIVE_INFINITY;
  for (const character of text) {
    const isMark = MARK.test(character);
    marks = isMark ? marks + 1 : BASE.test(character) ? 0 : Number.POSITIVE_INFINITY;
    const floods = isMark && (marks > MARKS_AT_MOST || ENCLOSING.test(character));
    const isKept = kept.includes(character);
    if (!isKept && !floods && !isHidden(character)) {
      plain += character;
      continue;
    }
    if (plain !== '') parts.push({ text: plain, escaped: false });
    plain = '';
    parts.push(
      isKept ? { text: character, escaped: false } : { text: codePointOf(character), escaped: true },
    );
    if (!isMark) marks = Number.POSITIVE_INFINITY;
  }
  if (plain !== '') parts.push({ text: plain, escaped: false });
  return parts;
}

/** The same as one string. */
export const visibleText = (text: string, kept = ''): string =>
  textParts(text, kept)
    .map((part) => part.text)
    .join('');
