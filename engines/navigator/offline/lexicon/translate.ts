// An order in German or Spanish as the English that the grammar reads: clause by clause, the verb first. Pure.
// INVARIANT: only words of the tables are exchanged; quotations (set aside before) and names stay as they are.
import { heard, rewritten } from './phrases/clues.ts';
import { openingsOf } from './phrases/openings.ts';
import { PHRASES } from './phrases/foreign.ts';
import {
  BEHIND_NOUN,
  JOINTS,
  NOUNS,
  POLITE,
  SIGNS_OF_LANGUAGE,
  SMALL_WORDS,
  type Language,
} from './small-words.ts';
import { EDGE, escape, verbAt, verbOfParticiple, type Foreign } from './verb-forms.ts';

const WORD = /[\p{L}\p{N}\uE000\uE001'-]+/gu;
const ENGLISH_SIGNS = new Set(
  'the a an of to and with for from into this that is are click press select enter type choose open on by it all each what which how who your my then button field box'.split(
    ' ',
  ),
);

/** By its small words and verbs; English where nothing speaks for another. */
export function languageOf(masked: string): Language {
  const words = (masked.match(WORD) ?? []).map((word) => word.toLowerCase());
  // "Kreuze X an": an article has something behind it.
  const english = words.filter(
    (word, at) =>
      ENGLISH_SIGNS.has(word) && !(word === 'an' && /^(?:und|dann|danach|)$/.test(words[at + 1] ?? '')),
  ).length;
  const score = (language: Foreign): number => {
    const signs = new Set(SIGNS_OF_LANGUAGE[language].split(' '));
    const verbs = masked
      .replace(/[¿¡]/g, '')
      .split(/[.;,]\s+|\s+(?:und|y)\s+/u)
      .filter((clause) => verbAt(language, stripPolite(clause.trim(), language)) !== null);
    return words.filter((word) => signs.has(word)).length + verbs.length;
  };
  const [de, es] = [score('de'), score('es')];
  if (Math.max(de, es) <= english) return 'en';
  return de >= es ? 'de' : 'es';
}

const politeFirst = (language: Foreign): ReturnType<typeof openingsOf> =>
  openingsOf(
    POLITE[language]
      .split('|')
      .toSorted((a, b) => b.length - a.length)
      .map(escape),
    String.raw`${EDGE}[,!:]?\s*`,
  );
const POLITE_FIRST: Readonly<Record<Foreign, ReturnType<typeof openingsOf>>> = {
  de: politeFirst('de'),
  es: politeFirst('es'),
};

export function stripPolite(clause: string, language: Foreign): string {
  let rest = clause.trim();
  for (let polite = 1; polite > 0;) {
    polite = POLITE_FIRST[language](rest)?.[0].length ?? 0;
    rest = rest.slice(polite);
  }
  return rest;
}

const ARTICLE = /^(?:the|a|my|this)$/;

type Pair = { readonly from: string; readonly to: string; readonly noun: boolean };
const PAIRS: Readonly<Record<Foreign, readonly Pair[]>> = { de: pairsOf('de'), es: pairsOf('es') };

function pairsOf(language: Foreign): readonly Pair[] {
  return [
    ...entriesOf(SMALL_WORDS[language]).map((entry) => ({ ...entry, noun: false })),
    ...entriesOf(NOUNS[language]).map((entry) => ({ ...entry, noun: true })),
  ].toSorted((a, b) => b.from.length - a.from.length);
}
const WORDS = new Map<string, RegExp>();
/** Built for the words that occur, a few of many. */
function wordPattern(from: string): RegExp {
  const known = WORDS.get(from);
  const pattern = known ?? new RegExp(`(?<![\\p{L}\\p{N}@_-])${escape(from)}(?![\\p{L}\\p{N}@_-])`, 'giu');
  WORDS.set(from, pattern);
  return pattern;
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
  // What is exchanged brings no letters of its own.
  const { lower } = heard(genitive);
  const marked = PAIRS[language].reduce(
    (rest, { from, to, noun }) =>
      lower.includes(from.toLowerCase())
        ? rest.replace(wordPattern(from), (word: string, at: number) =>
            noun || (at === 0 && (opens || ARTICLE.test(to))) || !/^\p{Lu}/u.test(word)
              ? `\uE210${done.push(to) - 1}\uE211`
              : word,
          )
        : rest,
    genitive,
  );
  const said = marked
    .replace(/\uE210(\d+)\uE211/g, (_, i) => done[Number(i)] ?? '')
    .replace(/\uE200/g, 'of the');
  return rewritten(said, BEHIND_NOUN);
}

const QUESTION = /^(?:what|which|how|who|when|where)\b/i;
const NOT: Readonly<Record<Foreign, RegExp>> = { de: /\bnichts?\b\s*|^ohne\s+/iu, es: /^(?:no|sin)\s+/iu };
const REFLEXIVE = /(?<![\p{L}])(?:dich|mich|sich|uns|bitte|mal|sie|por favor)(?![\p{L}])\s*/giu;

/** How fast, and how kindly; a name has a capital. */
const MANNER =
  /(?<![\p{L}])(?:schnell|gleich|kurz|eben|freundlicherweise|netterweise|rápidamente)(?![\p{L}])\s*/gu;

/** "der Knopf X soll gedrückt werden", "X debe estar marcado": the verb of the participle, as an order. */
const SHOULD: Readonly<Record<Foreign, RegExp>> = {
  de: /(?<thing>(?:(?:den|der|die|das) )?[^.;,]*?\S) (?:soll|sollen|muss|müssen|sollte|sollten)(?<not> nicht(?: mehr)?)? (?:bitte )?(?<middle>(?:(?:in|auf|aus|als|an) [^.;,]+? )?)(?<done>\p{L}+)(?: (?:werden|sein))(?=$|[.,;?]| und )/giu,
  es: /(?<thing>(?:(?:el|la|los|las) )?[^.;,]*?\S) (?:debe|deben|tiene que|tienen que|ha de)(?<not>) (?:ser|estar) (?<middle>)(?<done>\p{L}+[ai]d[oa]s?)(?=$|[.,;?]| y )/giu,
};
/** What is not to be ticked (any more) is unticked. */
const UNDONE: Readonly<Record<string, string>> = {
  anhaken: 'abwählen',
  ankreuzen: 'abwählen',
  abhaken: 'abwählen',
};
function stated(text: string, language: Foreign): string {
  return text.replace(SHOULD[language], (whole: string, ...rest: readonly unknown[]) => {
    const groups = rest.at(-1);
    if (typeof groups !== 'object' || groups === null) return whole;
    const part = (name: string): string => String(Reflect.get(groups, name) ?? '');
    const verb = verbOfParticiple(language, part('done'));
    if (verb === null) return whole;
    const said = `${part('thing').trim()} ${part('middle')}`.trim();
    if (language === 'es') return `${verb} ${said}`;
    return part('not') === '' ? `${said} ${verb}` : `${said} ${UNDONE[verb] ?? `nicht ${verb}`}`;
  });
}

/** Clauses of English, joined by semicolons. */
export function translate(masked: string, language: Foreign): string {
  const text = stated(rewritten(masked, PHRASES[language]), language);
  const joint = new RegExp(
    `\\s*[;.!?]\\s+(?:(?:${JOINTS[language]})\\s+)?|\\s*,\\s*(?:(?:${JOINTS[language]})\\s+)?|\\s+(?:${JOINTS[language]})\\s+`,
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
    else if (small !== '' && before === ', then ' && endsInVerb(last ?? '', language))
      clauses.push(`then ${chunk}`);
    else if (small !== '')
      clauses[clauses.length - 1] =
        `${last ?? ''}${verbAt(language, bareOf(last ?? '', language))?.rest === '' ? ' ' : before}${chunk}`;
    before = THEN_WORDS.test(joint)
      ? ', then '
      : joint.includes(',')
        ? ', '
        : JOINS_WORDS.test(joint)
          ? ` ${joint.trim()} `
          : ' ';
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

/** "X auswählen": its verb comes last, and nothing more belongs to it. */
const endsInVerb = (clause: string, language: Foreign): boolean => {
  const rest = verbAt(language, bareOf(clause, language))?.rest ?? '';
  return rest !== '' && clause.trim().startsWith(rest);
};
const THEN_WORDS =
  /\bthen\b|\b(?:dann|danach|anschließend|zuletzt|schließlich|zum schluss|am ende|luego|entonces|por último|finalmente|a continuación)\b|después/i;
const JOINS_WORDS = /^\s*(?:und|y|e)\s*$/i;

const bareOf = (clause: string, language: Foreign): string =>
  stripPolite(clause.replace(NOT[language], '').replace(REFLEXIVE, '').replace(MANNER, '').trim(), language);

function clauseOf(given: string, language: Foreign): string | null {
  const polite = stripPolite(given, language);
  const not = NOT[language].test(polite);
  const bare = stripPolite(
    (not ? polite.replace(NOT[language], '') : polite).replace(REFLEXIVE, '').replace(MANNER, '').trim(),
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
  const near = verb.endsWith('click') ? /^(?:in|at) (.+?) on (.+)$/i.exec(rest) : null;
  if (near !== null) return `${verb} ${near[2] ?? ''} ${/^at /i.test(rest) ? 'for' : 'in'} ${near[1] ?? ''}`;
  if (verb === 'enter') return `enter ${rest.replace(/ at (?=\S+(?: field)?$)/i, ' into ')}`;
  // "Entra con el usuario X": its "with" went with the verb.
  if (verb === 'log in' && /^(?:the |my )?(?:username|user|password)\b/iu.test(rest))
    return `log in with ${rest}`;
  if (verb === 'forward') return `forward ${rest.replace(/ (?:at|on) (?=\S+$)/i, ' to ')}`;
  if (verb === 'reply') return `reply to ${rest.replace(/^(?:on|to) /i, '')}`;
  if (/^(?:sort|arrange)$/.test(verb)) return `sort ${rest.replace(/ for (?=\S+$)/i, ' by ')}`;
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
