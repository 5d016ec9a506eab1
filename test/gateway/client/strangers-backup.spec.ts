// A backup of another installation: what it would change here is said first, and comes on purpose alone. What is a floor stays one.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeBackup } from '#gateway/client/backup/make-backup.ts';
import { fingerprint, type Brought } from '#gateway/client/backup/brought.ts';
import { restoreBackup, type RestoreAsked } from '#gateway/client/backup/restore.ts';
import { readAuditEntry, readAuditFiles, verifyAuditFiles } from '#gateway/client/audit-files.ts';
import { generateNoteKey } from '#gateway/audit/format/signed-note.ts';
import { openGateway } from '#gateway/main.ts';
import { highest, readRevisions, writeRevisions, type Revisions } from '#gateway/policy/kept/revisions.ts';
import { MOST_CHARACTERS } from '#gateway/settings/config.ts';
import { dataDirectory, home, SETTINGS, type Home } from '#test/fixtures/backups.ts';

const [OWN_KEY, STRANGE_KEY] = [generateNoteKey('own').public.text, generateNoteKey('strange').public.text];
const STRANGE = 'vault: {key: file}\ndownloads: {scanner: {command: ["/bin/\u001b[2J‮sh"]}}\nmaxTabs: 2\n';
const PASSPHRASE = 'a stranger hands it along';

const template = mkdtempSync(join(tmpdir(), 'ghost-backup-strange-'));
const at = (name: string): string => join(template, name);
beforeAll(async () => {
  await dataDirectory(at('data'));
  mkdirSync(at('data/policy'), { recursive: true, mode: 0o700 });
  writeFileSync(at('data/policy/trusted-keys'), `${OWN_KEY}\n`, { mode: 0o600 });
  const floor = { revision: 5, digest: `sha256:${'5'.repeat(64)}`, revertedFrom: null };
  writeRevisions(at('data/policy'), { floors: { shop: floor } });
  await dataDirectory(at('strange'), STRANGE);
  mkdirSync(at('strange/policy'), { recursive: true, mode: 0o700 });
  writeFileSync(at('strange/policy/trusted-keys'), `${STRANGE_KEY}\n`, { mode: 0o600 });
  writeRevisions(at('strange/policy'), { floors: { shop: { ...floor, revision: 9 } } });
  writeFileSync(at('passphrase'), PASSPHRASE);
  const dataDir = at('strange');
  for (const [to, more] of [
    ['strange.backup', {}],
    ['keys.backup', { passphraseFile: at('passphrase') }],
  ] as const)
    expect(await makeBackup({ dataDir, to: at(to), ...more })).toMatchObject({ ok: true });
  expect(await makeBackup({ dataDir: at('data'), to: at('own.backup') })).toMatchObject({ ok: true });
});
afterAll(() => rmSync(template, { recursive: true, force: true }));

function machine(): Home & { readonly dataDir: string } {
  const place = home();
  cpSync(template, place.root, { recursive: true });
  return { ...place, dataDir: place.at('data') };
}

const text = (dataDir: string, name: string): string => readFileSync(join(dataDir, name), 'utf8');
const revision = (dataDir: string): unknown => {
  const read = readRevisions(join(dataDir, 'policy'));
  return read.ok ? read.value.floors['shop']?.revision : read.error;
};
const restored = async (asked: RestoreAsked) => {
  const done = await restoreBackup(asked);
  if (!done.ok) throw new Error(`${done.error.code}: ${done.error.message}`);
  return done.value;
};
const lastRestore = async (dataDir: string): Promise<unknown> => {
  const found = await readAuditFiles(join(dataDir, 'audit'), { text: 'type:data.restored' });
  const [row] = found.ok ? found.value.rows : [];
  const entry = await readAuditEntry(join(dataDir, 'audit'), row?.seq ?? 0);
  return entry.ok ? entry.value.details : entry.error;
};

test('a stranger’s backup changes no setting, no trusted key and no revision of this machine, however often it is restored', async () => {
  const { at: here, dataDir } = machine();
  for (const file of ['strange.backup', 'keys.backup', 'strange.backup']) {
    const more = file === 'keys.backup' ? { passphraseFile: here('passphrase') } : {};
    const done = await restored({ file: here(file), dataDir, replace: true, ...more });
    expect(done).toMatchObject({ log: 'BEGINS_ANEW', brought: { isOwnKept: true } });
    expect(text(dataDir, 'config.yaml')).toBe(SETTINGS);
    expect(text(dataDir, 'policy/trusted-keys')).toBe(`${OWN_KEY}\n`);
    expect(revision(dataDir)).toBe(5);
  }
  expect(await lastRestore(dataDir)).toMatchObject({ settings: 'OF_THIS_MACHINE' });
  await using gateway = await openGateway({ dataDir });
  expect(gateway.status().policy).toMatchObject({ loaded: true });
});

