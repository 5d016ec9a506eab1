// The thread that checks what is to come into force: loads, proves, tests, and compares it with what is, while decisions go on.
// INVARIANT: it decides nothing. What may come in is compiled and proved again where it comes into force, from the documents that were
// read here: reading takes most of the time, and cannot be done in turns.
import { MessageChannel, parentPort } from 'node:worker_threads';
import type { MessagePort } from 'node:worker_threads';
import { checkPolicy } from '#policy/engine/compile/check.ts';
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import type { PolicyDocument } from '#policy/engine/documents/document.ts';
import type { Failure } from '#policy/language/failure.ts';
import { admission } from '#policy/tools/gate/gate.ts';
import type { Admission } from '#policy/tools/gate/gate.ts';
import type { LoggedGate } from '#policy/tools/logs/logged-gate.ts';
import { requestsIn } from '#policy/tools/logs/repeated.ts';
import { possibleFacts } from '#policy/tools/logs/possible-facts.ts';
import { replay } from '#policy/tools/logs/replay.ts';
import type { ChangeGroup } from '#policy/tools/logs/replay.ts';
import { checkCandidate } from './candidate.ts';
import { postInPieces } from './chunked-message.ts';

export type CheckQuestion = {
  readonly id: number;
  /** In force, upper layer first. */
  readonly before: readonly PolicyText[];
  readonly texts: readonly PolicyText[];
  /** What they are to become: all layers, or a candidate beside those in force. */
  readonly as: 'POLICY' | 'CANDIDATE';
  /** `YYYY-MM-DD`. */
  readonly today: string;
  /** What was really decided, to be decided again. */
  readonly gates?: readonly LoggedGate[];
};

/** What would be decided otherwise of what really was. */
export type Replayed = {
  readonly gates: number;
  readonly changes: readonly ChangeGroup[];
  /** That may be decided either way: the log keeps too little of their path. */
  readonly open: number;
};

export type Checked = Omit<Extract<Admission, { readonly compared: unknown }>, 'policy'> & {
  readonly policy: Pick<CompiledPolicy, 'semanticHash' | 'sourceHash'>;
  /** Of the gates that were brought along; not there where none were. */
  readonly replayed?: Replayed;
  /** Where its documents wait, for `readInPieces`; whoever takes it closes it. */
  readonly documents: MessagePort;
};
export type CheckReply = { readonly id: number } & (
  | { readonly checked: Checked }
  | { readonly failures: readonly Failure[] }
);

if (parentPort !== null) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  port.on('message', (question: CheckQuestion) => {
    const reply = answerTo(question);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread's port, not a window
    port.postMessage(reply, 'checked' in reply ? [reply.checked.documents] : []);
  });
}

function answerTo({ id, before, texts, as, today, gates = [] }: CheckQuestion): CheckReply {
  const old = checkPolicy(before, { today });
  // It is in force: its tests passed then, and leaned on what has ended since, perhaps. Then nothing is compared here.
  const report = as === 'POLICY' ? checkPolicy(texts, { today }) : checkCandidate(texts, before, today);
  const admitted = admission(old.policy, report);
  if (admitted.answer === 'REFUSED') return { id, failures: admitted.failures };
  const { answer, compared, policy } = admitted;
  const { semanticHash, sourceHash, stack } = policy;
  const documents = handedOver(stack.layers.map(({ document }) => document));
  const checked = { answer, compared, policy: { semanticHash, sourceHash }, documents };
  return { id, checked: gates.length === 0 ? checked : { ...checked, replayed: replayed(policy, gates) } };
}

function replayed(policy: CompiledPolicy, gates: readonly LoggedGate[]): Replayed {
  const again = replay(
    [{ gates, problems: [] }],
    (facts) => policy.decide(facts).decision,
    // The log's key is not here: what only it could tell is counted as open.
    (gate) => possibleFacts(policy, gate, null),
  );
  return { gates: again.gates, changes: again.changes, open: requestsIn(gates) - again.gates };
}

function handedOver(documents: readonly PolicyDocument[]): MessagePort {
  const { port1, port2 } = new MessageChannel();
  postInPieces(port1, documents);
  return port2;
}
