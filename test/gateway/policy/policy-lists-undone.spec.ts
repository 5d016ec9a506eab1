// An edit that brings lists is written whole or not at all: refused, cut off by the end of the program, or overtaken by somebody else, it leaves
// document and lists as they were. INVARIANT: what somebody else put there meanwhile stays.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { lastInForce } from '#gateway/policy/kept/last-in-force.ts';
import type { LastInForce } from '#gateway/policy/kept/last-in-force.ts';
import { digestOfText } from '#gateway/policy/state/editable.ts';
import type { PolicyLifeParts } from '#gateway/policy/policy-life.ts';
import { fail } from '#policy/language/failure.ts';
import { LifeHome, codeOf } from '#test/fixtures/policy-life.ts';
import { NAME, ONE, OTHER, TWO, team, terminal } from '#test/fixtures/policy/with-lists.ts';

const MORE = 'more.policy-lists.yaml';
const LIST = 'lists:\n  more: [d.example]\n';
const KILLED = fileURLToPath(new URL('../../fixtures/policy/killed-edit.ts', import.meta.url));

let home: LifeHome;
beforeEach(async () => {
  home = await LifeHome.open();
  home.write(NAME, ONE);
  home.write('team.yaml', team(ONE));
});
afterEach(async () => {
  await home[Symbol.asyncDispose]();
});

const read = (name: string): string => readFileSync(home.at(name), 'utf8');
const editOf = (file = 'team.yaml') => ({
  file: home.at(file),
  text: team(TWO, 2),
  base: digestOfText(read(file)),
  lists: [{ name: NAME, text: TWO }],
});
/** With which nothing comes into force after the start; `first`: is done before that is said. */
const withoutDisk = (first = (): void => undefined): Partial<PolicyLifeParts> => {
  const last = lastInForce(home.at('policy'), home.at('audit'), home.audit);
  let kept = 0;
  const prepare: LastInForce['prepare'] = async (what) => {
    kept += 1;
    if (kept === 1) return last.prepare(what);
    first();
    return fail('policy.last-unknown', 'the disk is full');
  };
  return { last: { ...last, prepare } };
};
/** Where something else is done once an edit is said to begin. */
const meanwhile = (act: () => void): Partial<PolicyLifeParts> => ({
  audit: {
    append: async (entry) => {
      const noted = await home.audit.append(entry);
      if (entry.type === 'policy.edited' && entry.outcome === null) act();
      return noted;
    },
  },
});
const files = (): readonly string[] => ['default', home.at('team.yaml')];

test('lists and document go back where what was written cannot come into force', async () => {
  const life = await home.life(files(), withoutDisk());
  const edit = editOf();
  const text = team(TWO, 2).replace(
    'include:',
    `include:\n  - { file: ${MORE}, hash: '${digestOfText(LIST)}' }`,
  );
  const brings = { ...edit, text, lists: [...edit.lists, { name: MORE, text: LIST }] };
  expect(codeOf(await life.edit(brings, terminal))).toBe('policy.last-unknown');
  expect([read(NAME), read('team.yaml'), existsSync(home.at(MORE))]).toEqual([ONE, team(ONE), false]);
  expect(existsSync(home.at('policy/edit.json'))).toBe(false);
});

test('lists go back where the document cannot be written after them', async () => {
  // A name that leaves no room for that of the file which takes its place.
  const file = `${'t'.repeat(230)}.yaml`;
  home.write(file, team(ONE));
  const life = await home.life(['default', home.at(file)]);
  home.write('team.yaml', '# No policy.\n');
  expect(await life.edit(editOf(file), terminal)).toMatchObject({
    ok: false,
    error: { code: 'policy.read-only', cause: expect.stringContaining('ENAMETOOLONG') },
  });
  expect([read(NAME), read(file)]).toEqual([ONE, team(ONE)]);
});

test('an edit that was cut off between lists and document is taken back at the next start, and the log says so', async () => {
  await home.audit.close();
  const killed = spawn(process.execPath, [KILLED, home.root], { stdio: 'inherit' });
  expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
  expect([read(NAME), read('team.yaml')]).toEqual([TWO, team(ONE)]);
  const audit = await openAuditLog({ directory: home.at('audit') });
  if (!audit.ok) throw new Error(audit.error.message);
  home = new LifeHome(home.root, audit.value);
  const settings = await home.life(files(), { looksOnly: true });
  expect([settings.refused, read(NAME)]).toEqual([null, TWO]);
  const life = await home.life(files());
  expect(life.refused).toBe(null);
  expect(life.view().policy).toMatchObject({ loaded: true, layers: ['phase38-default@1', 'team@1'] });
  expect([read(NAME), read('team.yaml')]).toEqual([ONE, team(ONE)]);
  expect(home.entries('policy.edited').at(-1)).toMatchObject({
    outcome: 'FAILED',
    details: { file: home.at('team.yaml'), restored: [home.at(NAME)], error: { code: 'gateway.closed' } },
  });
  expect(existsSync(home.at('policy/edit.json'))).toBe(false);
});

test.each([
  ['the document', 'team.yaml', 'policy.edited-elsewhere'],
  ['the lists', NAME, 'policy.edited-elsewhere'],
])('%s that somebody changes while an edit is recorded is not written over', async (_what, name, code) => {
  const theirs = `# Theirs.\n${read(name)}`;
  const life = await home.life(
    files(),
    meanwhile(() => writeFileSync(home.at(name), theirs)),
  );
  expect(codeOf(await life.edit(editOf(), terminal))).toBe(code);
  const left = { [NAME]: ONE, 'team.yaml': team(ONE), [name]: theirs };
  expect({ [NAME]: read(NAME), 'team.yaml': read('team.yaml') }).toEqual(left);
});

test('on the way back, what somebody else put there meanwhile stays', async () => {
  const theirs = team(OTHER, 3);
  const life = await home.life(
    files(),
    withoutDisk(() => {
      home.write('team.yaml', theirs);
      home.write(NAME, OTHER);
    }),
  );
  expect(codeOf(await life.edit(editOf(), terminal))).toBe('policy.last-unknown');
  expect([read(NAME), read('team.yaml')]).toEqual([OTHER, theirs]);
});
