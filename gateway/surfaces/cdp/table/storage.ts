// Rows of what sites keep.
import { act, refuse } from './row.ts';
import type { Domains } from './row.ts';

export const STORAGE_DOMAINS: Domains = {
  Storage: {
    commands: {
      getStorageKeyForFrame: refuse('STORAGE'),
      getStorageKey: refuse('STORAGE'),
      clearDataForOrigin: refuse('STORAGE'),
      clearDataForStorageKey: refuse('STORAGE'),
      getCookies: act('COOKIE_READ'),
      setCookies: act('COOKIE_WRITE'),
      clearCookies: act('COOKIE_CLEAR'),
      getUsageAndQuota: refuse('STORAGE'),
      overrideQuotaForOrigin: refuse('STORAGE'),
      trackCacheStorageForOrigin: refuse('STORAGE'),
      trackCacheStorageForStorageKey: refuse('STORAGE'),
      trackIndexedDBForOrigin: refuse('STORAGE'),
      trackIndexedDBForStorageKey: refuse('STORAGE'),
      untrackCacheStorageForOrigin: refuse('STORAGE'),
      untrackCacheStorageForStorageKey: refuse('STORAGE'),
      untrackIndexedDBForOrigin: refuse('STORAGE'),
      untrackIndexedDBForStorageKey: refuse('STORAGE'),
      getTrustTokens: refuse('CREDENTIAL'),
      clearTrustTokens: refuse('CREDENTIAL'),
      getPrivateVerificationTokens: refuse('CREDENTIAL'),
      getPrivateVerificationTokensIssuerConfigs: refuse('CREDENTIAL'),
      clearPrivateVerificationTokens: refuse('CREDENTIAL'),
      deletePrivateVerificationToken: refuse('CREDENTIAL'),
      setPrivateVerificationTokensTracking: refuse('CREDENTIAL'),
      setStorageBucketTracking: refuse('STORAGE'),
      deleteStorageBucket: refuse('STORAGE'),
      runBounceTrackingMitigations: refuse('COOKIES'),
    },
    events: {
      cacheStorageContentUpdated: refuse('TELLS_OF_STORAGE'),
      cacheStorageListUpdated: refuse('TELLS_OF_STORAGE'),
      indexedDBContentUpdated: refuse('TELLS_OF_STORAGE'),
      indexedDBListUpdated: refuse('TELLS_OF_STORAGE'),
      storageBucketCreatedOrUpdated: refuse('TELLS_OF_STORAGE'),
      storageBucketDeleted: refuse('TELLS_OF_STORAGE'),
      privateVerificationTokensUpdated: refuse('TELLS_CREDENTIAL'),
    },
  },
  CacheStorage: {
    commands: {
      deleteCache: refuse('STORAGE'),
      deleteEntry: refuse('STORAGE'),
      requestCacheNames: refuse('STORAGE'),
      requestCachedResponse: refuse('STORAGE'),
      requestEntries: refuse('STORAGE'),
    },
    events: {},
  },
  DOMStorage: {
    commands: {
      clear: refuse('STORAGE'),
      disable: refuse('STORAGE'),
      enable: refuse('STORAGE'),
      getDOMStorageItems: refuse('STORAGE'),
      removeDOMStorageItem: refuse('STORAGE'),
      setDOMStorageItem: refuse('STORAGE'),
    },
    events: {
      domStorageItemAdded: refuse('TELLS_OF_STORAGE'),
      domStorageItemRemoved: refuse('TELLS_OF_STORAGE'),
      domStorageItemUpdated: refuse('TELLS_OF_STORAGE'),
      domStorageItemsCleared: refuse('TELLS_OF_STORAGE'),
    },
  },
  FileSystem: {
    commands: {
      getDirectory: refuse('STORAGE'),
    },
    events: {},
  },
  IndexedDB: {
    commands: {
      clearObjectStore: refuse('STORAGE'),
      deleteDatabase: refuse('STORAGE'),
      deleteObjectStoreEntries: refuse('STORAGE'),
      disable: refuse('STORAGE'),
      enable: refuse('STORAGE'),
      requestData: refuse('STORAGE'),
      getMetadata: refuse('STORAGE'),
      requestDatabase: refuse('STORAGE'),
      requestDatabaseNames: refuse('STORAGE'),
    },
    events: {},
  },
};
