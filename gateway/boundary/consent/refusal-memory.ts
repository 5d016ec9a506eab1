// Remembers what was refused, to whom, and for how long nobody is asked about it again. INVARIANT: it only ever holds questions back.
// Its key is who asks, what kind of act it is and which site it is for, so that no change of wording, tab or address makes it a new
// question. Its clock is monotonic: nobody ends a wait by setting the time.
import { systemClock } from '#executors/system/clock.ts';
import type { AuditEntry } from '#gateway/audit/format/contract.ts';
import type { Result } from '#policy/language/failure.ts';
import { forgetOldest } from '#policy/collections/forget-oldest.ts';

/** Who asks: a task's navigator, a client with all its tabs, the pages of a task. */
export type Asker = { readonly key: string; readonly page: boolean };

export type Patience = {
  /** Kept back after a first refusal; twice as long after a second. */
  readonly refusedMs: number;
  /** The same after a question that nobody answered, twice as long each time. */
  readonly unansweredMs: number;
  readonly unansweredAtMostMs: number;
  /** After so many refusals it is not asked again. */
  readonly refusalsAtMost: number;
  /** Pages are asked about once for each site, and about so many sites that were refused, or given up by the page. */
  readonly pageSitesAtMost: number;
  /** Questions of one asker that did not end in a leave. */
  readonly questionsAnHour: number;
  readonly openEach: number;
  readonly openAtMost: number;
  /** Those who ask for the very same, at most. */
  readonly waitersAtMost: number;
};

export const PATIENCE: Patience = {
  refusedMs: 30_000,
  unansweredMs: 10_000,
  unansweredAtMostMs: 3_600_000,
  refusalsAtMost: 3,
  pageSitesAtMost: 5,
  questionsAnHour: 20,
  openEach: 8,
  openAtMost: 100,
  waitersAtMost: 50,
};

const HOUR_MS = 3_600_000;
/** A client may live for weeks: so long after the last refusal its kind starts again. A task ends before. */
const FORGOTTEN_MS = 12 * HOUR_MS;
const MAX_ASKERS = 2_000;
const MAX_KINDS = 500;

type Logged = Promise<Result<AuditEntry>>;
type Kind = {
  refused: number;
  unanswered: number;
  /** Of the last one. */
  consentId: string;
  since: number;
  heldUntil: number;
  repeats: number;
  logged: Logged | null;
};
type Repeated = { repeats: number; logged: Logged | null };
type Known = Repeated & {
  readonly kinds: Map<string, Kind>;
  withdrawn: number;
  used: number;
  refilledAt: number;
};

/** Why nobody is asked. */
export type Held = {
  readonly why: 'REFUSED_BEFORE' | 'TOO_MANY';
  /** Of the question that was refused. */
  readonly consentId: string | null;
  /** Until it may be asked again; `null`: not again. */
  readonly seconds: number | null;
  readonly refused: number;
  readonly unanswered: number;
};

export class RefusalMemory {
  readonly #askers = new Map<string, Known>();
  readonly #patience: Patience;
  readonly #now: () => number;

  constructor(patience: Patience = PATIENCE, now: () => number = systemClock.monotonicMs) {
    this.#patience = patience;
    this.#now = now;
  }

  /** Why this is not asked now, or `null`. */
  held(asker: Asker, kind: string): Held | null {
    const known = this.#askers.get(asker.key);
    if (known === undefined) return null;
    const found = known.kinds.get(kind);
    const now = this.#now();
    if (found !== undefined && now - found.since > FORGOTTEN_MS) known.kinds.delete(kind);
    else if (found !== undefined && now < found.heldUntil)
      return {
        why: 'REFUSED_BEFORE',
        consentId: found.consentId,
        seconds: Number.isFinite(found.heldUntil) ? Math.ceil((found.heldUntil - now) / 1000) : null,
        refused: found.refused,
        unanswered: found.unanswered,
      };
    const { pageSitesAtMost } = this.#patience;
    const seconds = this.#secondsUntilNext(known);
    if (seconds > 0) return { ...TOO_MANY, seconds };
    return asker.page && (known.kinds.size >= pageSitesAtMost || known.withdrawn >= pageSitesAtMost)
      ? { ...TOO_MANY, seconds: null }
      : null;
  }

