// Orders with their verb first, by the frames of the verb; and what the rows of the other tables come to. Pure.
// INVARIANT: every word of the clause has its place, or it is not read.
import { isOnlyEcho } from './echoes.ts';
import { bareOf, moodsAt } from './moods.ts';
import { nounOf, nounsOf } from './noun-phrases.ts';
import {
  lazily,
  matched,
  patternOf,
  Rows,
  wordsOf,
  type Fills,
  type Found,
  type Pattern,
} from './pattern.ts';
import { fillsOf, slotText } from './slots.ts';
import { CHOICES, type FrameRow } from './tables/choices.ts';
import { CONTROLS } from './tables/controls.ts';
import { STATED_ACTS } from './tables/stated-acts.ts';
import { STATED_VALUES } from './tables/stated-values.ts';
import { THINGS } from './tables/things.ts';
import { VALUES } from './tables/values.ts';
import { TOPICS, WANTED, WISHED } from './tables/wished.ts';
import { lowsOf, tokensOf, type Tokens } from './tokens.ts';
import { isVerb, verbNamed, verbsAt, type Form } from './verb-lexicon.ts';

type Row = { readonly pattern: Pattern; readonly made: string };
const rowsOf = (rows: readonly FrameRow[]): Rows<Row> =>
  new Rows(rows.map(([source, made]) => ({ pattern: patternOf(source, CHOICES), made })));
export const stated = lazily(() => rowsOf([...STATED_ACTS, ...STATED_VALUES]));
export const wished = lazily(() => rowsOf(WISHED));
export const wanted = lazily(() => rowsOf(WANTED));
export const topics = lazily(() => rowsOf(TOPICS));
const FRAME_ROWS = new Map<string, Rows<Row>>();
function frameRows(act: string): Rows<Row> {
  const known = FRAME_ROWS.get(act);
  if (known !== undefined) return known;
  const rows = rowsOf(CONTROLS[act] ?? VALUES[act] ?? THINGS[act] ?? []);
  FRAME_ROWS.set(act, rows);
  return rows;
}

const PUT = /\{(\w+)\}/g;
const PRIVATE = '\uF8FF';

/** The orders that a row makes. `null`: its participle is no verb here. */
function ordersOf(made: string, found: Found, depth: number): readonly string[] | null {
  if (made.startsWith('+')) {
    const [verb = '', ...things] = made.slice(1).split(' ');
    const form: Form = verb === 'P' ? 'PARTICIPLE' : verb === 'G' ? 'GERUND' : 'BASE';
    const known = verbNamed(lowsOf(found.get(verb) ?? []), form);
    if (known === null) return null;
    return imperative(
      [...tokensOf(known.said), ...things.flatMap((thing) => [...(found.get(thing) ?? [])])],
      depth + 1,
    );
  }
  if (made === '{Z}') return imperative(found.get('Z') ?? [], depth + 1);
  const text = made.replace(PUT, (_, name: string) => slotText(name, found.get(name) ?? []));
  if (text.startsWith(PRIVATE)) return state(text.slice(1), found);
  if (made === 'click all the {Q}') return [text.replace(/(?<!s)$/u, 's')];
  const list = found.get('LD');
  // Each of several things is pressed by itself.
  if (list !== undefined && made === 'click {LD}')
    return (nounsOf(list) ?? []).map((noun) => `click ${noun.text}`);
  return text
    .replace(/^(choose .+) from (?:the |this |a )?(dropdown|list|options|list box|menu)$/u, '$1 in the $2')
    .split(' ;; ');
}

