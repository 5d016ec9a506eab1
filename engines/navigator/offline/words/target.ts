// "the second Add button next to 'Beans'": a phrase that means an element, taken apart. Pure; only the person's words.
// INVARIANT: what is in quotes is a name and never grammar.
import { ordinalAt } from './numbers.ts';
import { stripArticles, unquote } from './selectors.ts';

export type TargetKind =
  | 'BUTTON'
  | 'LINK'
  | 'TAB'
  | 'BOX'
  | 'RADIO'
  | 'SWITCH'
  | 'ICON'
  | 'FIELD'
  | 'TEXTAREA'
  | 'LIST'
  | 'SLIDER'
  | 'OPTION'
  | 'MENU'
  | 'SHAPE'
  | 'SECTION'
  | 'ITEM';
export type RelationHow = 'BESIDE' | 'BELOW' | 'ABOVE' | 'LEFT' | 'RIGHT' | 'WITHIN' | 'OF';
export type Relation = { readonly how: RelationHow; readonly anchor: string };

export type Target = {
  /** `''`: any of its kind. */
  readonly name: string;
  readonly kind: TargetKind | null;
  /** From 1; -1 is the last. */
  readonly nth: number | null;
  /** By drawn size, number or alphabet: the extreme of all that fit. */
  readonly extreme: 'LARGEST' | 'SMALLEST' | 'FIRST_IN_ALPHABET' | 'LAST_IN_ALPHABET' | null;
  readonly relations: readonly Relation[];
  readonly not: string | null;
};

const KIND_WORDS: readonly (readonly [RegExp, TargetKind])[] = [
  [/^(?:(?:push|submit) ?)?buttons?$/i, 'BUTTON'],
  [/^(?:hyper)?links?$/i, 'LINK'],
  [/^tabs?$/i, 'TAB'],
  [/^(?:(?:check ?|tick ?)?box(?:es)?)$/i, 'BOX'],
  [/^radios?(?: ?(?:buttons?|box(?:es)?))?$/i, 'RADIO'],
  [/^(?:switch(?:es)?|toggles?)$/i, 'SWITCH'],
  [/^(?:icons?|symbols?)$/i, 'ICON'],
  [/^(?:text ?areas?)$/i, 'TEXTAREA'],
  [
    /^(?:(?:text|input|number|date|password|search) ?(?:fields?|box(?:es)?|inputs?|text ?box(?:es)?)|fields?|inputs?|text ?box(?:es)?|inputbox(?:es)?)$/i,
    'FIELD',
  ],
  [
    /^(?:drop ?downs?(?: (?:list|menu))?|selects?|select (?:list|box)|scroll list|list ?box|combo ?box)$/i,
    'LIST',
  ],
  [/^sliders?$/i, 'SLIDER'],
  [/^(?:options?|choices?|suggestions?)$/i, 'OPTION'],
  [/^(?:menu|menu ?items?)$/i, 'MENU'],
  [
    /^(?:sections?|groups?|panels?|areas?|regions?|dialogs?|dialog box(?:es)?|windows?|pop-?ups?|rows?|posts?)$/i,
    'SECTION',
  ],
  [
    /^(?:items?|cards?|tiles?|results?|entry|entries|elements?|ones?|hits?|things?|widgets?|numbers?|words?|search results?|files?)$/i,
    'ITEM',
  ],
];

const kindOf = (words: string): TargetKind | null =>
  KIND_WORDS.find(([pattern]) => pattern.test(words))?.[1] ?? null;

const RELATIONS: readonly (readonly [RegExp, RelationHow])[] = [
  [
    /\b(?:next to|beside|besides|alongside|on the same (?:line|row) as|in the (?:row|line) (?:of|for|with)|in the same row as)\s+/i,
    'BESIDE',
  ],
  [/\b(?:directly |just |right )?(?:below|beneath|underneath)\s+/i, 'BELOW'],
  [/\b(?:directly |just |right )?above\s+/i, 'ABOVE'],
  [/\b(?:(?:to|on) the )?left (?:side )?of\s+/i, 'LEFT'],
  [/\b(?:(?:to|on) the )?right (?:side )?of\s+/i, 'RIGHT'],
  [
    /\b(?:on|of|in|from) the (?:posts?|cards?|messages?|e-?mails?|entry|entries|comments?|items?|rows?|results?|threads?) (?:by|of|from|for|with|named|called)\s+/i,
    'OF',
  ],
  [/\b(?:in|within|inside|under|from) (?:the |my )?(?=.+)/i, 'WITHIN'],
  [/\b(?:for|of|by|from)\s+/i, 'OF'],
];
/** Where everything is anyway. */
const NOWHERE =
  /^(?:the )?(?:page|list|screen|site|website|table|window|form|below|menu|file tree|tree|text|results?|buttons?|calendar|(?:pop-?up )?dialog(?: box)?|pop-?up)(?: below)?$/i;
