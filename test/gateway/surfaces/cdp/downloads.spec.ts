// Where a client gets a copy of what its acts brought, how many, and what it is told of a refused one's address. No browser.
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ActOutcome } from '#executors/contract/outcome.ts';
import { failure } from '#policy/language/failure.ts';
import { tellDownloads } from '#gateway/surfaces/cdp/call/downloads.ts';
import { OwnTargets } from '#gateway/surfaces/cdp/call/own-targets.ts';
import type { OpenTab } from '#gateway/surfaces/commands/call/call.ts';

const NAME = 'conftest.py';
const SIZE = 4;
let came: string;
let own: string;
beforeEach(() => {
  [came = '', own = ''] = ['came', 'own'].map((one) =>
    realpathSync(mkdtempSync(join(tmpdir(), `ghost-${one}-`))),
  );
  writeFileSync(join(came, NAME), 'body');
});
afterEach(() => {
  for (const folder of [came, own]) rmSync(folder, { recursive: true, force: true });
});

function door() {
  const events: Record<string, unknown>[] = [];
  const targets = new OwnTargets(
    (_, params) => events.push(params),
    () => undefined,
  );
  const tab = {
    id: 'tab',
    frontPage: () => 'page',
    listenRemote: () => () => undefined,
    shown: () => ({ id: 'd', url: 'http://shop.test/', title: '' }),
  } as unknown as OpenTab['tab'];
  const target = targets.add({ tab } as unknown as OpenTab, null);
  const connection = targets.session('');
  if (connection === null) throw new Error('there is no connection');
  const sessions = [connection, ...[1, 2].map(() => targets.attach(connection, null))].flatMap(
    (one) => one ?? [],
  );
  const paths = () =>
    events.flatMap(({ filePath }) => (typeof filePath === 'string' ? [dirname(filePath)] : []));
  return { targets, target, sessions, events, paths };
}
const outcome = (more: object): ActOutcome =>
  ({ kind: 'DONE', refused: [], ...more }) as unknown as ActOutcome;
const brought = () =>
  outcome({ files: [{ name: NAME, folder: came, size: SIZE, sha256: '', kind: 'text' }] });

test('a copy goes into nothing but a folder right below the temporary one that is its user’s alone', async () => {
  const below = join(own, 'below');
  mkdirSync(below, { mode: 0o700 });
  const readable = mkdtempSync(join(realpathSync(tmpdir()), 'ghost-readable-'));
  chmodSync(readable, 0o755);
  try {
    for (const [folder, goes] of [
      [below, came],
      [readable, came],
      [tmpdir(), came],
      [own, own],
    ] as const) {
      const { targets, target, sessions, paths } = door();
      sessions[0]?.downloads.set('', { folder, byGuid: false, isTold: true });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await tellDownloads(targets, target, brought(), { bytes: 0 });
      expect(paths()).toEqual([goes]);
    }
    expect([readdirSync(below), readdirSync(readable)]).toEqual([[], []]);
  } finally {
    rmSync(readable, { recursive: true, force: true });
  }
});

test('sessions that want it in one folder have one copy, and all copies of a connection have an end', async () => {
  const { targets, target, sessions, paths } = door();
  expect(sessions).toHaveLength(3);
  for (const { downloads } of sessions) downloads.set('', { folder: own, byGuid: true, isTold: true });
  const copied = { bytes: 0 };
  await tellDownloads(targets, target, brought(), copied);
  expect(paths()).toEqual([own, own, own]);
  expect(readdirSync(own)).toHaveLength(1);
  expect(copied.bytes).toBe(SIZE);
  await tellDownloads(targets, target, brought(), { bytes: 2 * 1024 ** 3 });
  expect(paths().slice(3)).toEqual([came, came, came]);
  expect(readdirSync(own)).toHaveLength(1);
});

test('what a session wished for a context goes with it', () => {
  const { targets, sessions } = door();
  const id = targets.addContext() ?? '';
  sessions[0]?.downloads.set(id, { folder: own, byGuid: false, isTold: true });
  targets.removeContext(id);
  expect(sessions[0]?.downloads.size).toBe(0);
});

test('of a refused download’s address nothing is told behind its path', async () => {
  const { targets, target, sessions, events } = door();
  sessions[0]?.downloads.set('', { folder: null, byGuid: false, isTold: true });
  const details = { kind: 'DOWNLOAD', url: 'http://shop.test/file?signature=words#more', filename: NAME };
  const refused = [failure('act.navigation-denied', 'no', { details })];
  await tellDownloads(targets, target, outcome({ refused }), { bytes: 0 });
  expect(events.find((one) => 'suggestedFilename' in one)).toMatchObject({ url: 'http://shop.test/file' });
});
