// Text of persons and pages as the log may have it, where its settings ask for text at all. INVARIANT: bounded; addresses of people, long
// numbers, what follows a word for a secret, and what looks like a key are left out. It is no promise that nothing private is left.

const MAX_CHARACTERS = 4_000;

const LEFT_OUT = '$1$2[left out]';
/** In the languages that the navigator knows. */
const SECRETS =
  'pass(?:word|code|phrase|wd)|passwort|kennwort|geheimzahl|contraseña|pin|otp|cvv|cvc|iban|api[ _-]?key';
/** They say so only where something is said of them. */
const ALSO_OTHERS = 'pass|token|secret|clave|geheimnis';

const RULES: readonly (readonly [RegExp, string])[] = [
  // Before the rest: what a word for a secret announces, whatever it looks like. Rather too much of it than too little.
  [
    new RegExp(
      `(?<!\\p{L})(${SECRETS}|${ALSO_OTHERS})(["']?\\s*[:=]\\s*["'“„]?)[^"'“”,;<>\\n]{1,200}`,
      'giu',
    ),
    LEFT_OUT,
  ],
  [
    new RegExp(
      `(?<!\\p{L})(${SECRETS}|${ALSO_OTHERS})(\\s{1,3}(?:is|ist|lautet|es)\\s{1,3}["'“„]?)[^\\s"'“”,;<>]{1,200}`,
      'giu',
    ),
    LEFT_OUT,
  ],
  [
    new RegExp(
      `(?<!\\p{L})(${SECRETS})(\\s{1,3}["'“„]?)(?!(?:is|ist|lautet|es)\\s)[^\\s"'“”,;<>[]{1,200}`,
      'giu',
    ),
    LEFT_OUT,
  ],
  [/\beyJ[\w-]{5,}\.[\w-]{5,}\.[\w-]*/gu, '[token]'],
  [/[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/gu, '[address]'],
  // A query names what somebody looked for, a fragment may hold a key.
  [/(\bhttps?:\/\/[^\s?#"'<>]{1,500})[?#][^\s"'<>]*/giu, '$1?[left out]'],
  [/(?<![\w.])\+?\d(?:[ .()/-]{0,2}\d){6,}(?!\w)/gu, '[number]'],
  // Letters and digits mixed, too long for a word.
  [/(?=[\w+/-]{0,200}\d)(?=[\w+/-]{0,200}[A-Za-z])[\w+/-]{24,200}={0,2}/gu, '[key]'],
];

export function redacted(text: string): string {
  // Cut first: nothing that a rule would have left out is torn apart by the end.
  const whole = text.length <= MAX_CHARACTERS ? text : text.slice(0, MAX_CHARACTERS).replace(/\S*$/u, '');
  return RULES.reduce((left, [what, put]) => left.replace(what, put), whole.toWellFormed());
}
