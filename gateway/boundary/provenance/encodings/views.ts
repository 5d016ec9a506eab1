// Decodes an outgoing text to a fixpoint: everything that it may be. INVARIANT: depth, number and size are bounded, and a text that
// is not decoded to its end says so (`complete`): "nothing found" is then no answer.
import { DECODERS } from './decoders.ts';

export type View = { readonly text: string; readonly via: readonly string[] };

/** Encodings around one another. */
const MAX_DEPTH = 8;
/** Guesses (reversed, shifted, padded …) that one view may rest on. */
const MAX_GUESSES = 2;
const MAX_VIEWS = 400;
const MIN_VIEW_CHARACTERS = 3;
const MAX_VIEW_CHARACTERS = 1_000_000;
/** Of longer texts the beginning is looked at, as it stands. */
export const MAX_DECODED_CHARACTERS = 32_768;

type Reached = View & { readonly guesses: number; readonly last: boolean };

/** Calls `see` for each view, the text itself first. Whether all there are were seen. */
export function eachView(text: string, see: (view: View) => void): { complete: boolean } {
  const seen = new Set([text]);
  const queue: Reached[] = [{ text, via: [], guesses: 0, last: false }];
  let characters = text.length;
  see({ text: text.slice(0, MAX_DECODED_CHARACTERS), via: [] });
  if (text.length > MAX_DECODED_CHARACTERS) return { complete: false };
  for (let at = 0; at < queue.length; at += 1) {
    const from = queue[at];
    if (from === undefined || from.last || from.text.length < MIN_VIEW_CHARACTERS) continue;
    for (const { name, decode, again, last } of DECODERS) {
      if (!again && (from.guesses >= MAX_GUESSES || from.via.at(-1) === name)) continue;
      for (const decoded of decode(from.text)) {
        if (decoded.length < MIN_VIEW_CHARACTERS || seen.has(decoded)) continue;
        seen.add(decoded);
        characters += decoded.length;
        if (queue.length >= MAX_VIEWS || characters > MAX_VIEW_CHARACTERS) return { complete: false };
        if (from.via.length >= MAX_DEPTH) {
          // With guesses on the way it was a guess; without, somebody wrapped it on purpose.
          if (from.guesses === 0) return { complete: false };
          continue;
        }
        const view = { text: decoded, via: [...from.via, name] };
        see(view);
        queue.push({ ...view, guesses: from.guesses + (again ? 0 : 1), last: last === true });
      }
    }
  }
  return { complete: true };
}
