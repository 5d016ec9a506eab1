// A draft from the app beside the policy, its end, and putting it in force: each is confirmed by a person before anything is done.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { digestOfText } from '#gateway/policy/state/editable.ts';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import {
  proposePromotion,
  proposeShadow,
  proposeShadowEnd,
} from '#gateway/policy/proposing/shadow-proposal.ts';
import { hashOfBytes } from '#policy/engine/reading/source.ts';
import { SHIPPED } from '#gateway/settings/policy-source.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import { LifeHome, codeOf, refusalOf } from '#test/fixtures/policy-life.ts';
import { DEFAULT_TEXT, edited } from '#test/fixtures/policy/policies.ts';

const ASKS = String(edited(['CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [DENY, DENY]']).text);
const OPENS = String(
  edited(['ACCESS_INDEXEDDB: [ESCALATE, ESCALATE]', 'ACCESS_INDEXEDDB: [ALLOW, ESCALATE]']).text,
);
const NEVER = DEFAULT_TEXT.replace('CLOSE_TAB: [ALLOW, ALLOW]', 'CLOSE_TAB: [NEVER, NEVER]').replace(
  /\ntests:[\s\S]*$/u,
  '\n',
);
const closing = { capability: 'CLOSE_TAB' } as const;
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

const start = (): Promise<PolicyLife> => home.life([home.write('policy.yaml', DEFAULT_TEXT)]);
const draft = (text: string, file = home.at('policy.yaml'), base = DEFAULT_TEXT) => ({
  file,
  text,
  base: digestOfText(base),
});
const parts = (life: PolicyLife) => ({
  life,
  consents: home.consent,
  audit: home.audit,
  wallMs: Date.now,
});
const signal = new AbortController().signal;
const shadowed = (life: PolicyLife, edit: ReturnType<typeof draft>) =>
  proposeShadow(parts(life), edit, 'app:ui', signal);

/** The answer to the one question that is open. */
async function answered(given: ConsentAnswer): Promise<ConsentCard> {
  const card = await vi.waitFor(() => {
    const [open] = home.consent.list();
    if (open === undefined) throw new Error('nobody was asked');
    return open.card;
  }, CHECKED_WITHIN);
  expect(home.consent.answer({ id: card.id, answer: given, by: ui }).ok).toBe(true);
  return card;
}
async function begun(text: string): Promise<PolicyLife> {
  const life = await start();
  const done = shadowed(life, draft(text));
  await answered('ALLOW_ONCE');
  expect(await done).toMatchObject({ ok: true, value: { shadow: { loaded: true } } });
  return life;
}
const kept = (): readonly string[] =>
  existsSync(home.at('policy/candidates')) ? readdirSync(home.at('policy/candidates')) : [];

test('a draft is put in shadow once that is confirmed, decides nothing, and lies in a file of ours until it ends', async () => {
  const life = await start();
  const done = shadowed(life, draft(ASKS));
  const card = await answered('ALLOW_ONCE');
  expect(card).toMatchObject({ title: 'Put a draft in shadow', look: 'dialog', taskId: 'policy' });
  expect(card.details).toContainEqual(
    expect.objectContaining({ value: 'would make changes that loosen: 0, that tighten: 2' }),
  );
  expect(await done).toMatchObject({ ok: true, value: { shadow: { loaded: true } } });
  expect(refusalOf(await home.consult(life, closing)), 'it decides nothing').toBe('ok');
  expect(readFileSync(home.at('policy.yaml'), 'utf8')).toBe(DEFAULT_TEXT);
  expect(kept()).toHaveLength(1);
  expect(home.entries('policy.shadow').at(0)).toMatchObject({ who: 'person:ui', outcome: 'STARTED' });

  const ended = proposeShadowEnd(parts(life), 'app:ui', signal);
  expect(await answered('ALLOW_ONCE')).toMatchObject({ title: 'End the shadow', look: 'dialog' });
  expect(await ended).toMatchObject({ ok: true, value: { shadow: null } });
  expect(kept()).toEqual([]);
  expect(codeOf(await proposeShadowEnd(parts(life), 'app:ui', signal))).toBe('policy.no-candidate');
});

test('a draft that is refused, does not load, or calls itself otherwise is not put in shadow', async () => {
  const life = await start();
  const done = shadowed(life, draft(ASKS));
  await answered('DENY');
  expect(codeOf(await done)).toBe('consent.refused');
  expect(codeOf(await shadowed(life, draft('policy: [')))).toBe('policy.syntax');
  const renamed = ASKS.replace('id: phase38-default', 'id: another');
  expect(codeOf(await shadowed(life, draft(renamed)))).toBe('policy.no-candidate');
  expect(codeOf(await shadowed(life, draft(ASKS, home.at('policy.yaml'), 'older')))).toBe(
    'policy.edited-elsewhere',
  );
  const foreign = home.write('other.yaml', DEFAULT_TEXT);
  expect(codeOf(await shadowed(life, draft(ASKS, foreign)))).toBe('policy.read-only');
  expect([life.view().shadow, kept(), home.consent.list()]).toEqual([null, [], []]);
});

