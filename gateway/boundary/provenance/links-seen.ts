// Keeps the links of the last look at a document: whose words each one is made of, and its name. INVARIANT: a link's name says
// nothing about where it leads, unless the person can have meant no other.
import type { SnapshotNode } from '#executors/contract/snapshot.ts';
import { keyOf } from '#gateway/boundary/provenance/texts/fold.ts';
import { RANK, wordsOf } from '#gateway/boundary/provenance/texts/page-texts.ts';
import type { Place, Standing } from '#gateway/boundary/provenance/texts/page-texts.ts';

export type LinkPressed = {
  readonly documentId: string;
  readonly documentUrl?: string;
  readonly ref: string;
  readonly name: string;
};

/** `called`: its name, as texts are known. */
type SeenLink = { readonly standing: Standing; readonly href: string; readonly called: string };

export class LinksSeen {
  #documentId = '';
  #seen: ReadonlyMap<string, SeenLink> = new Map();

  /** A look at a document, its links with where they stand. */
  look(documentId: string, links: readonly { readonly node: SnapshotNode; readonly standing: Standing }[]) {
    this.#documentId = documentId;
    this.#seen = new Map(
      links.flatMap(({ node: { ref, url = '', name }, standing }) =>
        ref === null ? [] : [[ref, { standing, href: URL.parse(url)?.href ?? url, called: keyOf(name) }]],
      ),
    );
  }

  /** `null`: nobody looked at it. */
  standing(link: LinkPressed): Standing | null {
    return this.#find(link)?.standing ?? null;
  }

  /**
   * Whether another link of the same name is in a better place and leads elsewhere: that one would be what is meant. A link that
   * was not seen, or stands in a frame of another origin, may stand anywhere.
   */
  isOutdone(link: LinkPressed, url: URL): boolean {
    const own = this.#find(link);
    const rank = RANK[own?.standing.place ?? 'USERS'];
    const names = new Set([keyOf(link.name), own?.called]);
    return [...this.#seen.values()].some(
      ({ called, href, standing }) => names.has(called) && href !== url.href && RANK[standing.place] < rank,
    );
  }

  #find({ documentId, ref }: LinkPressed): SeenLink | undefined {
    return documentId === this.#documentId ? this.#seen.get(ref) : undefined;
  }
}

/** A link in the midst of what a user wrote has an address of that user's; one that stands by itself is the site's, to what they wrote. */
export function placeOfLink(
  { place, depth }: SnapshotNode,
  before?: SnapshotNode,
  behind?: SnapshotNode,
): Place {
  if (place !== 'USERS') return place ?? 'CONTENT';
  const inText = [before, behind].some(
    (one) =>
      one?.role === 'text' && one.depth === depth && one.place === 'USERS' && wordsOf(one.name).length > 2,
  );
  return inText ? 'USERS' : 'CONTENT';
}
