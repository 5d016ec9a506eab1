// Tells which addresses a person named: written in the intent, typed as a start, or by a bookmark. INVARIANT: a host counts only
// where it is written as a host; words from which a host or a path could be spelt name none.
import { domainToUnicode } from 'node:url';
import { labelsOf } from './site.ts';

/** Origins that were named in another way than by the intent's words. */
export type NamedElsewhere = { has(url: string): boolean };

const NOBODYS: NamedElsewhere = { has: () => false };
/** What would make the host part of a longer one, or of a mail address. */
const GOES_ON_BEFORE = /[\p{L}\p{N}._@-]$/u;
const GOES_ON_BEHIND = /^(?:[\p{L}\p{N}_-]|[.:@][\p{L}\p{N}])/u;
/** What would make the path a longer one; a sentence may end behind it. */
const PATH_GOES_ON = /^(?:[\p{L}\p{N}_/&=%~+-]|[.?#][\p{L}\p{N}])/u;

export class NamedAddresses {
  readonly #intent: string;
  readonly #elsewhere: NamedElsewhere;

  /** `''` for an intent that names nothing. */
  constructor(intent: string, elsewhere: NamedElsewhere = NOBODYS) {
    this.#intent = asWritten(intent);
    this.#elsewhere = elsewhere;
  }

  /** Its host, with the port where it has one of its own. */
  host(url: URL): boolean {
    return this.#standsAt(url, '', GOES_ON_BEHIND);
  }

  /** All of it: host, path and query. Of a first page the host is all. */
  whole(url: URL): boolean {
    const behind = `${url.pathname}${url.search}${url.hash}`;
    if (behind === '/') return this.host(url);
    return [behind, decoded(behind)].some((path) =>
      this.#standsAt(url, path.replace(/\/$/u, ''), PATH_GOES_ON),
    );
  }

  /** A log-in that a page put into an address is nobody's word but that page's. */
  #standsAt(url: URL, path: string, goesOn: RegExp): boolean {
    if (url.host === '' || url.username !== '' || url.password !== '') return false;
    if (path === '' && this.#elsewhere.has(url.href)) return true;
    const port = url.port === '' ? '' : `:${url.port}`;
    const isPlain = url.protocol === 'http:';
    return [url.hostname, domainToUnicode(url.hostname)].some(
      (host) => host !== '' && this.#stands(`${host}${port}${path}`, goesOn, isPlain),
    );
  }

  /** `isPlain`: the address is not encrypted; where the encrypted one was written, that is another. */
  #stands(text: string, goesOn: RegExp, isPlain: boolean): boolean {
    const wanted = asWritten(text);
    for (let at = this.#intent.indexOf(wanted); at !== -1; at = this.#intent.indexOf(wanted, at + 1)) {
      const [before, behind] = [this.#intent.slice(0, at), this.#intent.slice(at + wanted.length)];
      if (isPlain && before.endsWith('https://')) continue;
      const end = behind.startsWith('/') ? behind.slice(1) : behind;
      if (!GOES_ON_BEFORE.test(before.slice(-2)) && !goesOn.test(goesOn === PATH_GOES_ON ? end : behind))
        return true;
    }
    return false;
  }
}

/**
 * What somebody could have put into a host: its labels, as they are read, each by itself and all in a row, and a port. What stands behind the
 * site's own name is nobody's choice.
 */
export function hostPieces({ hostname, port }: URL): readonly string[] {
  const { below, own } = labelsOf(hostname);
  const read = below.filter((label) => label !== 'www').map((label) => domainToUnicode(label) || label);
  const row = read.length > 1 ? [read.join(' '), read.join('')] : [];
  return [...read, ...row, domainToUnicode(own) || own, port];
}

/** Letters that only look alike, or have another accent, are another host's and another path's. */
const asWritten = (text: string): string => text.normalize('NFC').toLowerCase();

/** What separates parts of an address stays encoded: written out it would be another one. */
function decoded(text: string): string {
  try {
    return decodeURI(text);
  } catch {
    return text; // as it stands
  }
}
