// `ghost tab …` against a served gateway: what it asks for goes through the boundary, and it answers no question of its own.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { GhostHome } from '#test/fixtures/ghost.ts';
import type { Ran } from '#test/fixtures/ghost.ts';

const LAYER = `policy: 1
id: takes-files
revision: 1
owner: test
extends: { id: demo-world }
rules:
  - id: supervised
    decision: ESCALATE
    when: { capability: FILE_DOWNLOAD, executor: HEADLESS_CHROMIUM }
    reason: A person approves each download.
`;
const failed = z.object({ error: z.object({ code: z.string() }) });
const waiting = z.array(z.object({ card: z.object({ id: z.string(), title: z.string() }) }));
const reading = z.object({
  text: z.string(),
  generation: z.number(),
  folds: z.array(z.object({ open: z.string() })),
});
let home: GhostHome;
let stop: () => Promise<unknown>;

beforeAll(async () => {
  home = new GhostHome();
  const layer = join(home.directory, 'layer.yaml');
  writeFileSync(layer, LAYER);
  ({ stop } = await home.serve(['--policy', 'demo', '--policy', layer]));
}, 60_000);
afterAll(async () => {
  await stop();
  home[Symbol.dispose]();
});

const tab = (...args: string[]): Promise<Ran> => home.run(['tab', ...args, '--json']);
const codeOf = (ran: Ran): string => failed.parse(ran.json()).error.code;

/** Runs a command that asks, and answers its question from elsewhere, as a person would. */
async function answered(
  answer: 'approve' | 'deny',
  ...args: string[]
): Promise<{ readonly ran: Ran; readonly title: string }> {
  const running = tab(...args);
  let found: z.infer<typeof waiting> = [];
  await expect
    .poll(
      async () => {
        found = waiting.parse((await home.run(['consent', 'list', '--json'])).json());
        return found.length;
      },
      { timeout: 30_000, interval: 200 },
    )
    .toBe(1);
  const [question] = found;
  expect((await home.run(['consent', answer, question?.card.id ?? ''])).code).toBe(0);
  return { ran: await running, title: question?.card.title ?? '' };
}

test('a snapshot is text within its budget, a fold opens, and what changed is asked for by its generation', async () => {
  expect((await tab('open', 'http://shop.test/')).code).toBe(0);
  const page = reading.parse((await tab('snapshot', '--budget', '600')).json());
  expect(page.text.length).toBeLessThanOrEqual(600);
  const open = page.folds[0]?.open ?? '';
  const fold = await home.run(['tab', 'snapshot', '--expand', open]);
  expect(fold.stdout).toMatch(/^page http:\/\/shop\.test\/ “.+”, generation \d+\n/u);
  const same = await tab('snapshot', '--since', String(page.generation));
  expect(same.json()).toMatchObject({ kind: 'CHANGES', text: '' });
  const unknown = await tab('snapshot', '--expand', 'e99999');
  expect([unknown.code, codeOf(unknown)]).toEqual([1, 'act.unknown-ref']);
  const [only] = z.array(z.object({ id: z.string() })).parse((await tab('list')).json());
  expect((await home.run(['tab', 'close', only?.id ?? ''])).code).toBe(0);
});

test('storage and cookies by commands: what the matrix allows is done, what escalates waits, the rest is denied', async () => {
  expect((await tab('open', 'http://shop.test/')).json()).toMatchObject({ url: 'http://shop.test/' });
  expect((await tab('storage', 'set', 'session', 'step', '2')).code).toBe(0);
  const read = await home.run(['tab', 'storage', 'get', 'session', 'step']);
  expect(read.stdout).toBe('step  2\n');
  expect((await tab('storage', 'remove', 'session', 'step')).code).toBe(0);
  expect((await tab('storage', 'list', 'session')).json()).toMatchObject({ kind: 'STORED', entries: [] });

  const { ran: refused } = await answered('deny', 'storage', 'list', 'local');
  expect([refused.code, codeOf(refused)]).toEqual([4, 'consent.refused']);
  const { ran, title } = await answered('approve', 'cookies', 'set', 'lang', 'en', '--same-site', 'Lax');
  expect(ran.code, ran.stdout).toBe(0);
  expect(title).toBe('Use the site’s cookies');
  expect(ran.stderr).toMatch(/waiting for an answer: .*ghost consent approve c-/u);
  const foreign = await tab('cookies', 'list', '--url', 'http://account.test/');
  expect([foreign.code, codeOf(foreign)]).toEqual([3, 'boundary.denied']);
  const worker = await tab('storage', 'clear', 'service-worker');
  expect([worker.code, codeOf(worker)]).toEqual([3, 'boundary.denied']);
});

test('a download waits for its answer, lies in the folder of the settings, and stands in the list of the tab', async () => {
  const { ran, title } = await answered('approve', 'download', 'http://shop.test/');
  expect(ran.code, ran.stdout).toBe(0);
  expect(title).toBe('Download a file');
  const folder = join(home.directory, 'downloads');
  expect((await tab('downloads')).json()).toMatchObject([{ name: 'download', folder, kind: 'HTML' }]);
  expect(readFileSync(join(folder, 'download'), 'utf8')).toContain('<title>');
});

test('an upload from a folder that nobody named, an unknown type and a closed tab say what is wrong', async () => {
  writeFileSync(join(home.directory, 'a.txt'), 'a');
  expect((await tab('upload', 'e1', join(home.directory, 'a.txt'))).code).toBe(1);
  expect((await tab('storage', 'get', 'nowhere', 'k')).code).toBe(2);
  const [only] = z.array(z.object({ id: z.string() })).parse((await tab('list')).json());
  expect((await tab('close', only?.id ?? '')).code).toBe(0);
  expect((await tab('list')).json()).toEqual([]);
  expect(codeOf(await tab('storage', 'list', 'session'))).toBe('act.tab-closed');
});
