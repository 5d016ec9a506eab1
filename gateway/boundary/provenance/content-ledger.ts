// Tells whose words a text is: the person's, a page's, or nobody's. INVARIANT: what the person wrote is theirs wherever else it occurs;
// what they were shown and allowed is theirs where it was to go, and nowhere else; of a page's words the worst place counts.
import type { PageSnapshot, SnapshotNode } from '#executors/contract/snapshot.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import type { ContentFacts } from './content.ts';
import { EnteredTexts } from './entered-texts.ts';
import { keyOf, squeeze } from './texts/fold.ts';
import { IntentWords } from './texts/intent-words.ts';
import { LinksSeen, placeOfLink } from './links-seen.ts';
import type { LinkPressed } from './links-seen.ts';
import { NamedAddresses, hostPieces } from './texts/named-addresses.ts';
import type { NamedElsewhere } from './texts/named-addresses.ts';
import { PageTexts, wordsOf } from './texts/page-texts.ts';
import type { Place, Standing } from './texts/page-texts.ts';
import { PERSON, PROGRAM, besides, ofPage, unsure, worst } from './origins.ts';
import type { Origin } from './origins.ts';
import { originOf } from './texts/site.ts';
import { Tails } from './texts/tails.ts';
import { tokensOf } from './texts/tokens.ts';
import { eachView } from './encodings/views.ts';

