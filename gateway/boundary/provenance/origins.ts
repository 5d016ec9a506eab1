// Says where a text of an act stands, in the vocabulary's terms. Pure. INVARIANT: what was not looked for, or is not there any more, is
// never taken for not found: it is decided both ways.
import { OF_PERSON, OF_PROGRAM, contentHostOf, joined } from './content.ts';
import type { ContentFacts } from './content.ts';
import { RANK } from './texts/page-texts.ts';
import type { Standing } from './texts/page-texts.ts';
import { originOf } from './texts/site.ts';

/** A text of an act, and where it stands on a page; `standings` is empty where it is nobody's. */
export type Origin = {
  readonly of: 'PERSON' | 'PAGE' | 'PROGRAM';
  readonly standings: readonly Standing[];
  /** Some of it stands nowhere, and is not the person's. */
  readonly partly?: true;
  /** Where else it stands: told by host alone. */
  readonly also?: readonly Standing[];
  readonly unsure?: Unsure;
};

/** Where else it may stand. */
type Unsure = {
  /** Their texts are no longer all there. */
  readonly pages: readonly Standing[];
  /** Not all of it was looked for. */
  readonly isCut: boolean;
};

export const PERSON: Origin = { of: 'PERSON', standings: [] };
export const PROGRAM: Origin = { of: 'PROGRAM', standings: [] };
export const ofPage = (standings: readonly Standing[]): Origin => ({ of: 'PAGE', standings });

/** Of several together. */
export function worst(origins: readonly Origin[]): Origin {
  const standings = origins.flatMap((one) => one.standings);
  const also = origins.flatMap((one) => one.also ?? []);
  const isMade = origins.some(({ of, partly }) => of === 'PROGRAM' || partly === true);
  const found: Origin =
    standings.length === 0
      ? isMade
        ? PROGRAM
        : PERSON
      : { ...ofPage(standings), ...(isMade ? { partly: true } : {}), ...(also.length > 0 ? { also } : {}) };
  return unsure(found, {
    pages: origins.flatMap((one) => one.unsure?.pages ?? []),
    isCut: origins.some((one) => one.unsure?.isCut === true),
  });
}

/** Of one text, as two know it: where one of them finds it, it is not made up. */
export function besides(own: Origin, theirs: Origin): Origin {
  if (theirs.of !== 'PAGE') return worst([own, { ...theirs, of: own.of }]);
  if (own.of !== 'PAGE') return worst([theirs, { ...own, of: 'PERSON' }]);
  const { partly: _, ...all } = worst([own, theirs]);
  return own.partly === true && theirs.partly === true ? { ...all, partly: true } : all;
}

export const unsure = (found: Origin, lacks: Unsure): Origin =>
  lacks.pages.length === 0 && !lacks.isCut ? found : { ...found, unsure: lacks };

/** In the vocabulary's terms, seen from a document. */
export function factsOfOrigin(origin: Origin, documentUrl: string): ContentFacts {
  const found = foundFacts(origin, documentUrl);
  if (origin.unsure === undefined) return found;
  const { pages, isCut } = origin.unsure;
  const cut: Pick<ContentFacts, 'unsearched'> = isCut ? { unsearched: true } : {};
  if (pages.length === 0) return { ...found, ...cut };
  const perhaps = pageFacts(pages, documentUrl);
  // Of what is a page's already, only the hosts may be more.
  if (origin.of === 'PAGE') return { ...joined(found, { ...perhaps, ...settled(found) }), ...cut };
  return { ...joined(found, perhaps), otherwise: found, ...cut };
}

const settled = ({
  provenance,
  contentOrigin,
  contentPlace,
}: ContentFacts): Pick<ContentFacts, 'provenance' | 'contentOrigin' | 'contentPlace'> => ({
  provenance,
  contentOrigin,
  contentPlace,
});

function foundFacts({ of, standings, partly, also = [] }: Origin, documentUrl: string): ContentFacts {
  switch (of) {
    case 'PERSON':
      return OF_PERSON;
    case 'PROGRAM':
      return OF_NOBODY;
    case 'PAGE': {
      const facts = pageFacts(standings, documentUrl);
      const elsewhere =
        also.length === 0 ? facts : joined(facts, { ...pageFacts(also, documentUrl), ...settled(facts) });
      return partly === true ? { ...elsewhere, hosts: [...elsewhere.hosts, ''] } : elsewhere;
    }
  }
}

/** What was made up is of no page, also beside what is of one. */
const OF_NOBODY: ContentFacts = Object.freeze({ ...OF_PROGRAM, hosts: [''] });

function pageFacts(standings: readonly Standing[], documentUrl: string): ContentFacts {
  const own = originOf(documentUrl);
  const hosts = [...new Set(standings.map(({ origin }) => contentHostOf(origin)))];
  const known = hosts.filter((host) => host !== '');
  return {
    provenance: 'PAGE',
    // Two documents without an origin have none in common.
    contentOrigin:
      own !== '' && standings.every(({ origin }) => origin === own) ? 'SAME_ORIGIN' : 'CROSS_ORIGIN',
    contentPlace: worstOf(standings).place,
    hosts: known,
    ...(known.length < hosts.length ? { anyHost: true } : {}),
  };
}

export const worstOf = (standings: readonly Standing[]): Standing =>
  standings.reduce((a, b) => (RANK[b.place] > RANK[a.place] ? b : a), { origin: '', place: 'SITE' });
