// What keeps secrets out of the log: values under telling keys and text that looks like a secret become `•••(length)`.
// INVARIANT: what comes out is plain JSON of bounded size, well-formed, without U+FFFD and NUL. It is the second line:
// the boundary masks the values that it knows to be secret first.
import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { BROWSER_ACTION_TYPES, BROWSER_CAPABILITIES, STORAGE_TYPES } from '#policy/language/vocabulary.ts';
import { maskText } from './mask-text.ts';

const MAX_TEXT_CHARACTERS = 16_384;
/** A value that goes over the end of a cut text is left out, if it is no longer than this; a longer one is masked as it is. */
const MAX_TORN_CHARACTERS = 1_024;
const MAX_DETAILS_CHARACTERS = 262_144;
const MAX_DEPTH = 24;

/** The two characters, and surrogates: whole pairs are looked at the slow way as well. */
const UNCLEAN = /[\0\uD800-\uDFFF\uFFFD]/;

/** The words of a key that make its value a secret. */
const SECRET_WORDS = new Set(
  (
    'password passwd passwort passphrase passcode pwd secret secrets token tokens authorization authorisation cookie ' +
    'cookies otp totp pin card cvc cvv csc pan iban apikey credential credentials bearer signature'
  ).split(' '),
);
/** A number under these is a secret too (elsewhere it is a count). */
const SECRET_NUMBERS = new Set([
  'password',
  'passcode',
  'otp',
  'totp',
  'pin',
  'card',
  'cvc',
  'cvv',
  'csc',
  'pan',
]);
/** A key that ends in one of these says something about a secret, and is not one. */
const ABOUT = new Set(
  'at count digest field fields id ids kind length limit name names required type'.split(' '),
);
/** Members of the vocabulary are keys of tables, not of secrets: `{ COOKIES: 'DENY' }`. */
const VOCABULARY = new Set<string>([...BROWSER_ACTION_TYPES, ...BROWSER_CAPABILITIES, ...STORAGE_TYPES]);

type Secrecy = 'none' | 'text' | 'all';

const mask = (value: string): string => (/^•••\(\d+\)$/.test(value) ? value : `•••(${value.length})`);

/** Text that is safe to store: well-formed, without the two characters that hide a change, cut at 16,384 characters. */
export function clean(text: string): string {
  if (text.length <= MAX_TEXT_CHARACTERS && !UNCLEAN.test(text)) return text;
  const plain = text.toWellFormed().replaceAll('\0', '␀').replaceAll('\uFFFD', '?');
  if (plain.length <= MAX_TEXT_CHARACTERS) return plain;
  return `${plain.slice(0, MAX_TEXT_CHARACTERS).toWellFormed().replaceAll('\uFFFD', '')}…(${plain.length} characters)`;
}

/** A sentence of an entry (`what`, `why` …), masked and clean. INVARIANT: cut before it is looked through. */
export const maskSentence = (text: string): string =>
  text.length <= MAX_TEXT_CHARACTERS
    ? clean(maskText(text))
    : `${clean(maskText(withoutTornEnd(text)))}…(${text.length} characters)`;

/** The beginning, up to a place where no value is torn: half a key would not be known as one. */
function withoutTornEnd(text: string): string {
  let end = MAX_TEXT_CHARACTERS;
  while (end > MAX_TEXT_CHARACTERS - MAX_TORN_CHARACTERS && !/[\s&;,]/.test(text[end] ?? '')) end -= 1;
  return text.slice(0, end === MAX_TEXT_CHARACTERS - MAX_TORN_CHARACTERS ? MAX_TEXT_CHARACTERS : end);
}

export type MaskedDetails = { readonly value: Readonly<Record<string, unknown>>; readonly json: string };

/** `details` masked, and as canonical JSON (RFC 8785); when that is over 256 KiB, its size and digest instead. */
export function maskDetails(details: Readonly<Record<string, unknown>>): MaskedDetails {
  const value = members(Object.entries(details), 'none', 0, [details]);
  const json = canonicalize(value) ?? '{}';
  if (json.length <= MAX_DETAILS_CHARACTERS) return { value, json };
  const digest = `sha256:${createHash('sha256').update(json).digest('hex')}`;
  const omitted = { omitted: { characters: json.length, digest } };
  return { value: omitted, json: canonicalize(omitted) ?? '{}' };
}

/** How secret the value under `key` is. */
export function secrecyOf(key: string): Secrecy {
  if (VOCABULARY.has(key)) return 'none';
  const words = wordsOf(key);
  if (ABOUT.has(words.at(-1) ?? '')) return 'none';
  let secrecy: Secrecy = 'none';
  for (const [index, word] of words.entries()) {
    const next = words[index + 1];
    if (SECRET_NUMBERS.has(word)) return 'all';
    if (SECRET_WORDS.has(word) || (next === 'key' && (word === 'api' || word === 'private')))
      secrecy = 'text';
  }
  return secrecy;
}

