// Everything that an outgoing text may be, decoded to a fixpoint. INVARIANT: depth, number and size are bounded, and a text that
// is not decoded to its end says so (`complete`): "nothing found" is then no answer.
import { DECODERS } from './decoders.ts';

export type View = { readonly text: string; readonly via: readonly string[] };

const DEPTH = 5;
/** Guesses (reversed, shifted, padded …) are tried on the text itself and on what one decoding gives. */
const GUESS_DEPTH = 2;
const VIEWS_AT_MOST = 400;
const SHORTEST = 3;
const CHARACTERS_AT_MOST = 1_000_000;
/** Of longer texts the beginning is looked at, as it stands. */
export const DECODED_AT_MOST = 65_536;

type Reached = View & { readonly depth: number; readonly last: boolean };

/** Calls `see` for each view, the text itself first. Whether all there are were seen. */
export function eachView(text: string, see: (view: View) => void): { complete: boolean } {
  const seen = new Set([text]);
  const queue: Reached[] = [{ text, via: [], depth: 0, last: false }];
  let characters = text.length;
  see({ text: text.slice(0, DECODED_AT_MOST), via: [] });
  if (text.length > DECODED_AT_MOST) return { complete: false };
  for (let at = 0; at < queue.length; at += 1) {
    const from = queue[at];
    if (from === undefined || from.last || from.text.length < SHORTEST) continue;
    for (const { name, decode, again, last } of DECODERS) {
      if (!again && (from.depth >= GUESS_DEPTH || from.via.at(-1) === name)) continue;
      for (const decoded of decode(from.text)) {
        if (decoded.length < SHORTEST || seen.has(decoded)) continue;
        seen.add(decoded);
        characters += decoded.length;
        if (queue.length >= VIEWS_AT_MOST || characters > CHARACTERS_AT_MOST) return { complete: false };
        if (from.depth + 1 > DEPTH) return { complete: false };
        const view = { text: decoded, via: [...from.via, name] };
        see(view);
        queue.push({ ...view, depth: from.depth + 1, last: last === true });
      }
    }
  }
  return { complete: true };
}
