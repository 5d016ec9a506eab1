// Every way in which a bundle can be wrong is refused before its policy is read, in words that say what and what to do.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeKey, signFiles } from '#gateway/client/policy/life.ts';
import { readPublicKey, readSecretKey, signBytes, trustKey } from '#gateway/policy/kept/keys.ts';
import { raised, writeRevisions } from '#gateway/policy/kept/revisions.ts';
import { readCandidate } from '#gateway/policy/kept/sources.ts';
import { formatFailure } from '#policy/engine/compile/check.ts';
import {
  MAX_BUNDLE_BYTES,
  MAX_BUNDLED_FILE_BYTES,
  makeManifest,
  signedBytes,
} from '#policy/tools/gate/bundle.ts';
import type { Bundle } from '#policy/tools/gate/bundle.ts';
import { golden } from '#test/golden/golden.ts';
import { DEFAULT_TEXT } from '#test/fixtures/policy/policies.ts';

type Mutable = { bundle: number } & {
  signature: Bundle['signature'];
  manifest: Bundle['manifest'];
  files: { name: string; text: string }[];
};

let root: string;
let keyId: string;
const at = (name: string): string => join(root, name);
const NOON = Date.parse('2026-11-21T12:00:00Z');
let text: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'ghost-faults-'));
  mkdirSync(at('policy'));
  for (const name of ['key', 'stranger']) {
    const made = makeKey(at(name), name);
    if (name === 'key' && made.ok) keyId = made.value.keyId;
  }
  const key = readPublicKey(at('key.pub'));
  if (key.ok) trustKey(at('policy'), key.value);
  text = sign('key', 5);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function sign(key: string, revision: number, between = ['2026-11-01', '2026-12-01']): string {
  writeFileSync(at('policy.yaml'), DEFAULT_TEXT);
  const [from, to] = between;
  const signed = signFiles({
    files: [at('policy.yaml')],
    key: at(key),
    out: at('signed.gpb'),
    id: 'team',
    revision,
    notBefore: `${from}T00:00:00.000Z`,
    notAfter: `${to}T00:00:00.000Z`,
  });
  if (!signed.ok) throw new Error(JSON.stringify(signed.error));
  return readFileSync(at('signed.gpb'), 'utf8');
}

/** Changed after it was signed. */
function altered(change: (bundle: Mutable) => void): string {
  const bundle = JSON.parse(text) as Mutable;
  change(bundle);
  return JSON.stringify(bundle);
}

/** Signed as it stands, by a key that is trusted: what a signer could get wrong. */
function resigned(change: (bundle: Mutable) => void): string {
  const bundle = JSON.parse(altered(change)) as Mutable;
  const secret = readSecretKey(at('key'));
  if (!secret.ok) throw new Error('no key');
  const value = signBytes(signedBytes(bundle.manifest), secret.value);
  return JSON.stringify({ ...bundle, signature: { keyId, value } });
}

const large = (bytes: number): string => '#'.repeat(bytes);
const floor = (revision: number, content: string) => () => {
  const bundle = JSON.parse(content) as Mutable;
  writeRevisions(at('policy'), raised({ floors: {} }, { ...bundle.manifest, revision }));
};

