// A policy that includes files of lists, in the life of a gateway: what lies beside it comes into force with it, is kept and signed with it,
// and whatever is wrong with it leaves the policy in force as it is.
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeKey, signFiles } from '#gateway/client/policy/life.ts';
import { PolicyChecking } from '#gateway/policy/checking/checking.ts';
import { keepPolicy, keptPolicy } from '#gateway/policy/kept/kept-policies.ts';
import { versionTexts } from '#gateway/policy/kept/history.ts';
import { readPublicKey, readSecretKey, signBytes, trustKey } from '#gateway/policy/kept/keys.ts';
import { lastInForce } from '#gateway/policy/kept/last-in-force.ts';
import { openBundleFile, readCandidate } from '#gateway/policy/kept/sources.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { digestOfText } from '#gateway/policy/state/editable.ts';
import { gateFiles } from '#gateway/client/policy/gate.ts';
import { FORMAT } from '#gateway/settings/formats.ts';
import { shippedFiles } from '#gateway/settings/policy-source.ts';
import { makeManifest, signedBytes } from '#policy/tools/gate/bundle.ts';
import { hashOfBytes } from '#policy/engine/reading/source.ts';
import { LifeHome, codeOf } from '#test/fixtures/policy-life.ts';
import { TODAY, facts } from '#test/fixtures/policy/policies.ts';

const NAME = 'partners.policy-lists.yaml';
const listsOf = (...hosts: readonly string[]): string => `lists:\n  partners: [${hosts.join(', ')}]\n`;
const ONE = listsOf('a.example');
const TWO = listsOf('a.example', 'b.example');
const team = (lists: string, revision = 1): string => `policy: 1
id: team
revision: ${revision}
extends: { id: phase38-default }
include:
  - { file: ${NAME}, hash: '${hashOfBytes(lists)}' }
floors:
  - id: no-files
    decision: DENY
    when: { capability: FILE_UPLOAD, hostList: partners }
    reason: Files go to partners by the exchange server.
`;
const asked = { by: 'person:terminal', trigger: 'asked', acknowledge: null } as const;
const CHECKED_WITHIN = { timeout: 120_000 };

let home: LifeHome;
beforeEach(async () => {
  home = await LifeHome.open();
});
afterEach(async () => {
  await home[Symbol.asyncDispose]();
});

const start = (): Promise<PolicyLife> => {
  home.write(NAME, ONE);
  return home.life(['default', home.write('team.yaml', team(ONE))]);
};
const isRefused = (life: PolicyLife, host: string): boolean => {
  const policy = life.inForce();
  if (!policy.ok) throw new Error(policy.error.message);
  const found = policy.value.decide(
    facts({ capability: 'FILE_UPLOAD', host, initiator: 'NAVIGATOR', origin: 'CROSS_ORIGIN' }),
  );
  return found.because.some(({ entry }) => entry === 'floors.no-files');
};

test('what is included is in force, and comes in anew with its new hash', async () => {
  const life = await start();
  expect([isRefused(life, 'a.example'), isRefused(life, 'b.example')]).toEqual([true, false]);
  home.write(NAME, TWO);
  home.write('team.yaml', team(TWO, 2));
  expect(await life.reload(asked)).toMatchObject({ ok: true, value: { outcome: 'ACTIVATED' } });
  expect(isRefused(life, 'b.example')).toBe(true);
});

test.each([
  ['changed', () => home.write(NAME, listsOf('c.example')), 'policy.include-altered'],
  ['gone', () => rmSync(home.at(NAME)), 'policy.include-missing'],
  [
    'a folder',
    () => {
      rmSync(home.at(NAME));
      mkdirSync(home.at(NAME));
    },
    'policy.include-missing',
  ],
  ['huge', () => home.write(NAME, `# ${'x'.repeat(3 * 1024 * 1024)}`), 'policy.include-missing'],
])('a file that is %s is refused with its place, and the policy in force stays', async (_, damage, code) => {
  const life = await start();
  damage();
  const reloaded = await life.reload(asked);
  expect(reloaded).toMatchObject({
    ok: false,
    error: { code, span: { line: 6 }, help: expect.any(String) as string },
  });
  expect(isRefused(life, 'a.example')).toBe(true);
  expect(life.refused?.failures[0]?.code).toBe(code);
});

