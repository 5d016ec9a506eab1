// Says quickly that some letters stand in none of many texts: by the short runs that they are made of. INVARIANT: what was added is never
// denied; what was not may be let through, and is then looked for.

/** Letters and digits in a run. */
const RUN = 4;
const SIEVE_BITS = 21;
const MULTIPLIER = 0x9e_37_79_b1;

export class Sieve {
  #bits: Uint8Array | null = null;

  /** Letters and digits alone. */
  add(letters: string): void {
    this.#bits ??= new Uint8Array(2 ** (SIEVE_BITS - 3));
    const bits = this.#bits;
    eachRun(letters, (place) => {
      bits[place >>> 3] = (bits[place >>> 3] ?? 0) | (1 << (place & 7));
      return true;
    });
  }

  clear(): void {
    this.#bits?.fill(0);
  }

  /** Whether they may stand there; of fewer than a run nobody knows. */
  mayHold(letters: string): boolean {
    const bits = this.#bits;
    if (letters.length < RUN) return true;
    if (bits === null) return false;
    return eachRun(letters, (place) => ((bits[place >>> 3] ?? 0) & (1 << (place & 7))) !== 0);
  }
}

/** Until one says `false`; whether none did. */
function eachRun(letters: string, see: (place: number) => boolean): boolean {
  let [high, low] = [0, 0];
  for (let at = 0; at < letters.length; at += 1) {
    // Two letters in each half.
    high = ((high << 16) | (low >>> 16)) >>> 0;
    low = ((low << 16) | letters.charCodeAt(at)) >>> 0;
    if (at < RUN - 1) continue;
    const mixed = Math.imul(Math.imul(high, MULTIPLIER) ^ low, MULTIPLIER);
    if (!see((mixed ^ (mixed >>> 15)) >>> (32 - SIEVE_BITS))) return false;
  }
  return true;
}
