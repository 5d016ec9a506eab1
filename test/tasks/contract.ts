// What a generated single-page task is: a page, what a person asks of it, and what the page must have reported in the end.
// INVARIANT: a task is a pure function of its kind and seed; nothing here runs a browser.

/** What a page says of itself: every kind has its own keys. */
export type State = Readonly<Record<string, string>>;

export type TaskEnd = {
  /** In the order in which the page told them. */
  readonly reports: readonly State[];
  /** The navigator's last words, `null` where it gave up. */
  readonly answer: string | null;
};

export type Task = {
  readonly intent: string;
  /** By path; `/` is where the task begins. */
  readonly pages: Readonly<Record<string, string>>;
  readonly check: (end: TaskEnd) => boolean;
  /** It cannot be done on this page: the right ending is to say so. Without it, the right ending is DONE. */
  readonly ending?: 'NOT_DONE';
  /** Secrets that the person saved for the page, by their last part. */
  readonly secrets?: Readonly<Record<string, string>>;
};

export type Kind = { readonly name: string; readonly make: (random: Random) => Task };

/** The kinds of one file, by their names. */
export const kindsOf = (makers: Readonly<Record<string, Kind['make']>>): readonly Kind[] =>
  Object.entries(makers).map(([name, make]) => ({ name, make }));

/** Seeded (mulberry32): the same seed gives the same page on every machine. */
export class Random {
  #state: number;

  constructor(seed: number, salt: string) {
    this.#state = [...salt].reduce(
      (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193),
      seed ^ 0x811c9dc5,
    );
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }

  /** Both ends included. */
  int(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    const found = list[this.int(0, list.length - 1)];
    if (found === undefined) throw new Error('nothing to pick from');
    return found;
  }

  shuffle<T>(list: readonly T[]): T[] {
    const mixed = [...list];
    for (let i = mixed.length - 1; i > 0; i--) {
      const j = this.int(0, i);
      const [a, b] = [mixed[i], mixed[j]];
      if (a === undefined || b === undefined) continue;
      mixed[i] = b;
      mixed[j] = a;
    }
    return mixed;
  }

  sample<T>(list: readonly T[], count: number): T[] {
    return this.shuffle(list).slice(0, count);
  }
}

const same = (a: State, b: State): boolean =>
  Object.keys(a).length === Object.keys(b).length &&
  Object.entries(a).every(([key, value]) => b[key] === value);

/** The page reported this, and nothing else. */
export const once =
  (expected: State): Task['check'] =>
  ({ reports }) =>
    reports.length === 1 && reports[0] !== undefined && same(reports[0], expected);

/** The last report says so: wrong turns before it do no harm. */
export const atLast =
  (expected: State): Task['check'] =>
  ({ reports }) => {
    const last = reports.at(-1);
    return last !== undefined && same(last, expected);
  };

/** The answer has these words, whole and in order, and none of the others. */
export const answers =
  (wanted: string, ...wrong: readonly string[]): Task['check'] =>
  ({ answer, reports }) =>
    answer !== null &&
    reports.length === 0 &&
    says(answer, wanted) &&
    !wrong.some((other) => says(answer, other));

const says = (text: string, words: string): boolean =>
  new RegExp(
    `(?<![\\p{L}\\p{N}.,])${words.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}(?![\\p{L}\\p{N}]|[.,]\\d)`,
    'iu',
  ).test(text);
