// What a DONE rests on: for each clause of the intent an effect, where it was seen, and its quotation.
// INVARIANT: data only. A navigator's evidence is a claim until the gateway has found it in what it saw itself.

/** What kind of effect a clause came to. */
export const EFFECTS = [
  /** An element is in a state: `quote` is the state (`checked`, `not checked`, `expanded`, `focused`). */
  'STATE',
  /** A value stands where it was put: `quote` is the value as it stands there. */
  'VALUE',
  /** Text of a page answers: `quote` stands on it letter by letter. */
  'TEXT',
  /** The page is another one because of the act: `quote` is the address, or what came, went or reads differently now. */
  'CHANGE',
  /** This is selected: text, or an entry of a list. */
  'SELECTION',
  /** It stands at that place: scrolled to, or in that order. */
  'POSITION',
  /** The act was made, and nothing that can be seen came of it. */
  'NONE',
] as const;
export type Effect = (typeof EFFECTS)[number];

export type Evidence = {
  /** The clause's own words. */
  readonly clause: string;
  readonly effect: Effect;
  /** The act that it came of: its place in `Memory.entries`; `null` where it was so already. */
  readonly entry: number | null;
  /** Where it was seen. */
  readonly ref: string | null;
  readonly role: string;
  readonly name: string;
  readonly url: string;
  readonly quote: string;
};

/** An element as it stood. */
export type StoodAs = { readonly states: readonly string[]; readonly value?: string };

/** What differed at the look that followed an act; compared by whoever took both looks. */
export type PageChange = {
  /** Another address, or another document at the same one. */
  readonly address: string | null;
  /** Words that came, went, or stand with another value or state now. Where the focus is counts as nothing. */
  readonly appeared: readonly string[];
  readonly gone: readonly string[];
  /** Of what appeared, the words of alerts and other places where a page speaks to the person, each as a whole. */
  readonly said?: readonly { readonly role: string; readonly words: string }[];
  readonly changed: readonly string[];
  /** Names of the fields that are marked as invalid now, and were not before. */
  readonly invalid?: readonly string[];
  readonly scrolled: boolean;
  /** The same things in another order, or the element acted on in another place. */
  readonly moved: boolean;
  /** The element acted on, before and after; `after` is `null` where it is there no more. */
  readonly element: { readonly before: StoodAs; readonly after: StoodAs | null } | null;
};

/** Whether anything that can be seen came of the act. */
export const changedAnything = (change: PageChange): boolean =>
  change.address !== null ||
  change.scrolled ||
  change.moved ||
  change.appeared.length + change.gone.length + change.changed.length > 0;

const TELLING = ['checked', 'selected', 'pressed', 'expanded', 'collapsed', 'mixed'];
/** The states that say whether something is on, open or chosen. */
export const statesOf = (states: readonly string[]): readonly string[] =>
  states.filter((state) => TELLING.includes(state));

/** What was seen, in words: what a page says stands in quotes. */
export function wordsOfEvidence({ effect, name, role, quote }: Evidence): string {
  const what = name === '' ? (role === '' ? 'it' : `the ${role}`) : `“${name}”`;
  switch (effect) {
    case 'STATE':
      return `${what} is ${quote}`;
    case 'VALUE':
      return quote === '' ? `${what} is empty` : `${what} reads “${quote}”`;
    case 'TEXT':
      return `the page says “${quote}”`;
    case 'SELECTION':
      return `“${quote}” is selected`;
    case 'POSITION':
      return `${what} is at ${quote}`;
    case 'CHANGE':
      return /^https?:/u.test(quote) ? `the page is now ${quote}` : `the page shows it: “${quote}”`;
    case 'NONE':
      return `${what} was used, and nothing that can be seen came of it`;
  }
}
