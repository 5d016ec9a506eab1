// Remembers whose words were entered into each document. INVARIANT: a person's yes to what was entered holds where they were told that it
// goes, and for nothing that goes elsewhere; of a document that may be forgotten nobody knows anything.
import { forgetOldest } from '#policy/collections/forget-oldest.ts';
import { OF_PERSON, OF_UNKNOWN, joined } from './content.ts';
import type { ContentFacts } from './content.ts';

const DOCUMENTS_AT_MOST = 1_000;

type Entered = {
  readonly always: ContentFacts;
  /** What a person let go to the origin `to`; `null`: nothing. */
  readonly allowed: { readonly facts: ContentFacts; readonly to: string } | null;
};

const NOTHING: Entered = { always: OF_PERSON, allowed: null };
const FORGOTTEN: Entered = { always: OF_UNKNOWN, allowed: null };

export class EnteredTexts {
  /** The latest last. */
  readonly #documents = new Map<string, Entered>();
  #forgot = false;

  /** All that was entered into a document, when it goes to this origin. */
  into(documentId: string, to: string): ContentFacts {
    const { always, allowed } = this.#of(documentId);
    return allowed === null || allowed.to === to ? always : joined(always, allowed.facts);
  }

  /** `allowedTo`: the origin that a person was told it goes to; `null` or none: nobody was asked. */
  enter(documentId: string, facts: ContentFacts, allowedTo: string | null): void {
    const held = this.#of(documentId);
    this.#documents.delete(documentId);
    this.#documents.set(documentId, this.#with(held, facts, allowedTo));
    this.#forgot ||= this.#documents.size > DOCUMENTS_AT_MOST;
    forgetOldest(this.#documents, DOCUMENTS_AT_MOST);
  }

  #with({ always, allowed }: Entered, facts: ContentFacts, to: string | null): Entered {
    if (to === null || to === '') return { always: joined(always, facts), allowed };
    if (allowed === null) return { always, allowed: { facts, to } };
    // What was allowed for another origin is allowed no more.
    return allowed.to === to
      ? { always, allowed: { facts: joined(allowed.facts, facts), to } }
      : { always: joined(always, allowed.facts), allowed: { facts, to } };
  }

  #of(documentId: string): Entered {
    return this.#documents.get(documentId) ?? (this.#forgot ? FORGOTTEN : NOTHING);
  }
}
