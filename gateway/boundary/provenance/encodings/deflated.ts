// Tells from the bytes alone that they are no deflate stream of one last block (RFC 1951), as nearly all that is guessed at is none:
// an inflater that is made and fails takes fifty times as long. INVARIANT: what can be unpacked is never refused here.

const FIXED = 3;
const DYNAMIC = 5;
/** Its codes have seven bits at most, and fill all of them. */
const ALL_CODES = 128;
const END_OF_BLOCK = 256;

/** Whether an inflater may get to the end of them. */
export function mayBeDeflated(bytes: Uint8Array): boolean {
  const kind = (bytes[0] ?? 0) & 7;
  if (kind !== FIXED && kind !== DYNAMIC) return false;
  const bits = new Bits(bytes);
  bits.take(3);
  return kind === FIXED ? isOfFixedCodes(bits) : hasCodeLengths(bits);
}

class Bits {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** More were taken than there are. */
  get isOver(): boolean {
    return this.#at > this.#bytes.length * 8;
  }

  one(): number {
    const bit = ((this.#bytes[this.#at >>> 3] ?? 0) >>> (this.#at & 7)) & 1;
    this.#at += 1;
    return bit;
  }

  /** A number, its lowest bit first. */
  take(count: number): number {
    let value = 0;
    for (let bit = 0; bit < count; bit += 1) value |= this.one() << bit;
    return value;
  }

  /** A code, its highest bit first; `code` is what was taken of it. */
  code(count: number, code = 0): number {
    let value = code;
    for (let bit = 0; bit < count; bit += 1) value = (value << 1) | this.one();
    return value;
  }
}

/** The lengths of the codes that the others are written in: a set with holes, or with too many, is none. */
function hasCodeLengths(bits: Bits): boolean {
  const [literals, distances, lengths] = [bits.take(5), bits.take(5), bits.take(4) + 4];
  if (literals > 29 || distances > 29) return false;
  let codes = 0;
  for (let at = 0; at < lengths; at += 1) {
    const length = bits.take(3);
    if (length > 0) codes += ALL_CODES >> length;
  }
  return codes === ALL_CODES && !bits.isOver;
}

/** From symbol to symbol: no copy reaches before the beginning, and the block ends before the bytes do. */
function isOfFixedCodes(bits: Bits): boolean {
  let written = 0;
  while (!bits.isOver) {
    const symbol = fixedSymbol(bits);
    if (symbol === END_OF_BLOCK) return !bits.isOver;
    if (symbol > 285) return false;
    if (symbol < END_OF_BLOCK) written += 1;
    else {
      const copied = lengthOf(symbol - 257, bits);
      const distance = bits.code(5);
      if (distance > 29 || distanceOf(distance, bits) > written) return false;
      written += copied;
    }
  }
  return false;
}

function fixedSymbol(bits: Bits): number {
  const seven = bits.code(7);
  if (seven < 24) return END_OF_BLOCK + seven;
  const eight = bits.code(1, seven);
  if (eight < 192) return eight - 48;
  if (eight < 200) return 280 + eight - 192;
  return 144 + bits.code(1, eight) - 400;
}

function lengthOf(code: number, bits: Bits): number {
  if (code === 28) return 258;
  if (code < 8) return 3 + code;
  const extra = (code >> 2) - 1;
  return 3 + ((4 + (code & 3)) << extra) + bits.take(extra);
}

function distanceOf(code: number, bits: Bits): number {
  if (code < 4) return 1 + code;
  const extra = (code >> 1) - 1;
  return 1 + ((2 + (code & 1)) << extra) + bits.take(extra);
}
