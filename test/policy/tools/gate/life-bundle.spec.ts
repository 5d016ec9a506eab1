// Bundles: what is signed is what is opened, and everything else is a typed error before any file is read.
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ErrorCode } from '#policy/language/failure.ts';
import {
  MAX_BUNDLED_FILE_BYTES,
  MAX_BUNDLE_BYTES,
  MAX_BUNDLE_FILES,
  isBundledName,
  makeManifest,
  manifestDigest,
  openBundle,
  signedBytes,
} from '#policy/tools/gate/bundle.ts';
import type { BundledFile, Manifest } from '#policy/tools/gate/bundle.ts';
import { VOCABULARY_ID } from '#policy/language/vocabulary.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const NOW = '2026-11-21T12:00:00.000Z';
const HEAD = {
  id: 'team',
  revision: 3,
  vocabulary: VOCABULARY_ID,
  notBefore: '2026-11-01T00:00:00.000Z',
  notAfter: '2026-12-01T00:00:00.000Z',
};
const FILES: readonly BundledFile[] = [
  { name: 'upper.yaml', text: 'policy: 1\n' },
  { name: 'lower.yaml', text: 'policy: 1 # größer\n' },
];

function bundle(
  change: { head?: Partial<Manifest>; files?: readonly BundledFile[]; keyId?: string } = {},
): Record<string, unknown> & { manifest: Manifest; files: BundledFile[] } {
  const files = [...(change.files ?? FILES)];
  const manifest = makeManifest({ ...HEAD, ...change.head }, files);
  const value = sign(null, signedBytes(manifest), privateKey).toString('base64');
  return { bundle: 1, manifest, files, signature: { keyId: change.keyId ?? 'k', value } };
}

const open = (value: unknown, now: string = NOW) =>
  openBundle(typeof value === 'string' ? value : JSON.stringify(value), {
    file: 'team.gpb',
    now,
    verify: (keyId, bytes, signature) =>
      keyId === 'k'
        ? oneSpelling(signature) && verify(null, bytes, publicKey, Buffer.from(signature, 'base64'))
        : null,
  });

/** Base64 has spare bits at its end: another spelling is another file, and refused, as by the gateway's own check. */
const oneSpelling = (text: string): boolean => Buffer.from(text, 'base64').toString('base64') === text;

const refuses = (value: unknown, code: ErrorCode, now?: string): void => {
  const opened = open(value, now);
  expect(opened.ok ? 'opened' : opened.error.code, JSON.stringify(value).slice(0, 300)).toBe(code);
  if (!opened.ok) expect(opened.error.help, opened.error.message).toBeDefined();
};

