// The turns of one target: what a client asks of it is done one after the other, in the order in which it came.
// INVARIANT: what is told later holds up nobody, and one that fails keeps nobody behind it from their turn.
import type { Answer } from './contract.ts';
import type { Told } from './message.ts';
import type { OwnTarget } from './target.ts';

/** What frees a page that stands behind its dialog: whoever waits for that is not waited for. */
export const FREES: ReadonlySet<string> = new Set(['Page.handleJavaScriptDialog', 'Page.close']);

/** What holds its target up no longer is waited for by its command alone. */
export function afterTurn(turn: Promise<Answer> | Answer): Promise<Told> | Told {
  if (turn instanceof Promise) return turn.then(afterTurn);
  return typeof turn === 'function' ? turn() : turn;
}

/** What finds nobody before it is begun at once. */
export function inTurn(target: OwnTarget, run: () => Promise<Answer> | Answer): Promise<Answer> | Answer {
  const turn = target.turns === 0 ? run() : target.last.then(run);
  if (!(turn instanceof Promise)) return turn;
  target.turns += 1;
  target.last = turn
    .catch(() => undefined)
    .finally(() => {
      target.turns -= 1;
    });
  return turn;
}
