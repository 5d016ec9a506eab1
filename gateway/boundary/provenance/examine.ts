// Finds what in one outgoing request comes from somewhere else: every view of it is searched, also joined with what was sent
// before. INVARIANT: what could not be examined to its end is a finding too; "nothing" means that everything was examined.
import { Squeezed } from './texts/fold.ts';
import { IN_ADDRESS, IN_TEXT } from './ledger.ts';
import type { Ledger, SiteNumber } from './ledger.ts';
import { opaqueRuns } from './encodings/opaque.ts';
import type { Part } from './texts/request-parts.ts';
import { searchIn } from './search.ts';
import type { Wanted } from './search.ts';
import { OF_SIGNS } from './encodings/decoders.ts';
import type { FoundSecret, Secrets } from './secrets.ts';
import { receiverOfUrl } from './texts/site.ts';
import { MAX_TOKEN_CHARACTERS, tokensOf } from './texts/tokens.ts';
import type { TokenKind } from './texts/tokens.ts';
import { MAX_DECODED_CHARACTERS, eachView } from './encodings/views.ts';
import type { View } from './encodings/views.ts';
import type { SentWindow } from './texts/window.ts';

/**
 * `GIVEN` by the person; `COMPOSED` by a navigator or a client; `OFFERED` by a page as its own link or form; sent by a `PAGE` by
 * itself; the address of a `RESOURCE` that a page loads.
 */
export type Channel = 'GIVEN' | 'COMPOSED' | 'OFFERED' | 'PAGE' | 'RESOURCE';

/** A value on its way, from a document to a site. */
export type Sending = {
  readonly channel: Channel;
  /** Destination: its site and its origin. */
  readonly site: string;
  readonly origin: string;
  readonly whole: string;
  /** The address behind the host as it was written, where it is sent in another form. */
  readonly given?: string;
  readonly parts: readonly Part[];
  /** A body that nobody can read goes along. */
  readonly unreadable: boolean;
  /** Document into which it is typed. */
  readonly into?: string;
  /** The choke point's view of something that was examined on its way there: the same piece, no next one. */
  readonly echo?: true;
};

/** By whom it is put together with what was sent there before. */
export const receiverOf = ({ site, origin }: Sending): string => receiverOfUrl(origin) || site;

export type Finding = {
  /** `UNREAD`: what could not be examined to its end. `OPAQUE`: an unexplained value, possibly an encrypted one. */
  readonly kind: TokenKind | 'RUN' | 'SECRET' | 'OPAQUE' | 'UNREAD';
  /** For SECRET the secret's name. Never logged. */
  readonly text: string;
  /** As a person would know it, where that is another spelling. */
  readonly shown?: string;
  readonly length: number;
  /** Origins that it was read from; none for an opaque value that may be anything. */
  readonly from: readonly string[];
  /** Encodings, outermost first. */
  readonly via: readonly string[];
  /** It is in no single request: the last ones together hold it. */
  readonly split: boolean;
};

/** The page's own links and forms carry words of it as a matter of course; what it sends by itself, whole passages. */
const KINDS: Readonly<Record<Channel, Wanted['kinds']>> = {
  GIVEN: new Set(),
  COMPOSED: new Set(['CODE', 'MAIL', 'WORD', 'RUN']),
  OFFERED: new Set(['CODE', 'MAIL']),
  PAGE: new Set(['CODE', 'MAIL', 'RUN']),
  RESOURCE: new Set(['CODE', 'MAIL']),
};
/** Addresses of links and resources are full of values that say nothing. */
const MAY_BE_OPAQUE: ReadonlySet<Channel> = new Set(['COMPOSED', 'PAGE']);

export type Examined = { readonly ledger: Ledger; readonly secrets: Secrets; readonly window: SentWindow };

/**
 * `repeated`: the very same went there before, with the policy's or a person's leave. INVARIANT: that covers what stood in it, and
 * never what it completes: together with the pieces before it, it is looked at each time.
 */
