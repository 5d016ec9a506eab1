// Bundles on disk: keys, trust, the revision floor, reverts, and what a gateway makes of each fault.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { makeKey, publicKeyText, signFiles } from '#gateway/client/policy/life.ts';
import { digestOfText } from '#gateway/policy/state/editable.ts';
import { readPublicKey, trustKey } from '#gateway/policy/kept/keys.ts';
import { lastInForce } from '#gateway/policy/kept/last-in-force.ts';
import { PolicyLife } from '#gateway/policy/policy-life.ts';
import { recorded, recordIn } from '#gateway/policy/state/record.ts';
import type { ErrorCode } from '#policy/language/failure.ts';
import { fail, ok } from '#policy/language/failure.ts';
import type { Result } from '#policy/language/failure.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';

const TIGHTER = String(edited(['SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [ESCALATE, ALLOW]']).text);
const asked = { by: 'person:terminal', trigger: 'asked', acknowledge: null } as const;

let root: string;
let audit: AuditLog;
let now: number;
const lives: PolicyLife[] = [];
const at = (name: string): string => join(root, name);
beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'ghost-bundle-'));
  now = Date.parse('2026-11-21T12:00:00Z');
  const opened = await openAuditLog({ directory: at('audit') });
  if (!opened.ok) throw new Error(opened.error.message);
  audit = opened.value;
  expect(makeKey(at('key'), 'security.example/policy').ok).toBe(true);
  const key = readPublicKey(at('key.pub'));
  mkdirSync(at('policy'));
  expect(key.ok && trustKey(at('policy'), key.value)).toMatchObject({ ok: true, value: true });
});
afterEach(async () => {
  for (const life of lives.splice(0)) await life.close();
  await audit.close();
  rmSync(root, { recursive: true, force: true });
});

function signed(name: string, text: string, revision: number, key = at('key')): string {
  writeFileSync(at('policy.yaml'), text);
  const result = signFiles({
    files: [at('policy.yaml')],
    key,
    out: at(name),
    id: 'team',
    revision,
    notBefore: '2026-11-01T00:00:00.000Z',
    notAfter: '2026-12-01T00:00:00.000Z',
  });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  return at(name);
}

const use = (bundle: string): void => writeFileSync(at('current.gpb'), readFileSync(bundle));

async function start(): Promise<PolicyLife> {
  const life = new PolicyLife({
    settings: () => ok({ files: [at('current.gpb')], shadow: [], acknowledged: null }),
    directory: at('policy'),
    configFile: at('config.yaml'),
    audit,
    last: lastInForce(at('policy'), at('audit'), audit),
    now: () => now,
    onChange: () => undefined,
    onRefused: () => undefined,
  });
  lives.push(life);
  await life.begin();
  return life;
}

const codeOf = (result: Result<unknown>): ErrorCode | 'ok' => (result.ok ? 'ok' : result.error.code);

test('a trusted bundle comes into force, with its revision and key in the status and the log', async () => {
  use(signed('1.gpb', DEFAULT_TEXT, 1));
  const life = await start();
  expect(life.view()).toMatchObject({
    policy: { loaded: true, layers: ['phase38-default@1'] },
    bundles: [
      {
        id: 'team',
        revision: 1,
        keyId: expect.stringMatching(/^security\.example\/policy\+/u),
        reverted: false,
      },
    ],
  });
  expect(audit.since(0, 10).at(-1)).toMatchObject({
    type: 'policy.loaded',
    details: { bundles: [{ revision: 1 }] },
  });
});

test('keys: the signing key is private, never overwritten, and never trusted by mistake', () => {
  expect(statSync(at('key')).mode & 0o777).toBe(0o600);
  expect(codeOf(makeKey(at('key'), 'x'))).toBe('policy.bad-key');
  expect(codeOf(makeKey(at('other'), 'a b'))).toBe('policy.bad-key');
  expect(existsSync(at('other'))).toBe(false);
  for (const given of [at('key'), at('nothing'), 'security.example/policy+00000000+AAAA'])
    expect(codeOf(publicKeyText(given)), given).toBe('policy.bad-key');
});

