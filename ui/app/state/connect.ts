// Keeps the store in step with the gateway: snapshot, then events, then again after every loss.
// INVARIANT: task updates reach the screen at most twice a second; questions reach it at once.
import type { GatewayEvent } from '#gateway/protocol/events.ts';
import { gateway } from './api.ts';
import { readEvents } from './event-stream.ts';
import { saidBetween, withSaid } from './words/said.ts';
import { applyEvent, change, startedAnew, useWorld, type World } from './store.ts';

const FLUSH_MS = 500;
const FIRST_RETRY_MS = 500;
const LONGEST_RETRY_MS = 8_000;

const listeners = new Set<(event: GatewayEvent) => void>();

/** Told of each event as it comes, before it is on the screen. Gives the way to listen no more. */
export function onEvents(listener: (event: GatewayEvent) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

let wake: () => void = () => undefined;
/** *Try now*: ends the wait before the next attempt. */
export const reconnectNow = (): void => wake();

/** Runs until the signal ends it, or the gateway says that the token is not its own. */
export async function stayConnected(signal: AbortSignal): Promise<void> {
  let attempt = 0;
  let lastEventId: string | null = null;
  while (!signal.aborted) {
    const ended = await connectOnce(signal, lastEventId);
    if (signal.aborted) return;
    if (ended.kind === 'unauthorized') {
      startedAnew();
      return;
    }
    attempt = ended.lived ? 0 : attempt + 1;
    lastEventId = ended.lastEventId;
    const wait = Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** attempt);
    change(() => ({ connection: { state: 'lost', retryAt: Date.now() + wait } }));
    await pause(wait, signal);
  }
}

type Ended =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'lost'; readonly lived: boolean; readonly lastEventId: string | null };

async function connectOnce(signal: AbortSignal, since: string | null): Promise<Ended> {
  let lived = false;
  let lastEventId = since;
  const inbox = new Inbox();
  try {
    const response = await gateway.events(signal, since);
    if (response.status === 401) return { kind: 'unauthorized' };
    if (!response.ok || response.body === null) return { kind: 'lost', lived, lastEventId };
    // The stream is open first, so that nothing falls between the snapshot and the first event.
    await refresh(signal);
    lived = true;
    change(() => ({ connection: { state: 'live' } }));
    for await (const { event, id } of readEvents(response.body)) {
      lastEventId = id ?? lastEventId;
      inbox.take(event);
    }
  } catch {
    // The network's own words help nobody here: the banner says what is known, and the next attempt follows.
  } finally {
    inbox.close();
  }
  return { kind: 'lost', lived, lastEventId };
}

/** Reads everything again. What cannot be read stays as it was. */
async function refresh(signal: AbortSignal): Promise<void> {
  const [status, tasks, consents] = await Promise.all([
    gateway.status(signal),
    gateway.tasks(signal),
    gateway.consents(signal),
  ]);
  change((world) => {
    const now = {
      status: status.ok ? status.value : world.status,
      tasks: tasks.ok ? tasks.value : world.tasks,
      consents: consents.ok ? consents.value : world.consents,
    };
    return {
      ...now,
      auditHead: status.ok ? Math.max(world.auditHead, status.value.audit.entries) : world.auditHead,
      said: saidBetween(world, now).reduce<World['said']>(withSaid, world.said),
    };
  });
  // The person said no while nobody could hear it.
  if (consents.ok) await Promise.all(useWorld.getState().aside.map((id) => gateway.deny(id)));
}

/** Holds task and audit events back for up to half a second and applies them in one go, in order. */
class Inbox {
  #held: GatewayEvent[] = [];
  #timer: number | undefined;
  #flushedAt = 0;

  take(event: GatewayEvent): void {
    for (const listener of listeners) listener(event);
    this.#held.push(event);
    const urgent = event.type.startsWith('consent.') || event.type === 'gateway.closing';
    const wait = FLUSH_MS - (performance.now() - this.#flushedAt);
    if (urgent || wait <= 0) this.#flush();
    else this.#timer ??= window.setTimeout(() => this.#flush(), wait);
  }

  close(): void {
    this.#flush();
  }

  #flush(): void {
    window.clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#flushedAt = performance.now();
    const events = this.#held;
    this.#held = [];
    if (events.length === 0) return;
    const now = Date.now();
    change((world) => events.reduce((held, event) => ({ ...held, ...applyEvent(held, event, now) }), world));
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      window.clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = window.setTimeout(done, milliseconds);
    signal.addEventListener('abort', done);
    wake = done;
  });
}
