// A no with a word to whoever asked: it reaches the agent and the log, and it is still a no.
import { expect, test } from 'vitest';
import { ConsentBroker } from '#gateway/boundary/consent/broker.ts';
import { howOf } from '#gateway/boundary/consent/outcomes.ts';
import { consentFailure } from '#gateway/boundary/steps/refusals.ts';
import type { Principal } from '#gateway/boundary/task/principal.ts';
import { refusalOf } from '#gateway/tasks/loop/refusal-for-navigator.ts';
import type { Ruling } from '#policy/engine/deciding/ruling.ts';
import { aQuestion } from '#test/fixtures/questions.ts';

const person: Principal = { kind: 'person', channel: 'ui', id: 'ui-1' };
const RULING: Ruling = {
  decision: 'ESCALATE',
  violation: null,
  because: [],
  timeoutSeconds: 120,
  approvers: ['user'],
  gates: [],
  policyHash: 'sha256:p',
  semanticHash: 'sha256:s',
  source: { hash: 'sha256:b', layers: [] },
};

async function answered(answer: 'DENY' | 'DENY_TASK' | 'ALLOW_ONCE', says?: string) {
  const broker = new ConsentBroker();
  broker.addChannel();
  const asked = broker.ask(aQuestion({}), new AbortController().signal);
  const id = broker.list()[0]?.card.id ?? '';
  expect(broker.answer({ id, answer, by: person, says }).ok).toBe(true);
  return asked;
}

test('the word goes to the agent as the person’s, with what is hidden in it made visible, and stands in the log', async () => {
  const outcome = await answered('DENY', 'use the other form\u202e');
  if (outcome.state !== 'REFUSED') throw new Error(outcome.state);
  expect(howOf(outcome)).toMatchObject({ says: 'use the other form\u202e' });
  const error = consentFailure('send this form', RULING, outcome);
  expect(error.code).toBe('consent.refused');
  expect(error.help).toContain('use the other form');
  expect(error.help).not.toContain('\u202e');
  expect(refusalOf(error, 'send this form')).toEqual({
    decision: 'CONSENT_REFUSED',
    reason: 'send this form',
    says: 'use the other form\u202e',
  });
});

test('without a word there is none, and a word beside an allowance goes nowhere', async () => {
  const plain = await answered('DENY');
  if (plain.state !== 'REFUSED') throw new Error(plain.state);
  expect(howOf(plain)).not.toHaveProperty('says');
  expect(refusalOf(consentFailure('x', RULING, plain), 'x')).not.toHaveProperty('says');
  const granted = await answered('ALLOW_ONCE', 'and buy two');
  expect(granted.state).toBe('GRANTED');
  expect(JSON.stringify(granted)).not.toContain('buy two');
});
