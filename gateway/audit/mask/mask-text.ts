// Finds what looks like a secret inside a text: bearer tokens, JWTs, provider keys, private keys, passwords in URLs, in
// assignments and in sentences, card numbers that pass Luhn, and long random strings. Digests (`sha256:…`) stay readable.
// INVARIANT: linear in the text: a run is looked at from its beginning alone (test/attack/inside/patterns.spec.ts).

import { maskSaid, maySaySecret } from './said-secrets.ts';

/** Words that make what is assigned to them a secret, in the lower case of the text. */
const ASSIGNED = [
  'pass',
  'pwd',
  'secret',
  'token',
  'key',
  'otp',
  'pin',
  'cvc',
  'cvv',
  'auth',
  'cookie',
  'signature',
];

/** What each ASCII character may be part of. */
const DIGIT_CLASS = 1;
const RUN_CLASS = 2;
const GAP_CLASS = 4;
const ASSIGNMENT_CLASS = 8;
const CLASSES = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCodePoint(code);
  return (
    (/\d/.test(char) ? DIGIT_CLASS : 0) |
    (/[\w+/=-]/.test(char) ? RUN_CLASS : 0) |
    (/[ -]/.test(char) ? GAP_CLASS : 0) |
    (/[:=]/.test(char) ? ASSIGNMENT_CLASS : 0)
  );
});

type Pattern = {
  readonly find: RegExp;
  readonly mask: (match: string, ...groups: (string | undefined)[]) => string;
};

const dots = (secret: string): string => `•••(${secret.length})`;

function maskedFromJwt(run: string): string {
  let before = 0;
  const segments = run.split('.');
  for (const [index, segment] of segments.entries()) {
    const at = (segments[index + 1] ?? '').length < 4 ? -1 : segment.search(/\beyJ[\w-]{4}/);
    if (at !== -1) return run.slice(0, before + at) + dots(run.slice(before + at));
    before += segment.length + 1;
  }
  return run;
}

