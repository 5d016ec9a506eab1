// Finds what a sentence says as a password, a PIN or a code: "the password hunter22", "hunter22 as the password", "log in as ana with
// hunter22". INVARIANT: linear in the text: each place that a pattern may begin at is bounded by a word of its own.

/** What a person calls a secret that is typed. */
const NOUN =
  '(?:password|passwort|kennwort|contraseña|passphrase|passcode|pass code|pwd|pin|otp|totp|cvc|cvv|csc|' +
  '(?:security|verification|one-time|login|sms|2fa) code)';
const OWN = String.raw`(?:(?:the|my|our|his|her|their|a|this|saved|current|new|old) ){0,2}`;
/** In quotation marks, or up to the next space. */
const VALUE = String.raw`("[^"\n]{1,200}"|'[^'\n]{1,200}'|“[^”\n]{1,200}”|[^\s"'“”]{1,200})`;
const GAP = String.raw`[ \t]{1,3}`;

/** A number that is called a code by nothing but that: "error code 404" and "the postal code 10115" are none. */
const DIGITS = String.raw`(\d{4,10}|\d{3,4}[ -]\d{3,4})(?![\p{L}\d])`;

const SAID: readonly RegExp[] = [
  // "use the code 482913", "my code is 482 913", "482913 as the code"
  new RegExp(
    String.raw`((?<![\p{L}\d])(?:the|my|this|your|use|with|enter|type|der|den|dem)${GAP}code(?:[ \t]{0,3}[:=][ \t]{0,3}|${GAP}(?:(?:is|ist)${GAP})?))${DIGITS}`,
    'giu',
  ),
  new RegExp(
    String.raw`((?<![^\s]))${DIGITS}(?=${GAP}(?:as|in|into|for)${GAP}${OWN}code(?![\p{L}\d]))`,
    'giu',
  ),
  // "the password hunter22", "my PIN is 1234", "set the password to X", "password: X"
  new RegExp(
    String.raw`((?<![\p{L}\d])${NOUN}(?:${GAP}code)?(?:[ \t]{0,3}[:=][ \t]{0,3}|${GAP}(?:(?:is|to|of|as|ist|es|be|should be)${GAP})?))${VALUE}`,
    'giu',
  ),
  // "hunter22 as the password", "type hunter22 into the password field"
  new RegExp(
    String.raw`((?<![^\s]))${VALUE}(?=${GAP}(?:as|in|into|for)${GAP}${OWN}${NOUN}(?![\p{L}\d]))`,
    'giu',
  ),
  // "log in as ana with hunter22", "sign in with ana and hunter22", "log in as ana / hunter22"
  new RegExp(
    String.raw`((?<![\p{L}\d])(?:log|sign)(?: me)? ?(?:in|on)${GAP}(?:as|with|using)${GAP}[^\s]{1,100}${GAP}(?:and|with|/)${GAP})${VALUE}`,
    'giu',
  ),
];

/** "my password is correct horse": all that stands there before the sentence goes on. */
const CLAUSE = new RegExp(
  String.raw`(?<![\p{L}\d])(?:password|passwort|kennwort|contraseña|passphrase)${GAP}(?:is|ist|lautet|es)${GAP}([^\s.,;:!?"'“”]{1,60}(?: [^\s.,;:!?"'“”]{1,60}){1,7})`,
  'giu',
);
const CLAUSE_ENDS = new Set('and then but so to for on at und dann aber y pero'.split(' '));

/** What stands there and is no secret: the sentence goes on. */
const GOES_ON = new Set(
  (
    'a again an and any are as at be been before box button by can change changed code dialog does ends entered error expires ' +
    'failed field fields for form forgotten from generator had has have help here hint i if in input into is it it’s its ' +
    'link long longer manager may me must my need needs no not now of on once one only or out page please policy prompt ' +
    'protected protection recovery required requirements reset resets rules saved screen section set settings should so strength ' +
    'that the then there they this to too twice was we were what when where which who will with without wrong you your ' +
    'open go click read find look show tell press submit log sign enter type fill use value text word name username user email mine it something'
  ).split(' '),
);

