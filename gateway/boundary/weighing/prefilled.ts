// Tells of a form's value whether a link may have put it there: it stands in the query or the fragment of the document's address.
// INVARIANT: an address that is not decoded to its end may have put any value there.
import { eachView } from '#gateway/boundary/provenance/encodings/views.ts';
import { keyOf, squeeze } from '#gateway/boundary/provenance/texts/fold.ts';

/** Letters and digits that count within others; fewer count as a whole piece of the address alone. */
const LETTERS_AT_LEAST = 5;

/** For the values of one document's forms, each as it would be sent, in whatever way the address may be decoded. */
export function prefilledBy(address: string): (value: string) => boolean {
  const parsed = URL.parse(address);
  const behind = parsed === null ? '' : `${parsed.search}${parsed.hash}`;
  if (behind === '') return () => false;
  const pieces = new Set<string>();
  const texts: string[] = [];
  const { complete } = eachView(behind, ({ text }) => {
    texts.push(squeeze(text));
    for (const piece of text.split(/[?&=#]+/u)) {
      pieces.add(keyOf(piece));
      pieces.add(keyOf(piece.replaceAll('+', ' ')));
    }
  });
  return (value) => {
    const letters = squeeze(value);
    return (
      !complete ||
      pieces.has(keyOf(value)) ||
      (letters.length >= LETTERS_AT_LEAST && texts.some((text) => text.includes(letters)))
    );
  };
}
