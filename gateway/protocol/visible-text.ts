// Text of somebody else, split into what draws ink as it stands and what does not. INVARIANT: no part with `escaped: false` holds a
// character that is invisible, blank, turns the reading direction, or draws on a neighbour that is not its own; decided by Unicode's own properties.

export type TextPart = { readonly text: string; readonly escaped: boolean };

// Controls, format (bidi, zero-width, tags), surrogates, private use, unassigned, separators, all spaces but the plain one, and
// the default-ignorables (fillers, joiners, variation selectors).
const HIDDEN =
  /(?! )[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\p{Variation_Selector}]/u;
/** Assigned, of no such property, and blank all the same: Braille, a null notehead, fillers and blanks of three scripts. */
const BLANK: ReadonlySet<number> = new Set([0x2800, 0x1d159, 0x16fe4, 0x13441, 0x13442, 0xfffc]);
const MARK = /\p{M}/u;
/** Vowels and finals of Korean letters that are written apart: drawn into what stands before them. */
const JOINING_LETTER = /[\u1160-\u11FF\uD7B0-\uD7FF]/u;
/** Enclosing marks draw around what stands before them, whosever that is. */
const ENCLOSING = /\p{Me}/u;
const LETTER = /\p{L}/u;
/** More marks on one letter than any language in use writes. */
const MAX_MARKS_PER_LETTER = 3;
/** Scripts in use whose words are written with marks on their own letters, by their ISO 15924 codes. */
const WRITTEN_WITH_MARKS = (
  'Adlm Arab Bali Batk Beng Bugi Cakm Cham Deva Ethi Gonm Gujr Guru Hebr Hmnp Java Kali Khmr Knda Lana Laoo Lepc Limb Mlym ' +
  'Mong Mtei Mymr Newa Nkoo Orya Rjng Rohg Saur Sinh Sund Syrc Taml Tavt Telu Tfng Tglg Thaa Thai Tibt'
)
  .split(' ')
  .map((script) => new RegExp(`\\p{Script_Extensions=${script}}`, 'u'));

/**
 * What a letter with its marks is shown as with one more, or `null` where that mark is not its own: in Unicode's own composed form where
 * there is one (é), else as it is where letter and mark are of one script that is written so.
 */
function joined(shown: string, letter: string, mark: string): string | null {
  const composed = `${shown}${mark}`.normalize('NFC');
  if ([...composed].length === [...shown].length) return composed;
  const own =
    LETTER.test(letter) && WRITTEN_WITH_MARKS.some((script) => script.test(letter) && script.test(mark));
  return own ? `${shown}${mark}` : null;
}

export const isHidden = (character: string): boolean =>
  HIDDEN.test(character) || BLANK.has(character.codePointAt(0) ?? 0);

/** `⟨U+3164⟩` */
export const codePointOf = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

/** `kept`: characters that the caller lays out itself (line feeds of a quotation). */
export function textParts(text: string, kept = ''): readonly TextPart[] {
  const parts: TextPart[] = [];
  let plain = '';
  /** What a mark would sit on, which is not in `plain` yet: nothing after what was escaped. */
  let last = { shown: '', letter: '', marks: 0 };
  const end = (): void => {
    plain += last.shown;
    if (plain !== '') parts.push({ text: plain, escaped: false });
    plain = '';
    last = { shown: '', letter: '', marks: 0 };
  };
  for (const character of text) {
    const isMark = MARK.test(character) || JOINING_LETTER.test(character);
    if (kept.includes(character) || isHidden(character) || ENCLOSING.test(character)) {
      end();
      parts.push(
        kept.includes(character)
          ? { text: character, escaped: false }
          : { text: codePointOf(character), escaped: true },
      );
    } else if (!isMark) {
      plain += last.shown;
      last = { shown: character, letter: character, marks: 0 };
    } else {
      const { shown, letter, marks } = last;
      const together =
        letter === '' || marks === MAX_MARKS_PER_LETTER ? null : joined(shown, letter, character);
      if (together !== null) last = { shown: together, letter, marks: marks + 1 };
      else {
        end();
        parts.push({ text: codePointOf(character), escaped: true });
      }
    }
  }
  end();
  return parts;
}

/** The same as one string. */
export const visibleText = (text: string, kept = ''): string =>
  textParts(text, kept)
    .map((part) => part.text)
    .join('');