test('at a cold start a file that was changed denies everything', async () => {
  home.write(NAME, TWO);
  const life = await home.life(['default', home.write('team.yaml', team(ONE))]);
  expect(life.inForce()).toMatchObject({ ok: false, error: { code: 'policy.include-altered' } });
});

test('a file that is put right is noticed, as the policy file itself is', async () => {
  const life = await start();
  home.write('team.yaml', team(TWO, 2));
  await vi.waitFor(
    () => expect(life.refused?.failures[0]?.code).toBe('policy.include-altered'),
    CHECKED_WITHIN,
  );
  home.write(NAME, TWO);
  await vi.waitFor(() => expect(isRefused(life, 'b.example')).toBe(true), CHECKED_WITHIN);
});

/** Holds each check until the files were written that `meanwhile` writes. */
class HeldChecking extends PolicyChecking {
  readonly #meanwhile: () => void;

  constructor(meanwhile: () => void) {
    super();
    this.#meanwhile = meanwhile;
  }

  override check(question: Parameters<PolicyChecking['check']>[0]): ReturnType<PolicyChecking['check']> {
    this.#meanwhile();
    return super.check(question);
  }
}

test('a file that comes while its document is being checked is noticed', async () => {
  const NEW = 'new.policy-lists.yaml';
  home.write(NAME, ONE);
  const checking = new HeldChecking(() => {
    home.write(NEW, TWO);
  });
  const life = await home.life(['default', home.write('team.yaml', team(ONE))], { checking });
  home.write('team.yaml', team(TWO, 2).replace(NAME, NEW));
  await vi.waitFor(() => expect(isRefused(life, 'b.example')).toBe(true), CHECKED_WITHIN);
});

test('what a text mentions without including it is neither kept nor shown as in force', async () => {
  const SECRET = 'secret.policy-lists.yaml';
  home.write(NAME, ONE);
  home.write(SECRET, TWO);
  home.write('other.policy-lists.yaml', listsOf('c.example'));
  const text = `${team(ONE)}# ${SECRET} ${hashOfBytes(TWO)} other.policy-lists.yaml\n`;
  const life = await home.life(['default', home.write('team.yaml', text)]);
  const kept = readdirSync(home.at('policy/kept')).map((name) =>
    readFileSync(home.at(`policy/kept/${name}`), 'utf8'),
  );
  kept.push(readFileSync(home.at('policy/in-force.note'), 'utf8'));
  for (const one of kept) {
    expect(one).toContain(Buffer.from(ONE).toString('base64'));
    expect(one).not.toContain(Buffer.from(TWO).toString('base64'));
    expect(one).not.toContain('secret');
  }
  const [, view] = life.files();
  expect(view?.listsInForce).toEqual([{ name: NAME, text: ONE }]);
  expect(view?.lists?.at(-1)).toEqual({
    name: 'other.policy-lists.yaml',
    hash: hashOfBytes(listsOf('c.example')),
  });
  // Its own bytes are read anew only where they are another text, and the same text is the same policy.
  expect(await life.reload(asked)).toMatchObject({ ok: true, value: { outcome: 'UNCHANGED' } });
});

