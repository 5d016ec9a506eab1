// Tells the proxy of tasks: events gathered, written to the disk in batches, and sent when that works. INVARIANT: no task waits for it and
// none fails by it; what it holds in memory and on the disk is bounded; an event is told under the sign-in that it happened under or under
// none; a batch goes from the disk once the proxy took it, refused it for good, or somebody else signed in.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { EventBatch, ReportedEvent } from '#cloud/wire/events.ts';
import { MAX_EVENTS, MAX_EVENTS_BYTES } from '#cloud/wire/events.ts';
import { posted } from './post.ts';
import type { Told } from './reported.ts';
import { Spool, type Batch } from './spool.ts';
import { personKey, subjectIn, type Identity } from './whose.ts';

export type ReporterOptions = Identity & {
  readonly baseUrl: string;
  /** Its own, 0700. */
  readonly directory: string;
  /** Milliseconds after the first event of a batch. */
  readonly gatherMs?: number;
  /** Milliseconds before the next try; each later one waits twice as long, or anything less. */
  readonly againMs?: number;
  /** Milliseconds between one batch that was taken and the next that waits. */
  readonly betweenMs?: number;
  /** In [0, 1). */
  readonly random?: () => number;
};

const GATHER_MS = 2_000;
const AGAIN_MS = 2_000;
/** What waited long goes at half the pace that the proxy allows a person: their sign-in needs some of it. */
const BETWEEN_MS = 1_000;
const MOST_AGAIN_MS = 300_000;
const TOKEN_MS = 15_000;
/** So long the end waits for the disk, and for nothing else. */
const END_MS = 2_000;
/** In memory: of what a disk does not take. */
const MOST_GATHERED = 5_000;

type Gathered = {
  readonly event: ReportedEvent;
  /** Whoever was signed in when it happened; `null`: nobody. Never rejects. */
  readonly person: Promise<string | null>;
};
type Sent = 'DONE' | { readonly askedMs: number };

export class Reporter implements AsyncDisposable {
  readonly #options: Required<ReporterOptions>;
  readonly #spool: Spool;
  readonly #end = new AbortController();
  /** Whoever waits to try again waits no longer. */
  readonly #hurry = new AbortController();
  #isClosing = false;
  #gathered: Gathered[] = [];
  /** Dropped from memory. */
  #lost = 0;
  /** Of these, each person's; what happened while nobody was signed in is nobody's. */
  readonly #lostBy = new Map<string, number>();
  /** Of each person's, dropped from memory and disk, the log has heard of so many, or will. */
  readonly #toldLost = new Map<string, number>();
  /** The proxy did not take it. */
  #refused: string | undefined;
  #timer: NodeJS.Timeout | null = null;
  #writing: Promise<void> = Promise.resolve();
  /** One that has not begun: it writes what is gathered by then. */
  #isWriteDue = false;
  #sending: Promise<void> | null = null;
  /** Something was written since the disk was last looked at. */
  #hasNews = false;