test('trust and its end are recorded with the key, once each, and what is not recorded changes nothing', async () => {
  makeKey(at('second'), 'second');
  const life = await start();
  const text = readFileSync(at('second.pub'), 'utf8').trim();
  const trusted = await life.trust(at('second.pub'), 'person:terminal');
  const keyId = trusted.ok ? trusted.value.keyId : '';
  expect(trusted).toMatchObject({
    ok: true,
    value: { keyId: expect.stringMatching(/^second\+/u), changed: true },
  });
  expect(await life.trust(text, 'person:terminal')).toMatchObject({ value: { changed: false } });
  expect(codeOf(await life.trust(at('second'), 'person:terminal'))).toBe('policy.bad-key');
  expect(await life.untrust(keyId, 'person:terminal')).toMatchObject({ value: { keyId, changed: true } });
  expect(await life.untrust(keyId, 'person:terminal')).toMatchObject({ value: { changed: false } });
  const said = { who: 'person:terminal', details: { keyId, fingerprint: digestOfText(text) } };
  expect(audit.since(0, 100).filter(({ type }) => type.endsWith('trusted'))).toMatchObject([
    { type: 'policy.trusted', outcome: null, ...said },
    { type: 'policy.trusted', outcome: 'DONE', ...said },
    { type: 'policy.untrusted', outcome: null, ...said },
    { type: 'policy.untrusted', outcome: 'DONE', ...said },
  ]);
  // A link in the place of the directory is not followed.
  rmSync(at('policy'), { recursive: true });
  symlinkSync(at('nowhere'), at('policy'));
  expect(codeOf(await life.trust(text, 'person:terminal'))).toBe('directory.unsafe');
  expect(audit.since(0, 100).at(-1)).toMatchObject({ type: 'policy.trusted', outcome: 'FAILED' });
  rmSync(at('policy'));
  expect(await life.trust(text, 'person:terminal')).toMatchObject({ value: { changed: true } });
  expect(await life.untrust(keyId, 'person:terminal')).toMatchObject({ value: { changed: true } });
  const before = readFileSync(at('policy/trusted-keys'), 'utf8');
  await audit.close();
  expect(codeOf(await life.trust(text, 'person:terminal'))).toMatch(/^audit\./u);
  expect(readFileSync(at('policy/trusted-keys'), 'utf8')).toBe(before);
});

test('an act that fails, or throws, stands in the log as failed, with why', async () => {
  const about = { type: 'policy.trusted', details: { keyId: 'k' }, by: 'person:terminal' } as const;
  const note = recordIn(audit);
  const failed = await recorded(note, about, () => fail('policy.bad-key', 'no room'));
  const thrown = await recorded(note, about, () => {
    throw new Error('no directory');
  });
  expect([codeOf(failed), codeOf(thrown)]).toEqual(['policy.bad-key', 'policy.unreadable']);
  expect(audit.since(0, 100)).toMatchObject([
    { outcome: null },
    { outcome: 'FAILED', details: { keyId: 'k', error: { message: 'no room' } } },
    { outcome: null },
    { outcome: 'FAILED', details: { error: { cause: 'no directory' } } },
  ]);
});

test('a bundle whose key is trusted no more is refused when it is read again', async () => {
  use(signed('1.gpb', DEFAULT_TEXT, 1));
  const life = await start();
  const [bundle] = life.view().bundles;
  expect(await life.untrust(bundle?.keyId ?? '', 'person:terminal')).toMatchObject({
    value: { changed: true },
  });
  expect(codeOf(await life.reload(asked))).toBe('policy.bundle-untrusted');
  expect(codeOf((await start()).inForce())).toBe('policy.bundle-untrusted');
});

test('an untrusted, altered, expired or too early bundle is refused, each by its name', async () => {
  makeKey(at('stranger'), 'stranger');
  use(signed('1.gpb', DEFAULT_TEXT, 1));
  const life = await start();
  use(signed('2.gpb', TIGHTER, 2, at('stranger')));
  expect(codeOf(await life.reload(asked))).toBe('policy.bundle-untrusted');
  const two = signed('2.gpb', TIGHTER, 2);
  writeFileSync(
    at('current.gpb'),
    readFileSync(two, 'utf8').replace('SCREENSHOT: [ESCALATE', 'SCREENSHOT: [ALLOW'),
  );
  expect(codeOf(await life.reload(asked))).toBe('policy.bundle-altered');
  writeFileSync(at('current.gpb'), '{}');
  expect(codeOf(await life.reload(asked))).toBe('policy.bundle-unreadable');
  use(two);
  now = Date.parse('2026-10-01T00:00:00Z');
  expect(codeOf(await life.reload(asked))).toBe('policy.bundle-not-yet-valid');
  now = Date.parse('2026-12-02T00:00:00Z');
  expect(codeOf(await life.reload(asked))).toBe('policy.bundle-expired');
  writeFileSync(at('policy/trusted-keys'), 'no key\n');
  expect(codeOf(await life.reload(asked))).toBe('policy.bad-key');
});

test('a bundle that runs out while it is in force denies everything', async () => {
  use(signed('1.gpb', DEFAULT_TEXT, 1));
  const life = await start();
  expect(life.inForce().ok).toBe(true);
  now = Date.parse('2026-12-01T00:00:00.001Z');
  expect(codeOf(life.inForce())).toBe('policy.bundle-expired');
});

