// `ghost policy replay` and `ghost policy suggest`: what a policy makes of the decisions in a log.
import { deciderOf, loggedLines, possibleUnder, todayInUtc } from '#gateway/client/policy-log.ts';
import { replay } from '#policy/life/replay.ts';
import type { ChangeGroup, ReplayReport } from '#policy/life/replay.ts';
import { suggestFor } from '#policy/life/suggest.ts';
import type { Suggestion } from '#policy/life/suggest.ts';
import { policyIn } from './policy.ts';
import { failWith, inWords, say, sayJson, tell } from './output.ts';

export type LogFlags = {
  readonly policy?: string[];
  readonly since?: string;
  readonly json?: boolean;
  readonly dataDir?: string;
};

export async function replayLog(log: string | undefined, flags: LogFlags): Promise<void> {
  const json = flags.json === true;
  const policy = policyIn(flags.policy ?? [], json);
  if (policy === null) return;
  const lines = await loggedLines(log ?? null, flags);
  if (!lines.ok) return failWith(lines.error, { json });
  const report = replay(lines.value, deciderOf(policy), possibleUnder(policy, flags.dataDir));
  process.exitCode = exitOf(report);
  if (json) return sayJson({ policy: policy.semanticHash, exit: process.exitCode, ...report });
  for (const problem of report.problems) tell(inWords(problem));
  for (const group of report.changes) say(changeInWords(group));
  say(
    `${report.gates} decided again under ${policy.layers.join(' > ')}: ${report.same} the same, ${report.gates - report.same} differ${report.problems.length === 0 ? '' : `, ${report.problems.length} could not be decided`}`,
  );
}

/** What could not be decided again is never a "nothing changes". */
function exitOf({ changes, problems }: ReplayReport): number {
  if (changes.some(({ direction }) => direction === 'LOOSENED')) return 3;
  if (problems.length > 0) return 4;
  return changes.length > 0 ? 2 : 0;
}

export function changeInWords({
  direction,
  from,
  to,
  capability,
  host,
  times,
  places,
}: Omit<ChangeGroup, 'example'>): string {
  const where = host === '' ? '' : ` ${host}`;
  return `${direction.padEnd(9)} ${`${from} -> ${to}`.padEnd(20)} ${capability}${where}  ${times} times, ${places.join(', ')}`;
}

export async function suggest(
  log: string | undefined,
  flags: LogFlags & { readonly limit: number },
): Promise<void> {
  const json = flags.json === true;
  const policy = policyIn(flags.policy ?? [], json);
  if (policy === null) return;
  const lines = await loggedLines(log ?? null, flags);
  if (!lines.ok) return failWith(lines.error, { json });
  const problems = lines.value.flatMap((line) => line.problems);
  const gates = lines.value.flatMap((line) => line.gates.filter(({ decision }) => decision !== 'ALLOW'));
  const { suggestions, leftOut } = suggestFor(policy, gates, { today: todayInUtc(), limit: flags.limit });
  if (json)
    return sayJson({ policy: policy.semanticHash, suggestions: suggestions.map(plain), leftOut, problems });
  for (const problem of problems) tell(inWords(problem));
  for (const one of suggestions) for (const line of suggestionInLines(one)) say(line);
  if (suggestions.length === 0) say('nothing in the log is denied or escalated by this policy');
  if (leftOut > 0) tell(`${leftOut} more: see them with a higher \`--limit\``);
}

/** Counts are exact, and larger than JSON's numbers. */
function plain({ found, ...rest }: Suggestion): unknown {
  if (found.place === 'none') return { ...rest, found };
  const changes = found.changes.map((change) => ({ ...change, requests: String(change.requests) }));
  return { ...rest, found: { ...found, loosened: String(found.loosened), changes } };
}

function suggestionInLines({ facts, decision, times, found }: Suggestion): readonly string[] {
  const { capability, host, initiator } = facts;
  const head = `${decision} ${times} times: ${capability}${host === '' ? '' : ` ${host}`}, by ${initiator}`;
  if (found.place === 'none')
    return [head, `  nothing is suggested: ${found.forbiddenBy.join(', ')} stands against it`, ''];
  const where =
    found.place === 'lower-layer'
      ? `in a layer that extends \`${found.document}\`, inside what it delegates:`
      : `in \`rules\` of \`${found.document}\`:`;
  return [
    head,
    `  ${where}`,
    ...found.rule
      .trimEnd()
      .split('\n')
      .map((line) => `  ${line}`),
    ...found.excepts.map((entry) => `  and the same box as an \`except\` of \`${entry}\``),
    `  loosens ${found.loosened} requests: ${found.changes.map(({ from, to, capabilities }) => `${from} -> ${to} for ${capabilities.join(', ')}`).join('; ')}`,
    '',
  ];
}
