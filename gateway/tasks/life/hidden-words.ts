// What never stands in clear in what is kept of an agent's steps: values of secrets however they are written, what addresses carry
// in their path and behind it, and what looks like a secret. INVARIANT: a text is cut only once all of it is hidden: half a value is not known as one.
import { maskSentence } from '#gateway/audit/mask/mask.ts';
import { saidSecrets } from '#gateway/audit/mask/said-secrets.ts';
import type { Secret } from '#gateway/boundary/task/context.ts';

/** What is shorter stands everywhere, and would be dots in every word. */
const MIN_HIDDEN_CHARACTERS = 4;
/** Whether a value of an address, as it stands there, is nobody's secret. */
export type KeptValues = (value: string) => boolean;
const NONE: KeptValues = () => false;

/** Stands at the end of what was cut. */
export const CUT = '…';

/** Of a task: what is saved for it, and what its person says as a secret. */
export const secretsOf = ({
  secrets,
  words,
}: {
  readonly secrets: Readonly<Record<string, Secret>>;
  readonly words: string;
}): readonly string[] => [
  // A user's name stands on their own pages; what it is used with does not.
  ...Object.entries(secrets).flatMap(([name, { value }]) => (name.endsWith('/username') ? [] : [value])),
  ...saidSecrets(words, 'ANY'),
];

export class HiddenWords {
  #values: readonly string[] = [];
  /** Each as it may be written, longest first: one may stand in another. */
  #written: readonly string[] = [];

  constructor(values: readonly string[]) {
    for (const value of values) this.add(value);
  }

  /** Whether it is one that was not known. */
  add(value: string): boolean {
    if (value.length < MIN_HIDDEN_CHARACTERS || this.#values.includes(value)) return false;
    this.#values = [...this.#values, value];
    this.#written = [...new Set([...this.#written, ...writtenForms(value)])].toSorted(
      (a, b) => b.length - a.length,
    );
    return true;
  }

