// Keeps the last of what went to each origin, and to each receiver, so that a passage that goes there in pieces is known by the one that goes
// on with it: hosts of one site have one owner, who joins what each of them got. Bounded.
// INVARIANT: neither the person's words between the pieces nor the addresses on the way hide what was typed, and the person's hide none
// where they are part of the passage either.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { Squeezed } from './fold.ts';
import type { PageTexts, Standing } from './page-texts.ts';
import { receiverOfUrl } from './site.ts';

/** Origins and receivers. */
const PLACES_AT_MOST = 128;
/** More than the longest stretch that a passage is known by. */
const LETTERS_KEPT = 64;
/** Of the text that goes on: a passage that crosses into it is known well before. */
const LETTERS_JOINED_AT_MOST = 200;
/** Of what goes on with a passage so many letters stand there; fewer may be chance, unless others came key by key before. */
const NEW_LETTERS_AT_LEAST = 4;

/** `short`: letters and digits of the last pieces, as long as each has too few to be looked for alone. */
type Tail = { readonly text: string; readonly short: number };
/** `isForeign`: without what is in the intent. `isTyped`: without addresses, which lead from host to host between two pieces. */
type Kept = {
  readonly tails: Map<string, Tail>;
  readonly isForeign: boolean;
  readonly isTyped: boolean;
};
const EMPTY: Tail = { text: '', short: 0 };

export class Tails {
  readonly #tails: readonly Kept[] = [
    { tails: new Map(), isForeign: false, isTyped: false },
    { tails: new Map(), isForeign: true, isTyped: false },
    { tails: new Map(), isForeign: false, isTyped: true },
    { tails: new Map(), isForeign: true, isTyped: true },
  ];

  /** `isAddress`: it stands in an address that was gone to, perhaps on the way from one piece to the next. */
  add(
    origin: string,
    text: string,
    { isIntents, isAddress }: { readonly isIntents: boolean; readonly isAddress: boolean },
  ): void {
    for (const { tails, isForeign, isTyped } of this.#tails)
      if (!(isForeign && isIntents) && !(isTyped && isAddress))
        for (const place of placesOf(origin)) grow(tails, place, text);
  }

  /** Where a passage stands that began in what went there, and goes on in this text. The person's words go on with those of others alone. */
  continued(
    origin: string,
    text: string,
    { read, isIntents }: { readonly read: readonly PageTexts[]; readonly isIntents: boolean },
  ): readonly Standing[] {
    const kept = new Map(
      this.#tails
        .filter(({ isForeign }) => isForeign || !isIntents)
        .flatMap(({ tails }) =>
          placesOf(origin).flatMap((place) => {
            const tail = tails.get(place) ?? EMPTY;
            return tail.text === '' ? [] : [[tail.text, tail] as const];
          }),
        ),
    );
    if (kept.size === 0) return [];
    const beginning = new Squeezed(text).text(0, LETTERS_JOINED_AT_MOST);
    return [...kept.values()].flatMap((tail) => {
      const from = new Squeezed(tail.text).length;
      const to = Math.max(from + 1, from - tail.short + NEW_LETTERS_AT_LEAST);
      return read.flatMap((texts) => texts.copied(`${tail.text} ${beginning}`, { from, to }));
    });
  }
}

/** The origin by itself, and whoever gets it: what went to another host of theirs between two pieces hides none. */
const placesOf = (origin: string): readonly string[] =>
  origin === '' ? [] : [origin, receiverOfUrl(origin)];

function grow(tails: Map<string, Tail>, place: string, text: string): void {
  const before = tails.get(place) ?? EMPTY;
  // Letters and digits alone: signs and blanks crowd nothing out.
  const own = new Squeezed(text);
  const added = own.text(Math.max(0, own.length - LETTERS_KEPT), own.length);
  const short = own.length < NEW_LETTERS_AT_LEAST ? before.short + own.length : 0;
  tails.delete(place);
  tails.set(place, { text: `${before.text}${added}`.slice(-LETTERS_KEPT), short });
  forgetOldest(tails, PLACES_AT_MOST);
}
