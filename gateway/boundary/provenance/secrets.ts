// Prepares a task's declared secrets for being searched for. INVARIANT: a secret's value never leaves this file; findings carry its
// name; a secret of four characters or more is found as written anywhere, a short one of only letters and digits as a word of its own.
import { fold, squeeze } from './texts/fold.ts';
import type { Squeezed } from './texts/fold.ts';

type Wanted = {
  readonly name: string;
  readonly origin: string;
  /** In one case and width, signs kept. */
  readonly folded: string;
  readonly squeezed: string;
  readonly characters: number;
  /** Letters and digits alone, and few of them: they stand in other words. */
  readonly standsAlone: boolean;
};

export type FoundSecret = { readonly name: string; readonly origin: string; readonly length: number };

/** A name of three letters stands everywhere: what is shorter is not looked for. README.md promises this. */
export const MIN_SECRET_CHARACTERS = 4;
/** Letters and digits of which a secret is known without its signs, within other text. */
const MIN_EMBEDDED_CHARACTERS = 6;
const WORD = /[\p{L}\p{N}]/u;

export class Secrets {
  readonly #wanted: readonly Wanted[];

  constructor(secrets: Readonly<Record<string, { readonly origin: string; readonly value: string }>>) {
    this.#wanted = Object.entries(secrets)
      .filter(([, { value }]) => [...value].length >= MIN_SECRET_CHARACTERS)
      .map(([name, { origin, value }]) => {
        const [folded, squeezed] = [fold(value), squeeze(value)];
        const standsAlone = squeezed === folded && squeezed.length < MIN_EMBEDDED_CHARACTERS;
        return { name, origin, folded, squeezed, characters: [...value].length, standsAlone };
      });
  }

  get any(): boolean {
    return this.#wanted.length > 0;
  }

  /** Those of other origins than `origin` that stand in the text. */
  within(text: Squeezed, origin: string): readonly FoundSecret[] {
    return this.#foreign(origin, (one) => stands(one, text.folded) || isSaid(one, text.letters));
  }

  /** As it stands, and no more: for texts too long to look through in all spellings. */
  plainIn(text: string, origin: string): readonly FoundSecret[] {
    const folded = fold(text);
    return this.#foreign(origin, (one) => stands(one, folded));
  }

  #foreign(origin: string, found: (one: Wanted) => boolean): readonly FoundSecret[] {
    return this.#wanted
      .filter((one) => one.origin !== origin && found(one))
      .map(({ name, origin: from, characters }) => ({ name, origin: from, length: characters }));
  }
}

/** Sign for sign: anywhere, or between two signs where letters and digits alone could be part of a word. */
function stands({ folded, standsAlone }: Wanted, text: string): boolean {
  if (!standsAlone) return text.includes(folded);
  for (let at = text.indexOf(folded); at !== -1; at = text.indexOf(folded, at + 1))
    if (!WORD.test(text.charAt(at - 1)) && !WORD.test(text.charAt(at + folded.length))) return true;
  return false;
}

/** With other signs between its letters, or none. Of a secret that is mostly signs too little is left to be known by. */
function isSaid({ folded, squeezed }: Wanted, text: string): boolean {
  if (squeezed.length < MIN_SECRET_CHARACTERS || squeezed.length * 2 < folded.length) return false;
  return squeezed.length >= MIN_EMBEDDED_CHARACTERS ? text.includes(squeezed) : text === squeezed;
}
