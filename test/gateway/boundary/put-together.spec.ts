// What is asked for once because a policy takes it for the same is put together by the policies that judge it: one that comes while a
// person is asked, and a candidate beside it, see all of it.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AuditLog } from '#gateway/audit/format/contract.ts';
import { openAuditLog } from '#gateway/audit/open-audit-log.ts';
import { createAuthority } from '#gateway/boundary/steps/authorise.ts';
import { Boundary } from '#gateway/boundary.ts';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { decideTelling } from '#gateway/boundary/off-page/decide-telling.ts';
import { differencesIn } from '#gateway/policy/state/shadow.ts';
import { SHIPPED, readPolicy } from '#gateway/settings/policy-source.ts';
import { createLauncher } from '#executors/launcher.ts';
import type { ConsentAnswer } from '#gateway/protocol/views/consent.ts';
import { NO_EFFECT } from '#policy/acts/element-effect.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { ok } from '#policy/language/failure.ts';
import { readLogged } from '#policy/tools/logs/logged-gate.ts';
import { ScriptedTab } from '#test/fixtures/scripted-tab.ts';
import { NOBODY_NAMED, aTaskContext } from '#test/fixtures/task-context.ts';

const signal = new AbortController().signal;
const HEAD = `policy: 1
id: values
revision: 1
extends: { id: phase38-default }
owner: security
floors:
`;
const ASKS = `${HEAD}  - id: asks
    decision: ESCALATE
    when: { capability: FORM_SUBMIT_DATA }
    reason: Somebody looks at it.
`;
const denying = (action: string, value: string): string => `${HEAD}  - id: not-this
    decision: DENY
    when: { action: ${action}, value: [${value}] }
    reason: Not this one.
`;

let directory: string;
let audit: AuditLog;
beforeEach(async () => {
  directory = mkdtempSync(join(tmpdir(), 'ghost-put-together-'));
  const opened = await openAuditLog({ directory });
  if (!opened.ok) throw new Error(opened.error.message);
  audit = opened.value;
});
afterEach(async () => {
  await audit.close();
  rmSync(directory, { recursive: true, force: true });
});

function load(text: string | null): CompiledPolicy {
  const file = join(directory, 'values.yaml');
  if (text !== null) writeFileSync(file, text);
  const read = readPolicy(text === null ? [SHIPPED.default] : [SHIPPED.default, file], '2026-11-22');
  if (!read.ok) throw new Error(JSON.stringify(read.error));
  return read.value;
}

type Given = { readonly policy: string | null; readonly later?: string; readonly candidate?: string };

function setUp({ policy: text, later, candidate }: Given) {
  let policy = load(text);
  let asked = 0;
  const active = policy;
  const beside = candidate === undefined ? null : { active, candidate: load(candidate), count: () => {} };
  const answer = async (): Promise<ConsentAnswer> => {
    asked += 1;
    if (later !== undefined) policy = load(later);
    return 'ALLOW_ONCE';
  };
  const authority = createAuthority();
  const parts = {
    policy: () => ok(policy),
    candidate: differencesIn({ audit }, () => beside),
    audit,
    consent: new ConsentBroker({
      callback: { answer, principal: { kind: 'person', channel: 'library', id: 'l' } },
    }),
    authority,
    launcher: createLauncher(authority.verify),
    now: Date.now,
    peopleAndClock: NOBODY_NAMED,
  };
  const task = aTaskContext({ intent: 'send alpha and beta', namedHosts: new Set(['shop.test']), signal });
  const tab = new ScriptedTab(authority.verify);
  tab.url = 'http://shop.test/order';
  tab.element = { ...tab.element, role: 'button', name: 'Send' };
  const by = { kind: 'navigator', id: 'n' } as const;
  const field = (name: string, value: string) => ({
    name,
    value,
    length: value.length,
    file: false,
    hidden: false,
  });
  const send = async (...values: readonly string[]): Promise<string> => {
    const fields = values.map((value, at) => field(`f${at}`, value));
    tab.effect = {
      ...NO_EFFECT,
      submits: {
        url: 'http://shop.test/take',
        method: 'POST',
        credentials: false,
        newTab: false,
        fieldNames: fields.map(({ name }) => name),
        values,
        sends: { fields, enctype: 'application/x-www-form-urlencoded', whole: true, digest: 'd' },
      },
    };
    const request = { task, by, initiator: 'NAVIGATOR', says: null } as const;
    const { result } = await new Boundary(parts).perform(
      { ...request, action: { type: 'CLICK', ref: 'e1' } },
      tab,
      signal,
    );
    return result.ok ? 'DONE' : result.error.code;
  };
  const tellOf = (sources: readonly string[], ...said: readonly string[]) =>
    decideTelling(parts, task, by, { said, read: [], sources }, signal);
  const tell = (...said: readonly string[]) => tellOf(['http://shop.test/order'], ...said);
  const refusedByCandidate = (): readonly unknown[] =>
    audit
      .since(0, 1_000)
      .flatMap(({ type, details: { gates } }) =>
        type === 'policy.shadow' && Array.isArray(gates) ? gates : [],
      )
      .flatMap(({ candidate: would, facts: { value } }) => (would === 'DENY' ? [value] : []));
  return { send, tell, tellOf, refusedByCandidate, asked: () => asked };
}

