// What an audit log's verification finds: every change of every entry, named by the first entry that is not vouched for.
import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { COLUMNS } from '#gateway/audit/format/entry.ts';
import { verifyAudit } from '#gateway/audit/read/verify.ts';
import { aLog, anEvent, firstBad, open, verify, type Column, type SpoiltLog } from './audit-chain.ts';

const SIZE = 9;
const nine = (): Promise<SpoiltLog> => aLog(SIZE);

test('a log as it was written verifies to its last entry', async () => {
  const found = await verify(await nine());
  expect(found).toMatchObject({ ok: true, entries: SIZE, firstBad: null, checkpoint: { size: SIZE } });
});

test('an empty log verifies', async () => {
  expect(await verify(await aLog(0))).toMatchObject({ ok: true, entries: 0, checkpoint: { size: 0 } });
});

describe('a changed column', () => {
  const other = (column: Column, value: unknown): string =>
    column === 'details' ? '{"capability":"x"}' : `${String(value)}x`;
  test.for(COLUMNS.filter((column) => column !== 'seq'))('`%s` names its entry', async (column) => {
    const log = await nine();
    for (const seq of [1, 5, SIZE]) {
      const spoilt = await nine();
      const value = log.rows()[seq - 1]?.[column];
      expect(await firstBad(spoilt.change(seq, column, other(column, value)))).toMatchObject({ seq });
    }
  });

  test('from nothing to the word `null`, or to an empty text, is a change', async () => {
    expect(await firstBad((await nine()).change(4, 'outcome', 'null'))).toMatchObject({ seq: 4 });
    expect(await firstBad((await nine()).change(4, 'outcome', ''))).toMatchObject({ seq: 4 });
    expect(await firstBad((await nine()).change(5, 'outcome', null))).toMatchObject({ seq: 5 });
  });

  test('with a hash that fits names its entry too', async () => {
    for (const seq of [1, 2, 5, 8]) {
      expect(await firstBad((await nine()).change(seq, 'verdict', 'DENY').rehash(seq))).toMatchObject({
        seq,
      });
    }
  });

  test('with a predecessor and a hash that fit each other names its entry', async () => {
    for (const seq of [1, 2, 5, SIZE]) {
      const log = (await nine()).change(seq, 'previous', `sha256:${'0'.repeat(64)}`).rehash(seq);
      expect(await firstBad(log)).toMatchObject({ seq });
    }
  });

  test('with the whole rest of the chain made to fit is found by the signed root', async () => {
    for (const seq of [1, 4, SIZE]) {
      const found = await firstBad((await nine()).change(seq, 'why', 'someone else').rechain(seq));
      expect(found?.seq).toBeLessThanOrEqual(seq);
      expect(found?.problem).toContain('rewritten');
    }
  });
});

describe('an entry', () => {
  test('that is removed is named: the first, one in the middle, the last, several, all', async () => {
    const all = Array.from({ length: SIZE }, (_, index) => index + 1);
    for (const removed of [[1], [5], [SIZE], [2, 3], [8, 9], all]) {
      const found = await firstBad((await nine()).remove(...removed));
      expect(found).toMatchObject({ seq: removed[0], problem: expect.stringContaining('missing') });
    }
  });

  test('that changed places with another is named by the earlier place', async () => {
    expect(await firstBad((await nine()).swap(2, 3))).toMatchObject({ seq: 2 });
    expect(await firstBad((await nine()).swap(4, SIZE))).toMatchObject({ seq: 4 });
    expect(await firstBad((await nine()).swap(1, SIZE))).toMatchObject({ seq: 1 });
  });

  test('that was put behind the last, before the first, or between two is named', async () => {
    const rows = (await nine()).rows();
    const [first, last] = [rows[0], rows.at(-1)];
    if (first === undefined || last === undefined) throw new Error('no rows');
    const behind = (await nine()).insert({ ...last, seq: SIZE + 1, previous: last.hash }).rehash(SIZE + 1);
    expect(await firstBad(behind)).toMatchObject({
      seq: SIZE + 1,
      problem: expect.stringContaining('inserted'),
    });
    expect(await firstBad((await nine()).insert({ ...first, seq: 0 }))).toMatchObject({ seq: 0 });
    expect(await firstBad((await nine()).insert({ ...first, seq: -7 }))).toMatchObject({ seq: -7 });
    const between = await nine();
    for (let seq = SIZE; seq > 4; seq -= 1)
      between.sql('UPDATE entry SET seq = ? WHERE seq = ?', seq + 1, seq);
    expect(await firstBad(between.insert({ ...first, seq: 5 }))).toMatchObject({ seq: 5 });
  });
});