test('a draft that names lists of a file beside its document takes them along', async () => {
  const lists = 'lists:\n  partners: [portal.partner.example]\n';
  home.write('partners.policy-lists.yaml', lists);
  const base = `policy: 1\nid: team\nextends: { id: phase38-default }\ninclude:\n  - { file: partners.policy-lists.yaml, hash: '${hashOfBytes(lists)}' }\n`;
  const own = home.write('team.yaml', base);
  const life = await home.life([home.write('policy.yaml', DEFAULT_TEXT), own]);
  const text = `${base}rules:\n  - { id: shots, decision: DENY, when: { capability: SCREENSHOT, hostList: partners } }\n`;
  const renamed = text.replace('id: team', 'id: another');
  expect(codeOf(await shadowed(life, draft(renamed, own, base)))).toBe('policy.no-candidate');
  const done = shadowed(life, draft(text, own, base));
  await answered('ALLOW_ONCE');
  expect(await done).toMatchObject({ ok: true, value: { shadow: { loaded: true, id: 'team' } } });
});

test('a document that is not ours to write can be tried in shadow, and is not put in force from there', async () => {
  const life = await home.life(['default']);
  const done = shadowed(life, draft(ASKS, SHIPPED.default));
  await answered('ALLOW_ONCE');
  expect(await done).toMatchObject({ ok: true, value: { shadow: { loaded: true } } });
  expect(codeOf(await proposePromotion(parts(life), 'ticket 7', 'app:ui', signal))).toBe('policy.read-only');
  expect(home.consent.list()).toEqual([]);
});

test('what tightens is put in force from the shadow without typing, by a card that says what it would have done', async () => {
  const life = await begun(ASKS);
  await home.consult(life, closing);
  await home.consult(life, closing);
  const done = proposePromotion(parts(life), 'ticket 7', 'app:ui', signal);
  const card = await answered('ALLOW_ONCE');
  expect(card).toMatchObject({ title: 'Change the policy', look: 'dialog' });
  expect(card.details).toContainEqual(
    expect.objectContaining({
      label: 'in shadow it',
      value: 'would have refused 2 of what was decided otherwise',
    }),
  );
  expect(await done).toMatchObject({ ok: true, value: { outcome: 'ACTIVATED', policy: { shadow: null } } });
  expect(readFileSync(home.at('policy.yaml'), 'utf8')).toBe(ASKS);
  expect(refusalOf(await home.consult(life, closing))).toBe('boundary.denied');
  expect(kept()).toEqual([]);
});

test('what loosens is put in force by typing alone, and a refusal leaves the candidate where it is', async () => {
  const life = await begun(OPENS);
  const refused = proposePromotion(parts(life), 'ticket 7', 'app:ui', signal);
  expect(await answered('DENY')).toMatchObject({
    title: 'Loosen the policy',
    look: 'isolated',
    retype: 'every site',
  });
  expect(codeOf(await refused)).toBe('consent.refused');
  expect(life.view().shadow).toMatchObject({ loaded: true });
  expect(readFileSync(home.at('policy.yaml'), 'utf8')).toBe(DEFAULT_TEXT);
});

test('a candidate that was changed since its card was shown is not put in force by that card', async () => {
  const life = await begun(ASKS);
  const [name = ''] = kept();
  const done = proposePromotion(parts(life), 'ticket 7', 'app:ui', signal);
  await vi.waitFor(() => expect(home.consent.list()).toHaveLength(1), CHECKED_WITHIN);
  const other = ASKS.replace('CLOSE_TAB: [DENY, DENY]', 'CLOSE_TAB: [DENY, DENY] # and more');
  writeFileSync(home.at(`policy/candidates/${name}/policy.yaml`), other);
  await answered('ALLOW_ONCE');
  expect(codeOf(await done)).toBe('policy.no-candidate');
  expect(readFileSync(home.at('policy.yaml'), 'utf8')).toBe(DEFAULT_TEXT);
});

test('floors of a candidate that hold end by typing alone, also where another draft takes its place', async () => {
  const life = await begun(NEVER);
  expect(refusalOf(await home.consult(life, closing)), 'its floors hold').toBe('boundary.denied');
  const replaced = shadowed(life, draft(ASKS));
  expect(await answered('DENY')).toMatchObject({ look: 'isolated', retype: 'loosen' });
  expect(codeOf(await replaced)).toBe('consent.refused');
  const ended = proposeShadowEnd(parts(life), 'app:ui', signal);
  expect(await answered('ALLOW_ONCE')).toMatchObject({ look: 'isolated', retype: 'loosen' });
  expect(await ended).toMatchObject({ ok: true });
  expect(refusalOf(await home.consult(life, closing))).toBe('ok');
});

test('an answer that was given before floors held does not let them fall', async () => {
  const life = await start();
  await life.shadowWith([home.write('candidate.yaml', ASKS)], 'person:terminal');
  expect(life.floorsHold).toBe(false);
  await life.shadowWith([home.write('candidate.yaml', NEVER)], 'person:terminal');
  expect(life.floorsHold).toBe(true);
  expect(codeOf(await life.endShadow({ by: 'person:ui', falls: false }))).toBe('consent.void');
  expect(codeOf(await life.shadowDraft(draft(ASKS), { by: 'person:ui', falls: false }))).toBe('consent.void');
  const token = { authentication: 'APP_TOKEN' } as const;
  expect(codeOf(await life.endShadow({ by: 'x', proof: token, falls: true }))).toBe('consent.not-shown');
  expect(life.floorsHold).toBe(true);
});
