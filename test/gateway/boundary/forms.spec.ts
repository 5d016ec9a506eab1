// What a form is for, as the boundary decides on it: each purpose that a form has a sign of is put to the policy, whatever else the page
// writes beside it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { createAuthority } from '#gateway/boundary/steps/authorise.ts';
import { Boundary } from '#gateway/boundary.ts';
import { decidePageAct } from '#gateway/boundary/page/page-acts.ts';
import type { PageAct } from '#executors/contract/page-act.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import type { ConsentAnswer, ConsentCard } from '#gateway/protocol/views/consent.ts';
import { createLauncher } from '#executors/launcher.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import type { ElementEffect } from '#policy/acts/element-effect.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { ok } from '#policy/language/failure.ts';
import { layer, policyOf, shipped } from '#test/fixtures/policy/policies.ts';
import { ScriptedTab } from '#test/fixtures/scripted-tab.ts';
import { aTaskContext, NOBODY_NAMED } from '#test/fixtures/task-context.ts';

const signal = new AbortController().signal;
const POLICY = policyOf(
  shipped('default'),
  layer(`words: { rude: [idiot] }
floors:
  - { id: deleting-asks, decision: ESCALATE, when: { formPurpose: DELETION }, reason: It does not come back. }
  - { id: no-accounts, decision: DENY, when: { formPurpose: SIGN_UP }, reason: Accounts are opened by people. }
  - { id: no-insults, decision: DENY, when: { valueWords: [rude] }, reason: We are polite. }
  - { id: no-publishing, decision: DENY, when: { formPurpose: PUBLISHING }, reason: It is said in our name. }`),
);
const click: BrowserAction = { type: 'CLICK', ref: 'e1' };

let directory: string;
let audit: AuditLog;
beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-forms-'));
  const opened = await openAuditLog({ directory });
  if (!opened.ok) throw new Error(opened.error.message);
  audit = opened.value;
});
afterAll(async () => {
  await audit.close();
  rmSync(directory, { recursive: true, force: true });
});

type Submits = NonNullable<ElementEffect['submits']>;
const form = (more: Partial<Submits> = {}): ElementEffect => ({
  ...NO_EFFECT,
  submits: {
    url: 'http://shop.test/do',
    method: 'POST',
    credentials: false,
    newTab: false,
    fieldNames: [],
    ...more,
  },
});

function setUp(answer: ConsentAnswer = 'DENY') {
  const cards: ConsentCard[] = [];
  const authority = createAuthority();
  const tab = new ScriptedTab(authority.verify);
  const consent = new ConsentBroker({
    callback: {
      answer: async (card) => (cards.push(card), answer),
      principal: { kind: 'person', channel: 'library', id: 'l' },
    },
  });
  const parts = {
    policy: () => ok(POLICY),
    audit,
    consent,
    authority,
    launcher: createLauncher(authority.verify),
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
  };
  const boundary = new Boundary(parts);
  const task = aTaskContext({ namedHosts: new Set(['shop.test']), signal });
  /** The entries that decided. */
  const decides = async (
    name: string,
    effect: ElementEffect,
    action: BrowserAction = click,
  ): Promise<readonly string[]> => {
    tab.element = { ...tab.element, name };
    tab.effect = effect;
    const request = { task, by: { kind: 'navigator', id: 'o' }, initiator: 'NAVIGATOR', says: null } as const;
    const { ruling } = await boundary.perform({ ...request, action }, tab, signal);
    return ruling === null || ruling.decision === 'ALLOW'
      ? []
      : ruling.because.map(({ entry }) => entry.replace('floors.', ''));
  };
  return { decides, cards, tab, parts, task };
}

describe('a form with signs of several purposes', () => {
  test.each([
    ['Delete card', ['card-id'], ['deleting-asks']],
    ['Delete', ['payment_method_id'], ['deleting-asks']],
    ['Delete all & pay', [], ['deleting-asks']],
    ['Post and pay', ['card'], ['no-publishing']],
    ['Delete post', [], ['no-publishing']],
    ['Pay', ['new-password'], ['no-accounts']],
    ['Pay', ['confirm_delete', 'card'], ['deleting-asks']],
    ['Pay', ['card'], []],
    ['Go', ['note'], []],
  ])('%s, fields %j: %j', async (name, fieldNames, entries) => {
    expect(await setUp().decides(name, form({ fieldNames }))).toEqual(entries);
  });

  test('says each of them on the card, and what an answer covers once', async () => {
    const { decides, cards } = setUp();
    await decides('Delete card', form({ fieldNames: ['card-id'] }));
    const rows = cards[0]?.details.map(({ label, value }) => `${label}: ${value}`) ?? [];
    expect(rows).toContain('the form is for: a payment, by its field');
    expect(rows).toContain('the form is for: deleting something, by its button');
    expect(rows.filter((row) => row.startsWith('for this task covers'))).toHaveLength(
      new Set(cards[0]?.capabilities).size,
    );
  });
});

