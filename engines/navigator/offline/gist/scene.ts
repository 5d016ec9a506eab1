// What an order and a page have in common: the things of the page that it names, the values that it brings, what it says not to touch.
// Pure. INVARIANT: a thing that stands behind a "not" is no thing to act on; a condition or somebody else's words make it no scene at all.
import { mentionsIn, type Mention } from '#engines/navigator/offline/grounded/mentions.ts';
import { valueAt } from '#engines/navigator/offline/grounded/parts.ts';
import { tokensOf, type Token } from '#engines/navigator/offline/grounded/said/tokens.ts';
import {
  actOf,
  fold,
  formsOf,
  kindOf,
  withoutAsides,
  type Act,
  type Kind,
} from '#engines/navigator/offline/grounded/said/words.ts';
import { indexOf, type Thing, type ThingKind } from '#engines/navigator/offline/grounded/things.ts';
import { mask } from '#engines/navigator/offline/words/clauses.ts';
import { isVerb } from '#engines/navigator/offline/syntax/verb-lexicon.ts';
import type { Outline } from '#engines/navigator/offline/page/outline.ts';
import { CONDITIONS, NEGATIONS, OTHERS, RESETS, TOLD } from './cues.ts';

export type Named = {
  readonly is: 'THING';
  readonly at: number;
  readonly end: number;
  readonly stretch: number;
  readonly words: string;
  readonly thing: Thing;
  readonly isQuoted: boolean;
};
export type Value = {
  readonly is: 'VALUE';
  readonly at: number;
  readonly end: number;
  readonly stretch: number;
  readonly text: string;
  readonly isQuoted: boolean;
};

export type Scene = {
  readonly outline: Outline;
  readonly tokens: readonly Token[];
  /** Small letters, no accents; each quotation is a "‹›". */
  readonly text: string;
  readonly things: readonly Thing[];
  readonly named: readonly Named[];
  readonly values: readonly Value[];
  /** Named as what is not meant. */
  readonly excluded: readonly Named[];
  /** Something is said not to be done or not to be taken. */
  readonly isNegated: boolean;
};

const MAX_TOKENS = 60;
/** They have a capital and name nothing. */
const PRONOUNS =
  /^(?:I|They|We|You|He|She|It|My|Your|There|Here|This|That|What|Which|Who|Whose|How|When|Where|Why|Let|Of|As|For|From|Off|Three|Two|Go|Wie|Was|Wer|Wo|Ich|Wir|Bei|Vom|Zum|Der|Die|Das|Den|Dem|Ein|Eine|Bitte|Que|Cual|Quien|Como|Cuanto|El|La|Los|Las|Sie|Ihr|Ihnen|Usted|OK|Okay|Thanks|Danke|Gracias)$/iu;
const ORDER: readonly ThingKind[] = ['BOX', 'RADIO', 'OPTION', 'PRESS', 'LIST', 'FIELD', 'TEXT'];
const OF_KIND: Readonly<Record<Kind, readonly ThingKind[]>> = {
  PRESS: ['PRESS'],
  LINK: ['PRESS'],
  TAB: ['PRESS'],
  BOX: ['BOX', 'FIELD'],
  RADIO: ['RADIO', 'OPTION', 'BOX'],
  FIELD: ['FIELD', 'LIST'],
  LIST: ['LIST', 'FIELD', 'OPTION'],
  GROUP: ['TEXT'],
};