test('what was signed is opened, in its order', () => {
  const made = bundle();
  const opened = open(made);
  expect(opened).toMatchObject({ ok: true, value: { manifest: { ...HEAD }, files: FILES } });
  // RFC 8785: members by name, nothing between them.
  expect(Buffer.from(signedBytes(made.manifest)).toString()).toMatch(
    /^ghost-policy-bundle\/1\n\{"files":\[\{"bytes":10,"name":"upper\.yaml","sha256":"/u,
  );
  const bytes = Buffer.from('policy: 1 # größer\n');
  expect(made.manifest.files[1]).toEqual({
    name: 'lower.yaml',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  });
  expect(manifestDigest(made.manifest)).toMatch(/^sha256:[0-9a-f]{64}$/u);
});

test('another layout of the same bundle is the same bundle', () => {
  const made = bundle();
  const { files, ...head } = made.manifest;
  expect(open(JSON.stringify({ ...made, manifest: { files, ...head } }, null, 4)).ok).toBe(true);
});

test('any altered byte of manifest, files or signature is refused', () => {
  const text = JSON.stringify(bundle());
  fc.assert(
    fc.property(fc.nat(text.length - 1), fc.integer({ min: 1, max: 94 }), (at, by) => {
      const other = String.fromCharCode(32 + ((text.charCodeAt(at) - 32 + by) % 95));
      return !open(text.slice(0, at) + other + text.slice(at + 1)).ok;
    }),
    { numRuns: 3000 },
  );
});

test('files that are changed, added, missing or in another order are refused', () => {
  const made = bundle();
  const [upper, lower] = FILES;
  for (const files of [
    [{ name: 'upper.yaml', text: 'policy: 2\n' }, lower],
    [...FILES, { name: 'more.yaml', text: '' }],
    [upper],
    [lower, upper],
    [],
  ])
    refuses({ ...made, files }, 'policy.bundle-altered');
  refuses({ ...made, manifest: { ...made.manifest, revision: 4 } }, 'policy.bundle-altered');
  // A lone surrogate is no text: its bytes are others than those that were signed.
  refuses({ ...made, files: [{ ...upper, text: 'policy: 1\ud800' }, lower] }, 'policy.bundle-altered');
});

test('the signature is checked before anything else of the bundle', () => {
  refuses({ ...bundle({ keyId: 'stranger' }), files: [] }, 'policy.bundle-untrusted');
  const expired = bundle({ head: { notAfter: HEAD.notBefore } });
  refuses({ ...expired, signature: { keyId: 'k', value: 'AAAA' } }, 'policy.bundle-altered');
});

test('times and vocabulary are part of what is checked', () => {
  refuses(bundle(), 'policy.bundle-not-yet-valid', '2026-10-31T23:59:59.999Z');
  expect(open(bundle(), HEAD.notBefore).ok).toBe(true);
  expect(open(bundle(), HEAD.notAfter).ok).toBe(true);
  refuses(bundle(), 'policy.bundle-expired', '2026-12-01T00:00:00.001Z');
  refuses(bundle({ head: { vocabulary: 'phase38/0' } }), 'policy.other-vocabulary');
});

test('what has not the shape of a bundle is not opened at all', () => {
  const made = bundle();
  const bad: readonly unknown[] = [
    '',
    '{',
    'null',
    '[]',
    '\u0000',
    '['.repeat(10_000),
    { ...made, bundle: 2 },
    { ...made, extra: 1 },
    { ...made, manifest: null },
    { ...made, signature: { keyId: 'k' } },
    { ...made, manifest: { ...made.manifest, extra: 1 } },
    { ...made, manifest: { ...made.manifest, id: '' } },
    { ...made, manifest: { ...made.manifest, revision: 1.5 } },
    { ...made, manifest: { ...made.manifest, revision: -1 } },
    { ...made, manifest: { ...made.manifest, notBefore: '2026-11-01' } },
    { ...made, manifest: { ...made.manifest, notAfter: '2025-01-01T00:00:00.000Z' } },
    { ...made, manifest: { ...made.manifest, files: [] } },
    { ...made, manifest: { ...made.manifest, files: [{ name: 'x' }] } },
    { ...made, files: [{ name: '../x', text: '' }] },
    { ...made, files: [{ name: 'x', text: '', link: '/etc/passwd' }] },
    { ...made, files: [{ name: 'x', text: 7 }] },
    { ...made, files: [FILES[0], FILES[0]] },
    { ...made, files: Array.from({ length: MAX_BUNDLE_FILES + 1 }, (_, n) => ({ name: `f${n}`, text: '' })) },
    { ...made, files: [{ name: 'big.yaml', text: 'x'.repeat(MAX_BUNDLED_FILE_BYTES + 1) }] },
    { ...made, files: [{ name: 'wide.yaml', text: 'ä'.repeat(MAX_BUNDLED_FILE_BYTES / 2 + 1) }] },
    ' '.repeat(MAX_BUNDLE_BYTES + 1),
  ];
  for (const value of bad) refuses(value, 'policy.bundle-unreadable');
  fc.assert(
    fc.property(fc.json(), (text) => !open(text).ok),
    { numRuns: 300 },
  );
});

test('a name in a bundle is a plain file name', () => {
  for (const name of ['a.yaml', 'A-1_b.yml']) expect(isBundledName(name)).toBe(true);
  for (const name of ['', '.', '..', '.hidden', 'a/b', 'a\\b', 'ä', 'a b', 'x'.repeat(101), 'a\n'])
    expect(isBundledName(name), name).toBe(false);
});
