// Whether servers, proxies and frameworks are known to read a URL's path in different ways: encoded separators, what decodes
// twice, path parameters, empty segments, names that file systems change, letters with marks apart. INVARIANT: linear in the path, and what is not plain
// is ambiguous: no rule that grants by path speaks of it, and every rule that restricts by path does.

/** Most paths are this and nothing else. A name may hold dots and does not end with one. */
const PLAIN = /^(?:\/[\w!$&'()*+,\-:=@~]+(?:\.[\w!$&'()*+,\-:=@~]+)*)*\/?$/;
/** `(S(x))`, which ASP.NET takes out; streams and short names of NTFS: `a::$DATA`, `ADMINI~1`. */
const WINDOWS = /\([A-Za-z]\(|:\$|(?:^|\/)[^/.~]{1,6}~\d{1,5}(?=[./]|$)/;
/** Separators, parameters, what ends a path, controls, ends of lines and paragraphs. */
const STRUCTURE = /[/\\;?#\p{Cc}\u2028\u2029]/u;
/** Windows drops them at the end of a name. */
const DROPPED_AT_END = /[.\s]$/u;
/** What decoding once more would change; `%u002f` is IIS's own. */
const DECODES_AGAIN = /%(?:[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4})/;
/** A percent sign that encodes nothing: refused, kept or dropped. */
const STRAY_PERCENT = /%(?![0-9A-Fa-f]{2})/;
/** Windows' code pages make ASCII of them: full-width forms, slashes of mathematics, the signs of yen and won. */
const BEST_FIT = /[\uFF01-\uFF5E\u2044\u2215\u2216\u29F5\u29F8\u00A5\u20A9]/;

/**
 * Takes the path as it is written, encoded: `%2e%2e` counts although a parser of URLs resolves it. Dot segments in plain letters
 * do not: whoever sends an address has resolved them.
 */
export function isPathAmbiguous(path: string): boolean {
  if (PLAIN.test(path) && !WINDOWS.test(path)) return false;
  const segments = (path.startsWith('/') ? path.slice(1) : path).split('/');
  const last = segments.length - 1;
  return segments.some((segment, index) =>
    segment === '' ? index < last : segment !== '.' && segment !== '..' && isSegmentAmbiguous(segment),
  );
}

function isSegmentAmbiguous(raw: string): boolean {
  const text = decodedOnce(raw);
  if (text === null || text === '.' || text === '..') return true;
  if (STRAY_PERCENT.test(raw) || BEST_FIT.test(text) || isReadTwice(text)) return true;
  if (!isComposed(text)) return true;
  const normal = text.normalize('NFKC');
  return normal !== text && isReadTwice(normal);
}

/** Some file systems compose letters and their marks, or take them apart, and others hold the two for two names. */
export const isComposed = (text: string): boolean => text.normalize('NFC') === text;

/** The signs of ohm, kelvin and ångström: whoever composes has the letters Ω, K and Å in their place. */
export const hasLetterSign = (text: string): boolean => /[\u2126\u212A\u212B]/u.test(text);

const isReadTwice = (text: string): boolean =>
  STRUCTURE.test(text) || DROPPED_AT_END.test(text) || DECODES_AGAIN.test(text) || WINDOWS.test(text);

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `null` for bytes that are not UTF-8, overlong forms among them. */
function decodedOnce(raw: string): string | null {
  if (!raw.includes('%')) return raw;
  try {
    return raw.replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (run) =>
      UTF8.decode(Uint8Array.from(run.slice(1).split('%'), (hex) => Number.parseInt(hex, 16))),
    );
  } catch {
    // Bytes that are no text are read in as many ways as there are code pages.
    return null;
  }
}
