// Remembers what was sent to each receiver lately, place by place, so that a value cut into several requests is joined again.
import type { Part } from './request-parts.ts';

const MAX_PIECES = 160;
const PIECE_CHARACTERS = 512;
/** Of all the pieces of a place together: a value of 64 characters in most encodings, a letter at a time. */
const MAX_CHARACTERS = 1_024;
const MAX_RECEIVERS = 64;
const MAX_PLACES = 48;
/** A piece as short as this may well come twice. */
const MAX_REPEATABLE_CHARACTERS = 2;
/** How many of the last pieces are put together with the new one. */
const REACHES = [1, 2, 3, 16] as const;
/** Of pieces that somebody chose. */
const FAR_REACHES = [...REACHES, 64, MAX_PIECES] as const;

export class SentWindow {
  readonly #receivers = new Map<string, Map<string, string[]>>();

  /**
   * The new pieces behind, and before, those that went before. Only places that had something before. `chosen`: somebody chose
   * each piece, so that a repetition is no accident.
   */
  joined(receiver: string, parts: readonly Part[], chosen: boolean): readonly string[] {
    const held = this.#receivers.get(receiver);
    if (held === undefined) return [];
    const texts = new Set<string>();
    for (const [place, piece] of piecesOf(parts, held)) {
      const before = held.get(place) ?? [];
      if (before.length === 0 || (!chosen && isRepeated(before, piece))) continue;
      const reaches = chosen ? FAR_REACHES : REACHES;
      for (const reach of reaches) {
        if (reach > before.length && reach !== reaches.at(-1)) continue;
        const last = before.slice(-reach);
        // With nothing between them too: a code that was cut anywhere is decoded as one.
        for (const between of chosen ? [' ', ''] : [' ']) {
          texts.add([...last, piece].join(between));
          if (reach === 1 || reach >= 16) texts.add([piece, ...last.toReversed()].join(between));
        }
      }
    }
    return [...texts];
  }

  commit(receiver: string, parts: readonly Part[], chosen: boolean): void {
    const held = this.#receivers.get(receiver) ?? new Map<string, string[]>();
    this.#receivers.delete(receiver);
    this.#receivers.set(receiver, held);
    for (const [place, piece] of piecesOf(parts, held)) {
      if (!held.has(place) && held.size >= MAX_PLACES) continue;
      const pieces = held.get(place) ?? [];
      if (chosen || !isRepeated(pieces, piece)) pieces.push(piece);
      held.set(place, latest(pieces));
    }
    for (const oldest of this.#receivers.keys()) {
      if (this.#receivers.size <= MAX_RECEIVERS) break;
      this.#receivers.delete(oldest);
    }
  }
}

function latest(pieces: readonly string[]): string[] {
  let characters = 0;
  const from = pieces.findLastIndex((piece) => (characters += piece.length + 1) > MAX_CHARACTERS);
  return pieces.slice(Math.max(from + 1, pieces.length - MAX_PIECES));
}

/** A name that is the same each time is no next piece; a digit or two may well be. */
const isRepeated = (before: readonly string[], piece: string): boolean =>
  before.at(-1) === piece && piece.length > 8;

type Held = ReadonlyMap<string, readonly string[]>;

/** By place, and whatever is new in this request together: the next piece may stand somewhere else. */
function piecesOf(parts: readonly Part[], held: Held): ReadonlyMap<string, string> {
  const pieces = new Map<string, string>();
  for (const { place, text } of parts) pieces.set(place, (pieces.get(place) ?? '') + text);
  const last = parts.findLast(({ place }) => place.startsWith('path '));
  if (last !== undefined) pieces.set('last path', last.text);
  // A script spells by its literals where it has any: its text and they together would say each of them twice.
  const spells = parts.some(({ place }) => place.startsWith('literal '));
  const varying = [...pieces].filter(
    ([place, piece]) =>
      place !== 'last path' &&
      place !== 'query names' &&
      !(spells && place === 'script') &&
      (piece.length <= MAX_REPEATABLE_CHARACTERS ||
        held.get(place)?.at(-1) !== piece.slice(0, PIECE_CHARACTERS)),
  );
  if (varying.length > 0) pieces.set('varying', varying.map(([, piece]) => piece).join(''));
  return new Map([...pieces].map(([place, piece]) => [place, piece.slice(0, PIECE_CHARACTERS)]));
}
