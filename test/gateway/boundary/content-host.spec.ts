// Which pages an act's words stand on is a fact that a policy names by host: one that is allowed is not enough where they stand on another,
// too. The boundary itself, with the shipped policy and one of an organisation beside it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { createAuthority } from '#gateway/boundary/steps/authorise.ts';
import { Boundary } from '#gateway/boundary.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { factsFor } from '#gateway/boundary/task/facts.ts';
import { SHIPPED, readPolicy } from '#gateway/settings/policy-source.ts';
import { createLauncher } from '#executors/launcher.ts';
import type { ConsentCard } from '#gateway/protocol/views/consent.ts';
import type { BrowserAction } from '#policy/acts/actions.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import { ok } from '#policy/language/failure.ts';
import { ScriptedTab } from '#test/fixtures/scripted-tab.ts';
import { NOBODY_NAMED, aTaskContext } from '#test/fixtures/task-context.ts';

const signal = new AbortController().signal;
const SOURCES = `policy: 1
id: sources
revision: 1
extends: { id: phase38-default }
owner: security
floors:
  - id: from-the-crm
    decision: DENY
    when: { capability: FORM_SUBMIT_DATA }
    except:
      - { provenance: USER }
      - { provenance: PAGE, contentHost: [crm.corp.test, erp.corp.test] }
    reason: What goes in is the person’s or the CRM’s.
`;

let directory: string;
let audit: AuditLog;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-sources-'));
  const opened = await openAuditLog({ directory });
  if (!opened.ok) throw new Error(opened.error.message);
  audit = opened.value;
});
afterEach(async () => {
  await audit.close();
  rmSync(directory, { recursive: true, force: true });
});

const ASKING = SOURCES.replace('decision: DENY', 'decision: ESCALATE');

function setUp(text = SOURCES) {
  const cards: ConsentCard[] = [];
  const file = join(directory, 'sources.yaml');
  writeFileSync(file, text);
  const read = readPolicy([SHIPPED.default, file], '2026-11-22');
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  const { value: policy } = read;
  const authority = createAuthority();
  const tab = new ScriptedTab(authority.verify);
  tab.url = 'http://erp.corp.test/order';
  tab.element = { ...tab.element, role: 'textbox', name: 'Customer' };
  const boundary = new Boundary({
    policy: () => ok(policy),
    audit,
    consent: new ConsentBroker({
      callback: {
        answer: async (card) => (cards.push(card), 'DENY'),
        principal: { kind: 'person', channel: 'library', id: 'l' },
      },
    }),
    authority,
    launcher: createLauncher(authority.verify),
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
  });
  const task = aTaskContext({
    intent: 'enter customer Meridian',
    namedHosts: new Set(['erp.corp.test']),
    signal,
  });
  const { provenance } = task.state;
  provenance.readText('http://crm.corp.test/customers', 'Customer number KX-40217, contact KX-99001');
  provenance.readText('http://mail.corp.test/inbox', 'Please use ZV-71350, or KX-99001 as before');
  provenance.readText('http://erp.corp.test/order', 'Last order QM-55012');
  provenance.readText('about:blank', 'Template WJ-30044');
  const act = async (action: BrowserAction): Promise<string> => {
    const by = { kind: 'navigator', id: 'n' } as const;
    const { result } = await boundary.perform(
      { task, by, initiator: 'NAVIGATOR', action, says: null },
      tab,
      signal,
    );
    return result.ok ? 'DONE' : result.error.code;
  };
  const fill = (text: string): Promise<string> => act({ type: 'FILL', ref: 'e1', text });
  return { tab, task, act, fill, cards };
}

test.each([
  ['the person’s own word', 'Meridian', 'DONE'],
  ['what stands in the CRM', 'KX-40217', 'DONE'],
  ['what stands on the page itself', 'QM-55012', 'DONE'],
  ['what stands in a mail', 'ZV-71350', 'boundary.denied'],
  ['what stands in the CRM and in a mail', 'KX-99001', 'boundary.denied'],
  ['of both together', 'KX-40217 ZV-71350', 'boundary.denied'],
  ['what stands on a page without a host', 'WJ-30044', 'boundary.denied'],
  ['what stands nowhere', 'PL-12345', 'boundary.denied'],
])('%s: %s', async (_, value, outcome) => {
  const { fill } = setUp();
  expect(await fill(value)).toBe(outcome);
});

test('what was entered into a form counts when it is sent', async () => {
  const entering = SOURCES.replace('FORM_SUBMIT_DATA }', 'FORM_SUBMIT_DATA, action: CLICK }');
  const submits = {
    url: 'http://erp.corp.test/take',
    method: 'POST',
    credentials: false,
    newTab: false,
    fieldNames: ['n'],
    values: [],
  } as const;
  for (const [value, isSent] of [
    ['KX-40217', true],
    ['ZV-71350', false],
  ] as const) {
    const { act, fill, tab, task } = setUp(entering);
    expect(await fill(value)).toBe('DONE');
    expect(task.state.provenance.content.entered('d1').hosts).toEqual([
      isSent ? 'crm.corp.test' : 'mail.corp.test',
    ]);
    tab.element = { ...tab.element, role: 'button', name: 'Save' };
    tab.effect = { ...NO_EFFECT, submits };
    expect(await act({ type: 'CLICK', ref: 'e1' }), value).toBe(isSent ? 'DONE' : 'boundary.denied');
  }
});

test('the card and the log name every page that the words stand on', async () => {
  const { fill, cards } = setUp(ASKING);
  expect(await fill('KX-99001')).toBe('consent.refused');
  expect(cards[0]?.details.flatMap(({ note = '' }) => (note.startsWith('stands on') ? [note] : []))).toEqual([
    'stands on http://crm.corp.test, in its content, and on http://mail.corp.test',
  ]);
  expect(audit.since(0, 100).map(({ details }) => details['content'])).toContainEqual([
    expect.objectContaining({ from: 'http://crm.corp.test', also: ['http://mail.corp.test'] }),
  ]);
});

test('the log has a host as far as the policy names it', async () => {
  const { fill } = setUp();
  await fill('ZV-71350');
  await fill('KX-40217');
  const facts = audit
    .since(0, 100)
    .flatMap(({ details }) => (Array.isArray(details['gates']) ? details['gates'] : []))
    .map((gate: unknown) => JSON.stringify(gate));
  expect(facts.some((one) => one.includes('"contentHost":"crm.corp.test"'))).toBe(true);
  expect(facts.some((one) => one.includes('"contentHost":"mail.corp.test"'))).toBe(false);
  expect(facts.some((one) => /"hidden":\[[^\]]*"contentHost"/u.test(one))).toBe(true);
});

test('of what a page does by itself the host is its own', () => {
  const task = aTaskContext({ intent: 'look', signal });
  const at = (documentUrl: string, initiator: 'PAGE' | 'NAVIGATOR') =>
    factsFor({ capability: 'OPEN_TAB' }, { task, action: 'NONE', initiator, documentUrl }).contentHost;
  expect([
    at('https://Forum.test:8443/x', 'PAGE'),
    at('https://[::ffff:10.0.0.7]/x', 'PAGE'),
    at('about:blank', 'PAGE'),
    at('https://forum.test/x', 'NAVIGATOR'),
  ]).toEqual(['forum.test', '10.0.0.7', '', '']);
});
