// What comes out of the pipe and was not read yet. Who it is for and what it is show at its two ends; only what somebody listens
// to is parsed. INVARIANT: no turn of the event loop reads for longer than a slice; sessions take turns, each keeps its order;
// what is dropped is counted, and nothing is dropped but what a page can make as much of as it likes.

/** Of one turn. */
const SLICE_MS = 6;
/** Bytes that wait: past this the pipe is not read, and the browser waits. */
const MOST_BYTES = 32 * 1024 * 1024;
const FEW_BYTES = 4 * 1024 * 1024;

/** A page writes as many as it likes: so many a second are read, with so many at once before that. */
const DROPPABLE: ReadonlySet<string> = new Set([
  'Runtime.consoleAPICalled',
  'Runtime.exceptionThrown',
  'Runtime.bindingCalled',
  'Log.entryAdded',
]);
const A_SECOND = 100;
const AT_ONCE = 500;
const BYTES_A_SECOND = 512 * 1024;
const BYTES_AT_ONCE = 2 * 1024 * 1024;
/** One that is larger is not read at all. */
const MESSAGE_BYTES = 256 * 1024;

const METHOD = /^\{"method":"([A-Za-z.]{1,80})"/u;
const SESSION = /"sessionId":"([0-9A-F]{1,64})"\}$/u;
const HEAD_BYTES = 100;
const TAIL_BYTES = 84;

export type InboxOptions = {
  readonly deliver: (message: Buffer) => void;
  /** Whether anybody listens. */
  readonly isWanted: (sessionId: string, method: string) => boolean;
  readonly dropped: (sessionId: string, method: string) => void;
  readonly pipe: { readonly pause: () => unknown; readonly resume: () => unknown };
};

type Session = { readonly waiting: Buffer[]; at: number; tokens: number; bytes: number; since: number };

export class Inbox {
  readonly #options: InboxOptions;
  readonly #sessions = new Map<string, Session>();
  /** Those that something waits for, in turn. */
  readonly #turns: Session[] = [];
  #bytes = 0;
  #paused = false;
  #scheduled = false;

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  push(message: Buffer): void {
    const method = METHOD.exec(message.toString('latin1', 0, HEAD_BYTES))?.[1] ?? null;
    const tail = message.toString('latin1', Math.max(0, message.length - TAIL_BYTES));
    const id = SESSION.exec(tail)?.[1] ?? '';
    if (method !== null && !this.#options.isWanted(id, method)) return;
    const session = this.#session(id);
    if (method !== null && DROPPABLE.has(method) && !isAffordable(session, message.length)) {
      this.#options.dropped(id, method);
      return;
    }
    if (session.at === session.waiting.length) this.#turns.push(session);
    session.waiting.push(message);
    this.#bytes += message.length;
  }

  /** Reads for one slice; what is left is read after whatever else there is to do. */
  read(): void {
    if (this.#scheduled) return;
    const end = performance.now() + SLICE_MS;
    for (let session = this.#turns.shift(); session !== undefined; session = this.#turns.shift()) {
      const message = session.waiting[session.at];
      session.at += 1;
      const isEmpty = session.at >= session.waiting.length;
      if (isEmpty || session.at > 1_024) session.at -= session.waiting.splice(0, session.at).length;
      if (!isEmpty) this.#turns.push(session);
      if (message !== undefined) {
        this.#bytes -= message.length;
        this.#options.deliver(message);
      }
      if (performance.now() >= end && this.#turns.length > 0) {
        this.#scheduled = true;
        setImmediate(() => {
          this.#scheduled = false;
          this.read();
        });
        break;
      }
    }
    this.#press();
  }

  forget(id: string): void {
    this.#sessions.delete(id);
  }

  #press(): void {
    if (!this.#paused && this.#bytes > MOST_BYTES) this.#options.pipe.pause();
    else if (this.#paused && this.#bytes < FEW_BYTES) this.#options.pipe.resume();
    else return;
    this.#paused = !this.#paused;
  }

  #session(id: string): Session {
    const known = this.#sessions.get(id);
    if (known !== undefined) return known;
    const made = { waiting: [], at: 0, tokens: AT_ONCE, bytes: BYTES_AT_ONCE, since: performance.now() };
    this.#sessions.set(id, made);
    return made;
  }
}

function isAffordable(session: Session, size: number): boolean {
  const now = performance.now();
  const seconds = (now - session.since) / 1_000;
  session.since = now;
  session.tokens = Math.min(AT_ONCE, session.tokens + seconds * A_SECOND);
  session.bytes = Math.min(BYTES_AT_ONCE, session.bytes + seconds * BYTES_A_SECOND);
  if (size > MESSAGE_BYTES || session.tokens < 1 || session.bytes < size) return false;
  session.tokens -= 1;
  session.bytes -= size;
  return true;
}
