// Two users of the machine, of whom the settings name one as an approver: on every channel that one allows, and the other does not, nor
// does whoever runs the gateway. INVARIANT: what is refused leaves the question open, for the one who may answer it.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ConsentOutcome, Question } from '#gateway/boundary/consent/contract.ts';
import { serveLocal } from '#gateway/client/local/prepare.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { socketPath } from '#gateway/settings/paths.ts';
import { aQuestion } from '#test/fixtures/questions.ts';
import { CAN_BE_STRANGER } from '#test/fixtures/stranger.ts';
import { need } from '#test/fixtures/tab.ts';
import { atTerminal, ghostCommand, inShell } from '#test/fixtures/terminal.ts';
import { DEFAULT_TEXT } from '#test/fixtures/policy/policies.ts';

/** Numbers that are nobody else's; and the accounts of every Debian. */
const A = 12_345;
const B = 12_346;
/** One that no browser of the owner's ran as. */
const C = 12_347;
const ROLE = 'security-team';

let directory: string;
let gateway: Gateway;
let serving: Awaited<ReturnType<typeof serveLocal>> & { ok: true };

function ask(changes: Partial<Question> = {}): { id: string; asked: Promise<ConsentOutcome> } {
  const question = aQuestion({ shieldMs: 300, approvers: [ROLE], ...changes });
  const asked = gateway.consents.ask(question, new AbortController().signal);
  return { id: gateway.consents.list().at(-1)?.card.id ?? '', asked };
}
const stateOf = (id: string): string => gateway.consents.find(id)?.state ?? 'gone';
const at = (): string => serving.value.rendezvous.consentUrl;
/** A new one each time. */
const ownersLink = (): string => need(serving.value.handOver()).url;
const misplaced = (): number => need(gateway.audit.query({ text: 'type:consent.misplaced' })).total;

/** A command of another user at a terminal of theirs. */
function terminalOf(
  uid: number,
  args: readonly string[],
  types: readonly (readonly [RegExp, string])[] = [],
) {
  return atTerminal(args, '', types, uid);
}

