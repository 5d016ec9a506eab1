// The first layer that six answers make: it loads for whatever was answered, says what was meant, and no entry can go unseen.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkWithParents } from '#policy/engine/compile/check.ts';
import { ok, type Result } from '#policy/language/failure.ts';
import { NOTHING_SAID, QUESTIONS, type Answers } from '#policy/tools/first-layer/answers.ts';
import { firstLayer } from '#policy/tools/first-layer/first-layer.ts';
import '#test/fixtures/seed.ts';
import { facts } from '#test/fixtures/policy/policies.ts';

type Given = Readonly<Record<string, unknown>>;

const ORGANISATION = {
  file: 'organisation.yaml',
  text: readFileSync(new URL('../../../policy/presets/organisation.yaml', import.meta.url), 'utf8'),
};
const SAID = {
  who: 'acme Security <security@acme.example>',
  sites: 'helpdesk.acme.example, *.apps.acme.example',
  readOnly: 'crm.acme.example',
  files: 'intake.acme.example /srv/outbox PDF spreadsheet, drop.acme.example /srv/out box',
  signOn: 'https://sso.acme.example/login',
  guests: 'contractors tracker.example 2099-12-31',
} as const;

function answersTo(said: Readonly<Record<string, string>>): Result<Answers> {
  let answers: Answers = { name: 'acme', owner: 'nobody', ...NOTHING_SAID };
  for (const { id, read } of QUESTIONS) {
    const text = said[id];
    if (text === undefined) continue;
    const one = read(text);
    if (!one.ok) return one;
    answers = { ...answers, ...one.value };
  }
  return ok(answers);
}
const textOf = (said: Readonly<Record<string, string>>): string => {
  const answers = answersTo(said);
  if (!answers.ok) throw new Error(answers.error.message);
  return firstLayer(answers.value);
};
const checked = (text: string) =>
  checkWithParents({ file: 'acme.policy.yaml', text }, [ORGANISATION], { today: '2026-11-27' });

describe('what was answered', () => {
  const said = { ...SAID, files: 'intake.acme.example /srv/outbox PDF spreadsheet' };
  const { policy, findings } = checked(textOf(said));
  const decided = (given: Given): string | undefined => policy?.decide(facts(given)).decision;
  const opens = { capability: 'NAVIGATE_CROSS_ORIGIN', purpose: 'DOCUMENT' } as const;
  const sends = { capability: 'FILE_UPLOAD', action: 'UPLOAD', folder: '/srv/outbox' } as const;

  test('loads, is proved and passes its tests', () => {
    expect(findings).toEqual([]);
  });

  test.each<[Given, string]>([
    [{ ...opens, host: 'helpdesk.acme.example' }, 'ALLOW'],
    [{ ...opens, host: 'x.apps.acme.example' }, 'ALLOW'],
    [{ ...opens, host: 'apps.acme.example' }, 'ESCALATE'],
    [{ ...opens, host: 'crm.acme.example' }, 'ALLOW'],
    [{ ...opens, host: 'helpdesk.acme.example', portClass: 'OTHER' }, 'ESCALATE'],
    [{ ...opens, host: 'helpdesk.acme.example.evil.example' }, 'ESCALATE'],
    [{ ...opens, host: 'tracker.example', groups: ['contractors'] }, 'ALLOW'],
    [{ ...opens, host: 'tracker.example', groups: ['sales'] }, 'ESCALATE'],
    [{ ...opens, host: 'tracker.example' }, 'ESCALATE'],
    [{ capability: 'FORM_SUBMIT_DATA', host: 'crm.acme.example', method: 'PUT' }, 'DENY'],
    [{ capability: 'FORM_SUBMIT_DATA', host: 'helpdesk.acme.example', method: 'POST' }, 'ALLOW'],
    [{ ...sends, host: 'intake.acme.example', fileType: 'PDF' }, 'ESCALATE'],
    [{ ...sends, host: 'intake.acme.example', fileType: 'SPREADSHEET' }, 'ESCALATE'],
    [{ ...sends, host: 'intake.acme.example', fileType: 'ARCHIVE' }, 'DENY'],
    [{ ...sends, host: 'intake.acme.example', fileType: 'PDF', folder: '/home' }, 'DENY'],
    [{ ...sends, host: 'helpdesk.acme.example', fileType: 'PDF' }, 'DENY'],
    [{ capability: 'FORM_SUBMIT_CREDENTIALS', host: 'sso.acme.example' }, 'ESCALATE'],
    [{ capability: 'FORM_SUBMIT_CREDENTIALS', host: 'crm.acme.example' }, 'DENY'],
  ])('%o is decided %s', (given, decision) => {
    expect(decided(given)).toBe(decision);
  });
});