test('an older revision, or another bundle of the same revision, is refused: by a running gateway and by the next one', async () => {
  const [one, two] = [signed('1.gpb', DEFAULT_TEXT, 1), signed('2.gpb', TIGHTER, 2)];
  use(two);
  const life = await start();
  use(one);
  expect(codeOf(await life.reload({ ...asked, acknowledge: 'on purpose' }))).toBe('policy.bundle-older');
  use(signed('2b.gpb', `# again\n${TIGHTER}`, 2));
  expect(codeOf(await life.reload(asked))).toBe('policy.bundle-older');
  use(one);
  const next = await start();
  expect(codeOf(next.inForce())).toBe('policy.bundle-older');
});

test('a revert goes back to a signed bundle, says so in the log, and holds until a newer one comes', async () => {
  const [one, two, three] = [
    signed('1.gpb', DEFAULT_TEXT, 1),
    signed('2.gpb', TIGHTER, 2),
    signed('3.gpb', `# three\n${TIGHTER}`, 3),
  ];
  use(one);
  const life = await start();
  const before = life.view().policy;
  use(two);
  expect(await life.reload(asked)).toMatchObject({ ok: true, value: { outcome: 'ACTIVATED' } });
  expect(await life.revert({ file: one, by: 'person:terminal', reason: 'pages broke' })).toMatchObject({
    ok: true,
  });
  expect(life.view().policy).toEqual(before);
  expect(audit.since(0, 100).findLast(({ type }) => type === 'policy.reverted')).toMatchObject({
    outcome: 'DONE',
    who: 'person:terminal',
    details: { reason: 'pages broke', id: 'team', revision: 1 },
  });
  // The settings still name revision 2: the kept bundle stands for it, also at the next start.
  expect(await life.reload(asked)).toMatchObject({ ok: true, value: { outcome: 'UNCHANGED' } });
  rmSync(one);
  expect((await start()).view()).toMatchObject({
    policy: before,
    bundles: [{ revision: 1, reverted: true }],
  });
  use(three);
  expect(await life.reload(asked)).toMatchObject({
    ok: true,
    value: { policy: { bundles: [{ revision: 3, reverted: false }] } },
  });
});

test('a revert to what is no trusted bundle of this policy changes nothing', async () => {
  const one = signed('1.gpb', DEFAULT_TEXT, 1);
  use(one);
  const life = await start();
  const kept = readFileSync(at('policy/revisions.json'), 'utf8');
  makeKey(at('stranger'), 'stranger');
  const revert = (file: string) => life.revert({ file, by: 'x', reason: 'y' });
  expect(codeOf(await revert(signed('s.gpb', DEFAULT_TEXT, 0, at('stranger'))))).toBe(
    'policy.bundle-untrusted',
  );
  expect(codeOf(await revert(at('nothing.gpb')))).toBe('policy.unreadable');
  expect(codeOf(await revert(root))).toBe('policy.bundle-unreadable');
  expect(readFileSync(at('policy/revisions.json'), 'utf8')).toBe(kept);
});

test('revisions that cannot be read refuse every bundle', async () => {
  use(signed('1.gpb', DEFAULT_TEXT, 1));
  const life = await start();
  writeFileSync(at('policy/revisions.json'), '{"floors":{"team":{"revision":"1"}}}');
  expect(codeOf(await life.reload(asked))).toBe('policy.bundle-unreadable');
  expect(life.inForce().ok).toBe(true);
});

test('what does not check is not signed: links, large files, bad names, other bytes, a policy that fails', () => {
  const sign = (file: string, more: object = {}) => {
    const result = signFiles({
      files: [file],
      key: at('key'),
      out: at('x.gpb'),
      id: undefined,
      revision: undefined,
      notBefore: '2026-11-01T00:00:00.000Z',
      notAfter: '2026-12-01T00:00:00.000Z',
      ...more,
    });
    return result.ok ? 'ok' : result.error[0]?.code;
  };
  const write = (name: string, content: string | Buffer): string => {
    writeFileSync(at(name), content);
    return at(name);
  };
  const good = write('good.yaml', DEFAULT_TEXT);
  symlinkSync(good, at('link.yaml'));
  expect(sign(at('link.yaml'))).toBe('policy.bundle-unreadable');
  expect(sign(write('large.yaml', '#'.repeat(2 * 1024 * 1024)))).toBe('policy.bundle-unreadable');
  expect(sign(write('a name.yaml', DEFAULT_TEXT))).toBe('policy.bundle-unreadable');
  expect(sign(write('latin.yaml', Buffer.from([0xff, 0xfe])))).toBe('policy.bundle-unreadable');
  expect(sign(at('none.yaml'))).toBe('policy.unreadable');
  expect(sign(write('bad.yaml', 'policy: ['))).toBe('policy.syntax');
  expect(sign(good, { notAfter: '2026-01-01T00:00:00.000Z' })).toBe('policy.bundle-unreadable');
  expect(sign(good, { files: [good, good] })).toBe('policy.bundle-unreadable');
  expect(sign(good, { key: at('key.pub') })).toBe('policy.bad-key');
  expect(existsSync(at('x.gpb'))).toBe(false);
  expect(sign(good)).toBe('ok');
});
