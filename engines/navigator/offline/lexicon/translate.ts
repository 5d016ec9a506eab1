// An order in German or Spanish as the English that the grammar reads: clause by clause, the verb first. Pure.
// INVARIANT: only words of the tables are exchanged; quotations (set aside before) and names stay as they are.
import {
  BEHIND_NOUN,
  JOINTS,
  NOUNS,
  POLITE,
  SIGNS_OF_LANGUAGE,
  SMALL_WORDS,
  type Language,
} from './small-words.ts';
import { EDGE, escape, verbAt, type Foreign } from './verb-forms.ts';

const WORD = /[\p{L}\p{N}\uE000\uE001'-]+/gu;
const ENGLISH_SIGNS = new Set(
  'the a an of to and with for from into this that is are click press select enter type choose open on by it all each what which how who your my then button field box'.split(
    ' ',
  ),
);

/** By its small words and verbs; English where nothing speaks for another. */
export function languageOf(masked: string): Language {
  const words = (masked.match(WORD) ?? []).map((word) => word.toLowerCase());
  const english = words.filter((word) => ENGLISH_SIGNS.has(word)).length;
  const score = (language: Foreign): number => {
    const signs = new Set(SIGNS_OF_LANGUAGE[language].split(' '));
    const first = verbAt(language, stripPolite(masked.trim(), language)) === null ? 0 : 1;
    return words.filter((word) => signs.has(word)).length + first;
  };
  const [de, es] = [score('de'), score('es')];
  if (Math.max(de, es) <= english) return 'en';
  return de >= es ? 'de' : 'es';
}

const politePattern = (language: Language): RegExp =>
  new RegExp(
    `^(?:${POLITE[language]
      .split('|')
      .toSorted((a, b) => b.length - a.length)
      .map(escape)
      .join('|')})${EDGE}[,!:]?\\s*`,
    'iu',
  );
const POLITE_PATTERNS: Readonly<Record<Language, RegExp>> = {
  en: politePattern('en'),
  de: politePattern('de'),
  es: politePattern('es'),
};

export function stripPolite(clause: string, language: Language): string {
  let rest = clause.trim();
  for (let next = rest.replace(POLITE_PATTERNS[language], ''); next !== rest;)
    [rest, next] = [next, next.replace(POLITE_PATTERNS[language], '')];
  return rest;
}

const ARTICLE = /^(?:the|a|my|this)$/;

type Pair = { readonly pattern: RegExp; readonly to: string; readonly noun: boolean };
const PAIRS: Readonly<Record<Foreign, readonly Pair[]>> = { de: pairsOf('de'), es: pairsOf('es') };

function pairsOf(language: Foreign): readonly Pair[] {
  return [
    ...entriesOf(SMALL_WORDS[language]).map((entry) => ({ ...entry, noun: false })),
    ...entriesOf(NOUNS[language]).map((entry) => ({ ...entry, noun: true })),
  ]
    .toSorted((a, b) => b.from.length - a.from.length)
    .map(({ from, to, noun }) => ({
      pattern: new RegExp(`(?<![\\p{L}\\p{N}@_-])${escape(from)}(?![\\p{L}\\p{N}@_-])`, 'giu'),
      to,
      noun,
    }));
}

/** "rote|roten=red": a word without a meaning of its own has the next one's. */
function entriesOf(table: string): readonly { readonly from: string; readonly to: string }[] {
  let meaning = '';
  return table
    .split(/[|\n]/)
    .filter((entry) => entry !== '')
    .toReversed()
    .map((entry) => {
      const [from = '', to] = entry.split('=');
      meaning = to ?? meaning;
      return { from, to: meaning };
    });
}

/** What was exchanged is set aside, so that no word is exchanged twice. */
function smallWords(text: string, language: Foreign, opens: boolean): string {
  const done: string[] = [];
  const genitive =
    language === 'de' ? text.replace(/(\p{Lu}\p{L}+|\uE001) (?:der|des) /gu, '$1 \uE200 ') : text;
  const marked = PAIRS[language].reduce(
    (rest, { pattern, to, noun }) =>
      rest.replace(pattern, (word: string, at: number) =>
        noun || (at === 0 && (opens || ARTICLE.test(to))) || !/^\p{Lu}/u.test(word)
          ? `\uE210${done.push(to) - 1}\uE211`
          : word,
      ),
    genitive,
  );
  const said = marked
    .replace(/\uE210(\d+)\uE211/g, (_, i) => done[Number(i)] ?? '')
    .replace(/\uE200/g, 'of the');
  return BEHIND_NOUN.reduce((rest, [pattern, to]) => rest.replace(pattern, to), said);
}

const QUESTION = /^(?:what|which|how|who|when|where)\b/i;
const NOT: Readonly<Record<Foreign, RegExp>> = { de: /\bnichts?\b\s*|^ohne\s+/iu, es: /^(?:no|sin)\s+/iu };
const REFLEXIVE = /(?<![\p{L}])(?:dich|mich|sich|uns|bitte|mal|sie|por favor)(?![\p{L}])\s*/giu;
const PHRASES: Readonly<Record<Foreign, readonly (readonly [RegExp, string])[]>> = {
  de: [
    [
      /\b(?:setz|mach)(?:e|en)?(?: sie)? (?:ein|das|einen) h(?:ä|ae)kchen (?:bei|in|vor|neben|an)\b/giu,
      'kreuze an',
    ],
    [/\bentfern(?:e|en)(?: sie)? (?:das|den) h(?:ä|ae)kchen (?:bei|von|aus|vor)\b/giu, 'deselektiere'],
    [/\bmach(?:e|en)?(?: sie)? (.+?) auf(?=$|[.,;]| und )/giu, 'öffne $1'],
    [/\bmach(?:e|en)?(?: sie)? (.+?) zu(?=$|[.,;]| und )/giu, 'schließe $1'],
  ],
  es: [],
};

/** Clauses of English, joined by semicolons. */
export function translate(masked: string, language: Foreign): string {
  const text = PHRASES[language].reduce((rest, [pattern, to]) => rest.replace(pattern, to), masked);
  const joint = new RegExp(
    `\\s*[;.!?]\\s+|\\s*,\\s*(?:(?:${JOINTS[language]})\\s+)?|\\s+(?:${JOINTS[language]})\\s+`,
    'giu',
  );
  const plain = text.replace(/[¿¡]/g, '').replace(/[.!?]+\s*$/, '');
  const clauses: string[] = [];
  let at = 0;
  let before = '';
  const take = (end: number, joint: string): void => {
    const chunk = plain.slice(at, end).trim();
    const small = stripPolite(chunk, language);
    const last = clauses.at(-1);
    if (
      small !== '' &&
      (last === undefined ||
        verbAt(language, bareOf(small, language)) !== null ||
        QUESTION.test(smallWords(small, language, true)))
    )
      clauses.push(chunk);
    else if (small !== '') clauses[clauses.length - 1] = `${last ?? ''}${before}${chunk}`;
    before = joint.includes(',') ? ', ' : JOINS_WORDS.test(joint) ? ` ${joint.trim()} ` : ' ';
  };
  for (const match of plain.matchAll(joint)) {
    take(match.index, match[0]);
    at = match.index + match[0].length;
  }
  take(plain.length, '');
  return clauses
    .map(
      (clause) =>
        clauseOf(clause, language) ?? smallWords(stripPolite(clause, language), language, true).trim(),
    )
    .join('; ');
}

const JOINS_WORDS = /^\s*(?:und|y|e)\s*$/i;

const bareOf = (clause: string, language: Foreign): string =>
  stripPolite(clause.replace(NOT[language], '').replace(REFLEXIVE, '').trim(), language);

function clauseOf(given: string, language: Foreign): string | null {
  const polite = stripPolite(given, language);
  const not = NOT[language].test(polite);
  const bare = stripPolite(
    (not ? polite.replace(NOT[language], '') : polite).replace(REFLEXIVE, '').trim(),
    language,
  );
  const found = verbAt(language, bare);
  if (found === null) return null;
  const rest = smallWords(found.rest, language, false).trim();
  return `${not ? 'do not ' : ''}${joined(found.verb, rest)}`;
}

/** "stelle X auf 5" is "set X to 5"; "suche nach X" has its "for" already. */
function joined(verb: string, rest: string): string {
  const last = verb.split(' ').at(-1) ?? '';
  const once = ['for', 'to', 'over', 'in'].includes(last)
    ? rest.replace(/^(?:for|to|over|on|in)(?: the)? /i, (said) => (/the $/i.test(said) ? 'the ' : ''))
    : rest;
  const to = /^(?:set|change)$/.test(verb)
    ? once.replace(/ (?:on|in|at) (?!.* (?:on|in|at|to) )/i, ' to ')
    : verb.endsWith('click')
      ? once.replace(/^in /i, 'on ')
      : verb === 'choose'
        ? once.replace(/ of the (?=dropdown|list|menu)/i, ' from the ')
        : once;
  return `${verb} ${to}`.trim();
}
