// One clause: an order, a wish, what is said to be so, a question, or a thing that is only spoken of. Pure.
// INVARIANT: every word of the clause has its place, or the clause is not read.
import { first, imperative, inflected, placeOf, stated, topics, wanted, wished } from './imperative.ts';
import type { Spoken } from './echoes.ts';
import { bareOf, isOnlyLight, moodsAt } from './moods.ts';
import { nounOf } from './noun-phrases.ts';
import type { Mood } from './tables/moods.ts';
import { isName, lowsOf, textOf, tokensOf, type Tokens } from './tokens.ts';
import { isVerb } from './verb-lexicon.ts';

export type Read =
  /** `said`: clauses in the grammar's own words. */
  | {
      readonly kind: 'ORDERS';
      readonly said: readonly string[];
      readonly cost: number;
      /** Said of the thing ("X should be …", "X is …"), and no order by its verb. */
      readonly stated?: true;
    }
  /** A thing that is only spoken of. */
  | ({ readonly kind: 'TOPIC'; readonly cost: number } & Spoken)
  /** A place or a field, before the order that belongs to it. */
  | { readonly kind: 'PLACE'; readonly by: string; readonly where: string; readonly cost: number }
  | { readonly kind: 'NOTHING'; readonly cost: number };

const QUESTION = /^(?:what|which|who|whose|when|where|how|is|are|does|do)$/;
const AT_WHICH = /^(?:on|at|in|by) (?=(?:what|which) (?:day|date|time|month|year|weekday|hour)(?!\p{L}))/iu;
/** A question, or what is asked for, as it stands. */
function asked(tokens: Tokens, after: boolean): readonly string[] | null {
  const [head] = tokens;
  if (head === undefined || tokens.length > 18) return null;
  if (tokens.some(({ text }) => /^[;:!?]$/.test(text))) return null;
  // "where it asks for the city, put Rome and submit": an order stands behind it.
  if (tokens.some(({ low }, i) => i > 0 && /^(?:,|and|then)$/.test(low) && ordersAt(tokens, i + 1)))
    return null;
  const text = textOf(tokens);
  const what = /^what (.+) (?:is|are)$/iu.exec(text);
  if (what !== null) return [`tell me ${what[1] ?? ''}`];
  // "On which day", "at what time": the day or the time is what is asked for.
  const bare = text.replace(AT_WHICH, '');
  if ((QUESTION.test(head.low) || bare !== text) && tokens.length > 2) return [bare];
  return after && nounOf(tokens) !== null ? [`tell me ${text}`] : null;
}

const ordersAt = (tokens: Tokens, at: number): boolean => {
  const [verb, next] = [tokens[at]?.low ?? '', tokens[at + 1]];
  return (
    isVerb(verb) &&
    (next === undefined || isName(next) || /^(?:the|it|that|this|them|all|on|in|my)$/.test(next.low))
  );
};

const COST = { frame: 1, wish: 1.1, stated: 1.2, asked: 1.6, topic: 1.4, name: 1.7, place: 1.5 };

function wrapped(tokens: Tokens, mood: Mood, depth: number): readonly string[] | null {
  const whole = bareOf(tokens, false);
  const bare = bareOf(tokens);
  return behind(whole, mood, depth) ?? (bare.length === whole.length ? null : behind(bare, mood, depth));
}
/** "X to be the first in the list": what is wished to be so is said to be so. */
function shouldBe(rest: Tokens, depth: number): readonly string[] | null {
  const at = rest.findIndex(
    ({ low }, i) => i > 0 && low === 'to' && /^(?:be|come|stand|go)$/.test(rest[i + 1]?.low ?? ''),
  );
  if (at < 0 || rest.slice(at + 1).some(({ low }) => low === 'to')) return null;
  const said = first(stated(), [...rest.slice(0, at), ...SHOULD, ...rest.slice(at + 1)], depth);
  return said?.every((one) => one.startsWith('drag ')) === true ? said : null;
}
const SHOULD = tokensOf('should');