const NOT = /\s*\b(?:that is not|which is not|that isn't|other than|except(?: for)?|but not|but)\s+(.+)$/i;

const SIZES: readonly (readonly [RegExp, NonNullable<Target['extreme']>])[] = [
  [/\b(?:largest|biggest|greatest|greater|larger|bigger|highest|higher)\b\s*/i, 'LARGEST'],
  [/\b(?:smallest|smaller|tiniest|lowest|lower|lesser)\b\s*/i, 'SMALLEST'],
  [/\s*\b(?:that |which )?(?:comes |is )?first in (?:the )?alphabet(?:ical order)?\b/i, 'FIRST_IN_ALPHABET'],
  [/\s*\b(?:that |which )?(?:comes |is )?last in (?:the )?alphabet(?:ical order)?\b/i, 'LAST_IN_ALPHABET'],
];
const NAMED_BY =
  /^(.+?)\s+(?:labell?ed|named|called|titled|saying|that says|with the (?:text|label|name)|reading)\s+(.+)$/i;

/** Quoted parts become single private characters, so that no rule looks into them. */
export function maskQuotes(text: string): { text: string; unmask: (part: string) => string } {
  const kept: string[] = [];
  const masked = text.replace(
    /"[^"]*"|“[^”]*”|(?<![\p{L}\p{N}])['‘][^'’]*['’](?![\p{L}\p{N}])/gu,
    (quoted) => `\uE100${kept.push(quoted) - 1}\uE101`,
  );
  return {
    text: masked,
    unmask: (part) => part.replace(/\uE100(\d+)\uE101/g, (_, i) => unquote(kept[Number(i)] ?? '')),
  };
}

/** "the card with the greatest number": the number is what is compared, and no place. */
const OF_VALUE =
  /^(.+?) (?:with|that has|having|of|which has) the ((?:greatest|largest|biggest|highest|smallest|lowest|least|most)\b) (?:number|value|amount|figure|count|total|score|price)s?(?: on it)?$/i;

/** "the button in the dialog labelled Cancel": the name is the head noun's, where that has none of its own. */
function calledSo(text: string): { readonly head: string; readonly name: string } | null {
  const match =
    /^(.+?)\s+(?:labell?ed|named|called|titled|saying|that says|reading|with the (?:text|label|name|caption))\s+(?:as |with )?(\uE100\d+\uE101|\p{Lu}[^\s,]*(?: \p{Lu}[^\s,]*)*)(.*)$/iu.exec(
      text,
    );
  return match === null ? null : { head: `${match[1] ?? ''}${match[3] ?? ''}`, name: match[2] ?? '' };
}