  /** What a person has to know of earlier questions. */
  before(asker: Asker, kind: string): { readonly refused: number; readonly unanswered: number } | undefined {
    const found = this.#askers.get(asker.key)?.kinds.get(kind);
    return found === undefined ? undefined : { refused: found.refused, unanswered: found.unanswered };
  }

  /** A question of theirs is about to open. `TOO_MANY`: they have had all that they get for a while. */
  take(asker: Asker): Held | null {
    const known = this.#known(asker);
    const seconds = this.#secondsUntilNext(known);
    if (seconds > 0) return { ...TOO_MANY, seconds };
    known.used += 1;
    return null;
  }

  /** Questions come back evenly over the hour. */
  #secondsUntilNext(known: Known): number {
    const { questionsAnHour } = this.#patience;
    const now = this.#now();
    known.used = Math.max(0, known.used - ((now - known.refilledAt) / HOUR_MS) * questionsAnHour);
    known.refilledAt = now;
    return Math.max(0, Math.ceil(((known.used + 1 - questionsAnHour) / questionsAnHour) * 3600));
  }

  granted(asker: Asker, kind: string): void {
    const known = this.#known(asker);
    known.kinds.delete(kind);
    known.used = Math.max(0, known.used - 1);
  }

  withdrawn(asker: Asker): void {
    this.#known(asker).withdrawn += 1;
  }

  refused(asker: Asker, kind: string, consentId: string): void {
    const found = this.#kind(asker, kind, consentId);
    found.refused += 1;
    const { refusedMs, refusalsAtMost } = this.#patience;
    const last = asker.page || found.refused >= refusalsAtMost;
    found.heldUntil = last ? Number.POSITIVE_INFINITY : this.#now() + refusedMs * 2 ** (found.refused - 1);
  }

  unanswered(asker: Asker, kind: string, consentId: string): void {
    const found = this.#kind(asker, kind, consentId);
    found.unanswered += 1;
    const { unansweredMs, unansweredAtMostMs } = this.#patience;
    const wait = Math.min(unansweredMs * 2 ** (found.unanswered - 1), unansweredAtMostMs);
    found.heldUntil = asker.page ? Number.POSITIVE_INFINITY : Math.max(found.heldUntil, this.#now() + wait);
  }

  /**
   * A repetition that is kept back: its entry in the log. The first few have one each, then each time that their number has doubled;
   * the others stand under the last one.
   */
  repeated(asker: Asker, kind: string, log: (repeats: number) => Logged): Logged {
    const known = this.#known(asker);
    const found: Repeated = known.kinds.get(kind) ?? known;
    found.repeats += 1;
    const { repeats } = found;
    const due = repeats <= LOGGED_PER_KIND || Number.isInteger(Math.log2(repeats));
    if (!due && found.logged !== null) return found.logged;
    const logged = log(repeats);
    found.logged = logged;
    // An entry that is not on disk stands for no other.
    void logged.then(({ ok }) => {
      if (!ok && found.logged === logged) found.logged = null;
    });
    return logged;
  }

  #kind(asker: Asker, kind: string, consentId: string): Kind {
    const { kinds } = this.#known(asker);
    const fresh: Kind = {
      refused: 0,
      unanswered: 0,
      consentId,
      since: 0,
      heldUntil: 0,
      repeats: 0,
      logged: null,
    };
    const found = kinds.get(kind) ?? fresh;
    found.consentId = consentId;
    found.since = this.#now();
    kinds.delete(kind);
    kinds.set(kind, found);
    forgetOldest(kinds, MAX_KINDS);
    return found;
  }

  #known(asker: Asker): Known {
    const known = this.#askers.get(asker.key) ?? {
      kinds: new Map<string, Kind>(),
      repeats: 0,
      logged: null,
      withdrawn: 0,
      used: 0,
      refilledAt: this.#now(),
    };
    this.#askers.delete(asker.key);
    this.#askers.set(asker.key, known);
    forgetOldest(this.#askers, MAX_ASKERS);
    return known;
  }
}

const LOGGED_PER_KIND = 3;
const TOO_MANY = { why: 'TOO_MANY', consentId: null, refused: 0, unanswered: 0 } as const;
