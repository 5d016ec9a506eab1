// Remembers what pages said, by origin and by place, so that a text of an act is recognised. Bounded. INVARIANT: dropped texts are
// reported (`dropped`); of the places where a text occurs the worst one counts.
import { createHash } from 'node:crypto';
import type { ContentPlace } from '#policy/language/vocabulary.ts';
import { Fingerprints, RUN_CHARACTERS } from './fingerprints.ts';
import { Squeezed, fold } from './fold.ts';
import { Sieve } from './sieve.ts';

export type Place = Exclude<ContentPlace, 'NONE'>;
/** The worst place last. */
export const RANK = { SITE: 0, CONTENT: 1, USERS: 2 } as const satisfies Record<Place, number>;
/** Where a text stands. `origin` is `''`, or no address, where nobody knows whose it is: a document without a host, one too many. */
export type Standing = { readonly origin: string; readonly place: Place };

type Text = Standing & {
  readonly digest: string;
  /** Its words with one blank around each. */
  readonly words: string;
  /** Letters and digits alone. */
  readonly letters: string;
  /** Made when it is asked for. */
  set?: ReadonlySet<string>;
};

/** Characters of all texts together. */
const ALL_CHARACTERS_AT_MOST = 600_000;
/** Of a longer text the beginning is kept. */
const TEXT_CHARACTERS_AT_MOST = 200_000;
/** Letters and digits that count within others; fewer count as words alone. */
const LETTERS_AT_LEAST = 5;
/** A value put together from so many of the words that a page gave. */
const PIECES_AT_MOST = 4;
const PUT_TOGETHER_LETTERS_AT_MOST = 32;
/** Of a copied passage two stretches stand there; the edge of one may be chance. */
const RUNS_AT_LEAST = 2;
/** Places that passages are told apart by: the rest are one. */
const STANDINGS_AT_MOST = 31;
const WORD = /[\p{L}\p{N}]+/gu;

export const wordsOf = (text: string): readonly string[] => fold(text).match(WORD) ?? [];

export class PageTexts {
  #texts: Text[] = [];
  #characters = 0;
  readonly #dropped = new Map<string, Standing>();
  readonly #runs = new Fingerprints();
  readonly #sieve = new Sieve();
  /** Letters that are in the sieve, and gone from the texts. */
  #gone = 0;
  readonly #numbers: Standing[] = [];

  read(origin: string, place: Place, text: string): void {
    if (text === '') return;
    const kept = text.slice(0, TEXT_CHARACTERS_AT_MOST);
    const digest = createHash('sha256').update(`${origin} ${place} ${kept}`).digest('base64');
    if (text.length > TEXT_CHARACTERS_AT_MOST) this.#drop({ origin, place });
    if (this.#texts.some((one) => one.digest === digest)) return;
    const words = wordsOf(kept);
    const letters = words.join('');
    this.#texts.push({ origin, place, digest, words: ` ${words.join(' ')} `, letters });
    this.#characters += letters.length;
    this.#sieve.add(letters);
    const number = this.#numberOf({ origin, place });
    for (const one of this.#runs.add(number, new Squeezed(kept))) this.#drop(this.#numbers[one - 1]);
    while (this.#characters > ALL_CHARACTERS_AT_MOST) this.#forgetOne();
  }

  /** The whole text, word for word or run together; `null` within `among`: everywhere. */
  standings(text: string, among: ReadonlySet<Place> | null = null): readonly Standing[] {
    const words = wordsOf(text);
    const letters = words.join('');
    if (letters.length < 2 || !this.#sieve.mayHold(letters)) return [];
    const asWords = ` ${words.join(' ')} `;
    return this.#those(
      among,
      (one) =>
        one.words.includes(asWords) || (letters.length >= LETTERS_AT_LEAST && one.letters.includes(letters)),
    );
  }

  /** Whether nobody has to look for it: it stands nowhere. */
  lacks(text: string): boolean {
    return !this.#sieve.mayHold(wordsOf(text).join(''));
  }

  /** Word for word alone. */
  named(name: string, among: ReadonlySet<Place>): readonly Standing[] {
    const words = wordsOf(name);
    return words.length === 0 ? [] : this.#those(among, (one) => one.words.includes(` ${words.join(' ')} `));
  }

  /** Every one of these words, wherever in one text. */
  allOf(words: readonly string[], among: ReadonlySet<Place>): readonly Standing[] {
    return words.length === 0
      ? []
      : this.#those(among, (one) => words.every((word) => one.words.includes(` ${word} `)));
  }

  /** It is put together from words that stand there. */
  putTogether(text: string, among: ReadonlySet<Place>): readonly Standing[] {
    const letters = wordsOf(text).join('');
    if (letters.length < LETTERS_AT_LEAST || letters.length > PUT_TOGETHER_LETTERS_AT_MOST) return [];
    return this.#those(among, (one) =>
      isPutTogether(letters, (one.set ??= new Set(one.words.trim().split(' ')))),
    );
  }

  /**
   * Passages of it: a copy of four words or more. `over`: those alone of which a stretch begins before `from`, and reaches `to`, both
   * in letters and digits.
   */
  copied(
    text: string,
    over: { readonly from: number; readonly to: number } | null = null,
  ): readonly Standing[] {
    const runs = new Map<number, number>();
    const across = new Set<number>();
    this.#runs.find(new Squeezed(text), (at, numbers) => {
      for (let number = 1; number <= STANDINGS_AT_MOST; number += 1)
        if ((numbers & (1 << (number - 1))) !== 0) {
          runs.set(number, (runs.get(number) ?? 0) + 1);
          if (over === null || (at < over.from && at + RUN_CHARACTERS >= over.to)) across.add(number);
        }
    });
    return [...runs].flatMap(([number, count]) => {
      const standing = this.#numbers[number - 1];
      return count < RUNS_AT_LEAST || !across.has(number) || standing === undefined ? [] : [standing];
    });
  }

