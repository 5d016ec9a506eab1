// The body of a request, of a bounded size, alone and together. INVARIANT: what is in memory at once is bounded, whoever sends it, and
// nobody holds all of it; a body that ends before its announced length is none.
import type { IncomingMessage } from 'node:http';
import { passed, refused, type Outcome } from '../wire/refusal.ts';

const MAX_BODY_BYTES = 20_000_000;
/** Of all requests of this instance. */
const MAX_HELD_BYTES = 160_000_000;
/** Of these, of one person: the others are answered, too. */
const MAX_HELD_BYTES_BY_ONE = 60_000_000;

export type HeldBody = {
  readonly text: string;
  /** What is kept of it, in place of the text, which whoever says so lets go of. */
  readonly keep: (bytes: number) => void;
  /** Once nothing of it is needed any more. */
  readonly release: () => void;
};

export class BodyRoom {
  #held = 0;
  readonly #heldBy = new Map<string, number>();

  get heldBytes(): number {
    return this.#held;
  }

  /** Refusals: `BODY_TOO_LARGE`, `BODY_CUT_OFF`, `TOO_MUCH_AT_ONCE`. */
  async read(
    request: IncomingMessage,
    person: string,
    maxBytes = MAX_BODY_BYTES,
  ): Promise<Outcome<HeldBody>> {
    const announced = Number(request.headers['content-length'] ?? Number.NaN);
    if (announced > maxBytes) return tooLarge(maxBytes);
    let held = 0;
    const keep = (bytes: number): void => {
      const own = (this.#heldBy.get(person) ?? 0) + bytes - held;
      if (own > 0) this.#heldBy.set(person, own);
      else this.#heldBy.delete(person);
      this.#held += bytes - held;
      held = bytes;
    };
    const hold = (bytes: number): boolean => {
      const own = (this.#heldBy.get(person) ?? 0) + bytes;
      if (this.#held + bytes > MAX_HELD_BYTES || own > MAX_HELD_BYTES_BY_ONE) return false;
      keep(held + bytes);
      return true;
    };
    const release = (): void => keep(0);
    if (!Number.isNaN(announced) && !hold(announced)) return crowded();
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of request) {
        if (!Buffer.isBuffer(chunk)) continue;
        bytes += chunk.byteLength;
        if (bytes > maxBytes) return left(release, tooLarge(maxBytes));
        if (bytes > held && !hold(bytes - held)) return left(release, crowded());
        chunks.push(chunk);
      }
    } catch {
      return left(release, refused('BODY_CUT_OFF', 'the body ended before it was whole'));
    }
    return passed({ text: Buffer.concat(chunks).toString('utf8'), keep, release });
  }
}

function left(release: () => void, outcome: Outcome<never>): Outcome<never> {
  release();
  return outcome;
}

const tooLarge = (bytes: number): Outcome<never> =>
  refused('BODY_TOO_LARGE', `the body is larger than ${bytes} bytes`);
const crowded = (): Outcome<never> =>
  refused('TOO_MUCH_AT_ONCE', 'this instance holds as many bodies as it may', 1);
