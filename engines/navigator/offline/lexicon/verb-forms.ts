// The forms in which a verb of the tables stands in a German or Spanish order, and where its parts are. Pure.
import { VERB_ROWS } from './verbs.ts';

export type Foreign = 'de' | 'es';

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

export const escape = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
export const EDGE = String.raw`(?![\p{L}\p{N}])`;

/** "no pulses", "no abras": an order not to has a form of its own. */
const negated = (form: string): string =>
  form.replace(
    /^(\p{L}+)([ae])(?=$| )/u,
    (_, stem: string, end: string) => `${stem}${end === 'a' ? 'es' : 'as'}`,
  );

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
      .flatMap((form) => [form, negated(form)])
      .map((form): Form & { readonly size: number } => ({
        verb,
        particle: '',
        size: form.length,
        // "márcalas", "envíalo": the pronoun is written on to it; "pulsaras", "pulses" are wishes.
        imperative: new RegExp(
          `^${escape(fold(form))}(?:ras?|s)?(?:me|te|nos)?(?:l[oa]s?|les?)?${EDGE}`,
          'u',
        ),
        infinitive: /(?!)/u,
      })),
  ).sort((a, b) => b.size - a.size),
};

type Found = { readonly verb: string; readonly rest: string };

/** "gib Ana ein in das Feld Name": the particle does not always come last. */
const AFTER_PARTICLE: ReadonlySet<string> = new Set([
  'in',
  'auf',
  'mit',
  'als',
  'fur',
  'bei',
  'neben',
  'unter',
  'uber',
  'namens',
  'that',
]);

/** The verb of a clause and the clause without it. */
export function verbAt(language: Foreign, clause: string): Found | null {
  const folded = language === 'de' ? foldSame(clause, foldGerman) : foldSame(clause, fold);
  const text = folded.text.trim();
  for (const { verb, imperative, particle } of FORMS[language]) {
    const match = imperative.exec(text);
    if (match === null) continue;
    const rest = folded.original(match[0].length);
    if (particle === '') return { verb, rest };
    const words = rest.split(' ');
    const at = words.findLastIndex((word) => fold(word) === particle);
    const behind = fold(words[at + 1] ?? '');
    if (at >= 0 && (at === 0 || behind === '' || AFTER_PARTICLE.has(behind)))
      return { verb, rest: words.toSpliced(at, 1).join(' ') };
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

/** "gedrückt", "ausgewählt", "marcado": the form of the same verb that an order begins with; `null` for no verb of the tables. */
export function verbOfParticiple(language: Foreign, word: string): string | null {
  const folded = language === 'de' ? foldGerman(word) : fold(word);
  for (const { de = '', es = '' } of VERB_ROWS)
    for (const form of (language === 'de' ? de : es).split('|')) {
      const [before = '', after] = form.split('~');
      const stem = language === 'de' ? foldGerman(after ?? before) : fold(form);
      const particle = after === undefined ? '' : foldGerman(before);
      if (stem === '' || stem.includes(' ')) continue;
      const is =
        language === 'de'
          ? new RegExp(`^${escape(particle)}(?:ge)?${escape(stem)}(?:e?t|en)$`, 'u').test(folded)
          : new RegExp(`^${escape(stem.replace(/[aei]r?$/, ''))}[ai]d[oa]s?$`, 'u').test(folded);
      if (is) return language === 'de' ? `${particle}${after ?? before}en` : form;
    }
  return null;
}
