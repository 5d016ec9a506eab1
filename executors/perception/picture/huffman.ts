// The code tables of a baseline JPEG: those that a file brings, and the ones of ITU-T T.81, annex K, which have a code for every symbol.
// INVARIANT: pure; what a table does not say is an error, never a guess.

/** `counts[n]`: how many codes have n + 1 bits; `symbols` in the order of their codes. */
export type CodeTable = { readonly counts: Uint8Array; readonly symbols: Uint8Array };

export class BadJpeg extends Error {}

const LONGEST_BITS = 16;

export const DC_TABLE: CodeTable = {
  counts: Uint8Array.of(0, 1, 5, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0),
  symbols: Uint8Array.from({ length: 12 }, (_, size) => size),
};

/** Those with short codes; every other symbol has one of 16 bits, in ascending order. */
const COMMON = Buffer.from(
  '01020300041105122131410613516107227114328191a1082342b1c11552d1f02433627282',
  'hex',
);
const MOST_RUN = 15;
const MOST_SIZE = 10;

export const AC_TABLE: CodeTable = {
  counts: Uint8Array.of(0, 2, 1, 3, 3, 2, 4, 3, 5, 5, 4, 4, 0, 0, 1, 125),
  symbols: Uint8Array.from([...COMMON, ...rest()]),
};

function rest(): readonly number[] {
  const found: number[] = [];
  for (let run = 0; run <= MOST_RUN; run += 1)
    for (let size = 1; size <= MOST_SIZE; size += 1) found.push(run * 16 + size);
  return found.filter((symbol) => !COMMON.includes(symbol));
}

/** Each code of a table, in their order. */
function codesOf({ counts, symbols }: CodeTable): readonly { code: number; bits: number; symbol: number }[] {
  const codes: { code: number; bits: number; symbol: number }[] = [];
  let code = 0;
  for (let bits = 1; bits <= LONGEST_BITS; bits += 1) {
    for (let at = 0; at < (counts[bits - 1] ?? 0); at += 1) {
      const symbol = symbols[codes.length];
      if (symbol === undefined || code >= 1 << bits) throw new BadJpeg('a code table has too few symbols');
      codes.push({ code, bits, symbol });
      code += 1;
    }
    code <<= 1;
  }
  return codes;
}

/** Reads the bits of a scan. A byte 0 behind 255 is no data; any other mark is the end of them. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #held = 0;
  #left = 0;

  constructor(bytes: Uint8Array, from: number) {
    this.#bytes = bytes;
    this.#at = from;
  }

  /** Where the mark behind the scan is. */
  get end(): number {
    return this.#at;
  }

  bit(): number {
    if (this.#left === 0) {
      const byte = this.#bytes[this.#at];
      const marks = byte === 0xff;
      if (byte === undefined || (marks && this.#bytes[this.#at + 1] !== 0))
        throw new BadJpeg('a scan ends too soon');
      this.#at += marks ? 2 : 1;
      this.#held = byte;
      this.#left = 8;
    }
    this.#left -= 1;
    return (this.#held >> this.#left) & 1;
  }

  bits(count: number): number {
    let value = 0;
    for (let at = 0; at < count; at += 1) value = (value << 1) | this.bit();
    return value;
  }
}

/** Finds symbols by their codes. */
export class Decoder {
  /** By length and code together: no two codes of a table are alike. */
  readonly #symbols = new Map<number, number>();

  constructor(table: CodeTable) {
    for (const { code, bits, symbol } of codesOf(table))
      this.#symbols.set((bits << LONGEST_BITS) | code, symbol);
  }

  next(reader: BitReader): number {
    let code = 0;
    for (let bits = 1; bits <= LONGEST_BITS; bits += 1) {
      code = (code << 1) | reader.bit();
      const symbol = this.#symbols.get((bits << LONGEST_BITS) | code);
      if (symbol !== undefined) return symbol;
    }
    throw new BadJpeg('a code is in no table');
  }
}

/** Writes the bits of a scan. */
export class BitWriter {
  readonly #bytes: number[] = [];
  #held = 0;
  #left = 8;

  put(value: number, count: number): void {
    for (let at = count - 1; at >= 0; at -= 1) {
      this.#left -= 1;
      this.#held |= ((value >> at) & 1) << this.#left;
      if (this.#left === 0) this.#flush();
    }
  }

  /** The rest of the last byte is filled with ones. */
  end(): Uint8Array {
    if (this.#left < 8) this.put((1 << this.#left) - 1, this.#left);
    return Uint8Array.from(this.#bytes);
  }

  #flush(): void {
    this.#bytes.push(this.#held);
    if (this.#held === 0xff) this.#bytes.push(0);
    this.#held = 0;
    this.#left = 8;
  }
}

/** Writes symbols by their codes. */
export class Encoder {
  readonly #codes = new Map<number, { readonly code: number; readonly bits: number }>();

  constructor(table: CodeTable) {
    for (const { code, bits, symbol } of codesOf(table)) this.#codes.set(symbol, { code, bits });
  }

  put(writer: BitWriter, symbol: number): void {
    const known = this.#codes.get(symbol);
    if (known === undefined) throw new BadJpeg('a symbol has no code');
    writer.put(known.code, known.bits);
  }
}
