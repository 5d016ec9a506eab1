// A text as it is compared with what stands on a page: blanks and case do not count, and one letter has one form.
// INVARIANT: no letter becomes another one: "5²" is not "52", which NFKC would make of it.
export const fold = (text: string): string =>
  text.normalize('NFC').replace(/\s+/gu, ' ').trim().toLowerCase();
