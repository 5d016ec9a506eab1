// Acts on what sites keep in a tab's browser, and their gates: the storage's capability and the storage matrix.
// INVARIANT: every gate names its storage and the URL that it belongs to, so that the matrix sees whose storage it is.
import type { Gate } from './gate.ts';
import { masked, own, quoted, say, shown } from './phrase.ts';
import type { Phrase } from './phrase.ts';
import { NO_TRAITS, atPage, given, startsNothing } from './row.ts';
import type { Columns, RowsOf } from './row.ts';
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
  /** `host`: the document's, as the caller knows it; at another one nothing is done. */
  | { readonly type: 'COOKIE_WRITE'; readonly cookie: CookieToWrite; readonly host?: string }
  | { readonly type: 'COOKIE_CLEAR'; readonly name?: string; readonly host?: string }
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

/** The one gate of a storage at an address. */
export const storageGate = (storage: StorageType, url: string): Gate => ({
  capability: CAPABILITIES[storage],
  storage,
  url,
});

/** The document where it is one of the domain's, else the domain itself. */
export function passthroughUrl(domain: string, documentUrl: string): string {
  const host = URL.parse(documentUrl)?.hostname ?? '';
  return belongsTo(host, domain) ? documentUrl : `https://${domain}/`;
}

/** Whether a host is the domain itself or below it. */
export const belongsTo = (host: string, domain: string): boolean =>
  domain !== '' && (host === domain || host.endsWith(`.${domain}`));

export const STORAGE_NAMES = {
  LOCAL_STORAGE: 'local storage',
  SESSION_STORAGE: 'session storage',
  INDEXED_DB: 'database',
  COOKIES: 'cookies',
  CACHE_API: 'cache',
  SERVICE_WORKER: 'service workers',
} as const satisfies Record<StorageType, string>;

const inWhich = (name: string | undefined): Phrase => (name === undefined ? say`` : say` ${quoted(name)} in`);
const whose = (origin: string | undefined): Phrase =>
  origin === undefined ? say`the site’s` : say`the ${shown(origin, 80)}`;

/** What acts on what sites keep have in common. */
const KEPT = {
  ...NO_TRAITS,
  shownByPlace: true,
  payload: 'NONE',
  to: 'DOCUMENT',
  aim: atPage,
  starts: startsNothing,
  needs: 'NOTHING',
} as const satisfies Omit<Columns<object>, 'capabilities' | 'gates' | 'words'>;

type OfStorage = { readonly storage: SiteStorage; readonly origin?: string };

const IN_STORAGE = {
  ...KEPT,
  capabilities: 'BY_STORAGE',
  gates: ({ storage, origin }: OfStorage, { documentUrl }) => [storageGate(storage, origin ?? documentUrl)],
} as const satisfies Omit<Columns<OfStorage>, 'words'>;

const OF_COOKIES = {
  ...KEPT,
  capabilities: ['ACCESS_COOKIES'],
  gates: (_action, { documentUrl }) => [storageGate('COOKIES', documentUrl)],
} as const satisfies Omit<Columns<object>, 'words'>;

export const STORAGE_ROWS: RowsOf<StorageAction> = {
  STORAGE_READ: {
    ...IN_STORAGE,
    quiet: true,
    words: {
      log: ({ storage, key, origin, count }) =>
        say`${count === true ? 'count what is in' : 'read'}${inWhich(key)} ${whose(origin)} ${STORAGE_NAMES[storage]}`,
      verb: ({ storage, count }) =>
        own`${count === true ? 'count what is in' : 'read'} a site’s ${STORAGE_NAMES[storage]}`,
      takes: ({ key, origin }) => [...given('key', key), ...given('of', origin)],
    },
  },
  STORAGE_WRITE: {
    ...IN_STORAGE,
    putsFor: 'ORIGIN',
    payload: (action, visit) => ({
      ...action,
      key: visit('stored name', action.key),
      value: visit('stored', action.value),
    }),
    to: ({ origin }) => origin,
    words: {
      log: ({ storage, key, value, origin }) =>
        say`write ${masked(value)} as${inWhich(key)} ${whose(origin)} ${STORAGE_NAMES[storage]}`,
      verb: ({ storage }) => own`write to a site’s ${STORAGE_NAMES[storage]}`,
      takes: ({ key, value, origin }) => [
        ...given('key', key),
        { as: 'HIDDEN', label: 'value', text: value },
        ...given('of', origin),
      ],
    },
  },
  STORAGE_CLEAR: {
    ...IN_STORAGE,
    words: {
      log: ({ storage, key, origin }) => say`clear${inWhich(key)} ${whose(origin)} ${STORAGE_NAMES[storage]}`,
      verb: ({ storage, key }) =>
        own`${key === undefined ? 'clear' : 'delete from'} a site’s ${STORAGE_NAMES[storage]}`,
      takes: ({ key, origin }) => [...given('key', key), ...given('of', origin)],
    },
  },
  COOKIE_READ: {
    ...OF_COOKIES,
    quiet: true,
    gates: ({ url }, { documentUrl }) => [storageGate('COOKIES', url ?? documentUrl)],
    words: {
      log: ({ url, count }) =>
        say`${count === true ? 'count' : 'read'} the cookies of ${url === undefined ? 'the site' : shown(url, 80)}`,
      verb: ({ count }) => own`${count === true ? 'count' : 'read'} a site’s cookies`,
      takes: 'NOTHING',
    },
  },
  COOKIE_WRITE: {
    ...OF_COOKIES,
    putsFor: 'ORIGIN',
    payload: ({ cookie, ...action }, visit) => {
      const { path, expires } = cookie;
      const end = expires === undefined ? '' : String(expires);
      return {
        ...action,
        cookie: {
          ...cookie,
          name: visit('cookie name', cookie.name),
          value: visit('cookie', cookie.value),
          ...(path === undefined ? {} : { path: visit('cookie attributes', path) }),
          ...(expires === undefined || visit('cookie attributes', end) === end ? {} : { expires: 0 }),
        },
      };
    },
    words: {
      log: ({ cookie }) => say`set the site’s cookie ${quoted(cookie.name)} to ${masked(cookie.value)}`,
      verb: own`set a cookie of the site`,
      takes: ({ cookie }) => [
        ...given('cookie', cookie.name),
        { as: 'HIDDEN', label: 'value', text: cookie.value },
      ],
    },
  },
  COOKIE_CLEAR: {
    ...OF_COOKIES,
    words: {
      log: ({ name }) =>
        name === undefined ? say`delete the site’s cookies` : say`delete the site’s cookie ${quoted(name)}`,
      verb: ({ name }) =>
        name === undefined ? own`delete the site’s cookies` : own`delete a cookie of the site`,
      takes: ({ name }) => given('cookie', name),
    },
  },
  COOKIE_PASSTHROUGH: {
    ...OF_COOKIES,
    putsFor: 'DOMAIN',
    gates: ({ domain }, { documentUrl }) => [storageGate('COOKIES', passthroughUrl(domain, documentUrl))],
    needs: ({ domain, source }) => ({ kind: 'COOKIES', domain, source }),
    words: {
      log: ({ domain, source }) =>
        say`bring the cookies of ${shown(domain, 80)} from ${quoted(source)} into the Ghost Tab`,
      verb: own`bring cookies of another browser into the Ghost Tab`,
      takes: ({ source }) => given('source', source),
    },
  },
};
