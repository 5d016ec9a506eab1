// The forms in which verbs stand in an order ("pressing", "was pressed"), and what they do. Pure.
// INVARIANT: a word that is in no table is no verb here.
import { CLASSES, IRREGULAR } from './tables/verb-classes.ts';

const DOUBLED =
  /^(?:tap|hit|put|set|get|cut|drag|drop|pop|jot|bin|scrap|submit|star|flip|log|sum|trig|chuck_|flag|run|shut|tot|slip|plug|reset)$/;

const ingOf = (verb: string): string =>
  DOUBLED.test(verb)
    ? `${verb}${verb.at(-1) ?? ''}ing`
    : /[^e]e$/.test(verb)
      ? `${verb.slice(0, -1)}ing`
      : `${verb}ing`;
const edOf = (verb: string): string =>
  DOUBLED.test(verb)
    ? `${verb}${verb.at(-1) ?? ''}ed`
    : verb.endsWith('e')
      ? `${verb}d`
      : /[^aeiou]y$/.test(verb)
        ? `${verb.slice(0, -1)}ied`
        : `${verb}ed`;

export type Form = 'BASE' | 'GERUND' | 'PAST' | 'PARTICIPLE';
/** `act`: what is done; `said`: the verb itself, in its base form. */
export type Verb = { readonly acts: readonly string[]; readonly said: string };

type Forms = ReadonlyMap<string, Verb>;
function formsOf(form: Form): Forms {
  const made = new Map<string, Verb>();
  for (const [act, verbs] of Object.entries(CLASSES))
    for (const said of verbs.split('|')) {
      const [first = '', ...particle] = said.split(' ');
      const past = IRREGULAR[first];
      const inflected =
        form === 'BASE'
          ? first
          : form === 'GERUND'
            ? ingOf(first)
            : form === 'PAST'
              ? (past?.[0] ?? edOf(first))
              : (past?.[1] ?? edOf(first));
      const key = [inflected, ...particle].join(' ');
      const before = made.get(key);
      made.set(key, { acts: [...(before?.acts ?? []), act], said });
    }
  return made;
}
const FORMS: Readonly<Record<Form, Forms>> = {
  BASE: formsOf('BASE'),
  GERUND: formsOf('GERUND'),
  PAST: formsOf('PAST'),
  PARTICIPLE: formsOf('PARTICIPLE'),
};

export const verbNamed = (words: string, form: Form): Verb | null => FORMS[form].get(words) ?? null;

/** All the verbs that a span may begin with, the longest first. */
export function verbsAt(
  lows: readonly string[],
  form: Form,
): readonly { readonly verb: Verb; readonly size: number }[] {
  return [4, 3, 2, 1].flatMap((size) => {
    if (lows.length < size) return [];
    const verb = verbNamed(lows.slice(0, size).join(' '), form);
    return verb === null ? [] : [{ verb, size }];
  });
}
const NOUNS_TOO: ReadonlySet<string> = new Set([
  'mouse',
  'double',
  'right',
  'point',
  'roll',
  'punch',
  'search',
  'order',
  'number',
]);
const FIRST_WORDS: ReadonlySet<string> = new Set(
  [...FORMS.BASE.keys()].map((verb) => verb.split(' ')[0] ?? '').filter((word) => !NOUNS_TOO.has(word)),
);
/** A verb, or the first word of one. */
export const isVerb = (word: string): boolean => FIRST_WORDS.has(word);