test('each entry that is taken out, and each that is turned round, breaks a case of its own', () => {
  const text = textOf({ ...SAID, files: 'intake.acme.example /srv/outbox PDF' });
  const entries = text.match(/^ {2}- id: .+(?:\n {4}\S.*)+\n?/gmu) ?? [];
  expect(entries).toHaveLength(8);
  for (const entry of entries) {
    const turned = entry.replace(/decision: \w+/u, (was) =>
      was === 'decision: ALLOW' ? 'decision: DENY' : 'decision: ALLOW',
    );
    expect(checked(text.replace(entry, turned)).policy, turned).toBeNull();
    expect(checked(text.replace(entry, '')).policy, entry).toBeNull();
  }
});

test.each(Object.keys(SAID).filter((id) => id !== 'who'))(
  'an answer to `%s` alone makes a policy that loads',
  (id) => {
    const said = { who: SAID.who, [id]: SAID[id as keyof typeof SAID].replace('out box', 'outbox') };
    expect(checked(textOf(said)).findings).toEqual([]);
  },
);

test('a rule that opens sites speaks of no browser that runs already, and needs no exception for it', () => {
  const text = textOf({ ...SAID, files: 'intake.acme.example /srv/outbox PDF' });
  expect(text).not.toContain('ATTACH');
  const { policy } = checked(text);
  const attaching = facts({
    capability: 'NAVIGATE_CROSS_ORIGIN',
    action: 'ATTACH',
    host: 'helpdesk.corp.example',
  });
  expect(policy?.decide(attaching).decision).toBe('DENY');
});

test('nothing but a name and an owner is a policy, under which no file leaves', () => {
  const { findings, policy } = checked(textOf({ who: SAID.who }));
  expect(findings).toEqual([]);
  expect(
    policy?.decide(facts({ capability: 'FILE_UPLOAD', action: 'UPLOAD', folder: '/srv' })).decision,
  ).toBe('DENY');
});

test.each([
  ['who', 'Acme x', 'no name of a policy'],
  ['who', 'acme', 'who looks after it'],
  ['sites', 'localhost', 'no site'],
  ['sites', '*', 'no site'],
  ['sites', "a.example'}", 'no site'],
  ['files', 'intake.example srv', 'no folder'],
  ['files', 'intake.example /srv/../etc', 'no folder'],
  ['files', 'intake.example /srv PFD', 'no kind of file'],
  ['files', 'intake.example /srv MISMATCH', 'no kind of file'],
  ['guests', 'contractors tracker.example', 'no group'],
  ['guests', 'contractors tracker.example 2026-02-30', 'no group'],
  ['guests', 'tracker.example 2026-02-28', 'no group'],
])('to `%s`, “%s” is no answer, and what is meant is said', (id, text, message) => {
  const read = answersTo({ [id]: text });
  expect(read).toMatchObject({ ok: false, error: { code: 'policy.bad-answer' } });
  expect(read.ok ? '' : read.error.message).toContain(message);
  expect(read.ok ? '' : read.error.help).not.toBe('');
});

test('whatever words are typed, the document has the entries and keys that its answers stand for and no more', () => {
  const word = fc.oneof(
    fc.string({ maxLength: 20, unit: 'grapheme' }),
    fc.constantFrom(
      "'",
      '}',
      '{ }',
      '# ',
      ': ',
      '- id: x',
      'rules:',
      '|',
      '&a',
      '*b',
      '!!js',
      '\\n',
      '"',
      "''",
    ),
  );
  const keysOf = (text: string): readonly string[] => text.match(/^[a-z]+:|^ {2}- id: \S+/gmu) ?? [];
  const plain = keysOf(textOf({ who: 'acme x' }));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const answers = answersTo({ who: `acme ${words.join(' ')}` });
      if (!answers.ok) return;
      const text = firstLayer(answers.value);
      expect(keysOf(text)).toEqual(plain);
      expect(checked(text).findings).toEqual([]);
    }),
    { numRuns: 30 },
  );
});
