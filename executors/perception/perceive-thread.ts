// The thread that reads large captures, so that no page holds up the gateway. It knows nothing and keeps nothing.
import { parentPort } from 'node:worker_threads';
import { describe } from '#policy/language/failure.ts';
import type { DomSnapshot } from '../cdp/types.ts';
import type { Item } from './reading/normalise.ts';
import { readCaptured, type ReadSummary } from './grids/read-captured.ts';
import type { Secrets } from './picture/secret-places.ts';
import type { AdmittedFrame, Perceive } from './reading/perceive.ts';

type Captured = DomSnapshot | Uint8Array;
export type ReadRequest = {
  readonly kind: 'READ';
  readonly captures: readonly Captured[];
  readonly frames: readonly AdmittedFrame[];
  readonly leftOut: Perceive['leftOut'];
  readonly viewport: Perceive['viewport'];
  /** What repeats is read, too, in these frames. */
  readonly grids?: readonly string[];
  /** Where they stand is read, too. */
  readonly secrets?: Secrets;
};
/** One page at a time: the next is sent once the last part of the one before is there. */
export type ThreadRequest = ReadRequest | { readonly kind: 'MORE' };
export type ThreadReply =
  | {
      readonly kind: 'PART';
      readonly items: readonly Item[];
      /** `null`: there is more. */
      readonly end: ReadSummary | null;
    }
  | { readonly kind: 'FAILED'; readonly reason: string };

/** Items a message: each is read from it in one go. */
const ITEMS_PER_MESSAGE = 1_000;

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  let rest: { readonly items: readonly Item[]; at: number; readonly summary: ReadSummary } | null = null;
  const part = (): void => {
    if (rest === null) return;
    const items = rest.items.slice(rest.at, rest.at + ITEMS_PER_MESSAGE);
    rest.at += ITEMS_PER_MESSAGE;
    const { summary } = rest;
    const ended = rest.at >= rest.items.length;
    if (ended) rest = null;
    port.postMessage({ kind: 'PART', items, end: ended ? summary : null } satisfies ThreadReply);
  };
  port.on('message', (request: ThreadRequest) => {
    try {
      if (request.kind === 'READ') {
        const { items, ...summary } = readCaptured({
          ...request,
          captures: request.captures.map(parseCapture),
        });
        rest = { items, at: 0, summary };
      }
      part();
    } catch (thrown) {
      rest = null;
      port.postMessage({ kind: 'FAILED', reason: describe(thrown) } satisfies ThreadReply);
    }
  });
}

/** Bytes are the whole message of the protocol; the browser is on the trusted side of the pipe. */
function parseCapture(captured: Captured): DomSnapshot {
  if (!(captured instanceof Uint8Array)) return captured;
  return (JSON.parse(new TextDecoder().decode(captured)) as { result: DomSnapshot }).result;
}
