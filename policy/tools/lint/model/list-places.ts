// In which list a pattern stands that an entry names by the list: of the document itself, or of a file that it includes. Only findings ask.
import { besideOf } from '#policy/engine/documents/included.ts';
import type { Included, Inclusion } from '#policy/engine/documents/included.ts';
import { textOf } from '#policy/engine/reading/source.ts';
import type { Span } from '#policy/language/failure.ts';
import { TextEdits } from './text-edits.ts';

export type ListPlace = { readonly list: string; readonly span: Span };

export class ListPlaces {
  readonly #own: TextEdits;
  readonly #included: () => readonly TextEdits[];
  #texts: readonly TextEdits[] | null = null;

  /** `own`: of the document; `include`: what it includes of the files that lie beside it. */
  constructor(
    own: TextEdits,
    document: { readonly file: string; readonly include?: readonly Inclusion[] },
    included: readonly Included[] = [],
  ) {
    this.#own = own;
    this.#included = () =>
      (document.include ?? []).flatMap(({ name }) => {
        const found = included.find((one) => one.name === name);
        return found === undefined || !('text' in found)
          ? []
          : [new TextEdits(textOf(found.text), besideOf(document.file, name))];
      });
  }

  /** `null`: no list that the entry names has it. */
  of(section: string, id: string, pattern: string): ListPlace | null {
    const names = this.#own.wordsOf(section, id);
    const own = this.#own.spanInLists(names, pattern);
    if (own !== null) return own;
    this.#texts ??= this.#included();
    for (const text of this.#texts) {
      const found = text.spanInLists(names, pattern);
      if (found !== null) return found;
    }
    return null;
  }
}
