// Entries of the browser's history, each marked with whose it is. INVARIANT: an entry that was made before another person took this tab over
// leads them to the same view, without the words that stood in its address.
import { keepText, keptText, onSwept } from './kept/tab-storage.ts';
import { leaveWords } from './route.ts';

/** Tells one person's entries from another's; of no use for anything else. */
const KEY = 'ghost.entries';

const made = (): string => {
  const mark = crypto.randomUUID();
  keepText(KEY, mark);
  return mark;
};

let mine = keptText(KEY) || made();
onSwept(() => {
  mine = made();
  markEntry();
});

/** Of the entry that is shown: whenever another one is. */
export function markEntry(): void {
  const whose = markOf(history.state);
  if (whose === mine) return;
  if (whose !== null) leaveWords();
  history.replaceState({ [KEY]: mine }, '', location.href);
}

function markOf(state: unknown): string | null {
  if (typeof state !== 'object' || state === null || !(KEY in state)) return null;
  return typeof state[KEY] === 'string' ? state[KEY] : null;
}
