// Reads captures: small ones here, large ones in a thread that all tabs share. INVARIANT: a reading settles, with the list or
// with an error, and no page holds up the event loop for longer than a small capture takes.
import { Worker } from 'node:worker_threads';
import { CdpTimeout } from '../cdp/connection.ts';
import type { DomSnapshot } from '../cdp/types.ts';
import type { Item } from './reading/normalise.ts';
import { perceive, type Perceive, type Summary } from './reading/perceive.ts';
import type { ThreadReply, ThreadRequest } from './perceive-thread.ts';

/** Between two parts. */
const DEADLINE_MS = 15_000;

export type Capture = DomSnapshot | Uint8Array;
export type Reading = Omit<Perceive, 'captures'> & { readonly captures: readonly Capture[] };
type InFlight = {
  readonly take: (reply: ThreadReply) => void;
  readonly fail: (reason: Error) => void;
};

let thread: Worker | null = null;
let last = 0;
const inFlight = new Map<number, InFlight>();

/** `onPart` is told of the items as they come, in order. */
export async function readCaptures(
  reading: Reading,
  onPart: (items: readonly Item[]) => void,
): Promise<Summary> {
  const parsed = reading.captures.flatMap((captured) => (captured instanceof Uint8Array ? [] : [captured]));
  if (parsed.length === reading.captures.length) {
    const { items, ...summary } = perceive({ ...reading, captures: parsed });
    onPart(items);
    return summary;
  }
  return readInThread(reading, onPart);
}

function readInThread(reading: Reading, onPart: (items: readonly Item[]) => void): Promise<Summary> {
  const worker = (thread ??= startThread());
  const id = ++last;
  return new Promise((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer);
      inFlight.delete(id);
    };
    const timer = setTimeout(() => {
      end();
      reject(new CdpTimeout(`the page could not be read in ${DEADLINE_MS} ms`));
    }, DEADLINE_MS);
    inFlight.set(id, {
      fail: (reason) => {
        end();
        reject(reason);
      },
      take: (reply) => {
        if (reply.kind === 'FAILED') {
          end();
          reject(new Error(`the page could not be read: ${reply.reason}`));
          return;
        }
        timer.refresh();
        onPart(reply.items);
        if (reply.end === null) {
          // Other work comes between two parts.
          setImmediate(() => worker.postMessage({ kind: 'MORE', id } satisfies ThreadRequest));
          return;
        }
        end();
        resolve(reply.end);
      },
    });
    const captures = reading.captures.map((captured) =>
      captured instanceof Uint8Array ? new Uint8Array(captured) : captured,
    );
    const request: ThreadRequest = { ...reading, kind: 'READ', id, captures };
    worker.postMessage(
      request,
      captures.flatMap((captured) => (captured instanceof Uint8Array ? [captured.buffer] : [])),
    );
  });
}

function startThread(): Worker {
  const worker = new Worker(new URL('perceive-thread.ts', import.meta.url), { execArgv: [] });
  const lost = (reason: string) => (): void => {
    if (thread === worker) thread = null;
    for (const { fail } of inFlight.values()) fail(new Error(reason));
  };
  worker.on('message', (reply: ThreadReply) => inFlight.get(reply.id)?.take(reply));
  worker.on('error', lost('the thread that reads pages failed'));
  worker.on('exit', lost('the thread that reads pages has ended'));
  worker.unref();
  return worker;
}
