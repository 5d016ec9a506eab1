// Keeps what a task read where: tokens and runs of text by site, bounded. INVARIANT: a site whose texts were dropped is marked
// (`dropped`), so that nobody takes "not found" for "not from there"; a site can only crowd out what it showed itself.
import { createHash } from 'node:crypto';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { Queue } from '#policy/collections/queue.ts';
import { Beginnings } from './texts/beginnings.ts';
import { Fingerprints } from './texts/fingerprints.ts';
import { Squeezed, squeeze } from './texts/fold.ts';
import { MIN_TOKEN_CHARACTERS, formsOf, tokensOf } from './texts/tokens.ts';
import type { Token, TokenKind } from './texts/tokens.ts';

/** Number of a site in a ledger. 1 is the person: what is in the intent. */
export type SiteNumber = number;
export const PERSON: SiteNumber = 1;
/** Sites beyond the thirtieth are not told apart: their data is known, what they show explains nothing. */
const OTHERS: SiteNumber = 31;

/** How a site has a token. A link's address is no text: a page's own links may carry it. */
export const IN_TEXT = 1;
export const IN_ADDRESS = 2;
/** It went there with the policy's or a person's leave. */
export const SENT = 4;

export type Entry = Token & { readonly sites: Map<SiteNumber, number> };

export const MAX_TOKENS = 6_000;
/** Bytes that an entry takes, about: measured on tokens of ten characters. */
const ENTRY_BYTES = 250;
/** A site that shows more codes than these might be listing all there are: they explain nothing. */
const MAX_EXPLAINING_CODES = 2_000;
const MAX_ADDRESSES = 4_000;
/** So many more are kept until all of them go at once. */
const SPARE_ADDRESSES = 1_000;
const MAX_LAST_TEXTS = 4;
/** The whole text of a snapshot that is read: behind that, the page counts as dropped. */
const MAX_READ_CHARACTERS = 400_000;

type Site = {
  readonly name: string;
  /** Origins read, for the card and the log. */
  readonly origins: Set<string>;
  /** The oldest first. */
  readonly tokens: Queue<string>;
  codes: number;
  dropped: boolean;
  /** Digests of its last texts: what is looked at again is not read again. */
  lastTexts: readonly string[];
};

export class Ledger {
  readonly #sites: Site[] = [];
  readonly #numbers = new Map<string, SiteNumber>();
  readonly #entries = new Map<string, Entry>();
  readonly #beginnings = new Beginnings();
  readonly #runs = new Fingerprints();
  readonly #addresses = new Set<string>();
  readonly #shared = new Set<string>();
  readonly #intent: string;

  readonly #tokensAtMost: number;

  constructor(intent: string, tokensAtMost: number = MAX_TOKENS) {
    this.#tokensAtMost = tokensAtMost;
    this.#intent = squeeze(intent);
    this.#add('person');
    this.read('person', '', intent, IN_TEXT);
  }

  /** Bytes held, about. */
  get bytes(): number {
    return this.#runs.bytes + this.#entries.size * ENTRY_BYTES + this.#addresses.size * 120;
  }

  numberOf(site: string): SiteNumber | null {
    return this.#numbers.get(site) ?? null;
  }

  /** `http://account.test`; the site's name where nothing of an origin is known. */
  originsOf(site: SiteNumber): readonly string[] {
    const found = this.#sites[site - 1];
    return found === undefined ? [] : found.origins.size === 0 ? [found.name] : [...found.origins];
  }

