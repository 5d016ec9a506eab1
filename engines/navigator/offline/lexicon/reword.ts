// An order in other words as the words that the grammar reads: politeness off, slips of the keyboard mended, synonyms of verbs,
// passives and gerunds as imperatives. INVARIANT: quotations are set aside before; nothing that names a thing is changed.
import { described } from './descriptions.ts';
import { framed } from './frames.ts';
import { joined } from './joints.ts';
import { referred } from './referents.ts';
import { heard, mayMatch, rewritten, sought } from './phrases/clues.ts';
import { openingsOf } from './phrases/openings.ts';
import { POLITE } from './small-words.ts';
import { SAME } from './sentences.ts';
import { languageOf, translate } from './translate.ts';
import { meant } from './typing.ts';
import { inTurn } from './turns.ts';
import { EDGE, escape } from './verb-forms.ts';
import { PLAIN_VERBS, VERB_ROWS, VERBS_WITH_A_THING } from './verbs.ts';

const words = (list: string): readonly string[] => list.split('|').filter((word) => word !== '');
/** As a pattern in which any blanks stand for one. */
const spaced = (text: string): string => escape(text).replace(/ /g, String.raw`\s+`);

/** Synonym → the verb of the rules; longest first. */
const SYNONYMS: readonly (readonly [string, string])[] = VERB_ROWS.flatMap(({ verb, en = '' }) =>
  words(en).map((word) => [word, verb] as const),
).toSorted(([a], [b]) => b.length - a.length);

const longestFirst = (list: readonly string[]): readonly string[] =>
  [...new Set(list)]
    .toSorted((a, b) => b.length - a.length)
    .map((word) => (word.includes('[') ? word : spaced(word)));
const PLAIN = longestFirst(['double[- ]?click', 'right[- ]?click', ...words(PLAIN_VERBS)]);
const WITH_A_THING = longestFirst([...words(VERBS_WITH_A_THING), ...SYNONYMS.map(([word]) => word)]);
const A_THING =
  '(?:the|an?|my|your|his|her|its|their|it|them|this|that|these|those|all|both|each|every|everything|any|some|on|in|into|to|for|me|up|down|out|\uE000|\\d)';

/** What an order may begin with inside a sentence, as a pattern without groups that count. */
export const VERB_PATTERN = `(?:(?:${PLAIN.join('|')})(?![\\p{L}\\p{N}])|(?:${WITH_A_THING.join('|')})\\s+${A_THING})`;

const verbFirst = openingsOf([...PLAIN, ...WITH_A_THING], EDGE);
const startsWithVerb = (text: string): boolean => verbFirst(text) !== null;
const synonymFirst = openingsOf(
  SYNONYMS.map(([word]) => spaced(word)),
  String.raw`(?![\p{L}\p{N}-])`,
);

const SINGLE_VERBS: ReadonlySet<string> = new Set(
  [...words(PLAIN_VERBS), ...words(VERBS_WITH_A_THING), ...VERB_ROWS.map(({ verb }) => verb)]
    .flatMap((word) => word.split(' '))
    .filter(
      (word) =>
        /^[a-z]{4,}$/.test(word) && !['with', 'over', 'down', 'back', 'know', 'sure', 'work'].includes(word),
    ),
);
const KIND_NAMES: ReadonlySet<string> = new Set(
  'button buttons checkbox checkboxes dropdown section sections textbox slider spinner option options field fields radio dialog result results calendar password username paragraph'.split(
    ' ',
  ),
);
/** Words that look like slips of the ones above and are none. */
const OTHER_WORDS: ReadonlySet<string> = new Set(
  'none slide slides bottom bottoms action actions optional field files filed radios fired yield closer opened fine full fill mind word work lick rest tall lock hide wide wind mail make take sale sand safe save chess stay stays stare smart soft short sport last lost lift past port pose same pink pack sing step shop shot slow snow shoe mode more cell calm exit clone shape spare shore older white wrote guest paint plane plate real road rear ready fall fell feel fund park mask plan pray boot cheese tape'.split(
    ' ',
  ),
);

/** What a synonym of several words begins with: "point at" is no slip of "print". */
const FIRST_WORDS: ReadonlySet<string> = new Set(SYNONYMS.map(([word]) => word.split(' ')[0] ?? ''));

