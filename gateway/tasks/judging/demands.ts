// What the words of a clause demand of whatever came of it. An order that binds (buy, book, cancel) demands an act that binds: a page that
// was opened is none, nor a basket that was filled. "How many?" demands a number, "when?" a time: a sentence that has the asked words in it
// is none. Pure. INVARIANT: it only takes sureness away, but where the last act was plainly on the way; what a control is called decides.
import { binds, ordersBinding, ordersPaying, settles } from '#engines/navigator/binding.ts';
import { contentStems, coverage } from '#engines/language.ts';
import type { MemoryEntry } from '#engines/navigator/contract.ts';
import type { Clause } from '#engines/navigator/offline/checking.ts';
import { mayAnswer } from '#engines/navigator/offline/words/answers.ts';
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
/** A banner's button binds nobody to what was asked for. */
const OF_COOKIES = /cookies?/iu;
const SAME_WORD = 0.9;

/** What came of a clause. */
export type CameOf = {
  /** The acts that its lines name. */
  readonly acts: readonly MemoryEntry[];
  /** Every step of the part: what is cited need not be the act that did it. */
  readonly entries: readonly MemoryEntry[];
  /** What was read for it, as it stands on the page; and the answer as it is told. */
  readonly read: readonly string[];
  readonly answer: string;
  readonly url: string;
};

/** One more line where that is not what the words demand; `null`: nothing speaks against it. */
export const undemanded = (clause: Clause, came: CameOf): ClauseView | null =>
  clause.kind === 'READ' ? amiss(clause, came) : unbound(clause, came);

function unbound({ words }: Clause, { acts, entries, url }: CameOf): ClauseView | null {
  if (!ordersBinding(words) || PUTS_IN_ORDER.test(words)) return null;
  if (entries.some((entry) => isDone(entry) && isBinding(entry, words))) return null;
  const last = acts.at(-1);
  if (!ordersPaying(words))
    // "Share it" may be a link to the place where it is shared, and what leads nowhere is an act of its page.
    return acts.length > 0 && acts.every(ledElsewhere)
      ? uncheckedView(words, url, 'a page was opened, and what is asked for is more than that')
      : null;
  const name = visible(last?.element?.name ?? '', MAX_NAME_CHARACTERS);
  return last !== undefined && isOnTheWay(last, words)
    ? deniedView(
        words,
        url,
        '',
        `what was pressed last for it is “${name}”: that leads there, and does no more`,
      )
    : uncheckedView(words, url, 'nothing was pressed that is called by what was asked for');
}

const isDone = ({ outcome }: MemoryEntry): boolean => outcome === 'done' || outcome === 'unchanged';

/** By its name, without the words for the thing itself: "Cook book" books nothing. */
function isBinding({ element }: MemoryEntry, words: string): boolean {
  const [, ...thing] = contentStems(words);
  const name = (element?.name ?? '')
    .split(/\s+/u)
    .filter((word) => !thing.some((one) => coverage(one, word) >= SAME_WORD))
    .join(' ');
  return !OF_COOKIES.test(name) && (binds(name) || settles(name));
}

/** A button that lays something aside, or a link that is called by the thing and led to it. */
const isOnTheWay = (entry: MemoryEntry, words: string): boolean =>
  LAYS_ASIDE.test(entry.element?.name ?? '') ||
  (ledElsewhere(entry) &&
    contentStems(words)
      .slice(1)
      .some((word) => coverage(word, entry.element?.name ?? '') >= SAME_WORD));

const ledElsewhere = ({ element, change }: MemoryEntry): boolean =>
  element?.role === 'link' && change !== undefined && change.address !== null;

/** For people: what was asked for. */
const WHAT = { MONEY: 'a number', NUMBER: 'a number', DATE: 'a time' } as const satisfies Record<
  NonNullable<Clause['wants']>,
  string
>;

/** The question itself, where the grammar knows of no kind, and nothing that it is a part of: "who has the most?" asks for no number. */
const ASKS = [
  [
    'NUMBER',
    /^(?:please )?(?:(?:tell|say|give|read|show|find out|let me know|sag|dime)(?: me| mir)?,? )?(?:how (?:many|much)|wie ?viele?|cuánt[oa]s?)(?!\p{L})/iu,
  ],
  [
    'DATE',
    /^(?:please )?(?:(?:tell|say|give|read|show|find out|let me know|sag|dime)(?: me| mir)?,? )?(?:(?:on )?(?:what|which|the) (?:day|date|time(?! zone)|month|year|weekday)|when(?! (?:you|I|we|it|that|this|they|all|everything)(?!\p{L}))|wann|cuándo)(?!\p{L})/iu,
  ],
] as const;

/** An answer of another kind than what is asked for may be none. */
function amiss({ words, wants }: Clause, { read, answer, url }: CameOf): ClauseView | null {
  const kind = wants ?? ASKS.find(([, question]) => question.test(words))?.[0];
  if (kind === undefined || read.length === 0) return null;
  if ([...read, answer].some((text) => mayAnswer(kind, text))) return null;
  return uncheckedView(words, url, `${WHAT[kind]} is asked for, and what was read holds none`);
}