  /** Sites other than `than` that were read; `dropped`: those of which something had to go. */
  readElsewhere(than: SiteNumber | null, dropped = false): readonly SiteNumber[] {
    return this.#sites.flatMap((site, index) =>
      index === 0 || index + 1 === than || (dropped ? !site.dropped : site.origins.size === 0)
        ? []
        : [index + 1],
    );
  }

  read(site: string, origin: string, text: string, how: number): void {
    const number = this.#add(site);
    const held = this.#sites[number - 1];
    if (held === undefined) return;
    if (origin !== '') held.origins.add(origin);
    if (how === IN_TEXT) {
      const digest = createHash('sha256').update(text).digest('base64');
      if (held.lastTexts.includes(digest)) return;
      held.lastTexts = [digest, ...held.lastTexts].slice(0, MAX_LAST_TEXTS);
    }
    if (text.length > MAX_READ_CHARACTERS) held.dropped = true;
    const kept = text.slice(0, MAX_READ_CHARACTERS);
    for (const token of tokensOf(kept)) {
      if (how !== IN_ADDRESS || token.kind !== 'WORD') this.#note(number, token, how);
    }
    if (how === IN_ADDRESS) return;
    for (const one of this.#runs.add(number, new Squeezed(kept))) this.#drop(one);
  }

  /** An address that a page offered as its own link. */
  readAddress(url: string): void {
    this.#addresses.add(url);
    forgetOldest(this.#addresses, MAX_ADDRESSES, SPARE_ADDRESSES);
  }

  offered(url: string): boolean {
    return this.#addresses.has(url);
  }

  /** A picture of it was given away: what it shows cannot be compared, so anything may be from there. */
  pictured(site: string, origin: string): void {
    const held = this.#sites[this.#add(site) - 1];
    if (held === undefined) return;
    held.origins.add(origin);
    held.dropped = true;
  }

  /** It goes to this site with the policy's or a person's leave: the site has it from now on. */
  sent(site: string, kind: TokenKind | 'RUN', text: string): void {
    const number = this.#add(site);
    if (kind === 'RUN') for (const one of this.#runs.add(number, new Squeezed(text))) this.#drop(one);
    else this.#note(number, { kind, text, shown: text }, SENT);
  }

  /** Words of the task's own: what it writes without having read it is nobody's data. */
  own(text: string): void {
    for (const token of tokensOf(text.slice(0, MAX_READ_CHARACTERS)))
      if (!this.#entries.has(token.text)) this.#note(PERSON, token, IN_TEXT);
  }

  inIntent(text: string): boolean {
    const folded = squeeze(text);
    return folded !== '' && this.#intent.includes(folded);
  }

  /** Secrets are kept by name. */
  share(site: string, secret: string): void {
    this.#shared.add(`${site} ${secret}`);
  }

  shared(site: string, secret: string): boolean {
    return this.#shared.has(`${site} ${secret}`);
  }

  entry(token: string): Entry | null {
    return this.#entries.get(token) ?? null;
  }

  /** Entries whose first five characters have this hash; most places of a text have none. */
  beginning(hash: number): Iterable<string> | null {
    return this.#beginnings.at(hash);
  }

  findRuns(text: Squeezed, see: (at: number, sites: number) => void): void {
    this.#runs.find(text, see);
  }

  /** The person wrote it, or the destination has it: it does not leave. */
  explained({ kind, text, sites }: Entry, destination: SiteNumber | null): boolean {
    const forms = kind === 'WORD' ? formsOf(text) : [text];
    if (forms.some((form) => form.length >= MIN_TOKEN_CHARACTERS && this.#intent.includes(form))) return true;
    if (sites.has(PERSON)) return true;
    if (destination === null || destination === OTHERS) return false;
    const trusted = (this.#sites[destination - 1]?.codes ?? 0) <= MAX_EXPLAINING_CODES;
    return forms.some((form) => {
      const how = this.#entries.get(form)?.sites.get(destination) ?? 0;
      return (how & SENT) !== 0 || (how !== 0 && (trusted || kind === 'WORD'));
    });
  }

  /** Sites other than person and destination that showed it. */
  sourcesOf({ sites }: Entry, destination: SiteNumber | null, how: number): readonly SiteNumber[] {
    return [...sites].flatMap(([site, had]) =>
      site !== PERSON && site !== destination && (had & how) !== 0 ? [site] : [],
    );
  }

  #add(site: string): SiteNumber {
    const known = this.#numbers.get(site);
    if (known !== undefined) return known;
    const number = Math.min(this.#sites.length + 1, OTHERS);
    this.#numbers.set(site, number);
    if (this.#sites.length < OTHERS)
      this.#sites.push({
        name: number === OTHERS ? 'other sites' : site,
        origins: new Set(),
        tokens: new Queue(),
        codes: 0,
        dropped: false,
        lastTexts: [],
      });
    return number;
  }

  #note(number: SiteNumber, { kind, text: token, shown }: Token, how: number): void {
    const site = this.#sites[number - 1];
    if (site === undefined) return;
    let entry = this.#entries.get(token);
    if (entry === undefined) {
      entry = { kind, text: token, shown, sites: new Map() };
      this.#entries.set(token, entry);
      this.#beginnings.add(token);
    }
    const had = entry.sites.get(number);
    entry.sites.set(number, (had ?? 0) | how);
    if (had !== undefined) return;
    site.tokens.push(token);
    if (kind === 'CODE') site.codes += 1;
    if (this.#entries.size > this.#tokensAtMost) this.#forgetOne();
  }

  /** The oldest token of the site that holds most; the person's stay. */
  #forgetOne(): void {
    let number = PERSON;
    for (let other = PERSON + 1; other <= this.#sites.length; other += 1)
      if (number === PERSON || this.#held(other) > this.#held(number)) number = other;
    const most = number === PERSON ? undefined : this.#sites[number - 1];
    const oldest = most?.tokens.shift();
    if (most === undefined || oldest === undefined) return;
    most.dropped = true;
    const entry = this.#entries.get(oldest);
    entry?.sites.delete(number);
    if (entry === undefined || entry.sites.size > 0) return;
    this.#entries.delete(oldest);
    this.#beginnings.delete(oldest);
  }

  #held(number: SiteNumber): number {
    return this.#sites[number - 1]?.tokens.size ?? 0;
  }

  #drop(number: SiteNumber): void {
    const site = this.#sites[number - 1];
    if (site !== undefined && number !== PERSON) site.dropped = true;
  }
}
