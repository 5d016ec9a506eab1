// A page that asks "Delete everything?", on every surface under the shipped policy: nobody's silence is a yes, and all read what was asked.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createCommands } from '#gateway/surfaces/commands/commands.ts';
import type { Commands } from '#gateway/surfaces/commands/call/contract.ts';
import { openGateway } from '#gateway/main.ts';
import type { Gateway } from '#gateway/main.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import { answerTo, MOST_ANSWERS, unanswered } from '#gateway/tasks/loop/dialog.ts';
import { ok } from '#policy/language/failure.ts';
import { need } from '#test/fixtures/tab.ts';
import { McpPair } from '#test/fixtures/mcp.ts';
import { startSite, type Site } from '#test/fixtures/site.ts';

const ADDRESS = '127.0.0.61';
const HOME = 'http://shop.test/';
const PAGE = `<!doctype html><title>Notes</title><h1>Notes</h1><output>nothing yet</output>
  <button onclick="say(confirm('Delete everything?') ? 'all gone' : 'all kept')">Delete all notes</button>
  <button onclick="say('hello ' + prompt('Who are you?'))">Sign</button>
  <button onclick="console.error('disk is full'); say('tried')">Save</button>
  <button onclick="let at = 0; do { at += 1; } while (confirm('Once more? ' + at)); say('at ' + at)">Clear the list</button>
  <script>const say = (text) => { document.querySelector('output').textContent = text; }</script>`;

let site: Site;
let directory: string;
let gateway: Gateway;
let commands: Commands;
let leave: () => void;
const cards: ConsentCard[] = [];
let answer: 'ALLOW_ONCE' | 'DENY' = 'DENY';
const signal = new AbortController().signal;
const caller = { worker: 'dialogs', channel: 'cli', cwd: null } as const;

beforeAll(async () => {
  site = await startSite(
    { '/': PAGE, '/gone': { status: 404, body: '<title>Gone</title><h1>Gone</h1>' } },
    ADDRESS,
  );
  directory = mkdtempSync(join(tmpdir(), 'ghost-dialogs-'));
  gateway = await openGateway({
    dataDir: directory,
    config: { warmTabs: 0, vault: { key: 'file' } },
    world: { hostMap: { 'shop.test': { address: ADDRESS, port: site.port } }, sites: [], secrets: {} },
  });
  leave = gateway.consents.addChannel();
  gateway.subscribe((event) => {
    if (event.type !== 'consent.opened') return;
    const { card } = event.consent;
    const dialog = JSON.stringify(card).includes('a dialog of the page');
    if (dialog) cards.push(card);
    const by = { kind: 'person', channel: 'ui', id: 'ui-1' } as const;
    gateway.consents.answer({ id: card.id, answer: dialog ? answer : 'ALLOW_ONCE', by });
  });
  commands = createCommands(gateway);
});
afterAll(async () => {
  leave();
  await gateway.close();
  await site.close();
  rmSync(directory, { recursive: true, force: true });
});
beforeEach(() => {
  cards.length = 0;
  answer = 'DENY';
});

const run = async (name: string, params: Record<string, unknown> = {}) =>
  need(await commands.run(name, params, caller, signal));
const tried = (name: string, params: Record<string, unknown> = {}) =>
  commands.run(name, params, caller, signal);
const ref = async (name: string): Promise<string> => {
  const { snapshot } = await run('snapshot');
  return (
    new RegExp(`(e\\d+) button ${name}`, 'u').exec(String(snapshot))?.[1] ??
    `no ${name} in ${String(snapshot)}`
  );
};

test('a command that brings a question says so; accepting it is asked of a person, with the question on the card', async () => {
  await run('open', { url: HOME });
  const clicked = await run('click', { ref: await ref('Delete') });
  expect(clicked['dialogs']).toEqual([
    { dialog: 'confirm', message: 'Delete everything?', from: HOME, answer: 'OPEN' },
  ]);
  answer = 'ALLOW_ONCE';
  expect(await run('dialog accept')).toMatchObject({ dialogs: [{ answer: 'ACCEPTED' }] });
  expect(JSON.stringify(cards)).toContain('Delete everything?');
  // The next question is another one.
  expect(cards).toMatchObject([{ answers: ['DENY', 'DENY_TASK', 'ALLOW_ONCE'] }]);
  // What a yes says, and which act goes on by it, is told in our own words.
  const told = cards[0]?.details
    .filter(({ by }) => by === 'GATEWAY')
    .map(({ label, value }) => [label, value]);
  expect(told).toContainEqual(['the dialog asks', 'a question of the page (confirm): to accept it says yes']);
  expect(told).toContainEqual(['then goes on with', expect.stringContaining('click')]);
  expect(cards[0]?.details).toContainEqual(
    expect.objectContaining({ label: 'on', value: 'Delete all notes', by: 'PAGE' }),
  );
  expect((await run('text'))['text']).toContain('all gone');
  const log = gateway.audit.since(0, 10_000);
  const asked = log.filter(({ type, what }) => type === 'page.act' && what.includes('Delete everything?'));
  expect(asked).toHaveLength(1);
  const answered = log.filter(({ details }) => JSON.stringify(details).includes('"ACCEPTED"'));
  expect(answered).toMatchObject([{ type: 'act.outcome' }]);
});

