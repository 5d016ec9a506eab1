// Decisions that were made, from a JSONL log: `{"facts": …, "decision": …}` a line, or entries of the audit log.
// INVARIANT: a line that cannot be decided again is an error with its place, never left out.
import type { PolicyText } from '#policy/engine/compile/check.ts';
import type { Failure, Result, Span } from '#policy/language/failure.ts';
import { err, failure, ok } from '#policy/language/failure.ts';
import type { LoggedGate } from '#policy/tools/logs/logged-gate.ts';
import { readLoggedLine } from '#policy/tools/logs/logged-gate.ts';
import { textOf } from '#policy/engine/reading/source.ts';

export type LoggedDecision = LoggedGate & { readonly span: Span };

const SHAPE = 'a line is `{"facts": {…}, "decision": "ALLOW"}`, or an entry of the audit log';

export function readLog(log: PolicyText): Result<readonly LoggedDecision[], Failure[]> {
  const content = textOf(log.text);
  const failures: Failure[] = [];
  const decisions = content.split('\n').flatMap((line, index): readonly LoggedDecision[] => {
    if (line.trim() === '') return [];
    const span: Span = { file: log.file, line: index + 1, column: 1 };
    const { gates, problems } = readLoggedLine(line, 'the line');
    for (const one of problems)
      failures.push({ ...one, span, help: one.code === 'policy.bad-log' ? SHAPE : (one.help ?? SHAPE) });
    return gates.map((gate) => ({ ...gate, span }));
  });
  if (failures.length > 0) return err(failures);
  if (decisions.length > 0) return ok(decisions);
  const span: Span = { file: log.file, line: 1, column: 1 };
  return err([failure('policy.bad-log', 'the log holds no decision', { span, help: SHAPE })]);
}
