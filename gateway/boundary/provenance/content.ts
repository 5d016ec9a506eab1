// Whose words an act is made of, in the vocabulary's terms. Pure. INVARIANT: of several texts the worst counts, each fact by itself.
import type { ContentOrigin, ContentPlace, Initiator, Provenance } from '#policy/language/vocabulary.ts';
import { hostOfUrl } from '#policy/requests/host.ts';
import { CONTENT_ORIGINS, CONTENT_PLACES } from '#policy/language/vocabulary.ts';

export type ContentFacts = {
  readonly provenance: Provenance;
  readonly contentOrigin: ContentOrigin;
  readonly contentPlace: ContentPlace;
  /** Of the pages that its words stand on, each once; `''` for some that stand nowhere, and nobody wrote. */
  readonly hosts: readonly string[];
  /** It stands on pages whose host nobody knows, too: on every host that a policy names, and on none. */
  readonly anyHost?: true;
  /** What it is where it stands on none of the pages that are not all there any more. */
  readonly otherwise?: ContentFacts;
  /** Not all of it was looked for: to an entry that names a host it may stand there. */
  readonly unsearched?: true;
};

const OF_NO_PAGE = { contentOrigin: 'NONE', contentPlace: 'NONE', hosts: [] } as const;
export const OF_PERSON: ContentFacts = Object.freeze({ provenance: 'USER', ...OF_NO_PAGE });
export const OF_PROGRAM: ContentFacts = Object.freeze({ provenance: 'TOOL', ...OF_NO_PAGE });
/** Nobody knows whose: of some page, in its worst place. */
export const OF_UNKNOWN: ContentFacts = Object.freeze({
  provenance: 'PAGE',
  contentOrigin: 'CROSS_ORIGIN',
  contentPlace: 'USERS',
  hosts: [],
  anyHost: true,
});
/** What a page does by itself its own code does. */
const OF_PAGE: ContentFacts = Object.freeze({
  provenance: 'PAGE',
  contentOrigin: 'SAME_ORIGIN',
  contentPlace: 'SITE',
  hosts: [],
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
  hosts: [...new Set([...a.hosts, ...b.hosts])],
  ...(a.anyHost === true || b.anyHost === true ? { anyHost: true } : {}),
  ...(a.unsearched === true || b.unsearched === true ? { unsearched: true } : {}),
  ...(a.otherwise === undefined && b.otherwise === undefined
    ? {}
    : { otherwise: joined(a.otherwise ?? a, b.otherwise ?? b) }),
});

/** Canonical; `''` for what has none, or none that a policy could name. */
export const contentHostOf = (url: string): string => {
  const parsed = URL.parse(url);
  if (parsed?.protocol === 'blob:') return parsed.origin === 'null' ? '' : contentHostOf(parsed.origin);
  return parsed === null ? '' : (hostOfUrl(parsed) ?? '');
};

/** Where its words stand: one host at least, or any. Of what a page does by itself, its own; of one without a host nobody knows. */
export function wordHosts(
  { provenance, hosts, anyHost }: ContentFacts,
  documentUrl: string,
): { readonly known: readonly string[]; readonly any: boolean } {
  const any = anyHost === true;
  if (hosts.length > 0 || any) return { known: hosts, any };
  if (provenance !== 'PAGE') return { known: [''], any: false };
  const own = contentHostOf(documentUrl);
  return own === '' ? { known: [], any: true } : { known: [own], any: false };
}
