// Ways to keep data: every storage of the page's own origin, from pages and frames. The page reports what it could keep.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('storage', 'store');
const later = inFamily('persistence', 'keep');
const database = (id: string): string =>
  `const db = await new Promise((done, failed) => { const r = indexedDB.open('${id}', 1); r.onupgradeneeded = () => r.result.createObjectStore('s'); r.onsuccess = () => done(r.result); r.onerror = failed; r.onblocked = failed })`;
const put = `await new Promise((done, failed) => { const t = db.transaction('s', 'readwrite'); t.objectStore('s').put('kept', 'k'); t.oncomplete = done; t.onerror = failed })`;

export const STORAGE: readonly Way[] = [
  way('local', 'localStorage', (a) =>
    a.script(`localStorage.setItem('${a.id}', 'kept'); got(localStorage.getItem('${a.id}'))`),
  ),
  way('local-property', 'localStorage by a property', (a) =>
    a.script(`localStorage.x = 'kept'; got(localStorage.x)`),
  ),
  way('local-frame', 'localStorage of an empty frame', (a) =>
    a.script(
      `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.localStorage.setItem('x', 'kept'); got(f.contentWindow.localStorage.x)`,
    ),
  ),
  way('local-own', 'localStorage of an own frame', (a) => `<iframe src="${a.site('f')}"></iframe>`, {
    routes: (a) => ({
      f: {
        body: `<script>localStorage.x = 'kept'; const q = new XMLHttpRequest(); q.open('POST', '/report/${a.id}'); q.send(localStorage.x)</script>`,
      },
    }),
  }),
  way('session', 'sessionStorage', (a) =>
    a.script(`sessionStorage.setItem('${a.id}', 'kept'); got(sessionStorage.getItem('${a.id}'))`),
  ),
  way('indexed', 'IndexedDB', (a) => a.script(`${database(a.id)}; ${put}; got('kept')`)),
  way('indexed-frame', 'IndexedDB of an empty frame', (a) =>
    a.script(
      `const f = document.createElement('iframe'); document.body.append(f); const r = f.contentWindow.indexedDB.open('x'); r.onsuccess = () => got('kept')`,
    ),
  ),
  way('indexed-list', 'indexedDB.databases()', (a) => a.script(`await indexedDB.databases(); got('listed')`)),
  way('cookie', 'document.cookie', (a) =>
    a.script(
      `document.cookie = '${a.id}=kept'; if (document.cookie.includes('${a.id}')) got(document.cookie)`,
    ),
  ),
  way('cookie-long', 'a cookie for a year', (a) =>
    a.script(
      `document.cookie = '${a.id}=kept; max-age=31536000; path=/'; if (document.cookie.includes('${a.id}')) got('kept')`,
    ),
  ),
  way('cookie-store', 'cookieStore', (a) =>
    a.script(`await cookieStore.set('${a.id}', 'kept'); got((await cookieStore.get('${a.id}')).value)`),
  ),
  way(
    'cookie-header',
    'Set-Cookie of the page',
    (a) => a.script(`if (document.cookie.includes('${a.id}')) got(document.cookie)`),
    { headers: (a) => ({ 'set-cookie': `${a.id}=kept; Path=/` }) },
  ),
  way(
    'cookie-response',
    'Set-Cookie of a fetch',
    (a) =>
      a.script(
        `await fetch('/r/${a.id}/set', { credentials: 'include' }); if (document.cookie.includes('${a.id}')) got(document.cookie)`,
      ),
    {
      alone: true,
      routes: (a) => ({ set: { headers: { 'set-cookie': `${a.id}=kept; Path=/` }, body: 'x' } }),
    },
  ),
  way(
    'cookie-image',
    'Set-Cookie of an image',
    (a) =>
      `<img src="${a.site('set')}" alt="">${a.script(`await new Promise((done) => setTimeout(done, 300)); if (document.cookie.includes('${a.id}')) got(document.cookie)`)}`,
    {
      alone: true,
      routes: (a) => ({ set: { headers: { 'set-cookie': `${a.id}=kept; Path=/` }, body: 'x' } }),
    },
  ),
  way('cookie-parent', 'a cookie for the parent domain', (a) =>
    a.script(
      `document.cookie = '${a.id}=kept; domain=localhost'; document.cookie = '${a.id}=kept; domain=site.localhost'; if (document.cookie.includes('${a.id}')) got(document.cookie)`,
    ),
  ),
  way(
    'cookie-overflow',
    'a jar that overflows',
    (a) =>
      a.script(
        `for (let i = 0; i < 300; i += 1) document.cookie = '${a.id}' + i + '=kept'; const n = document.cookie.split('${a.id}').length - 1; if (n > 0) got(n + ' cookies')`,
      ),
    { alone: true },
  ),
  way('cache', 'the Cache API', (a) =>
    a.script(
      `const c = await caches.open('${a.id}'); await c.put('/x', new Response('kept')); got(await (await c.match('/x')).text())`,
    ),
  ),
  way('opfs', 'the origin’s private file system', (a) =>
    a.script(
      `const d = await navigator.storage.getDirectory(); const f = await d.getFileHandle('${a.id}', { create: true }); const w = await f.createWritable(); await w.write('kept'); await w.close(); got('kept')`,
    ),
  ),
  way('bucket', 'a storage bucket', (a) =>
    a.script(
      `const b = await navigator.storageBuckets.open('${a.id}'); const r = b.indexedDB.open('x'); r.onsuccess = () => got('kept')`,
    ),
  ),
  way('persist', 'navigator.storage.persist()', (a) =>
    a.script(`if (await navigator.storage.persist()) got('persisted')`),
  ),
  way('file-system', 'webkitRequestFileSystem()', (a) =>
    a.script(
      `await new Promise((done, failed) => webkitRequestFileSystem(0, 1000, done, failed)); got('opened')`,
    ),
  ),
  way('third-party', 'storage of a frame of another site', (a) => `<iframe src="${a.evil('s')}"></iframe>`),
  way(
    'storage-access',
    'requestStorageAccess() of a frame',
    (a) =>
      `<iframe srcdoc="<script>document.requestStorageAccess().then(() => { localStorage.y = 'kept'; parent.postMessage(localStorage.y, '*') })</script>"></iframe>${a.script(`addEventListener('message', (e) => { if (e.data === 'kept') got(e.data) })`)}`,
    { alone: true },
  ),
];