/** `null`: it hangs on something, is told of somebody else, or is more than an order. */
export function sceneOf(order: string, outline: Outline): Scene | null {
  const plain = withoutAsides(order);
  const { text } = mask(plain);
  const said = fold(text)
    .replace(/\uE000\d+\uE001/gu, '‹›')
    .replace(/\s+/gu, ' ')
    .trim();
  if (CONDITIONS.test(said) || OTHERS.test(said) || TOLD.test(said)) return null;
  const tokens = tokensOf(order);
  const index = indexOf(outline);
  if (tokens.length === 0 || tokens.length > MAX_TOKENS || index === null) return null;
  const found = mentionsIn(tokens, index, true) ?? [];
  const mentions = [...found, ...verbsNamed(tokens, index.things, found)].toSorted((a, b) => a.at - b.at);
  const not = negated(tokens);
  const all = mentions.flatMap((mention): Named[] => {
    const token = tokens[mention.at];
    const thing = thingOf(mention.things, tokens, mention.at, mention.end);
    if (token === undefined || thing === null) return [];
    return [
      {
        is: 'THING',
        at: mention.at,
        end: mention.end,
        stretch: token.stretch,
        words: mention.words,
        thing,
        isQuoted: token.kind === 'QUOTED',
      },
    ];
  });
  const scope = scopeOf(not, all, tokens);
  const values: Value[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined || mentions.some((one) => one.at <= at && at < one.end)) continue;
    const value = valueAt(tokens, at, mentions);
    if (value === null || (token.kind !== 'QUOTED' && isNoValue(value.text, at, tokens))) continue;
    values.push({
      is: 'VALUE',
      at,
      end: value.end,
      stretch: token.stretch,
      text: value.text,
      isQuoted: token.kind === 'QUOTED',
    });
    at = value.end - 1;
  }
  return {
    outline,
    tokens,
    text: said,
    things: index.things,
    named: all.filter(({ at }) => !scope.has(at)),
    excluded: all.filter(({ at }) => scope.has(at)),
    values: values.filter(({ at }) => !scope.has(at)),
    isNegated: not.length > 0,
  };
}

/** A control whose name is a verb, where the order has it as one: "like what Ana wrote"; not one of the verbs that act on controls. */
const verbsNamed = (
  tokens: readonly Token[],
  things: readonly Thing[],
  found: readonly Mention[],
): readonly Mention[] =>
  tokens.flatMap(({ folded, kind, isFirst, text }, at) => {
    const isVerb = isFirst || OPENS.test(tokens[at - 1]?.folded ?? '');
    if (
      kind !== 'WORD' ||
      !isVerb ||
      actsOf(folded).length > 0 ||
      found.some((one) => one.at <= at && at < one.end)
    )
      return [];
    const named = things.filter((thing) => thing.kind === 'PRESS' && fold(thing.name).trim() === folded);
    return named.length === 0 ? [] : [{ at, end: at + 1, words: text, things: named }];
  });
const OPENS = /^(?:please|just|and|then|to|now|bitte|und|dann|y|luego|a)$/u;

/** A capital that names nothing: a pronoun, a word for a kind; in German a noun that no word for a name stands before. */
function isNoValue(text: string, at: number, tokens: readonly Token[]): boolean {
  const words = text.split(' ');
  if (PRONOUNS.test(text) || words.every((one) => kindOf(fold(one)) !== null || NOUNS.test(fold(one))))
    return true;
  // "Note it": a verb that a sentence begins with.
  if (words.length === 1 && tokens[at]?.isFirst === true && isVerb(fold(text))) return true;
  const isGerman = tokens.filter(({ folded }) => GERMAN.test(folded)).length >= 2;
  return isGerman && !/\d/u.test(text) && !NAMES.test(tokens[at - 1]?.folded ?? '');
}
const NOUNS =
  /^(?:e-?mails?|mails?|stern|haken|regler|artikel|schluss|text|textfeld|wort|liste|tabelle|seite|ziel|name|nachricht|ergebnis|number|name|submit|send|save|delete|search|login|ok)$/u;
const GERMAN =
  /^(?:der|die|das|den|dem|und|ich|bitte|dann|von|vom|bei|auf|ins|im|mit|ist|soll|danach|zum|drucke?n?|klicke?n?|mach|trag|wahle?n?)$/u;
const NAMES = /^(?:von|bei|an|fur|nach|heisse|bin|namens|in|aus|ist|mit|als|der|auf)$/u;

/** The words that take something back, by their place. */
const negated = (tokens: readonly Token[]): readonly number[] =>
  tokens.flatMap(({ kind, folded }, at) => {
    if (kind !== 'WORD') return [];
    // "All but", "anything but": what follows is left out. "Instead of", "rather than", "statt".
    if (folded === 'but') return ALL_WORDS.test(tokens[at - 1]?.folded ?? '') ? [at] : [];
    if (folded === 'instead' || folded === 'rather')
      return /^(?:of|than)$/u.test(tokens[at + 1]?.folded ?? '') ? [at] : [];
    // "Leave it alone", "leave out", "apart from", "other than".
    const next = tokens[at + 1]?.folded ?? '';
    if (folded === 'alone' || (folded === 'leave' && next === 'out')) return [at];
    if (/^(?:apart|aside)$/u.test(folded)) return next === 'from' ? [at] : [];
    if (folded === 'other' && next === 'than') return [at];
    // "Not only", "no problem", "no longer".
    if (/^(?:only|just|problem|matter|rush|hurry|worries|longer|more)$/u.test(tokens[at + 1]?.folded ?? ''))
      return [];
    return NEGATIONS.test(folded) ? [at] : [];
  });
