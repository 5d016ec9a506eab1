// `ghost policy why-not`, and `ghost policy explain --audit SEQ`: what stands between a request and an ALLOW, and why an
// entry of the audit log was decided as it was, by the policy of now.
import { auditDirectory, readAuditEntry } from '#gateway/client/audit-files.ts';
import { whyNot } from '#policy/compare/why-not.ts';
import type { CompiledPolicy } from '#policy/compile.ts';
import { explain, explainLine } from '#policy/explain.ts';
import type { Explanation } from '#policy/explain.ts';
import { FACT_NAMES } from '#policy/fact-table.ts';
import type { PolicyFacts } from '#policy/facts.ts';
import { fail, failure } from '#policy/failure.ts';
import type { Result } from '#policy/failure.ts';
import { factsOfValues } from '#policy/request.ts';
import { EXIT } from './exit-codes.ts';
import { failWith, say, sayJson } from './output.ts';
import { explanationInLines, policyIn, requestIn } from './policy.ts';

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
      return `  almost ${one.entry} (${one.decision}) ${one.at}: needs ${needs.join(' and ')}`;
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
  const gates = gatesOf(entry.details);
  if (gates.length === 0) {
    const why = failure('policy.bad-request', `entry ${seq} is no decision: it is \`${entry.type}\``, {
      help: 'look for one with `ghost audit query type:decision`',
    });
    return failWith(why, { json });
  }
  const policy = policyIn(flags.policy ?? [], json);
  if (policy === null) return;
  const { at, what, where, verdict, why } = entry;
  const recorded = typeof entry.details['policy'] === 'string' ? entry.details['policy'] : null;
  const answers: { readonly recorded: string; readonly explanation: Explanation }[] = [];
  for (const { decision, facts } of gates) {
    const parsed = recordedFacts(facts);
    if (!parsed.ok) return failWith(parsed.error, { json });
    const explanation = withNearMisses(policy, explain(policy, parsed.value));
    answers.push({ recorded: decision, explanation });
  }
  if (json) return sayJson({ seq, at, what, where, verdict, why, policy: recorded, gates: answers });
  say(`entry ${seq}, ${at}: ${what} ${where} was ${verdict ?? ''} (${why})`);
  if (recorded !== null && recorded !== policy.semanticHash)
    say(`  decided under ${recorded}; the policy is now ${policy.semanticHash}`);
  for (const { recorded: was, explanation } of answers) {
    if (was !== explanation.decision) say(`  was ${was}, is now ${explanation.decision}`);
    for (const line of [...explanationInLines(explanation), ...nearMissesInLines(explanation)]) say(line);
  }
}

type Gate = { readonly decision: string; readonly facts: Readonly<Record<string, unknown>> };

/** An entry holds all facts. One of another vocabulary is reported: a fact that is not there is never guessed. */
function recordedFacts(facts: Gate['facts']): Result<PolicyFacts> {
  const missing = FACT_NAMES.filter((name) => !Object.hasOwn(facts, name));
  if (missing.length === 0) return factsOfValues(facts);
  return fail('policy.bad-request', `the entry says nothing of ${missing.join(', ')}`, {
    help: 'it was written under an older vocabulary, and cannot be decided again',
  });
}

function gatesOf(details: Readonly<Record<string, unknown>>): readonly Gate[] {
  const gates = details['gates'];
  if (!Array.isArray(gates)) return [];
  return gates.flatMap((gate: unknown): readonly Gate[] => {
    if (gate === null || typeof gate !== 'object') return [];
    const [decision, facts]: unknown[] = [Reflect.get(gate, 'decision'), Reflect.get(gate, 'facts')];
    return typeof decision === 'string' && facts instanceof Object ? [{ decision, facts: { ...facts } }] : [];
  });
}
