// Lines out of a stream of bytes. INVARIANT: never more than one frame is kept; a line that would be longer ends the stream.
import { FRAME_BYTES } from '#gateway/protocol/rpc.ts';

const NEWLINE_BYTE = 10;

export class Frames {
  #kept: Buffer[] = [];
  #length = 0;

  /** Bytes of a line that has not ended. */
  get pending(): number {
    return this.#length;
  }

  /** The lines that this completes; `null` where one is longer than a frame may be. */
  push(chunk: Buffer): readonly Buffer[] | null {
    const lines: Buffer[] = [];
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE_BYTE); at !== -1; at = chunk.indexOf(NEWLINE_BYTE, from)) {
      const part = chunk.subarray(from, at);
      if (this.#length + part.length > FRAME_BYTES) return null;
      lines.push(this.#length === 0 ? part : Buffer.concat([...this.#kept, part]));
      this.#kept = [];
      this.#length = 0;
      from = at + 1;
    }
    const rest = chunk.subarray(from);
    if (this.#length + rest.length > FRAME_BYTES) return null;
    if (rest.length > 0) this.#kept.push(rest);
    this.#length += rest.length;
    return lines;
  }
}