const APPROVED_AT_MOST = 256;
const ADDRESSES_AT_MOST = 4_000;
/** So many more are kept until all of them go at once. */
const SPARE_ADDRESSES = 1_000;
/** Of one text, in all that it may be decoded to. */
const RARE_TEXTS_AT_MOST = 4_096;
/** Of these, such as may stand somewhere: each is looked for in all that was read. */
const SEARCHES_AT_MOST = 128;
/** Of what is entered key by key the last pieces count, and of these the last characters. */
const PIECES_AT_MOST = 64;
const PIECES_CHARACTERS_AT_MOST = 64;
/** Shorter ones hold no passage. */
const PASSAGE_CHARACTERS_AT_LEAST = 12;
/** Of a longer value the beginning is looked at; all of it is searched for what was copied. */
const VALUE_CHARACTERS_AT_MOST = 4_096;
/** A value of more words is a text of its own: it is a page's by what is rare in it, or by a passage. */
const SHORT_VALUE_WORDS_AT_MOST = 6;
/** Between two words of a passage stands one sign, or a blank, or both: more could say something. */
const OF_PLAIN_SIGNS = /^[\p{L}\p{M}\p{N}]+(?:(?: |[!-/:-@[-`{-~–’] ?)[\p{L}\p{M}\p{N}]+)*[.?!]?$/u;
const WRITTEN: ReadonlySet<Place> = new Set(['CONTENT', 'USERS']);
const BY_USERS: ReadonlySet<Place> = new Set(['USERS']);
/** Of a file that is no text the beginning is looked at. */
const UNREADABLE_CHARACTERS_AT_MOST = 65_536;

export class ContentLedger {
  readonly said = new PageTexts();
  readonly #intent: IntentWords;
  /** Texts that a person was shown and allowed, each with the origin that it was to go to. */
  readonly #approved = new Set<string>();
  readonly #entered = new EnteredTexts();
  readonly #named: NamedAddresses;
  /** Addresses that a person was shown and allowed. */
  readonly #allowed = new Set<string>();
  readonly #tails = new Tails();
  readonly #links = new LinksSeen();
  readonly #addresses = new Map<string, Standing[]>();
  /** Not all addresses that it knew are there any more. */
  #forgotAddresses = false;
  /** Of whoever may have written the intent: what they read counts, too. */
  readonly #beside: ContentLedger | null;

  /** `''` for an intent that explains nothing. */
  constructor(intent: string, named?: NamedElsewhere, beside: ContentLedger | null = null) {
    this.#beside = beside;
    this.#named = new NamedAddresses(intent, named);
    this.#intent = new IntentWords(intent);
  }

  /** A look at a page: each node by whose words it is. */
  look({ document, nodes }: PageSnapshot): void {
    const own = originOf(document.url);
    const texts = new Map<string, { standing: Standing; texts: string[] }>();
    const add = (origin: string, place: Place, text: string | undefined): void => {
      if (text === undefined || text === '') return;
      const key = `${origin} ${place}`;
      const held = texts.get(key) ?? { standing: { origin, place }, texts: [] };
      texts.set(key, held);
      held.texts.push(text);
    };
    const links: { readonly node: SnapshotNode; readonly standing: Standing }[] = [];
    add(own, 'CONTENT', document.title);
    for (const [at, node] of nodes.entries()) {
      const origin = node.origin ?? own;
      const place = node.place ?? 'CONTENT';
      add(origin, place, node.name);
      add(origin, place, node.description);
      // What is in a field somebody wrote; what is chosen in a list the site laid out.
      add(origin, node.valuePlace ?? (node.place === 'USERS' ? 'USERS' : 'CONTENT'), node.value);
      if (node.url === undefined) continue;
      const link = placeOfLink(node, nodes[at - 1], nodes[at + 1]);
      const standing = { origin, place: link };
      links.push({ node, standing });
      this.#offer(node.url, standing);
    }
    for (const { standing, texts: some } of texts.values())
      this.said.read(standing.origin, standing.place, some.join('\n'));
    this.#links.look(document.id, links);
  }

  /** A text that comes without a structure. */
  readText(url: string, text: string): void {
    this.said.read(originOf(url), 'CONTENT', text);
  }

  /** A person was shown this text, and let it go to this origin: a yes is for no other, and for none where there is no origin. */
  approve(text: string, to: string): void {
    if (to === '' || keyOf(text) === '') return;
    this.#approved.add(`${to} ${text}`);
    forgetOldest(this.#approved, APPROVED_AT_MOST);
  }

  /** It went to this origin: what goes there next may go on with it, whatever a person said to each piece. */
  went(text: string, to: string): void {
    this.#tails.add(to, text, { isIntents: this.#intent.hold(text), isAddress: false });
  }

  /** As `went`, with all that stands behind its host; what is typed next goes on with what was typed before it, too. */
  wentTo(address: string): void {
    const parsed = URL.parse(address);
    if (parsed === null) return;
    for (const one of piecesBehind(parsed))
      this.#tails.add(originOf(address), one, { isIntents: this.#intent.hold(one), isAddress: true });
  }

  /** A person was shown this address, and allowed it: it is the one, wherever it stands. */
  allow(address: string): void {
    const href = URL.parse(address)?.href;
    if (href !== undefined) this.#allowed.add(href);
    forgetOldest(this.#allowed, APPROVED_AT_MOST);
  }

  /**
   * Something that is entered, sent or run. `to`: the origin that it goes to. `before`: what was entered in the same place just before
   * it, piece by piece.
   */
  value(text: string, to = '', before: readonly string[] = []): Origin {
    const whole = this.#value(text.slice(0, VALUE_CHARACTERS_AT_MOST), text, to);
    const own = worst([
      whole,
      ...this.#continued(text, to),
      ...(before.length === 0 ? [] : this.#grown(text, before)),
    ]);
    return this.#withBeside(own, (beside) => beside.value(text, '', before));
  }

  /**
   * What is in a file. INVARIANT: a file that is not all the person's words, or a page's, may come from anywhere: it may have been
   * fetched and never shown.
   */
  file(text: string, isReadable: boolean): Origin {
    const origin = this.value(isReadable ? text : text.slice(0, UNREADABLE_CHARACTERS_AT_MOST));
    const isKnown =
      isReadable && (origin.of === 'PERSON' || (origin.of === 'PAGE' && origin.partly !== true));
    return isKnown ? origin : unsure(origin, { pages: origin.unsure?.pages ?? [], isCut: true });
  }

  /** The name of something that is pressed: the site calls it so, and what counts is whether anybody else speaks of it. */
  target(name: string): Origin {
    if (name.trim() === '' || this.isPersons(name)) return PERSON;
    const spoken = this.said.named(name, wordsOf(name).length > 1 ? WRITTEN : BY_USERS);
    const beside = this.#beside?.target(name) ?? PERSON;
    const own = spoken.length === 0 ? PERSON : ofPage(spoken);
    return worst([unsure(own, { pages: this.said.dropped, isCut: false }), beside]);
  }

  /**
   * An address that is gone to. `link`: the link that leads there. INVARIANT: a link's address is its page's, whatever the link is
   * called, unless the person named the address, or that host, and what stands behind it is of their words.
   */
  address(url: string, link: LinkPressed | null): Origin {
    return this.#withBeside(this.#address(url, link), (beside) => beside.address(url, null));
  }

  #address(url: string, link: LinkPressed | null): Origin {
    const parsed = URL.parse(url);
    if (parsed === null) return this.value(url);
    const behind = `${parsed.pathname}${parsed.search}${parsed.hash}`;
    const [host, path] = [squeeze(parsed.host), squeeze(behind)];
    if (this.#named.whole(parsed) || this.#allowed.has(parsed.href)) return PERSON;
    const own = link === null ? null : this.#links.standing(link);
    if (link !== null && this.#named.host(parsed) && this.#isMeant(link, parsed) && this.#isSaid(behind))
      return PERSON;
    const offered = this.#addresses.get(parsed.href) ?? [];
    const isCut = this.#forgotAddresses;
    // It is its page's; that another one has it, too, is told by host.
    if (own !== null) return unsure({ ...ofPage([own]), also: offered }, { pages: [], isCut });
    const isNamed = this.#named.host(parsed);
    const whole = [...offered, ...this.said.standings(host + path)];
    const spoken = [
      ...whole,
      ...(path.length < 3 ? [] : this.said.standings(path)),
      // A host that a page names; the pages behind it may be named elsewhere.
      ...(isNamed ? [] : this.said.standings(parsed.host, WRITTEN)),
    ];
    const pieces = [
      ...(isNamed ? [] : hostPieces(parsed)),
      ...[parsed.username, parsed.password].map(decoded),
      ...piecesOf(behind),
    ]
      .filter((one) => one !== '')
      .map((one) => this.value(one, originOf(url)));
    const together = piecesBehind(parsed).join(' ');
    const passages = this.said.copied(together);
    if (passages.length > 0) pieces.push(ofPage(passages));
    pieces.push(...this.#continued(together, originOf(url)));
    // One that nobody looked at stands on its page all the same.
    const page = link === null ? null : originOf(link.documentUrl ?? '');
    if (page !== null && !spoken.some(({ origin }) => origin === page))
      spoken.push({ origin: page, place: 'CONTENT' });
    const lost = unsure(PERSON, { pages: [], isCut });
    if (spoken.length > 0) {
      const { partly: _, ...all } = worst([ofPage(spoken), ...pieces, lost]);
      // Of an address that stands there no piece is made up.
      return whole.length > 0 ? all : worst([ofPage(spoken), ...pieces, lost]);
    }
    return worst([isNamed && pieces.every(({ of }) => of === 'PERSON') ? PERSON : PROGRAM, ...pieces, lost]);
  }

  /** It is in the intent, or plainly made of its words; or a person let exactly this go to that origin. */
  isPersons(text: string, to = ''): boolean {
    return keyOf(text) !== '' && (this.#approved.has(`${to} ${text}`) || this.#intent.hold(text));
  }

  /** Of all that was entered into a document, when it goes to this origin. */
  entered(documentId: string, to: string): ContentFacts {
    return this.#entered.into(documentId, to);
  }

  /** `allowedTo`: the origin that a person was told it goes to, and allowed. */
  enter(documentId: string, facts: ContentFacts, allowedTo: string | null = null): void {
    this.#entered.enter(documentId, facts, allowedTo);
  }

  /** By what it is called. */
  #isMeant(link: LinkPressed, url: URL): boolean {
    return keyOf(link.name) !== '' && this.isPersons(link.name) && !this.#links.isOutdone(link, url);
  }

  /** Of what stands behind the host every piece is the person's. */
  #isSaid(behind: string): boolean {
    return piecesOf(behind).every((piece) => piece === '' || this.isPersons(piece));
  }

  /** A passage that began in what went there before: whether it is made up besides is told by the text itself. */
  #continued(text: string, to: string): readonly Origin[] {
    const read = this.#beside === null ? [this.said] : [this.said, this.#beside.said];
    const standings = this.#tails.continued(to, text, { read, isIntents: this.#intent.hold(text) });
    return standings.length === 0 ? [] : [ofPage(standings)];
  }

  #value(text: string, all: string, to: string): Origin {
    if (this.isPersons(text, to) && text.length === all.length) return PERSON;
    const { said } = this;
    const words = wordsOf(text);
    const few = words.length <= SHORT_VALUE_WORDS_AT_MOST;
    const own = words.filter((word) => word.length > 1 && !this.#intent.hasWord(word));
    const whole = said.standings(all);
    const ofItsWords = [
      ...(few && own.length > 0 ? said.allOf(own, BY_USERS) : []),
      ...(words.length <= 2 ? said.putTogether(text, BY_USERS) : []),
    ];
    const { standings: rare, found, isCut } = this.#rare(text, to);
    const standings = [
      ...(few ? whole : []),
      ...ofItsWords,
      ...(text.length > PASSAGE_CHARACTERS_AT_LEAST ? said.copied(all) : []),
      ...rare,
    ];
    // Words that stand here and there on a page were put together by somebody else.
    const isWhole =
      OF_PLAIN_SIGNS.test(text.trim()) &&
      (whole.length > 0 || (text.length === all.length && this.#isMadeOf(words, found)));
    const partly: Pick<Origin, 'partly'> = isWhole ? {} : { partly: true };
    // Not found is no answer where not all is there any more.
    return unsure(standings.length > 0 ? { ...ofPage(standings), ...partly } : PROGRAM, {
      pages: said.dropped,
      isCut: isCut || (text.length < all.length && !isWhole),
    });
  }

  /**
   * Codes, numbers, addresses and passages that are not the person's, in all that it may be decoded to: what is found in one way may stand on
   * another page in another way. `found`: the letters of those that stand there as they are.
   */
  #rare(
    text: string,
    to: string,
  ): {
    readonly standings: readonly Standing[];
    readonly found: ReadonlySet<string>;
    readonly isCut: boolean;
  } {
    const standings: Standing[] = [];
    const found = new Set<string>();
    const lookedFor = new Set<string>();
    let [searches, isCut] = [0, false];
    const { complete } = eachView(text, ({ text: view, via }) => {
      // As it stands it is looked for whole.
      if (via.length > 0 && view.length > PASSAGE_CHARACTERS_AT_LEAST && !this.isPersons(view, to))
        standings.push(...this.said.copied(view));
      for (const { kind, text: token, shown } of tokensOf(view)) {
        if (kind === 'WORD' || lookedFor.has(token)) continue;
        if (this.#intent.holdRare(shown) || this.isPersons(shown, to)) continue;
        if (lookedFor.size >= RARE_TEXTS_AT_MOST || searches >= SEARCHES_AT_MOST) {
          isCut = true;
          return;
        }
        lookedFor.add(token);
        if (this.said.lacks(token)) continue;
        searches += 1;
        const stands = this.said.standings(token);
        standings.push(...stands);
        if (via.length === 0 && stands.length > 0) found.add(wordsOf(token).join(''));
      }
    });
    return { standings, found, isCut: isCut || !complete };
  }

  /** Of these letters and of the person's words, and of nothing else. */
  #isMadeOf(words: readonly string[], found: ReadonlySet<string>): boolean {
    const letters = words.join('');
    const isCovered = new Uint8Array(letters.length);
    for (const one of found)
      for (let at = letters.indexOf(one); at !== -1; at = letters.indexOf(one, at + one.length))
        isCovered.fill(1, at, at + one.length);
    let at = 0;
    return words.every((word) => {
      const from = at;
      at += word.length;
      return this.#isOwn(word) || isCovered.subarray(from, at).every((one) => one === 1);
    });
  }

  /** A number is the person's as a whole alone. */
  #isOwn(word: string): boolean {
    return /\p{N}/u.test(word) ? this.#intent.hold(word) : this.#intent.hasWord(word);
  }

  /** Where an agent may have written the intent, and it is not the person's. */
  #withBeside(own: Origin, ask: (beside: ContentLedger) => Origin): Origin {
    return this.#beside === null || own.of === 'PERSON' ? own : besides(own, ask(this.#beside));
  }

  /** Key by key, and piece by piece: what the last of them make together. */
  #grown(text: string, before: readonly string[]): readonly Origin[] {
    const pieces = [...before.slice(-PIECES_AT_MOST), text];
    return [2, 3, pieces.length].flatMap((count) => {
      const together = pieces.slice(-count).join('').slice(-PIECES_CHARACTERS_AT_MOST);
      const letters = wordsOf(together).join('');
      if (count > pieces.length || letters.length < 5 || this.isPersons(together)) return [];
      // Of what was typed sign by sign nobody knows where a word began.
      const tail = letters.length > 8 && count === pieces.length ? letters.slice(-8) : letters;
      if (this.#intent.hasLetters(tail)) return [];
      const standings = this.said.standings(tail, WRITTEN);
      return standings.length === 0 ? [] : [ofPage(standings)];
    });
  }

  #offer(url: string, standing: Standing): void {
    const href = URL.parse(url)?.href ?? url;
    const held = this.#addresses.get(href) ?? [];
    this.#addresses.delete(href);
    if (!held.some((one) => one.origin === standing.origin && one.place === standing.place))
      held.push(standing);
    this.#addresses.set(href, held);
    this.#forgotAddresses ||= this.#addresses.size > ADDRESSES_AT_MOST + SPARE_ADDRESSES;
    forgetOldest(this.#addresses, ADDRESSES_AT_MOST, SPARE_ADDRESSES);
  }
}

const piecesOf = (behind: string): readonly string[] => behind.split(/[/?&=#]+/u).map(decoded);

const piecesBehind = ({ pathname, search, hash }: URL): readonly string[] =>
  piecesOf(`${pathname}${search}${hash}`).filter((one) => one !== '');

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text; // as it stands
  }
}
