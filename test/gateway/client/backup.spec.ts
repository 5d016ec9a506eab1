// `ghost backup` and `ghost restore`: a data directory in one file, and back, with nothing lost, added or overwritten.
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { makeBackup } from '#gateway/client/backup/make-backup.ts';
import { readBackup } from '#gateway/client/backup/read-backup.ts';
import { restoreBackup } from '#gateway/client/backup/restore.ts';
import { readAuditFiles, verifyAuditFiles } from '#gateway/client/audit-files.ts';
import { parseSecretKey, signNote } from '#gateway/audit/format/signed-note.ts';
import { openGateway } from '#gateway/main.ts';
import { serveLocal } from '#gateway/client/local/prepare.ts';
import { dataDirectory, home } from '#test/fixtures/backups.ts';
import { EARLIER, earlierDirectory } from '#test/fixtures/formats.ts';

const template = mkdtempSync(join(tmpdir(), 'ghost-backup-template-'));
beforeAll(async () => {
  const dataDir = await dataDirectory(join(template, 'data'));
  expect(await makeBackup({ dataDir, to: join(template, 'all.backup') })).toMatchObject({ ok: true });
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

/** A data directory that was used, and the backup of it. */
function backedUp(): ReturnType<typeof home> & { readonly dataDir: string; readonly file: string } {
  const place = home();
  cpSync(template, place.root, { recursive: true });
  return { ...place, dataDir: place.at('data'), file: place.at('all.backup') };
}

const change = (file: string, sql: string, ...values: readonly unknown[]): void => {
  const database = new Database(file);
  database.prepare(sql).run(...values);
  database.close();
};
const rows = async (dataDir: string, text: string): Promise<unknown> => {
  const found = await readAuditFiles(join(dataDir, 'audit'), { text });
  return found.ok ? found.value.total : found.error;
};

test('a backup is one private file that says what it holds and what not, and holds no key', async () => {
  const { file, dataDir, root } = backedUp();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const bytes = readFileSync(file);
  for (const key of ['audit/audit.key', 'vault/vault.key'])
    expect(bytes.includes(readFileSync(join(dataDir, key)).subarray(0, 40))).toBe(false);
  expect(bytes.includes('two keyboards')).toBe(false);
  expect(readdirSync(root).toSorted()).toEqual(['all.backup', 'data']);
  expect(await rows(dataDir, 'type:data.backed-up')).toBe(1);
  expect(await makeBackup({ dataDir, to: file })).toMatchObject({ error: { code: 'backup.exists' } });
  const second = await makeBackup({ dataDir, to: root });
  expect(second).toMatchObject({
    ok: true,
    value: {
      keys: 'NONE',
      formats: { audit: 1 },
      without: expect.arrayContaining([
        expect.stringContaining('audit.key'),
        expect.stringContaining('vault.key'),
      ]),
    },
  });
});

test('a backup whose keys are wrapped becomes the same data directory elsewhere, and its log goes on', async () => {
  const { at, dataDir, file } = backedUp();
  rmSync(file);
  writeFileSync(at('passphrase'), 'correct horse battery\n');
  const asked = { dataDir, to: at('all.backup'), passphraseFile: at('passphrase') };
  expect(await makeBackup(asked)).toMatchObject({ ok: true, value: { keys: 'WRAPPED' } });
  writeFileSync(at('other'), 'correct horse batterie\n');
  const into = { file: at('all.backup'), dataDir: at('new'), replace: false };
  expect(await restoreBackup({ ...into, passphraseFile: at('other') })).toMatchObject({
    error: { code: 'backup.bad-passphrase' },
  });
  expect(existsSync(at('new'))).toBe(false);
  expect(await restoreBackup({ ...into, passphraseFile: at('passphrase') })).toMatchObject({
    ok: true,
    value: { log: 'GOES_ON', sessions: 'OPEN', aside: null },
  });
  await using gateway = await openGateway({ dataDir: at('new') });
  expect(await gateway.verifyAudit('person:test')).toMatchObject({ ok: true });
  expect(await gateway.sessions.load('shop')).toMatchObject({
    value: { localStorage: { basket: 'two keyboards' } },
  });
  expect(gateway.audit.query({ text: 'type:data.restored' })).toMatchObject({ value: { total: 1 } });
  expect(gateway.status().policy).toMatchObject({ loaded: true });
});

test('without keys the log is kept as it is, verifies, and a new one names it; the sessions stay closed until their key comes', async () => {
  const { file, at, dataDir } = backedUp();
  const restored = await restoreBackup({ file, dataDir: at('new'), replace: false });
  expect(restored).toMatchObject({ ok: true, value: { log: 'BEGINS_ANEW', sessions: 'NEEDS_KEY' } });
  const ended = readdirSync(at('new/audit')).find((name) => name.startsWith('ended-')) ?? '';
  expect(await verifyAuditFiles(join(at('new/audit'), ended))).toMatchObject({ value: { ok: true } });
  {
    await using gateway = await openGateway({ dataDir: at('new') });
    expect(gateway.status().policy).toMatchObject({ loaded: true });
    expect(gateway.audit.entry(1)).toMatchObject({ type: 'data.restored', details: { earlierLog: ended } });
    expect(await gateway.sessions.list()).toMatchObject({ error: { code: 'vault.no-key' } });
  }
  writeFileSync(at('new/vault/vault.key'), readFileSync(join(dataDir, 'vault/vault.key')), { mode: 0o600 });
  await using gateway = await openGateway({ dataDir: at('new') });
  expect(await gateway.sessions.list()).toMatchObject({ ok: true, value: [{ name: 'shop' }] });
});

test('what is there is replaced on purpose alone, and kept aside; its keys serve the log that they belong to', async () => {
  const { file, dataDir } = backedUp();
  const before = readFileSync(join(dataDir, 'audit/audit.db'));
  expect(await restoreBackup({ file, dataDir, replace: false })).toMatchObject({
    error: { code: 'backup.not-empty', help: expect.stringContaining('--replace') },
  });
  expect(readFileSync(join(dataDir, 'audit/audit.db')).equals(before)).toBe(true);
  const restored = await restoreBackup({ file, dataDir, replace: true });
  expect(restored).toMatchObject({ ok: true, value: { log: 'GOES_ON', sessions: 'OPEN' } });
  const aside = restored.ok ? (restored.value.aside ?? '') : '';
  expect(readFileSync(join(aside, 'audit/audit.db')).equals(before)).toBe(true);
  expect(await verifyAuditFiles(join(dataDir, 'audit'))).toMatchObject({ value: { ok: true } });
  expect(await rows(dataDir, 'type:data.restored')).toBe(1);
});

/** The places of a person who never ran Ghost Browser on this machine. */
function freshMachine(at: (name: string) => string): { readonly data: string; readonly config: string } {
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv('GHOST_DATA_DIR', '');
  vi.stubEnv('XDG_DATA_HOME', at('share'));
  vi.stubEnv('XDG_CONFIG_HOME', at('config'));
  return { data: at('share/ghost-browser'), config: at('config/ghost-browser/config.yaml') };
}

test('on a machine that never had Ghost Browser, data and settings come to their two places', async () => {
  const { file, at } = backedUp();
  const { data, config } = freshMachine(at);
  expect(await restoreBackup({ file, replace: false, acceptSettings: true })).toMatchObject({
    ok: true,
    value: { dataDir: data },
  });
  expect(readFileSync(config, 'utf8')).toContain('key: file');
  expect(statSync(config).mode & 0o777).toBe(0o600);
  expect(existsSync(join(data, 'config.yaml'))).toBe(false);
  expect(readdirSync(at('share'))).toEqual(['ghost-browser']);
});

test('where the settings cannot be written nothing is restored, and the next try finds the place as it was', async () => {
  const { file, at } = backedUp();
  const { data, config } = freshMachine(at);
  writeFileSync(at('config'), 'no folder');
  const asked = { file, replace: false, acceptSettings: true };
  expect(await restoreBackup(asked)).toMatchObject({
    error: { code: 'directory.unusable' },
  });
  expect(existsSync(data)).toBe(false);
  rmSync(at('config'));
  expect(await restoreBackup(asked)).toMatchObject({ ok: true });
  expect(readFileSync(config, 'utf8')).toContain('key: file');
});

test('settings that are there are replaced on purpose alone, and kept aside', async () => {
  const { file, at } = backedUp();
  const { config } = freshMachine(at);
  mkdirSync(join(config, '..'), { recursive: true, mode: 0o700 });
  writeFileSync(config, 'approver: desk\n', { mode: 0o600 });
  expect(await restoreBackup({ file, replace: false })).toMatchObject({
    error: { code: 'backup.not-empty' },
  });
  expect(readFileSync(config, 'utf8')).toBe('approver: desk\n');
  expect(await restoreBackup({ file, replace: true, acceptSettings: true })).toMatchObject({ ok: true });
  expect(readFileSync(config, 'utf8')).toContain('key: file');
  const kept = readdirSync(join(config, '..')).filter((name) =>
    name.startsWith('config.yaml.before-restore-'),
  );
  expect(kept.map((name) => readFileSync(join(config, '..', name), 'utf8'))).toEqual(['approver: desk\n']);
});

test('a restore that was killed between its two renames is finished by the next start, and by the next restore', async () => {
  const { file, at, dataDir, root } = backedUp();
  const restored = await restoreBackup({ file, dataDir, replace: true });
  const aside = restored.ok ? (restored.value.aside ?? '') : '';
  const stamp = aside.slice(`${dataDir}.before-restore-`.length);
  // Another's, of another time, is nobody's.
  mkdirSync(at('data.restored-20200101T000000Z'));
  const killed = (): void => renameSync(dataDir, at(`data.restored-${stamp}`));
  killed();
  expect(await makeBackup({ dataDir, to: at('second.backup') })).toMatchObject({
    error: { message: expect.stringContaining('interrupted'), help: expect.stringContaining('daemon start') },
  });
  {
    await using gateway = await openGateway({ dataDir });
    expect(gateway.audit.query({ text: 'type:data.restored' })).toMatchObject({ value: { total: 1 } });
  }
  killed();
  expect(await restoreBackup({ file, dataDir, replace: false })).toMatchObject({
    error: { code: 'backup.not-empty' },
  });
  expect(await rows(dataDir, 'type:data.restored')).toBe(1);
  expect(existsSync(aside)).toBe(true);
  expect(readdirSync(root)).toContain('data.restored-20200101T000000Z');
});

test('a backup of a gateway that runs and saves is whole; a restore into its directory is refused', async () => {
  const { at, dataDir, file } = backedUp();
  rmSync(file);
  await using gateway = await openGateway({ dataDir });
  const serving = await serveLocal(gateway, 0);
  if (!serving.ok) throw new Error(serving.error.message);
  const enough = new AbortController();
  const busy = (async () => {
    for (let n = 0; !enough.signal.aborted; n += 1) {
      const saved = await gateway.sessions.save({
        name: `s${n % 5}`,
        origin: 'https://shop.test',
        cookies: [],
        localStorage: { n: String(n) },
        sessionStorage: {},
      });
      if (!saved.ok) return saved;
      // Between two, as a person who saves leaves more than that.
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    return null;
  })();
  writeFileSync(at('passphrase'), 'correct horse battery');
  const made = await makeBackup({ dataDir, to: at('all.backup'), passphraseFile: at('passphrase') });
  enough.abort();
  expect(await busy).toBeNull();
  expect(made).toMatchObject({ ok: true });
  // The first was of the template.
  expect(gateway.audit.query({ text: 'type:data.backed-up' })).toMatchObject({ value: { total: 2 } });
  expect(await restoreBackup({ file: at('all.backup'), dataDir, replace: true })).toMatchObject({
    error: { code: 'backup.gateway-runs' },
  });
  expect(gateway.audit.query({ text: 'type:data.backed-up' })).toMatchObject({
    value: { rows: [{ who: 'person:ui', outcome: 'BEGUN' }, { who: 'person:terminal' }] },
  });
  await serving.value.close();
  // As a `ghost run`, whose gateway nobody else can ask.
  expect(await makeBackup({ dataDir, to: at('beside.backup') })).toMatchObject({
    error: { code: 'backup.gateway-runs', help: expect.stringMatching(/^wait until that run/u) },
  });
  // Without its socket it is still there: it holds the log.
  expect(await restoreBackup({ file: at('all.backup'), dataDir, replace: true })).toMatchObject({
    error: { code: 'backup.gateway-runs' },
  });
  const again = { file: at('all.backup'), dataDir: at('new'), replace: false };
  expect(await restoreBackup({ ...again, passphraseFile: at('passphrase') })).toMatchObject({ ok: true });
  await using restored = await openGateway({ dataDir: at('new') });
  expect(await restored.sessions.list()).toMatchObject({ ok: true });
  expect(await restored.verifyAudit('person:test')).toMatchObject({ ok: true });
});

test.each(EARLIER)('the data directory `%s` is backed up and restored, whatever its format', async (name) => {
  const { at } = home();
  const dataDir = earlierDirectory(name);
  expect(await makeBackup({ dataDir, to: at('all.backup') })).toMatchObject({ ok: true });
  expect(await restoreBackup({ file: at('all.backup'), dataDir, replace: true })).toMatchObject({
    ok: true,
    value: { log: 'GOES_ON' },
  });
  expect(await verifyAuditFiles(join(dataDir, 'audit'))).toMatchObject({ value: { ok: true } });
});

const ALTERED: readonly [string, string, (file: string) => void][] = [
  [
    'bytes of the log',
    'backup.altered',
    (file) => change(file, "UPDATE piece SET bytes = zeroblob(length(bytes)) WHERE path = 'audit/audit.db'"),
  ],
  [
    'a piece that is gone',
    'backup.altered',
    (file) => change(file, "DELETE FROM piece WHERE path = 'vault/vault.db'"),
  ],
  [
    'a file more',
    'backup.altered',
    (file) => change(file, "INSERT INTO piece (path, bytes) VALUES ('policy/trusted-keys', x'00')"),
  ],
  [
    'a path out of the directory',
    'backup.altered',
    (file) => change(file, "UPDATE piece SET path = '../../etc/passwd' WHERE path = 'vault/vault.json'"),
  ],
  [
    'such a path in the manifest',
    'backup.unreadable',
    (file) =>
      change(file, "UPDATE manifest SET note = replace(note, 'vault/vault.json', '../../etc/passwd')"),
  ],
  [
    'a size in the manifest',
    'backup.altered',
    (file) => change(file, `UPDATE manifest SET note = replace(note, '"entries":', '"entries":1')`),
  ],
  ['a view in it', 'backup.unreadable', (file) => change(file, 'CREATE VIEW more AS SELECT 1')],
  ['a newer format', 'backup.newer-format', (file) => change(file, 'PRAGMA user_version = 9')],
  [
    'a newer manifest',
    'backup.newer-format',
    (file) => change(file, `UPDATE manifest SET note = replace(note, '{"format":1,', '{"format":2,')`),
  ],
  [
    'a newer log in it',
    'audit.newer-format',
    (file) =>
      change(
        file,
        `UPDATE manifest SET note = replace(note, '"formats":{"audit":1', '"formats":{"audit":5')`,
      ),
  ],
  [
    'its second half gone',
    'backup.unreadable',
    (file) => writeFileSync(file, readFileSync(file).subarray(0, 9_000)),
  ],
  ['something else altogether', 'backup.unreadable', (file) => writeFileSync(file, 'hello')],
];
test.each(ALTERED)('a backup with %s restores nothing', async (_, code, alter) => {
  const { file, at, root } = backedUp();
  alter(file);
  const refused = await restoreBackup({ file, dataDir: at('new'), replace: true });
  expect(refused).toMatchObject({ ok: false, error: { code, help: expect.any(String) } });
  expect(readdirSync(root).toSorted()).toEqual(['all.backup', 'data']);
});

test('a passphrase file that is not there is named as that, and nothing is written', async () => {
  const { file, at, dataDir, root } = backedUp();
  const passphraseFile = at('nothing');
  const refused = {
    error: { code: 'backup.bad-passphrase', message: expect.stringContaining(passphraseFile) },
  };
  expect(await makeBackup({ dataDir, to: at('second.backup'), passphraseFile })).toMatchObject(refused);
  expect(await restoreBackup({ file, dataDir: at('new'), replace: false, passphraseFile })).toMatchObject(
    refused,
  );
  expect(readdirSync(root).toSorted()).toEqual(['all.backup', 'data']);
});

test('a link, a folder or nothing is no backup', async () => {
  const { file, at } = backedUp();
  symlinkSync(file, at('link'));
  for (const name of ['link', 'data', 'nothing'])
    expect(await restoreBackup({ file: at(name), dataDir: at('new'), replace: false })).toMatchObject({
      error: { code: 'backup.unreadable' },
    });
});

test('a log that is not intact is not backed up as if it were', async () => {
  const { at, dataDir, file } = backedUp();
  rmSync(file);
  change(join(dataDir, 'audit/audit.db'), "UPDATE entry SET what = 'nothing' WHERE seq = 1");
  expect(await makeBackup({ dataDir, to: at('all.backup') })).toMatchObject({ ok: false });
  expect(readdirSync(at('.')).toSorted()).toEqual(['data']);
});

test('a stranger’s log does not go on as this machine’s own by carrying its public key', async () => {
  const { dataDir, at } = backedUp();
  const strange = await dataDirectory(at('strange'));
  const forged = at('forged.backup');
  expect(await makeBackup({ dataDir: strange, to: forged })).toMatchObject({ ok: true });
  const own = readFileSync(join(dataDir, 'audit/audit.pub'));
  const secret = parseSecretKey(readFileSync(join(strange, 'audit/audit.key'), 'utf8'));
  if (secret === null) throw new Error('the stranger has a key');
  const database = new Database(forged);
  const note = String(database.prepare('SELECT note FROM manifest').pluck().get());
  const [head = '', body = ''] = note.split('\n');
  const manifest = JSON.parse(body);
  for (const kept of manifest.files)
    if (kept.path === 'audit/audit.pub')
      Object.assign(kept, { sizeBytes: own.length, sha256: createHash('sha256').update(own).digest('hex') });
  database.prepare("UPDATE piece SET bytes = ? WHERE path = 'audit/audit.pub'").run(own);
  database
    .prepare('UPDATE manifest SET note = ?')
    .run(signNote(`${head}\n${JSON.stringify(manifest)}\n`, secret));
  database.close();
  const before = readFileSync(join(dataDir, 'config.yaml'), 'utf8');
  expect(await restoreBackup({ file: forged, dataDir, replace: true })).toMatchObject({
    ok: false,
    error: { code: 'backup.altered', message: expect.stringContaining('audit/audit.pub') },
  });
  expect(readFileSync(join(dataDir, 'config.yaml'), 'utf8')).toBe(before);
});

const MOST_FORGED_BYTES = 2 * 1024 * 1024;
/** A backup whose manifest is a stranger's own work, signed with the key that it names. */
function forge(dataDir: string, file: string, path: string, sizeBytes: number): void {
  const secret = parseSecretKey(readFileSync(join(dataDir, 'audit/audit.key'), 'utf8'));
  if (secret === null) throw new Error('there is a key');
  const database = new Database(file);
  const [head = '', body = ''] = String(database.prepare('SELECT note FROM manifest').pluck().get()).split(
    '\n',
  );
  const manifest = JSON.parse(body);
  const bytes = Buffer.alloc(Math.min(sizeBytes, MOST_FORGED_BYTES), '#');
  const about = { path, sizeBytes, sha256: createHash('sha256').update(bytes).digest('hex') };
  manifest.files = [...manifest.files.filter((kept: { path: string }) => kept.path !== path), about];
  database.prepare('DELETE FROM piece WHERE path = ?').run(path);
  database.prepare('INSERT INTO piece (path, bytes) VALUES (?, ?)').run(path, bytes);
  const note = signNote(`${head}\n${JSON.stringify(manifest)}\n`, secret);
  database.prepare('UPDATE manifest SET note = ?').run(note);
  database.close();
}

const KIBIBYTE_BYTES = 1024;
test.each([
  ['keys.json', 64 * KIBIBYTE_BYTES],
  ['config.yaml', 1024 * KIBIBYTE_BYTES],
  ['policy/revisions.json', 1024 * KIBIBYTE_BYTES],
  ['policy/trusted-keys', 1024 * KIBIBYTE_BYTES],
])('`%s` in a backup has at most %i bytes: one more is refused by its manifest', (path, mostBytes) => {
  const { file, dataDir } = backedUp();
  forge(dataDir, file, path, mostBytes);
  const read = readBackup(file);
  expect(read).toMatchObject({ ok: true });
  if (read.ok) read.value.reader.close();
  forge(dataDir, file, path, mostBytes + 1);
  expect(readBackup(file)).toMatchObject({
    error: { code: 'backup.unreadable', cause: expect.stringContaining('larger than such a file can be') },
  });
});

test('a backup whose files are larger than itself unpacks nothing: cells that share their pages fill no disk', () => {
  const { file, dataDir } = backedUp();
  forge(dataDir, file, `policy/kept/${'0'.repeat(64)}.json`, 4096 * KIBIBYTE_BYTES);
  expect(readBackup(file)).toMatchObject({
    error: { code: 'backup.altered', cause: expect.stringContaining('larger than the backup') },
  });
});