  constructor(options: ReporterOptions) {
    this.#options = {
      gatherMs: GATHER_MS,
      againMs: AGAIN_MS,
      betweenMs: BETWEEN_MS,
      random: Math.random,
      ...options,
    };
    this.#spool = new Spool(options.directory);
  }

  /** What an earlier gateway left is sent, too. */
  begin(): void {
    this.#send();
  }

  /** Events that nobody will hear of: more than disk and memory may hold, or refused by the proxy. */
  get lost(): number {
    return this.#lost + this.#spool.dropped;
  }

  /** Returns at once. */
  tell(told: Told): void {
    if (this.#isClosing) return;
    // Asked now: whoever signs in later is somebody else.
    const person = this.#options.subject().then(
      (subject) => (subject === null ? null : personKey(subject)),
      () => null,
    );
    this.#gathered.push({ event: { id: randomUUID(), ...told }, person });
    this.#dropBeyondBound();
    if (this.#gathered.length >= MAX_EVENTS) void this.#write();
    else this.#timer ??= setTimeout(() => void this.#write(), this.#options.gatherMs).unref();
  }

  /** What is gathered goes to the disk, and is sent if that works at once: else the next gateway sends it. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosing = true;
    this.#hurry.abort();
    const late = AbortSignal.timeout(END_MS);
    await Promise.race([
      this.#writtenAndSent(),
      delay(END_MS, undefined, { signal: late, ref: false }).catch(() => undefined),
    ]);
    this.#end.abort();
  }

  async #writtenAndSent(): Promise<void> {
    await this.#write();
    await this.#sending;
  }

  #write(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    if (this.#isWriteDue) return this.#writing;
    this.#isWriteDue = true;
    this.#writing = this.#writing.then(() => {
      this.#isWriteDue = false;
      return this.#writeGathered();
    });
    return this.#writing;
  }

  async #writeGathered(): Promise<void> {
    while (this.#gathered.length > 0) {
      const taken = this.#gathered.splice(0, MAX_EVENTS);
      const people = await Promise.all(taken.map((one) => one.person));
      // What happened while nobody was signed in is nobody's to tell.
      const person = people[0] ?? null;
      const same = people.findIndex((one) => one !== person);
      const events = taken.slice(0, same === -1 ? taken.length : same);
      const batch = person === null ? events : events.slice(0, fitting(events.map((one) => one.event)));
      this.#gathered.unshift(...taken.slice(batch.length));
      if (person === null) continue;
      const lost = this.#untoldOf(person);
      try {
        const told = batch.map((one) => one.event);
        const whole: EventBatch = { events: told, ...(lost === 0 ? {} : { lost }) };
        await this.#spool.add(JSON.stringify(whole), { person, events: told.length + lost });
        this.#toldLost.set(person, (this.#toldLost.get(person) ?? 0) + lost);
      } catch {
        // A disk that is full or away: what is gathered stays in memory, and is written with the next.
        this.#gathered.unshift(...batch);
        this.#dropBeyondBound();
        return;
      }
    }
    this.#send();
  }

  /** INVARIANT: what is missing of one person is not said under another, and waits for the next batch of their own. */
  #untoldOf(person: string): number {
    const lost = (this.#lostBy.get(person) ?? 0) + this.#spool.droppedOf(person);
    return lost - (this.#toldLost.get(person) ?? 0);
  }

  #dropBeyondBound(): void {
    const dropped = this.#gathered.splice(0, Math.max(0, this.#gathered.length - MOST_GATHERED));
    this.#lost += dropped.length;
    for (const { person } of dropped)
      void person.then((key) => {
        if (key !== null) this.#lostBy.set(key, (this.#lostBy.get(key) ?? 0) + 1);
      });
  }

  #send(): void {
    if (this.#end.signal.aborted) return;
    this.#hasNews = true;
    this.#sending ??= this.#sendAll();
  }

  async #sendAll(): Promise<void> {
    try {
      await this.#sendWaiting();
    } finally {
      // INVARIANT: in the same turn in which nothing was found: whoever writes later begins anew.
      this.#sending = null;
    }
  }

  /** Until nothing waits. Never rejects. */
  async #sendWaiting(): Promise<void> {
    const { signal } = this.#end;
    for (let failures = 0; !signal.aborted;) {
      this.#hasNews = false;
      const sent = await this.#sendFirst();
      if (sent === 'NONE' && this.#hasNews) continue;
      if (sent === 'NONE') return;
      if (sent === 'DONE') {
        failures = 0;
        await this.#paused(this.#options.betweenMs);
        continue;
      }
      if (this.#isClosing) return;
      failures += 1;
      const { againMs, random } = this.#options;
      const most = Math.min(againMs * 2 ** (failures - 1), MOST_AGAIN_MS);
      const wait = Math.min(sent.askedMs, MOST_AGAIN_MS) + random() * most;
      await this.#paused(wait);
    }
  }

  /** At its end nothing waits. */
  async #paused(milliseconds: number): Promise<void> {
    const { signal } = this.#hurry;
    await delay(milliseconds, undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** Never rejects. */
  async #sendFirst(): Promise<Sent | 'NONE'> {
    try {
      for (;;) {
        const batch = await this.#spool.first();
        if (batch === null) return 'NONE';
        const sent = await this.#sendOne(batch);
        if (sent !== 'ANOTHERS') return sent;
        await this.#spool.drop(batch.name);
      }
    } catch {
      return { askedMs: 0 };
    }
  }

  /** `ANOTHERS`: nobody tells it any more, since somebody else signed in. */
  async #sendOne({ name, text, person }: Batch): Promise<Sent | 'ANOTHERS'> {
    const { baseUrl, bearer } = this.#options;
    const { signal } = this.#end;
    const token = await bearer(AbortSignal.any([signal, AbortSignal.timeout(TOKEN_MS)]), this.#refused);
    if (!token.ok) return { askedMs: 0 };
    // INVARIANT: read off the token that it is sent with: whoever was signed in a moment ago may not be any more.
    const subject = subjectIn(token.value);
    if (subject === null) return { askedMs: 0 };
    if (personKey(subject) !== person) return 'ANOTHERS';
    const answer = await posted(text, { baseUrl, token: token.value }, signal);
    if (answer.is === 'LATER') {
      if (answer.isToken) this.#refused = token.value;
      return { askedMs: answer.askedMs };
    }
    this.#refused = undefined;
    await (answer.is === 'TAKEN' ? this.#spool.remove(name) : this.#spool.drop(name));
    return 'DONE';
  }
}

/** How many of them, the oldest, are a batch: one at least. */
function fitting(events: readonly ReportedEvent[]): number {
  // What stands around them, and a count of what was lost.
  let bytes = 100;
  for (const [at, event] of events.entries()) {
    bytes += Buffer.byteLength(JSON.stringify(event)) + 1;
    if (at >= MAX_EVENTS || (at > 0 && bytes > MAX_EVENTS_BYTES)) return at;
  }
  return events.length;
}