/** The same site in a later task: nothing of an earlier one is left, though it was allowed to keep it then. */
export const PERSISTENCE: readonly Way[] = [
  later('local', 'localStorage', (a) => a.script(`localStorage.setItem('${a.id}', 'kept')`), {
    later: (a) => a.script(`if (localStorage.getItem('${a.id}')) got('left')`),
  }),
  later('indexed', 'IndexedDB', (a) => a.script(`${database(a.id)}; ${put}`), {
    later: (a) =>
      a.script(`if ((await indexedDB.databases()).some(({ name }) => name === '${a.id}')) got('left')`),
  }),
  later(
    'cookie',
    'a cookie for a year',
    (a) => a.script(`document.cookie = '${a.id}=kept; max-age=31536000; path=/'`),
    { later: (a) => a.script(`if (document.cookie.includes('${a.id}')) got('left')`) },
  ),
  later('cookie-header', 'a cookie by a header', () => '', {
    headers: (a) => ({ 'set-cookie': `${a.id}=kept; Max-Age=31536000; Path=/` }),
    later: (a) => a.script(`if (document.cookie.includes('${a.id}')) got('left'); `),
  }),
  later(
    'cache',
    'the Cache API',
    (a) => a.script(`const c = await caches.open('${a.id}'); await c.put('/x', new Response('kept'))`),
    { later: (a) => a.script(`if (await caches.has('${a.id}')) got('left')`) },
  ),
  later(
    'opfs',
    'the origin’s private file system',
    (a) =>
      a.script(
        `const d = await navigator.storage.getDirectory(); await d.getFileHandle('${a.id}', { create: true })`,
      ),
    {
      later: (a) =>
        a.script(
          `const d = await navigator.storage.getDirectory(); await d.getFileHandle('${a.id}'); got('left')`,
        ),
    },
  ),
  later(
    'http-cache',
    'the HTTP cache, told by a random body',
    (a) => a.script(`await (await fetch('/r/${a.id}/once')).text()`),
    {
      routes: () => ({
        once: { headers: { 'cache-control': 'max-age=600', 'content-type': 'text/plain' }, body: 'x' },
      }),
      later: (a) =>
        a.script(
          `const r = await fetch('/r/${a.id}/once', { cache: 'only-if-cached', mode: 'same-origin' }); if (r.ok) got('left')`,
        ),
    },
  ),
  later('script-cache', 'a script from the cache', (a) => `<script src="${a.site('once.js')}"></script>`, {
    routes: () => ({
      'once.js': {
        headers: { 'cache-control': 'max-age=600', 'content-type': 'text/javascript' },
        body: '1',
      },
    }),
    later: (a) =>
      a.script(
        `const r = await fetch('/r/${a.id}/once.js', { cache: 'only-if-cached', mode: 'same-origin' }); if (r.ok) got('left')`,
      ),
  }),
  later(
    'permission',
    'a granted permission',
    (a) => a.script(`await navigator.permissions.query({ name: 'geolocation' })`),
    {
      later: (a) =>
        a.script(
          `const p = await navigator.permissions.query({ name: 'geolocation' }); if (p.state === 'granted') got(p.state)`,
        ),
    },
  ),
];
