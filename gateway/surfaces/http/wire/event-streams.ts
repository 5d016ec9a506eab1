// The event streams of the app's clients. INVARIANT: so many streams and no more, so much kept for each that does not read, and one
// timer for all of them, however many there are.
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';

/** A stream to one client. What it is given waits until the client reads. */
export type EventSink = {
  readonly write: (text: string) => Promise<unknown>;
  /** Ends the connection, whatever waits. */
  readonly cut: () => void;
};

export type StreamLimits = {
  readonly streams: number;
  /** Given and not read yet; a client that leaves more is cut off, and asks anew. */
  readonly backlogBytes: number;
  readonly keepAliveMs: number;
};
export const STREAM_LIMITS: StreamLimits = {
  streams: 128,
  backlogBytes: 4 * 1024 * 1024,
  keepAliveMs: 15_000,
};

export const tooManyStreams = (): Failure =>
  failure('http.too-many-streams', `${STREAM_LIMITS.streams} clients listen already`, {
    help: 'close windows and programs that listen to this gateway, then ask again',
  });

type Stream = { readonly sink: EventSink; backlog: number; readonly end: () => void };

export class EventStreams {
  readonly #limits: StreamLimits;
  readonly #streams = new Set<Stream>();
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: StreamLimits = STREAM_LIMITS) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#streams.size;
  }

  get full(): boolean {
    return this.#streams.size >= this.#limits.streams;
  }

  /** `send` gives the client an event; `gone` resolves when the stream is over, by `leave` or because it was cut. */
  join(sink: EventSink): { send: (text: string) => void; leave: () => void; gone: Promise<void> } {
    const { promise: gone, resolve } = Promise.withResolvers<void>();
    const leave = (): void => {
      if (!this.#streams.delete(stream)) return;
      if (this.#streams.size === 0 && this.#timer !== null) {
        clearInterval(this.#timer);
        this.#timer = null;
      }
      resolve();
    };
    const stream: Stream = { sink, backlog: 0, end: leave };
    this.#streams.add(stream);
    this.#timer ??= setInterval(() => this.#keepAlive(), this.#limits.keepAliveMs).unref();
    this.#give(stream, ': alive\n\n');
    return { send: (text) => this.#give(stream, text), leave, gone };
  }

  #keepAlive(): void {
    // Who has something to read yet needs no sign of life.
    for (const stream of this.#streams) if (stream.backlog === 0) this.#give(stream, ': alive\n\n');
  }

  #give(stream: Stream, text: string): void {
    if (!this.#streams.has(stream)) return;
    const bytes = Buffer.byteLength(text);
    if (stream.backlog + bytes > this.#limits.backlogBytes) {
      stream.end();
      stream.sink.cut();
      return;
    }
    stream.backlog += bytes;
    stream.sink.write(text).then(
      () => (stream.backlog -= bytes),
      () => stream.end(),
    );
  }
}