const sends = (...fields: readonly (readonly [string, string | null])[]): NonNullable<Submits['sends']> => ({
  enctype: 'application/x-www-form-urlencoded',
  whole: true,
  digest: 'sha256:0',
  fields: fields.map(([name, value]) => ({ name, value, length: 6, hidden: true, file: false })),
});

describe('what sends a form', () => {
  const enter: BrowserAction = { type: 'PRESS', ref: 'e1', key: 'Enter' };

  test('is its button also where Enter does, whatever the field is called', async () => {
    const { decides } = setUp();
    const asked = { ...form({ fieldNames: ['confirm'] }), submitter: 'Delete this repository' };
    expect(await decides('To confirm, type my/repo', asked, enter)).toEqual(['deleting-asks']);
    expect(await decides('To confirm, type my/repo', form({ fieldNames: ['confirm'] }), enter)).toEqual([]);
  });

  test('is of every purpose where its words are more than anybody reads', async () => {
    const { decides, cards } = setUp();
    expect((await decides('Yes', { ...form(), submitter: null })).toSorted()).toEqual([
      'no-accounts',
      'no-publishing',
    ]);
    expect(cards).toEqual([]);
  });

  test.each([
    [['_method', 'delete'], ['deleting-asks']],
    [['op', 'Remove all'], ['deleting-asks']],
    [['commit', 'Sign up'], ['no-accounts']],
    [['note', 'delete'], []],
    [['op', null], []],
    [['action', `delete ${'x'.repeat(200)}`], []],
  ] as const)('says what is to be done in a field as well: %j', async (field, entries) => {
    const { decides } = setUp();
    expect(await decides('Yes, continue', form({ sends: sends(field) }))).toEqual(entries);
  });
});

describe('a form that a page sends by itself', () => {
  const sent = (url: string, fields: readonly { name: string; value: string }[] | null): PageAct => ({
    kind: 'NAVIGATE',
    tabId: 'tab-1',
    documentUrl: 'http://shop.test/',
    url,
    method: fields === null ? 'GET' : 'POST',
    start: 'FORM',
    body:
      fields === null
        ? null
        : {
            bytes: 20,
            contentType: 'application/x-www-form-urlencoded',
            fields: fields.map((one) => ({ ...one, length: one.value.length })),
            text: null,
          },
    credentials: false,
    redirectedFrom: null,
  });

  test.each([
    [sent('http://shop.test/do', [{ name: '_method', value: 'delete' }]), 'deleting something'],
    [sent('http://shop.test/do', [{ name: 'confirm_delete', value: '1' }]), 'deleting something'],
    [sent('http://shop.test/do?action=delete&id=7', null), 'deleting something'],
    [sent('http://shop.test/do?q=delete', null), null],
  ])('has its purpose from its fields: %#', async (act, purpose) => {
    const { cards, parts, task } = setUp();
    await decidePageAct(parts, task, act, signal);
    expect(
      cards[0]?.details.find(({ label }) => label === 'the form is for')?.value.split(',')[0] ?? null,
    ).toBe(purpose);
    expect(cards[0]?.because.some(({ entry }) => entry === 'floors.deleting-asks') ?? false).toBe(
      purpose !== null,
    );
  });
});

test('what a form holds is looked at also where the act lands on a field for a code; what is in that field is not', async () => {
  const { decides, tab } = setUp('ALLOW_ONCE');
  const typed = sends(['comment', 'you idiot'], ['otp', null]);
  const sent = { ...form({ sends: typed }), credentialField: true };
  expect(await decides('Code', sent, { type: 'PRESS', ref: 'e1', key: 'Enter' })).toContain('no-insults');
  expect(tab.done).toEqual([]);
  const entered = await decides(
    'Code',
    { ...NO_EFFECT, credentialField: true },
    { type: 'FILL', ref: 'e1', text: 'idiot' },
  );
  expect(entered).not.toContain('no-insults');
});
