// What a way's page must be let do, as rows of the page-act table, so that what it reports is no breach but what the policy says.
// INVARIANT: a way that stands here is a hit wherever the policy refuses one of its rows; one that does not, wherever it reports at all.
import type { PageActKind } from '#policy/language/vocabulary.ts';

const NEEDS: readonly (readonly [PageActKind, readonly string[]])[] = [
  [
    'LOCAL_STORAGE',
    ['store-local', 'store-local-property', 'store-local-frame', 'store-local-own', 'win-storage-event'],
  ],
  ['SESSION_STORAGE', ['store-session']],
  [
    'INDEXED_DB',
    ['store-indexed', 'store-indexed-frame', 'store-indexed-list', 'store-bucket', 'work-storage-worker'],
  ],
  [
    'COOKIES',
    [
      'store-cookie',
      'store-cookie-long',
      'store-cookie-store',
      'store-cookie-header',
      'store-cookie-response',
      'store-cookie-image',
      // Kept for the host alone, whatever it asks for: `inside/storage-grants.spec.ts`.
      'store-cookie-parent',
      'store-cookie-overflow',
    ],
  ],
  ['SERVICE_WORKER', ['work-service-runs']],
  ['CACHE_API', ['store-cache', 'store-bucket', 'work-cache-worker']],
  ['PERSISTENCE', ['store-persist']],
  ['FILE_SYSTEM', ['store-opfs', 'store-file-system']],
];

/** Rows that all have to be granted; none: nothing makes the report of this way a harmless one. */
export const needsOf = (id: string): readonly PageActKind[] =>
  NEEDS.flatMap(([kind, ids]) => (ids.includes(id) ? [kind] : []));

export const NEEDED_WAYS: readonly string[] = [...new Set(NEEDS.flatMap(([, ids]) => ids))];
