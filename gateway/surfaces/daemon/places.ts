// Who may be connected: so many that showed the key, some more for status and stop, and few that showed nothing yet.
// INVARIANT: silence takes nobody's place for long, and nobody who came first keeps the daemon from being asked or ended.
import type { Socket } from 'node:net';

/** Clients that showed the key. Beyond them, those who only look at the daemon or end it. */
export const MAX_CLIENTS = 128;
export const MAX_RESERVED = 16;
/** Connections that showed no key yet: the oldest goes first. All are of one user, the socket's own. */
export const MAX_SILENT = 64;

/** `RESERVED`: for a command that looks at the daemon or ends it. */
export type Place = 'FREE' | 'RESERVED' | 'NONE';

export class Places {
  readonly #silent = new Set<Socket>();
  readonly #clients = new Set<Socket>();
  readonly #drop: (socket: Socket) => void;

  /** `drop`: ends a connection that showed no key, in favour of a later one. */
  constructor(drop: (socket: Socket) => void) {
    this.#drop = drop;
  }

  get all(): readonly Socket[] {
    return [...this.#silent, ...this.#clients];
  }

  arrive(socket: Socket): void {
    this.#silent.add(socket);
    socket.on('close', () => {
      this.#silent.delete(socket);
      this.#clients.delete(socket);
    });
    const [oldest] = this.#silent;
    if (this.#silent.size <= MAX_SILENT || oldest === undefined) return;
    this.#silent.delete(oldest);
    this.#drop(oldest);
  }

  /** It showed the key. */
  known(socket: Socket): Place {
    if (!this.#silent.delete(socket)) return 'NONE';
    if (this.#clients.size >= MAX_CLIENTS + MAX_RESERVED) return 'NONE';
    this.#clients.add(socket);
    return this.#clients.size > MAX_CLIENTS ? 'RESERVED' : 'FREE';
  }
}