test('what it would change is told before anything is put in place, in letters that a terminal does not obey', async () => {
  const { at: here, dataDir } = machine();
  const signing = ['data', 'strange'].map((name) => fingerprint(text(here(name), 'audit/audit.pub')));
  const told: [Brought, string][] = [];
  await restored({
    file: here('keys.backup'),
    dataDir,
    replace: true,
    passphraseFile: here('passphrase'),
    told: (brought) => told.push([brought, readdirSync(dataDir).toSorted().join()]),
  });
  expect(told).toHaveLength(1);
  const [[{ differences, isOwnKept }, there] = [{ differences: [], isOwnKept: false }, '']] = told;
  expect(isOwnKept).toBe(true);
  expect(there).toContain('vault');
  expect(differences.map(({ what, name }) => `${what} ${name.split(' ')[0] ?? ''}`)).toEqual([
    'LOG_KEY audit.pub',
    'VAULT vault.db',
    'VAULT vault.json',
    expect.stringMatching(/^TRUSTED_KEY own\+/u),
    expect.stringMatching(/^TRUSTED_KEY strange\+/u),
    'REVISION shop',
    'SETTING downloads.scanner.command',
    'SETTING maxTabs',
  ]);
  expect(differences[0]).toMatchObject({ here: signing[0], backup: signing[1] });
  expect(differences[3]?.name).toMatch(/ sha256:[\da-f]{64}$/u);
  expect(differences[5]).toMatchObject({
    here: expect.stringMatching(/^revision 5, sha256:/u),
    backup: expect.stringMatching(/^revision 9, sha256:/u),
  });
  expect(differences[7]).toMatchObject({ here: null, backup: '2' });
  expect(JSON.stringify(differences)).not.toMatch(/\p{Cc}|\p{Cf}/u);
});

test('with `acceptSettings` they come, and so does the key of the log; the higher revision holds', async () => {
  const { at: here, dataDir } = machine();
  const file = here('keys.backup');
  const passphraseFile = here('passphrase');
  const done = await restored({ file, dataDir, replace: true, passphraseFile, acceptSettings: true });
  expect(done).toMatchObject({ log: 'GOES_ON', brought: { isOwnKept: false } });
  expect(text(dataDir, 'config.yaml')).toBe(STRANGE);
  expect(text(dataDir, 'policy/trusted-keys')).toBe(`${STRANGE_KEY}\n`);
  expect(revision(dataDir)).toBe(9);
  expect(await lastRestore(dataDir)).toMatchObject({ settings: 'OF_BACKUP' });
});

test.each([false, true])(
  'a lower revision in the backup is not told as a change: it never comes (`acceptSettings`: %s)',
  async (acceptSettings) => {
    const { at: here, dataDir } = machine();
    const floor = { digest: `sha256:${'7'.repeat(64)}`, revertedFrom: null };
    writeRevisions(join(dataDir, 'policy'), { floors: { shop: { revision: 12, ...floor } } });
    const file = here('strange.backup');
    const done = await restored({ file, dataDir, replace: true, acceptSettings });
    expect(done.brought?.differences.map(({ what }) => what)).not.toContain('REVISION');
    expect(done.brought?.differences.map(({ what }) => what)).toContain('TRUSTED_KEY');
    expect(revision(dataDir)).toBe(12);
  },
);

test.each([
  ['an alias', `own: &own [${'1, '.repeat(9)}1]\nother: *own\n`],
  ['a text over the bound', `# ${'x'.repeat(MOST_CHARACTERS)}\nmaxTabs: 2\n`],
])(
  '%s in a stranger’s settings is told as a file that cannot be read, and not followed',
  async (_, settings) => {
    const { at: here, dataDir } = machine();
    writeFileSync(here('strange/config.yaml'), settings, { mode: 0o600 });
    const file = here('odd.backup');
    expect(await makeBackup({ dataDir: here('strange'), to: file })).toMatchObject({ ok: true });
    const done = await restored({ file, dataDir, replace: true });
    expect(done.brought?.differences.filter(({ what }) => what === 'SETTING')).toEqual([
      { what: 'SETTING', name: '(the whole file)', here: null, backup: 'cannot be read', isTaken: false },
      { what: 'SETTING', name: 'vault.key', here: '"file"', backup: null, isTaken: false },
    ]);
    expect(text(dataDir, 'config.yaml')).toBe(SETTINGS);
  },
);

