// Stores in formats that this program does not know: each is named as such, and nothing is written to it.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { memoryLog } from '#test/fixtures/memory-log.ts';
import { earlierDirectory } from '#test/fixtures/formats.ts';
import { openGateway } from '#gateway/main.ts';
import { auditFiles, readText } from '#gateway/audit/format/files.ts';
import { generateNoteKey, signNote } from '#gateway/audit/format/signed-note.ts';
import { lastInForce } from '#gateway/policy/kept/last-in-force.ts';
import { readRevisions, writeRevisions } from '#gateway/policy/kept/revisions.ts';
import { inspectVault } from '#gateway/vault/inspect.ts';
import { keySources } from '#gateway/vault/keys.ts';
import { FORMAT, STORES } from '#gateway/settings/formats.ts';

function temporary(): string {
  const directory = mkdtempSync(join(tmpdir(), 'ghost-newer-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test('a data directory of the last version without numbers opens, with its policy, its log and its sessions', async () => {
  const directory = earlierDirectory('before-numbers');
  writeFileSync(join(directory, 'config.yaml'), 'vault: {key: file}\n', { mode: 0o600 });
  await using gateway = await openGateway({ dataDir: directory });
  expect(await gateway.verifyAudit('person:test')).toMatchObject({ ok: true });
  expect(await gateway.sessions.load('shop')).toMatchObject({
    ok: true,
    value: { localStorage: { basket: 'two keyboards' } },
  });
  const upgraded = gateway.audit.query({ text: 'type:audit.upgraded' });
  expect(upgraded).toMatchObject({ ok: true, value: { total: 1 } });
  // What was in force then is what the policy of now is compared with.
  expect(gateway.audit.query({ text: 'type:policy.refused' })).toMatchObject({ value: { total: 0 } });
});

test('status and doctor say the formats that stand on disk, and none for what is not there or not opened', async () => {
  const directory = temporary();
  writeFileSync(join(directory, 'config.yaml'), 'vault: {key: file}\n', { mode: 0o600 });
  await using gateway = await openGateway({ dataDir: directory });
  // It is looked at once a second at most.
  const formats = () => expect.poll(() => gateway.status().formats, { timeout: 10_000 });
  const fresh = { audit: FORMAT.audit, vault: null, vaultTables: null, revisions: null };
  expect(gateway.status().formats).toEqual({ ...fresh, inForce: FORMAT.inForce });
  writeFileSync(join(directory, 'policy/revisions.json'), '{"floors": {}}', { mode: 0o600 });
  await formats().toMatchObject({ revisions: 0 });
  writeFileSync(join(directory, 'policy/revisions.json'), '{"format": 7}', { mode: 0o600 });
  await formats().toMatchObject({ revisions: 7 });
  writeFileSync(join(directory, 'policy/revisions.json'), 'torn', { mode: 0o600 });
  await formats().toMatchObject({ revisions: null });
  expect(await gateway.sessions.list()).toMatchObject({ ok: true });
  await formats().toMatchObject({ vault: FORMAT.vault, vaultTables: FORMAT.vaultTables });
  expect(gateway.status().vault).not.toHaveProperty('tables');
});

test('the doctor reads the tables of a vault as they stand, and brings nothing forward', async () => {
  const vault = join(earlierDirectory('before-numbers'), 'vault');
  const look = () => inspectVault(vault, keySources('file', vault), AbortSignal.timeout(30_000));
  for (const again of [await look(), await look()])
    expect(again).toMatchObject({ ok: true, value: { key: 'KEY_FILE', tables: 1 } });
});

test('revisions of a newer format are refused as that; those without a number are read, and get one', () => {
  const directory = temporary();
  const file = join(directory, 'revisions.json');
  writeFileSync(file, '{"format": 2, "floors": [["team", 4]]}');
  expect(readRevisions(directory)).toMatchObject({
    error: {
      code: 'policy.newer-format',
      message: expect.stringContaining('format 2'),
      help: expect.stringContaining('update Ghost Browser'),
    },
  });
  const floors = { team: { revision: 4, digest: 'sha256:00', revertedFrom: null } };
  writeFileSync(file, JSON.stringify({ floors }));
  expect(readRevisions(directory)).toEqual({ ok: true, value: { floors } });
  expect(writeRevisions(directory, { floors })).toMatchObject({ ok: true });
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ format: FORMAT.revisions, floors });
  expect(readRevisions(directory)).toEqual({ ok: true, value: { floors } });
});

test('a policy in force of a newer format is not overwritten by an older program', async () => {
  const directory = temporary();
  const [audit, policy] = [join(directory, 'audit'), join(directory, 'policy')];
  for (const path of [audit, policy]) mkdirSync(path, { mode: 0o700 });
  const key = generateNoteKey('test');
  writeFileSync(auditFiles(audit).secretKey, key.text, { mode: 0o600 });
  const note = signNote('ghost-policy-in-force/7\n{"format":7,"something":"else"}\n', key);
  const file = join(policy, 'in-force.note');
  writeFileSync(file, note, { mode: 0o600 });
  const last = lastInForce(policy, audit, memoryLog());
  const kept = {
    semanticHash: 'sha256:1',
    sourceHash: 'sha256:2',
    files: [],
    named: 'SHIPPED',
    bundles: '',
    texts: [],
    paths: [],
  } as const;
  expect(await last.prepare({ ...kept, files: [], texts: [], paths: [] })).toMatchObject({
    error: { code: 'policy.newer-format', details: { format: 7, reads: FORMAT.inForceWithLists } },
  });
  expect(readText(file)).toBe(note);
});

test('each store has a number, or says why it needs none', () => {
  for (const { name, place, format, why } of STORES) {
    expect([name, place, why].every((text) => text.length > 4)).toBe(true);
    if (format !== null) expect(Object.values(FORMAT)).toContain(format);
  }
});
