// Ways to addresses that no page should reach, in every spelling; to other schemes; and to the proxy itself.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('address', 'addr', { port: 'tcp' });
const scheme = inFamily('scheme', 'scheme', { alone: true });
const proxy = inFamily('proxy', 'proxy');
const disguise = inFamily('disguise', 'host');

const at = (id: string, title: string, host: string): Way =>
  way(id, title, (a) => `<img src="http://${host}:${a.port}/x" alt="">`);
const asked = (id: string, title: string, host: string): Way =>
  disguise(id, title, (a) => `<img src="http://${host.replace('ID', a.id)}/x" alt="">`, {
    hosts: [host.replace('ID', `host-${id}`)],
  });

export const ADDRESS: readonly Way[] = [
  at('loopback', 'this machine', '127.0.0.1'),
  at('localhost', 'localhost', 'localhost'),
  at('localhost-dot', 'localhost with a final dot', 'localhost.'),
  at('localhost-name', 'a name below localhost', 'other.localhost'),
  at('octal', 'octal', '0177.0.0.1'),
  at('hex', 'hexadecimal', '0x7f.0.0.1'),
  at('hex-whole', 'hexadecimal, one number', '0x7f000001'),
  at('decimal', 'one number', '2130706433'),
  at('short', 'a short form', '127.1'),
  at('zero', 'nought', '0'),
  at('zeros', 'four noughts', '0.0.0.0'),
  at('loopback-six', 'IPv6', '[::1]'),
  at('mapped', 'IPv4 in IPv6', '[::ffff:127.0.0.1]'),
  at('mapped-hex', 'IPv4 in IPv6, hexadecimal', '[::ffff:7f00:1]'),
  at('full-width', 'full-width digits', '１２７.０.０.１'),
  at('ideographic', 'ideographic full stops', '127。0。0。1'),
  at('percent', 'percent-encoded', '%31%32%37.0.0.1'),
  way(
    'machine',
    'this machine’s address in its network',
    (a) => `<img src="http://${a.machine}:${a.port}/x" alt="">`,
  ),
  way('fetch', 'a fetch of this machine', (a) =>
    a.script(`await fetch('http://127.0.0.1:${a.port}/x', { mode: 'no-cors' })`),
  ),
  way('target-space', 'a fetch that names its address space', (a) =>
    a.script(
      `await fetch('http://127.0.0.1:${a.port}/x', { mode: 'no-cors', targetAddressSpace: 'loopback' })`,
    ),
  ),
  way(
    'navigation',
    'a navigation to this machine',
    (a) => a.script(`location.href = 'http://127.0.0.1:${a.port}/x'`),
    { alone: true },
  ),
  way('frame', 'a frame of this machine', (a) => `<iframe src="http://127.0.0.1:${a.port}/x"></iframe>`),
  way(
    'redirect',
    'an own address that redirects to this machine',
    (a) => `<img src="${a.site('go')}" alt="">`,
    { routes: (a) => ({ go: { status: 302, headers: { location: `http://127.0.0.1:${a.port}/x` } } }) },
  ),
  way(
    'own-name-port',
    'the site’s own name on another port',
    (a) => `<img src="https://127.0.0.1:${a.port}/x" alt="">`,
  ),
  way('scan', 'a scan by the time a WebSocket takes', (a) =>
    a.script(`new WebSocket('ws://127.0.0.1:${a.port}/x')`),
  ),
  way('scan-image', 'a scan of neighbouring ports', (a) =>
    a.script(`for (const d of [0, 1, 2]) new Image().src = 'http://127.0.0.1:' + (${a.port} + d) + '/x'`),
  ),
];

export const SCHEME: readonly Way[] = [
  scheme(
    'file-frame',
    'a frame on a file',
    (a) =>
      `<iframe src="file:///etc/hostname" onload="way('${a.id}', (got) => { if (this.contentDocument?.body?.innerText) got('read') })"></iframe>`,
  ),
  scheme('ws-link', 'a navigation to a ws: address', (a) =>
    a.script(`location.href = '${a.evil('x', 'ws')}'; new Image().src = '${a.evil()}'`),
  ),
  scheme('ftp', 'ftp', (a) => a.script(`location.href = 'ftp://127.0.0.1:${a.port}/x'`), { port: 'tcp' }),
  scheme('view-source', 'view-source', (a) => a.go(`open('view-source:${a.evil()}')`), { click: true }),
  scheme('filesystem', 'filesystem', (a) => a.script(`location.href = 'filesystem:${a.evil()}'`)),
  scheme(
    'chrome',
    'a page of the browser',
    (a) =>
      a.go(
        `const w = open('chrome://version'); setTimeout(() => { if (w && !w.closed) got('opened') }, 200)`,
      ),
    { click: true },
  ),
  scheme('devtools', 'developer tools', (a) =>
    a.script(
      `const f = document.createElement('iframe'); f.src = 'devtools://devtools/bundled/inspector.html?ws=${a.host}'; f.onload = () => { try { if (f.contentWindow.length > 0) got('loaded') } catch { } }; document.body.append(f)`,
    ),
  ),
  scheme('data-top', 'a data: page at the top', (a) =>
    a.script(`location.href = "data:text/html,<img src='${a.evil()}'>"`),
  ),
  scheme(
    'data-svg',
    'a data: SVG with an image',
    (a) =>
      `<iframe src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='${a.evil()}' width='9' height='9'/></svg>"></iframe>`,
  ),
  scheme('blob-top', 'a blob: page at the top', (a) =>
    a.script(
      `location.href = URL.createObjectURL(new Blob(["<img src='${a.evil()}'>"], { type: 'text/html' }))`,
    ),
  ),
  scheme('javascript-top', 'a javascript: page at the top', (a) =>
    a.script(`location.href = "javascript:'<img src=${a.evil()}>'"`),
  ),
  scheme(
    'javascript-form',
    'a form on javascript:',
    (a) =>
      `<form id="f" action="javascript:fetch('${a.evil()}',{mode:'no-cors'})"></form>${a.script(`document.getElementById('f').submit()`)}`,
  ),
  scheme(
    'intent',
    'an intent with a fallback',
    (a) =>
      a.go(
        `location.href = 'intent://x#Intent;scheme=x;S.browser_fallback_url=${encodeURIComponent(a.evil())};end'`,
      ),
    { click: true },
  ),
];

