// Keeps the last of what went to each origin, so that a passage that goes there in pieces is known by the one that goes on with it. Bounded.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { Squeezed } from './fold.ts';

const ORIGINS_AT_MOST = 64;
/** More than the longest stretch that a passage is known by. */
const LETTERS_AT_LEAST = 64;
const CHARACTERS_AT_MOST = 512;

export class Tails {
  readonly #tails = new Map<string, string>();

  /** What went there last, and how many letters and digits it has. */
  of(origin: string): { readonly text: string; readonly letters: number } {
    const text = this.#tails.get(origin) ?? '';
    return { text, letters: new Squeezed(text).length };
  }

  add(origin: string, text: string): void {
    if (origin === '') return;
    const all = `${this.of(origin).text} ${text.slice(-CHARACTERS_AT_MOST)}`;
    let tail = all.slice(-LETTERS_AT_LEAST);
    // Signs and blanks between the words crowd nothing out.
    while (
      tail.length < Math.min(all.length, CHARACTERS_AT_MOST) &&
      new Squeezed(tail).length < LETTERS_AT_LEAST
    )
      tail = all.slice(-2 * tail.length);
    this.#tails.delete(origin);
    this.#tails.set(origin, tail.slice(-CHARACTERS_AT_MOST));
    forgetOldest(this.#tails, ORIGINS_AT_MOST);
  }
}
