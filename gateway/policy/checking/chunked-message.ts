// Hands a large plain value to another thread in pieces, each of which is read in a fraction of a millisecond: a message is read as a
// whole, and blocks its reader meanwhile. INVARIANT: a value with a missing piece is never given out.
import { receiveMessageOnPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import type { Turns } from '#policy/collections/turns.ts';

/** Entries of a list that go in one piece: rules are read in a twentieth of a millisecond. */
const ENTRIES_PER_PIECE = 8;

type Piece<T> =
  /** `lists`: those of this piece that go on in later ones, in the order in which they are numbered. */
  | { readonly value: T; readonly lists: readonly unknown[][] }
  | { readonly into: number; readonly more: readonly unknown[]; readonly lists: readonly unknown[][] }
  /** How many pieces came before. */
  | { readonly end: number };

/** Posts a value of plain data; it is afterwards as it was. */
export function postInPieces(port: MessagePort, value: unknown): void {
  const cut: { readonly list: unknown[]; readonly rest: unknown[] }[] = [];
  const shorten = (part: unknown): unknown[][] => {
    const lists = longListsIn(part);
    for (const list of lists) cut.push({ list, rest: list.splice(ENTRIES_PER_PIECE) });
    return lists;
  };
  let posted = 0;
  const post = (piece: Piece<unknown>): void => {
    posted += 1;
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    port.postMessage(piece);
  };
  post({ lists: shorten(value), value });
  for (let into = 0; into < cut.length; into += 1) {
    const rest = cut[into]?.rest ?? [];
    for (let at = 0; at < rest.length; at += ENTRIES_PER_PIECE) {
      const more = rest.slice(at, at + ENTRIES_PER_PIECE);
      post({ lists: shorten(more), into, more });
    }
  }
  for (const { list, rest } of cut.toReversed()) for (const one of rest) list.push(one);
  post({ end: posted });
}

/** What was posted, a piece a turn; `null` where pieces are missing. Everything was posted before the port came. */
export function* readInPieces<T>(port: MessagePort): Turns<T | null> {
  let value: T | null = null;
  const lists: unknown[][] = [];
  for (let read = 0; ; read += 1) {
    // The other side of the port is our own code, at `postInPieces`.
    const message: { readonly message: Piece<T> } | undefined = receiveMessageOnPort(port);
    if (message === undefined) return null;
    const piece = message.message;
    if ('end' in piece) return piece.end === read ? value : null;
    if ('value' in piece) value = piece.value;
    else {
      const list = lists[piece.into];
      if (list === undefined) return null;
      list.push(...piece.more);
    }
    lists.push(...piece.lists);
    yield;
  }
}

/** Lists that are too long for one piece, each once. What lies behind their beginnings goes in later pieces. */
function longListsIn(value: unknown): unknown[][] {
  const seen = new Set<unknown>();
  const lists: unknown[][] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const one = open.pop();
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (Array.isArray(one)) {
      const list: unknown[] = one;
      if (list.length > ENTRIES_PER_PIECE) lists.push(list);
      for (const entry of list.slice(0, ENTRIES_PER_PIECE)) open.push(entry);
    } else for (const entry of Object.values(one)) open.push(entry);
  }
  return lists;
}
