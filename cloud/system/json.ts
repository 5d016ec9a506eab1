// Text that somebody else wrote, read as JSON.

/** `undefined`: it is none. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export type JsonBounds = {
  /** Values: each object and list, and what stands in it. */
  readonly nodes: number;
  readonly depth: number;
};

const [QUOTE, BACKSLASH, COMMA] = [0x22, 0x5c, 0x2c];
const [CURLY, CURLY_END, SQUARE, SQUARE_END] = [0x7b, 0x7d, 0x5b, 0x5d];

/**
 * Whether reading the text makes no more than that. INVARIANT: asked of the text, before anything is made of it; it takes one pass, and
 * of what is no JSON it may say either.
 */
export function isWithin(text: string, { nodes, depth }: JsonBounds): boolean {
  let made = 1;
  let deep = 0;
  let isString = false;
  // Character by character: whatever jumps from one mark to the next is slow where there is nothing but marks.
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.codePointAt(at);
    if (isString) {
      if (sign === BACKSLASH) at += 1;
      else if (sign === QUOTE) isString = false;
    } else if (sign === QUOTE) isString = true;
    else if (sign === CURLY_END || sign === SQUARE_END) deep -= 1;
    else if (sign === COMMA) made += 1;
    else if (sign === CURLY || sign === SQUARE) {
      made += 1;
      deep += 1;
    }
    if (made > nodes || deep > depth) return false;
  }
  return true;
}
