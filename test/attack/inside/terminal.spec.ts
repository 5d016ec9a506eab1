// An agent with a shell of the same user: it has every file that the person's `ghost` has, and can start what it likes. It does not
// answer what it asks. INVARIANT: beside each row a person at a terminal of their own still answers.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { ConsentOutcome, Question } from '#gateway/boundary/consent/contract.ts';
import { serveLocal } from '#gateway/client/local/prepare.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { aQuestion } from '#test/fixtures/questions.ts';
import { need } from '#test/fixtures/tab.ts';
import { atTerminal, ghostCommand, inShell as shellIn } from '#test/fixtures/terminal.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';

let directory: string;
let gateway: Gateway;
let close: () => Promise<void>;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-inside-terminal-'));
  writeFileSync(join(directory, 'policy.yaml'), DEFAULT_TEXT);
  gateway = await openGateway({ dataDir: directory, policy: [join(directory, 'policy.yaml')] });
  const serving = need(await serveLocal(gateway, 0));
  close = () => serving.close();
});
afterAll(async () => {
  await close?.();
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});
afterEach(() => gateway.consents.cancel());

function ask(changes: Partial<Question> = {}): { id: string; asked: Promise<ConsentOutcome> } {
  const asked = gateway.consents.ask(aQuestion({ shieldMs: 1000, ...changes }), new AbortController().signal);
  return { id: gateway.consents.list().at(-1)?.card.id ?? '', asked };
}
const stateOf = (id: string): string => gateway.consents.find(id)?.state ?? 'gone';

const inShell = (script: string, env: Record<string, string> = {}): ReturnType<typeof shellIn> =>
  shellIn(script, directory, env);

