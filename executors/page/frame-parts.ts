// Frames of other sites have processes of their own: what one of them asks for waits in its own line, and where that is too much it alone
// is stopped. INVARIANT: a frame's flood takes no turn of its page's; all frames together get a bounded number of turns, however many.
import type { CdpSession } from '#executors/cdp/connection.ts';
import { MAX_WAITING_REQUESTS, Pace } from './pace.ts';

const TURNS = { atOnce: 200, aSecond: 75 };
/** Frames with a line of their own; those after them share one. */
const OWN_LINES = 4;

export type FramePart = {
  readonly session: CdpSession;
  readonly pace: Pace;
  readonly shares: boolean;
  /** Requests of its own that wait. */
  waiting: number;
  /** Its scripts were ended for what it does (brake.ts). */
  braked: string | null;
};

export class FrameParts {
  readonly #parts = new Map<CdpSession, FramePart>();
  /** What a line has given is not given again to the next frame that comes into it. */
  readonly #lines = Array.from({ length: OWN_LINES }, () => new Pace(TURNS));
  readonly #shared = new Pace(TURNS);

  of(session: CdpSession): FramePart {
    const known = this.#parts.get(session);
    if (known !== undefined) return known;
    const taken = new Set([...this.#parts.values()].map(({ pace }) => pace));
    const own = this.#lines.find((line) => !taken.has(line));
    const part: FramePart = {
      session,
      pace: own ?? this.#shared,
      shares: own === undefined,
      waiting: 0,
      braked: null,
    };
    this.#parts.set(session, part);
    return part;
  }

  /** Whom to stop before this one may wait too; `null`: there is room. In a line that is shared, whoever has most in it. */
  tooMuchOf(part: FramePart): FramePart | null {
    if (part.waiting >= MAX_WAITING_REQUESTS) return part;
    if (part.pace.waiting < MAX_WAITING_REQUESTS) return null;
    const inLine = [...this.#parts.values()].filter(
      ({ pace, braked }) => pace === part.pace && braked === null,
    );
    return inLine.reduce((most, one) => (one.waiting > most.waiting ? one : most), part);
  }

  /** What a frame was stopped for; `null`: it runs. */
  brakedOf(session: CdpSession): string | null {
    return this.#parts.get(session)?.braked ?? null;
  }

  /** The frame is gone: nothing of it waits any longer. */
  forget(session: CdpSession): void {
    const part = this.#parts.get(session);
    this.#parts.delete(session);
    if (part === undefined) return;
    part.braked ??= 'is gone';
    part.pace.letGo(part);
  }
}
