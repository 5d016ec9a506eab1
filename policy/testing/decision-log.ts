// Decisions that were made, from a JSONL log: `{"facts": …, "decision": …}` a line, or entries of the audit log.
// INVARIANT: a line that cannot be decided again is an error with its place, never left out.
import type { PolicyText } from '../check.ts';
import { FACT_NAMES } from '../fact-table.ts';
import type { PolicyFacts } from '../facts.ts';
import type { Failure, Result, Span } from '../failure.ts';
import { err, failure, ok } from '../failure.ts';
import { factsOfValues } from '../request.ts';
import { isNode, nodesOf } from '../units.ts';
import type { Node } from '../units.ts';
import type { BrowserDecision } from '../vocabulary.ts';
import { decisionIn } from './test-values.ts';

export type LoggedDecision = {
  readonly facts: PolicyFacts;
  readonly decision: BrowserDecision;
  readonly span: Span;
};

const SHAPE = 'a line is `{"facts": {…}, "decision": "ALLOW"}`, or an entry of the audit log';

export function readLog(log: PolicyText): Result<readonly LoggedDecision[], Failure[]> {
  const content = typeof log.text === 'string' ? log.text : new TextDecoder().decode(log.text);
  const failures: Failure[] = [];
  const decisions = content.split('\n').flatMap((line, index): readonly LoggedDecision[] => {
    if (line.trim() === '') return [];
    const span: Span = { file: log.file, line: index + 1, column: 1 };
    const bad = (message: string, help: string): readonly LoggedDecision[] => {
      failures.push(failure('policy.bad-request', message, { span, help }));
      return [];
    };
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch {
      return bad('the line is not JSON', 'one JSON object a line');
    }
    const gates = isNode(value) ? gatesIn(value) : null;
    if (gates === null) return bad('the line holds no decision', SHAPE);
    return gates.flatMap((gate) => {
      const decision = decisionIn(gate['decision']);
      if (decision === null) return bad('the line has no `decision`', SHAPE);
      if (!isNode(gate['facts'])) return bad('the line has no `facts`', SHAPE);
      // A log of another vocabulary cannot be decided again exactly: no neutral value stands in.
      const given = gate['facts'];
      const missing = FACT_NAMES.filter((name) => !Object.hasOwn(given, name));
      if (missing.length > 0)
        return bad(
          `the facts lack ${missing.map((name) => `\`${name}\``).join(', ')}`,
          'a log is decided again under the vocabulary that it was written in',
        );
      const facts = factsOfValues(given);
      if (!facts.ok) return bad(facts.error.message, facts.error.help ?? SHAPE);
      return [{ facts: facts.value, decision, span }];
    });
  });
  if (failures.length > 0) return err(failures);
  if (decisions.length > 0) return ok(decisions);
  const span: Span = { file: log.file, line: 1, column: 1 };
  return err([failure('policy.bad-request', 'the log holds no decision', { span, help: SHAPE })]);
}

/** The gates of an audit entry; none for an entry that is about something else. `null` for what is neither. */
function gatesIn(entry: Node): readonly Node[] | null {
  if (entry['facts'] !== undefined || entry['decision'] !== undefined) return [entry];
  if (typeof entry['type'] !== 'string') return null;
  return isNode(entry['details']) ? nodesOf(entry['details']['gates']) : [];
}
