// Acts on storage and cookies, for person and log. INVARIANT: a value stands in none of it but by its length and a keyed digest.
import { createHmac, randomBytes } from 'node:crypto';
import type { StorageAction } from '#policy/acts/storage-acts.ts';
import type { StorageType } from '#policy/language/vocabulary.ts';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { maskedValue, quoted, visible } from '#gateway/protocol/visible.ts';

/** Of this process alone: equal values show within a log, and nobody can guess at one. */
const KEY = randomBytes(32);

export const keyedDigest = (value: string): string =>
  `hmac-sha256:${createHmac('sha256', KEY).update(value).digest('hex').slice(0, 32)}`;

export const STORAGE_NAMES = {
  LOCAL_STORAGE: 'local storage',
  SESSION_STORAGE: 'session storage',
  INDEXED_DB: 'database',
  COOKIES: 'cookies',
  CACHE_API: 'cache',
  SERVICE_WORKER: 'service workers',
} as const satisfies Record<StorageType, string>;

export function describeStorageAct(action: StorageAction): string {
  const named = (name: string | undefined): string => (name === undefined ? '' : ` ${quoted(name)} in`);
  const whose = (origin: string | undefined): string =>
    origin === undefined ? 'the site’s' : `the ${visible(origin, 80)}`;
  switch (action.type) {
    case 'STORAGE_READ':
      return `${action.count === true ? 'count what is in' : 'read'}${named(action.key)} ${whose(action.origin)} ${STORAGE_NAMES[action.storage]}`;
    case 'STORAGE_WRITE':
      return `write ${maskedValue(action.value)} as${named(action.key)} ${whose(action.origin)} ${STORAGE_NAMES[action.storage]}`;
    case 'STORAGE_CLEAR':
      return `clear${named(action.key)} ${whose(action.origin)} ${STORAGE_NAMES[action.storage]}`;
    case 'COOKIE_READ':
      return `${action.count === true ? 'count' : 'read'} the cookies of ${action.url === undefined ? 'the site' : visible(action.url, 80)}`;
    case 'COOKIE_WRITE':
      return `set the site’s cookie ${quoted(action.cookie.name)} to ${maskedValue(action.cookie.value)}`;
    case 'COOKIE_CLEAR':
      return action.name === undefined
        ? 'delete the site’s cookies'
        : `delete the site’s cookie ${quoted(action.name)}`;
    case 'COOKIE_PASSTHROUGH':
      return `bring the cookies of ${visible(action.domain, 80)} from ${quoted(action.source)} into the Ghost Tab`;
  }
}

/** For the log: names, lengths and keyed digests; of cookies that came from elsewhere the names alone. */
export function storedEvidence(
  outcome: Extract<ActOutcome, { readonly kind: 'STORED' | 'PASSED' }>,
): Readonly<Record<string, unknown>> {
  if (outcome.kind === 'PASSED') {
    const { kind, domain, names, refused } = outcome;
    return { kind, domain, names, refused, count: names.length };
  }
  const { kind, storage, entries, complete } = outcome;
  return {
    kind,
    storage,
    complete,
    count: entries.length,
    names: entries.slice(0, 200).map(({ key }) => visible(key, 120)),
    lengths: entries.slice(0, 200).map(({ value }) => value.length),
    digests: entries.slice(0, 200).map(({ value }) => keyedDigest(value)),
  };
}
