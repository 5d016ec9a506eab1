// `ghost policy why-not`, and `ghost policy explain --audit SEQ`: what keeps a request from an ALLOW, and why an
// entry of the audit log was decided as it was, by the policy of now.
import { auditDirectory, readAuditEntry } from '#gateway/client/audit-files.ts';
import { possibleUnder } from '#gateway/client/policy/log.ts';
import { whyNot } from '#policy/tools/explain/why-not.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { explain, explainLine } from '#policy/tools/explain/explain.ts';
import type { Explanation } from '#policy/tools/explain/explain.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure } from '#policy/language/failure.ts';
import { readLogged } from '#policy/tools/logs/logged-gate.ts';
import type { LoggedGate } from '#policy/tools/logs/logged-gate.ts';
import { possibleDecisions } from '#policy/tools/logs/possible-facts.ts';
import { undecided } from '#policy/tools/logs/replay.ts';
import type { BrowserDecision } from '#policy/language/vocabulary.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { failWith, say, sayJson } from '#ui/cli/console/output.ts';
import { explanationInLines, policyIn, requestIn } from './request.ts';

type Flags = { readonly policy?: string[]; readonly json?: boolean };

export function whyNotOf(args: readonly string[], flags: Flags): void {
  const json = flags.json === true;
  const request = requestIn(args, json);
  const policy = request === null ? null : policyIn(flags.policy ?? [], json);
  if (request === null || policy === null) return;
  const explanation = withNearMisses(policy, explainLine(policy, request));
  if (explanation.error !== undefined) process.exitCode = EXIT.usage;
  if (json) return sayJson(explanation);
  for (const line of [...explanationInLines(explanation), ...nearMissesInLines(explanation)]) say(line);
}

/** What an operator sees beside the reasons. The agent never does. */
export function withNearMisses(policy: CompiledPolicy, explanation: Explanation): Explanation {
  return explanation.facts === null ? explanation : { ...explanation, ...whyNot(policy, explanation.facts) };
}

function nearMissesInLines({ almost, nearestAllow, decision, facts }: Explanation): readonly string[] {
  if (decision === 'ALLOW' || facts === null) return [];
  const change = Object.entries(nearestAllow?.change ?? {});
  return [
    ...(almost ?? []).map((one) => {
      const needs = one.needs.flatMap((need) =>
        Object.entries(need).map(
          ([fact, { is, oneOf }]) =>
            `${fact} ${oneOf.join(' or ')} (it is ${is === '' ? 'none' : String(is)})`,
        ),
      );
      const lacks = [
        ...(one.ended === undefined ? [] : [`it ended on ${one.ended}`]),
        ...(needs.length === 0 ? [] : [`needs ${needs.join(' and ')}`]),
      ];
      return `  almost ${one.entry} (${one.decision}) ${one.at}: ${lacks.join(', and ')}`;
    }),
    nearestAllow === null
      ? '  nothing else would allow this capability'
      : `  nearest ALLOW: ${change.map(([fact, value]) => `${fact} ${String(value)}`).join(', ')}`,
  ];
}

/** The gates of one entry of the audit log, decided again. */
export async function explainAudit(seq: number, flags: Flags & { readonly dataDir?: string }): Promise<void> {
  const json = flags.json === true;
  const read = await readAuditEntry(auditDirectory(flags.dataDir), seq);
  if (!read.ok) return failWith(read.error, { json });
  const entry = read.value;
  if (!Array.isArray(entry.details['gates'])) {
    const why = failure('policy.bad-request', `entry ${seq} is no decision: it is \`${entry.type}\``, {
      help: 'look for one with `ghost audit query type:decision`',
    });
    return failWith(why, { json });
  }
  // Questions and answers repeat the gates of the decision before them.
  const { gates, problems } = readLogged({ ...entry, type: 'decision' }, `entry ${seq}`);
  const [problem] = problems;
  if (problem !== undefined) return failWith(problem, { json });
  const policy = policyIn(flags.policy ?? [], json);
  if (policy === null) return;
  const { at, what, where, verdict, why } = entry;
  const recorded = typeof entry.details['policy'] === 'string' ? entry.details['policy'] : null;
  const possible = possibleUnder(policy, flags.dataDir);
  const answers = gates.map((gate) => explainGate(policy, gate, possible));
  if (json) return sayJson({ seq, at, what, where, verdict, why, policy: recorded, gates: answers });
  say(`entry ${seq}, ${at}: ${what} ${where} was ${verdict ?? ''} (${why})`);
  if (recorded !== null && recorded !== policy.semanticHash)
    say(`  decided under ${recorded}; the policy is now ${policy.semanticHash}`);
  for (const { recorded: was, explanation, open } of answers) {
    if (open !== undefined)
      say(`  ${open.message}; what follows is for \`${explanation.facts?.path ?? ''}\``);
    else if (was !== explanation.decision) say(`  was ${was}, is now ${explanation.decision}`);
    for (const line of [...explanationInLines(explanation), ...nearMissesInLines(explanation)]) say(line);
  }
}

type GateAnswer = {
  readonly recorded: BrowserDecision;
  readonly explanation: Explanation;
  /** The entry says too little for this policy: the explanation is of one of the requests that it may have been. */
  readonly open?: Failure;
};

function explainGate(
  policy: CompiledPolicy,
  gate: LoggedGate,
  possible: ReturnType<typeof possibleUnder>,
): GateAnswer {
  const requests = possible(gate);
  const answers = possibleDecisions(requests, (facts) => policy.decide(facts).decision);
  const explanation = withNearMisses(policy, explain(policy, requests?.[0] ?? gate.facts));
  const given = { recorded: gate.decision, explanation };
  return answers?.size === 1 ? given : { ...given, open: undecided(gate, [...(answers ?? [])]) };
}
