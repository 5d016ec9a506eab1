// Frames of other sites have processes of their own: what one of them asks for waits in its own line, and where that is too much it alone
// is stopped. INVARIANT: a frame's flood takes no turn of its page's; all frames together get a bounded number of turns, however many.
import type { CdpSession } from '#executors/cdp/connection.ts';
import { Pace } from './pace.ts';

const TURNS = { atOnce: 200, aSecond: 75 };
/** Frames with a line of their own; those after them share one. */
const OWN_LINES = 4;

export type FramePart = {
  readonly pace: Pace;
  readonly shares: boolean;
  /** Requests of its own that wait. */
  waiting: number;
  /** Its scripts were ended for what it does (brake.ts). */
  braked: string | null;
};

export class FrameParts {
  readonly #parts = new Map<CdpSession, FramePart>();
  readonly #shared = new Pace(TURNS);

  of(session: CdpSession): FramePart {
    const known = this.#parts.get(session);
    if (known !== undefined) return known;
    const lines = [...this.#parts.values()].filter(({ shares }) => !shares).length;
    const shares = lines >= OWN_LINES;
    const part: FramePart = {
      pace: shares ? this.#shared : new Pace(TURNS),
      shares,
      waiting: 0,
      braked: null,
    };
    this.#parts.set(session, part);
    return part;
  }

  /** What a frame was stopped for; `null`: it runs. */
  brakedOf(session: CdpSession): string | null {
    return this.#parts.get(session)?.braked ?? null;
  }

  /** The frame is gone: nothing of it waits any longer. */
  forget(session: CdpSession): void {
    const part = this.#parts.get(session);
    this.#parts.delete(session);
    if (part?.shares === false) part.pace.letGo();
  }
}
