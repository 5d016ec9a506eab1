// Which names some server makes of a parameter's name: cut, decoded once more, mangled as PHP does it, in any case. INVARIANT: where the
// readings cannot be listed every name is among them; and the work is linear in the name, for a bounded number of readings.

/** More readings of one name are not followed: it may then be any. */
const MAX_READINGS = 32;

/** What most names are: one spelling but for case, and nothing that anybody decodes. */
const PLAIN = /^[\w-]+$/;
const CONTROLS = /\p{Cc}/u;
const ESCAPES = /(?:%[0-9a-f]{2})+/giu;
/** IIS's own. */
const UNICODE_ESCAPE = /%u([0-9a-f]{4})/giu;
/** A percent sign that encodes nothing, which some servers drop. */
const STRAY_PERCENT = /%(?![0-9a-f]{2}|u[0-9a-f]{4})/giu;
/** What a server that decodes before it divides takes for the end of a name, or for another parameter. */
const DIVIDERS = /[&=;?]/u;

/** The spelling that stands for a name and all that servers take for the same: of a name that is `isPlainName` its only one. */
export const foldedName = (name: string): string =>
  PLAIN.test(name) ? name.toLowerCase() : mangled(caseless(name).trim().replace(/\[.*$/su, ''));

/** Whether a name has one reading, that is found without work. */
export const isPlainlySpelt = (name: string): boolean => PLAIN.test(name);

/** Folded, each name that some server may find where this one stands; `ANY` where that is not to be told. */
export function foldedReadings(name: string): ReadonlySet<string> | 'ANY' {
  if (PLAIN.test(name)) return new Set([name.toLowerCase()]);
  const read = new Set([name]);
  for (const one of read) {
    for (const next of readingsOf(one)) {
      if (next === null || read.size >= MAX_READINGS) return 'ANY';
      read.add(next);
    }
  }
  return new Set([...read].flatMap(spellings));
}

/** Whether every server takes the name for one name, case and PHP's mangling aside: what a policy may name. */
export function isPlainName(name: string): boolean {
  const readings = foldedReadings(name);
  return (
    readings !== 'ANY' &&
    readings.size === 1 &&
    readings.has(foldedName(name)) &&
    name.isWellFormed() &&
    name.trim() === name
  );
}

/** What one more step of some server makes of a text; `null` for bytes that are no text, which each code page reads as its own. */
function* readingsOf(text: string): Iterable<string | null> {
  const normal = text.normalize('NFKC');
  if (normal !== text) yield normal;
  if (CONTROLS.test(text)) {
    yield text.slice(0, text.search(CONTROLS));
    yield text.replaceAll(/\p{Cc}/gu, '');
  }
  if (DIVIDERS.test(text)) yield* text.split(DIVIDERS);
  if (!text.includes('%')) return;
  yield unescaped(text);
  yield text.replaceAll(STRAY_PERCENT, '');
  yield decodedAgain(text);
}

/** A text as whoever decodes it again and again has it in the end. What does not decode stays as it is. */
export function decodedWhole(text: string): string {
  let whole = text;
  for (let round = 0; round < MAX_READINGS && whole.includes('%'); round++) {
    const once = unescaped(whole);
    const next = decodedAgain(once) ?? once;
    if (next === whole) break;
    whole = next;
  }
  return whole;
}

const unescaped = (text: string): string =>
  text.replaceAll(UNICODE_ESCAPE, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

function decodedAgain(text: string): string | null {
  try {
    return text.replaceAll(ESCAPES, (run) => decodeURIComponent(run)).replaceAll('+', ' ');
  } catch {
    return null;
  }
}

/** PHP cuts at a bracket that closes, and mangles one that does not; it keeps spaces behind, which others trim. */
function spellings(text: string): readonly string[] {
  const name = caseless(text).trimStart();
  const bracket = name.indexOf('[');
  const whole = [bracket < 0 ? name : name.slice(0, bracket)];
  if (bracket >= 0 && !name.includes(']', bracket)) whole.push(name);
  return whole.flatMap((one) => [mangled(one.trimEnd()), mangled(one)]);
}

/** PHP makes `_` of these. */
const mangled = (name: string): string => name.replaceAll(/[\s.[]/gu, '_');

/** Letter by letter: the small sigma would depend on its place. */
const caseless = (name: string): string =>
  Array.from(
    name
      .normalize('NFKC')
      .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
      .toUpperCase(),
    (letter) => letter.toLowerCase(),
  ).join('');
