// The maker without network and key: a brief becomes data for our own runtime, and a document that holds both. INVARIANT: no code is
// generated; the document is a function of the brief alone.
import { parseBrief } from '#engines/maker/brief.ts';
import type { View } from '#engines/maker/catalogue.ts';
import { withFilms } from '#engines/maker/seen.ts';
import type { Film } from '#engines/maker/seen.ts';
import { ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { chooseForm } from './form.ts';
import { documentOf } from './page.ts';

export type Made = { readonly html: string; readonly view: View };

const MOST_TITLE_CHARACTERS = 200;

type With = {
  /** Sentences for whoever looks at it. */
  readonly said?: readonly string[] | undefined;
  /** The pages as they were seen. */
  readonly films?: readonly Film[] | undefined;
};

/** Errors: `maker.bad-brief`. */
export function makeApplet(given: unknown, { said = [], films = [] }: With = {}): Result<Made> {
  const brief = parseBrief(given);
  if (!brief.ok) return brief;
  const { data, intent, visualizationHint } = brief.value;
  const { note, ...choice } = chooseForm(data, visualizationHint, intent);
  const plain: View = {
    grade: 'catalogue/1',
    title: (data.title.trim() === '' ? intent : data.title).slice(0, MOST_TITLE_CHARACTERS),
    form: choice.form,
    columns: data.columns.map((column) => ({ ...column })),
    rows: data.rows.map((row) => row.map(({ value, quote, source, unit }) => [value, quote, source, unit])),
    sources: data.sources.map((source) => ({ ...source })),
    notes: [...said, ...(note === null ? [] : [note]), ...data.leftOut],
    label: choice.label,
    along: choice.along,
    measured: [...choice.measured],
    pictures: [],
    seen: [],
  };
  const view = films.length === 0 ? plain : withFilms(plain, films);
  return ok({ html: documentOf(view), view });
}
