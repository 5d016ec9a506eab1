// Finds many texts in one, in one pass: where each begins and ends. Own code, since the platform looks for one text at a time.
// INVARIANT: its work is counted and ends at the given bound, whatever the texts are: beyond it the answer is `null`, never a part of it.

export type Found = { readonly from: number; readonly to: number };

/** Beginnings of this length tell the texts apart; shorter ones are looked for one by one. */
const HEAD = 4;

export class TextFinder {
  readonly #byHead = new Map<number, string[]>();
  /** By the last bits of a head: most places of a text are passed over by these alone. */
  readonly #begins = new Uint8Array(65_536);
  readonly #short: readonly string[];
  readonly #shortest: number;
  #workLeft: number;

  /** `work`: of all that is ever asked, in steps of about a nanosecond or a few. */
  constructor(texts: Iterable<string>, work: number) {
    const all = [...new Set(texts)].filter((one) => one !== '').toSorted((a, b) => b.length - a.length);
    this.#short = all.filter(({ length }) => length < HEAD);
    this.#shortest = all.at(-1)?.length ?? Infinity;
    this.#workLeft = work;
    for (const one of all) {
      if (one.length < HEAD) continue;
      const head = headAt(one, 0);
      this.#begins[head & 0xff_ff] = 1;
      const known = this.#byHead.get(head);
      if (known === undefined) this.#byHead.set(head, [one]);
      else known.push(one);
    }
  }

  get isEmpty(): boolean {
    return this.#shortest === Infinity;
  }

  /** In the order of their beginnings; of one text, those that do not overlap. `null`: it would take too much. */
  in(text: string): readonly Found[] | null {
    this.#workLeft -= 1 + text.length * (1 + this.#short.length);
    if (this.#workLeft < 0) return null;
    if (text.length < this.#shortest) return [];
    const found: Found[] = [];
    /** Of each text, up to where it was found. */
    const ends = new Map<string, number>();
    for (let at = 0; at < text.length; at += 1) {
      if (this.#workLeft < 0) return null;
      for (const one of this.#short)
        if (text.startsWith(one, at)) found.push({ from: at, to: at + one.length });
      if (at + HEAD > text.length) continue;
      const head = headAt(text, at);
      const candidates = this.#begins[head & 0xff_ff] === 1 ? this.#byHead.get(head) : undefined;
      if (candidates === undefined) continue;
      this.#workLeft -= candidates.length * 10;
      for (const one of candidates) {
        const to = at + one.length;
        if (to > text.length || (ends.get(one) ?? 0) > at) continue;
        if (text.charCodeAt(to - 1) !== one.charCodeAt(one.length - 1)) continue;
        this.#workLeft -= one.length;
        if (!text.startsWith(one, at)) continue;
        ends.set(one, to);
        found.push({ from: at, to });
      }
    }
    return this.#workLeft < 0 ? null : found;
  }
}

/** The text with each that is found replaced; those that overlap are one. */
export function replaceFound(text: string, found: readonly Found[], by: string): string {
  if (found.length === 0) return text;
  const parts: string[] = [];
  let told = 0;
  let end = -1;
  for (const { from, to } of found) {
    if (from >= end) {
      parts.push(text.slice(told, from), by);
      end = to;
    } else end = Math.max(end, to);
    told = end;
  }
  return parts.join('') + text.slice(told);
}

/** Texts that begin alike have the same one; others seldom. */
const headAt = (text: string, at: number): number =>
  (text.charCodeAt(at) ^
    (text.charCodeAt(at + 1) << 8) ^
    (text.charCodeAt(at + 2) << 16) ^
    (text.charCodeAt(at + 3) << 23)) |
  0;
