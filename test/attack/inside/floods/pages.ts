// Pages that do not let anybody get on with it. Each is a whole document, or an answer that does not end.
import type { ServerResponse } from 'node:http';

export type FloodPage = {
  readonly name: string;
  /** A script that runs as the document is read, or an answer of the attacker's own. */
  readonly script?: string;
  readonly html?: string;
  readonly answer?: (response: ServerResponse) => void;
  /** It may end its own process: the tab says so, and another tab is there at once. */
  readonly mayCrash?: true;
  /** A button that begins it: what it does comes after the page stood there. */
  readonly onClick?: string;
};

const every = (response: ServerResponse, ms: number, text: () => string): void => {
  const timer = setInterval(() => response.write(text()), ms);
  response.on('close', () => clearInterval(timer));
};

export const FLOOD_PAGES: readonly FloodPage[] = [
  { name: 'debugger-loop', script: 'for (;;) debugger;' },
  { name: 'debugger-timer', script: 'setInterval(() => { debugger; }, 1);' },
  { name: 'alerts', script: 'for (;;) alert("x");' },
  { name: 'alerts-later', script: 'setInterval(() => { alert("x".repeat(1000)); }, 1);' },
  { name: 'prompts', script: 'addEventListener("load", () => { for (;;) prompt("x"); });' },
  { name: 'busy', script: 'for (;;);' },
  {
    name: 'busy-after-load',
    script: 'addEventListener("load", () => setTimeout(() => { for (;;); }, 300));',
  },
  { name: 'busy-again', script: 'setInterval(() => { for (;;); }, 1);' },
  { name: 'busy-catch', script: 'function f() { try { for (;;); } finally { f(); } } f();' },
  { name: 'microtasks', script: '(function f() { Promise.resolve().then(f); })();' },
  { name: 'print', script: 'setInterval(() => print(), 1); for (let i = 0; i < 100; i++) print();' },
  {
    name: 'console',
    script:
      'const s = "x".repeat(1000); (function f() { for (let i = 0; i < 2000; i++) console.log(s + i, { a: i }); setTimeout(f, 0); })();',
  },
  { name: 'console-loop', script: 'for (let i = 0;; i++) console.log("x", i);' },
  { name: 'console-huge', script: 'const s = "x".repeat(5e6); setInterval(() => console.log(s), 1);' },
  {
    name: 'console-objects',
    script:
      'const o = {}; for (let i = 0; i < 1e5; i++) o["k" + i] = { a: [1, 2, i] }; setInterval(() => console.log(o, o, o), 1);',
  },
  {
    name: 'throws',
    script:
      'setInterval(() => { for (let i = 0; i < 500; i++) setTimeout(() => { throw new Error("x".repeat(2000)); }); }, 1);',
  },
  {
    name: 'titles',
    script:
      'let i = 0; (function f() { for (let k = 0; k < 200; k++) document.title = "x".repeat(5000) + i++; setTimeout(f, 0); })();',
  },
  {
    name: 'title-huge',
    script:
      'document.title = "x".repeat(2e7); setInterval(() => { document.title = "y".repeat(2e7) + Math.random(); }, 1);',
  },
  {
    name: 'push-state',
    script:
      'let i = 0; (function f() { for (let k = 0; k < 150; k++) try { history.pushState(0, "", "/p" + i++ + "x".repeat(3000)); } catch {} setTimeout(f, 0); })();',
  },
  {
    name: 'hash',
    script:
      'let i = 0; (function f() { for (let k = 0; k < 150; k++) location.hash = "#" + i++ + "x".repeat(3000); setTimeout(f, 0); })();',
  },
  {
    name: 'frames',
    script:
      'for (let i = 0; i < 10000; i++) document.documentElement.append(document.createElement("iframe"));',
  },
  {
    name: 'frames-churn',
    script:
      'setInterval(() => { for (let i = 0; i < 50; i++) { const f = document.createElement("iframe"); document.documentElement.append(f); f.remove(); } }, 1);',
  },
  {
    name: 'frame-loads',
    script:
      'let i = 0; setInterval(() => { for (let k = 0; k < 20; k++) { const f = document.createElement("iframe"); f.src = "/ok?" + i++; document.documentElement.append(f); } }, 5);',
  },
  {
    name: 'fetches',
    script:
      'let i = 0; setInterval(() => { for (let k = 0; k < 50; k++) fetch("/ok?" + i++).catch(() => 0); }, 5);',
  },
  {
    name: 'foreign-fetches',
    script:
      'let i = 0; setInterval(() => { for (let k = 0; k < 50; k++) fetch("http://x" + i++ + ".attacker.test/").catch(() => 0); }, 5);',
  },
  {
    name: 'post-messages',
    script:
      'onmessage = () => { postMessage(1, "*"); postMessage("x".repeat(1e5), "*"); }; postMessage(1, "*");',
  },
  {
    name: 'mutations',
    script:
      'setInterval(() => { for (let i = 0; i < 500; i++) { const d = document.createElement("b"); document.documentElement.append(d); if (i % 2) d.remove(); } }, 1);',
  },
  {
    name: 'deep',
    mayCrash: true,
    script:
      'let e = document.documentElement; for (let i = 0; i < 50000; i++) { const d = document.createElement("div"); e.append(d); e = d; }',
  },
  {
    name: 'wide',
    mayCrash: true,
    script: 'document.write("<div>".repeat(500) + "<p>a<b>b</b></p>".repeat(200000));',
  },
  {
    name: 'layout',
    script:
      'document.write("<style>*{float:left;width:calc(50% + 1px)} :has(p + p) b{color:red}</style>" + "<table><tr><td>".repeat(300) + "<p>a</p>".repeat(20000)); setInterval(() => { document.body.style.width = Math.random() * 1000 + "px"; document.body.offsetHeight; }, 1);',
  },
  {
    name: 'writes',
    script:
      'setInterval(() => { document.open(); document.write("<h1>again</h1><script>1<\\/script>"); document.close(); }, 1);',
  },
  { name: 'writes-loop', script: 'for (;;) document.write("x");' },
  {
    name: 'sync-xhr',
    script:
      'for (;;) { const x = new XMLHttpRequest(); x.open("GET", "/hang", false); try { x.send(); } catch {} }',
  },
  {
    name: 'beforeunload',
    script:
      'onbeforeunload = (e) => { e.preventDefault(); e.returnValue = "x"; for (const t = Date.now(); Date.now() - t < 60000;); };',
    onClick: '1',
  },
  { name: 'stop', script: 'setInterval(() => window.stop(), 1); window.stop();' },
  { name: 'self-reload', script: 'setTimeout(() => location.reload(), 1);' },
  { name: 'refresh', html: '<meta http-equiv="refresh" content="0"><h1>again</h1>' },
  { name: 'navigates', script: 'let i = 0; setInterval(() => { location.href = "/hang?" + i++; }, 1);' },
  {
    name: 'navigates-away',
    script: 'let i = 0; setInterval(() => { location.href = "http://x" + i++ + ".attacker.test/"; }, 1);',
  },
  { name: 'popups', script: 'setInterval(() => { for (let i = 0; i < 10; i++) open("/ok?" + i); }, 1);' },
  {
    name: 'external',
    script: 'let i = 0; setInterval(() => { location.href = "mailto:a" + i++ + "@b.test"; }, 1);',
  },
  {
    name: 'downloads',
    script:
      'setInterval(() => { const a = document.createElement("a"); a.href = URL.createObjectURL(new Blob(["x"])); a.download = "x".repeat(5000); a.click(); }, 5);',
  },
  { name: 'pickers', html: '<input type=file id=f><script>setInterval(() => f.click(), 1)</script>' },
  { name: 'idle', script: '(function f() { requestIdleCallback(f); requestAnimationFrame(f); })();' },
  {
    name: 'names',
    html: `<button aria-label="${'x'.repeat(3_000_000)}">a</button><h1>${'y '.repeat(1_000_000)}</h1>`,
  },
  {
    name: 'bomb',
    mayCrash: true,
    script: 'for (;;) { self.a = (self.a || []); self.a.push(new Array(1e6).fill(Math.random())); }',
  },
  { name: 'hang', answer: () => undefined },
  {
    name: 'headers-only',
    answer: (response) => response.writeHead(200, { 'content-type': 'text/html' }).flushHeaders(),
  },
  {
    name: 'endless',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<title>T</title><h1>Begun</h1>');
      every(response, 50, () => '<p>more</p>');
    },
  },
  {
    name: 'endless-fast',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<title>T</title><h1>Begun</h1>');
      every(response, 2, () => '<p>more</p>'.repeat(20000));
    },
  },
  {
    name: 'trickle',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<title>T</title><h1>Begun</h1><button>Go</button>');
      every(response, 500, () => ' ');
    },
  },
  {
    name: 'trickle-text',
    answer: (response) => {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.write('begun');
      every(response, 500, () => ' ');
    },
  },
  { name: 'endless-style', html: '<link rel=stylesheet href=/slow><h1>Begun</h1>' },
  { name: 'endless-script', html: '<h1>Begun</h1><script src=/slow></script><p>rest' },
  { name: 'endless-image', html: '<h1>Begun</h1><img src=/slow>' },
  { name: 'endless-frame', html: '<h1>Begun</h1><iframe src=/slow></iframe>' },
  {
    name: 'redirects',
    answer: (response) => void response.writeHead(302, { location: `/redirects?${Math.random()}` }).end(),
  },
  {
    name: 'slow-redirects',
    answer: (response) =>
      void setTimeout(
        () => response.writeHead(302, { location: `/slow-redirects?${Math.random()}` }).end(),
        1500,
      ),
  },
];

export const documentOf = ({ name, script, html, onClick }: FloodPage): string =>
  `<!doctype html><title>${name}</title><h1>${name}</h1><button onclick="${onClick ?? '1'}">Go</button>${html ?? ''}<script>${script ?? ''}</script>`;