function behind(rest: Tokens, mood: Mood, depth: number): readonly string[] | null {
  switch (mood) {
    case 'ORDER':
      return imperative(rest, depth);
    case 'GERUND':
      return inflected(rest, 'GERUND', depth);
    case 'PAST':
      return inflected(rest, 'PAST', depth) ?? imperative(rest, depth);
    case 'WISH':
      return (
        shouldBe(rest, depth) ??
        first(wished(), rest, depth) ??
        first(stated(), rest, depth) ??
        first(wanted(), rest, depth)
      );
    case 'ASK':
      return null;
  }
}

/** "go to the City field": where the next order is done, and no order of its own. */
function goneTo(tokens: Tokens): Read | null {
  const lead =
    /^(?:(?:go|move|head|scroll|navigate|come|turn)(?: over| down| up)? to|look (?:in|at|under|into|inside)|click (?:in|into|inside)|select|use|take|find|locate) /.exec(
      `${lowsOf(tokens.slice(0, 3))} `,
    );
  if (lead === null) return null;
  const noun = nounOf(tokens.slice(lead[0].trim().split(' ').length));
  if (
    noun === null ||
    noun.pronoun ||
    /\b(?:end|bottom|top|start) of\b/.test(noun.text) ||
    !/\b(?:field|text box|text area|section|group|panel|row|card|post)\b|^the (?:email|message) from /.test(
      noun.text,
    )
  )
    return null;
  return {
    kind: 'TOPIC',
    thing: noun.text,
    sought: /^(?:select|use|take|find|locate)/.test(lead[0]) ? 'NO' : 'HERE',
    cost: COST.frame + 0.2,
  };
}

const STOPS =
  /^(?:and )?(?:nothing (?:else|more)|(?:and )?that is (?:all|it)|stop(?: there| then| it)?|leave it at that|do nothing (?:else|more|further|after (?:that|this)|afterwards)|no more|then stop)$/;

/** How to look for what is spoken of, and how to get to the end of a form: the search and the form itself say that. */
const WANDERS =
  /^(?:(?:look|go|search|click|flip|leaf|page|browse|check|walk|work|move|get) (?:(?:your )?way )?(?:through|in|into|inside) (?:them|all of them|each of them|each one|every one of them|all of these|each|these|it)(?: (?:one by one|one after the other|in turn|all))?|(?:look|go|click|walk|move|get|page|work) (?:(?:your )?way )?through (?:the|all the|all|all of the|its) (?:steps|wizard|pages|form|screens))$/;
/** What is not ordered stays as it is. */
const LEFT_ALONE =
  /^(?:leave|keep) (?:(?:all|all of) )?(?:the|those|these) (?:others?|rest|remaining|(?:other|remaining) (?:boxes|fields|ones|text fields|text boxes|inputs|options|checkboxes)|rest of (?:them|the (?:boxes|fields|options|form)))(?: (?:boxes|fields|ones))? (?:alone|as (?:they are|it is)|untouched|in peace|unchanged)$/;

/** "Never mind the newsletter", "no cookies": what lies in the way is got out of it by itself. "No newsletter" may be a box. */
const IN_THE_WAY =
  /^(?:(?:never mind|do not mind|forget about|do not worry about|do not bother about|pay no attention to) (?:the |any |that |those |these |all the )?(?:newsletters?|offers?|surveys?|overlays?|cookies?|pop-?ups?|banners?|ads?|adverts?|advertisements?)|no (?:cookies?|pop-?ups?|banners?|ads|adverts?|advertisements?))(?: (?:banner|notice|pop-?up|dialog|window|offer)s?)?$/;

