// Tells where a principal's texts come from, and whether what it is about to send is one of them. There is one for each task that a
// person started, in the task's context; and one for all agents of a gateway, which no tab and no name of theirs outlives.
// INVARIANT: no value that it holds gets into a log: entries have keyed digests, lengths and origins.
import { createHmac, randomBytes } from 'node:crypto';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import type { PageSnapshot } from '#executors/contract/snapshot.ts';
import { textOfGrids } from './texts/grid-texts.ts';
import { textsOf } from './texts/observed-texts.ts';
import { examine, isChosen, receiverOf } from './examine.ts';
import type { Finding, Sending } from './examine.ts';
import { IN_ADDRESS, IN_TEXT, Ledger } from './ledger.ts';
import { ContentLedger } from './content-ledger.ts';
import { Secrets } from './secrets.ts';
import type { NamedElsewhere } from './texts/named-addresses.ts';
import { originOf, siteOfUrl } from './texts/site.ts';
import { SentWindow } from './texts/window.ts';

export type ValueFacts = {
  readonly valueHoldsSecret: boolean;
  readonly valueFromAnotherSite: boolean;
  readonly valueNotFromTask: boolean;
};

/** What was found in all that one act would send. */
export type Leaving = {
  readonly findings: readonly Finding[];
  readonly facts: ValueFacts;
  /** Anything at all that a site grant must not cover. */
  readonly carries: boolean;
  readonly sendings: readonly Sending[];
};

const MAX_APPROVED = 256;
const MAX_ENTERED_TEXTS = 64;
const ENTERED_CHARACTERS = 4_096;
const MAX_DOCUMENTS = 64;
export const NOTHING_LEAVES: Leaving = Object.freeze({
  findings: [],
  facts: { valueHoldsSecret: false, valueFromAnotherSite: false, valueNotFromTask: false },
  carries: false,
  sendings: [],
});

export class Provenance {
  /** Whose words its acts are made of. */
  readonly content: ContentLedger;
  readonly #ledger: Ledger;
  readonly #secrets: Secrets;
  readonly #window = new SentWindow();
  readonly #approved = new Set<string>();
  /** Apart, since a page loads hundreds: they do not crowd out what a person allowed. */
  readonly #resources = new Set<string>();
  readonly #key = randomBytes(32);
  /** Agents on the same gateway, who may have written the intent: whether it holds something that they read. */
  readonly #agents: { readonly theirs: Provenance; readonly intent: boolean } | null;
  /** By document, the latest last: several tabs may be under way. */
  readonly #entered = new Map<string, string[]>();

