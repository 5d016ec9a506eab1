// Which answers become a file, before any of their bytes is taken: by what the server says, and as Chromium reads it.
// What slips through (a type that the browser finds out by itself) begins as a download all the same, and is asked for then.
import { type Paused, isResponse } from '#executors/guards/routes/paused.ts';

type Header = NonNullable<Paused['responseHeaders']>[number];

/** What a browser shows, or refuses by itself (documents/document-gate.ts). Everything else that has a type is a file. */
const SHOWN =
  /^(?:text\/|image\/|audio\/|video\/|multipart\/|message\/|application\/(?:xhtml\+xml|xml\b|.*\+xml|pdf|json|.*\+json|(?:x-)?(?:java|ecma)script|signed-exchange|webbundle))/iu;
/** Texts that Chromium saves. */
const SAVED_TEXT =
  /^text\/(?:csv|x-csv|comma-separated-values|tab-separated-values|tsv|calendar|x-v?calendar|vcalendar|vcard|x-vcard|x-vcf|directory|ldif|qif|x-qif|rtf|ofx)\b/iu;

export const headerOf = (headers: readonly Header[], name: string): string =>
  headers.find((header) => header.name.toLowerCase() === name)?.value ?? '';

/** An answer with a body that a browser would show or save: no redirect, no error. */
export const isWhole = ({ responseStatusCode: status }: Paused): boolean =>
  status !== undefined && status >= 200 && status < 300 && status !== 204 && status !== 205;

export function isFile(paused: Paused): boolean {
  if (!isResponse(paused) || !isWhole(paused)) return false;
  const headers = paused.responseHeaders ?? [];
  if (/^\s*attachment\b/iu.test(headerOf(headers, 'content-disposition'))) return true;
  const type = headerOf(headers, 'content-type').trim();
  return type !== '' && (SAVED_TEXT.test(type) || !SHOWN.test(type));
}

/** RFC 6266: `filename*` before `filename`, else the last part of the address. What is unsafe in it is the gateway's business. */
export function nameOf(disposition: string, url: string): string {
  const extended = /(?:^|;)\s*filename\*\s*=\s*([\w!#$%&+^`{}~-]+)'[^']*'([^;\s]+)/iu.exec(disposition);
  const decoded = extended === null ? null : decode(extended[1] ?? '', extended[2] ?? '');
  if (decoded !== null && decoded !== '') return decoded;
  const plain = /(?:^|;)\s*filename\s*=\s*(?:"((?:\\.|[^"\\])*)"|([^;]*))/iu.exec(disposition);
  const given = plain?.[1]?.replaceAll(/\\(.)/gu, '$1') ?? plain?.[2]?.trim() ?? '';
  return given === '' ? lastPart(url) : given;
}

function decode(charset: string, text: string): string | null {
  try {
    if (charset.toLowerCase() === 'utf-8') return decodeURIComponent(text);
    return text.replaceAll(/%([0-9a-f]{2})/giu, (_, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    );
  } catch {
    return null; // malformed: the plain form, or the address, names it
  }
}

function lastPart(url: string): string {
  const path = URL.parse(url)?.pathname ?? '';
  const last = path.slice(path.lastIndexOf('/') + 1);
  return decode('utf-8', last) ?? last;
}
