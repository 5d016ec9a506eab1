// An agent with a shell of the same user reads the approver's token and the policy's files. It does not widen what it may do.
// INVARIANT: beside each row a person at a terminal of their own still does.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeKey } from '#gateway/client/policy/life.ts';
import { serveLocal } from '#gateway/client/local/prepare.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import { need } from '#test/fixtures/tab.ts';
import { atTerminal, ghostCommand, inShell } from '#test/fixtures/terminal.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';

const LOOSER = String(
  edited(['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]']).text,
);
const LOOSER_STILL = String(
  edited(['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ALLOW]']).text,
);
const TIGHTER = String(edited(['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ALLOW]']).text);
const RELOAD = ['policy', 'reload', '--acknowledge-loosening', '--reason', 'mine'];

let directory: string;
let gateway: Gateway;
let close: () => Promise<void>;
let key: string;
const file = (name: string): string => join(directory, name);
const hash = (): string => need(gateway.policyLife.inForce()).semanticHash;
const last = (type: string): unknown =>
  gateway.audit.since(0, 10_000).findLast((entry) => entry.type === type)?.details;

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-inside-widening-'));
  writeFileSync(file('policy.yaml'), DEFAULT_TEXT);
  writeFileSync(file('candidate.yaml'), LOOSER);
  key = need(makeKey(file('key'), 'agent')).publicKey;
  gateway = await openGateway({ dataDir: directory, policy: [file('policy.yaml')] });
  const serving = need(await serveLocal(gateway, 0));
  close = () => serving.close();
});
afterAll(async () => {
  await close?.();
  await gateway?.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(async () => {
  writeFileSync(file('policy.yaml'), DEFAULT_TEXT);
  need(await gateway.policyLife.reload({ by: 'test', trigger: 'asked', acknowledge: 'a new test' }));
});

/** Calls with the approver's token, from a process that has no terminal: a status and an error's code each. */
async function byToken(calls: readonly (readonly [string, unknown])[]): Promise<string> {
  writeFileSync(
    file('calls.mjs'),
    `import { readFileSync } from 'node:fs';
const at = JSON.parse(readFileSync(${JSON.stringify(join(gateway.paths.runtime, 'gateway.json'))}, 'utf8'));
const headers = { authorization: 'Bearer ' + at.approverToken, 'content-type': 'application/json' };
for (const [path, body] of ${JSON.stringify(calls)}) {
  const response = await fetch(at.consentUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
  console.log(path.split('/').at(-1), response.ok ? 'taken' : 'refused');
  await response.text();
}
`,
  );
  return (await inShell(`'${process.execPath}' '${file('calls.mjs')}'`, directory)).text.trim();
}

describe('policy: an agent with a shell widens it', () => {
  test('with the approver’s token and no terminal nothing is loosened, promoted, taken back or trusted; what tightens is read', async () => {
    writeFileSync(file('policy.yaml'), LOOSER);
    const before = hash();
    const typed = { nonce: 'guessed', word: 'every site' };
    const said = await byToken([
      ['/api/policy/show', { act: 'RELOAD' }],
      ['/api/policy/reload', { acknowledge: 'mine' }],
      ['/api/policy/reload', { acknowledge: 'mine', typed }],
      ['/api/policy/shadow', { files: [file('candidate.yaml')] }],
      ['/api/policy/promote', { acknowledge: 'mine' }],
      ['/api/policy/promote', { acknowledge: 'mine', typed }],
      ['/api/policy/trust', { key }],
      ['/api/policy/trust', { key, typed: { ...typed, word: 'trust' } }],
      ['/api/policy/revert', { file: file('old.gpb'), reason: 'mine' }],
      ['/api/policy/shadow', { files: [] }],
    ]);
    const refused = said.split('\n').filter((line) => line.endsWith('refused'));
    expect(refused.map((line) => line.split(' ')[0])).toEqual([
      'show',
      'reload',
      'reload',
      'promote',
      'promote',
      'trust',
      'trust',
      'revert',
    ]);
    const ran = await inShell(`${ghostCommand(RELOAD)} < /dev/null`, directory);
    expect(ran.code).not.toBe(0);
    expect(ran.text).toContain('no terminal');
    expect(hash()).toBe(before);
    expect(existsSync(file('data/policy/trusted-keys')) || existsSync(file('policy/trusted-keys'))).toBe(
      false,
    );
    expect(gateway.audit.query({ text: 'type:policy.trusted' })).toMatchObject({ value: { rows: [] } });
    // The twin: what tightens takes the token alone, and the log says so.
    writeFileSync(file('policy.yaml'), TIGHTER);
    await byToken([['/api/policy/reload', { acknowledge: null }]]);
    expect(hash()).not.toBe(before);
  });

  test('a person at a terminal of their own sees what is loosened, types the word, and the log says where', async () => {
    writeFileSync(file('policy.yaml'), LOOSER);
    const before = hash();
    const wrong = await atTerminal(RELOAD, directory, [[/type every site/u, 'yes']]);
    expect(wrong.text).toContain('consent.bad-answer');
    expect(hash()).toBe(before);
    const ran = await atTerminal(RELOAD, directory, [
      [/requests loosened[^]*on every site[^]*type every site/u, 'every site'],
    ]);
    expect(ran.code, ran.text).toBe(0);
    expect(hash()).not.toBe(before);
    expect(last('policy.loaded')).toMatchObject({
      authentication: 'TERMINAL_RETYPED',
      terminal: expect.stringMatching(/^\/dev\/pts\/\d+$/u),
      acknowledged: { reason: 'mine' },
    });
    const word = key.split('+')[1] ?? '';
    const trusted = await atTerminal(['policy', 'trust', file('key.pub')], directory, [
      [/type [0-9a-f]{8} /u, word],
    ]);
    expect(trusted.text).toContain('trusted from now on');
    expect(last('policy.trusted')).toMatchObject({ authentication: 'TERMINAL_RETYPED' });
  });

  test('what was shown is what is taken: a file that changed since is refused', async () => {
    writeFileSync(file('policy.yaml'), LOOSER);
    const before = hash();
    const { covers } = need(await gateway.policyLife.wouldWiden({ act: 'RELOAD' }));
    writeFileSync(file('policy.yaml'), LOOSER_STILL);
    const request = { by: 'person:terminal', trigger: 'asked', acknowledge: 'mine', covers } as const;
    expect(await gateway.policyLife.reload(request)).toMatchObject({ error: { code: 'policy.loosens' } });
    expect(hash()).toBe(before);
    writeFileSync(file('policy.yaml'), LOOSER);
    expect(await gateway.policyLife.reload(request)).toMatchObject({ ok: true });
  });

  test('the setting that closes the terminal closes it for the policy, and without a gateway, too', async () => {
    writeFileSync(file('policy.yaml'), LOOSER);
    const before = hash();
    const settings = gateway.config.consent;
    Object.assign(settings, { terminal: 'off' });
    const ran = await atTerminal(RELOAD, directory, [[/type every site/u, 'every site']]);
    Object.assign(settings, { terminal: 'on' });
    expect(ran.text).toContain('consent.channel-closed');
    expect(hash()).toBe(before);
    const other = mkdtempSync(join(tmpdir(), 'ghost-inside-no-gateway-'));
    const trust = ['policy', 'trust', file('key.pub')];
    const type = [[/type [0-9a-f]{8} /u, key.split('+')[1] ?? '']] as const;
    try {
      const without = await inShell(`${ghostCommand(trust)} < /dev/null`, other);
      expect(without.text).toContain('no terminal');
      writeFileSync(join(other, 'config.yaml'), 'consent: { terminal: off }\n');
      expect((await atTerminal(trust, other, type)).text).toContain('consent.channel-closed');
      writeFileSync(join(other, 'config.yaml'), 'consent: { terminal: on }\n');
      expect((await atTerminal(trust, other, type)).text).toContain('trusted from now on');
    } finally {
      rmSync(other, { recursive: true, force: true });
    }
  });

  // Last: the process of this file is above the agent's, and so is nobody's terminal from here on.
  test('who gives commands here does not loosen from a pseudo-terminal that it made', async () => {
    writeFileSync(file('policy.yaml'), LOOSER);
    const before = hash();
    const tabs = ghostCommand(['tabs']);
    const child = spawn('bash', ['-c', `${tabs}; (sleep 4; echo loosen) | script -qec "$RELOAD" /dev/null`], {
      env: { ...process.env, GHOST_DATA_DIR: directory, RELOAD: ghostCommand(RELOAD) },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    await new Promise((resolve) => child.once('close', resolve));
    expect(text).toMatch(/consent\.own-request|whoever asks/u);
    expect(hash()).toBe(before);
  });
});
