// Which connections of a proxy count: those that showed the tab's password. The others are strangers, few and not for long.
// INVARIANT: no stranger takes a place of the browser's, however many there are.
import type { Socket } from 'node:net';
import type { Limits } from './limits.ts';

export class Slots {
  readonly #limits: Pick<Limits, 'sockets' | 'strangers' | 'strangerMs'>;
  /** In the order of their arrival. */
  readonly #strangers = new Map<Socket, NodeJS.Timeout>();
  readonly #ours = new Set<Socket>();

  constructor(limits: Pick<Limits, 'sockets' | 'strangers' | 'strangerMs'>) {
    this.#limits = limits;
  }

  open(socket: Socket): void {
    if (this.#strangers.size >= this.#limits.strangers) {
      const [oldest] = this.#strangers.keys();
      oldest?.destroy();
    }
    const late = setTimeout(() => socket.destroy(), this.#limits.strangerMs);
    this.#strangers.set(socket, late);
    socket.on('close', () => {
      clearTimeout(late);
      this.#strangers.delete(socket);
      this.#ours.delete(socket);
    });
  }

  /** It has shown the password. `false`: there is no place left. */
  admit(socket: Socket): boolean {
    const late = this.#strangers.get(socket);
    if (late === undefined) return this.#ours.has(socket);
    if (this.#ours.size >= this.#limits.sockets) return false;
    clearTimeout(late);
    this.#strangers.delete(socket);
    this.#ours.add(socket);
    return true;
  }

  close(): void {
    for (const socket of [...this.#strangers.keys(), ...this.#ours]) socket.destroy();
  }
}