test('a backup of this installation brings its settings back as ever, also on a new machine to whom has its passphrase', async () => {
  const { at: here, dataDir } = machine();
  writeFileSync(join(dataDir, 'config.yaml'), 'vault: {key: file}\nmaxTabs: 3\n', { mode: 0o600 });
  expect(await restored({ file: here('own.backup'), dataDir, replace: true })).toMatchObject({
    log: 'GOES_ON',
    brought: { whose: 'OWN', differences: [{ name: 'maxTabs', here: '3', backup: null, isTaken: true }] },
  });
  expect(text(dataDir, 'config.yaml')).toBe(SETTINGS);
  const elsewhere = {
    file: here('keys.backup'),
    dataDir: here('new'),
    passphraseFile: here('passphrase'),
    replace: false,
  };
  expect(await restored(elsewhere)).toMatchObject({ log: 'GOES_ON', brought: { whose: 'NEW' } });
  expect(text(here('new'), 'config.yaml')).toBe(STRANGE);
});

test('without its passphrase a new machine gets sessions and log, and no settings that nobody looked at', async () => {
  const { at: here } = machine();
  const done = await restored({ file: here('strange.backup'), dataDir: here('new'), replace: false });
  expect(done).toMatchObject({ log: 'BEGINS_ANEW', brought: { isOwnKept: true } });
  expect(readdirSync(here('new'))).not.toContain('config.yaml');
  expect(readdirSync(here('new/policy'))).not.toContain('trusted-keys');
});

test('the entry names entries and root of the log that was replaced, also of one that does not verify', async () => {
  const { at: here, dataDir } = machine();
  const before = await verifyAuditFiles(join(dataDir, 'audit'));
  const of = before.ok ? before.value : null;
  const done = await restored({ file: here('own.backup'), dataDir, replace: true });
  const replaced = {
    entries: of?.entries,
    rootHash: of?.checkpoint?.rootHash,
    publicKey: of?.publicKey,
    problem: null,
  };
  expect(of?.entries).toBeGreaterThan(0);
  expect(done.replaced).toEqual(replaced);
  const root = `sha256:${Buffer.from(of?.checkpoint?.rootHash ?? '', 'base64').toString('hex')}`;
  expect(await lastRestore(dataDir)).toMatchObject({
    replaced: { entries: of?.entries, root, problem: null },
    root: expect.stringMatching(/^sha256:[\da-f]{64}$/u),
  });
  writeFileSync(join(dataDir, 'audit/audit.checkpoint'), 'nothing\n', { mode: 0o600 });
  const again = await restored({ file: here('own.backup'), dataDir, replace: true });
  expect(again.replaced).toMatchObject({ problem: expect.stringMatching(/^entry \d+: /u) });
});

test('a revision that was in force stays the floor over a restore of a backup from before it', async () => {
  const { at: here, dataDir } = machine();
  const floor = { digest: `sha256:${'7'.repeat(64)}`, revertedFrom: null };
  mkdirSync(join(dataDir, 'policy/bundles'), { recursive: true, mode: 0o700 });
  writeFileSync(join(dataDir, `policy/bundles/${'7'.repeat(64)}.gpb`), 'kept', { mode: 0o600 });
  writeRevisions(join(dataDir, 'policy'), { floors: { shop: { revision: 7, ...floor } } });
  await restored({ file: here('own.backup'), dataDir, replace: true });
  expect(revision(dataDir)).toBe(7);
  expect(text(dataDir, `policy/bundles/${'7'.repeat(64)}.gpb`)).toBe('kept');
  writeFileSync(join(dataDir, 'policy/revisions.json'), 'torn');
  expect(await restoreBackup({ file: here('own.backup'), dataDir, replace: true })).toMatchObject({
    error: { code: 'policy.bundle-unreadable', help: expect.stringContaining('move it away') },
  });
  expect(text(dataDir, 'policy/revisions.json')).toBe('torn');
});