/** Words of a field's label that `SECRET_WORDS` has not: a key of a program is no label. */
const LABEL_WORDS = new Set(
  (
    'kennwort geheimzahl geheimnummer tan mtan phototan chiptan contraseña clave senha parola wachtwoord cvv2 cvc2 csc ' +
    'kartennummer kreditkartennummer prüfnummer kartenprüfnummer mfa 2fa'
  ).split(' '),
);
/** What stands before a code that everybody may know. */
const OPEN_CODES = new Set(
  (
    'postal post zip area country dial dialling dialing calling promo promotion promotional discount coupon product item article ' +
    'language currency colour color source error status qr bar airport station region state'
  ).split(' '),
);

/** Whether a field's label asks for a secret: a password, a card or a code, however much else it says. */
export function asksForSecret(label: string): boolean {
  const words = wordsOf(label);
  return words.some((word, index) => {
    const next = words[index + 1] ?? '';
    if (SECRET_WORDS.has(word) || LABEL_WORDS.has(word) || /(?:passw[oö]rt|kennwort)$/u.test(word))
      return true;
    if (next === 'key') return ['api', 'private', 'access', 'recovery'].includes(word);
    if (word === 'pass') return next === 'code' || next === 'phrase' || next === 'word';
    if (word === 'passe') return words[index - 1] === 'de';
    if (word === 'code' || word === 'codes')
      return !OPEN_CODES.has(words[index - 1] ?? '') && next !== 'postal';
    if (word === 'código' || word === 'codigo') return next !== 'postal';
    return (
      /.code$/u.test(word) && !/^(?:post|zip|bar|qr|area|rabatt|aktions|gutschein|länder)code$/u.test(word)
    );
  });
}

/** A member's name as it is stored, and how secret it makes its value. */
type Key = { readonly name: string; readonly secrecy: Secrecy; readonly card: boolean };
const knownKeys = new Map<string, Key>();
const MAX_KNOWN_KEYS = 2_048;

function keyOf(key: string): Key {
  const known = knownKeys.get(key);
  if (known !== undefined) return known;
  const made = { name: maskSentence(key), secrecy: secrecyOf(key), card: wordsOf(key).at(-1) === 'card' };
  if (knownKeys.size >= MAX_KNOWN_KEYS) knownKeys.clear();
  knownKeys.set(key, made);
  return made;
}

function wordsOf(key: string): string[] {
  return key
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

function plain(value: unknown, secrecy: Secrecy, depth: number, above: object[]): unknown {
  switch (typeof value) {
    case 'string':
      return secrecy === 'none' ? maskSentence(value) : value === '' ? '' : mask(value);
    case 'number':
      return plainNumber(value, secrecy);
    case 'bigint':
      return plain(String(value), secrecy, depth, above);
    case 'boolean':
      return value;
    case 'object':
      return value === null ? null : plainObject(value, secrecy, depth, above);
    case 'undefined':
    case 'function':
    case 'symbol':
      return undefined;
    default:
      return undefined;
  }
}

function plainNumber(value: number, secrecy: Secrecy): unknown {
  if (secrecy === 'all') return mask(String(value));
  if (!Number.isFinite(value)) return String(value);
  // A card number may come as a number: every other one stays what it is.
  const masked = Number.isInteger(value) && value >= 1e11 ? maskText(String(value)) : '';
  return masked.includes('•') ? masked : value;
}

function plainObject(value: object, secrecy: Secrecy, depth: number, above: object[]): unknown {
  if (above.includes(value)) return '[circular]';
  if (depth >= MAX_DEPTH) return '[too deep]';
  if (value instanceof Date || value instanceof URL) {
    return plain(
      value instanceof URL || !Number.isNaN(value.getTime()) ? value.toJSON() : 'Invalid Date',
      secrecy,
      depth,
      above,
    );
  }
  above.push(value);
  let copy: unknown;
  if (Array.isArray(value)) copy = value.map((item) => plain(item, secrecy, depth + 1, above) ?? null);
  else if (value instanceof Map) copy = members(value.entries(), secrecy, depth, above);
  else if (value instanceof Set)
    copy = Array.from(value, (item) => plain(item, secrecy, depth + 1, above) ?? null);
  else if (ArrayBuffer.isView(value)) copy = `[${value.byteLength} bytes]`;
  else copy = members(Object.entries(value), secrecy, depth, above);
  above.pop();
  return copy;
}

function members(
  entries: Iterable<[unknown, unknown]>,
  secrecy: Secrecy,
  depth: number,
  above: object[],
): Record<string, unknown> {
  const copy: Record<string, unknown> = {};
  for (const [member, value] of entries) {
    const { name, secrecy: own, card } = keyOf(String(member));
    // A consent card is called a card as well: only a plain value under that key is a number of one.
    const here = own === 'none' || (card && typeof value === 'object') ? secrecy : own;
    const masked = plain(value, here, depth + 1, above);
    if (masked === undefined) continue;
    // A member called `__proto__` is only a member.
    if (name === '__proto__') Object.defineProperty(copy, name, { value: masked, enumerable: true });
    else copy[name] = masked;
  }
  return copy;
}