const FAULTS: readonly (readonly [string, () => string, (() => void)?])[] = [
  ['not JSON', () => 'policy: 1'],
  ['JSON, and no bundle', () => '{"bundle":1}'],
  ['another version', () => altered((bundle) => (bundle.bundle = 2))],
  ['a member that is not known', () => JSON.stringify({ ...(JSON.parse(text) as object), comment: 'x' })],
  [
    'a file that the manifest does not list',
    () => altered(({ files }) => files.push({ name: 'more.yaml', text: 'x' })),
  ],
  ['a listed file that is not there', () => altered((bundle) => (bundle.files = []))],
  ['a file that was altered', () => altered(({ files }) => files.forEach((one) => (one.text += '# mine\n')))],
  [
    'a manifest that was altered',
    () => altered((bundle) => (bundle.manifest = { ...bundle.manifest, revision: 9 })),
  ],
  [
    'a signature that was altered',
    () => altered((bundle) => (bundle.signature = { ...bundle.signature, value: 'AAAA' })),
  ],
  ['a key that is not trusted', () => sign('stranger', 5)],
  [
    'a trusted key’s id over a stranger’s signature',
    () => {
      const bundle = JSON.parse(sign('stranger', 5)) as Mutable;
      return JSON.stringify({ ...bundle, signature: { ...bundle.signature, keyId } });
    },
  ],
  ['not valid yet', () => sign('key', 5, ['2026-11-22', '2026-12-01'])],
  ['expired', () => sign('key', 5, ['2026-10-01', '2026-11-21'])],
  [
    'ends before it begins',
    () =>
      resigned((bundle) => (bundle.manifest = { ...bundle.manifest, notAfter: '2026-01-01T00:00:00.000Z' })),
  ],
  [
    'an instant in another form',
    () => resigned((bundle) => (bundle.manifest = { ...bundle.manifest, notAfter: '2027-01-01' })),
  ],
  ['a revision below the floor', () => text, () => floor(6, text)()],
  [
    'another bundle of the same revision',
    () => sign('key', 5, ['2026-11-02', '2026-12-01']),
    () => floor(5, text)(),
  ],
  ['revisions that cannot be read', () => text, () => writeFileSync(at('policy/revisions.json'), '{')],
  [
    'a revision that is no whole number',
    () => resigned((bundle) => (bundle.manifest = { ...bundle.manifest, revision: 1.5 })),
  ],
  [
    'another vocabulary',
    () => resigned((bundle) => (bundle.manifest = { ...bundle.manifest, vocabulary: 'phase39/1' })),
  ],
  ['a path as a name', () => resigned((bundle) => rename(bundle, '../../etc/passwd'))],
  ['a hidden file', () => resigned((bundle) => rename(bundle, '.policy.yaml'))],
  ['two files of one name', () => resigned((bundle) => setFiles(bundle, [...bundle.files, ...bundle.files]))],
  [
    'files in another order',
    () =>
      resigned((bundle) => {
        setFiles(bundle, [...bundle.files, { name: 'b.yaml', text: 'x' }]);
        bundle.files.reverse();
      }),
  ],
  [
    'a packed file that is too large',
    () =>
      resigned((bundle) => setFiles(bundle, [{ name: 'a.yaml', text: large(MAX_BUNDLED_FILE_BYTES + 1) }])),
  ],
  [
    'too many files',
    () =>
      resigned((bundle) =>
        setFiles(
          bundle,
          Array.from({ length: 33 }, (_, index) => ({ name: `f${index}.yaml`, text: 'x' })),
        ),
      ),
  ],
  ['no files', () => resigned((bundle) => setFiles(bundle, []))],
  ['a bundle that is too large', () => large(MAX_BUNDLE_BYTES + 1)],
  [
    'a policy that does not load',
    () => resigned((bundle) => setFiles(bundle, [{ name: 'a.yaml', text: 'policy: 1\nid: a\nrulez: []\n' }])),
  ],
];

function setFiles(bundle: Mutable, files: Mutable['files']): void {
  bundle.files = files;
  const { files: _, ...head } = bundle.manifest;
  bundle.manifest = makeManifest(head, files);
}
const rename = (bundle: Mutable, name: string): void =>
  setFiles(
    bundle,
    bundle.files.map((one) => ({ ...one, name })),
  );

function refusalOf(name: string): string {
  const read = readCandidate([at(name)], { directory: at('policy'), now: NOON });
  if (read.ok) return 'TAKEN';
  const [first] = read.error;
  return first === undefined ? 'TAKEN' : plain(formatFailure(first));
}

const plain = (words: string): string =>
  words
    .replaceAll(`${root}/`, '')
    .replaceAll(root, '')
    .replaceAll(/\b(key|stranger)\+[0-9a-f]{8}/gu, '$1+ID');

test('the bundle itself is taken, from where it lies and through a link', () => {
  writeFileSync(at('good.gpb'), text);
  symlinkSync(at('good.gpb'), at('link.gpb'));
  expect(refusalOf('good.gpb')).toBe('TAKEN');
  expect(refusalOf('link.gpb'), 'a deployment’s link: signature and revision hold, wherever it leads').toBe(
    'TAKEN',
  );
});

test('each fault is refused, in these words', () => {
  const words = FAULTS.map(([fault, make, before]) => {
    rmSync(at('policy/revisions.json'), { force: true });
    writeFileSync(at('bundle.gpb'), make());
    before?.();
    const refused = refusalOf('bundle.gpb');
    expect(refused, fault).not.toBe('TAKEN');
    expect(refused, fault).toMatch(/policy\.[a-z-]+: .*\n {2}help: /u);
    return `${fault}\n  ${refused.replaceAll('\n', '\n  ')}\n`;
  });
  rmSync(at('policy/revisions.json'), { force: true });
  const directory = refusalOf('policy.gpb');
  golden(
    'policy-bundle-faults.txt',
    [...words, `not there\n  ${directory.split('\n')[0] ?? ''}\n`].join('\n'),
  );
});

test('what cannot be packed is not signed: a link, a directory, a file that is no text', () => {
  symlinkSync(at('policy.yaml'), at('link.yaml'));
  mkdirSync(at('folder.yaml'));
  writeFileSync(at('latin.yaml'), Buffer.from([0xff, 0xfe]));
  const said = ['link.yaml', 'folder.yaml', 'latin.yaml'].map((name) => {
    const signed = signFiles({
      files: [at(name)],
      key: at('key'),
      out: at('x.gpb'),
      id: undefined,
      revision: undefined,
      notBefore: '2026-11-01T00:00:00.000Z',
      notAfter: '2026-12-01T00:00:00.000Z',
    });
    return signed.ok ? 'SIGNED' : plain(signed.error.map(({ message }) => message).join());
  });
  expect(said).toEqual([
    '`link.yaml` is a symbolic link',
    '`folder.yaml` is not a file',
    '`latin.yaml` is not UTF-8 text',
  ]);
});
