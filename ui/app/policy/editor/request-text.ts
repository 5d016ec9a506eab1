// A request as it is typed, `fact=value` words in any order: one fact of it read, or set. What else was typed stays as it is.

const wordsOf = (text: string): readonly string[] => text.split(/\s+/u).filter((word) => word !== '');

/** The last one counts, as it does where the text is read. */
export const valueOf = (text: string, fact: string): string | null =>
  wordsOf(text)
    .findLast((word) => word.startsWith(`${fact}=`))
    ?.slice(fact.length + 1) ?? null;

/** `null`: it is not given any more. */
export const withPair = (text: string, fact: string, value: string | null): string =>
  [
    ...wordsOf(text).filter((word) => !word.startsWith(`${fact}=`)),
    ...(value === null ? [] : [`${fact}=${value}`]),
  ].join(' ');
