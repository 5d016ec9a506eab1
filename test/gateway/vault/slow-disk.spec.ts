// A vault on a disk that takes three seconds for a sync: whoever saves has an answer, and what was asked for is done afterwards.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { needed } from '#test/fixtures/faults/needed.ts';
import { Faults, faultLibrary } from '#test/fixtures/faults/preload.ts';

const SYNC_MS = 3_000;
const at = (path: string): string => JSON.stringify(new URL(`../../../${path}`, import.meta.url).href);
/** Saves once for each line that it is given, and prints what came of it. */
const SAVER = `
  import { createInterface } from 'node:readline';
  const { sessionStore } = await import(${at('gateway/vault/session-store.ts')});
  const { keySources } = await import(${at('gateway/vault/keys.ts')});
  const [directory] = process.argv.slice(1);
  const keys = keySources('file', directory);
  await using store = sessionStore({ directory, keys, ttlDays: 30, now: () => Date.now() });
  const state = { origin: 'https://shop.test', cookies: [], localStorage: { a: 'b' }, sessionStorage: {} };
  for await (const name of createInterface({ input: process.stdin }))
    console.log(JSON.stringify(await store.save({ name, ...state })));
`;

test('a save that the disk holds up is answered, goes on, and is there when the disk has it', async ({
  skip,
}) => {
  const { path } = needed(faultLibrary(), skip);
  using faults = new Faults(path);
  const directory = mkdtempSync(join(tmpdir(), 'ghost-vault-'));
  const saver = spawn(process.execPath, ['--input-type=module', '-e', SAVER, directory], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { ...process.env, ...faults.env },
  });
  try {
    const answers = createInterface({ input: saver.stdout })[Symbol.asyncIterator]();
    const save = async (name: string): Promise<unknown> => {
      saver.stdin.write(`${name}\n`);
      return JSON.parse((await answers.next()).value ?? 'null');
    };
    faults.set({ call: 'sync', prefix: directory, fault: SYNC_MS });
    expect(await save('a')).toMatchObject({
      ok: false,
      error: { code: 'vault.uncertain', retryable: false, message: expect.stringContaining('not known') },
    });
    faults.clear();
    expect(await save('b')).toMatchObject({ ok: true, value: { replaced: false } });
    expect(await save('a')).toMatchObject({ ok: true, value: { replaced: true } });
  } finally {
    saver.kill('SIGKILL');
    rmSync(directory, { recursive: true, force: true });
  }
}, 180_000);