describe('terminal: an agent with a shell', () => {
  test('without a terminal nothing is allowed, by the command and by hand with the approver’s token', async () => {
    const { id } = ask();
    const ran = await inShell(`${ghostCommand(['consent', 'approve', id])} < /dev/null`);
    expect(ran.code).not.toBe(0);
    expect(ran.text).toContain('no terminal');
    const at = z
      .object({ consentUrl: z.string(), approverToken: z.string() })
      .parse(JSON.parse(readFileSync(join(gateway.paths.runtime, 'gateway.json'), 'utf8')));
    const post = (path: string, body: unknown): Promise<Response> =>
      fetch(`${at.consentUrl}${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${at.approverToken}`,
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
        },
        body: JSON.stringify(body),
      });
    const answer = { id, answer: 'ALLOW_ONCE', client: 'mine' };
    expect((await post('/api/terminal-answer', answer)).ok).toBe(false);
    expect((await post('/api/answer', { id, answer: 'ALLOW_ONCE', nonce: 'x' })).ok).toBe(false);
    expect(stateOf(id)).toBe('OPEN');
    // The twin: to deny takes no terminal.
    expect((await inShell(ghostCommand(['consent', 'deny', id]))).code).toBe(0);
    expect(stateOf(id)).toBe('REFUSED');
  });

  test('who asks does not allow it from a pseudo-terminal that it made, nor through one that left its parent', async () => {
    writeFileSync(
      join(directory, 'policy.yaml'),
      String(edited(['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ALLOW]']).text),
    );
    need(await gateway.policyLife.reload({ by: 'person:terminal', trigger: 'asked', acknowledge: null }));
    const [file] = gateway.policyLife.files();
    const approve = `script -qec "${ghostCommand(['consent', 'approve', 'ID']).replaceAll("'ID'", '$1')}" /dev/null`;
    const agent = join(directory, 'agent.mjs');
    writeFileSync(
      agent,
      `import { readFileSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
const at = JSON.parse(readFileSync(${JSON.stringify(join(gateway.paths.runtime, 'gateway.json'))}, 'utf8'));
const headers = { authorization: 'Bearer ' + at.token, 'content-type': 'application/json' };
const body = JSON.stringify(${JSON.stringify({ file: file?.file, base: file?.digest, text: DEFAULT_TEXT, reason: 'more room' })});
const proposed = fetch(at.url + '/api/policy/propose', { method: 'POST', headers, body });
let id = '';
while (id === '') id = (await (await fetch(at.url + '/api/consents', { headers })).json())[0]?.card.id ?? '';
for (const way of ['exec ', 'setsid -f ']) {
  const child = spawn('bash', ['-c', '(sleep 2; echo loosen; sleep 1; echo allow; sleep 1) | ' + way + process.env.APPROVE.replaceAll('$1', id) + ' > ' + process.env.OUT + way.trim().length + ' 2>&1; sleep 3'], { stdio: 'ignore', detached: way !== 'exec ' });
  await new Promise((resolve) => child.once('close', resolve));
}
process.exit(0);
`,
    );
    const out = join(directory, 'said-');
    await inShell(`${process.execPath} ${agent}`, { APPROVE: approve, OUT: out });
    for (const way of ['exec', 'setsid -f'])
      expect(readFileSync(`${out}${way.length}`, 'utf8'), way).toMatch(/consent\.own-request|whoever asks/u);
    expect(gateway.consents.find(gateway.consents.list()[0]?.card.id ?? '')?.state ?? 'closed').not.toBe(
      'GRANTED',
    );
    const { rows } = need(gateway.audit.query({ text: 'type:consent.answered outcome:GRANTED' }));
    expect(rows).toEqual([]);
  });

  test('a person at a terminal of their own waits, types the site, and the log says which terminal it was', async () => {
    const isolated = ask({ look: 'isolated' });
    // Typed before the pause is over: thrown away.
    const hasty = await atTerminal(['consent', 'approve', isolated.id], directory, [
      [/expires/u, 'a.example'],
      [/to allow, type/u, 'b.example'],
    ]);
    expect(hasty.text).toMatch(/refused/u);
    expect(await isolated.asked).toMatchObject({ state: 'REFUSED' });
    const { id, asked } = ask({ look: 'isolated' });
    await atTerminal(['consent', 'approve', id], directory, [
      [/to allow, type/u, 'a.example'],
      [/deny, stop, allow/u, 'allow'],
    ]);
    const outcome = await asked;
    expect(outcome).toMatchObject({
      state: 'GRANTED',
      by: 'person:terminal',
      proof: { authentication: 'TERMINAL_RETYPED' },
    });
    const { evidence } = z
      .object({
        evidence: z.object({
          terminal: z.string(),
          processes: z.array(z.string()),
          heldBy: z.array(z.string()),
        }),
      })
      .parse(outcome.proof);
    expect(evidence.terminal).toMatch(/^\/dev\/pts\/\d+$/u);
    expect(evidence.processes.length).toBeGreaterThan(1);
    expect(evidence.heldBy.join()).toContain('script');
  });

  test('of a plan, what a person leaves out at their terminal goes with the yes', async () => {
    const [shop, market] = ['https://shop.example', 'https://market.example'];
    const row = (site: string) =>
      ({
        kind: 'COVERS',
        label: 'for this task covers',
        value: 'going to any address of it',
        by: 'GATEWAY',
        masked: false,
        host: site,
        plans: { site, kind: 'GO' },
      }) as const;
    const { id, asked } = ask({
      plan: true,
      site: null,
      answers: ['DENY', 'ALLOW_TASK_SITE'],
      leavable: { sites: [shop ?? '', market ?? ''], kinds: [] },
      details: [row(shop ?? ''), row(market ?? '')],
    });
    const ran = await atTerminal(['consent', 'approve', id], directory, [
      [/deny, run, change/u, 'change'],
      [/leave out/u, '2'],
      [/run the rest/u, 'run the rest'],
    ]);
    expect(ran.code, ran.text).toBe(0);
    expect(await asked).toMatchObject({ state: 'GRANTED', leftOut: { sites: [market], kinds: [] } });
  });

  test('a policy that names the window alone closes the terminal, and so does the setting', async () => {
    const { id } = ask({ approvers: ['window'] });
    const ran = await atTerminal(['consent', 'approve', id], directory, [[/allow/u, 'allow']]);
    expect(ran.text).toMatch(/nothing is allowed from a terminal here/u);
    expect(stateOf(id)).toBe('OPEN');
    const settings = gateway.config.consent;
    Object.assign(settings, { terminal: 'off' });
    const other = ask();
    const again = await atTerminal(['consent', 'approve', other.id], directory, [[/allow/u, 'allow']]);
    Object.assign(settings, { terminal: 'on' });
    expect(again.text).toMatch(/nothing is allowed from a terminal here/u);
    expect(stateOf(other.id)).toBe('OPEN');
  });

  test('a link for a new window goes to a person’s terminal, not to a shell without one', async () => {
    const ui = ghostCommand(['ui', '--no-open', '--json']);
    const without = await inShell(`${ui} < /dev/null`);
    expect(without.code).not.toBe(0);
    expect(without.text).not.toContain('#enrol=');
    // The twin: a person, and no agent's client is there.
    expect((await atTerminal(['ui', '--no-open', '--json'], directory)).text).toContain('#enrol=');
  });
});
