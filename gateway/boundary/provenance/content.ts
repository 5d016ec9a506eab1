// Whose words an act is made of, in the vocabulary's terms. Pure. INVARIANT: of several texts the worst counts, each fact by itself.
import type { ContentOrigin, ContentPlace, Initiator, Provenance } from '#policy/language/vocabulary.ts';
import { CONTENT_ORIGINS, CONTENT_PLACES } from '#policy/language/vocabulary.ts';

export type ContentFacts = {
  readonly provenance: Provenance;
  readonly contentOrigin: ContentOrigin;
  readonly contentPlace: ContentPlace;
};

const OF_NO_PAGE = { contentOrigin: 'NONE', contentPlace: 'NONE' } as const;
export const OF_PERSON: ContentFacts = Object.freeze({ provenance: 'USER', ...OF_NO_PAGE });
export const OF_PROGRAM: ContentFacts = Object.freeze({ provenance: 'TOOL', ...OF_NO_PAGE });
/** What a page does by itself its own code does. */
const OF_PAGE: ContentFacts = Object.freeze({
  provenance: 'PAGE',
  contentOrigin: 'SAME_ORIGIN',
  contentPlace: 'SITE',
});

/** Whose words led to it: a navigator's are those of the task that it carries out. */
export const speakerOf = (initiator: Initiator, task: { readonly initiator: Initiator }): Initiator =>
  initiator === 'NAVIGATOR' && task.initiator === 'CLIENT' ? 'CLIENT' : initiator;

/** Of an act that has no text: nothing but its initiator led to it. */
export function ownContent(initiator: Initiator): ContentFacts {
  switch (initiator) {
    case 'PAGE':
      return OF_PAGE;
    case 'CLIENT':
      return OF_PROGRAM;
    case 'USER':
    case 'NAVIGATOR':
      return OF_PERSON;
  }
}

const SEVERITY = ['USER', 'TOOL', 'PAGE'] as const satisfies readonly Provenance[];

const worse = <T>(order: readonly T[], a: T, b: T): T => (order.indexOf(a) >= order.indexOf(b) ? a : b);

/** Both together. */
export const joined = (a: ContentFacts, b: ContentFacts): ContentFacts => ({
  provenance: worse(SEVERITY, a.provenance, b.provenance),
  contentOrigin: worse(CONTENT_ORIGINS, a.contentOrigin, b.contentOrigin),
  contentPlace: worse(CONTENT_PLACES, a.contentPlace, b.contentPlace),
});