export const PROXY: readonly Way[] = [
  proxy(
    'absolute',
    'an absolute address in a path',
    (a) =>
      `<img src="${a.site('x')}?u=${a.evil()}" alt="">${a.script(`await fetch('http://site.localhost/${a.evil()}', { mode: 'no-cors' }); new Image().src = '${a.evil()}'`)}`,
  ),
  proxy(
    'userinfo',
    'the site’s name as user information',
    (a) =>
      `<a id="u-${a.id}" href="http://site.localhost:80@${a.host}/x">x</a>${a.script(`await fetch(document.getElementById('u-${a.id}').href.replace('site.localhost:80@', ''), { mode: 'no-cors' })`)}`,
  ),
  proxy('smuggle', 'a request inside a request’s body', (a) =>
    a.script(
      `await fetch('${a.site('x')}', { method: 'POST', body: '0\\r\\n\\r\\nGET ${a.evil()} HTTP/1.1\\r\\nHost: ${a.host}\\r\\n\\r\\n' }); await fetch('${a.evil()}', { mode: 'no-cors' })`,
    ),
  ),
  proxy('connect', 'a tunnel to a port of mail', (a) => `<img src="https://${a.host}:2525/x" alt="">`),
  proxy(
    'port-own',
    'a port of this machine next to the proxy’s',
    (a) => a.script(`await fetch('http://127.0.0.1:${a.port}/x', { mode: 'no-cors' })`),
    { port: 'tcp' },
  ),
  proxy('pac', 'wpad', (a) => `<script src="http://wpad.${a.host}/wpad.dat"></script>`, {
    hosts: ['wpad.proxy-pac.evil.test'],
  }),
  proxy(
    'upgrade',
    'http that is turned to https',
    (a) =>
      `<meta http-equiv="content-security-policy" content="upgrade-insecure-requests"><img src="http://${a.host}/x" alt="">`,
    { alone: true },
  ),
  proxy(
    'slashes',
    'slashes that a browser mends',
    (a) => a.script(`location.href = 'http:/\\\\\\\\${a.host}/x'`),
    { alone: true },
  ),
  proxy('tabs', 'tabs and line feeds in an address', (a) => `<img src="ht&#9;tp://&#10;${a.host}/x" alt="">`),
  proxy('backslashes', 'backslashes in an address', (a) => `<img src="http:\\\\${a.host}\\x" alt="">`),
  proxy('scheme-relative', 'a scheme-relative address', (a) => `<img src="//${a.host}/x" alt="">`),
  proxy('final-dot', 'a final dot', (a) => `<img src="http://${a.host}./x" alt="">`, {
    hosts: ['proxy-final-dot.evil.test.'],
  }),
  proxy('case', 'capitals', (a) => `<img src="HTTP://${a.host.toUpperCase()}/x" alt="">`),
];

export const DISGUISE: readonly Way[] = [
  asked('suffix', 'the site’s name before a foreign one', 'site.localhost.ID.evil.test'),
  asked('prefix', 'the site’s name inside a foreign one', 'notsite.localhost.ID.evil.test'),
  asked('dash', 'the site’s name with a dash', 'site-localhost.ID.evil.test'),
  asked('login', 'a sub-domain that sounds right', 'login.site.localhost.ID.evil.test'),
  asked('puny', 'letters that look alike', 'xn--st-vmbc.ID.evil.test'),
  asked('sub', 'a sub-domain of the site', 'sub-host-sub.site.localhost'),
  asked('other-tld', 'the site under another ending', 'site-host-other-tld.test'),
  asked('digits', 'digits for letters', 's1te.ID.evil.test'),
  asked('underscore', 'an underscore', '_site.ID.evil.test'),
  asked('long', 'a label of sixty-three letters', `${'a'.repeat(63)}.ID.evil.test`),
  asked('encoded', 'data in labels', 'nbswy3dp.mjqwgzi.ID.evil.test'),
  disguise(
    'full-width',
    'full-width letters',
    () => `<img src="http://host-full-width.ｅｖｉｌ.test/x" alt="">`,
  ),
  disguise(
    'soft-hyphen',
    'a soft hyphen',
    () => `<img src="http://host-soft-hyphen.ev&shy;il.test/x" alt="">`,
  ),
  disguise(
    'dot-ideographic',
    'an ideographic full stop',
    () => `<img src="http://host-dot-ideographic。evil。test/x" alt="">`,
  ),
  disguise(
    'percent',
    'a percent-encoded name',
    () => `<img src="http://host-percent%2eevil%2etest/x" alt="">`,
  ),
];
