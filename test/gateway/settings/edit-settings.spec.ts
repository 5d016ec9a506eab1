// One key of `config.yaml` changed from the app: every comment stays, what the file may not hold is refused, and a person confirms it
// before a byte is written.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { ConsentOutcome, Question } from '#gateway/boundary/consent/contract.ts';
import { proposeSetting } from '#gateway/surfaces/http/settings/settings-proposal.ts';
import { readConfig } from '#gateway/settings/config.ts';
import { editedSettings, settingsView } from '#gateway/surfaces/http/settings/edit-settings.ts';
import { fail } from '#policy/language/failure.ts';
import { memoryLog } from '#test/fixtures/memory-log.ts';

const TEXT = `# mine, do not lose
stepLimit: 12 # enough for me

# who proposes
navigator:
  use: offline
sites:
  - name: shop # the good one
    url: https://shop.example/
`;

function aFile(text: string = TEXT): string {
  const file = join(mkdtempSync(join(tmpdir(), 'ghost-settings-')), 'config.yaml');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

const viewOf = (file: string) => {
  const view = settingsView(file);
  if (!view.ok) throw new Error(view.error.message);
  return view.value;
};
const settingOf = (file: string, key: string) => viewOf(file).settings.find((one) => one.key === key);
const edited = (file: string, key: string, value: unknown) =>
  editedSettings(file, { key, value, base: viewOf(file).base });

test('a setting says its value, its line, its preset and what may be chosen', () => {
  const file = aFile();
  expect(settingOf(file, 'stepLimit')).toMatchObject({
    kind: 'WHOLE',
    value: 12,
    preset: 20,
    line: 2,
    least: 1,
    most: 20,
  });
  expect(settingOf(file, 'navigator.use')).toMatchObject({
    kind: 'CHOICE',
    value: 'offline',
    line: 6,
    choices: expect.arrayContaining(['offline', 'gemini']),
  });
  expect(settingOf(file, 'isolation')).toMatchObject({ value: null, preset: 'process', line: null });
  expect(settingOf(file, 'results.keep')).toMatchObject({ kind: 'FLAG', preset: true });
  expect(settingOf(file, 'policy')).toMatchObject({ kind: 'SHOWN' });
  for (const { key, about } of viewOf(file).settings) expect(about, key).not.toBe('');
});

test('a file that is not there yet is one without settings', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'ghost-settings-')), 'config.yaml');
  expect(settingOf(file, 'stepLimit')).toMatchObject({ value: null, line: null });
  expect(edited(file, 'stepLimit', 9)).toMatchObject({
    ok: true,
    value: { text: 'stepLimit: 9\n', before: null },
  });
});

test.each([
  ['', 'stepLimit', null, ''],
  ['# a note alone\n', 'stepLimit', null, '# a note alone\n'],
  ['navigator:\n', 'navigator.use', 'offline', 'navigator:\n  use: offline\n'],
  ['just words\n', 'stepLimit', 9, null],
  ['just words\n', 'stepLimit', null, null],
  ['navigator:\n', 'navigator.use', null, null],
  ['navigator: offline\n', 'navigator.use', 'offline', null],
  ['one: &one { use: offline }\nnavigator: *one\n', 'navigator.use', 'offline', null],
  ['- stepLimit\n', 'stepLimit', 9, null],
])('a file of %j: %s becomes %j', (text, key, value, becomes) => {
  const made = edited(aFile(text), key, value);
  if (becomes === null) expect(made).toMatchObject({ ok: false, error: { code: 'config.bad-value' } });
  else expect(made.ok ? made.value.text : made.error.code).toBe(becomes);
});

test('a changed key leaves every comment and every other line as it was', () => {
  const made = edited(aFile(), 'stepLimit', 15);
  expect(made.ok ? made.value.text : '').toBe(TEXT.replace('12', '15'));
  const added = edited(aFile(), 'network.namespace', 'required');
  expect(added.ok ? added.value.text : '').toBe(`${TEXT}network:\n  namespace: required\n`);
  const sites = [
    { name: 'shop', url: 'https://shop.example/' },
    { name: 'forum', url: 'https://forum.example/' },
  ];
  const listed = edited(aFile(), 'sites', sites);
  expect(listed.ok ? listed.value.text : '').toBe(
    `${TEXT}  - name: forum\n    url: https://forum.example/\n`,
  );
  const gone = edited(aFile(), 'navigator.use', null);
  expect(gone.ok ? gone.value.text : '').toContain('# mine, do not lose\nstepLimit: 12 # enough for me');
});

test.each([
  ['stepLimit', 99, /stepLimit/u],
  ['navigator.use', 'nobody', /navigator\.use/u],
  ['sites', [{ name: 'x', url: 'javascript:alert(1)' }], /sites/u],
  ['launchFlags', ['--no-sandbox'], /not changed from the app/u],
  ['consent.terminal', 'on', /not changed from the app/u],
  ['approvers', {}, /not changed from the app/u],
  ['__proto__', 1, /not changed from the app/u],
])('`%s` as %j is refused', (key, value, why) => {
  const made = edited(aFile(), key, value);
  expect(made.ok ? 'made' : made.error.message).toMatch(why);
});

test('a change that was made from another text of the file is refused', () => {
  const file = aFile();
  const { base } = viewOf(file);
  writeFileSync(file, `${TEXT}# and more\n`, { mode: 0o600 });
  expect(editedSettings(file, { key: 'stepLimit', value: 9, base })).toMatchObject({
    ok: false,
    error: { message: 'the settings were changed meanwhile' },
  });
});

