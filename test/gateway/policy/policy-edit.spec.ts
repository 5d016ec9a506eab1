// Editing a policy file in force: only what is ours to write, by the rules of a reload, and from the app only what a person
// confirmed in the consent document.
import {
  chmodSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { digestOfText } from '#gateway/policy/state/editable.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import { propose } from '#gateway/policy/proposing/proposal.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import { fail } from '#policy/language/failure.ts';
import { LifeHome, codeOf } from '#test/fixtures/policy-life.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';

const ASKS = String(edited(['SCREENSHOT: [ALLOW, ALLOW]', 'SCREENSHOT: [ESCALATE, ESCALATE]']).text);
const OPENS = String(
  edited(['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]']).text,
);
const person = { by: 'person:ui', acknowledge: null } as const;
const ui = { kind: 'person', channel: 'ui', id: 'ui:nonce' } as const;

/** What is proposed is checked by a thread of its own before anybody is asked. */
const CHECKED_WITHIN = { timeout: 120_000 };

let home: LifeHome;
let leave: () => void;
beforeEach(async () => {
  home = await LifeHome.open();
  leave = home.consent.addChannel();
});
afterEach(async () => {
  leave();
  await home[Symbol.asyncDispose]();
});

const text = (): string => readFileSync(home.at('policy.yaml'), 'utf8');
const start = (): Promise<PolicyLife> => home.life([home.write('policy.yaml', DEFAULT_TEXT)]);
const edit = (to: string, base = DEFAULT_TEXT) => ({
  file: home.at('policy.yaml'),
  text: to,
  base: digestOfText(base),
});

test('the files in force are there to read, with their texts, digests and whether they are ours', async () => {
  const own = home.write('team.yaml', 'policy: 1\nid: team\nextends: { id: phase38-default }\n');
  const life = await home.life(['default', own]);
  expect(life.files()).toMatchObject([
    {
      file: SHIPPED.default,
      name: 'policy/defaults/default.yaml',
      text: DEFAULT_TEXT,
      readOnly: 'it comes with the project',
    },
    { file: own, readOnly: null, digest: digestOfText(readFileSync(own)) },
  ]);
});

test('an edit that tightens is written and comes into force, with its mode kept and both digests recorded', async () => {
  const life = await start();
  chmodSync(home.at('policy.yaml'), 0o640);
  expect(await life.edit(edit(ASKS), person)).toMatchObject({
    ok: true,
    value: { outcome: 'ACTIVATED', loosened: '0' },
  });
  expect(text()).toBe(ASKS);
  expect(statSync(home.at('policy.yaml')).mode & 0o777).toBe(0o640);
  expect(home.entries('policy.edited')).toMatchObject([
    { who: 'person:ui', outcome: null },
    {
      who: 'person:ui',
      outcome: 'DONE',
      details: { before: digestOfText(DEFAULT_TEXT), after: digestOfText(ASKS) },
    },
  ]);
  expect(home.entries('policy.loaded')).toHaveLength(2);
});

test('an edit that does not load, or that loosens without an acknowledgement, is not written', async () => {
  const life = await start();
  const broken = await life.edit(edit('policy: 1\nid: x\nrulez: []\nfloorz: []\n'), person);
  expect(broken).toMatchObject({
    ok: false,
    error: {
      details: {
        failures: expect.arrayContaining([
          expect.objectContaining({ span: expect.objectContaining({ line: 3 }) }),
        ]),
      },
    },
  });
  expect(codeOf(await life.edit(edit(OPENS), person))).toBe('policy.loosens');
  expect(text()).toBe(DEFAULT_TEXT);
  expect(home.entries('policy.edited')).toEqual([]);
  expect(await life.edit(edit(OPENS), { by: 'person:ui', acknowledge: 'ticket 7' })).toMatchObject({
    ok: true,
  });
  expect(home.entries('policy.loaded').at(-1)).toMatchObject({
    details: { acknowledged: { by: 'person:ui', reason: 'ticket 7' } },
  });
});

test('a file that somebody else changed is not written over', async () => {
  const life = await start();
  writeFileSync(home.at('policy.yaml'), `# theirs\n${DEFAULT_TEXT}`);
  expect(codeOf(await life.edit(edit(ASKS), person))).toBe('policy.edited-elsewhere');
  expect(text()).toBe(`# theirs\n${DEFAULT_TEXT}`);
});

test('what is not ours is not written: other files, links, read-only files, what ships', async () => {
  const life = await start();
  const other = home.write('other.yaml', DEFAULT_TEXT);
  expect(codeOf(await life.edit({ ...edit(ASKS), file: other }, person))).toBe('policy.read-only');
  chmodSync(home.at('policy.yaml'), 0o444);
  expect(codeOf(await life.edit(edit(ASKS), person))).toBe('policy.read-only');
  chmodSync(home.at('policy.yaml'), 0o644);
  mkdirSync(home.at('elsewhere'));
  renameSync(home.at('policy.yaml'), home.at('elsewhere/policy.yaml'));
  symlinkSync(home.at('elsewhere/policy.yaml'), home.at('policy.yaml'));
  expect(codeOf(await life.edit(edit(ASKS), person))).toBe('policy.read-only');
  expect(text()).toBe(DEFAULT_TEXT);
  const shipped = await home.life(['default']);
  const given = { file: SHIPPED.default, text: ASKS, base: digestOfText(DEFAULT_TEXT) };
  expect(codeOf(await shipped.edit(given, person))).toBe('policy.read-only');
});

test('what is not recorded is not written', async () => {
  let full = false;
  const file = home.write('policy.yaml', DEFAULT_TEXT);
  const life = await home.life([file], {
    audit: {
      append: async (event) =>
        full ? fail('audit.write-failed', 'the disk is full') : home.audit.append(event),
    },
  });
  full = true;
  expect(codeOf(await life.edit(edit(ASKS), person))).toBe('audit.write-failed');
  expect(text()).toBe(DEFAULT_TEXT);
});

test('a file whose new policy could not come into force gets its old text back', async () => {
  const file = home.write('policy.yaml', DEFAULT_TEXT);
  let fromNowOn = Number.POSITIVE_INFINITY;
  const life = await home.life([file], {
    audit: {
      append: async (event) =>
        event.type === 'policy.loaded' && Date.now() >= fromNowOn
          ? fail('audit.write-failed', 'the disk is full')
          : home.audit.append(event),
    },
  });
  fromNowOn = 0;
  expect(codeOf(await life.edit(edit(ASKS), person))).toBe('audit.write-failed');
  expect(text()).toBe(DEFAULT_TEXT);
  expect(life.inForce().ok).toBe(true);
});

const asked = async (): Promise<ConsentCard> =>
  vi.waitFor(() => {
    const [open] = home.consent.list();
    if (open === undefined) throw new Error('nobody was asked');
    return open.card;
  }, CHECKED_WITHIN);
const answer = (
  card: ConsentCard,
  given: ConsentAnswer,
  by: typeof ui | { kind: 'client'; id: string; channel: 'UI' } = ui,
) => home.consent.answer({ id: card.id, answer: given, by });
const proposed = (life: PolicyLife, to: string) =>
  propose(
    { life, consents: home.consent, audit: home.audit, wallMs: Date.now },
    { edit: edit(to), reason: 'ticket 7', by: 'app:ui' },
    new AbortController().signal,
  );

test('a proposal that tightens is asked in a dialog, and written once it is confirmed', async () => {
  const life = await start();
  const done = proposed(life, ASKS);
  const card = await asked();
  expect(card).toMatchObject({
    title: 'Change the policy',
    look: 'dialog',
    capabilities: ['SCREENSHOT'],
    answers: ['DENY', 'ALLOW_ONCE'],
    details: expect.arrayContaining([
      expect.objectContaining({ label: 'reason, for the log', value: 'ticket 7', by: 'PERSON' }),
    ]),
  });
  expect(card.details[1]).toMatchObject({
    label: 'from now on, after asking',
    value: 'Look at the page, allowed until now',
    host: 'every site',
  });
  expect(card.details).toContainEqual(
    expect.objectContaining({ value: 'changes that loosen: 0, that tighten: 1' }),
  );
  expect(text(), 'nothing is written before the answer').toBe(DEFAULT_TEXT);
  expect(answer(card, 'ALLOW_ONCE').ok).toBe(true);
  expect(await done).toMatchObject({ ok: true, value: { outcome: 'ACTIVATED' } });
  expect(text()).toBe(ASKS);
  expect(home.entries('consent.asked')).toMatchObject([{ who: 'app:ui', what: 'change the policy' }]);
  expect(home.entries('consent.answered')).toMatchObject([{ who: 'person:ui', outcome: 'GRANTED' }]);
  expect(home.entries('policy.edited')).toMatchObject([
    { who: 'person:ui' },
    { who: 'person:ui', outcome: 'DONE' },
  ]);
});

test('a proposal that loosens asks to type it, says what it loosens, and records who took it upon themselves', async () => {
  const life = await start();
  const done = proposed(life, OPENS);
  const card = await asked();
  expect(card).toMatchObject({
    title: 'Loosen the policy',
    look: 'isolated',
    retype: 'every site',
    shieldMs: 3000,
  });
  expect(card.details.find(({ kind }) => kind === 'COVERS')).toMatchObject({
    label: 'from now on, without asking',
    value: expect.stringMatching(
      /^Use the site’s database, asked until now; where .*executor HEADED_CHROMIUM/u,
    ),
    host: 'every site',
  });
  answer(card, 'ALLOW_ONCE');
  expect(await done).toMatchObject({
    ok: true,
    value: { policy: { acknowledged: { by: 'person:ui', reason: 'ticket 7' } } },
  });
});

test('a proposal that is denied, or whose asker would answer it, changes nothing', async () => {
  const life = await start();
  const done = proposed(life, OPENS);
  const card = await asked();
  expect(answer(card, 'ALLOW_ONCE', { kind: 'client', id: 'app:ui', channel: 'UI' })).toMatchObject({
    error: { code: 'consent.own-request' },
  });
  answer(card, 'DENY');
  expect(codeOf(await done)).toBe('consent.refused');
  leave();
  expect(codeOf(await proposed(life, ASKS))).toBe('consent.nobody');
  expect(text()).toBe(DEFAULT_TEXT);
});

test('a proposal is void once another policy came into force: what was confirmed was another difference', async () => {
  const life = await start();
  const done = proposed(life, OPENS);
  await asked();
  writeFileSync(home.at('policy.yaml'), ASKS);
  expect(await life.reload({ by: 'x', trigger: 'asked', acknowledge: null })).toMatchObject({ ok: true });
  expect(codeOf(await done)).toBe('consent.void');
  expect(text()).toBe(ASKS);
});

test('a proposal that was confirmed covers its card, and nothing that another layer loosened meanwhile', async () => {
  const upper = home.write('policy.yaml', DEFAULT_TEXT);
  const lower = (decision: string): string =>
    `policy: 1\nid: team\nextends: { id: phase38-default }\nrules:\n  - { id: shots, decision: ${decision}, when: { capability: SCREENSHOT } }\n`;
  const own = home.write('team.yaml', lower('DENY'));
  const life = await home.life([upper, own]);
  const done = proposed(life, OPENS);
  const card = await asked();
  writeFileSync(own, lower('ALLOW'));
  const before = await life.reload({ by: 'x', trigger: 'asked', acknowledge: null });
  expect(codeOf(before), 'on its own it waits').toBe('policy.loosens');
  expect(answer(card, 'ALLOW_ONCE').ok).toBe(true);
  expect(codeOf(await done)).toBe('policy.loosens');
  expect(text(), 'nothing is written').toBe(DEFAULT_TEXT);

  writeFileSync(own, lower('DENY'));
  const again = proposed(life, OPENS);
  answer(await asked(), 'ALLOW_ONCE');
  expect(await again, 'with the other layer as it was').toMatchObject({ ok: true });
});

test('a card names every guard that goes, however many there are', async () => {
  const life = await start();
  const bare = DEFAULT_TEXT.replace(/^tests:[^]*?(?=^\S)/mu, '');
  expect(bare).not.toBe(DEFAULT_TEXT);
  const done = proposed(life, bare);
  const card = await asked();
  const guards = card.details.filter(({ label }) => label === 'guard');
  expect(guards.length).toBeGreaterThan(8);
  expect(guards.every(({ value }) => value.startsWith('GUARD REMOVED tests.'))).toBe(true);
  expect(new Set(guards.map(({ value }) => value)).size).toBe(guards.length);
  expect(card.retype).toBe('loosen guards');
  answer(card, 'DENY');
  expect(codeOf(await done)).toBe('consent.refused');
});

test('a proposal that does not check is refused before anybody is asked', async () => {
  const life = await start();
  expect(codeOf(await proposed(life, 'policy: ['))).toBe('policy.syntax');
  expect(home.consent.list()).toEqual([]);
  const unread = await home.life([home.at('policy.yaml')], {
    settings: () => fail('config.unreadable', 'gone'),
  });
  expect(codeOf(await unread.preview(edit(ASKS)))).toBe('config.unreadable');
});
