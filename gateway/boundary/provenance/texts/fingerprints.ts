// Remembers which runs of text were on which site: hashes of every stretch of 14 letters and digits, thinned so that a copied run of
// 19 (about four words) shares two of them. It is bounded: texts are dropped a whole page at a time, and that is reported.
import type { Squeezed } from './fold.ts';

/** Characters in a hashed stretch. */
export const RUN_CHARACTERS = 14;
/** Of so many neighbouring stretches the least hash is kept: a copy of RUN_CHARACTERS + WINDOW_HASHES - 1 characters always shares one,
 *  one of RUN_CHARACTERS + 2 * WINDOW_HASHES - 1 shares two. */
const WINDOW_HASHES = 3;
const FIRST_MULTIPLIER = 0x01_00_01_93;
const SECOND_MULTIPLIER = 0x5b_d1_e9_95;
/** Slots, a power of two; two thirds of them are used at most. 8 bytes each: 1 MB. */
const MAX_SLOTS = 131_072;
const MAX_KEPT_HASHES = 87_000;
const SIFT_BITS = 20;

type Page = { readonly site: number; readonly first: Uint32Array; readonly second: Uint32Array };

const power = (base: number, exponent: number): number => {
  let result = 1;
  for (let time = 0; time < exponent; time += 1) result = Math.imul(result, base);
  return result;
};
const LEAVING = power(FIRST_MULTIPLIER, RUN_CHARACTERS);
const LEAVING_SECOND = power(SECOND_MULTIPLIER, RUN_CHARACTERS);

/** The last bits of a product mix badly: both halves of the hash are stirred. */
function stir(hash: number): number {
  const once = Math.imul(hash ^ (hash >>> 15), 0x2c_1b_3c_6d);
  return (once ^ (once >>> 13)) >>> 0;
}

/** Calls `visit` for each stretch of `text`: where it begins, and its two hashes, the second one not yet stirred. */
function eachRun(text: Squeezed, visit: (at: number, first: number, second: number) => void): void {
  const { codes, length } = text;
  let first = 0;
  let second = 0;
  for (let end = 0; end < length; end += 1) {
    const code = codes[end] ?? 0;
    first = (Math.imul(first, FIRST_MULTIPLIER) + code) | 0;
    second = (Math.imul(second, SECOND_MULTIPLIER) + code) | 0;
    if (end < RUN_CHARACTERS - 1) continue;
    if (end >= RUN_CHARACTERS) {
      const gone = codes[end - RUN_CHARACTERS] ?? 0;
      first = (first - Math.imul(LEAVING, gone)) | 0;
      second = (second - Math.imul(LEAVING_SECOND, gone)) | 0;
    }
    visit(end - RUN_CHARACTERS + 1, stir(first), second);
  }
}

export class Fingerprints {
  #pages: Page[] = [];
  #kept = 0;
  #first = new Uint32Array(0);
  /** 24 bits of the second hash, 8 of the site. */
  #second = new Uint32Array(0);
  readonly #sift = new Uint8Array(2 ** (SIFT_BITS - 3));

  /** Bytes held, pages and table. */
  get bytes(): number {
    return this.#kept * 8 + this.#first.byteLength * 2 + this.#sift.byteLength;
  }

  /** Keeps a text's runs for `site`; gives the sites of which older pages had to go. */
  add(site: number, text: Squeezed): readonly number[] {
    const page = this.#pageOf(site, text);
    if (page.first.length === 0) return [];
    const dropped = new Set<number>();
    if (page.first.length > MAX_KEPT_HASHES) return [site];
    this.#pages.push(page);
    this.#kept += page.first.length;
    while (this.#kept > MAX_KEPT_HASHES) dropped.add(this.#dropOne());
    if (dropped.size > 0 || this.#first.length < Math.min(MAX_SLOTS, this.#kept * 1.5)) this.#rebuild();
    else this.#insert(page);
    return [...dropped];
  }

  /** Calls `see` for each stretch of `text` that was read, with its sites as bits. At most 31 sites are told apart. */
  find(text: Squeezed, see: (at: number, sites: number) => void): void {
    if (this.#kept === 0) return;
    const sift = this.#sift;
    eachRun(text, (at, first, second) => {
      const place = first >>> (32 - SIFT_BITS);
      if (((sift[place >>> 3] ?? 0) & (1 << (place & 7))) === 0) return;
      const sites = this.#sitesOf(first, stir(second));
      if (sites !== 0) see(at, sites);
    });
  }

  #sitesOf(first: number, second: number): number {
    if (this.#first.length === 0) return 0;
    const mask = this.#first.length - 1;
    let sites = 0;
    for (let slot = first & mask; ; slot = (slot + 1) & mask) {
      const held = this.#second[slot] ?? 0;
      if (held === 0) return sites;
      if (this.#first[slot] === first && held >>> 8 === second >>> 8) sites |= 1 << ((held & 0xff) - 1);
    }
  }

  #pageOf(site: number, text: Squeezed): Page {
    const first: number[] = [];
    const second: number[] = [];
    const near: { at: number; first: number; second: number }[] = [];
    const taken = new Set<number>();
    let last = -1;
    eachRun(text, (at, one, two) => {
      near.push({ at, first: one, second: stir(two) });
      if (near.length > WINDOW_HASHES) near.shift();
      if (near.length < WINDOW_HASHES && at + RUN_CHARACTERS < text.length) return;
      const least = near.reduce((a, b) => (b.first <= a.first ? b : a));
      if (least.at === last) return;
      last = least.at;
      if (taken.has(least.first)) return;
      taken.add(least.first);
      if ((this.#sitesOf(least.first, least.second) & (1 << (site - 1))) !== 0) return;
      first.push(least.first);
      second.push(least.second);
    });
    return { site, first: Uint32Array.from(first), second: Uint32Array.from(second) };
  }

  /** Of the site that holds most, the oldest page: a page cannot crowd out what stood on another site. */
  #dropOne(): number {
    const held = new Map<number, number>();
    for (const { site, first } of this.#pages) held.set(site, (held.get(site) ?? 0) + first.length);
    const [most] = [...held].reduce((a, b) => (b[1] > a[1] ? b : a), [0, -1]);
    const at = this.#pages.findIndex(({ site }) => site === most);
    this.#kept -= this.#pages[at]?.first.length ?? 0;
    this.#pages = this.#pages.toSpliced(at, 1);
    return most;
  }

  #rebuild(): void {
    let size = 1024;
    while (size < MAX_SLOTS && size < this.#kept * 1.5) size *= 2;
    if (size < MAX_SLOTS) size *= 2;
    this.#first = new Uint32Array(size);
    this.#second = new Uint32Array(size);
    this.#sift.fill(0);
    for (const page of this.#pages) this.#insert(page);
  }

  #insert({ site, first, second }: Page): void {
    const mask = this.#first.length - 1;
    for (const [index, one] of first.entries()) {
      const held = (((second[index] ?? 0) & 0xffff_ff00) | site) >>> 0;
      const place = one >>> (32 - SIFT_BITS);
      this.#sift[place >>> 3] = (this.#sift[place >>> 3] ?? 0) | (1 << (place & 7));
      let slot = one & mask;
      while ((this.#second[slot] ?? 0) !== 0) slot = (slot + 1) & mask;
      this.#first[slot] = one;
      this.#second[slot] = held;
    }
  }
}