async function proposed(
  file: string,
  key: string,
  value: unknown,
  answer: (question: Question) => ConsentOutcome,
) {
  const audit = memoryLog();
  const asked: Question[] = [];
  const consents = {
    ask: async (question: Question): Promise<ConsentOutcome> => {
      asked.push(question);
      return answer(question);
    },
  };
  const life = { inForce: () => fail('policy.unreadable', 'no policy here') };
  const change = { key, value, base: viewOf(file).base };
  const written = await proposeSetting(
    { file, life, consents, audit },
    change,
    'app:ui',
    new AbortController().signal,
  );
  return { written, asked, entries: audit.since(0, 100) };
}
const granted = (): ConsentOutcome => ({
  state: 'GRANTED',
  consentId: 'c-1',
  scope: 'ONCE',
  by: 'person:ui',
  proof: { authentication: 'CONSENT_SECRET' },
});
const refused = (): ConsentOutcome => ({
  state: 'REFUSED',
  consentId: 'c-1',
  by: 'person:ui',
  proof: null,
  stopTask: false,
});

test('a confirmed change is written, and the log says by whom, from what and to what, before it is', async () => {
  const file = aFile();
  const { written, asked, entries } = await proposed(file, 'stepLimit', 15, granted);
  expect(written).toMatchObject({ ok: true });
  expect(readConfig(file)).toMatchObject({ ok: true, value: { stepLimit: 15 } });
  expect(asked[0]).toMatchObject({ title: 'Change a setting', look: 'dialog' });
  expect(asked[0]?.details.map(({ value }) => value)).toEqual(
    expect.arrayContaining(['stepLimit', '12', '15']),
  );
  expect(entries.map(({ type }) => type)).toEqual(['consent.asked', 'consent.answered', 'settings.edited']);
  expect(entries.at(-1)).toMatchObject({
    who: 'person:ui',
    details: { key: 'stepLimit', from: '12', to: '15' },
  });
});

test('a password in an address of a site stands neither on the card nor in the log, where it was and where it comes', async () => {
  const site = (password: string) => ({ name: 'own', url: `https://ana:${password}@own.example/a` });
  const file = aFile('sites:\n  - name: own\n    url: https://ana:hunter2@own.example/a\n');
  const { written, asked, entries } = await proposed(file, 'sites', [site('correct-horse')], granted);
  expect(written).toMatchObject({ ok: true });
  expect(readFileSync(file, 'utf8')).toContain('correct-horse');
  const said = JSON.stringify([asked.map(({ details }) => details), entries]);
  expect(said).not.toMatch(/hunter2|correct-horse/u);
  const withheld = { name: 'own', url: 'https://ana:withheld@own.example/a' };
  expect(entries.at(-1)).toMatchObject({
    type: 'settings.edited',
    who: 'person:ui',
    details: { key: 'sites', from: JSON.stringify([withheld]), to: JSON.stringify([withheld]) },
  });
});

test('what is refused, or changed by somebody while it waited, is not written', async () => {
  const file = aFile();
  const { written, entries } = await proposed(file, 'stepLimit', 15, refused);
  expect(written).toMatchObject({ ok: false, error: { code: 'consent.refused' } });
  expect(entries.map(({ type }) => type)).toEqual(['consent.asked', 'consent.answered']);
  expect(readFileSync(file, 'utf8')).toBe(TEXT);
  const raced = await proposed(file, 'stepLimit', 15, () => {
    writeFileSync(file, `${TEXT}# and more\n`, { mode: 0o600 });
    return granted();
  });
  expect(raced.written).toMatchObject({
    ok: false,
    error: { message: 'the settings were changed meanwhile' },
  });
  expect(readFileSync(file, 'utf8')).toBe(`${TEXT}# and more\n`);
});

test('each choice but the one that holds the most is one that holds less back', () => {
  const view = settingOf(aFile(), 'navigator.use');
  expect(view?.kind === 'CHOICE' ? view.loosens : []).toEqual(
    view?.kind === 'CHOICE' ? view.choices.filter((choice) => choice !== 'offline') : null,
  );
});

test.each([
  ['navigator.use', 'gemini'],
  ['network.namespace', 'off'],
  ['isolation', 'context'],
  ['budget.over', 'flag'],
])(
  '`%s: %s` holds less back: it is asked with the gravest look, and its key is typed',
  async (key, value) => {
    const { asked } = await proposed(aFile(), key, value, refused);
    expect(asked[0]).toMatchObject({ title: 'Loosen a setting', look: 'isolated', retype: key });
  },
);

test('two changes of one file that are confirmed at once: one is written, the other is told that it was not', async () => {
  const file = aFile();
  const { base } = viewOf(file);
  const audit = memoryLog();
  const life = { inForce: () => fail('policy.unreadable', 'no policy here') };
  const both = Promise.withResolvers<ConsentOutcome>();
  const parts = { file, life, consents: { ask: () => both.promise }, audit };
  const all = [
    { key: 'stepLimit', value: 15, base },
    { key: 'timeoutSeconds', value: 60, base },
  ].map((change) => proposeSetting(parts, change, 'app:ui', new AbortController().signal));
  both.resolve(granted());
  const done = await Promise.all(all);
  expect(done).toMatchObject([{ ok: true }, { ok: false, error: { code: 'config.bad-value' } }]);
  expect(readFileSync(file, 'utf8')).toBe(TEXT.replace('12', '15'));
  const edits = audit.since(0, 100).filter(({ type }) => type === 'settings.edited');
  expect(edits.map(({ outcome }) => outcome)).toEqual(['DONE', 'DONE', 'FAILED']);
});