const ALL_WORDS =
  /^(?:all|everything|every|anything|any|each|one|box|boxes|them|items|todo|todos|alles|alle)$/u;

/** Places of things behind a "not", up to where the sentence turns; before it, where nothing stands behind. */
function scopeOf(
  not: readonly number[],
  named: readonly Named[],
  tokens: readonly Token[],
): ReadonlySet<number> {
  const scope = new Set<number>();
  for (const from of not) {
    const stretch = tokens[from]?.stretch ?? 0;
    let to = from + 1;
    while (to < tokens.length && isStill(tokens, from, to, named)) to += 1;
    const behind = named.filter(({ at }) => at > from && at < to);
    const speaks = tokens
      .slice(from + 1, to)
      .some(({ folded }) => kindOf(folded) !== null || ANYTHING.test(folded));
    const before = named.filter(({ at, stretch: own }) => at < from && own === stretch);
    for (const { at } of behind.length > 0 || speaks ? behind : before) scope.add(at);
  }
  return scope;
}
const ANYTHING = /^(?:any|anything|none|everything|all|irgend\w*|alles|nada|todo)$/u;

/** In the same stretch and before a "but", or a list that goes on with names alone. */
function isStill(tokens: readonly Token[], from: number, at: number, named: readonly Named[]): boolean {
  const token = tokens[at];
  if (token === undefined || RESETS.test(token.folded)) return false;
  if (token.stretch === tokens[from]?.stretch) return true;
  const own = tokens.filter(({ stretch }) => stretch === token.stretch);
  const before = tokens[at - 1];
  return (
    before !== undefined &&
    isStillNamed(tokens, before.stretch, named) &&
    !own.some(({ kind, folded }) => kind === 'WORD' && actsOf(folded).length > 0) &&
    isStillNamed(tokens, token.stretch, named)
  );
}
const isStillNamed = (tokens: readonly Token[], stretch: number, named: readonly Named[]): boolean =>
  named.some((one) => one.stretch === stretch && tokens[one.at] !== undefined);

export const actsOf = (folded: string): readonly Act[] =>
  formsOf(folded).flatMap((form) => actOf(form) ?? []);

/** Of several that bear the name, the one whose kind is said beside it, else what an order is likelier about. */
function thingOf(things: readonly Thing[], tokens: readonly Token[], at: number, end: number): Thing | null {
  const { stretch } = tokens[at] ?? { stretch: -1 };
  const near = [tokens[end], tokens[at - 1], tokens[at - 2]].filter(
    (one): one is Token => one !== undefined && one.stretch === stretch && one.kind === 'WORD',
  );
  const kinds = near.flatMap(({ folded }) => kindOf(folded) ?? []);
  const fitting = things.filter(({ kind }) => kinds.some((one) => OF_KIND[one].includes(kind)));
  const writes = tokens.some((one) => one.stretch === stretch && actsOf(one.folded).includes('ENTER'));
  const order = writes ? [...ORDER].toSorted((a, b) => Number(b === 'FIELD') - Number(a === 'FIELD')) : ORDER;
  return (
    (fitting.length > 0 ? fitting : things).toSorted(
      (a, b) => order.indexOf(a.kind) - order.indexOf(b.kind),
    )[0] ?? null
  );
}

export const actsIn = ({ tokens }: Scene, stretch: number): readonly Act[] =>
  tokens.flatMap((token) => (token.stretch === stretch && token.kind === 'WORD' ? actsOf(token.folded) : []));
export const thingsThat = ({ named }: Scene, ...kinds: readonly ThingKind[]): readonly Named[] =>
  named.filter(({ thing }) => kinds.includes(thing.kind));
export const hasThing = ({ things }: Scene, ...kinds: readonly ThingKind[]): boolean =>
  things.some(({ kind }) => kinds.includes(kind));

/** The words of a stretch outside of quotations. */
export const stretchText = ({ tokens }: Scene, stretch: number): string =>
  tokens
    .filter((one) => one.stretch === stretch && one.kind !== 'QUOTED')
    .map(({ folded }) => folded)
    .join(' ');
