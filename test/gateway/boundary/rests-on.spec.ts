// Entries that rest on an earlier answer name it, and a replay decides them as they were decided. INVARIANT: an answer is no fact: what was
// asked is asked again by the same policy, whoever had answered before.
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PolicyLife } from '#gateway/policy/policy-life.ts';
import type { ConsentAnswer } from '#gateway/protocol/views/consent.ts';
import { readLogged } from '#policy/tools/logs/logged-gate.ts';
import { replay } from '#policy/tools/logs/replay.ts';
import { LifeHome } from '#test/fixtures/policy-life.ts';
import { edited } from '#test/fixtures/policy/policies.ts';
import { need } from '#test/fixtures/tab.ts';
import { aTaskContext } from '#test/fixtures/task-context.ts';

const gate = { capability: 'CLOSE_TAB', url: 'https://a.example/' } as const;
const asking = (terms: string): string =>
  String(
    edited([
      '\nrules:\n',
      `\nrules:\n  - { id: asks, decision: ESCALATE, when: { capability: CLOSE_TAB }${terms} }\n`,
    ]).text,
  );

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

const ui = { kind: 'person', channel: 'ui', id: 'ui:nonce' } as const;

/** The act, with the answer to its question. */
async function answered(
  life: PolicyLife,
  task: ReturnType<typeof aTaskContext>,
  answer: ConsentAnswer,
): Promise<void> {
  const done = home.consult(life, gate, task);
  await expect.poll(() => home.consent.list().length).toBe(1);
  const [open] = home.consent.list();
  home.consent.answer({ id: open?.card.id ?? '', answer, by: ui });
  await need(await done).recorded;
}

test.each(['', ', escalate: { askOnce: 10 }'])(
  'what an answer covers names it, and is decided again alike:%s',
  async (terms) => {
    const life = await home.life([home.write('policy.yaml', asking(terms))]);
    const task = aTaskContext();
    await answered(life, task, 'ALLOW_TASK_SITE');
    const verdict = need(await home.consult(life, gate, task));
    expect(verdict.error).toBe(null);
    await verdict.recorded;
    const [given] = home.entries('consent.answered');
    const covered = home.entries('decision').filter(({ outcome }) => outcome === 'GRANTED_BEFORE');
    expect(covered).toMatchObject([{ verdict: 'ESCALATE', details: { restsOn: [given?.why] } }]);
    const policy = life.inForce();
    if (!policy.ok) throw new Error(policy.error.message);
    const lines = covered.map((entry) => readLogged(entry, 'entry'));
    const report = replay(lines, (facts) => policy.value.decide(facts).decision);
    expect(report).toMatchObject({ gates: 1, same: 1, changes: [], problems: [] });
  },
);

test('where each act is asked about, nothing rests on an answer', async () => {
  const life = await home.life([home.write('policy.yaml', asking(', escalate: { askOnce: 0 }'))]);
  const task = aTaskContext();
  await answered(life, task, 'ALLOW_ONCE');
  // Nobody would be asked, were it covered.
  await answered(life, task, 'DENY');
  expect(home.entries('decision').filter(({ outcome }) => outcome === 'GRANTED_BEFORE')).toEqual([]);
  expect(home.entries('consent.answered').map(({ outcome }) => outcome)).toEqual(['GRANTED', 'REFUSED']);
});
