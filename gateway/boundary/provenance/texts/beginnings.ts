// Which tokens begin alike, by the hash of their first characters. INVARIANT: one is put in and taken out in constant time, however
// many begin like it: a page may list thousands.
import { rolled, stirred } from './rolling.ts';
import { MIN_TOKEN_CHARACTERS } from './tokens.ts';

/** So many are looked through as fast as in a set. */
const MAX_LISTED = 8;

export class Beginnings {
  readonly #held = new Map<number, string[] | Set<string>>();
  readonly #sift = new Uint8Array(2 ** 15);

  /** Those whose first characters have this hash; most places of a text have none. */
  at(hash: number): Iterable<string> | null {
    const place = hash >>> 14;
    if (((this.#sift[place >>> 3] ?? 0) & (1 << (place & 7))) === 0) return null;
    return this.#held.get(hash) ?? null;
  }

  /** One that is not there yet. */
  add(token: string): void {
    const hash = hashOf(token);
    const held = this.#held.get(hash);
    if (held === undefined) this.#held.set(hash, [token]);
    else if (held instanceof Set) held.add(token);
    else if (held.length < MAX_LISTED) held.push(token);
    else this.#held.set(hash, new Set(held).add(token));
    const place = hash >>> 14;
    this.#sift[place >>> 3] = (this.#sift[place >>> 3] ?? 0) | (1 << (place & 7));
  }

  delete(token: string): void {
    const hash = hashOf(token);
    const held = this.#held.get(hash);
    if (held instanceof Set) {
      held.delete(token);
      if (held.size === 0) this.#held.delete(hash);
      return;
    }
    const left = held?.filter((one) => one !== token) ?? [];
    if (left.length === 0) this.#held.delete(hash);
    else this.#held.set(hash, left);
  }
}

/** As a scan rolls it. */
function hashOf(token: string): number {
  let hash = 0;
  for (let at = 0; at < MIN_TOKEN_CHARACTERS; at += 1) hash = rolled(hash, token.charCodeAt(at), 0);
  return stirred(hash);
}
