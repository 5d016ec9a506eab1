// Proofs of single entries: each folds to the signed root in every place of trees of every shape, its file is checked with the public
// key alone, and whatever is changed in it proves nothing.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hashLeaf, MerkleFrontier } from '#gateway/audit/format/merkle.ts';
import { Tree, rootOf } from '#gateway/audit/proofs/inclusion.ts';
import { checkProofFile, proofFile, prove } from '#gateway/audit/proofs/proof.ts';
import { openReader } from '#gateway/audit/format/schema.ts';
import { canonicalText } from '#gateway/audit/format/entry.ts';
import { aLog, type SpoiltLog } from './audit-chain.ts';

const soon = async (): Promise<void> => undefined;
const keyOf = (log: SpoiltLog): string => readFileSync(log.files.publicKey, 'utf8').trim();

async function proofOf(log: SpoiltLog, seq: number) {
  const database = openReader(log.files.database);
  const proven = await prove(database, keyOf(log), [seq], soon);
  database.close();
  return proven;
}

async function fileOf(log: SpoiltLog, seq: number): Promise<string> {
  const proven = await proofOf(log, seq);
  const [entry] = proven.ok ? proven.value.entries : [];
  if (!proven.ok || entry === undefined) throw new Error('there is no proof');
  return proofFile(entry, proven.value.checkpoint);
}

test('every entry of trees of all small sizes folds to the root that the log itself comes to', async () => {
  const log = await aLog(33);
  const database = openReader(log.files.database);
  const leaves = log.rows().map((row) => hashLeaf(canonicalText(row)).leaf);
  for (let size = 1; size <= leaves.length; size += 1) {
    const frontier = new MerkleFrontier();
    for (const leaf of leaves.slice(0, size)) frontier.append(leaf);
    const tree = new Tree(database, size);
    for (let place = 0; place < size; place += 1) {
      const root = rootOf(leaves[place] ?? '', place, size, tree.path(place) ?? []);
      expect(Buffer.from(root ?? '', 'latin1').toString('base64'), `${place} of ${size}`).toBe(
        frontier.root(),
      );
    }
  }
  database.close();
});

test('a log with kept checkpoints is proved through them, at both ends, in its middle and after the last of them', async () => {
  const log = await aLog(5_000, 512);
  for (const seq of [1, 2, 1_024, 1_025, 2_048, 3_000, 4_096, 4_097, 5_000])
    expect(await proofOf(log, seq), `entry ${seq}`).toMatchObject({ ok: true, value: { size: 5_000 } });
});

test('the file of an entry is checked with the public key alone, and holds the entry', async () => {
  const log = await aLog(9);
  const file = await fileOf(log, 4);
  expect(file.startsWith('c2sp.org/tlog-proof@v1\nextra ')).toBe(true);
  const checked = checkProofFile(file, keyOf(log));
  expect(checked).toMatchObject({ ok: true, value: { seq: 4, checkpoint: { size: 9 } } });
  expect(checked.ok ? JSON.parse(checked.value.text) : null).toMatchObject({ seq: 4, what: 'act 4' });
});

test('a file with any one character changed proves nothing, or the same', async () => {
  const log = await aLog(9);
  const file = await fileOf(log, 4);
  const key = keyOf(log);
  const text = checkProofFile(file, key);
  fc.assert(
    fc.property(fc.nat({ max: file.length - 1 }), fc.constantFrom('A', '7', '+', '\n', ' '), (at, letter) => {
      const checked = checkProofFile(`${file.slice(0, at)}${letter}${file.slice(at + 1)}`, key);
      if (checked.ok) expect(checked.value.text).toBe(text.ok ? text.value.text : '');
      else expect(checked.error.code).toBe('audit.bad-proof');
    }),
    { numRuns: 300 },
  );
});

test('another log’s key, another place and another entry prove nothing', async () => {
  const log = await aLog(9);
  const [file, other] = [await fileOf(log, 4), await fileOf(log, 5)];
  const refused = (text: string, key = keyOf(log)): string => {
    const checked = checkProofFile(text, key);
    return checked.ok ? 'proved' : checked.error.message;
  };
  expect(refused(file, keyOf(await aLog(8)))).toMatch(/not signed by this key/u);
  expect(refused(file.replace('index 3', 'index 4'))).toMatch(/does not fold/u);
  const extra = /^extra .*$/mu;
  expect(refused(file.replace(extra, extra.exec(other)?.[0] ?? ''))).toMatch(/does not fold/u);
  expect(refused('')).toMatch(/no file of a proof/u);
});

test('an entry that was altered has no proof, nor has one that is not there', async () => {
  const log = (await aLog(9)).change(4, 'what', 'something else').rehash(4);
  expect(await proofOf(log, 4)).toMatchObject({ ok: false, error: { code: 'audit.unreadable' } });
  expect(await proofOf(log, 5)).toMatchObject({ ok: false, error: { code: 'audit.unreadable' } });
  expect(await proofOf(await aLog(9), 10)).toMatchObject({ ok: false, error: { code: 'audit.bad-query' } });
});