/** What a span means; `null` where some of its words have no place. `wish`: a wish stands before it. */
export function readClause(given: Tokens, wish: boolean): Read | null {
  if (STOPS.test(lowsOf(given))) return { kind: 'ORDERS', said: ['stop'], cost: 0.5 };
  const low = lowsOf(bareOf(given));
  if ([WANDERS, LEFT_ALONE, IN_THE_WAY].some((form) => form.test(low))) return { kind: 'NOTHING', cost: 0.6 };
  if (isOnlyLight(given)) return { kind: 'NOTHING', cost: 0.2 };
  const whole = bareOf(given, false);
  const bare = bareOf(given);
  return readBare(whole, wish) ?? (bare.length === whole.length ? null : readBare(bare, wish));
}

function readBare(tokens: Tokens, wish: boolean): Read | null {
  if (tokens.length === 0) return { kind: 'NOTHING', cost: 0.2 };
  const gone = goneTo(tokens);
  if (gone !== null) return gone;
  const order = imperative(tokens);
  if (order !== null) return { kind: 'ORDERS', said: order, cost: COST.frame };
  for (const { mood, size } of moodsAt(tokens)) {
    const orders = wrapped(tokens.slice(size), mood, 0);
    if (orders !== null) return { kind: 'ORDERS', said: orders, cost: COST.wish };
    // One may be wrapped in another: "please could you make sure that …".
    const inner =
      mood === 'ORDER' || mood === 'WISH' ? readClause(tokens.slice(size), mood === 'WISH') : null;
    if (inner?.kind === 'ORDERS') return { ...inner, cost: inner.cost + 0.1 };
  }
  const gerund = inflected(tokens, 'GERUND', 0) ?? (wish ? inflected(tokens, 'PAST', 0) : null);
  if (gerund !== null) return { kind: 'ORDERS', said: gerund, cost: COST.wish };
  const whichever = /^(?:whichever|whatever)$/.test(tokens[0]?.low ?? '') ? nounOf(tokens) : null;
  if (whichever !== null) return { kind: 'TOPIC', thing: whichever.text, sought: 'NO', cost: COST.topic };
  const topic = first(topics(), tokens, 0);
  const said = (wish ? first(wished(), tokens, 0) : null) ?? first(stated(), tokens, 0);
  // "There will be six guests" is a number, and no thing that is spoken of.
  const isNumber = said?.every((one) => one.startsWith('set the number of ')) === true;
  if (said !== null && (topic === null || isNumber))
    return { kind: 'ORDERS', said, cost: COST.stated, stated: true };
  if (topic !== null) {
    const [thing = ''] = topic;
    const text = textOf(tokens);
    return {
      kind: 'TOPIC',
      thing: thing.replace(/^\?/, ''),
      sought:
        thing.startsWith('?') && !/^(?:find|locate|look|search|hunt)$/.test(tokens[0]?.low ?? '')
          ? 'SOMEWHERE'
          : /^(?:find|locate|look|search|hunt|go|scroll|move)$/.test(tokens[0]?.low ?? '')
            ? / in (?:one of )?the \p{Ll}+(?: \p{Ll}+)?$|\b(?:tabs|sections|tree|book)\b/u.test(text)
              ? 'SOMEWHERE'
              : 'HERE'
            : 'NO',
      cost: COST.topic,
    };
  }
  const place = placeOf(tokens);
  const where = place === null ? null : nounOf(tokens.slice(place.size));
  if (place !== null && where !== null && !where.pronoun)
    return { kind: 'PLACE', by: place.by, where: where.text, cost: COST.place };
  const question = asked(tokens, false);
  if (question !== null) return { kind: 'ORDERS', said: question, cost: COST.asked };
  for (const { mood, size } of moodsAt(tokens))
    // "name Ana, city Rome" is no order to name her.
    if (mood === 'ASK' && !(tokens[0]?.low === 'name' && size === 1 && isName(tokens[1] ?? tokens[0]))) {
      const orders = asked(bareOf(tokens.slice(size)), true);
      if (orders !== null) return { kind: 'ORDERS', said: orders, cost: COST.asked };
    }
  const noun = nounOf(tokens);
  return noun !== null && !noun.pronoun
    ? { kind: 'TOPIC', thing: noun.text, sought: 'NO', cost: COST.name }
    : null;
}
