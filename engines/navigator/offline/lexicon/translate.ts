// An order in German or Spanish as the English that the grammar reads: clause by clause, the verb first. Pure.
// INVARIANT: only words of the tables are exchanged; quotations (set aside before) and names stay as they are.
import { BEHIND_NOUN, JOINTS, POLITE, SIGNS_OF_LANGUAGE, SMALL_WORDS, type Language } from './small-words.ts';
import { VERB_ROWS } from './verbs.ts';

type Foreign = 'de' | 'es';

/** Lower case, without marks, `ß` as `ss`: what people type on another keyboard is the same word. */
const fold = (text: string): string =>
  text
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '');
/** "waehle" is "wähle". */
const foldGerman = (text: string): string =>
  fold(
    text
      .replace(/ae/gi, 'ä')
      .replace(/oe/gi, 'ö')
      .replace(/(?<![aeq])ue/gi, 'ü'),
  );

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
    const verbs = words.some((_, at) => verbAt(language, words.slice(at).join(' ')) !== null) ? 1 : 0;
    const first = verbAt(language, stripPolite(masked.trim(), language)) === null ? 0 : 1;
    return words.filter((word) => signs.has(word)).length + verbs + first;
  };
  const [de, es] = [score('de'), score('es')];
  if (Math.max(de, es) <= english) return 'en';
  return de >= es ? 'de' : 'es';
}

const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const EDGE = String.raw`(?![\p{L}\p{N}])`;

type Form = {
  readonly verb: string;
  readonly imperative: RegExp;
  readonly infinitive: RegExp;
  readonly particle: string;
};

/** INVARIANT: matched against folded text, longest forms first. */
const FORMS: Readonly<Record<Foreign, readonly Form[]>> = {
  de: VERB_ROWS.flatMap(({ verb, de = '' }) =>
    de
      .split('|')
      .filter((form) => form !== '')
      .map((form): Form & { readonly size: number } => {
        const [before = '', after] = form.split('~');
        const stem = foldGerman(after ?? before);
        const particle = after === undefined ? '' : foldGerman(before);
        const endings = '(?:en|e|n|t)?';
        return {
          verb,
          particle,
          size: stem.length + particle.length * 2,
          imperative: new RegExp(`^${escape(stem)}${endings}${EDGE}`, 'u'),
          infinitive: new RegExp(`(?:^|\\s)${escape(particle)}(?:zu)?${escape(stem)}e?n$`, 'u'),
        };
      }),
  ).sort((a, b) => b.size - a.size),
  es: VERB_ROWS.flatMap(({ verb, es = '' }) =>
    es
      .split('|')
      .filter((form) => form !== '')
      .map((form): Form & { readonly size: number } => ({
        verb,
        particle: '',
        size: form.length,
        imperative: new RegExp(`^${escape(fold(form))}${EDGE}`, 'u'),
        infinitive: /(?!)/u,
      })),
  ).sort((a, b) => b.size - a.size),
};

type Found = { readonly verb: string; readonly rest: string };

/** The verb of a clause and the clause without it. */
function verbAt(language: Foreign, clause: string): Found | null {
  const folded = language === 'de' ? foldSame(clause, foldGerman) : foldSame(clause, fold);
  const text = folded.text.trim();
  for (const { verb, imperative, particle } of FORMS[language]) {
    const match = imperative.exec(text);
    if (match === null) continue;
    const rest = folded.original(match[0].length);
    if (particle === '') return { verb, rest };
    const at = new RegExp(`\\s${particle}(?=\\s*$|\\s+(?:in|auf|mit|aus|als|fur|bei|und)\\b)`, 'u').exec(
      fold(rest),
    );
    if (at !== null)
      return { verb, rest: `${rest.slice(0, at.index)}${rest.slice(at.index + 1 + particle.length)}` };
  }
  for (const { verb, infinitive } of FORMS[language]) {
    const match = infinitive.exec(text);
    if (match !== null) return { verb, rest: folded.original(0).trim().slice(0, match.index) };
  }
  return null;
}

