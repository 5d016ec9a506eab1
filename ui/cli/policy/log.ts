// `ghost policy replay` and `ghost policy suggest`: what a policy makes of the decisions in a log.
import { deciderOf, loggedLines, possibleUnder, todayInUtc } from '#gateway/client/policy/log.ts';
import { changeInWords as changeInTerms } from '#policy/engine/layers/changes.ts';
import { regionInWords } from '#policy/tools/compare/region.ts';
import { replay } from '#policy/tools/logs/replay.ts';
import type { ChangeGroup, ReplayReport } from '#policy/tools/logs/replay.ts';
import { suggestFor } from '#policy/tools/suggest/suggest.ts';
import type { Suggestion } from '#policy/tools/suggest/suggest.ts';
import { isAtHand, policyNow } from '#gateway/client/policy/in-force-then.ts';
import type { CompiledPolicy } from '#policy/engine/compile/compiled-policy.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { failWith, inWords, say, sayJson, tell } from '#ui/cli/console/output.ts';

export type LogFlags = {
  readonly policy?: string[];
  readonly since?: string;
  readonly json?: boolean;
  readonly dataDir?: string;
};

export async function replayLog(
  log: string | undefined,
  { summary = false, ...flags }: LogFlags & { readonly summary?: boolean },
): Promise<void> {
  const json = flags.json === true;
  const policy = policyOf(flags, json);
  if (policy === null) return;
  const lines = await loggedLines(log ?? null, flags);
  if (!lines.ok) return failWith(lines.error, { json });
  const report = replay(lines.value, deciderOf(policy), possibleUnder(policy, flags.dataDir));
  const decidedBy = (report.decidedBy ?? []).map((one) => ({
    ...one,
    atHand: one.source === policy.sourceHash || isAtHand(one.source, flags.dataDir),
  }));
  process.exitCode = exitOf(report);
  if (json) return sayJson({ policy: policy.semanticHash, exit: process.exitCode, ...report, decidedBy });
  for (const problem of report.problems) tell(inWords(problem));
  if (summary) directionsIn(report.changes).forEach(say);
  else for (const group of report.changes) say(changeInWords(group));
  for (const { layers, semantic, gates, same, atHand } of decidedBy)
    say(
      `decided by ${layers.join(' > ')} ${semantic.slice(0, 19)}…: ${gates}, of which ${same} the same${semantic === policy.semanticHash ? '; it is the one of now' : atHand ? '; its text is kept' : '; its text is not at hand, and the entries say what it decided'}`,
    );
  say(
    `${report.gates} decided again under ${policy.layers.join(' > ')}: ${report.same} the same, ${report.gates - report.same} differ${report.problems.length === 0 ? '' : `, ${report.problems.length} could not be decided`}`,
  );
}

function policyOf(flags: LogFlags, json: boolean): CompiledPolicy | null {
  const policy = policyNow(flags.policy ?? [], flags.dataDir);
  if (policy.ok) return policy.value;
  if (json) sayJson({ findings: policy.error });
  else for (const finding of policy.error) tell(inWords(finding));
  process.exitCode = EXIT.failed;
  return null;
}

/** Of each direction how often, and how many kinds of request. */
function directionsIn(changes: ReplayReport['changes']): readonly string[] {
  const directions = [...new Set(changes.map(({ direction }) => direction))];
  return directions.map((direction) => {
    const found = changes.filter((one) => one.direction === direction);
    const times = found.reduce((sum, one) => sum + one.times, 0);
    return `${direction.padEnd(9)} ${times} times, ${found.length} kinds of request`;
  });
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
  const policy = policyOf(flags, json);
  if (policy === null) return;
  const lines = await loggedLines(log ?? null, flags);
  if (!lines.ok) return failWith(lines.error, { json });
  const problems = lines.value.flatMap((line) => line.problems);
  const { suggestions, leftOut, undecided } = suggestFor(policy, lines.value, {
    today: todayInUtc(),
    limit: flags.limit,
    possible: possibleUnder(policy, flags.dataDir),
  });
  if (json)
    return sayJson({
      policy: policy.semanticHash,
      suggestions: suggestions.map(plain),
      leftOut,
      undecided,
      problems,
    });
  for (const problem of problems) tell(inWords(problem));
  for (const one of suggestions) for (const line of suggestionInLines(one)) say(line);
  if (suggestions.length === 0) say('nothing in the log is denied or escalated by this policy');
  if (leftOut > 0) tell(`${leftOut} more: see them with a higher \`--limit\``);
  if (undecided > 0)
    tell(`${undecided} left out: this policy looks at more of their paths than the log and its key say here`);
}

/** Counts are exact, and larger than JSON's numbers. */
function plain({ found, ...rest }: Suggestion): unknown {
  if (found.place === 'none') return { ...rest, found };
  const changes = found.changes.map((change) => ({ ...change, requests: String(change.requests) }));
  const rows = found.rows.map((row) => ({ ...row, classes: String(row.classes) }));
  return { ...rest, found: { ...found, loosened: String(found.loosened), changes, rows } };
}

const MAX_KINDS_SHOWN = 8;

function suggestionInLines({ requests, decision, times, found }: Suggestion): readonly string[] {
  const [first] = requests;
  const answered = first?.answer === 'GRANTED' ? ', approved by a person' : '';
  const head = `${decision} ${times} times${answered}: ${first?.facts.capability ?? ''}, by ${first?.facts.initiator ?? ''}`;
  const built = requests.map(
    ({ facts: { host, path }, times: often, places }) =>
      `    ${host === '' ? 'no host' : `${host}${path === '/' ? '' : path}`}, ${often} times: ${places.join(', ')}`,
  );
  const from = [
    ...built.slice(0, MAX_KINDS_SHOWN),
    ...(built.length > MAX_KINDS_SHOWN
      ? [`    and ${built.length - MAX_KINDS_SHOWN} more kinds of request`]
      : []),
  ];
  if (found.place === 'none')
    return [head, ...from, `  nothing is suggested: ${found.forbiddenBy.join(', ')} stands against it`, ''];
  const where =
    found.place === 'lower-layer'
      ? `in a layer that extends \`${found.document}\`, inside what it delegates:`
      : `in \`rules\` of \`${found.document}\`:`;
  return [
    head,
    ...from,
    `  ${where}`,
    ...indented(found.rule),
    ...found.excepts.map((entry) => `  and the same box as an \`except\` of \`${entry}\``),
    '  its tests, in `tests.cases`:',
    ...indented(found.tests),
    `  its effect, exactly: loosens ${found.loosened} requests`,
    ...found.rows.map(
      (row) =>
        `    ${row.direction} ${changeInTerms(row)} ${(row.region['capability'] ?? []).join(', ')}: ${regionInWords(row.region) || 'every request'}`,
    ),
    '',
  ];
}

const indented = (text: string): readonly string[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => `  ${line}`);
