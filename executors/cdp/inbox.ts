// What comes out of the pipe and was not read yet. Who it is for and what it is show at its two ends; only what somebody listens
// to is parsed. INVARIANT: no turn of the event loop reads for longer than a slice; sessions take turns, each keeps its order;
// what is dropped is counted, and nothing is dropped but what a page can make as much of as it likes.
import { TokenBucket } from '#policy/collections/token-bucket.ts';

/** Of one turn. */
const SLICE_MS = 6;
/** Bytes that wait: past this the pipe is not read, and the browser waits. */
const MOST_BYTES = 32 * 1024 * 1024;
const FEW_BYTES = 4 * 1024 * 1024;

/** A page writes as many as it likes: these have a rate. */
const DROPPABLE: ReadonlySet<string> = new Set([
  'Runtime.consoleAPICalled',
  'Runtime.exceptionThrown',
  'Runtime.bindingCalled',
  'Log.entryAdded',
]);
const MESSAGES = { atOnce: 500, aSecond: 100 };
const BYTES = { atOnce: 2 * 1024 * 1024, aSecond: 512 * 1024 };
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

type Session = {
  readonly waiting: Buffer[];
  at: number;
  readonly messages: TokenBucket;
  readonly bytes: TokenBucket;
};

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

  /** More came than is read yet: the browser waits for us. */
  get behind(): boolean {
    return this.#paused || this.#scheduled;
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
    const now = performance.now();
    const made = {
      waiting: [],
      at: 0,
      messages: new TokenBucket(MESSAGES, now),
      bytes: new TokenBucket(BYTES, now),
    };
    this.#sessions.set(id, made);
    return made;
  }
}

function isAffordable({ messages, bytes }: Session, size: number): boolean {
  const now = performance.now();
  if (size > MESSAGE_BYTES || messages.left(now) < 1 || bytes.left(now) < size) return false;
  messages.take(1);
  bytes.take(size);
  return true;
}