/** Folding may change lengths (ß, "ue"): the original's words are counted, not its letters. */
function foldSame(
  clause: string,
  folding: (text: string) => string,
): { text: string; original: (from: number) => string } {
  const words = clause.trim().split(/\s+/);
  const folded = words.map(folding);
  return {
    text: folded.join(' '),
    original: (from) => {
      let length = 0;
      let at = 0;
      while (at < words.length && length < from) length += (folded[at++] ?? '').length + 1;
      return words.slice(at).join(' ');
    },
  };
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
  for (let next = rest.replace(POLITE_PATTERNS[language], ''); next !== rest && next !== '';)
    [rest, next] = [next, next.replace(POLITE_PATTERNS[language], '')];
  return rest;
}

const PAIRS: Readonly<Record<Foreign, readonly (readonly [RegExp, string])[]>> = {
  de: pairsOf('de'),
  es: pairsOf('es'),
};

function pairsOf(language: Foreign): readonly (readonly [RegExp, string])[] {
  return SMALL_WORDS[language]
    .split(/[|\n]/)
    .reduceRight<readonly (readonly [string, string])[]>((pairs, entry) => {
      if (entry === '') return pairs;
      const [from = '', to] = entry.split('=');
      // "rote|roten=red": the words without an own meaning have the next one's.
      return [[from, to ?? pairs[0]?.[1] ?? ''], ...pairs];
    }, [])
    .toSorted(([a], [b]) => b.length - a.length)
    .map(
      ([from, to]) =>
        [new RegExp(`(?<![\\p{L}\\p{N}@_-])${escape(from)}(?![\\p{L}\\p{N}@_-])`, 'giu'), to] as const,
    );
}

/** Small words and kinds. What was exchanged is set aside, so that no word is exchanged twice. */
function smallWords(text: string, language: Foreign): string {
  const done: string[] = [];
  const genitive =
    language === 'de' ? text.replace(/(\p{Lu}\p{L}+|\uE001) (?:der|des) /gu, '$1 \uE200 ') : text;
  const marked = PAIRS[language].reduce(
    (rest, [pattern, to]) => rest.replace(pattern, () => `\uE210${done.push(to) - 1}\uE211`),
    genitive,
  );
  const said = marked
    .replace(/\uE210(\d+)\uE211/g, (_, i) => done[Number(i)] ?? '')
    .replace(/\uE200/g, 'of the');
  return BEHIND_NOUN.reduce((rest, [pattern, to]) => rest.replace(pattern, to), said);
}

const QUESTION = /^(?:what|which|how|who|when|where)\b/i;
const NOT: Readonly<Record<Foreign, RegExp>> = { de: /\bnicht\b\s*|^ohne\s+/iu, es: /^(?:no|sin)\s+/iu };
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
  const chunks: { text: string; before: string }[] = [];
  let at = 0;
  let before = '';
  for (const match of text.replace(/[.!?]+\s*$/, '').matchAll(joint)) {
    chunks.push({ text: text.slice(at, match.index), before });
    at = match.index + match[0].length;
    before = match[0].includes(',') ? ', ' : ' and ';
  }
  chunks.push({ text: text.slice(at).replace(/[.!?]+\s*$/, ''), before });
  const clauses: string[] = [];
  for (const chunk of chunks) {
    const said = clauseOf(chunk.text, language);
    const small = smallWords(stripPolite(chunk.text, language), language).trim();
    if (small === '') continue;
    if (said !== null || clauses.length === 0 || QUESTION.test(small)) clauses.push(said ?? small);
    else clauses[clauses.length - 1] = `${clauses.at(-1) ?? ''}${chunk.before}${small}`;
  }
  return clauses.join('; ');
}

function clauseOf(given: string, language: Foreign): string | null {
  const polite = stripPolite(given, language);
  const not = NOT[language].test(polite);
  const bare = stripPolite(
    (not ? polite.replace(NOT[language], '') : polite).replace(REFLEXIVE, '').trim(),
    language,
  );
  const found = verbAt(language, bare);
  if (found === null) return null;
  const rest = smallWords(found.rest, language).trim();
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
    : once;
  return `${verb} ${to}`.trim();
}
