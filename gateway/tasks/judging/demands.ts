// What the words of a clause demand of whatever came of it. An order that binds (buy, book, cancel) demands an act that binds: a page that
// was opened is none, nor a basket that was filled. "How many?" demands a number: a sentence that has the asked words in it is none.
// Pure. INVARIANT: it only takes sureness away; what a control is called decides, never what its page says of itself.
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

/** What came of a clause, as its lines say. */
export type CameOf = {
  /** The acts behind its lines. */
  readonly acts: readonly MemoryEntry[];
  /** What was read for it, as it stands on the page; and the answer as it is told. */
  readonly read: readonly string[];
  readonly answer: string;
  readonly url: string;
};

/** One more line where that is not what the words demand; `null`: nothing speaks against it. */
export const undemanded = (clause: Clause, came: CameOf): ClauseView | null =>
  clause.kind === 'READ' ? numberless(clause, came) : unbound(clause, came);

function unbound({ words }: Clause, { acts, url }: CameOf): ClauseView | null {
  if (!ordersBinding(words) || PUTS_IN_ORDER.test(words)) return null;
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

const ASKS_NUMBER =
  /(?<!\p{L})(?:how (?:many|much|high|tall|deep|far|heavy|old)|number of|wie ?viele?|wie (?:hoch|tief|weit|schwer|alt)|cuánt[oa]s?)(?!\p{L})/iu;
/** A number in words, or that there is none: of a long sentence a figure answers, and not that it has an "a" in it. */
const NUMBER_WORD =
  /(?<!\p{L})(?:no|none|nobody|nothing|zero|once|twice|free|half|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?|millions?|kein\w*|niemand|null|einmal|zweimal|kostenlos|gratis|ein\w*|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert\w*|tausend\w*|ning[uú]n\w*|nadie|cero|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|cien\w*|mil)(?!\p{L})/iu;
const SHORT_CHARACTERS = 40;

function numberless({ words }: Clause, { read, answer, url }: CameOf): ClauseView | null {
  if (!ASKS_NUMBER.test(words) || read.length === 0 || [...read, answer].some(isNumber)) return null;
  return deniedView(words, url, '', 'a number is asked for, and what was read holds none');
}

const isNumber = (text: string): boolean =>
  /\p{N}/u.test(text) || (text.length <= SHORT_CHARACTERS && NUMBER_WORD.test(text));
