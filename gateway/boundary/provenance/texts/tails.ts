// Keeps the last of what went to each origin, and to each site, so that a passage that goes there in pieces is known by the one that goes
// on with it: hosts of one site have one owner, who joins what each of them got. Bounded.
// INVARIANT: the person's words between the pieces hide none, and hide none where they are part of the passage either.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { Squeezed } from './fold.ts';
import type { PageTexts, Standing } from './page-texts.ts';
import { siteOfUrl } from './site.ts';

/** Origins and sites. */
const PLACES_AT_MOST = 128;
/** More than the longest stretch that a passage is known by. */
const LETTERS_KEPT = 64;
/** Of what goes on with a passage so many letters stand there; fewer may be chance, unless others came key by key before. */
const NEW_LETTERS_AT_LEAST = 4;

/** `short`: letters and digits of the last pieces, as long as each has too few to be looked for alone. */
type Tail = { readonly text: string; readonly short: number };
const EMPTY: Tail = { text: '', short: 0 };

export class Tails {
  readonly #all = new Map<string, Tail>();
  /** Without what is in the intent. */
  readonly #foreign = new Map<string, Tail>();

  add(origin: string, text: string, isIntents: boolean): void {
    for (const place of placesOf(origin)) {
      grow(this.#all, place, text);
      if (!isIntents) grow(this.#foreign, place, text);
    }
  }

  /** Where a passage stands that began in what went there, and goes on in this text. The person's words go on with those of others alone. */
  continued(
    origin: string,
    text: string,
    { read, isIntents }: { readonly read: readonly PageTexts[]; readonly isIntents: boolean },
  ): readonly Standing[] {
    const tails = new Map(
      (isIntents ? [this.#foreign] : [this.#all, this.#foreign]).flatMap((kept) =>
        placesOf(origin).map((place) => {
          const tail = kept.get(place) ?? EMPTY;
          return [tail.text, tail];
        }),
      ),
    );
    return [...tails.values()].flatMap((tail) => {
      const from = new Squeezed(tail.text).length;
      if (from === 0) return [];
      const to = Math.max(from + 1, from - tail.short + NEW_LETTERS_AT_LEAST);
      return read.flatMap((texts) => texts.copied(`${tail.text} ${text}`, { from, to }));
    });
  }
}

/** By itself, since what went to another host of the site between two pieces hides none, and its site. */
const placesOf = (origin: string): readonly string[] => (origin === '' ? [] : [origin, siteOfUrl(origin)]);

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
