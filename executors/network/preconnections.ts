// Keeps connections that are opened before a request needs them: they are dialled after the same verdict as any other, and handed to
// the first request or tunnel for their server. INVARIANT: nothing is sent on one before it is taken; one that is not taken is closed.
import { Agent, type AgentOptions, type ClientRequestArgs } from 'node:http';
import { connect, type Socket } from 'node:net';
import { pinnedLookup, type Target } from './target.ts';

/** A server that speaks first, or hangs up, is no connection to hand on. */
const DROPS = ['error', 'close', 'data', 'end'] as const;
/** Open at once, and how long each waits to be taken. */
const MAX_OPEN_AHEAD = 4;
const WAIT_MS = 20_000;

export class Preconnections {
  readonly #waiting = new Map<string, { readonly socket: Socket; readonly drop: () => void }>();

  /** Dials, unless one waits already. The target is the one that was admitted. */
  open(target: Target, connectMs: number): void {
    const key = keyOf(target.host, target.port);
    if (this.#waiting.has(key)) return;
    const [oldest] = this.#waiting.values();
    if (this.#waiting.size >= MAX_OPEN_AHEAD) oldest?.drop();
    const socket = connect({
      host: target.host,
      port: target.port,
      lookup: pinnedLookup(target),
      autoSelectFamily: true,
      noDelay: true,
    });
    const drop = (): void => {
      socket.destroy();
      this.#forget(key, socket);
    };
    socket.setTimeout(connectMs, drop);
    for (const event of DROPS) socket.on(event, drop);
    socket.once('connect', () => {
      if (this.#waiting.get(key)?.socket === socket) socket.setTimeout(WAIT_MS);
    });
    this.#waiting.set(key, { socket, drop });
  }

  /** One that lives, connected or about to be. */
  take(host: string, port: number): Socket | null {
    const key = keyOf(host, port);
    const found = this.#waiting.get(key);
    if (found === undefined) return null;
    this.#waiting.delete(key);
    const { socket, drop } = found;
    for (const event of DROPS) socket.off(event, drop);
    // It goes on flowing: what a server says before it was asked is nobody's.
    socket.setTimeout(0).off('timeout', drop);
    return socket.destroyed ? null : socket;
  }

  close(): void {
    for (const { drop } of this.#waiting.values()) drop();
  }

  #forget(key: string, socket: Socket): void {
    if (this.#waiting.get(key)?.socket === socket) this.#waiting.delete(key);
  }
}

/** Plain HTTP: the first request to a server goes over the connection that waits for it. */
export class PreconnectedAgent extends Agent {
  readonly #ahead: Preconnections;

  constructor(ahead: Preconnections, options: AgentOptions) {
    super(options);
    this.#ahead = ahead;
  }

  override createConnection(
    options: ClientRequestArgs,
    callback: Parameters<Agent['createConnection']>[1],
  ): ReturnType<Agent['createConnection']> {
    const waiting = this.#ahead.take(options.host ?? '', Number(options.port ?? 80));
    return waiting ?? super.createConnection(options, callback);
  }
}

const keyOf = (host: string, port: number): string => `${host}:${port}`;
