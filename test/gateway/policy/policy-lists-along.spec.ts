// The lists that a document includes go where it goes: with a candidate that is promoted, and with a revision that is gone back to. INVARIANT:
// what comes into force is what was decided with, or was in force then, never what lies beside the file by now.
import { chmodSync, existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, unlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { formatFile } from '#gateway/client/policy/check.ts';
import { versionTexts } from '#gateway/policy/kept/history.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { digestOfText } from '#gateway/policy/state/editable.ts';
import { hashOfBytes } from '#policy/engine/reading/source.ts';
import { LifeHome, codeOf } from '#test/fixtures/policy-life.ts';
import { facts } from '#test/fixtures/policy/policies.ts';
import { NAME, ONE, OTHER, TWO, team, terminal } from '#test/fixtures/policy/with-lists.ts';

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
  const asked = facts({ capability: 'FILE_UPLOAD', host, initiator: 'NAVIGATOR', origin: 'CROSS_ORIGIN' });
  return policy.value.decide(asked).because.some(({ entry }) => entry === 'floors.no-files');
};
const read = (name: string): string => readFileSync(home.at(name), 'utf8');
/** A candidate in a folder of its own, so that the lists beside the policy in force are others. */
const shadowed = async (life: PolicyLife): Promise<void> => {
  mkdirSync(home.at('next'));
  home.write(`next/${NAME}`, TWO);
  const begun = await life.shadowWith([home.write('next/team.yaml', team(TWO, 2))], 'person:terminal');
  expect(codeOf(begun)).toBe('ok');
};
const editOf = (text: string, lists: string) => ({
  file: home.at('team.yaml'),
  text,
  base: digestOfText(readFileSync(home.at('team.yaml'))),
  lists: [{ name: NAME, text: lists }],
});

test('a candidate from elsewhere takes its lists along when it is promoted', async () => {
  const life = await start();
  await shadowed(life);
  expect(codeOf(await life.previewPromotion())).toBe('ok');
  expect(await life.wouldWiden({ act: 'PROMOTE' })).toMatchObject({ ok: true });
  expect(codeOf(await life.promote(terminal))).toBe('ok');
  expect([read(NAME), read('team.yaml')]).toEqual([TWO, team(TWO, 2)]);
  expect(isRefused(life, 'b.example')).toBe(true);
  expect(home.entries('policy.edited').at(-1)?.details).toMatchObject({
    lists: [{ path: home.at(NAME), digest: hashOfBytes(TWO) }],
  });
  // What comes into force on the next start is the same.
  await life.close();
  const again = await home.life(['default', home.at('team.yaml')]);
  expect([again.refused, isRefused(again, 'b.example')]).toEqual([null, true]);
});

test('a candidate whose text merely mentions lists is promoted with those that it includes', async () => {
  const life = await start();
  mkdirSync(home.at('next'));
  home.write(`next/${NAME}`, TWO);
  home.write('next/vendors.policy-lists.yaml', OTHER);
  const next = `# Was vendors.policy-lists.yaml, and before that gone.policy-lists.yaml.\n${team(TWO, 2)}`;
  await life.shadowWith([home.write('next/team.yaml', next)], 'person:terminal');
  expect(codeOf(await life.promote(terminal))).toBe('ok');
  expect([read(NAME), read('team.yaml'), isRefused(life, 'b.example')]).toEqual([TWO, next, true]);
  expect(existsSync(home.at('vendors.policy-lists.yaml'))).toBe(false);
});

test('a candidate whose lists were changed beside it since is not promoted', async () => {
  const life = await start();
  await shadowed(life);
  home.write(`next/${NAME}`, OTHER);
  expect(codeOf(await life.promote(terminal))).toBe('policy.no-candidate');
  expect([read(NAME), read('team.yaml')]).toEqual([ONE, team(ONE)]);
});

test('a promotion that is refused leaves lists and document as they were', async () => {
  const life = await start();
  mkdirSync(home.at('next'));
  home.write(`next/${NAME}`, OTHER);
  await life.shadowWith([home.write('next/team.yaml', team(OTHER, 2))], 'person:terminal');
  expect(codeOf(await life.promote(terminal))).toBe('policy.loosens');
  expect([read(NAME), read('team.yaml')]).toEqual([ONE, team(ONE)]);
});

test('lists that another document in force includes otherwise are not written over', async () => {
  home.write(NAME, ONE);
  const files = [home.write('team.yaml', team(ONE)), home.write('lower.yaml', team(ONE, 1, 'lower', 'team'))];
  const life = await home.life(['default', ...files]);
  await shadowed(life);
  expect(codeOf(await life.promote(terminal))).toBe('policy.include-altered');
  expect([read(NAME), read('team.yaml')]).toEqual([ONE, team(ONE)]);
  expect(isRefused(life, 'b.example')).toBe(false);
});

