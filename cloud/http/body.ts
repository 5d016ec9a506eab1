// The body of a request, of a bounded size, alone and together. INVARIANT: what is in memory at once is bounded, whoever sends it, and
// nobody holds all of it; a body that ends before its announced length is none.
import type { IncomingMessage } from 'node:http';
import { passed, refused, type Outcome } from '../wire/refusal.ts';

export const MAX_BODY_BYTES = 20_000_000;
/** Of all requests of this instance. */
const MAX_HELD_BYTES = 160_000_000;
/** Of these, of one person: the others are answered, too. */
const MAX_HELD_BYTES_BY_ONE = 60_000_000;

export class BodyRoom {
  #held = 0;
  readonly #heldBy = new Map<string, number>();

  get heldBytes(): number {
    return this.#held;
  }

  /** Refusals: `BODY_TOO_LARGE`, `BODY_CUT_OFF`, `TOO_MUCH_AT_ONCE`. `release` once the body is not needed any more. */
  async read(
    request: IncomingMessage,
    person: string,
  ): Promise<Outcome<{ text: string; release: () => void }>> {
    const announced = Number(request.headers['content-length'] ?? Number.NaN);
    if (announced > MAX_BODY_BYTES) return tooLarge();
    let held = 0;
    const hold = (bytes: number): boolean => {
      const own = (this.#heldBy.get(person) ?? 0) + bytes;
      if (this.#held + bytes > MAX_HELD_BYTES || own > MAX_HELD_BYTES_BY_ONE) return false;
      this.#heldBy.set(person, own);
      this.#held += bytes;
      held += bytes;
      return true;
    };
    const release = (): void => {
      this.#held -= held;
      const own = (this.#heldBy.get(person) ?? 0) - held;
      if (own > 0) this.#heldBy.set(person, own);
      else this.#heldBy.delete(person);
      held = 0;
    };
    if (!Number.isNaN(announced) && !hold(announced)) return crowded();
    const chunks: Buffer[] = [];
    let bytes = 0;
    try {
      for await (const chunk of request) {
        if (!Buffer.isBuffer(chunk)) continue;
        bytes += chunk.byteLength;
        if (bytes > MAX_BODY_BYTES) return left(release, tooLarge());
        if (bytes > held && !hold(bytes - held)) return left(release, crowded());
        chunks.push(chunk);
      }
    } catch {
      return left(release, refused('BODY_CUT_OFF', 'the body ended before it was whole'));
    }
    return passed({ text: Buffer.concat(chunks).toString('utf8'), release });
  }
}

function left(release: () => void, outcome: Outcome<never>): Outcome<never> {
  release();
  return outcome;
}

const tooLarge = (): Outcome<never> =>
  refused('BODY_TOO_LARGE', `the body is larger than ${MAX_BODY_BYTES} bytes`);
const crowded = (): Outcome<never> =>
  refused('TOO_MUCH_AT_ONCE', 'this instance holds as many bodies as it may', 1);