/**
 * As the text says them, without their quotation marks. `SHAPED`: only what looks like a secret by itself, which a sentence of anybody's
 * may be held against; `ANY`: also a plain word, for the words of a person who orders something.
 */
export function saidSecrets(text: string, which: 'ANY' | 'SHAPED'): readonly string[] {
  const found = new Set<string>();
  for (const pattern of SAID)
    for (const [match, , value = ''] of text.matchAll(pattern)) {
      const said = plainValue(value);
      if (which === 'ANY' ? isAnySecret(said, match, value) : isShaped(said)) found.add(said);
    }
  if (which === 'ANY') for (const clause of saidClauses(text)) found.add(clause);
  return [...found];
}

function saidClauses(text: string): readonly string[] {
  return [...text.matchAll(CLAUSE)].flatMap(([, clause = '']) => {
    const words = clause.split(' ');
    const end = words.findIndex((word) => CLAUSE_ENDS.has(word.toLowerCase()));
    const said = words.slice(0, end === -1 ? words.length : end);
    return said.length < 2 || GOES_ON.has((said[0] ?? '').toLowerCase()) ? [] : [said.join(' ')];
  });
}

/** The text with those that look like secrets as `•••(length)`. */
export const maskSaid = (text: string): string =>
  SAID.reduce(
    (left, pattern) =>
      left.replace(pattern, (match: string, _head: string, value: string) => {
        const said = plainValue(value);
        return isShaped(said)
          ? match.replace(value, () => value.replace(said, () => `•••(${said.length})`))
          : match;
      }),
    text,
  );

/** Whether a text may hold one at all: a cheap look at what every entry of the log passes. */
export const maySaySecret = (lower: string): boolean =>
  /pass(?:word|wort|phrase|code| code)|kennwort|contraseña|pwd|pin\b|otp\b|cv[cv]\b|csc\b|(?:security|verification|one-time|login|sms|2fa) code|(?:log|sign)(?: me)? ?(?:in|on) |\bcode[ \t:=]{1,7}(?:is |ist )?[ \t]{0,2}\d|\d .{0,40}\bcode\b/u.test(
    lower,
  );

/** Without quotation marks, and without the sign that ends a sentence. */
function plainValue(value: string): string {
  const quoted = /^(["'“])(.*)["'”]$/su.exec(value);
  return quoted?.[2] ?? value.replace(/[.,;:!?)\]]{1,3}$/u, '');
}

/** A PIN and a code are digits; a password may be any word that is not how the sentence goes on. */
function isAnySecret(value: string, match: string, asWritten: string): boolean {
  if (isShaped(value)) return true;
  if (!isWhole(value) || value.length < 2) return false;
  if (/^["'“]/u.test(asWritten)) return true;
  return /pass|pwd|kennwort|contrase/iu.test(match.replace(value, '')) && !GOES_ON.has(value.toLowerCase());
}

/** A PIN, or letters with digits or signs in them: no word, no name, no address. */
function isShaped(value: string): boolean {
  if (!isWhole(value)) return false;
  if (/^(?:\d{3,12}|\d{3,4}[ -]\d{3,4})$/u.test(value)) return true;
  if (value.length < 4 || /^[a-z][a-z\d+.-]*:\/\//iu.test(value)) return false;
  if (/^[^\s@]{1,100}@[\w-]{1,100}\.[\w.-]{2,100}$/u.test(value)) return false;
  return /\p{L}/u.test(value) && /[\d!#$%&*+=?@^~<>|\\]/u.test(value);
}

/** No bracket opens in it, and nothing in it is hidden already. */
const isWhole = (value: string): boolean =>
  value !== '' && !value.includes('•••') && !/^[([{<„«]/u.test(value);