/** A script of another user's, or of root's; the gateway is in this process, and goes on meanwhile. */
async function scriptOf(uid: number, script: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, ['-e', script, '--', ...args], {
    ...(uid === 0 ? {} : { uid, gid: uid }),
    cwd: '/',
    env: { PATH: process.env['PATH'] },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  await new Promise((resolve) => child.once('close', resolve));
  return text;
}

/** One call over HTTP of another user: status and body. */
async function callOf(
  uid: number,
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; text: string }> {
  const script = `const [url, body, headers] = process.argv.slice(1);
fetch(url, { method: 'POST', headers: { 'content-type': 'application/json', ...JSON.parse(headers) }, body })
  .then(async (r) => console.log(JSON.stringify({ status: r.status, text: await r.text() })));`;
  return JSON.parse(
    await scriptOf(uid, script, [`${at()}${path}`, JSON.stringify(body), JSON.stringify(headers)]),
  ) as {
    status: number;
    text: string;
  };
}

/** The whole way of the consent document in a browser of this user: what its last call was answered. */
function windowOf(uid: number, link: string, id: string, answer: string): Promise<string> {
  const script = `const [base, link, id, answer] = process.argv.slice(1);
const origin = new URL(link).origin, code = new URL(link).hash.replace('#enrol=', '');
const own = { 'sec-fetch-site': 'same-origin', origin, 'content-type': 'application/json' };
(async () => {
  const enrolled = await fetch(base + '/api/enrol', { method: 'POST', headers: { ...own, authorization: 'Bearer ' + code } });
  if (!enrolled.ok) return console.log('enrol ' + enrolled.status + ' ' + (await enrolled.text()));
  const { key, next } = await enrolled.json();
  const headers = { ...own, cookie: enrolled.headers.get('set-cookie').split(';')[0], 'x-ghost-consent-key': key };
  const post = (path, body) => fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const waiting = await (await fetch(base + '/api/waiting', { headers })).text();
  const opened = await post('/api/open', { id });
  if (!opened.ok) return console.log('open ' + opened.status + ' ' + waiting);
  const { nonce } = await opened.json();
  await new Promise((done) => setTimeout(done, 400));
  const answered = await post('/api/answer', { id, nonce, answer });
  console.log('answer ' + answered.status + ' ' + next + ' ' + (await answered.text()));
})();`;
  return scriptOf(uid, script, [at(), link, id, answer]);
}

async function linkFor(user: string): Promise<string> {
  const { text } = await atTerminal(['ui', '--no-open', '--json', '--for', user], directory);
  return /http:[^"\s]+#enrol=[\w-]+/u.exec(text)?.[0] ?? `none in ${text}`;
}

describe.runIf(CAN_BE_STRANGER)('approvers: two users of the machine', () => {
  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'ghost-inside-approvers-'));
    writeFileSync(join(directory, 'policy.yaml'), DEFAULT_TEXT);
    writeFileSync(
      join(directory, 'config.yaml'),
      `approvers: { ${ROLE}: [{ uid: ${A} }], players: [{ user: games }] }\n`,
    );
    gateway = await openGateway({ dataDir: directory, policy: [join(directory, 'policy.yaml')] });
    const served = await serveLocal(gateway, 0);
    if (!served.ok) throw new Error(served.error.message);
    serving = served;
  });
  afterAll(async () => {
    await serving?.value.close();
    await gateway?.close();
    if (directory !== undefined) rmSync(directory, { recursive: true, force: true });
  });
  afterEach(() => gateway.consents.cancel());

  test('at a terminal the named user allows, another one is turned away, and whoever runs the gateway may only deny', async () => {
    const { id, asked } = ask();
    const own = await atTerminal(['consent', 'approve', id], directory, [[/allow site/u, 'allow']]);
    expect(own.text).toMatch(/not among those who may allow this/u);
    expect(own.text).toContain(`user ${A}`);
    const other = await terminalOf(B, ['consent', 'approve', id, '--at', at()], [[/allow site/u, 'allow']]);
    expect(other.code).not.toBe(0);
    expect(stateOf(id)).toBe('OPEN');
    const listed = await terminalOf(A, ['consent', 'list', '--at', at(), '--json']);
    expect(listed.text).toContain(id);
    await terminalOf(A, ['consent', 'approve', id, '--at', at()], [[/allow site/u, 'allow']]);
    expect(await asked).toMatchObject({
      state: 'GRANTED',
      approver: ROLE,
      by: `person:terminal:${A}`,
      proof: { authentication: 'TERMINAL_RETYPED', identity: { uid: A, owner: false } },
    });
    const denied = ask();
    await atTerminal(['consent', 'deny', denied.id], directory);
    expect(await denied.asked).toMatchObject({ state: 'REFUSED', by: 'person:terminal' });
  });

  test('in a window the named user allows by a link of their own; the link gives another user nothing', async () => {
    const { id, asked } = ask();
    const picked = await linkFor(String(A));
    expect(await windowOf(B, picked, id, 'ALLOW_ONCE')).toMatch(/^enrol 401/u);
    expect(await windowOf(A, picked, id, 'ALLOW_ONCE'), 'it is used up').toMatch(/^enrol 401/u);
    expect(await windowOf(A, ownersLink(), id, 'ALLOW_ONCE'), 'the owner’s link').toMatch(/^enrol 401/u);
    expect(stateOf(id)).toBe('OPEN');
    const said = await windowOf(A, await linkFor(String(A)), id, 'ALLOW_ONCE');
    expect(said).toMatch(/^answer 200/u);
    // To the questions, not to the app: whoever approves starts no tasks.
    expect(said).toContain('/?waiting');
    expect(await asked).toMatchObject({
      state: 'GRANTED',
      by: `person:ui:${A}`,
      proof: { authentication: 'CONSENT_SECRET', identity: { uid: A, owner: false } },
    });
  });

  test('a window of the owner’s, which may run as another user, shows the question and may only deny it', async () => {
    const { id, asked } = ask();
    expect(await windowOf(B, ownersLink(), id, 'ALLOW_ONCE')).toMatch(/answer 409 .*not among those/u);
    expect(stateOf(id)).toBe('OPEN');
    const mine = ask({ approvers: ['user'] });
    expect(await windowOf(B, ownersLink(), mine.id, 'ALLOW_ONCE'), 'the twin').toMatch(/^answer 200/u);
    expect(await mine.asked).toMatchObject({ state: 'GRANTED', by: 'person:ui' });
    expect(await windowOf(B, ownersLink(), id, 'DENY')).toMatch(/^answer 200/u);
    expect(await asked).toMatchObject({ state: 'REFUSED' });
  });

  test('a secret of a window that another user got hold of opens nothing', async () => {
    const { id } = ask();
    const link = ownersLink();
    const code = new URL(link).hash.replace('#enrol=', '');
    const { origin } = new URL(link);
    const own = { 'sec-fetch-site': 'same-origin', origin };
    const script = `const [url, headers] = process.argv.slice(1);
fetch(url, { method: 'POST', headers: JSON.parse(headers) }).then(async (r) => console.log(JSON.stringify({ cookie: r.headers.get('set-cookie').split(';')[0], ...(await r.json()) })));`;
    const stolen = JSON.parse(
      await scriptOf(B, script, [
        `${at()}/api/enrol`,
        JSON.stringify({ ...own, authorization: `Bearer ${code}` }),
      ]),
    ) as { cookie: string; key: string };
    const headers = { ...own, cookie: stolen.cookie, 'x-ghost-consent-key': stolen.key };
    expect((await callOf(A, '/api/open', { id }, headers)).status).toBe(403);
    expect((await callOf(B, '/api/open', { id }, headers)).status, 'the twin').toBe(200);
  });

  test('over HTTP by hand the named user may deny; nobody allows without a terminal; others and their answers are in the log', async () => {
    const { id, asked } = ask();
    const before = misplaced();
    const allow = { id, answer: 'ALLOW_ONCE', client: 'mine' };
    for (let i = 0; i < 20; i += 1) expect((await callOf(C, '/api/terminal-answer', allow)).status).toBe(403);
    expect((await callOf(A, '/api/terminal-answer', allow)).status).toBe(409);
    expect(stateOf(id)).toBe('OPEN');
    await expect.poll(misplaced).toBeGreaterThan(before);
    // Twenty of a kind are not twenty entries.
    expect(misplaced() - before).toBeLessThan(8);
    expect((await callOf(A, '/api/terminal-answer', { ...allow, answer: 'DENY' })).status).toBe(200);
    expect(await asked).toMatchObject({ state: 'REFUSED', by: `person:terminal:${A}` });
  });

  test('a page in the named user’s browser denies nothing, whatever it was told to send; the user’s own command does', async () => {
    const { id, asked } = ask();
    const deny = { id, answer: 'DENY', client: 'x' };
    for (const from of [
      { origin: 'https://shop.example', 'sec-fetch-site': 'cross-site' },
      { origin: 'null', 'sec-fetch-site': 'cross-site' },
      { origin: 'https://shop.example' },
      { origin: new URL(serving.value.rendezvous.url).origin, 'sec-fetch-site': 'same-site' },
    ])
      for (const path of ['/api/terminal-list', '/api/terminal-open', '/api/terminal-answer']) {
        const said = await callOf(A, path, deny, { ...from, 'content-type': 'text/plain' });
        expect(said.status, `${path} ${JSON.stringify(from)}`).toBe(403);
      }
    expect(stateOf(id)).toBe('OPEN');
    expect((await callOf(A, '/api/terminal-answer', deny)).status).toBe(200);
    expect(await asked).toMatchObject({ state: 'REFUSED', by: `person:terminal:${A}` });
  });

  test('where the terminal is closed the named user sees the question there, denies it, and is told where to allow it', async () => {
    const settings = gateway.config.consent;
    Object.assign(settings, { terminal: 'off' });
    try {
      const { id, asked } = ask();
      const listed = await terminalOf(A, ['consent', 'list', '--at', at()]);
      expect(listed.text).toContain(id);
      expect(listed.text).toMatch(
        /deny it and not allow it: nothing is allowed from a terminal here.*window/u,
      );
      const allow = await terminalOf(A, ['consent', 'approve', id, '--at', at()], [[/allow site/u, 'allow']]);
      expect(allow.text).toMatch(/nothing is allowed from a terminal here/u);
      const other = await terminalOf(B, ['consent', 'deny', id, '--at', at()]);
      expect(other.code).not.toBe(0);
      expect(stateOf(id)).toBe('OPEN');
      expect((await terminalOf(A, ['consent', 'deny', id, '--at', at()])).code).toBe(0);
      expect(await asked).toMatchObject({ state: 'REFUSED', by: `person:terminal:${A}` });
    } finally {
      Object.assign(settings, { terminal: 'on' });
    }
  });

  test('an approver of one question sees no other, gives no commands and changes no policy', async () => {
    const { id } = ask({ approvers: ['user'] });
    const hers = ask({ approvers: ['players'], taskId: 't2' });
    expect((await callOf(A, '/api/terminal-list', {})).text).not.toMatch(new RegExp(`${id}|${hers.id}`, 'u'));
    for (const one of [id, hers.id])
      expect((await callOf(A, '/api/terminal-answer', { id: one, answer: 'DENY', client: 'x' })).status).toBe(
        404,
      );
    const { token, approverToken } = serving.value.rendezvous;
    for (const path of ['/api/policy/show', '/api/policy/reload', '/api/hand-over'])
      expect(
        (
          await callOf(
            A,
            path,
            { act: 'RELOAD', acknowledge: 'x' },
            { authorization: `Bearer ${approverToken}` },
          )
        ).status,
        path,
      ).toBe(403);
    const app = serving.value.rendezvous.url.replace(/^.*:/u, '');
    const script = `fetch('http://127.0.0.1:' + process.argv[1] + '/api/tasks', { headers: { authorization: 'Bearer ' + process.argv[2] } }).then((r) => console.log(r.status));`;
    expect((await scriptOf(A, script, [app, token])).trim()).toBe('403');
  });

  test('the socket for commands is the owner’s alone, and answers no question', async () => {
    const { id } = ask();
    const script = `require('net').connect(process.argv[1]).on('error', (e) => console.log(e.code)).on('connect', () => console.log('CONNECTED'));`;
    for (const uid of [A, B])
      expect((await scriptOf(uid, script, [socketPath(gateway.paths.runtime)])).trim()).toBe('EACCES');
    const ran = await inShell(`${ghostCommand(['consent', 'approve', id])} < /dev/null`, directory);
    expect(ran.code).not.toBe(0);
    expect(stateOf(id)).toBe('OPEN');
  });

  test('a connection that was handed on, or whose process became another user, is nobody’s', async () => {
    const { id } = ask();
    const request = (body: string): string =>
      `POST /api/terminal-answer HTTP/1.1\r\nHost: ${new URL(at()).host}\r\nContent-Type: application/json\r\nConnection: close\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    const send = `socket.on('data', (c) => process.stdout.write(c)); socket.on('connect', () => { BECOME; socket.write(process.argv[2]); });`;
    const body = JSON.stringify({ id, answer: 'DENY', client: 'x' });
    const run = async (connect: string, become: string): Promise<string> => {
      const script = `const socket = (() => { ${connect} })(); ${send.replace('BECOME', become)}`;
      const said = await scriptOf(0, script, [new URL(at()).port, request(body)]);
      return said.split('\r\n')[0] ?? '';
    };
    const open = `return require('net').connect(Number(process.argv[1]), '127.0.0.1');`;
    // Made as A, and then used by B: root alone can show it so plainly.
    const asA = `process.seteuid(${A}); const s = require('net').connect(Number(process.argv[1]), '127.0.0.1'); return s;`;
    expect(await run(asA, `process.seteuid(0); process.setuid(${B})`)).toMatch(/ 40[39] /u);
    expect(await run(open, `process.setuid(${A})`)).toMatch(/ 40[39] /u);
    expect(stateOf(id)).toBe('OPEN');
    // The twin: A from the first byte on.
    expect(await run(`process.setgid(${A}); process.setuid(${A}); ${open}`, '')).toMatch(/ 200 /u);
    expect(stateOf(id)).toBe('REFUSED');
  });

  test('where the policy wants four eyes, neither whoever runs the gateway nor their window is the second pair', async () => {
    const { id, asked } = ask({ fourEyes: true });
    const own = await atTerminal(['consent', 'approve', id], directory, [[/allow site/u, 'allow']]);
    expect(own.text).toMatch(/asked for this, and the policy wants somebody else/u);
    expect(await windowOf(B, ownersLink(), id, 'ALLOW_ONCE')).toMatch(/answer 409/u);
    await terminalOf(A, ['consent', 'approve', id, '--at', at()], [[/allow site/u, 'allow']]);
    expect(await asked).toMatchObject({ state: 'GRANTED', approver: ROLE });
  });

  test('an account is found by its name when it comes to it, and its number alone answers', async () => {
    const games = Number(/^games:[^:]*:(\d+):/mu.exec(readFileSync('/etc/passwd', 'utf8'))?.[1]);
    const { id } = ask({ approvers: ['players'] });
    expect((await callOf(A, '/api/terminal-answer', { id, answer: 'DENY', client: 'x' })).status).toBe(404);
    expect((await callOf(games, '/api/terminal-answer', { id, answer: 'DENY', client: 'x' })).status).toBe(
      200,
    );
    expect(gateway.consents.find(id)?.answeredBy).toBe('person:terminal:games');
  });
});

describe('approvers: nobody', () => {
  test('whoever is nobody here is not waited for: the question is denied at once, and says who was meant', async () => {
    const own = mkdtempSync(join(tmpdir(), 'ghost-approvers-nobody-'));
    const other = await openGateway({ dataDir: own, consent: () => Promise.resolve('ALLOW_ONCE') });
    for (const approvers of [['nobody-knows'], []]) {
      const outcome = await other.consents.ask(aQuestion({ approvers }), new AbortController().signal);
      expect(outcome.state).toBe('NO_APPROVER');
    }
    // The twin: the program that opened it is its owner.
    expect(await other.consents.ask(aQuestion(), new AbortController().signal)).toMatchObject({
      state: 'GRANTED',
    });
    await other.close();
    rmSync(own, { recursive: true, force: true });
  });

  test('`policy check` names the line of an approver that nobody is, and passes one that somebody is', async () => {
    const own = mkdtempSync(join(tmpdir(), 'ghost-approvers-check-'));
    const file = join(own, 'policy.yaml');
    writeFileSync(file, DEFAULT_TEXT.replace('approvers: [user]', 'approvers: [security-team]'));
    const line =
      readFileSync(file, 'utf8')
        .split('\n')
        .findIndex((text) => text.startsWith('escalation:')) + 1;
    const check = async (): Promise<{ code: number | null; text: string }> => {
      const child = spawn('bash', ['-c', ghostCommand(['policy', 'check', file])], {
        env: { ...process.env, GHOST_DATA_DIR: own },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let text = '';
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      return new Promise((resolve) => child.once('close', (code) => resolve({ code, text })));
    };
    const nobody = await check();
    expect(nobody.code).toBe(1);
    expect(nobody.text).toContain(`policy.yaml:${line}:`);
    expect(nobody.text).toMatch(/`security-team` is nobody/u);
    writeFileSync(join(own, 'config.yaml'), 'approvers: { security-team: [{ user: root }] }\n');
    expect((await check()).code).toBe(0);
    rmSync(own, { recursive: true, force: true });
  });
});