test('nothing is read that a link leads to outside the folder, and nothing shown that no text names by its hash', async () => {
  const outside = mkdtempSync(join(tmpdir(), 'ghost-outside-'));
  try {
    writeFileSync(join(outside, 'hosts'), TWO);
    const life = await start();
    const file = home.at('team.yaml');
    symlinkSync(join(outside, 'hosts'), home.at('aa.policy-lists.yaml'));
    const naming = team(TWO, 2).replace(NAME, 'aa.policy-lists.yaml');
    expect(life.listsFor(file, naming)).toEqual([
      expect.objectContaining({ problem: 'it is a link that leads out of its folder' }),
    ]);
    expect(codeOf(await life.preview({ file, text: naming, base: digestOfText(readFileSync(file)) }))).toBe(
      'policy.include-missing',
    );
    expect(life.listsFor(file, team(TWO))).toEqual([{ name: NAME, hash: hashOfBytes(ONE) }]);
    expect(life.listsFor(file, team(ONE))).toEqual([{ name: NAME, text: ONE }]);
    expect(life.listsFor(join(outside, 'hosts'), team(ONE))).toEqual([]);
    // A deployment that swaps folders links within its own.
    mkdirSync(home.at('data'));
    home.write(`data/${NAME}`, TWO);
    rmSync(home.at(NAME));
    symlinkSync(`data/${NAME}`, home.at(NAME));
    expect(life.listsFor(file, team(TWO))).toEqual([{ name: NAME, text: TWO }]);
  } finally {
    rmSync(outside, { recursive: true });
  }
});

test('many long lists are in force after a restart, each kept once however many documents include it', async () => {
  const names = Array.from({ length: 7 }, (_, at) => `l${at}.policy-lists.yaml`);
  const long = (at: number): string =>
    `lists: { l${at}: [a${at}.example] }\n# ${'x'.repeat(1024 * 1024 - 100)}\n`;
  const include = `include:\n${names.map((name, at) => `  - { file: ${name}, hash: '${hashOfBytes(long(at))}' }\n`).join('')}`;
  for (const [at, name] of names.entries()) home.write(name, long(at));
  const files = [
    'default',
    ...['one', 'two'].map((id, at) =>
      home.write(
        `${id}.yaml`,
        `policy: 1\nid: ${id}\nrevision: 1\nextends: { id: ${at === 0 ? 'phase38-default' : 'one'} }\n${include}`,
      ),
    ),
  ];
  const life = await home.life(files);
  const { sourceHash } = life.view();
  expect(life.inForce().ok).toBe(true);
  await life.close();
  expect(statSync(home.at('policy/in-force.note')).size).toBeLessThan(11 * 1024 * 1024);
  const again = await home.life(files);
  expect([again.refused, again.inForce().ok]).toEqual([null, true]);
  expect(keptPolicy(home.at('policy'), sourceHash ?? '')?.at(-1)?.included).toHaveLength(7);
});

test('what could not be read back is refused before it is in force', async () => {
  const life = await start();
  await life.close();
  const last = lastInForce(home.at('policy'), home.at('audit'), home.audit);
  const read = last.read();
  if (read.kind !== 'KEPT') throw new Error(read.kind);
  const huge = {
    ...read.kept,
    sourceHash: `sha256:${'0'.repeat(64)}`,
    files: ['x'.repeat(65 * 1024 * 1024)],
  };
  expect(await last.prepare(huge)).toMatchObject({ ok: false, error: { code: 'policy.too-large' } });
  const texts = [{ file: 'team.yaml', base64: 'x'.repeat(65 * 1024 * 1024) }];
  expect(await keepPolicy(home.at('policy'), { ...huge, texts })).toMatchObject({
    ok: false,
    error: { code: 'policy.too-large' },
  });
  expect(last.read()).toEqual(read);
});

test('only what includes lists is kept in a form that an earlier program does not know', async () => {
  const head = (): string => readFileSync(home.at('policy/in-force.note'), 'utf8').split('\n')[0] ?? '';
  await (await home.life(['default'])).close();
  expect(head()).toBe(`ghost-policy-in-force/${FORMAT.inForce}`);
  const life = await start();
  expect(life.refused?.failures).toBeUndefined();
  expect(head()).toBe(`ghost-policy-in-force/${FORMAT.inForceWithLists}`);
});