  /** Of a text, at most so many characters; of what addresses carry, what is one of `kept` stays. */
  shown(text: string, most: number, kept: KeptValues = NONE): string {
    const whole = maskSentence(withoutCarried(this.#dotted(text), kept));
    return whole.length <= most ? whole : `${whole.slice(0, most).toWellFormed()}${CUT}`;
  }

  /** Values alone: addresses and all else stay as they are. */
  readonly withoutValues = (text: string): string => this.#dotted(text);

  /** Of a text that was shown before a value was known, and may end in the middle of one. */
  shownAgain(text: string): string {
    const again = this.#dotted(text);
    if (!again.endsWith(CUT)) return again;
    const left = again.slice(0, -CUT.length);
    const torn = Math.max(0, ...this.#written.map((value) => beginningAtEnd(left, value)));
    return torn === 0 ? again : `${left.slice(0, left.length - torn)}${CUT}`;
  }

  #dotted(text: string): string {
    return this.#written.reduce((left, value) => left.replaceAll(value, dots(value)), text);
  }
}

export const dots = (value: string): string => `•••(${value.length})`;

const DOTS = /•••\((\d+)\)/u;
/** Also within other words. */
export const holdsDots = (text: string): boolean => DOTS.test(text);

/** Whether a text may be what was kept as another one: the same, with as many characters where some are hidden. */
export function mayBe(kept: string, text: string): boolean {
  if (kept === text) return true;
  let at = 0;
  // Every other part is how many characters are hidden there.
  for (const [index, part] of kept.split(DOTS).entries()) {
    if (index % 2 === 0 && !text.startsWith(part, at)) return false;
    at += index % 2 === 0 ? part.length : Number(part);
  }
  return at === text.length;
}

/**
 * The same of an address, part by part: what is hidden is no more than a step of the path, or one value, which may be longer or shorter
 * another time. Its origin is the same one, and a kept origin with dots in it is none.
 */
export function mayBeAddress(kept: string, address: string): boolean {
  if (originIn(kept) !== originIn(address)) return false;
  const [one, other] = [partsOf(kept), partsOf(address)];
  return one.length === other.length && one.every((part, at) => mayBePart(part, other[at] ?? ''));
}

function mayBePart(kept: string, part: string): boolean {
  const at = kept.indexOf('=') + 1;
  const isHiddenValue = kept.startsWith('?') && at > 0 && isDots(kept.slice(at));
  return isHiddenValue ? part.startsWith(kept.slice(0, at)) : mayBe(kept, part);
}

const ORIGIN = /^[a-z][a-z\d+.-]*:\/\/[^/?#]*/iu;
const originIn = (address: string): string => ORIGIN.exec(address)?.[0] ?? '';

/** The steps of the path, and the pairs of the query with a question mark before each; what follows a `#` is the page's own. */
function partsOf(address: string): readonly string[] {
  const [place = '', ...query] = (address.split('#', 1)[0] ?? '').split('?');
  return [
    ...place.split('/'),
    ...(query.length === 0 ? [] : query.join('?').split('&')).map((pair) => `?${pair}`),
  ];
}

export const isDots = (text: string): boolean => /^•••\(\d+\)$/u.test(text);

/** As it is, in an address, in a form, in quotation marks, and in markup. */
function writtenForms(value: string): readonly string[] {
  const wellFormed = value.toWellFormed();
  const escaped = encodeURIComponent(wellFormed);
  const inForm = new URLSearchParams([['', wellFormed]]).toString().slice(1);
  const lower = (text: string): string => text.replaceAll(/%[\dA-F]{2}/gu, (byte) => byte.toLowerCase());
  return [
    value,
    escaped,
    lower(escaped),
    encodeURI(wellFormed),
    inForm,
    lower(inForm),
    JSON.stringify(value).slice(1, -1),
    value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  ];
}

/** How many characters at the end of a text a value may begin with. */
function beginningAtEnd(text: string, value: string): number {
  let length = Math.min(text.length, value.length - 1);
  while (length > 0 && !text.endsWith(value.slice(0, length))) length -= 1;
  return length;
}

/** Absolute addresses in a text, with what they carry as names alone. */
const withoutCarried = (text: string, kept: KeptValues): string =>
  text.replaceAll(/\b(?:https?|wss?|ftp):\/\/[^\s"'<>”]+/giu, (address) => addressShown(address, kept));

/** Names stay: they tell which page it is. What has no name is a value, and so is a step of the path that looks like one. */
export function addressShown(address: string, kept: KeptValues = NONE): string {
  const scheme = /^[a-z][a-z\d+.-]*:/iu.exec(address)?.[0].toLowerCase() ?? '';
  // The document itself, or what is asked of a program.
  if (scheme !== '' && !['http:', 'https:', 'ws:', 'wss:', 'ftp:', 'about:', 'file:'].includes(scheme))
    return `${scheme}${dots(address.slice(scheme.length))}`;
  const [beforeFragment = '', ...fragment] = address.split('#');
  const [place = '', ...query] = beforeFragment.split('?');
  const [asked, named] = [query.join('?'), fragment.join('#')];
  return [
    pathDotted(place, kept),
    asked === '' ? '' : `?${valuesDotted(asked, kept)}`,
    named === '' ? '' : `#${dottedOnce(named)}`,
  ].join('');
}

const valuesDotted = (query: string, kept: KeptValues): string =>
  query
    .split('&')
    .map((pair) => {
      const at = pair.indexOf('=') + 1;
      const value = pair.slice(at);
      return at > 0 && kept(value) ? pair : `${pair.slice(0, at)}${dottedOnce(value)}`;
    })
    .join('&');

/** What stands in for as many characters as it was once, also where some of it is dots already. */
const dottedOnce = (value: string): string =>
  value === '' || isDots(value)
    ? value
    : dots(value.replaceAll(/•••\((\d{1,5})\)/gu, (_dots, length: string) => ' '.repeat(Number(length))));

/** What stands before a step that lets somebody in, whatever that step looks like. */
const LETS_IN = new Set(
  (
    'reset recover verify verification invite invitation confirm confirmation magic token tokens login signin signup auth activate ' +
    'activation session password unsubscribe otp'
  ).split(' '),
);

/** Of an address without its query: steps that look like tokens, and what stands behind a `;` in a step. */
function pathDotted(place: string, kept: KeptValues): string {
  const origin = originIn(place);
  let letsIn = false;
  const steps = place
    .slice(origin.length)
    .split('/')
    .map((whole) => {
      const [step = '', ...carried] = whole.split(';');
      const plain = decoded(step);
      const isName = plain.split(/[^\p{L}\p{N}]+/u).some((word) => LETS_IN.has(word.toLowerCase()));
      const hidden = ((letsIn && !isName) || isToken(plain)) && !kept(step);
      if (step !== '') letsIn = isName;
      return [hidden ? dottedOnce(step) : step, ...carried.map((pair) => valuesDotted(pair, kept))].join(';');
    });
  return `${origin}${steps.join('/')}`;
}

/** Eight characters and more with both letters and digits, or hexadecimal ones: `B0ABCDEFGH` is one, `blue-lamp-2` is none. */
const isToken = (step: string): boolean =>
  /^(?:[\da-f]{16,}|[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12})$/iu.test(step) ||
  step.split(/[^\p{L}\p{N}]+/u).some((run) => run.length >= 8 && /\p{N}/u.test(run) && /\p{L}/u.test(run));

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    // Bytes that are no text stay as they are written.
    return step;
  }
}
