// The smallest policy that holds what Phase-38 asks of each, and layers below it: decided by tables and by the interpreter.
import { compilePolicy } from '#policy/engine/compile/compile.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compile.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import type { PolicyDecision } from '#policy/language/facts.ts';
import { interpret } from '#policy/engine/deciding/interpret.ts';
import { loadPolicy } from '#policy/engine/reading/load.ts';
import { decisionFor } from '#policy/engine/layers/verdict.ts';
import { expect } from 'vitest';
import { TODAY, facts } from './policies.ts';

const FLOORS = `
  - { id: closed, decision: DENY, violation: CREDENTIAL_ACCESS_ATTEMPT, when: { capability: [ACCESS_PASSWORDS, ACCESS_HISTORY, INSTALL_EXTENSION] } }
  - { id: apart, decision: DENY, violation: CROSS_ORIGIN_VIOLATION, when: { origin: CROSS_ORIGIN }, except: [{ storage: NONE }] }
  - { id: single, decision: DENY, violation: TAB_POLICY_VIOLATION, when: { tabAction: OPEN_NEW_TAB, tabPolicy: SINGLE_TAB } }
  - { id: sandbox, decision: ABORT, violation: SANDBOX_FLAG_VIOLATION, when: { sandbox: false } }
  - { id: flags, decision: DENY, violation: SANDBOX_FLAG_VIOLATION, when: { launchFlags: [FORBIDDEN_FLAG, REQUIRED_FLAG_MISSING] } }
`.trimEnd();

/** What the first layer says unless a test says otherwise: it asks, and what the user named is allowed. */
export const ASKING = 'defaults: [{ id: all, by: [namedByUser], rows: { false: ESCALATE, true: ALLOW } }]';

/** `body`: further keys; `floors`: further entries below those that every policy needs. */
export function first(body = '', floors = '', defaults = ASKING): PolicyDocument {
  return documentOf(
    `policy: 1\nid: base\nrevision: 3\nvocabulary: phase38/1\nobligations: { always: [AUDIT] }\nfloors:${FLOORS}${floors}\n${defaults}\n${body}\n`,
    'base.yaml',
  );
}

export function below(id: string, parent: string, body: string): PolicyDocument {
  return documentOf(`policy: 1\nid: ${id}\nextends: { id: ${parent} }\n${body}\n`, `${id}.yaml`);
}

export function documentOf(text: string, file: string): PolicyDocument {
  const loaded = loadPolicy(text, { file });
  if (!loaded.ok) throw new Error(loaded.error.map((one) => one.message).join('; '));
  return loaded.value;
}

export function compiled(...documents: readonly PolicyDocument[]): CompiledPolicy {
  const policy = compilePolicy(documents, { today: TODAY });
  if (!policy.ok) throw new Error(policy.error.map((one) => one.message).join('; '));
  return policy.value;
}

/** The decision, which tables and interpreter have to agree on. */
export function decided(policy: CompiledPolicy, request: Readonly<Record<string, unknown>>): PolicyDecision {
  const asked = facts({ capability: 'SCREENSHOT', ...request });
  const decision = policy.decide(asked);
  const { severity, winners } = interpret(policy.stack, asked);
  const slow = decisionFor(policy.stack, severity, winners);
  // As text: thousands of decisions are compared, and text is compared in no time.
  const sorted = (one: PolicyDecision): string =>
    JSON.stringify({ ...one, because: one.because.map((reason) => JSON.stringify(reason)).toSorted() });
  expect(sorted(decision)).toBe(sorted(slow));
  return decision;
}

/** `DECISION layer entry, layer entry` */
export function short(decision: PolicyDecision): string {
  return `${decision.decision} ${decision.because.map((one) => `${one.layer} ${one.entry}`).join(', ')}`;
}