/** "X on", "X open": by what the thing is. */
function state(text: string, found: Found): readonly string[] {
  const [, is = '', thing = ''] = /^(\S+) (.+)$/u.exec(text) ?? [];
  const kind = nounOf(found.get('N') ?? [])?.kind ?? null;
  if (is === 'open') return [kind === 'GROUP' ? `expand ${thing}` : `open ${thing}`];
  if (kind === 'BOX' || kind === 'FIELD' || kind === 'OTHER')
    return [
      kind === 'OTHER' && is === 'on'
        ? `choose ${thing.replace(/^(?:the )?(?:radio button|radio|option)\s*/i, '')}`
        : `${is === 'on' ? 'tick' : 'untick'} ${thing}`,
    ];
  return [`turn ${is} ${thing}`];
}

export function first(rows: Rows<Row>, tokens: Tokens, depth: number): readonly string[] | null {
  const fills = fillsWith(tokens);
  const said = wordsOf(tokens);
  for (const { pattern, made } of rows.for(said)) {
    const found = matched(pattern, tokens, 0, tokens.length, fills, said);
    const orders = found === null ? null : ordersOf(made, found, depth);
    if (orders !== null) return orders;
  }
  return null;
}
/** Gerunds need the verb's own form; `G` elsewhere is a word for a field. */
function fillsWith(tokens: Tokens): Fills {
  const fills = fillsOf(tokens);
  return (type, from, to) =>
    type === 'G' && verbNamed(lowsOf(tokens.slice(from, to)), 'GERUND') !== null
      ? true
      : fills(type, from, to);
}

/** Verb and particle around the thing: "switch X on", "key X in". */
const PARTICLES = new Set(['on', 'off', 'in', 'out', 'up', 'down', 'over', 'away', 'back', 'together']);

/** An order with its verb first. */
export function imperative(given: Tokens, depth = 0): readonly string[] | null {
  const whole = bareOf(given, false);
  const bare = bareOf(given);
  return ordered(whole, depth) ?? (bare.length === whole.length ? null : ordered(bare, depth));
}
function ordered(tokens: Tokens, depth: number): readonly string[] | null {
  if (depth > 3 || tokens.length === 0) return null;
  const lows = tokens.slice(0, 4).map(({ low }) => low);
  for (const { verb, size } of verbsAt(lows, 'BASE')) {
    const rest = tokens.slice(size);
    if (rest.length === 0) {
      if (verb.acts.includes('log in')) return ['log in'];
      const commit = verb.acts.find((act) =>
        /^(?:submit|save|send|search|confirm|cancel|book|order)$/.test(act),
      );
      if (commit !== undefined) return [`press ${verb.said}`];
      const bare = verb.acts.find((act) => BARE.test(act));
      if (bare !== undefined && tokens.length === size) return [`${bare} it`];
      continue;
    }
    for (const act of verb.acts) {
      const orders = first(frameRows(act), rest, depth);
      if (orders !== null)
        return orders.map((one) =>
          one
            .replace('{!}', /^(?:remove|delete|dismiss)$/.test(verb.said) ? verb.said : act)
            // Evidence is shown in the person's words, where the grammar knows them.
            .replace(/^click (?=\S)/, verb.said === 'press' ? 'press ' : 'click '),
        );
    }
    if (isOnlyEcho(rest)) return [`again ${verb.acts.join('|')}`];
  }
  for (let at = tokens.length - 1; at > 1; at--) {
    const particle = tokens[at]?.low ?? '';
    if (!PARTICLES.has(particle)) continue;
    const said = `${tokens[0]?.low ?? ''} ${particle}`;
    const behind = tokens[at + 1]?.low;
    if (verbNamed(said, 'BASE') === null) continue;
    if (behind !== undefined && !/^(?:as|for|under|with|into|in|to|and|from)$/.test(behind)) continue;
    const orders = imperative(
      [...tokensOf(said), ...tokens.slice(1, at), ...tokens.slice(at + 1)],
      depth + 1,
    );
    if (orders !== null) return orders;
  }
  return placedLast(tokens, depth);
}

/** "Organ. Click.": what is spoken of before. */
const BARE = /^(?:click|tick|untick|choose|star|delete|double-click)$/;

