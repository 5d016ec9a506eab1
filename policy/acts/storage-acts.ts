// Acts on what sites keep in a tab's browser, and their gates: the storage's capability and the storage matrix.
// INVARIANT: every gate names its storage and the URL that it belongs to, so that the matrix sees whose storage it is.
import type { ActContext, Gate } from './gate.ts';
import type { BrowserCapability, StorageType } from '#policy/language/vocabulary.ts';

/** What a document of an origin keeps; cookies have acts of their own. */
export type SiteStorage = Exclude<StorageType, 'COOKIES'>;

/** A cookie of the document's own host: never for its subdomains. */
export type CookieToWrite = {
  readonly name: string;
  readonly value: string;
  /** Default: `/`. */
  readonly path?: string;
  readonly secure?: boolean;
  readonly httpOnly?: boolean;
  readonly sameSite?: 'Strict' | 'Lax' | 'None';
  /** Seconds since the epoch; without it, it ends with the browser. */
  readonly expires?: number;
};

/** `origin`: whose storage, default the document's. Another one than that is cross-origin, which the matrix decides on. */
export type StorageAction =
  | {
      readonly type: 'STORAGE_READ';
      readonly storage: SiteStorage;
      readonly key?: string;
      readonly origin?: string;
      /** How many there are, and none of them. */
      readonly count?: boolean;
    }
  | {
      readonly type: 'STORAGE_WRITE';
      readonly storage: Exclude<SiteStorage, 'SERVICE_WORKER'>;
      readonly key: string;
      readonly value: string;
      readonly origin?: string;
    }
  /** Without `key`, all of it. */
  | {
      readonly type: 'STORAGE_CLEAR';
      readonly storage: SiteStorage;
      readonly key?: string;
      readonly origin?: string;
    }
  /** The cookies that a request for `url` would carry; default: the document's. */
  | { readonly type: 'COOKIE_READ'; readonly url?: string; readonly count?: boolean }
  | { readonly type: 'COOKIE_WRITE'; readonly cookie: CookieToWrite }
  | { readonly type: 'COOKIE_CLEAR'; readonly name?: string }
  /** `domain`: a registrable one; `source`: by the name that the settings give it. */
  | { readonly type: 'COOKIE_PASSTHROUGH'; readonly domain: string; readonly source: string };

/** The caches and workers have no capability of their own in the vocabulary: the matrix decides on them (as in page-acts.ts). */
const CAPABILITIES = {
  LOCAL_STORAGE: 'ACCESS_LOCALSTORAGE',
  SESSION_STORAGE: 'ACCESS_SESSION_STORAGE',
  INDEXED_DB: 'ACCESS_INDEXEDDB',
  COOKIES: 'ACCESS_COOKIES',
  CACHE_API: 'EXECUTE_JAVASCRIPT',
  SERVICE_WORKER: 'EXECUTE_JAVASCRIPT',
} as const satisfies Record<StorageType, BrowserCapability>;

const STORAGE_ACTS: ReadonlySet<string> = new Set<StorageAction['type']>([
  'STORAGE_READ',
  'STORAGE_WRITE',
  'STORAGE_CLEAR',
  'COOKIE_READ',
  'COOKIE_WRITE',
  'COOKIE_CLEAR',
  'COOKIE_PASSTHROUGH',
]);

export const isStorageAction = (action: { readonly type: string }): action is StorageAction =>
  STORAGE_ACTS.has(action.type);

/** The one gate of a storage at an address. */
export const storageGate = (storage: StorageType, url: string): Gate => ({
  capability: CAPABILITIES[storage],
  storage,
  url,
});

export function storageGates(action: StorageAction, { documentUrl }: ActContext): readonly Gate[] {
  const gate = (storage: StorageType, url: string): readonly Gate[] => [storageGate(storage, url)];
  switch (action.type) {
    case 'STORAGE_READ':
    case 'STORAGE_WRITE':
    case 'STORAGE_CLEAR':
      return gate(action.storage, action.origin ?? documentUrl);
    case 'COOKIE_READ':
      return gate('COOKIES', action.url ?? documentUrl);
    case 'COOKIE_WRITE':
    case 'COOKIE_CLEAR':
      return gate('COOKIES', documentUrl);
    case 'COOKIE_PASSTHROUGH':
      return gate('COOKIES', passthroughUrl(action.domain, documentUrl));
  }
}

/** The document where it is one of the domain's, else the domain itself. */
export function passthroughUrl(domain: string, documentUrl: string): string {
  const host = URL.parse(documentUrl)?.hostname ?? '';
  return belongsTo(host, domain) ? documentUrl : `https://${domain}/`;
}

/** Whether a host is the domain itself or below it. */
export const belongsTo = (host: string, domain: string): boolean =>
  domain !== '' && (host === domain || host.endsWith(`.${domain}`));
