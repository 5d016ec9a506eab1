// Tells which addresses a person named: written in the intent, typed as a start, or by a bookmark. INVARIANT: a host counts only
// where it is written as a host; words from which a host or a path could be spelt name none.
import { fold } from '#gateway/boundary/provenance/texts/fold.ts';

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
    this.#intent = fold(intent);
    this.#elsewhere = elsewhere;
  }

  /** Its host, with the port where it has one of its own. */
  host(url: URL): boolean {
    return this.#elsewhere.has(url.href) || this.#stands(url.host, GOES_ON_BEHIND);
  }

  /** All of it: host, path and query. Of a first page the host is all. */
  whole(url: URL): boolean {
    const behind = `${url.pathname}${url.search}${url.hash}`;
    if (behind === '/') return this.host(url);
    return [behind, decoded(behind)].some((path) =>
      this.#stands(`${url.host}${path.replace(/\/$/u, '')}`, PATH_GOES_ON),
    );
  }

  #stands(text: string, goesOn: RegExp): boolean {
    const wanted = fold(text);
    if (wanted === '') return false;
    for (let at = this.#intent.indexOf(wanted); at !== -1; at = this.#intent.indexOf(wanted, at + 1)) {
      const [before, behind] = [this.#intent.slice(0, at), this.#intent.slice(at + wanted.length)];
      const end = behind.startsWith('/') ? behind.slice(1) : behind;
      if (!GOES_ON_BEFORE.test(before.slice(-2)) && !goesOn.test(goesOn === PATH_GOES_ON ? end : behind))
        return true;
    }
    return false;
  }
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // as it stands
  }
}
