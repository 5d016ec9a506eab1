// The formats of the audit log against the texts of their standards: RFC 8785, RFC 6962, C2SP signed notes.
import fc from 'fast-check';
import canonicalize from 'canonicalize';
import { hash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openCheckpoint, signCheckpoint } from '#gateway/audit/format/checkpoint.ts';
import { canonicalText, NO_ENTRY } from '#gateway/audit/format/entry.ts';
import { hashLeaf, MerkleFrontier } from '#gateway/audit/format/merkle.ts';
import {
  generateNoteKey,
  openNote,
  parsePublicKey,
  parseSecretKey,
  signNote,
} from '#gateway/audit/format/signed-note.ts';

const nullable = fc.option(fc.string(), { nil: null });

test('the canonical text of an entry is the one of RFC 8785', () => {
  const entries = fc.record({
    seq: fc.nat(),
    at: fc.string(),
    type: fc.string({ unit: 'binary' }),
    taskId: nullable,
    requestId: nullable,
    who: fc.string({ unit: 'grapheme' }),
    what: fc.string({ unit: 'binary' }),
    where: fc.string(),
    verdict: nullable,
    why: fc.string(),
    outcome: nullable,
    previous: fc.string(),
    details: fc.dictionary(fc.string(), fc.jsonValue()),
  });
  fc.assert(
    fc.property(entries, (entry) => {
      const details = canonicalize(entry.details) ?? '';
      expect(canonicalText({ ...entry, details })).toBe(canonicalize(entry));
    }),
  );
});

test('the first entry names the hash of the empty string', () => {
  expect(NO_ENTRY).toBe(`sha256:${hash('sha256', '')}`);
});

// https://github.com/google/certificate-transparency/blob/master/cpp/merkletree/merkle_tree_test.cc
const LEAVES = [
  '',
  '00',
  '10',
  '2021',
  '3031',
  '40414243',
  '5051525354555657',
  '606162636465666768696a6b6c6d6e6f',
];
const ROOTS = [
  '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
  'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
  '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
  'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
  '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
];

test('the tree gives the roots of Certificate Transparency', () => {
  const tree = new MerkleFrontier();
  expect(tree.root()).toBe(hash('sha256', '', 'base64'));
  for (const [index, leaf] of LEAVES.entries()) {
    tree.append(hashLeaf(Buffer.from(leaf, 'hex').toString()).leaf);
    expect(Buffer.from(tree.root(), 'base64').toString('hex')).toBe(ROOTS[index]);
  }
});

test('a frontier goes on from its bytes, and refuses bytes of another size', () => {
  const tree = new MerkleFrontier();
  for (let index = 0; index < 300; index += 1) {
    tree.append(hashLeaf(`leaf ${index}`).leaf);
    const copy = MerkleFrontier.fromBytes(tree.size, tree.toBytes());
    expect(copy?.root()).toBe(tree.root());
  }
  expect(MerkleFrontier.fromBytes(tree.size + 1, tree.toBytes())).toBeNull();
  expect(MerkleFrontier.fromBytes(1, Buffer.alloc(31))).toBeNull();
});

// https://pkg.go.dev/golang.org/x/mod/sumdb/note
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
const PETERS_SECRET = 'PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz';
const QUOTE =
  "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const SIGNED = `${QUOTE}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`;

test("a note signed here is the one that Go's note package signs, and opens with its key", () => {
  const secret = parseSecretKey(PETERS_SECRET);
  const known = parsePublicKey(PETER);
  if (secret === null || known === null) throw new Error('the keys do not parse');
  expect(secret.public.text).toBe(PETER);
  expect(signNote(QUOTE, secret)).toBe(SIGNED);
  expect(openNote(SIGNED, known)).toEqual({ text: QUOTE });
});

test('a key whose id does not fit its name or bytes is none', () => {
  expect(parsePublicKey(PETER.replace('Peter', 'Petra'))).toBeNull();
  expect(parsePublicKey(PETER.replace('c74f20a3', 'c74f20a4'))).toBeNull();
  expect(parsePublicKey('')).toBeNull();
  expect(parseSecretKey(PETER)).toBeNull();
});

test('a checkpoint comes back from its note, and from no note with a changed byte', () => {
  const secret = generateNoteKey('ghost.local/audit/test');
  const checkpoint = {
    size: 7,
    rootHash: hash('sha256', 'x', 'base64'),
    at: '2026-11-21T10:00:00.000Z',
    last: NO_ENTRY,
  };
  const note = signCheckpoint(checkpoint, secret);
  expect(openCheckpoint(note, secret.public)).toEqual(checkpoint);
  const bytes = Buffer.from(note);
  for (let at = 0; at < bytes.length; at += 1) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(openCheckpoint(changed.toString(), secret.public), `byte ${at}`).toHaveProperty('problem');
  }
  expect(openCheckpoint(note, generateNoteKey('ghost.local/audit/test').public)).toHaveProperty('problem');
});