describe('a checkpoint', () => {
  test('file that was altered, emptied or removed is found', async () => {
    for (const edit of [
      (text: string) => text.replace('\n9\n', '\n8\n'),
      (text: string) => text.replace('at 2', 'at 3'),
      (text: string) => text.replace(/.\n$/, '\n'),
      () => '',
    ]) {
      expect((await firstBad((await nine()).checkpointFile(edit)))?.problem).toContain('checkpoint file');
    }
    const log = await nine();
    rmSync(log.files.checkpoint);
    expect((await firstBad(log))?.problem).toContain('missing');
  });

  test('in the database that was altered or removed is found', async () => {
    expect(await firstBad((await nine()).sql('DELETE FROM checkpoint'))).not.toBeNull();
    expect(
      await firstBad((await nine()).sql("UPDATE checkpoint SET note = replace(note, 'at 2', 'at 3')")),
    ).not.toBeNull();
    expect(
      await firstBad((await nine()).sql('UPDATE checkpoint SET frontier = zeroblob(64)')),
    ).not.toBeNull();
    expect(await firstBad((await nine()).sql("INSERT INTO checkpoint VALUES (1, 'x', x'')"))).not.toBeNull();
  });

  test('of another log does not vouch for this one', async () => {
    const [log, another] = [await nine(), await aLog(SIZE, 2)];
    copyFileSync(another.files.checkpoint, log.files.checkpoint);
    expect(await firstBad(log)).not.toBeNull();
    copyFileSync(another.files.publicKey, log.files.publicKey);
    expect(await firstBad(log)).toMatchObject({ seq: 1 });
  });

  test('kept from earlier still fits the log that has grown since', async () => {
    const log = await nine();
    const kept = `${log.files.checkpoint}.kept`;
    copyFileSync(log.files.checkpoint, kept);
    const grown = await open(log.files.directory);
    await grown.append(anEvent());
    await grown.close();
    const options = { database: log.files.database, checkpoint: kept, publicKey: grown.publicKey };
    expect(await verifyAudit(options)).toMatchObject({ ok: true, checkpoint: { size: SIZE + 1 } });
  });

  test('kept elsewhere finds a log whose tail, checkpoints and all, went back to an earlier day', async () => {
    const [earlier, log] = [await nine(), await nine()];
    const grown = await open(log.files.directory);
    await grown.append(anEvent());
    await grown.close();
    const options = {
      database: earlier.files.database,
      checkpoint: log.files.checkpoint,
      publicKey: readFileSync(log.files.publicKey, 'utf8'),
    };
    expect((await verifyAudit(options)).firstBad).toMatchObject({ seq: SIZE + 1 });
  });
});

describe('a long log', () => {
  test('keeps signed milestones, and every one of them must be there', async () => {
    expect(await verify(await aLog(2_100, 50))).toMatchObject({ ok: true, checkpoint: { size: 2_100 } });
    expect(
      await firstBad((await aLog(2_100, 50)).sql('DELETE FROM checkpoint WHERE slot = 1')),
    ).not.toBeNull();
    expect(
      await firstBad((await aLog(2_100, 50)).sql('DELETE FROM checkpoint WHERE slot = 2')),
    ).not.toBeNull();
  });

  test('that is cut back to a milestone with its valid checkpoint is found by the file', async () => {
    const log = await aLog(2_100, 50);
    log.sql('DELETE FROM entry WHERE seq > 1024').sql('DELETE FROM checkpoint WHERE slot IN (0, 2)');
    log.sql('INSERT INTO checkpoint SELECT 0, note, frontier FROM checkpoint WHERE slot = 1');
    expect(await firstBad(log)).toMatchObject({ seq: 1025, problem: expect.stringContaining('missing') });
  });
});

describe('a damaged file', () => {
  test('is named by the first entry that cannot be read, and what comes before it stays trustworthy', async () => {
    const log = await aLog(300, 50);
    const pages = readFileSync(log.files.database).length / 4096;
    for (let page = 0; page < pages; page += 1) {
      const spoilt = (await aLog(300, 50)).bytes((bytes) =>
        bytes.fill(0xa5, page * 4096, page * 4096 + 4096),
      );
      const found = await verify(spoilt);
      expect(found.firstBad, `page ${page + 1}`).not.toBeNull();
    }
  });

  test('that is cut short, emptied, no database, or not there is a result', async () => {
    const log = await aLog(300, 50);
    const { length } = readFileSync(log.files.database);
    for (const keep of [0, 1, 100, 4096, 8192, Math.floor(length / 2), length - 1]) {
      const spoilt = (await aLog(300, 50)).bytes((bytes) => bytes.subarray(0, keep));
      expect(await firstBad(spoilt), `${keep} bytes`).not.toBeNull();
    }
    expect(
      await firstBad((await nine()).bytes(() => Buffer.from('plain text, not a database'))),
    ).toMatchObject({ seq: 1 });
    const gone = await nine();
    rmSync(gone.files.database);
    expect(await firstBad(gone)).toMatchObject({
      seq: 1,
      problem: expect.stringContaining('there is no file'),
    });
  });

  test('with a trigger or a view of its own is not an audit log', async () => {
    const log = (await nine()).sql(
      'CREATE TRIGGER t AFTER INSERT ON entry BEGIN DELETE FROM entry WHERE seq = 1; END',
    );
    expect((await firstBad(log))?.problem).toContain('tables');
  });

  test('can be verified without the public key file being there, given the key', async () => {
    const log = await nine();
    const publicKey = readFileSync(log.files.publicKey, 'utf8');
    for (const path of [log.files.publicKey, log.files.secretKey, log.files.lock]) rmSync(path);
    const { database, checkpoint } = log.files;
    expect(await verifyAudit({ database, checkpoint, publicKey })).toMatchObject({ ok: true });
    expect(await verifyAudit({ database, checkpoint, publicKey: 'no key' })).toMatchObject({ ok: false });
  });
});
