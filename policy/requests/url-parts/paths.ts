// Paths of URLs and folders: one canonical form each, and the one form of pattern: a path and all below it, by segments.
// INVARIANT: canonical text is a fixed point, so what is compared is what is shown.
import type { Result } from '#policy/language/failure.ts';
import { fail, ok } from '#policy/language/failure.ts';
import { hasLetterSign, isComposed } from './ambiguous-paths.ts';
import type { PathStyle } from '#policy/language/fact-table.ts';

/**
 * The path of a URL in its canonical form: percent-decoded, without dot segments and empty ones. What would read as
 * something else once decoded stays encoded: `%2F`, `%5C`, `%3F`, `%23`, `%25`, controls and bytes that are not UTF-8.
 * `null` for what does not begin with `/` or holds a backslash, `?`, `#` or a control character.
 */
export function canonicalPath(text: string): string | null {
  if (!text.startsWith('/') || /[\\?#\p{Cc}]/u.test(text)) return null;
  const kept: string[] = [];
  for (const raw of text.split('/')) {
    const segment = decodeSegment(raw);
    if (segment === '..') kept.pop();
    else if (segment !== '' && segment !== '.') kept.push(segment);
  }
  return `/${kept.join('/')}`;
}

/** An absolute folder without dot segments and empty ones; `null` for anything else, `..` too. */
export function canonicalFolder(text: string): string | null {
  if (!text.startsWith('/') || /[\\\p{Cc}]/u.test(text)) return null;
  const segments = text.split('/').filter((segment) => segment !== '' && segment !== '.');
  return segments.includes('..') ? null : `/${segments.join('/')}`;
}

/** Of a pattern: any one segment. */
export const ANY_SEGMENT = '*';

/** The segments of a canonical path or pattern; none of `/`. */
export const segmentsOf = (path: string): readonly string[] =>
  path === '/' || path === '' ? [] : path.slice(1).split('/');

/** Whether a pattern has a segment that stands for any. */
export const isWild = (pattern: string): boolean => pattern.includes('*');

/** Parses a pattern of a document: it has to be canonical, and the failure's help says how it would be written. */
export function parsePathPattern(text: string, style: PathStyle): Result<string> {
  const canonical = style === 'url' ? canonicalPath(text) : canonicalFolder(text);
  const whole = style !== 'url' || isComposed(text);
  const wild = segmentsOf(text).filter((one) => one.includes('*'));
  const stars = wild.every((one) => one === ANY_SEGMENT) && !text.endsWith(`/${ANY_SEGMENT}`);
  if (canonical === text && whole && stars) return ok(text);
  const what = style === 'url' ? 'path' : 'folder';
  const why = text.includes('\\')
    ? 'holds a backslash'
    : /\p{Cc}/u.test(text)
      ? 'holds a control character'
      : !text.startsWith('/')
        ? `is not an absolute ${what}`
        : text.split('/').includes('..')
          ? 'holds `..`'
          : !whole
            ? hasLetterSign(text)
              ? 'holds a sign that some servers read as a letter'
              : 'holds a letter and its mark as two characters'
            : /[?#]/.test(text)
              ? `holds \`${/[?#]/.exec(text)?.[0]}\``
              : !stars
                ? wild.at(-1) === ANY_SEGMENT
                  ? 'ends with `*`'
                  : `has \`${wild.find((one) => one !== ANY_SEGMENT) ?? '*'}\` for a segment`
                : `is not a ${what} in its plain form`;
  return fail('policy.bad-path', `\`${text}\` ${why}`, { help: helpFor(text, style) });
}

function helpFor(text: string, style: PathStyle): string {
  const plain =
    style === 'url'
      ? 'write `/a/b`, decoded, for that path and all below it'
      : 'write `/a/b` for that folder and all below it';
  const stars = /\*[^/]|[^/]\*/u.test(text);
  const form = stars ? `${plain}; \`*\` alone is any one segment, as in \`/a/*/b\`` : plain;
  const slashed = text
    .replaceAll('\\', '/')
    .replaceAll(/\p{Cc}/gu, '')
    .replace(/[?#].*$/s, '');
  const stem = withoutLastStars(slashed);
  const whole = stem.startsWith('/') || /^[a-z]+:|^~|^\./i.test(stem) ? stem : `/${stem}`;
  const guess = style === 'url' ? canonicalPath(whole.normalize('NFC')) : canonicalFolder(whole);
  return guess === null ||
    guess === text ||
    segmentsOf(guess).some((one) => one.includes('*') && one !== ANY_SEGMENT)
    ? form
    : `did you mean \`${guess}\`? ${form}`;
}

/** The text without the segments at its end that are stars alone. In one pass: a pattern of this grows faster than the text. */
function withoutLastStars(text: string): string {
  const segments = text.split('/');
  const last = segments.findLastIndex((one, at) => at === 0 || !/^\*+$/.test(one));
  return segments.slice(0, last + 1).join('/');
}

/** Whether a canonical path is the pattern's or below it. `''`, no folder, is in none. */
export function pathUnder(pattern: string, path: string): boolean {
  if (path === '') return false;
  if (isWild(pattern)) {
    const given = segmentsOf(path);
    return segmentsOf(pattern).every(
      (one, at) => given[at] !== undefined && (one === ANY_SEGMENT || one === given[at]),
    );
  }
  return pattern === '/' || path === pattern || path.startsWith(`${pattern}/`);
}

const ESCAPES = /(?:%[0-9A-Fa-f]{2})+/g;
/** Characters that mean something else once they are not encoded. */
const KEPT = /[/\\?#%\p{Cc}]/gu;

function decodeSegment(raw: string): string {
  if (!raw.includes('%')) return raw;
  const encodedPercents = raw.replaceAll(/%(?![0-9A-Fa-f]{2})/g, '%25');
  return encodedPercents.replaceAll(ESCAPES, (run) => {
    const bytes = Uint8Array.from(run.slice(1).split('%'), (hex) => Number.parseInt(hex, 16));
    return decodeBytes(bytes);
  });
}

/** UTF-8 to text; a byte that belongs to no character stays encoded. */
function decodeBytes(bytes: Uint8Array): string {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let text = '';
  let at = 0;
  while (at < bytes.length) {
    const lead = bytes[at] ?? 0;
    const length = lead < 0x80 ? 1 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
    try {
      text += decoder.decode(bytes.subarray(at, at + length)).replaceAll(KEPT, encode);
      at += length;
    } catch {
      // The byte stands for no character by itself.
      text += percent(lead);
      at += 1;
    }
  }
  return text;
}

const percent = (byte: number): string => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
const encode = (character: string): string => [...new TextEncoder().encode(character)].map(percent).join('');
