// Numbers as people write them: words, ordinals, digits. Pure.
const ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const ORDINALS =
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ');

/** `third`, `3rd`, `3.`, `last`: from 1, -1 for the last; `null` for anything else. */
export function ordinalAt(word: string): number | null {
  const lower = word.toLowerCase();
  if (lower === 'last' || lower === 'final') return -1;
  const at = ORDINALS.indexOf(lower);
  if (at > 0) return at;
  const digits = /^(\d{1,4})(?:st|nd|rd|th)$/.exec(lower)?.[1];
  return digits === undefined ? null : Number(digits);
}

/** `seven`, `twenty-one`, `12`: `null` for anything else. */
export function countOf(text: string): number | null {
  const lower = text.trim().toLowerCase();
  if (/^\d{1,9}$/.test(lower)) return Number(lower);
  if (lower === 'a' || lower === 'an') return 1;
  const one = ONES.indexOf(lower);
  if (one >= 0) return one;
  const [tens = '', ones] = lower.split(/[- ]/);
  const at = TENS.indexOf(tens);
  if (at < 2) return null;
  const rest = ones === undefined ? 0 : ONES.indexOf(ones);
  return rest < 0 || rest > 9 ? null : at * 10 + rest;
}