test('a question waits also where whoever opened the tab has left, as each command of a shell does', async () => {
  const opening = new AbortController();
  const leaving = { worker: 'left', channel: 'cli', cwd: null } as const;
  need(await commands.run('open', { url: HOME }, leaving, opening.signal));
  opening.abort();
  const { snapshot } = need(await commands.run('snapshot', {}, leaving, signal));
  const found = /(e\d+) button Delete/u.exec(String(snapshot))?.[1] ?? '';
  expect(await commands.run('click', { ref: found }, leaving, signal)).toMatchObject({
    value: { dialogs: [{ message: 'Delete everything?', answer: 'OPEN' }] },
  });
  need(await commands.run('stop', {}, leaving, signal));
});

test('what is typed into a prompt is on the card, and in the page', async () => {
  answer = 'ALLOW_ONCE';
  await run('click', { ref: await ref('Sign') });
  await run('dialog accept', { text: 'Ada' });
  expect(JSON.stringify(cards)).toContain('Ada');
  expect((await run('text'))['text']).toContain('hello Ada');
});

test('to say no asks nobody, and so does any other command', async () => {
  await run('click', { ref: await ref('Delete') });
  expect(await run('dialog dismiss')).toMatchObject({ dialogs: [{ answer: 'DISMISSED' }] });
  await run('click', { ref: await ref('Delete') });
  expect(await run('snapshot')).toMatchObject({
    dialogs: [{ message: 'Delete everything?', answer: 'DISMISSED' }],
  });
  expect((await run('text'))['text']).toContain('all kept');
  expect(cards).toEqual([]);
  expect(await tried('dialog accept')).toMatchObject({ error: { code: 'act.no-dialog' } });
  await run('click', { ref: await ref('Delete') });
  expect(await tried('dialog accept')).toMatchObject({ error: { code: 'consent.refused' } });
  expect((await run('text'))['text']).toContain('all kept');
});

test('a new console error comes with the act that brought it, and an HTTP status with each navigation', async () => {
  expect(await run('click', { ref: await ref('Save') })).toMatchObject({
    consoleErrors: [{ text: 'disk is full' }],
  });
  expect(await run('navigate', { url: `${HOME}gone` })).toMatchObject({ status: 404, navigated: true });
  expect(await run('back')).toMatchObject({ status: 200 });
  await run('close');
  expect(await run('navigate', { url: `${HOME}gone` })).toMatchObject({ status: 404 });
  expect(await run('close')).toMatchObject({ ok: true });
  expect(await run('open', { url: `${HOME}gone` })).toMatchObject({ status: 404 });
  await run('close');
});

test('an MCP client has the tool of the name it knows, and its answer says what waits', async () => {
  await using pair = await McpPair.open({ gateway, commands, cwd: directory, all: false });
  const there = await pair.tool('browser_navigate', { url: HOME });
  const target = /(e\d+) button Delete/u.exec(there.text)?.[1];
  expect(there.text).toContain('- HTTP status: 200');
  const clicked = await pair.tool('browser_click', { target });
  expect(clicked.text).toMatch(
    /### Modal state\n- a dialog \(confirm\) is open: answer it with browser_handle_dialog/u,
  );
  expect(clicked.text).toMatch(
    /### Events\n```\n# untrusted: [^\n]+\n- confirm, open: Delete everything\?\n/u,
  );
  answer = 'ALLOW_ONCE';
  const accepted = await pair.tool('browser_handle_dialog', { accept: true });
  expect(accepted.text).toContain('accepted the dialog');
  expect(accepted.text).toContain('all gone');
});

test.each([
  ['a person who says no, and the page is told no', 'DENY', { status: 'CONSENT_REFUSED', answer: null }],
  ['a person who says yes', 'ALLOW_ONCE', { status: 'DONE', answer: 'all gone' }],
] as const)('a task asks %s', async (_who, given, came) => {
  answer = given;
  const { result } = gateway.run('open shop.test and click "Delete all notes"');
  expect(await result).toMatchObject(came);
  expect(cards).toHaveLength(1);
  expect(JSON.stringify(cards[0])).toContain('Delete everything?');
});

test('a page that asks again and again is answered a few times a step, and its task goes no further by it', async () => {
  answer = 'ALLOW_ONCE';
  const { result } = gateway.run('open shop.test and click "Clear the list"');
  await result;
  // A navigator may try once more; each time the page gets a few answers, and no more.
  const asked = cards.map((card) => /Once more\? (\d+)/u.exec(JSON.stringify(card))?.[1]);
  expect(new Set(asked)).toEqual(new Set(['1', '2', '3']));
});

const holding = (dialog: 'confirm' | 'beforeunload'): Parameters<typeof answerTo>[0] =>
  ok({
    kind: 'DONE',
    document: { id: 'd1', url: HOME, title: '' },
    navigated: false,
    status: null,
    refused: [],
    dialogs: [{ dialog, message: 'Once more?', from: HOME, answer: 'OPEN' }],
  });

test('after a few of one step’s dialogs the next is a failure that says so', () => {
  expect(answerTo(holding('confirm'), MOST_ANSWERS - 1)).toEqual({ type: 'HANDLE_DIALOG', accept: true });
  expect(unanswered(holding('confirm'), MOST_ANSWERS - 1)).toBeNull();
  expect(answerTo(holding('confirm'), MOST_ANSWERS)).toBeNull();
  expect(unanswered(holding('confirm'), MOST_ANSWERS)).toMatchObject({
    code: 'act.dialog-dismissed',
    message: expect.stringContaining('again and again'),
  });
});

test('a page that wants to be left with something unsaved is not left by a task unasked', () => {
  expect(answerTo(holding('beforeunload'), 0)).toBeNull();
  expect(unanswered(holding('beforeunload'), 0)).toMatchObject({
    code: 'act.dialog-dismissed',
    message: expect.stringContaining('not left'),
  });
});