test('of two states no floor is lower than in either, and each is one of the two', () => {
  const floor = fc.record({
    revision: fc.integer({ min: 0, max: 9 }),
    digest: fc.constantFrom('a', 'b'),
    revertedFrom: fc.option(fc.integer({ min: 0, max: 9 })),
  });
  const state: fc.Arbitrary<Revisions> = fc.record({
    floors: fc.dictionary(fc.constantFrom('p', 'q', '__proto__', 'toString'), floor),
  });
  const top = ({ floors }: Revisions, id: string): number => {
    const held = Object.entries(floors).find(([name]) => name === id)?.[1];
    return held === undefined ? -1 : Math.max(held.revision, held.revertedFrom ?? -1);
  };
  fc.assert(
    fc.property(state, state, (one, other) => {
      const both = highest(one, other);
      for (const id of ['p', 'q', '__proto__', 'toString']) {
        expect(top(both, id)).toBe(Math.max(top(one, id), top(other, id)));
        const held = Object.entries(both.floors).find(([name]) => name === id)?.[1];
        if (held !== undefined)
          expect([one.floors, other.floors].flatMap(Object.values)).toContainEqual(held);
      }
    }),
  );
});

test('a policy that was tightened since the backup holds on after a restore, until somebody acknowledges the looser one', async () => {
  const { at: here, dataDir } = machine();
  writeFileSync(join(dataDir, 'config.yaml'), 'vault: {key: file}\npolicy: [locked-down]\n', { mode: 0o600 });
  const opened = async (): Promise<unknown> => {
    await using gateway = await openGateway({ dataDir });
    const { policy } = gateway.status();
    return policy.loaded ? policy.semanticHash : policy.error;
  };
  const tight = await opened();
  for (const file of ['own.backup', 'strange.backup']) {
    await restored({ file: here(file), dataDir, replace: true, acceptSettings: true });
    expect(text(dataDir, 'config.yaml')).not.toContain('locked-down');
    expect(await opened()).toBe(tight);
  }
});

test('where the policy in force is lost nothing is restored over it: a looser one would be taken for the first', async () => {
  const { at: here, dataDir } = machine();
  const note = join(dataDir, 'policy/in-force.note');
  const whole = readFileSync(note);
  const asked = { file: here('strange.backup'), dataDir, replace: true, acceptSettings: true };
  for (const lose of [
    (): void => rmSync(note),
    (): void => writeFileSync(note, 'altered', { mode: 0o600 }),
  ]) {
    lose();
    expect(await restoreBackup(asked)).toMatchObject({
      error: { code: 'policy.last-unknown', cause: expect.stringContaining('in-force.note') },
    });
    expect(text(dataDir, 'config.yaml')).toBe(SETTINGS);
  }
  writeFileSync(note, whole, { mode: 0o600 });
  expect(await restoreBackup(asked)).toMatchObject({ ok: true });
});

test('own settings that are a link stay: within the directory as their text, elsewhere as the link; one to nowhere is an error', async () => {
  const { at: here, dataDir } = machine();
  const config = join(dataDir, 'config.yaml');
  const asked = { file: here('strange.backup'), dataDir, replace: true };
  const own = 'maxTabs: 3\n';
  const link = (to: string): void => {
    rmSync(config, { force: true });
    symlinkSync(to, config);
  };
  mkdirSync(join(dataDir, 'dotfiles'), { mode: 0o700 });
  for (const to of ['dotfiles/ghost.yaml', join(dataDir, 'dotfiles/ghost.yaml')]) {
    mkdirSync(join(dataDir, 'dotfiles'), { recursive: true, mode: 0o700 });
    writeFileSync(join(dataDir, 'dotfiles/ghost.yaml'), own, { mode: 0o600 });
    link(to);
    expect(await restored(asked)).toMatchObject({ brought: { differences: expect.any(Array) } });
    expect(text(dataDir, 'config.yaml')).toBe(own);
  }
  writeFileSync(here('elsewhere.yaml'), own, { mode: 0o600 });
  link(here('elsewhere.yaml'));
  await restored(asked);
  expect(readlinkSync(config)).toBe(here('elsewhere.yaml'));
  link('nowhere.yaml');
  expect(await restoreBackup(asked)).toMatchObject({ error: { code: 'file.unusable' } });
  expect(readlinkSync(config)).toBe('nowhere.yaml');
});

test('a stranger’s passphrase opens their saved sessions here on purpose alone', async () => {
  const { at: here, dataDir } = machine();
  const asked = { file: here('keys.backup'), dataDir, replace: true, passphraseFile: here('passphrase') };
  expect(await restored(asked)).toMatchObject({
    sessions: 'NEEDS_KEY',
    brought: { differences: expect.any(Array) },
  });
  expect(readdirSync(join(dataDir, 'vault'))).not.toContain('vault.key');
  expect(await restored({ ...asked, acceptSettings: true })).toMatchObject({ sessions: 'OPEN' });
});