/** `a "text area" element`: the kind is in quotes. */
const NAMED_KIND = /^(?:an?|any|the|some)? ?["“']?([\p{L} ]+?)["”']? (?:elements?|widgets?|controls?)$/iu;

/** `whole`: a word for a kind alone is one, and no name ("the numbers", "the items"). */
export function parseTarget(phrase: string, whole = false): Target {
  const { text, unmask } = maskQuotes(
    phrase.trim().replace(NAMED_KIND, (said, kind: string) => (kindOf(kind) === null ? said : kind)),
  );
  const called = calledSo(stripArticles(text));
  if (called !== null) {
    const head = parseTarget(called.head, true);
    if (head.name === '') return { ...head, name: unmask(called.name) };
  }
  let rest = stripArticles(text).replace(OF_VALUE, '$2 $1');
  // "the section below": the word is its kind, and "below" is only where the person looks.
  const here = /\S\s+(?:below|above|on the page|here)$/i.test(rest);
  let extreme: Target['extreme'] = null;
  for (const [pattern, which] of SIZES) {
    if (!pattern.test(rest)) continue;
    extreme = which;
    rest = stripArticles(rest.replace(pattern, ' ').replace(/\s+/g, ' '));
    break;
  }
  const not = NOT.exec(rest);
  if (not !== null) rest = rest.slice(0, not.index);
  const relations: Relation[] = [];
  rest = takeRelations(rest, relations, unmask);
  const { nth, without } = takeOrdinal(stripArticles(rest));
  const { name, kind } = takeKind(
    stripArticles(without),
    nth !== null || extreme !== null || relations.length > 0 || not !== null || here || whole,
  );
  return {
    name: unmask(name).trim(),
    kind,
    nth,
    extreme,
    relations,
    not: not === null ? null : unmask(takeKind(stripArticles(not[1] ?? '')).name),
  };
}

function takeRelations(text: string, found: Relation[], unmask: (part: string) => string): string {
  for (const [pattern, how] of RELATIONS) {
    const match = pattern.exec(text);
    if (match === null || (match.index === 0 && how !== 'WITHIN')) continue;
    const anchor = text.slice(match.index + match[0].length).trim();
    const before = text.slice(0, match.index).trim();
    if (anchor === '') continue;
    if (NOWHERE.test(stripArticles(anchor))) return takeRelations(before, found, unmask);
    const inner: Relation[] = [];
    const outer = takeRelations(anchor, inner, unmask);
    found.push({ how, anchor: unmask(takeKind(stripArticles(outer)).name) }, ...inner);
    return takeRelations(before, found, unmask);
  }
  return text.replace(/\s+(?:below|above|on the page|in the list|here)$/i, '');
}

function takeOrdinal(text: string): { nth: number | null; without: string } {
  const words = text.split(' ');
  const nth = ordinalAt(words[0] ?? '');
  return nth === null || words.length < 2
    ? { nth: null, without: text }
    : { nth, without: words.slice(1).join(' ') };
}

/** The words for its kind, at the end ("Save button"), at the beginning ("button Save") or before "labelled". */
const NAMES_TOO: ReadonlySet<TargetKind> = new Set([
  'SECTION',
  'ITEM',
  'MENU',
  'OPTION',
  'ICON',
  'SWITCH',
  'TAB',
  'LIST',
]);

/** `whole`: something else was said of it ("the third one"), so that the word alone may be its kind. */
function takeKind(text: string, whole = false): { name: string; kind: TargetKind | null } {
  const named = NAMED_BY.exec(text);
  if (named !== null) {
    const kind = takeKind(stripArticles(named[1] ?? ''), true).kind;
    if (kind !== null) return { name: named[2] ?? '', kind };
  }
  const words = text.split(' ').filter((word) => word !== '');
  // "button ONE": what has a capital behind a word for a kind is its name, whatever it means in small letters.
  const [kindWord = '', ...nameWords] = words;
  const leading = kindOf(kindWord);
  if (
    leading !== null &&
    leading !== 'ITEM' &&
    /^\p{Ll}/u.test(kindWord) &&
    nameWords.length > 0 &&
    nameWords.every((word) => /^\p{Lu}/u.test(word))
  )
    return { name: nameWords.join(' '), kind: leading };
  for (const size of [3, 2, 1]) {
    const last = kindOf(words.slice(-size).join(' '));
    // "press Message": alone, such a word is the name.
    const alone = words.length === size && !whole && last !== null && NAMES_TOO.has(last);
    if (words.length >= size && last !== null && !alone)
      return { name: words.slice(0, -size).join(' '), kind: last };
  }
  for (const size of [2, 1]) {
    const first = kindOf(words.slice(0, size).join(' '));
    if (words.length > size && first !== null && first !== 'ITEM')
      return { name: words.slice(size).join(' '), kind: first };
    if (words.length > size && first === 'ITEM' && words[size]?.startsWith('\uE100') === true)
      return { name: words.slice(size).join(' '), kind: first };
  }
  return { name: text, kind: null };
}

/** "A, B and C": the parts; one where it is no list. Quoted parts are never divided. */
export function listOf(phrase: string): readonly string[] {
  const { text, unmask } = maskQuotes(phrase);
  return text
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+and\s+/i)
    .map((part) => unmask(stripArticles(part)).trim())
    .filter((part) => part !== '');
}

/** The same, where the page is asked about each "and": "Fish and chips" is one thing where the page has it. */
export const listWhere = (phrase: string, isThere: (part: string) => boolean): readonly string[] => {
  const { text, unmask } = maskQuotes(phrase);
  return text
    .split(/\s*,\s*(?:and\s+|or\s+)?/i)
    .map((part) => unmask(part).trim())
    .filter((part) => part !== '')
    .flatMap((part) => (isThere(part) ? [part] : listOf(part)));
};