/** Where an order may begin: the start, behind a stop, behind "and" or "then". */
const BEGINNING = /(^|[.;!?:,]\s+|(?<![\p{L}\p{N}])(?:and\s+then|and|then|to|by)\s+)([\p{L}]{4,})(?=\s|$)/giu;

function mendTyping(text: string): string {
  const verbs = text.replace(BEGINNING, (whole, before: string, word: string) => {
    // What is written with a capital inside a sentence is a name.
    if (before !== '' && /^\p{Lu}/u.test(word) && !/[.;!?]\s+$/.test(before)) return whole;
    const lower = word.toLowerCase();
    if (OTHER_WORDS.has(lower) || FIRST_WORDS.has(lower) || baseOf(word) !== null) return whole;
    return `${before}${meant(word, SINGLE_VERBS)}`;
  });
  return verbs.replace(/(?<![\p{L}\p{N}\uE001-])[a-z]{5,}(?![\p{L}\p{N}\uE000-])/gu, (word) =>
    OTHER_WORDS.has(word) || KIND_NAMES.has(word.replace(/e?s$/, '')) ? word : meant(word, KIND_NAMES),
  );
}

/** "clicking", "pressed", "chosen": the verb itself. */
export function baseOf(word: string): string | null {
  const lower = word.toLowerCase();
  const irregular: Readonly<Record<string, string>> = {
    chosen: 'choose',
    written: 'write',
    hidden: 'hide',
    shown: 'show',
    sent: 'send',
    set: 'set',
    put: 'put',
    read: 'read',
    found: 'find',
    clicked: 'click',
    typed: 'type',
    hit: 'hit',
    hitting: 'hit',
    'double-clicked': 'double-click',
    'double-clicking': 'double-click',
    'right-clicked': 'right-click',
    'right-clicking': 'right-click',
    unticked: 'untick',
    cut: 'cut',
    bought: 'buy',
    drawn: 'draw',
    taken: 'take',
    gotten: 'get',
    wrote: 'write',
    chose: 'choose',
  };
  const known = irregular[lower];
  if (known !== undefined) return known;
  const stem = /^(.{2,})(?:ing|ed)$/.exec(lower)?.[1];
  if (stem === undefined) return null;
  return (
    [stem, `${stem}e`, stem.replace(/(.)\1$/, '$1'), stem.replace(/i$/, 'y')].find(
      (one) => SINGLE_VERBS.has(one) || SHORT_VERBS.has(one),
    ) ?? null
  );
}
const SHORT_VERBS: ReadonlySet<string> = new Set([
  'spin',
  'roll',
  'put',
  'set',
  'get',
  'add',
  'buy',
  'hit',
  'tap',
  'log',
  'use',
  'go',
]);

const LIGHT =
  /^(?:do|just|simply|quickly|carefully|now|first|firstly|finally|lastly|next|also|then|so|well|ok|okay|again|try to|go and|start by|begin by|proceed to)[,:]?\s+/i;