test('an edit takes what lies beside the file, and cannot do without it', async () => {
  const life = await start();
  const edit = (text: string) => ({
    file: home.at('team.yaml'),
    text,
    base: digestOfText(readFileSync(home.at('team.yaml'))),
  });
  expect(codeOf(await life.preview(edit(team(TWO, 2))))).toBe('policy.include-altered');
  home.write(NAME, TWO);
  expect(codeOf(await life.preview(edit(team(TWO, 2))))).toBe('ok');
  const done = await life.edit(edit(team(TWO, 2)), { by: 'person:ui', acknowledge: null });
  expect(codeOf(done)).toBe('ok');
  expect(isRefused(life, 'b.example')).toBe(true);
  const [, view] = life.files();
  expect(view).toMatchObject({
    lists: [{ name: NAME, text: TWO }],
    listsInForce: [{ name: NAME, text: TWO }],
  });
});

test('what was in force is kept with its lists: for the next start, the history and a gate', async () => {
  const life = await start();
  const policy = life.inForce();
  const { sourceHash } = life.view();
  if (!policy.ok || sourceHash === null) throw new Error('nothing is in force');
  await life.close();
  home.write(NAME, TWO);
  expect(keptPolicy(home.at('policy'), sourceHash)).not.toBeNull();
  expect(versionTexts(home.at('policy'), sourceHash)?.at(-1)).toMatchObject({
    lists: [{ name: NAME, text: ONE }],
  });
  // The list lost a host: compared with what is kept, that loosens.
  home.write(NAME, listsOf('z.example'));
  const again = await home.life(['default', home.write('team.yaml', team(listsOf('z.example'), 2))]);
  expect(again.refused?.failures[0]?.code).toBe('policy.loosens');
  expect(isRefused(again, 'a.example')).toBe(true);
});

test('a candidate beside the policy is read with its lists, and promoted', async () => {
  const life = await start();
  home.write(NAME, TWO);
  const candidate = home.write('next.yaml', team(TWO, 2));
  expect(await life.shadowWith([candidate], 'person:terminal')).toMatchObject({
    ok: true,
    value: { shadow: { loaded: true } },
  });
  expect(codeOf(await life.promote({ by: 'person:terminal', acknowledge: null }))).toBe('ok');
  expect(isRefused(life, 'b.example')).toBe(true);
});

test('a bundle holds the lists, and needs nothing beside it', () => {
  expect(makeKey(home.at('key'), 'security.example/policy').ok).toBe(true);
  const key = readPublicKey(home.at('key.pub'));
  if (!key.ok) throw new Error(key.error.message);
  trustKey(home.at('policy'), key.value);
  home.write(NAME, ONE);
  const signed = signFiles({
    files: [home.write('team.yaml', team(ONE))],
    key: home.at('key'),
    out: home.at('team.gpb'),
    id: undefined,
    revision: undefined,
    notBefore: '2026-11-01T00:00:00.000Z',
    notAfter: '2027-12-01T00:00:00.000Z',
  });
  expect(signed).toMatchObject({ ok: true, value: { files: [{ name: 'team.yaml' }, { name: NAME }] } });
  rmSync(home.at(NAME));
  const place = { directory: home.at('policy'), now: Date.parse(`${TODAY}T12:00:00Z`) };
  const read = readCandidate(['default', home.at('team.gpb')], place);
  expect(read).toMatchObject({
    ok: true,
    value: { sources: { texts: [{}, { file: 'team.gpb/team.yaml' }] } },
  });
  const bundle = readFileSync(home.at('team.gpb'), 'utf8');
  writeFileSync(home.at('altered.gpb'), bundle.replace('a.example', 'x.example'));
  expect(readCandidate(['default', home.at('altered.gpb')], place)).toMatchObject({
    ok: false,
    error: [{ code: 'policy.bundle-altered' }],
  });
});

