// Whether an order that binds (buy, book, cancel, unsubscribe) came to an act that binds: a page that was opened is none, nor a basket that
// was filled. Pure. INVARIANT: it only takes sureness away; what a control is called decides, never what its page says of itself.
import { binds, ordersBinding, ordersPaying, settles } from '#engines/navigator/binding.ts';
import type { MemoryEntry } from '#engines/navigator/contract.ts';
import type { Clause } from '#engines/navigator/offline/checking.ts';
import type { ClauseView } from '#gateway/protocol/views/task.ts';
import { visible } from '#gateway/protocol/visible.ts';
import { deniedView, uncheckedView } from './clause-view.ts';

const MAX_NAME_CHARACTERS = 100;
/** What is only laid aside to be bought. */
const LAYS_ASIDE =
  /(?<!\p{L})(?:basket|cart|bag|trolley|wish ?list|warenkorb|korb|merkliste|wunschliste|cesta|carrito|lista de deseos)(?!\p{L})/iu;
/** "Order the list from A to Z" puts things into an order. */
const PUTS_IN_ORDER =
  /^(?:please )?order(?!\p{L}).*(?<!\p{L})(?:ascending|descending|alphabetical\w*|numerical\w*|from (?:a|z|low|high|small|large|big|cheap|old|new)\w* to)(?!\p{L})/iu;

/** One more line where the lines of a clause show no act that binds. `acts`: those that its lines came of. */
export function unbound(
  { words, kind }: Clause,
  acts: readonly MemoryEntry[],
  url: string,
): ClauseView | null {
  if (kind === 'READ' || !ordersBinding(words) || PUTS_IN_ORDER.test(words)) return null;
  if (acts.some(({ element }) => binds(element?.name ?? '') || settles(element?.name ?? ''))) return null;
  const last = acts.at(-1);
  const led = acts.length > 0 && acts.every(isWayThere);
  if (!ordersPaying(words)) {
    // "Share it" may be a link to the place where it is shared, and what leads nowhere is an act of its page.
    return led && acts.every(ledElsewhere)
      ? uncheckedView(words, url, 'a page was opened, and what is asked for is more than that')
      : null;
  }
  const name = visible(last?.element?.name ?? '', MAX_NAME_CHARACTERS);
  return led
    ? deniedView(
        words,
        url,
        '',
        `what was pressed last for it is “${name}”: that leads there, and does no more`,
      )
    : uncheckedView(words, url, 'nothing was pressed that is called by what was asked for');
}

/** A link that led to another page, or a button that lays something aside. */
const isWayThere = (entry: MemoryEntry): boolean =>
  ledElsewhere(entry) || (entry.element !== null && LAYS_ASIDE.test(entry.element.name));

const ledElsewhere = ({ element, change }: MemoryEntry): boolean =>
  element?.role === 'link' && change !== undefined && change.address !== null;
