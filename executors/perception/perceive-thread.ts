// The thread that reads large captures, so that no page holds up the gateway. It knows nothing and keeps nothing.
import { parentPort } from 'node:worker_threads';
import { describe } from '#policy/language/failure.ts';
import type { DomSnapshot } from '../cdp/types.ts';
import type { Item } from './reading/normalise.ts';
import { perceive, type AdmittedFrame, type Perceive, type Summary } from './reading/perceive.ts';

type Captured = DomSnapshot | Uint8Array;
export type ThreadRequest =
  | {
      readonly kind: 'READ';
      readonly id: number;
      readonly captures: readonly Captured[];
      readonly frames: readonly AdmittedFrame[];
      readonly leftOut: Perceive['leftOut'];
      readonly viewport: Perceive['viewport'];
    }
  | { readonly kind: 'MORE'; readonly id: number };
export type ThreadReply =
  | {
      readonly kind: 'PART';
      readonly id: number;
      readonly items: readonly Item[];
      /** `null`: there is more. */
      readonly end: Summary | null;
    }
  | { readonly kind: 'FAILED'; readonly id: number; readonly reason: string };

/** Items a message: each is read from it in one go. */
const ITEMS_PER_MESSAGE = 1_000;

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  const waiting = new Map<number, { items: readonly Item[]; at: number; summary: Summary }>();
  const part = (id: number): void => {
    const rest = waiting.get(id);
    if (rest === undefined) return;
    const items = rest.items.slice(rest.at, rest.at + ITEMS_PER_MESSAGE);
    rest.at += ITEMS_PER_MESSAGE;
    const ended = rest.at >= rest.items.length;
    if (ended) waiting.delete(id);
    port.postMessage({
      kind: 'PART',
      id,
      items,
      end: ended ? rest.summary : null,
    } satisfies ThreadReply);
  };
  port.on('message', (request: ThreadRequest) => {
    const { id } = request;
    try {
      if (request.kind === 'READ') {
        const { frames, leftOut, viewport } = request;
        const captures = request.captures.map(parseCapture);
        const { items, ...summary } = perceive({ captures, frames, leftOut, viewport });
        waiting.set(id, { items, at: 0, summary });
      }
      part(id);
    } catch (thrown) {
      waiting.delete(id);
      port.postMessage({ kind: 'FAILED', id, reason: describe(thrown) } satisfies ThreadReply);
    }
  });
}

/** Bytes are the whole message of the protocol; the browser is on the trusted side of the pipe. */
function parseCapture(captured: Captured): DomSnapshot {
  if (!(captured instanceof Uint8Array)) return captured;
  return (JSON.parse(new TextDecoder().decode(captured)) as { result: DomSnapshot }).result;
}
