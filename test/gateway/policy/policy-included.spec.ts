// A policy that includes files of lists, in the life of a gateway: what lies beside it comes into force with it, is kept and signed with it,
// and whatever is wrong with it leaves the policy in force as it is.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { makeKey, signFiles } from '#gateway/client/policy/life.ts';
import { keptPolicy } from '#gateway/policy/kept/kept-policies.ts';
import { versionTexts } from '#gateway/policy/kept/history.ts';
import { readPublicKey, trustKey } from '#gateway/policy/kept/keys.ts';
import { readCandidate } from '#gateway/policy/kept/sources.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { digestOfText } from '#gateway/policy/state/editable.ts';
import { gateFiles } from '#gateway/client/policy/gate.ts';
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
