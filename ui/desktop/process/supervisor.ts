// Keeps the gateway's process: begun, listened to, begun anew where it ended by itself, closed with the program. A window that crashes
// has no part in it. INVARIANT: of several processes one is current; what an earlier one still says is heard by nobody, and whoever
// waits for an answer of one that ended gets a failure.
import { Channel } from '#gateway/protocol/desktop/channel.ts';
import type { Handlers, Port } from '#gateway/protocol/desktop/channel.ts';
import { GATEWAY_SIDE } from '#gateway/protocol/desktop/gateway-side.ts';
import { SHELL_SIDE } from '#gateway/protocol/desktop/shell-side.ts';

export type GatewayChannel = Channel<typeof SHELL_SIDE, typeof GATEWAY_SIDE>;
/** A started process. `kill` ends it at once. */
export type GatewayProcess = { readonly port: Port; readonly kill: () => void };

/** `FAILED`: it said why it cannot begin, and is not begun anew by itself. */
export type GatewayState =
  | { readonly kind: 'STARTING' }
  | { readonly kind: 'READY'; readonly quarantine: string; readonly demo: boolean }
  /** Begun anew in so long. */
  | { readonly kind: 'WAITING'; readonly waitMs: number }
  | {
      readonly kind: 'FAILED';
      readonly error: { readonly code: string; readonly message: string; readonly help?: string };
    }
  | { readonly kind: 'CLOSED' };

export type SupervisorParts = {
  readonly start: () => GatewayProcess;
  readonly handlers: Handlers<typeof SHELL_SIDE>;
  readonly onState: (state: GatewayState) => void;
  /** Listens to the news of each process as it begins. */
  readonly listen: (channel: GatewayChannel) => void;
  readonly onRefused: (why: string) => void;
  readonly now: () => number;
};

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** One that lived so long begins anew without waiting longer than the first time. */
const LONG_LIFE_MS = 60_000;
/** From its start until it serves: the first start of a machine makes a vault and finds a browser. */
const START_MS = 120_000;
/** Browsers, the log and the vault are closed within it; then it is killed. */
const CLOSE_MS = 15_000;

type Current = {
  readonly process: GatewayProcess;
  readonly channel: GatewayChannel;
  readonly beganMs: number;
};

export class Supervisor {
  readonly #parts: SupervisorParts;
  #current: Current | null = null;
  #state: GatewayState = { kind: 'CLOSED' };
  #waitMs = FIRST_WAIT_MS;
  #timer: NodeJS.Timeout | null = null;
  #closing: Promise<void> | null = null;

  constructor(parts: SupervisorParts) {
    this.#parts = parts;
  }

  get state(): GatewayState {
    return this.#state;
  }

  /** `null` while none serves. */
  get channel(): GatewayChannel | null {
    return this.#state.kind === 'READY' ? (this.#current?.channel ?? null) : null;
  }

  /** Begins it, or begins it anew at once where it waits or has failed. */
  begin(): void {
    if (this.#closing !== null || this.#current !== null) return;
    this.#clear();
    this.#become({ kind: 'STARTING' });
    const process = this.#parts.start();
    const { handlers, onRefused, now } = this.#parts;
    const channel: GatewayChannel = new Channel(
      { port: process.port, own: SHELL_SIDE, handlers, onRefused },
      GATEWAY_SIDE,
    );
    const current: Current = { process, channel, beganMs: now() };
    this.#current = current;
    const ifCurrent =
      <T>(use: (value: T) => void) =>
      (value: T): void => {
        if (this.#current === current) use(value);
      };
    channel.on(
      'ready',
      ifCurrent((ready) => {
        this.#clear();
        this.#become({ kind: 'READY', ...ready });
      }),
    );
    channel.on(
      'failed',
      ifCurrent(({ code, message, help }) => {
        this.#end();
        this.#become({ kind: 'FAILED', error: { code, message, ...(help === undefined ? {} : { help }) } });
      }),
    );
    channel.onClosed(() => ifCurrent(() => this.#gone())(undefined));
    this.#parts.listen(channel);
    // One that neither serves nor says why does not hang here for ever.
    this.#timer = setTimeout(() => ifCurrent(() => this.#gone())(undefined), START_MS);
  }

  /** Asks it to close, and kills it where that takes too long. Nothing is begun anew. */
  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    this.#clear();
    const current = this.#current;
    if (current !== null) {
      const { promise: gone, resolve } = Promise.withResolvers<void>();
      current.channel.onClosed(resolve);
      const timer = setTimeout(resolve, CLOSE_MS);
      void current.channel.call('close', {}, { deadlineMs: CLOSE_MS });
      await gone;
      clearTimeout(timer);
      this.#end();
    }
    this.#become({ kind: 'CLOSED' });
  }

  /** It ended by itself: it is begun anew, later each time it does not live long. */
  #gone(): void {
    const lived = this.#parts.now() - (this.#current?.beganMs ?? 0);
    this.#end();
    if (this.#closing !== null) return;
    const waitMs = lived >= LONG_LIFE_MS ? FIRST_WAIT_MS : this.#waitMs;
    this.#waitMs = Math.min(LONGEST_WAIT_MS, waitMs * 2);
    this.#become({ kind: 'WAITING', waitMs });
    this.#timer = setTimeout(() => this.begin(), waitMs);
  }

  #end(): void {
    this.#clear();
    const { process } = this.#current ?? {};
    this.#current = null;
    process?.kill();
  }

  #clear(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #become(state: GatewayState): void {
    this.#state = state;
    this.#parts.onState(state);
  }
}
