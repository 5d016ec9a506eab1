// Says of whose words an act may be: it is decided for each of them, and the severest answer wins. Pure. INVARIANT: none is left out.
import { CONTENT_ORIGINS, CONTENT_PLACES } from '#policy/language/vocabulary.ts';
import { OF_PROGRAM, wordHosts } from '#gateway/boundary/provenance/content.ts';
import type { ContentFacts } from '#gateway/boundary/provenance/content.ts';
import type { Asking } from './by-host.ts';

export type Words = Pick<Asking, 'hosts' | 'onlyNamed' | 'manyHosts'> & { readonly content: ContentFacts };

/** Whose they are, and whose they may be. */
export function wordsOf(content: ContentFacts, documentUrl: string): readonly Words[] {
  const { otherwise, unsearched } = content;
  // What was not looked for may be put to no host at all, and stand there: the log says that it does not know.
  const many: Pick<Words, 'manyHosts'> = unsearched === true ? { manyHosts: true } : {};
  return [
    ...(content.provenance === 'PAGE' && content.hosts.includes('') ? [MADE_UP] : []),
    ...(otherwise === undefined ? [content] : [content, otherwise]).map((one) => ({
      content: one,
      hosts: wordHosts(one, documentUrl),
      ...many,
    })),
    ...(unsearched === true ? OF_SOME_PAGE : []),
  ];
}

/** What was made up beside a page's words: whoever judges made-up words judges these. */
const MADE_UP: Words = { content: OF_PROGRAM, hosts: { known: [''], any: false } };

/** Of what was not looked for, nobody knows where on which page it stands. */
const OF_SOME_PAGE: readonly Words[] = CONTENT_ORIGINS.filter((one) => one !== 'NONE').flatMap(
  (contentOrigin) =>
    CONTENT_PLACES.filter((one) => one !== 'NONE').map((contentPlace) => ({
      content: { provenance: 'PAGE', contentOrigin, contentPlace, hosts: [] },
      hosts: { known: [], any: true },
      onlyNamed: true,
    })),
);
