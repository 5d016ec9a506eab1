// Hostile applets against the check: each is refused before anything runs, and for what it does: the finding says which rule saw it.
import { describe, expect, test } from 'vitest';
import { checkApplet } from '#engines/maker/check/check.ts';
import { hostileApplets, PAYLOADS } from './hostile.ts';

const ADDRESS = 'http://127.0.0.1:9/hit';
const APPLETS = hostileApplets(() => ADDRESS);
const page = (body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>t</title>${head}</head><body>${body}</body></html>`;
const codesOf = (html: string): readonly string[] => [
  ...new Set(checkApplet(html).findings.map(({ code }) => code)),
];
const groundsOf = (script: string): readonly string[] => [
  ...new Set(
    checkApplet(page(`<script>${script}</script>`)).findings.map(({ code, message }) => `${code} ${message}`),
  ),
];
const SCRIPTS = PAYLOADS.map(([name, , code]) => ({
  name,
  script: code.replaceAll(/\bID\b/gu, `'x'`).replaceAll(/\bU\b/gu, `'${ADDRESS}'`),
}));

test('every hostile applet is refused, in every disguise', () => {
  expect(APPLETS.filter(({ html }) => checkApplet(html).accepted).map(({ id }) => id)).toEqual([]);
});

test('what they reach for is refused on at least thirty distinct grounds', () => {
  expect(new Set(SCRIPTS.map(({ script }) => groundsOf(script).join('\n'))).size).toBeGreaterThanOrEqual(30);
});

/** The payload is a text in these, which is not read: what is refused is the way to run a text. */
test.each([
  ['eval', ['code.unknown-call']],
  ['constructor', ['code.unknown-call']],
  ['attribute', ['markup.value', 'markup.event-attribute']],
  ['inserted', ['code.arguments']],
  ['timer', ['code.unknown-call']],
])('a text is not run by the way of “%s”', (disguise, codes) => {
  const some = APPLETS.filter(({ id }) => id.endsWith(`-${disguise}`));
  expect(some).toHaveLength(PAYLOADS.length);
  for (const { html } of some) expect(codesOf(html)).toEqual(codes);
});

/** The payload is code in these, and each of its own faults is found again. */
const STRUCTURES: readonly (readonly [name: string, (code: string) => string])[] = [
  ['a callback', (code) => `[2,1].sort(()=>{${code}})`],
  ['a function that is called before it stands there', (code) => `go();function go(){${code}}`],
  ['a default of a pattern', (code) => `const {go=(()=>{${code}})()}={}`],
  ['a default of a parameter', (code) => `const go=(x=(()=>{${code}})())=>x;go()`],
  ['a template', (code) => `console.log(\`a\${(()=>{${code}})()}b\`)`],
  ['a getter', (code) => `const o={get go(){${code}}};o.go`],
  ['a case in a loop', (code) => `for(const one of [1])switch(one){case 1:{${code}}}`],
  ['a catch', (code) => `try{null.x}catch{${code}}finally{}`],
  ['a branch', (code) => `if(1){${code}}else{}`],
];
describe.each(STRUCTURES)('within %s', (_, within) => {
  test.each(SCRIPTS)('$name is refused for what it is refused for by itself', ({ script }) => {
    const alone = groundsOf(script);
    expect(alone).not.toEqual([]);
    expect(groundsOf(within(script))).toEqual(expect.arrayContaining([...alone]));
  });
});

test.each([
  ['a class', 'new class{go=(()=>{fetch("/")})()}'],
  ['a tag of a template', '(()=>{fetch("/")})`x`'],
  ['a name for a global', 'const go=fetch;go("/")'],
  ['a name for a member', 'const {defaultView:w}=document;w.fetch("/")'],
  ['a name that is put together', 'document["default"+"View"].fetch("/")'],
  ['a rest of a pattern', 'const {title,...rest}=document;rest.defaultView.fetch("/")'],
  ['an import', 'import("/x.js")'],
])('%s hides nothing', (_, script) => {
  expect(groundsOf(script).every((ground) => ground.startsWith('code.'))).toBe(true);
  expect(groundsOf(script)).not.toEqual([]);
});

test.each([
  ['<p onclick="x">a</p>', 'markup.event-attribute'],
  ['<dialog onclose="x"></dialog>', 'markup.element'],
  ['<p style="background:url(//e)">a</p>', 'style.function'],
  ['<img src="//e" alt="">', 'markup.value'],
  ['<a href="javascript:x">a</a>', 'markup.value'],
  ['<a href="#a" ping="//e">a</a>', 'markup.attribute'],
  ['<svg><a href="x"></a></svg>', 'markup.foreign'],
  ['<math></math>', 'markup.foreign'],
  ['<iframe srcdoc="x"></iframe>', 'markup.element'],
  ['<base href="//e">', 'markup.element'],
  ['<link rel="stylesheet" href="//e">', 'markup.element'],
  ['<form action="//e"><button type="button">a</button></form>', 'markup.element'],
  ['<button type="button" formaction="//e">a</button>', 'markup.attribute'],
  ['<input type="file">', 'markup.value'],
  ['<template><img src="//e"></template>', 'markup.element'],
  ['<noscript><img src="//e"></noscript>', 'markup.element'],
  ['<script src="//e"></script>', 'markup.attribute'],
  ['<table background="//e"></table>', 'markup.attribute'],
  ['<custom-element></custom-element>', 'markup.element'],
  ['<p is="x-y">a</p>', 'markup.attribute'],
])('in the markup %s is refused as %s', (body, code) => {
  expect(codesOf(page(body))).toContain(code);
});

test.each([
  ['@import "//e";', 'style.at-rule'],
  ['p{background:u\\72l(//e)}', 'style.escape'],
  ['p{background:image-set("//e" 1x)}', 'style.function'],
  ['p{-moz-binding:none}', 'style.property'],
  ['p{color:red/*', 'style.open-comment'],
])('the style %s is refused as %s', (style, code) => {
  expect(codesOf(page('<p>a</p>', `<style>${style}</style>`))).toContain(code);
});

test('the same page without any of it is accepted', () => {
  const style = '<style>p{color:red}</style>';
  expect(checkApplet(page('<p>a</p><script>console.log(1)</script>', style)).findings).toEqual([]);
});