  /** Whose texts are no longer all there. */
  get dropped(): readonly Standing[] {
    return [...this.#dropped.values()];
  }

  #those(among: ReadonlySet<Place> | null, holds: (text: Text) => boolean): readonly Standing[] {
    return this.#texts.filter((one) => (among === null || among.has(one.place)) && holds(one));
  }

  #numberOf({ origin, place }: Standing): number {
    const known = this.#numbers.findIndex((one) => one.origin === origin && one.place === place);
    if (known !== -1) return known + 1;
    // One more than can be told apart: it counts as the worst that there is.
    const standing =
      this.#numbers.length < STANDINGS_AT_MOST - 1
        ? { origin, place }
        : { origin: '', place: 'USERS' as const };
    if (this.#numbers.length < STANDINGS_AT_MOST) this.#numbers.push(standing);
    return this.#numbers.length;
  }

  /** The oldest text of the origin that holds most: a page crowds out what it said itself. */
  #forgetOne(): void {
    const held = new Map<string, number>();
    for (const { origin, letters } of this.#texts) held.set(origin, (held.get(origin) ?? 0) + letters.length);
    const [most] = [...held].reduce((a, b) => (b[1] > a[1] ? b : a), ['', -1]);
    const at = this.#texts.findIndex(({ origin }) => origin === most);
    const [gone] = this.#texts.splice(Math.max(0, at), 1);
    if (gone === undefined) return;
    this.#characters -= gone.letters.length;
    this.#drop(gone);
    this.#gone += gone.letters.length;
    if (this.#gone <= ALL_CHARACTERS_AT_MOST) return;
    this.#gone = 0;
    this.#sieve.clear();
    for (const { letters } of this.#texts) this.#sieve.add(letters);
  }

  #drop(standing: Standing | undefined): void {
    if (standing === undefined) return;
    const { origin, place } = standing;
    this.#dropped.set(`${origin} ${place}`, { origin, place });
  }
}

/** Whether `letters` is a few of the words one behind the other, each of two signs or more. */
function isPutTogether(letters: string, words: ReadonlySet<string>): boolean {
  // By how many words each place is reached, the fewest.
  const reached = new Map([[0, 0]]);
  for (let from = 0; from < letters.length; from += 1) {
    const used = reached.get(from);
    if (used === undefined || used >= PIECES_AT_MOST) continue;
    for (let to = from + 2; to <= letters.length; to += 1) {
      if ((reached.get(to) ?? PIECES_AT_MOST + 1) <= used + 1) continue;
      if (words.has(letters.slice(from, to))) reached.set(to, used + 1);
    }
  }
  return reached.has(letters.length);
}