/** "in City put X", "on X's line press Y": the place is said last. */
function placedLast(tokens: Tokens, depth: number): readonly string[] | null {
  const place = placeOf(tokens);
  if (place === null) return null;
  for (let at = place.size + 1; at < tokens.length - 1 && at <= place.size + 8; at++) {
    const verb = tokens[at]?.low ?? '';
    const comma = tokens[at - 1]?.low === ',';
    if (!isVerb(verb) && !/^(?:i|we)$/.test(verb)) continue;
    const where = tokens.slice(place.size, comma ? at - 1 : at);
    const moods = /^(?:i|we)$/.test(verb) ? moodsAt(tokens.slice(at)) : [];
    const orders =
      moods.length > 0
        ? inPlace(
            FIELD.test(lowsOf(where)) ? 'enter' : 'choose',
            tokens.slice(at + (moods[0]?.size ?? 1)),
            place.by,
            where,
            depth,
          )
        : inPlace(verb, tokens.slice(at + 1), place.by, where, depth);
    if (orders !== null && orders.length > 0) return orders;
  }
  return null;
}
const FIELD = /\b(?:field|text ?box|text area|textarea|input|editor)$/;
function inPlace(
  verb: string,
  rest: Tokens,
  by: string,
  where: Tokens,
  depth: number,
): readonly string[] | null {
  if (rest.length === 0 || where.length === 0 || nounOf(where) === null) return null;
  return imperative([...tokensOf(verb), ...bareOf(rest), ...tokensOf(by), ...where], depth + 1);
}

const PLACE_WORDS: readonly (readonly [string, string])[] = [
  ['where it asks for the', 'as the'],
  ['where it asks for', 'as'],
  ['where the form asks for the', 'as the'],
  ['where it wants the', 'as the'],
  ['where it wants', 'as'],
  ['when it asks for the', 'as the'],
  ['when it asks for', 'as'],
  ['when the form asks for the', 'as the'],
  ['where the page asks for the', 'as the'],
  ['where the form asks for', 'as'],
  ['where it says', 'in'],
  ['when asked for the', 'as the'],
  ['when asked for', 'as'],
  ['to the left of', 'to the left of'],
  ['to the right of', 'to the right of'],
  ['in the row of', 'in the row of'],
  ['on the line of', 'in the row of'],
  ['next to', 'next to'],
  ['beside', 'next to'],
  ['right beside', 'next to'],
  ['below', 'below'],
  ['beneath', 'below'],
  ['underneath', 'below'],
  ['right under', 'below'],
  ['above', 'above'],
  ['over in', 'in'],
  ['inside', 'in'],
  ['within', 'in'],
  ['in', 'in'],
  ['into', 'into'],
  ['under', 'under'],
  ['for', 'for'],
  ['as', 'as'],
  ['from', 'from'],
  ['out of', 'from'],
  ['according to', 'in'],
  ['save for', 'except'],
  ['except for', 'except'],
  ['apart from', 'except'],
  ['with the exception of', 'except'],
  ['when prompted for the', 'as the'],
  ['on', 'on'],
  ['at', 'at'],
  ['with', 'with'],
  ['using', 'with'],
  ['by', 'by'],
  ['according to', 'by'],
];
export function placeOf(tokens: Tokens): { readonly by: string; readonly size: number } | null {
  for (const [words, by] of PLACE_WORDS) {
    const size = words.split(' ').length;
    if (tokens.length > size && lowsOf(tokens.slice(0, size)) === words) return { by, size };
  }
  return null;
}

/** Past and gerund as the order that they mean. */
export function inflected(tokens: Tokens, form: Form, depth: number): readonly string[] | null {
  for (const { verb, size } of verbsAt(
    tokens.slice(0, 4).map(({ low }) => low),
    form,
  )) {
    const orders = imperative([...tokensOf(verb.said), ...tokens.slice(size)], depth);
    if (orders !== null) return orders;
  }
  return null;
}