const PATTERNS: readonly Pattern[] = [
  {
    find: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
    mask: (match) => dots(match),
  },
  // JWT and JWE, wherever in a dotted run they begin
  { find: /(?<![\w-])[\w-]+(?:\.[\w-]*)+/g, mask: (match) => maskedFromJwt(match) },
  { find: /\b(bearer\s+)([\w.~+/-]{8,}=*)/gi, mask: (_, scheme = '', token = '') => scheme + dots(token) },
  {
    find: /\b(basic\s+)([A-Za-z0-9+/]{8,}={0,2})(?![\w-])/gi,
    mask: (match, scheme = '', token = '') => (/[=\d]/.test(token) ? scheme + dots(token) : match),
  },
  // keys with a known beginning: OpenAI, Anthropic, Stripe, Google, GitHub, Slack, AWS, GitLab
  {
    find: /\b(?:sk-[\w-]{16,}|[spr]k_(?:live|test)_\w{8,}|AIza[\w-]{30,}|ya29\.[\w-]{10,}|gh[oprsu]_\w{20,}|github_pat_\w{20,}|xox[abeoprs]-[\w-]{10,}|(?:AKIA|ASIA)[A-Z0-9]{16}|glpat-[\w-]{16,})/g,
    mask: (match) => dots(match),
  },
  // user:password@host
  {
    find: /(:\/\/[^\s/:@]*:)([^\s/@]+)(?=@)/g,
    mask: (match, user = '', secret = '') => (secret.startsWith('•••') ? match : user + dots(secret)),
  },
  // password=…, token: …, in a sentence, a query string or a header
  {
    find: /((?:^|[^\p{L}\d])(?:password|passwd|passphrase|passcode|pwd|secret|token|api[_-]?key|otp|totp|pin|cvc|cvv|authorization|cookie|signature)["']?\s*[=:]\s*)("[^"]*"|'[^']*'|[^\s"'&;,#]+)/giu,
    mask: (match, head = '', secret = '') => (secret.startsWith('•••') ? match : head + dots(bare(secret))),
  },
  // card numbers: 12 to 19 digits, alone or in groups
  {
    find: /(?<![\d.])\d(?:[ -]?\d){11,18}(?![\d])/g,
    mask: (match) => (isCardNumber(match.replaceAll(/\D/g, '')) ? dots(match) : match),
  },
  // base64 with padding may hold slashes; without it a path would look the same
  {
    find: /(?<![\w+/=:-])[A-Za-z0-9+/]{30,}={1,2}(?![\w=])/g,
    mask: (match) => (isRandom(match) ? dots(match) : match),
  },
  {
    find: /(?<![\w+:-])(?!sha(?:256|384|512)-)[\w+-]{32,}={0,2}(?![\w=])/g,
    mask: (match) => (isRandom(match) ? dots(match) : match),
  },
];

/** Texts that were looked through and hold nothing: names of sites, rules, acts come again and again. */
const harmless = new Set<string>();
const MAX_HARMLESS_TEXTS = 4_096;

/** The text with everything in it that looks like a secret as `•••(length)`. */
export function maskText(text: string): string {
  if (harmless.has(text) || !isSuspicious(text)) return text;
  let masked = maskSaid(text);
  for (const { find, mask } of PATTERNS) masked = masked.replace(find, mask);
  if (masked === text && text.length < 256) {
    if (harmless.size >= MAX_HARMLESS_TEXTS) harmless.clear();
    harmless.add(text);
  }
  return masked;
}

const DIGEST = /^sha(?:256|384|512):[\da-f]+$/;

/** One cheap pass: most texts hold nothing that any pattern could match, and are spared them all. */
function isSuspicious(text: string): boolean {
  let run = 0;
  let digits = 0;
  let seen = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? (CLASSES[code] ?? 0) : 0;
    seen |= kind;
    run = kind & RUN_CLASS ? run + 1 : 0;
    if (kind & DIGIT_CLASS) digits += 1;
    else if (!(kind & GAP_CLASS)) digits = 0;
    if (digits >= 12 || run >= 16) return !DIGEST.test(text);
  }
  if (text.includes('eyJ')) return true;
  if (!(seen & (ASSIGNMENT_CLASS | GAP_CLASS))) return false;
  const lower = text.toLowerCase();
  if (lower.includes('bearer') || lower.includes('basic')) return true;
  if (maySaySecret(lower)) return true;
  if (!(seen & ASSIGNMENT_CLASS)) return false;
  return text.includes('@') || ASSIGNED.some((word) => lower.includes(word));
}

const bare = (value: string): string => (/^(["']).*\1$/.test(value) ? value.slice(1, -1) : value);

/** ISO/IEC 7812 issuer ranges with their lengths: they keep identifiers and timestamps readable. */
const ISSUERS: readonly (readonly [digits: RegExp, least: number, most: number])[] = [
  [/^4\d/, 13, 19],
  [/^(?:5[1-5]|2(?:22[1-9]|2[3-9]\d|[3-6]\d\d|7[01]\d|720))/, 16, 16],
  [/^3[47]/, 15, 15],
  [/^3(?:0[0-5]|[689])/, 14, 19],
  [/^35\d/, 16, 19],
  [/^(?:6011|64[4-9]|65|62|81)/, 16, 19],
  [/^(?:50|5[6-9]|6[0-9])/, 12, 19],
];

/** A known issuer and a valid Luhn digit. */
function isCardNumber(digits: string): boolean {
  const { length } = digits;
  return (
    ISSUERS.some(([start, least, most]) => start.test(digits) && length >= least && length <= most) &&
    luhn(digits)
  );
}

function luhn(digits: string): boolean {
  let sum = 0;
  for (let at = 0; at < digits.length; at += 1) {
    const digit = Number(digits[digits.length - 1 - at]);
    sum += at % 2 === 0 ? digit : digit < 5 ? digit * 2 : digit * 2 - 9;
  }
  return sum % 10 === 0;
}

/** Upper case, lower case and digits that change places often: words in a path or an identifier do not. */
function isRandom(text: string): boolean {
  if (!/[a-z]/.test(text) || !/[A-Z]/.test(text) || !/\d/.test(text)) return false;
  let pairs = 0;
  let changes = 0;
  for (let at = 1; at < text.length; at += 1) {
    const before = kindOf(text.charCodeAt(at - 1));
    const here = kindOf(text.charCodeAt(at));
    if (before === 0 || here === 0) continue;
    pairs += 1;
    if (before !== here) changes += 1;
  }
  return pairs > 0 && changes / pairs > 0.38;
}

function kindOf(code: number): number {
  if (code >= 48 && code <= 57) return 1;
  if (code >= 65 && code <= 90) return 2;
  return code >= 97 && code <= 122 ? 3 : 0;
}