test('lists that another document of the folder includes as they are, in force or not, are not written over', async () => {
  const life = await start();
  const draft = home.write('draft.yaml', team(ONE, 1, 'draft'));
  // Another name of the same document is no other one.
  symlinkSync('team.yaml', home.at('alias.yaml'));
  expect(await life.edit(editOf(team(TWO, 2), TWO), terminal)).toMatchObject({
    ok: false,
    error: { code: 'policy.include-altered', message: expect.stringContaining(draft) },
  });
  expect([read(NAME), read('team.yaml')]).toEqual([ONE, team(ONE)]);
  unlinkSync(draft);
  expect(codeOf(await life.edit(editOf(team(TWO, 2), TWO), terminal))).toBe('ok');
  expect(read(NAME)).toBe(TWO);
});

test('what lies there and no document includes is not written over, nor is a link', async () => {
  const life = await start();
  home.write(NAME, OTHER);
  expect(codeOf(await life.edit(editOf(team(TWO, 2), TWO), terminal))).toBe('policy.edited-elsewhere');
  expect(read(NAME)).toBe(OTHER);
  unlinkSync(home.at(NAME));
  home.write('elsewhere.yaml', ONE);
  symlinkSync('elsewhere.yaml', home.at(NAME));
  expect(codeOf(await life.edit(editOf(team(TWO, 2), TWO), terminal))).toBe('policy.read-only');
  expect(read('elsewhere.yaml')).toBe(ONE);
});

test('a link that leads to the very lists is left as it is, and holds nothing up', async () => {
  const life = await start();
  unlinkSync(home.at(NAME));
  home.write('real.yaml', ONE);
  symlinkSync('real.yaml', home.at(NAME));
  expect(codeOf(await life.edit(editOf(team(ONE, 2), ONE), terminal))).toBe('ok');
  expect([lstatSync(home.at(NAME)).isSymbolicLink(), read('team.yaml')]).toEqual([true, team(ONE, 2)]);
});

test('lists that somebody made read-only are not written over, and stay where they are what is wanted', async () => {
  const life = await start();
  chmodSync(home.at(NAME), 0o444);
  expect(await life.edit(editOf(team(TWO, 2), TWO), terminal)).toMatchObject({
    ok: false,
    error: { code: 'policy.read-only', message: expect.stringContaining('it is marked read-only') },
  });
  expect([read(NAME), read('team.yaml')]).toEqual([ONE, team(ONE)]);
  expect(codeOf(await life.edit(editOf(team(ONE, 2), ONE), terminal))).toBe('ok');
});

test('lists that the text does not include by their hash are refused, wherever they would lie', async () => {
  const life = await start();
  expect(codeOf(await life.edit(editOf(team(TWO, 2), OTHER), terminal))).toBe('policy.include-altered');
  const outside = { ...editOf(team(ONE, 2), ONE), lists: [{ name: '../x.policy-lists.yaml', text: ONE }] };
  expect(codeOf(await life.edit(outside, terminal))).toBe('policy.include-altered');
  expect(existsSync(home.at('../x.policy-lists.yaml'))).toBe(false);
});

test('a way back brings the lists of that revision, also where there are none of that name any more', async () => {
  const life = await start();
  const { sourceHash } = life.view();
  home.write('other.policy-lists.yaml', TWO);
  const next = team(TWO, 2).replace(NAME, 'other.policy-lists.yaml');
  expect(codeOf(await life.edit({ ...editOf(next, TWO), lists: [] }, terminal))).toBe('ok');
  unlinkSync(home.at(NAME));
  const then = versionTexts(home.at('policy'), sourceHash ?? '')?.at(-1);
  const back = {
    ...editOf(then?.text ?? '', ONE),
    lists: (then?.lists ?? []).filter((list) => 'text' in list),
  };
  expect(codeOf(await life.preview(back))).toBe('ok');
  expect(codeOf(await life.edit(back, { ...terminal, acknowledge: 'ticket 7' }))).toBe('ok');
  expect([read(NAME), isRefused(life, 'a.example'), isRefused(life, 'b.example')]).toEqual([
    ONE,
    true,
    false,
  ]);
});

test('a draft in shadow is read with the lists that it brings', async () => {
  const life = await start();
  const begun = await life.shadowDraft(editOf(team(TWO, 2), TWO), { by: 'person:ui', falls: false });
  expect(begun).toMatchObject({ ok: true, value: { shadow: { loaded: true } } });
  expect(read(NAME)).toBe(ONE);
  expect(codeOf(await life.promote(terminal))).toBe('ok');
  expect([read(NAME), isRefused(life, 'b.example')]).toEqual([TWO, true]);
});

test('a layout of a file of lists says which documents include it as it was, and by what hash they would', () => {
  const untidy = 'lists:\n    partners: [ "a.example" ]\n';
  home.write(NAME, untidy);
  const file = home.write('team.yaml', team(untidy));
  home.write('other.yaml', team(ONE, 1, 'other'));
  const hash = hashOfBytes('lists:\n  partners: [a.example]\n');
  const done = formatFile(home.at(NAME), { write: true });
  expect(done).toMatchObject({ ok: true, value: { changed: true, includedBy: [{ file, hash }] } });
  expect(hashOfBytes(readFileSync(home.at(NAME)))).toBe(hash);
  expect(formatFile(home.at(NAME), { write: true })).toMatchObject({
    ok: true,
    value: { changed: false, includedBy: [] },
  });
});