  constructor(
    intent: string,
    secrets: Readonly<Record<string, { readonly origin: string; readonly value: string }>>,
    given: {
      readonly tokensAtMost?: number;
      readonly agents?: Provenance;
      /** What the person named beside the intent's words: a start, a bookmark. */
      readonly named?: NamedElsewhere;
    } = {},
  ) {
    const { tokensAtMost, agents, named } = given;
    this.#agents = agents === undefined ? null : { theirs: agents, intent: agents.knows(intent) };
    this.#ledger = new Ledger(intent, tokensAtMost);
    // An intent that holds what an agent read may be a page's words: it explains nothing.
    this.content =
      this.#agents?.intent === true
        ? new ContentLedger('', undefined, this.#agents.theirs.content)
        : new ContentLedger(intent, named);
    this.#secrets = new Secrets(secrets);
  }

  /** Bytes held, about. */
  get bytes(): number {
    return this.#ledger.bytes;
  }

  /** What an act gave to whoever asked for it. `from`: the document that it was read in, a frame's or one that it led away from. */
  read(outcome: ActOutcome, from?: string): void {
    if ('document' in outcome) this.readShown(outcome.document);
    // Looks tell of them too, and a document that asked may have given way to another since.
    for (const { from: url, message, defaultText = '' } of outcome.dialogs ?? [])
      this.readText(url, `${message}\n${defaultText}`);
    for (const { from: url, text } of outcome.errors ?? []) this.readText(url, text);
    switch (outcome.kind) {
      case 'DONE':
        // What a file brought is read by other programs: nothing can be said of it.
        if (outcome.files !== undefined && outcome.files.length > 0)
          this.#ledger.pictured(siteOfUrl(outcome.document.url), originOf(outcome.document.url));
        return;
      case 'SNAPSHOT':
        this.content.look(outcome.snapshot);
        return this.#readSnapshot(outcome.snapshot);
      case 'TEXT':
        return this.readText(from ?? outcome.document.url, outcome.text);
      case 'GRIDS':
        return this.readText(outcome.document.url, textOfGrids(outcome.page));
      case 'STORED':
        return this.readText(
          outcome.document.url,
          outcome.entries.map(({ key, value }) => `${key}\n${value}`).join('\n'),
        );
      case 'PASSED':
      case 'ROUTED':
      case 'SESSION':
      case 'SESSION_STATE':
        return;
      case 'VALUE':
        return this.readText(from ?? outcome.document.url, JSON.stringify(outcome.value));
      case 'OBSERVED':
        for (const { from, text } of textsOf(outcome.observed)) this.readText(from, text);
        return;
      case 'IMAGE':
        return this.#ledger.pictured(siteOfUrl(outcome.document.url), originOf(outcome.document.url));
    }
  }

  readText(url: string, text: string): void {
    this.content.readText(url, text);
    if (siteOfUrl(url) === '') return;
    this.#ledger.read(siteOfUrl(url), originOf(url), text, IN_TEXT);
  }

  /** What a tab is called, and where it is: whoever asks for the list of tabs reads that. */
  readShown({ url, title }: { readonly url: string; readonly title: string }): void {
    this.content.readText(url, title);
    const site = siteOfUrl(url);
    if (site === '') return;
    this.#ledger.read(site, originOf(url), url, IN_ADDRESS);
    if (title === '') return;
    this.#ledger.read(site, originOf(url), title, IN_TEXT);
  }

  /** Whether a page of this task showed this very address as a link of its own. */
  offered(url: string): boolean {
    return this.#ledger.offered(url);
  }

  /** What was typed into this document so far: a form that sends it to another site takes all of it along. */
  enteredInto(documentId: string): readonly string[] {
    return this.#entered.get(documentId) ?? [];
  }

  examine(sendings: readonly Sending[]): Leaving {
    const findings = sendings.flatMap((sending) => {
      const repeated = this.#approved.has(keyOf(sending)) || this.#resources.has(keyOf(sending));
      const own = repeated && sending.echo === true ? [] : examine(this.#parts, sending, repeated);
      return [...own, ...this.#ofAgents(sending)];
    });
    if (findings.length === 0) return { ...NOTHING_LEAVES, sendings };
    const valueHoldsSecret = findings.some(({ kind }) => kind === 'SECRET');
    // A secret is another site's, too: a policy that names no secrets still asks.
    const valueFromAnotherSite = findings.some(({ kind }) => kind !== 'OPAQUE');
    const valueNotFromTask = findings.some(({ kind }) => kind === 'OPAQUE');
    return {
      findings,
      facts: { valueHoldsSecret, valueFromAnotherSite, valueNotFromTask },
      carries: valueFromAnotherSite,
      sendings,
    };
  }

  /** Whether one of the task's secrets is in a text, in whatever encoding. */
  holdsSecret(text: string): boolean {
    const sending = { site: '', origin: '', whole: text, parts: [{ place: 'answer', text }] } as const;
    return this.examine([{ channel: 'COMPOSED', ...sending, unreadable: false }]).facts.valueHoldsSecret;
  }

  /** Whether a text holds what was read here: one that does explains nothing. */
  knows(text: string): boolean {
    const sending = { site: '', origin: '', whole: text, parts: [{ place: 'intent', text }] } as const;
    return examine(this.#parts, { channel: 'COMPOSED', ...sending, unreadable: false }).some(isTelling);
  }

  /**
   * Words of a task whose intent an agent may have written. INVARIANT: what agents read leaves by an intent as by a tab of theirs,
   * at once where it is in the intent, and put together with whatever they sent to that site.
   */
  #ofAgents(sending: Sending): readonly Finding[] {
    if (this.#agents === null || (sending.channel !== 'COMPOSED' && sending.channel !== 'GIVEN')) return [];
    const { theirs, intent } = this.#agents;
    const repeated = !intent || theirs.#approved.has(keyOf(sending));
    return examine(theirs.#parts, { ...sending, channel: 'COMPOSED' }, repeated).filter(isTelling);
  }

  /** Records that the sendings were sent: the destination has them from now on, and the next piece continues from here. */
  commit({ sendings, findings }: Leaving): void {
    for (const sending of sendings) {
      const { site, whole, parts } = sending;
      if (site === '') continue;
      if (sending.into !== undefined) this.#enter(sending.into, whole);
      const key = keyOf(sending);
      if (this.#agents !== null && (sending.channel === 'COMPOSED' || sending.channel === 'GIVEN'))
        this.#agents.theirs.#wentBeside(sending, findings);
      const known = this.#approved.has(key) || this.#resources.has(key);
      if (!known || sending.echo !== true)
        this.#window.commit(receiverOf(sending), parts, isChosen(sending.channel));
      const gone = sending.channel === 'RESOURCE' ? this.#resources : this.#approved;
      admit(gone, key);
      admit(gone, keyOnTheWay(sending));
      if (findings.length === 0) {
        // The task's own words, wherever they are seen again.
        if (sending.channel === 'COMPOSED' || sending.channel === 'GIVEN') this.#ledger.own(whole);
        continue;
      }
      for (const { kind, text } of findings) {
        if (kind === 'SECRET') this.#ledger.share(site, text);
        else if (kind !== 'OPAQUE' && kind !== 'UNREAD') this.#ledger.sent(site, kind, text);
      }
    }
  }

  #wentBeside(sending: Sending, findings: readonly Finding[]): void {
    this.#window.commit(receiverOf(sending), sending.parts, true);
    admit(this.#approved, keyOf(sending));
    for (const { kind, text } of findings)
      if (kind === 'SECRET') this.#ledger.share(sending.site, text);
      else if (kind !== 'OPAQUE' && kind !== 'UNREAD') this.#ledger.sent(sending.site, kind, text);
  }

  /** For the audit entry. The key is this task's, and is nowhere kept: equal values show, and cannot be guessed at. */
  evidence({ findings }: Leaving): readonly Readonly<Record<string, unknown>>[] {
    return findings.map(({ kind, text, length, from, via, split }) => ({
      kind,
      from,
      via,
      split,
      length,
      digest: this.digestOf(`${kind} ${text}`),
    }));
  }

  /** Under the key of this task. */
  digestOf(text: string): string {
    return `hmac-sha256:${createHmac('sha256', this.#key).update(text).digest('hex').slice(0, 32)}`;
  }

  #enter(documentId: string, text: string): void {
    const texts = this.#entered.get(documentId) ?? [];
    this.#entered.delete(documentId);
    // A letter a key: what comes after the last of so many texts is put to it.
    if (texts.length < MAX_ENTERED_TEXTS) texts.push(text);
    else texts.push(`${texts.pop() ?? ''}${text}`.slice(-ENTERED_CHARACTERS));
    this.#entered.set(documentId, texts);
    for (const oldest of this.#entered.keys()) {
      if (this.#entered.size <= MAX_DOCUMENTS) break;
      this.#entered.delete(oldest);
    }
  }

  get #parts() {
    return { ledger: this.#ledger, secrets: this.#secrets, window: this.#window };
  }

  /** What is in a frame of another origin is that origin's. */
  #readSnapshot({ document, nodes }: PageSnapshot): void {
    const foreign = Map.groupBy(nodes, ({ origin }) => origin ?? '');
    this.#readNodes(document.url, document.title, foreign.get('') ?? []);
    foreign.delete('');
    for (const [origin, inside] of foreign) this.#readNodes(`${origin}/`, '', inside);
  }

  #readNodes(url: string, title: string, nodes: PageSnapshot['nodes']): void {
    const site = siteOfUrl(url);
    if (site === '') return;
    const origin = originOf(url);
    const text = nodes.flatMap(({ name, value, description }) => [name, value ?? '', description ?? '']);
    this.#ledger.read(site, origin, [title, ...text].filter((one) => one !== '').join('\n'), IN_TEXT);
    const addresses = new Set(nodes.flatMap((node) => (node.url === undefined ? [] : [node.url])));
    this.#ledger.read(site, origin, [url, ...addresses].join('\n'), IN_ADDRESS);
    for (const address of addresses) this.#ledger.readAddress(address);
  }
}

/** Words stand everywhere: a person who writes one has not got it from an agent. */
const isTelling = ({ kind }: Finding): boolean =>
  kind === 'CODE' || kind === 'MAIL' || kind === 'RUN' || kind === 'SECRET';

function admit(set: Set<string>, key: string): void {
  set.add(key);
  for (const oldest of set) {
    if (set.size <= MAX_APPROVED) break;
    set.delete(oldest);
  }
}

/** The very same, to the last character. */
const keyOf = ({ site, whole, unreadable }: Sending): string => `${site}\n${unreadable}\n${whole}`;

/** As the connection carries it: without the fragment. INVARIANT: it stands for nothing that has one. */
function keyOnTheWay(sending: Sending): string {
  const fragment = sending.parts.findLast(({ place }) => place === 'fragment');
  if (fragment === undefined) return keyOf(sending);
  return keyOf({ ...sending, whole: sending.whole.slice(0, -fragment.text.length - 1).trimEnd() });
}
