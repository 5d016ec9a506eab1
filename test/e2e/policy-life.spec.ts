// The policy's life as an operator types it, against a running gateway with a real browser and real questions open.
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { findGateway } from '#gateway/client/remote.ts';
import type { GatewayClient } from '#gateway/client/contract.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import type { ConsentView } from '#gateway/protocol/views/consent.ts';
import { GhostHome } from '#test/fixtures/ghost.ts';
import type { Ran } from '#test/fixtures/ghost.ts';
import { atTerminal } from '#test/fixtures/terminal.ts';
import { golden } from '#test/golden/golden.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';

const LOGIN = 'check the status of my latest order';
const DEMO_TEXT = readFileSync(SHIPPED.demo, 'utf8').replace(/\ntests:[\s\S]*$/u, '\n');
const NO_LOGIN = DEMO_TEXT.replace(
  '- id: demo-login\n    decision: ESCALATE',
  '- id: demo-login\n    decision: DENY',
);
const TIGHTER = String(edited(['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [ESCALATE, ALLOW]']).text);

let home: GhostHome;
let stop: () => Promise<number | null>;
let client: GatewayClient;
const transcript: string[] = [];
const file = (name: string): string => join(home.directory, name);

/** Runs a command as typed, and keeps what it said. */
async function typed(...args: readonly string[]): Promise<Ran> {
  const ran = await home.run(args);
  transcript.push(
    plain(`$ ghost ${args.map((one) => (one.includes(' ') ? `"${one}"` : one)).join(' ')}`),
    ...plain(`${ran.stdout}${ran.stderr}`)
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    `  exit ${ran.code}`,
    '',
  );
  return ran;
}

/** The same at a terminal, where a person types a word. Everything is in the order in which it was written. */
async function typedAt(word: string, ...args: readonly string[]): Promise<Ran> {
  const { code, text } = await atTerminal(args, home.directory, [[/to go on, type/u, word]]);
  const said = stripVTControlCharacters(text).replaceAll('\r', '');
  transcript.push(
    plain(`$ ghost ${args.map((one) => (one.includes(' ') ? `"${one}"` : one)).join(' ')}`),
    ...plain(said)
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    `  exit ${code}`,
    '',
  );
  return { code, stdout: said, stderr: '', json: () => null };
}

/** Without what differs from run to run, or grows with the vocabulary. */
const plain = (words: string): string =>
  words
    .replaceAll(`${home.directory}/`, '')
    .replaceAll(/sha256:([0-9a-f]{64}|[0-9a-f]{12}…)/gu, 'sha256:HASH')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[0-9:.]+Z/gu, 'TIME')
    .replaceAll(/security\+[0-9a-f]{8}(\+[A-Za-z0-9+/=]+)?/gu, 'security+ID')
    .replaceAll(
      /type [0-9a-f]{8} \(anything else stops\): [0-9a-f]{8}/gu,
      'type ID (anything else stops): ID',
    )
    .replaceAll(/\b[1-9][\d,]* (requests|tightened)/gu, 'N $1');

const sign = (name: string, text: string, revision: number): Promise<Ran> => {
  writeFileSync(file('base.yaml'), text);
  const span = ['--not-before', '2020-01-01', '--not-after', '2100-01-01'];
  const which = ['--id', 'base', '--revision', String(revision)];
  return typed(
    'policy',
    'sign',
    file('base.yaml'),
    '--key',
    file('key'),
    '--out',
    file(name),
    ...which,
    ...span,
  );
};

const open = async (but = ''): Promise<ConsentView> =>
  vi.waitFor(
    async () => {
      const consents = await client.consents();
      const found = consents.ok ? consents.value.find(({ card }) => card.id !== but) : undefined;
      if (found === undefined) throw new Error('nothing is asked');
      return found;
    },
    { timeout: 60_000, interval: 50 },
  );
const semantic = async (): Promise<string> => {
  const view = await client.policy();
  return view.ok && view.value.policy.loaded ? view.value.policy.semanticHash : '';
};

beforeAll(async () => {
  home = new GhostHome();
  writeFileSync(file('demo.yaml'), DEMO_TEXT);
  writeFileSync(file('config.yaml'), `warmTabs: 0\npolicy: [${file('current.gpb')}, ${file('demo.yaml')}]\n`);
});
afterAll(async () => {
  await stop?.();
  home[Symbol.dispose]();
});

test('a bundle is signed, refused until its key is trusted, and then in force', async () => {
  expect((await typed('policy', 'keygen', '--out', file('key'), '--name', 'security')).code).toBe(0);
  expect((await sign('1.gpb', DEFAULT_TEXT, 1)).code).toBe(0);
  copyFileSync(file('1.gpb'), file('current.gpb'));
  expect((await typed('policy', 'status')).code).toBe(3);
  const word = readFileSync(file('key.pub'), 'utf8').split('+')[1] ?? '';
  expect((await typedAt(word, 'policy', 'trust', file('key.pub'))).code).toBe(0);
  stop = (await home.serve()).stop;
  const found = await findGateway(home.directory);
  if (found === null) throw new Error('no gateway');
  client = found;
  expect((await typed('policy', 'status')).code).toBe(0);
});