export function examine(
  { ledger, secrets, window }: Examined,
  sending: Sending,
  repeated = false,
): readonly Finding[] {
  if (sending.channel === 'GIVEN') return [];
  const destination = ledger.numberOf(sending.site);
  const findings = new Map<string, Finding>();
  const wanted: Wanted = {
    destination,
    kinds: KINDS[sending.channel],
    how: sending.channel === 'COMPOSED' ? IN_TEXT | IN_ADDRESS : IN_TEXT,
  };
  const originsOf = (sites: readonly SiteNumber[]): readonly string[] =>
    sites.flatMap((site) => ledger.originsOf(site));
  const keep = (finding: Finding): void => {
    const key = `${finding.kind} ${finding.text}`;
    if (!findings.has(key)) findings.set(key, finding);
  };
  const search = ({ text, via }: View, split: boolean): void => {
    const squeezed = new Squeezed(text);
    for (const { kind, text: found, shown, sites } of searchIn(ledger, squeezed, wanted))
      keep({ kind, text: found, shown, length: found.length, from: originsOf(sites), via, split });
    if (secrets.any) keepSecrets(secrets.within(squeezed, sending.origin), via, split);
  };
  const keepSecrets = (found: readonly FoundSecret[], via: readonly string[], split: boolean): void => {
    for (const { name, origin, length } of found)
      if (!ledger.shared(sending.site, name))
        keep({ kind: 'SECRET', text: name, length, from: [origin], via, split });
  };
  const look = (given: string, split: boolean, encoded = false): boolean =>
    eachView(given, (view) => {
      if (!encoded || view.via.length > 0) search(view, split);
    }).complete;
  const elsewhere = ledger.readElsewhere(destination);
  if (elsewhere.length === 0 && !secrets.any) return repeated ? [] : opaqueIn(ledger, sending, destination);
  let complete = repeated || !sending.unreadable;
  const texts = repeated ? [] : textsOf(sending);
  for (const text of texts) complete = look(text, false) && complete;
  // As it stands, with what is between the parts: a passage may run over them.
  if (!repeated && sending.channel !== 'RESOURCE' && !texts.includes(sending.whole))
    search({ text: sending.whole.slice(0, MAX_DECODED_CHARACTERS), via: [] }, false);
  // A product's number in the path of its picture is the picture's name; hidden in an encoding, it is not.
  if (!repeated && sending.channel === 'RESOURCE') complete = look(pathOf(sending), false, true) && complete;
  // Of a long body the beginning was looked at; a secret that is written plainly in the rest is found all the same.
  if (!repeated && sending.whole.length > MAX_DECODED_CHARACTERS)
    keepSecrets(secrets.plainIn(sending.whole, sending.origin), [], false);
  // A secret has signs of its own, and some of them are those that an address is taken apart at.
  if (!repeated && secrets.any)
    for (const view of asSent(sending))
      keepSecrets(secrets.within(new Squeezed(view.text), sending.origin), view.via, false);
  for (const text of window.joined(receiverOf(sending), sending.parts, isChosen(sending.channel)))
    complete = look(text, true) && complete;
  const opaque = repeated ? [] : opaqueIn(ledger, sending, destination);
  for (const finding of opaque) keep(finding);
  const from = originsOf(elsewhere);
  if (!complete && elsewhere.length > 0)
    keep({ kind: 'UNREAD', text: '', length: sending.whole.length, from, via: [], split: false });
  if (repeated) return [...findings.values()];
  const dropped = originsOf(ledger.readElsewhere(destination, true));
  if (dropped.length > 0 && MAY_BE_OPAQUE.has(sending.channel)) {
    if (opaque.length > 0)
      keep({ kind: 'UNREAD', text: 'opaque', length: 0, from: dropped, via: [], split: false });
    for (const { kind, text } of unexplained(ledger, sending, destination))
      keep({ kind, text, length: text.length, from: dropped, via: [], split: false });
  }
  return [...findings.values()];
}

/** The values one after the other, without the names between them; the names behind them. */
function textsOf({ channel, whole, parts }: Sending): readonly string[] {
  const kept = channel === 'RESOURCE' ? parts.filter(({ place }) => !isPath(place)) : parts;
  const names = kept.filter(({ place }) => place === 'query names');
  const values = kept.filter(({ place }) => place !== 'query names');
  if (
    channel !== 'RESOURCE' &&
    (whole.length > MAX_DECODED_CHARACTERS || (values.length < 2 && names.length === 0))
  )
    return [whole];
  return [[...values, ...names].map(({ text }) => text).join(' ')];
}

/** In one piece, as it was given and as it is read at the other end: signs within signs, so often. */
function asSent({ whole, given = '' }: Sending): readonly View[] {
  const views = new Map<string, readonly string[]>(
    [whole, given].map((text) => [text.slice(0, MAX_DECODED_CHARACTERS), []]),
  );
  // What is found is looked at in its turn.
  for (const [text, via] of views) {
    if (via.length >= MAX_NESTED_ENCODINGS) continue;
    for (const { name, decode } of OF_SIGNS)
      for (const decoded of decode(text)) if (!views.has(decoded)) views.set(decoded, [...via, name]);
  }
  return [...views].map(([text, via]) => ({ text, via }));
}
const MAX_NESTED_ENCODINGS = 3;

/** Somebody chose each piece: the same one twice is two pieces. */
export const isChosen = (channel: Channel): boolean => channel === 'COMPOSED';

const isPath = (place: string): boolean => place.startsWith('path ');
const pathOf = ({ parts }: Sending): string =>
  parts.flatMap(({ place, text }) => (isPath(place) ? [text] : [])).join('/');

function opaqueIn(ledger: Ledger, sending: Sending, destination: SiteNumber | null): readonly Finding[] {
  if (!MAY_BE_OPAQUE.has(sending.channel)) return [];
  return opaqueRuns(sending.whole.slice(0, MAX_DECODED_CHARACTERS)).flatMap((run) => {
    const known = tokensOf(run.slice(0, MAX_TOKEN_CHARACTERS)).some(({ text }) => {
      const entry = ledger.entry(text);
      return (
        entry !== null &&
        text.length * 2 > run.length &&
        (entry.sites.size > 0 || ledger.explained(entry, destination))
      );
    });
    if (known || ledger.inIntent(run)) return [];
    return [{ kind: 'OPAQUE', text: run, length: run.length, from: [], via: [], split: false } as const];
  });
}

/** Codes and addresses of the request that nothing explains: they may be from where something had to be dropped. */
function unexplained(ledger: Ledger, { whole }: Sending, destination: SiteNumber | null) {
  return tokensOf(whole.slice(0, MAX_DECODED_CHARACTERS)).filter(({ kind, text }) => {
    if (kind === 'WORD' || ledger.inIntent(text)) return false;
    const entry = ledger.entry(text);
    return entry === null || !ledger.explained(entry, destination);
  });
}
