// Untrusted text as the document draws it: cut at a limit, and the cut is marked; hidden characters as their code points.
import { textParts, type TextPart } from '#gateway/protocol/visible-text.ts';

const MAX_CHARACTERS = 2_000;

/** `lines` keeps line feeds as they are, for quotations. */
export function visibleParts(
  text: string,
  options: { lines?: boolean; limit?: number } = {},
): readonly TextPart[] {
  const { lines = false, limit = MAX_CHARACTERS } = options;
  const characters = Array.from(text);
  const shown = characters.length > limit ? `${characters.slice(0, limit).join('')}…` : text;
  return textParts(shown, lines ? '\n' : '');
}

/** How many characters a limit leaves out. */
export const leftOut = (text: string, limit = MAX_CHARACTERS): number =>
  Math.max(0, Array.from(text).length - limit);