/** Politeness off. The light words go only where an order follows: they may be names. */
function plainStart(clause: string): string {
  let rest = clause.trim();
  for (;;) {
    const light = rest.replace(LIGHT, '');
    if (
      light !== rest &&
      (startsWithVerb(light) ||
        LIGHT.test(light) ||
        sureFirst(light) !== null ||
        baseOf(light.split(' ')[0] ?? '') !== null)
    )
      rest = light;
    else {
      const sure = rest.slice(sureFirst(rest)?.[0].length ?? 0);
      if (sure === rest || sure === '') return rest;
      rest = sure;
    }
  }
}
const SURE_PHRASES = words(POLITE.en).filter(
  (phrase) => phrase.includes(' ') || /^(?:please|pls|plz|kindly|hey|hello|hi|let's)$/.test(phrase),
);
const sureFirst = openingsOf(
  SURE_PHRASES.toSorted((a, b) => b.length - a.length).map(spaced),
  String.raw`[,!:]?\s+`,
);
const AT_END =
  /[,\s]+(?:please|pls|plz|thanks|thank you|thx|many thanks|for me|if you (?:would|could|can|please)|right away|asap|as soon as possible|when you have a moment|if possible|would you|will you|could you|ok(?:ay)?(?=\s*\?))(?=\s*[.!?]*\s*$)/i;

const PASSIVE =
  /^(?:(?:i (?:want|need|would like)|i'd like|get|have) )?(.+?) (?:(?:should|must|needs? to|has to|have to|ought to|is to|are to) (?:be|get) |to be )([\p{L}]+)$/iu;
const WANTED =
  /^(?:i (?:want|need|would like)|i'd like|get|have) ((?:the|a|my|all|every)\s.+?) ([\p{L}]+(?:ed|en))$/iu;

const GERUND = new RegExp(`^(?![Uu]sing)[\\p{L}-]+ing\\s+(?:${A_THING}|\\p{Lu})`, 'u');

/** One clause, the verb of the rules first. */
export function plainClause(given: string): string {
  let clause = plainStart(given);
  const passive = sought(PASSIVE, clause) ?? sought(WANTED, clause);
  const done = passive === null ? null : baseOf(passive[2] ?? '');
  if (passive !== null && done !== null) clause = `${done} ${passive[1] ?? ''}`;
  const first = /^[\p{L}]+(?:-[\p{L}]+)?/u.exec(clause)?.[0] ?? '';
  if (sought(GERUND, clause) !== null) {
    const base = baseOf(first);
    if (base !== null) clause = `${base}${clause.slice(first.length)}`;
  }
  const synonym = synonymFirst(clause)?.[1];
  if (synonym === undefined) return clause;
  const verb = SYNONYMS.find(([word]) => word === synonym.toLowerCase().replace(/\s+/g, ' '))?.[1] ?? synonym;
  return `${verb}${clause.slice(synonym.length)}`;
}

/** What joins two acts in time; the order of the clauses says the same. */
const AFTERWARDS = new RegExp(
  String.raw`(?:\s*[.,;])?\s+(?:and |but )?(?:only )?(?:after (?:that|this|which|it|doing (?:so|that))|afterwards|following (?:that|this)|next(?: up)?|subsequently|thereafter|later|lastly|finally|in the end|at last|(?:once|when) (?:that|this|it)(?:'s| is| has been) done|having done (?:that|this|so)),?\s+(?:please |you (?:should |can |must |need to )?|just )*(?=(?:${[...PLAIN, ...WITH_A_THING].join('|')}|doubl?e-click)(?![\p{L}\p{N}]))`,
  'giu',
);

/** "after doing A, do B", "do B before doing A": what is to be done first stands first. Sentence by sentence. */
const IN_ORDER: readonly (readonly [RegExp, string])[] = [
  [/^before (\p{L}+ing\b[^,]*), (.+)$/iu, '$2; $1'],
  [/^after (\p{L}+ing\b[^,]*), (.+)$/iu, '$1; $2'],
  [/^(.+?),? before (\p{L}+ing\b.+)$/iu, '$1; $2'],
  [/^(.+?),? after (\p{L}+ing\b.+)$/iu, '$2; $1'],
];
const inOrder = (sentence: string): string =>
  IN_ORDER.reduce(
    (rest, [pattern, to]) =>
      rest.includes(';') || !mayMatch(pattern, heard(rest)) ? rest : rest.replace(pattern, to),
    sentence,
  );

/** In English, slips of the keyboard mended; else as it was said. */
export function mended(masked: string): string {
  const language = languageOf(masked);
  return mendTyping(language === 'en' ? masked : translate(masked, language));
}

/** The whole order, quotations set aside, in the words and the language that the clauses are looked for in. */
export function reword(masked: string): string {
  const language = languageOf(masked);
  const english = language === 'en' ? masked : translate(masked, language);
  let text = plainStart(english)
    .split(/(?<=[.!?])\s+/)
    .map(inOrder)
    .join(' ');
  for (let next = text.replace(AT_END, ''); next !== text;) [text, next] = [next, next.replace(AT_END, '')];
  const said = rewritten(mendTyping(text), [[AFTERWARDS, ', then '], ...SAME]);
  return joined(described(referred(described(inTurn(said)))), baseOf);
}

/** One clause out of its frame, as orders with `;` between them. */
export const unframed = (clause: string): string => framed(plainStart(clause), baseOf, startsWithVerb);
