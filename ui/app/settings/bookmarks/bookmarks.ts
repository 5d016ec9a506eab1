// Bookmarks of a file in the Netscape format, as browsers export them, read as text. INVARIANT: nothing is fetched and no markup is made of it;
// what is no web address, or has a password in it, is left out and counted; what a page called itself is shown, and names nothing.
import { fail, ok, type Result } from '#policy/language/failure.ts';

/** `title`: mostly what the page called itself. */
export type Bookmark = { readonly title: string; readonly host: string; readonly url: string };
export type Bookmarks = {
  /** In the order of the file, each address once. */
  readonly found: readonly Bookmark[];
  /** Entries of the file that are none of these: of other schemes, with a password, too long, the same again, or too many. */
  readonly leftOut: number;
};

const MOST_BYTES = 20_000_000;
const MOST_BOOKMARKS = 5_000;
const MOST_TITLE_CHARACTERS = 100;
const MOST_URL_CHARACTERS = 2_000;
const HEAD = /^\uFEFF?\s{0,100}<!DOCTYPE NETSCAPE-Bookmark-file-1>/iu;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** Errors: `config.bad-value`, `config.unreadable`. */
export async function bookmarksOf(file: Pick<Blob, 'size' | 'text'>): Promise<Result<Bookmarks>> {
  if (file.size > MOST_BYTES)
    return fail('config.bad-value', 'the file is too large for bookmarks', {
      help: 'export the bookmarks again, or a folder of them',
    });
  try {
    return bookmarksIn(await file.text());
  } catch {
    return fail('config.unreadable', 'the file cannot be read', { help: 'choose it again' });
  }
}

/** Errors: `config.bad-value`. */
export function bookmarksIn(text: string): Result<Bookmarks> {
  if (!HEAD.test(text))
    return fail('config.bad-value', 'this is no file of bookmarks', {
      help: 'in your browser, choose “Export bookmarks”: that makes an HTML file which can be read here',
    });
  const found = new Map<string, Bookmark>();
  let leftOut = 0;
  for (const { href, title } of links(text)) {
    const url = href === null ? null : webAddressOf(href);
    if (url === null || found.has(url.href) || found.size >= MOST_BOOKMARKS) leftOut += 1;
    else found.set(url.href, { title: titleOf(title), host: url.host, url: url.href });
  }
  return ok({ found: [...found.values()], leftOut });
}

/** Each link with what it is called; one that cannot be read, or does not end, has no address. */
function* links(text: string): Generator<{ readonly href: string | null; readonly title: string }> {
  const link = /<A[\t\n\r ]/giu;
  while (link.exec(text) !== null) {
    const { href, end } = tagAt(text, link.lastIndex);
    // What looks like a link within a quotation is none.
    link.lastIndex = end;
    const next = text.indexOf('<', end);
    yield { href, title: decoded(text.slice(end, next === -1 ? end : next)) };
  }
}

/** The address of a link whose attributes stand here, and where they end: at its `>`, which may stand in a quotation, or where it is none. */
function tagAt(text: string, start: number): { readonly href: string | null; readonly end: number } {
  const blanks = /[\t\n\r ]+/uy;
  const attribute = /(>)|([a-z_-]{1,40})[\t\n\r ]*=[\t\n\r ]*"([^"]*)("?)|([a-z_-]{1,40})/iuy;
  let href: string | null = null;
  for (let end = start; ; end = attribute.lastIndex) {
    blanks.lastIndex = end;
    attribute.lastIndex = blanks.test(text) ? blanks.lastIndex : end;
    const read = attribute.exec(text);
    if (read === null) return { href: null, end };
    const [, close, name, value = '', quote] = read;
    if (close !== undefined) return { href, end: attribute.lastIndex };
    // The rest of the file is one quotation.
    if (quote === '') return { href: null, end: text.length };
    if (name?.toLowerCase() === 'href') href ??= decoded(value);
  }
}

const decoded = (text: string): string =>
  text.replaceAll(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/giu, (whole, decimal, hex, name) => {
    if (typeof name === 'string') return NAMED[name.toLowerCase()] ?? whole;
    const code = typeof hex === 'string' ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0 && code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });

function webAddressOf(href: string): URL | null {
  if (href.length > MOST_URL_CHARACTERS) return null;
  const url = URL.parse(href);
  if (url === null || !['http:', 'https:'].includes(url.protocol)) return null;
  // A password would stand in the settings, and in the log of their change.
  return url.username !== '' || url.password !== '' || url.href.length > MOST_URL_CHARACTERS ? null : url;
}

/** Without what cannot be seen. */
const titleOf = (title: string): string =>
  title
    .replaceAll(/[\p{C}\p{Z}\s]+/gu, ' ')
    .trim()
    .slice(0, MOST_TITLE_CHARACTERS)
    // Half a character, where it was cut.
    .replaceAll(/\p{Cs}/gu, '')
    .trim();
