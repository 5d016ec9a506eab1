// What the words of a clause demand of whatever came of it. An order that binds (buy, book, cancel) demands an act that binds: a page that
// was opened is none, nor a basket that was filled. "How many?" demands a number, "when?" a time: a sentence that has the asked words in it is none.
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
  clause.kind === 'READ' ? amiss(clause, came) : unbound(clause, came);

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

type Kind = {
  readonly asks: RegExp;
  readonly answers: (text: string) => boolean;
  /** For people: what was asked for. */
  readonly what: string;
};

/** In short words; of a long sentence a figure answers, and not that it has an "a" in it. */
const SHORT_CHARACTERS = 40;
const NUMBER_WORD =
  /(?<!\p{L})(?:no|none|nobody|nothing|zero|once|twice|free|half|an?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozens?|hundreds?|thousands?|millions?|kein\w{0,8}|niemand|null|einmal|zweimal|kostenlos|gratis|ein\w{0,8}|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|hundert\w{0,8}|tausend\w{0,8}|ning[uú]n\w{0,8}|nadie|cero|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|cien\w{0,8}|mil)(?!\p{L})/iu;
/** Weekdays and months by how they begin, in three languages, and words that stand for a time. */
const TIME_WORD =
  /(?<!\p{L})(?:(?:mon|tues?|wednes|thurs?|fri|satur|sun)(?:day)?s?|jan\w{0,8}|feb\w{0,8}|mar(?:ch|zo)?|märz|apr\w{0,8}|ma[iy]o?|jun[ei]?o?|jul[yi]?o?|aug\w{0,8}|ago\w{0,8}|sep\w{0,8}|o[ck]t\w{0,8}|nov\w{0,8}|de[cz]\w{0,8}|dic\w{0,8}|today|tomorrow|yesterday|tonight|now|never|always|daily|weekly|monthly|yearly|soon|noon|midnight|mornings?|afternoons?|evenings?|weekends?|spring|summer|autumn|winter|heute|morgen|gestern|nie|immer|täglich|mittags?|(?:mon|diens|donners|frei|sams|sonn)tags?|abends?|mittwochs?|hoy|mañana|ayer|nunca|siempre|lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero)(?!\p{L})/iu;
const isNumber = (text: string): boolean =>
  /\p{N}/u.test(text) || (text.length <= SHORT_CHARACTERS && NUMBER_WORD.test(text));

const KINDS: readonly Kind[] = [
  {
    asks: /(?<!\p{L})(?:how (?:many|much|high|tall|deep|far|heavy|old)|number of|wie ?viele?|wie (?:hoch|tief|weit|schwer|alt)|cuánt[oa]s?)(?!\p{L})/iu,
    answers: isNumber,
    what: 'a number',
  },
  {
    asks: /^(?:(?:please )?(?:tell|say|give|read|find out|let me know)(?: me)? )?(?:(?:on )?(?:what|which|the) (?:day|date|time|month|year|weekday)|when(?! (?:you|I|we|it|that|this|they|all|everything)(?!\p{L}))|wann|(?:den|welcher?|an welchem) (?:tag|datum|monat)|cuándo|(?:qué|el) (?:día|fecha|mes))(?!\p{L})/iu,
    answers: (text) => /\p{N}/u.test(text) || TIME_WORD.test(text),
    what: 'a time',
  },
  {
    asks: /(?<!\p{L})e-?mail[ -](?:address|adresse)|(?<!\p{L})dirección de (?:correo|e-?mail)/iu,
    answers: (text) => text.includes('@') || NUMBER_WORD.test(text),
    what: 'an e-mail address',
  },
];

/** An answer of another kind than what is asked for is none. */
function amiss({ words }: Clause, { read, answer, url }: CameOf): ClauseView | null {
  const told = [...read, answer];
  const kind = read.length === 0 ? undefined : KINDS.find(({ asks }) => asks.test(words));
  if (kind === undefined || told.some(kind.answers)) return null;
  return deniedView(words, url, '', `${kind.what} is asked for, and what was read holds none`);
}
