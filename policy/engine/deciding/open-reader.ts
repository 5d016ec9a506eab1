// From a text of a request to the number of its class. INVARIANT: a text that some entry looks at has to be canonical; of
// one that none looks at only the type is looked at, since it has one class.
import { FACTS } from '#policy/language/fact-table.ts';
import type { FactOfKind } from '#policy/language/fact-table.ts';
import { canonicalFragment } from '#policy/requests/url-parts/fragments.ts';
import { canonicalHost, canonicalPort } from '#policy/requests/host.ts';
import { canonicalEndpoint, canonicalName, canonicalPlain, canonicalSet } from '#policy/requests/names.ts';
import { canonicalAddress } from '#policy/requests/networks.ts';
import type { OpenClasses } from '#policy/engine/classes/open-classes.ts';
import { canonicalFolder, canonicalPath } from '#policy/requests/url-parts/paths.ts';
import { canonicalQuery } from '#policy/requests/url-parts/query.ts';
import { factIndex } from '#policy/engine/space/space.ts';
import type { Space } from '#policy/engine/space/space.ts';

type TextFact = FactOfKind<'path' | 'text' | 'keyed'>;

const CANONICAL = {
  path: canonicalPath,
  query: canonicalQuery,
  groups: canonicalSet,
  elementId: canonicalPlain,
  elementTestId: canonicalPlain,
  principal: canonicalPlain,
  team: canonicalPlain,
  contentHost: canonicalHost,
  value: canonicalName,
  address: canonicalAddress,
  fragment: canonicalFragment,
  folder: canonicalFolder,
  endpoint: canonicalEndpoint,
  elementName: canonicalName,
  port: canonicalPort,
} as const satisfies Record<TextFact, (text: string) => string | null>;

/** Texts seen lately; forgotten all at once when there are more. Long ones are not kept. */
const MAX_TEXTS = 4096;
const MAX_TEXT_CHARACTERS = 512;

export class OpenReader {
  readonly #classes: OpenClasses;
  readonly #canonicalOf: (text: string) => string | null;
  readonly #neutral: string;
  readonly #single: boolean;
  readonly #known = new Map<unknown, number>();

  constructor(fact: TextFact, classes: OpenClasses) {
    this.#classes = classes;
    this.#canonicalOf = CANONICAL[fact];
    this.#neutral = FACTS[fact].neutral;
    this.#single = classes.count === 1;
  }

  /** The number of the value's class, `-1` for what is not a canonical text. */
  of(value: unknown): number {
    // Class 0 holds the neutral value.
    if (value === this.#neutral) return 0;
    if (this.#single) return typeof value === 'string' ? 0 : -1;
    return this.#known.get(value) ?? this.#look(value);
  }

  #look(value: unknown): number {
    if (typeof value !== 'string') return -1;
    if (this.#canonicalOf(value) !== value) return -1;
    const own = this.#classes.classOf(value);
    if (value.length > MAX_TEXT_CHARACTERS) return own;
    if (this.#known.size >= MAX_TEXTS) this.#known.clear();
    this.#known.set(value, own);
    return own;
  }
}

export function readerOf(fact: TextFact, space: Space): OpenReader {
  const classes = space.open(factIndex(fact));
  if (classes === null) throw new TypeError(`\`${fact}\` is no text`);
  return new OpenReader(fact, classes);
}
