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

type Form = { readonly verb: string; readonly stem: string; readonly particle: string };

/** INVARIANT: compared with folded text, longest forms first. Some three hundred: letters are compared, no pattern is built of each. */
const FORMS: Readonly<Record<Foreign, readonly Form[]>> = {
  de: VERB_ROWS.flatMap(({ verb, de = '' }) =>
    de
      .split('|')
      .filter((form) => form !== '')
      .map((form): Form => {
        const [before = '', after] = form.split('~');
        return {
          verb,
          stem: foldGerman(after ?? before),
          particle: after === undefined ? '' : foldGerman(before),
        };
      }),
  ).sort((a, b) => b.stem.length + b.particle.length * 2 - a.stem.length - a.particle.length * 2),
  es: VERB_ROWS.flatMap(({ verb, es = '' }) =>
    es
      .split('|')
      .filter((form) => form !== '')
      .flatMap((form) => [form, negated(form)])
      .map((form) => ({ verb, stem: fold(form), particle: '', size: form.length })),
  ).sort((a, b) => b.size - a.size),
};

/** Behind the stem. "márcalas", "envíalo": the pronoun is written on to it; "pulsaras", "pulses" are wishes. */
const IMPERATIVE_ENDINGS: Readonly<Record<Foreign, RegExp>> = {
  de: /(?:en|e|n|t)?(?![\p{L}\p{N}])/uy,
  es: /(?:ras?|s)?(?:me|te|nos)?(?:l[oa]s?|les?)?(?![\p{L}\p{N}])/uy,
};
/** How much of the text an order's verb takes from its beginning; `null` for another word. */
function imperative(text: string, stem: string, language: Foreign): number | null {
  if (!text.startsWith(stem)) return null;
  const endings = IMPERATIVE_ENDINGS[language];
  endings.lastIndex = stem.length;
  return endings.test(text) ? endings.lastIndex : null;
}
/** Where the verb begins at a text's end: "das Feld ausfüllen", "um es auszufüllen". Longest first. */
function infinitive(text: string, { stem, particle }: Form): number | null {
  for (const form of [`zu${stem}en`, `zu${stem}n`, `${stem}en`, `${stem}n`]) {
    const at = text.length - particle.length - form.length;
    if (at !== 0 && !/\s/.test(text.charAt(at - 1))) continue;
    if (at >= 0 && text.endsWith(`${particle}${form}`)) return Math.max(0, at - 1);
  }
  return null;
}

/** "Márcala": what is written on to the verb, where nothing behind it is what it stands for. */
function withPronoun(rest: string, ending: string, language: Foreign): string {
  const pronoun = language === 'es' ? /l[oa](s?)$/u.exec(ending) : null;
  if (pronoun === null || !/^(?:$|(?:en|con|de|del|desde|hasta|por|para|a|al)\s)/iu.test(rest)) return rest;
  return `${pronoun[1] === 's' ? 'them' : 'it'} ${rest}`.trim();
}

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
  for (const { verb, stem, particle } of FORMS[language]) {
    const end = imperative(text, stem, language);
    if (end === null) continue;
    const rest = withPronoun(folded.original(end), text.slice(stem.length, end), language);
    if (particle === '') return { verb, rest };
    const words = rest.split(' ');
    const at = words.findLastIndex((word) => fold(word).replace(/[,;]$/u, '') === particle);
    const behind = fold(words[at + 1] ?? '');
    // "… an, then Y": what stands behind its comma is another order.
    const mark = /[,;]$/u.exec(words[at] ?? '')?.[0] ?? '';
    if (at >= 0 && (at === 0 || mark !== '' || behind === '' || AFTER_PARTICLE.has(behind)))
      return {
        verb,
        rest: words.toSpliced(at, 1).join(' ').replace(words.slice(0, at).join(' '), `$&${mark}`),
      };
  }
  if (language === 'es' || !text.endsWith('n')) return null;
  for (const form of FORMS.de) {
    const at = infinitive(text, form);
    if (at !== null) return { verb: form.verb, rest: folded.original(0).trim().slice(0, at) };
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
          ? isGermanParticiple(folded, particle, stem)
          : /^[ai]d[oa]s?$/.test(behind(folded, stem.replace(/[aei]r?$/, '')) ?? '');
      if (is) return language === 'de' ? `${particle}${after ?? before}en` : form;
    }
  return null;
}

const behind = (text: string, start: string): string | null =>
  text.startsWith(start) ? text.slice(start.length) : null;
/** "gedrückt", "ausgewählt", "angeklickt"; `ge` may stand before the stem. */
function isGermanParticiple(word: string, particle: string, stem: string): boolean {
  const rest = behind(word, particle);
  return rest !== null && [`ge${stem}`, stem].some((start) => /^(?:e?t|en)$/.test(behind(rest, start) ?? ''));
}