test.each([
  ['alpha', 'boundary.denied'],
  ['beta', 'boundary.denied'],
  ['gamma', 'DONE'],
])(
  'a policy that comes while somebody is asked, and denies %s, judges every field: %s',
  async (value, outcome) => {
    const { send, asked } = setUp({ policy: ASKS, later: denying('CLICK', value) });
    expect(await send('alpha', 'beta')).toBe(outcome);
    expect(asked()).toBe(1);
  },
);

test.each(['alpha', 'beta'])('a candidate that would deny %s is told of every field', async (value) => {
  const { send, refusedByCandidate } = setUp({ policy: ASKS, candidate: denying('CLICK', value) });
  await send('alpha', 'beta');
  expect(new Set(refusedByCandidate())).toEqual(new Set([value]));
});

test('what no policy that judges tells apart is asked for once', async () => {
  const { send } = setUp({ policy: ASKS, candidate: denying('CLICK', 'gamma') });
  await send('alpha', 'beta', 'gamma', 'delta');
  const values = audit
    .since(0, 100)
    .flatMap(({ type, details: { gates } }) =>
      type === 'decision' && Array.isArray(gates)
        ? [
            gates.flatMap(({ facts: { capability, value } }) =>
              capability === 'FORM_SUBMIT_DATA' ? [value] : [],
            ),
          ]
        : [],
    );
  // Of the others the policy in force, which is asked, sees no more than that there is something.
  expect(values).toEqual([['', '']]);
});

const ANSWER_ASKS = ASKS.replace('capability: FORM_SUBMIT_DATA', 'action: ANSWER');
test.each([
  ['is simply told', null, 'alpha'],
  ['is simply told', null, 'beta'],
  ['a person is asked about', ANSWER_ASKS, 'alpha'],
  ['a person is asked about', ANSWER_ASKS, 'beta'],
])('a candidate is told of every text of what %s', async (_, policy, value) => {
  const { tell, refusedByCandidate } = setUp({ policy, candidate: denying('ANSWER', value) });
  expect(await tell('alpha', 'beta')).toMatchObject({ ok: true });
  expect(new Set(refusedByCandidate())).toEqual(new Set([value]));
});

test('a candidate is told of the end of a long text that is simply told', async () => {
  const zebra = denying('ANSWER', 'x')
    .replace('floors:', 'words: { animals: [zebra] }\nfloors:')
    .replace('value: [x]', 'valueWords: animals');
  const { tell, refusedByCandidate } = setUp({ policy: null, candidate: zebra });
  const short = Array.from({ length: 100 }, (_, at) => `row ${at}`);
  expect(await tell(...short, `${'a word '.repeat(9_000)} zebra`)).toMatchObject({ ok: true });
  expect(refusedByCandidate()).toHaveLength(1);
});

test('what is told of a page without a host is of every host that the policy names', async () => {
  const banned = denying('ANSWER', 'x').replace('value: [x]', 'contentHost: mail.test');
  const { tellOf } = setUp({ policy: banned });
  expect(await tellOf(['http://shop.test/order'], 'alpha')).toMatchObject({ ok: true });
  for (const source of ['about:blank', 'data:text/html,x', 'blob:null/5f1a', 'blob:http://mail.test/5f1a'])
    expect(await tellOf([source], 'alpha'), source).toMatchObject({ ok: false });
});

test('the entry of what was refused to be told says how much it does not hold', async () => {
  const { tellOf } = setUp({ policy: denying('ANSWER', 'alpha') });
  expect(await tellOf(['http://shop.test/order'], 'alpha', 'beta')).toMatchObject({ ok: false });
  const entry = audit.since(0, 100).find(({ type }) => type === 'decision');
  const { gates, moreGates } = entry?.details ?? {};
  expect([Array.isArray(gates) && gates.length, moreGates]).toEqual([1, 1]);
  expect(readLogged(entry, 'entry 1').problems[0]?.message).toContain('and not the 1 others');
});
