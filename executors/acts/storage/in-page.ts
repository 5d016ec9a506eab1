// Reads and writes what a document's origin keeps. Runs in our isolated world, handed over as text: it sees the page's storage,
// and none of the page's scripts. INVARIANT: self-contained, nothing of this file may be used in it but its argument.
import type { SiteStorage } from '#policy/acts/storage-acts.ts';

export type StorageJob = {
  readonly does: 'READ' | 'WRITE' | 'CLEAR';
  readonly storage: SiteStorage;
  readonly key: string | null;
  readonly value: string;
  readonly entriesAtMost: number;
  readonly charactersAtMost: number;
};

export type StorageReport = {
  readonly entries: readonly { readonly key: string; readonly value: string }[];
  readonly complete: boolean;
  /** Why it could not be done. */
  readonly problem: string | null;
};

export async function workOnStorage(job: StorageJob): Promise<StorageReport> {
  const entries: { key: string; value: string }[] = [];
  let characters = 0;
  let complete = true;
  const keep = (key: string, value: string): boolean => {
    characters += key.length + value.length;
    complete = entries.length < job.entriesAtMost && characters <= job.charactersAtMost;
    if (complete) entries.push({ key, value });
    return complete;
  };
  const report = (problem: string | null = null): StorageReport => ({ entries, complete, problem });
  const parts = (job.key ?? '').split('/').map((part) => decodeURIComponent(part));
  /** Other kinds of keys than texts and numbers are shown, and cannot be named. */
  const keyText = (key: IDBValidKey): string =>
    typeof key === 'string' || typeof key === 'number' ? `${key}` : JSON.stringify(key);
  const settled = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('the database refused')));
    });
  const written = (transaction: IDBTransaction): Promise<void> =>
    new Promise((resolve, reject) => {
      transaction.addEventListener('complete', () => resolve());
      transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('not written')));
    });

  const onArea = (area: Storage): StorageReport => {
    if (job.does === 'WRITE') area.setItem(job.key ?? '', job.value);
    else if (job.does === 'CLEAR' && job.key === null) area.clear();
    else if (job.does === 'CLEAR') area.removeItem(job.key ?? '');
    else if (job.key !== null) {
      const value = area.getItem(job.key);
      if (value !== null) keep(job.key, value);
    } else {
      for (let at = 0; at < area.length; at += 1) {
        const key = area.key(at) ?? '';
        if (!keep(key, area.getItem(key) ?? '')) break;
      }
    }
    return report();
  };

  const onDatabases = async (): Promise<StorageReport> => {
    const [database, store, ...rest] = parts;
    const names = (await indexedDB.databases()).map(({ name }) => name ?? '');
    if (job.key !== null && !names.includes(database ?? '')) {
      return job.does === 'WRITE' ? report('there is no such database') : report();
    }
    for (const name of job.key === null ? names : [database ?? '']) {
      const wholeDatabase = job.key === null || store === undefined;
      if (job.does === 'CLEAR' && wholeDatabase) {
        await settled(indexedDB.deleteDatabase(name));
        continue;
      }
      const open = await settled(indexedDB.open(name));
      try {
        const stores = [...open.objectStoreNames].filter((one) => wholeDatabase || one === store);
        if (job.does === 'WRITE' && stores.length === 0) return report('there is no such object store');
        for (const one of stores) {
          const transaction = open.transaction(one, job.does === 'READ' ? 'readonly' : 'readwrite');
          const objects = transaction.objectStore(one);
          if (job.does === 'READ') {
            const [keys, values] = await Promise.all([
              settled(objects.getAllKeys(null, job.entriesAtMost + 1)),
              settled(objects.getAll(null, job.entriesAtMost + 1)),
            ]);
            for (const [at, key] of keys.entries()) {
              const shown = [name, one, keyText(key)].map((part) => encodeURIComponent(part)).join('/');
              if (rest.length > 0 && keyText(key) !== rest.join('/')) continue;
              if (!keep(shown, JSON.stringify(values[at]) ?? 'undefined')) return report();
            }
            continue;
          }
          const done = written(transaction);
          const key = rest.join('/');
          if (job.does === 'CLEAR' && rest.length === 0) objects.clear();
          else if (job.does === 'CLEAR') objects.delete(key);
          else if (objects.keyPath === null) objects.put(JSON.parse(job.value), key);
          else objects.put(JSON.parse(job.value));
          await done;
        }
      } finally {
        open.close();
      }
    }
    return report();
  };

  const onCaches = async (): Promise<StorageReport> => {
    const [cacheName, ...rest] = parts;
    const url = rest.join('/');
    if (job.does === 'WRITE') {
      await (await caches.open(cacheName ?? '')).put(url, new Response(job.value));
      return report();
    }
    for (const name of job.key === null ? await caches.keys() : [cacheName ?? '']) {
      if (!(await caches.has(name))) continue;
      if (job.does === 'CLEAR' && url === '') {
        await caches.delete(name);
        continue;
      }
      const cache = await caches.open(name);
      if (job.does === 'CLEAR') {
        await cache.delete(url);
        continue;
      }
      for (const request of await cache.keys(url === '' ? undefined : url)) {
        const answer = await cache.match(request);
        const shown = `${encodeURIComponent(name)}/${encodeURIComponent(request.url)}`;
        if (!keep(shown, (await answer?.text()) ?? '')) return report();
      }
    }
    return report();
  };

  const onWorkers = async (): Promise<StorageReport> => {
    for (const worker of await navigator.serviceWorker.getRegistrations()) {
      if (job.key !== null && worker.scope !== job.key) continue;
      if (job.does === 'CLEAR') await worker.unregister();
      else keep(worker.scope, worker.active?.scriptURL ?? '');
    }
    return report();
  };

  try {
    switch (job.storage) {
      case 'LOCAL_STORAGE':
        return onArea(localStorage);
      case 'SESSION_STORAGE':
        return onArea(sessionStorage);
      case 'INDEXED_DB':
        return await onDatabases();
      case 'CACHE_API':
        return 'caches' in globalThis ? await onCaches() : report('this document has no caches');
      case 'SERVICE_WORKER':
        return 'serviceWorker' in navigator
          ? await onWorkers()
          : report('this document has no service workers');
    }
  } catch (thrown) {
    return report(thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown));
  }
}