/** Signed with a key that is trusted here. */
function signed(files: readonly string[]): ReturnType<typeof signFiles> {
  expect(makeKey(home.at('key'), 'security.example/policy').ok).toBe(true);
  const key = readPublicKey(home.at('key.pub'));
  if (!key.ok) throw new Error(key.error.message);
  trustKey(home.at('policy'), key.value);
  const notBefore = '2026-11-01T00:00:00.000Z';
  const about = { id: undefined, revision: undefined, notBefore, notAfter: '2027-12-01T00:00:00.000Z' };
  return signFiles({ files, key: home.at('key'), out: home.at('team.gpb'), ...about });
}

test('a file that a comment mentions is not signed, and one that lies in two folders is signed once', () => {
  const SECRET = 'secret.policy-lists.yaml';
  home.write(SECRET, TWO);
  home.write(NAME, ONE);
  mkdirSync(home.at('lower'));
  home.write(`lower/${NAME}`, ONE);
  const upper = home.write('team.yaml', `${team(ONE)}# ${SECRET} ${hashOfBytes(TWO)}\n`);
  const lower = team(ONE).replace('id: team', 'id: lower').replace('phase38-default', 'team');
  const done = signed([shippedFiles(false)[0] ?? '', upper, home.write('lower/lower.yaml', lower)]);
  expect(done).toMatchObject({
    ok: true,
    value: {
      files: [{ name: 'default.yaml' }, { name: 'team.yaml' }, { name: 'lower.yaml' }, { name: NAME }],
    },
  });
});

test('what is called as lists and read by nobody is refused, in a bundle and in a folder', () => {
  home.write(NAME, ONE);
  expect(signed([home.write('team.yaml', team(ONE))])).toMatchObject({ ok: true });
  const secret = readSecretKey(home.at('key'));
  if (!secret.ok) throw new Error(secret.error.message);
  const place = { directory: home.at('policy'), now: Date.parse(`${TODAY}T12:00:00Z`) };
  const opened = openBundleFile(home.at('team.gpb'), place);
  if (!opened.ok) throw new Error(opened.error.message);
  const parsed = opened.value.bundle;
  const files = [...parsed.files, { name: 'floor.policy-lists.yaml', text: team(ONE) }];
  const manifest = makeManifest(parsed.manifest, files);
  const signature = { ...parsed.signature, value: signBytes(signedBytes(manifest), secret.value) };
  home.write('team.gpb', JSON.stringify({ bundle: 1, manifest, files, signature }));
  expect(readCandidate(['default', home.at('team.gpb')], place)).toMatchObject({
    ok: false,
    error: [
      {
        code: 'policy.bundle-unreadable',
        message: expect.stringContaining('floor.policy-lists.yaml') as string,
      },
    ],
  });
  mkdirSync(home.at('folder'));
  home.write(`folder/${NAME}`, ONE);
  home.write('folder/team.yaml', team(ONE));
  expect(gateFiles([home.at('folder')], [home.at('folder')], {})).toMatchObject({ ok: true });
  home.write('folder/floor.policy-lists.yaml', team(ONE));
  expect(gateFiles([home.at('folder')], [home.at('folder')], {})).toMatchObject({
    ok: false,
    error: [
      { code: 'policy.unreadable', message: expect.stringContaining('floor.policy-lists.yaml') as string },
      {},
    ],
  });
});

test('the gate reads a folder with its lists, and says what a change of them does', () => {
  const folder = (name: string, lists: string): string => {
    mkdirSync(home.at(name));
    home.write(`${name}/${NAME}`, lists);
    home.write(`${name}/team.yaml`, team(lists));
    return home.at(name);
  };
  const [before, after] = [folder('before', TWO), folder('after', ONE)];
  const report = gateFiles([after], [before], {});
  expect(report).toMatchObject({ ok: true, value: { answer: 'LOOSENED' } });
});
