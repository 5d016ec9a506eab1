// Properties of the verification: whatever single thing is changed, in the database or in the bytes of its file, is found.
import fc from 'fast-check';
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { COLUMNS } from '#gateway/audit/format/entry.ts';
import { auditFiles } from '#gateway/audit/format/files.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { aLog, anEvent, firstBad, open, SpoiltLog } from './audit-chain.ts';

test('any single changed byte of an entry that the file holds is found', async () => {
  const log = await aLog(12, 4);
  const original = readFileSync(log.files.database);
  const texts = log
    .rows()
    .flatMap((row) => [row.what, row.hash, row.previous, row.details, row.requestId ?? '', row.at, row.why]);
  const places = new Set<number>();
  for (const text of texts) {
    for (let at = original.indexOf(text); at >= 0; at = original.indexOf(text, at + 1)) {
      for (let offset = 0; offset < Buffer.byteLength(text); offset += 1) places.add(at + offset);
    }
  }
  const candidates = [...places].sort((a, b) => a - b);
  expect(candidates.length).toBeGreaterThan(1_000);
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...candidates),
      fc.integer({ min: 1, max: 255 }),
      async (place, flip) => {
        const bytes = Buffer.from(original);
        bytes[place] = (bytes[place] ?? 0) ^ flip;
        writeFileSync(log.files.database, bytes);
        expect(await firstBad(log), `byte ${place}`).not.toBeNull();
      },
    ),
    { numRuns: 200 },
  );
});

test('any single changed byte of the whole file is found, or changes no entry', async () => {
  const log = await aLog(12, 4);
  const original = readFileSync(log.files.database);
  const rows = log.rows();
  await fc.assert(
    fc.asyncProperty(fc.nat(original.length - 1), fc.integer({ min: 1, max: 255 }), async (place, flip) => {
      const bytes = Buffer.from(original);
      bytes[place] = (bytes[place] ?? 0) ^ flip;
      writeFileSync(log.files.database, bytes);
      if ((await firstBad(log)) === null) expect(log.rows(), `byte ${place}`).toEqual(rows);
    }),
    { numRuns: 200 },
  );
});

test('bytes that are no UTF-8 are found although they read as U+FFFD, which is never written', async () => {
  const directory = (await aLog(9)).files.directory;
  const log = await open(directory);
  const appended = await log.append(anEvent({ what: 'a\uFFFDb\uD800c\0d' }));
  await log.close();
  expect(appended).toMatchObject({ ok: true, value: { what: 'a?b?c␀d' } });
  const spoilt = new SpoiltLog(auditFiles(directory));
  expect(await firstBad(spoilt)).toBeNull();
  spoilt.sql("UPDATE entry SET what = CAST(x'61F0BFBD62' AS TEXT) WHERE seq = 10");
  expect(await firstBad(spoilt)).toMatchObject({ seq: 10 });
});

type Mutation = {
  readonly name: string;
  readonly apply: (log: SpoiltLog, seq: number, other: number) => SpoiltLog;
};
const MUTATIONS: readonly Mutation[] = [
  ...COLUMNS.filter((column) => column !== 'seq').map((column) => ({
    name: `change ${column}`,
    apply: (log: SpoiltLog, seq: number, other: number) => log.change(seq, column, `changed ${other}`),
  })),
  { name: 'remove', apply: (log, seq) => log.remove(seq) },
  { name: 'swap', apply: (log, seq, other) => log.swap(seq, other) },
  { name: 'renumber', apply: (log, seq) => log.sql('UPDATE entry SET seq = 1000 WHERE seq = ?', seq) },
  { name: 'rewrite with its hash', apply: (log, seq) => log.change(seq, 'what', 'nothing').rehash(seq) },
  { name: 'rewrite with the chain', apply: (log, seq) => log.change(seq, 'what', 'nothing').rechain(seq) },
  { name: 'cut', apply: (log, seq) => log.sql('DELETE FROM entry WHERE seq >= ?', seq) },
];

test('any single mutation of any log is found, and no entry before it is blamed', async () => {
  const cases = fc.record({
    size: fc.constantFrom(2, 3, 7, 8, 13),
    mutation: fc.constantFrom(...MUTATIONS),
    seed: fc.nat(),
    step: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(cases, async ({ size, mutation, seed, step }) => {
      const seq = 1 + (seed % size);
      const other = 1 + ((seq + (step % (size - 1))) % size);
      const log = mutation.apply(await aLog(size), seq, other);
      const found = await firstBad(log);
      const first = mutation.name === 'swap' ? Math.min(seq, other) : seq;
      expect(found).not.toBeNull();
      if (mutation.name.startsWith('rewrite')) expect(found?.seq).toBeLessThanOrEqual(first);
      else expect(found).toMatchObject({ seq: first });
      const opened = await openAuditLog({ directory: log.files.directory });
      expect(opened).toMatchObject({ ok: false, error: { code: 'audit.broken-chain' } });
    }),
    { numRuns: 80 },
  );
});
