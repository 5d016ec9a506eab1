// Words for an act as a template of data: our own words, and marked places for texts that somebody else wrote. The gateway makes
// text of it. INVARIANT: a `string` that is not known word by word does not compile unless it is marked; whatever is marked is escaped.

/** A text that is not ours. `QUOTED`: in quotation marks; `SHOWN`: an address or a key; `MASKED`: by its length alone. */
export type Quote =
  | { readonly as: 'QUOTED' | 'MASKED'; readonly text: string }
  | { readonly as: 'SHOWN'; readonly text: string; readonly limit?: number }
  /** The element that the act is on, or the page; `ONTO`: the one that it ends on. */
  | { readonly as: 'ELEMENT' | 'ONTO' };

export type OwnWords = readonly string[];
export type Phrase = readonly (string | Quote)[];

export const ELEMENT: Quote = { as: 'ELEMENT' };
export const ONTO: Quote = { as: 'ONTO' };
export const quoted = (text: string): Quote => ({ as: 'QUOTED', text });
export const masked = (text: string): Quote => ({ as: 'MASKED', text });
export const shown = (text: string, limit?: number): Quote => ({
  as: 'SHOWN',
  text,
  ...(limit === undefined ? {} : { limit }),
});

/** `never` for a text that may be anything: it is no key of a record, only a pattern for some. */
// oxlint-disable-next-line typescript/no-generated-empty-object-type -- the one type that only patterns can be left out of
type Known<S> = S extends string ? (Record<never, never> extends Record<S, 1> ? never : S) : S;
type Slots<S extends readonly unknown[]> = { readonly [K in keyof S]: Known<S[K]> };

/** say`go to ${shown(url)}` */
export function say<S extends readonly (string | number | Quote | Phrase)[]>(
  texts: TemplateStringsArray,
  ...slots: S & Slots<S>
): Phrase {
  return texts.flatMap((text, index) => [text, ...partsOf(slots[index] ?? '')]).filter((part) => part !== '');
}

/** In our words alone: own`scroll ${100} px` */
export function own<S extends readonly (string | number | OwnWords)[]>(
  texts: TemplateStringsArray,
  ...slots: S & Slots<S>
): OwnWords {
  return texts.flatMap((text, index) => {
    const slot: string | number | OwnWords = slots[index] ?? '';
    return typeof slot === 'object' ? [text, ...slot] : [text, String(slot)];
  });
}

function partsOf(slot: string | number | Quote | Phrase): Phrase {
  if (typeof slot !== 'object') return [String(slot)];
  return 'as' in slot ? [slot] : slot;
}