test('a question that is open when a file denies its act is void, and the act is refused', async () => {
  const running = home.run(['run', LOGIN, '--json']);
  const asked = await open();
  const before = await semantic();
  writeFileSync(file('demo.yaml'), NO_LOGIN);
  const ran = await running;
  expect(ran.code, ran.stdout).toBe(3);
  expect(ran.json()).toMatchObject({ status: 'DENIED' });
  expect(await semantic()).not.toBe(before);
  expect(await client.answer(asked.card.id, 'ALLOW_ONCE')).toMatchObject({ error: { code: 'consent.void' } });
});

test('what loosens is refused, by file and by reload, until it is acknowledged with a reason', async () => {
  const before = await semantic();
  writeFileSync(file('demo.yaml'), DEMO_TEXT);
  await vi.waitFor(
    async () =>
      expect(await client.policy()).toMatchObject({
        value: { refused: { failures: [{ code: 'policy.loosens' }] } },
      }),
    {
      timeout: 30_000,
    },
  );
  expect((await typed('policy', 'reload')).code).toBe(1);
  expect((await typed('policy', 'reload', '--acknowledge-loosening')).code).toBe(2);
  expect(await semantic()).toBe(before);
  const acknowledge = ['--acknowledge-loosening', '--reason', 'ticket 7'];
  const done = await typedAt('account.test', 'policy', 'reload', ...acknowledge);
  expect(done.code, done.stdout).toBe(0);
  expect(await semantic()).not.toBe(before);
});

test('a question that is open when a bundle comes in by reload is asked anew, and the old one answers nothing', async () => {
  const running = home.run(['run', LOGIN, '--json']);
  const first = await open();
  await sign('2.gpb', TIGHTER, 2);
  copyFileSync(file('2.gpb'), file('current.gpb'));
  // Not in the transcript: the watcher may have been first, and then it says "unchanged".
  expect((await home.run(['policy', 'reload'])).code).toBe(0);
  const again = await open(first.card.id);
  expect(again.card.policy.semanticHash).not.toBe(first.card.policy.semanticHash);
  expect(again.card.digest, 'it is the same act').toBe(first.card.digest);
  expect(await client.answer(first.card.id, 'ALLOW_ONCE')).toMatchObject({ error: { code: 'consent.void' } });
  expect(await client.answer(again.card.id, 'DENY_TASK')).toMatchObject({ ok: true });
  const ran = await running;
  expect(ran.code, ran.stdout).toBe(4);
});

test('a candidate is put beside it, reported and promoted with both differences shown', async () => {
  writeFileSync(file('candidate.yaml'), NO_LOGIN);
  expect((await typed('policy', 'shadow', file('candidate.yaml'))).code).toBe(0);
  expect((await typed('policy', 'shadow', 'report')).code).toBe(0);
  expect((await typed('policy', 'shadow', 'promote')).code).toBe(0);
  expect(readFileSync(file('demo.yaml'), 'utf8')).toBe(NO_LOGIN);
});

test('an older bundle is refused, and a revert to it is explicit', async () => {
  copyFileSync(file('1.gpb'), file('current.gpb'));
  expect((await typed('policy', 'reload')).code).toBe(1);
  copyFileSync(file('2.gpb'), file('current.gpb'));
  const back = ['policy', 'revert', file('1.gpb'), '--reason', 'pages broke'];
  expect((await typedAt('every site', ...back)).code).toBe(0);
  expect((await typed('policy', 'status')).code).toBe(0);
  expect((await typed('policy', 'untrust', file('key.pub'))).code).toBe(0);
});

test('every one of these is an entry of the log, with who and why, and the log verifies', async () => {
  const found = await client.audit('type:policy', 200);
  const rows = found.ok ? found.value.rows : [];
  const types = rows.map(({ type, outcome, who }) => `${type} ${outcome ?? ''} ${who}`);
  for (const row of [
    'policy.trusted DONE person:terminal',
    'policy.loaded DONE gateway',
    'policy.refused FAILED gateway',
    'policy.refused FAILED person:terminal',
    'policy.loaded DONE person:terminal',
    'policy.shadow STARTED person:terminal',
    'policy.edited DONE person:terminal',
    'policy.shadow ENDED person:terminal',
    'policy.reverted DONE person:terminal',
    'policy.untrusted DONE person:terminal',
  ])
    expect(types).toContain(row);
  expect(await client.verifyAudit()).toMatchObject({ value: { ok: true } });
  golden('policy-life-cli.txt', transcript.join('\n'));
});
