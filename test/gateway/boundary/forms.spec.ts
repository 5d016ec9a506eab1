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
  layer(`floors:
  - { id: deleting-asks, decision: ESCALATE, when: { formPurpose: DELETION }, reason: It does not come back. }
  - { id: no-accounts, decision: DENY, when: { formPurpose: SIGN_UP }, reason: Accounts are opened by people. }
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
  const boundary = new Boundary({
    policy: () => ok(POLICY),
    audit,
    consent,
    authority,
    launcher: createLauncher(authority.verify),
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
  });
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
  return { decides, cards, tab };
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
