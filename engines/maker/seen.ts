// The pages as they were seen, put into an applet of ours: a cell shows its words where they stood. INVARIANT: pictures come in when it is
// opened, and nothing else of it changes: what is kept and what leaves as a file has none.
import { view } from './catalogue.ts';
import type { View } from './catalogue.ts';
import { dataIn, dataScript } from './data.ts';
import { scriptsIn } from './scripts.ts';

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
/** Of one task. */
export type Film = {
  readonly pictures: readonly {
    readonly number: number;
    readonly width: number;
    readonly height: number;
    /** In base64. */
    readonly jpeg: string;
  }[];
  /** Words of a page, and where they stand on which picture. */
  readonly quotes: readonly {
    readonly quote: string;
    readonly page: string;
    readonly picture: number;
    readonly box: Box;
  }[];
};

/** `films`: of the tasks that its rows are of. */
export function withFilms(given: View, films: readonly Film[]): View {
  const all = films.flatMap(({ pictures }) => pictures);
  const places = new Map<string, { readonly picture: number; readonly box: Box }>();
  for (const { pictures, quotes } of films)
    for (const { quote, page, picture: number, box } of quotes) {
      const of = pictures.find((one) => one.number === number);
      if (of !== undefined) places.set(keyOf(quote, page), { picture: all.indexOf(of), box });
    }
  const used = new Map<number, number>();
  const seen = given.rows.flatMap((row, at) =>
    row.flatMap(([, quote, source], column): View['seen'] => {
      const place = places.get(keyOf(quote, given.sources[source]?.url ?? ''));
      if (quote === '' || place === undefined) return [];
      const picture = used.get(place.picture) ?? used.size;
      used.set(place.picture, picture);
      const { x, y, width, height } = place.box;
      return [[at, column, picture, x, y, width, height]];
    }),
  );
  const pictures = [...used.keys()].flatMap((at) => all[at] ?? []);
  return { ...given, pictures: pictures.map(({ jpeg, width, height }) => ({ jpeg, width, height })), seen };
}

const keyOf = (quote: string, page: string): string => JSON.stringify([quote, page]);

/** A document of ours with them; any other as it was. */
export function htmlWithFilms(html: string, films: readonly Film[]): string {
  if (films.length === 0) return html;
  for (const script of scriptsIn(html)) {
    const data = dataIn(script);
    if (data === undefined) continue;
    const read = view.safeParse(data);
    return read.success ? html.replace(script, () => dataScript(withFilms(read.data, films))) : html;
  }
  return html;
}
