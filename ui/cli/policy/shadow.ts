// `ghost policy shadow`, its report, and promoting what is in shadow.
import { countInWords } from '#policy/tools/render/render-diff.ts';
import { resolve } from 'node:path';
import { auditEntries } from '#gateway/client/policy/log.ts';
import { findGateway } from '#gateway/client/remote.ts';
import type { PolicyChanges, ShadowComparison } from '#gateway/protocol/views/policy.ts';
import { err, failure } from '#policy/language/failure.ts';
import { shadowReport } from '#policy/tools/logs/shadow-report.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { failWith, inWords, say, sayJson, tell } from '#ui/cli/console/output.ts';
import { NOT_RUNNING, acknowledgementIn, settle, statusInLines } from './life.ts';
import type { AcknowledgeFlags, LifeFlags } from './life.ts';
import { changeInWords } from './log.ts';
import { widening } from '#ui/cli/console/widen.ts';

export async function shadow(
  files: readonly string[],
  flags: LifeFlags & { readonly off?: boolean },
): Promise<void> {
  const json = flags.json === true;
  if ((files.length === 0) !== (flags.off === true)) {
    failWith(
      failure('policy.unreadable', 'a candidate is needed, or `--off` without one', {
        help: '`ghost policy shadow FILE`, `ghost policy shadow --off`, `ghost policy shadow report`',
      }),
      { json },
    );
    process.exitCode = EXIT.usage;
    return;
  }
  const client = await findGateway(flags.dataDir);
  if (client === null) return failWith(NOT_RUNNING, { json });
  const paths = files.map((file) => resolve(file));
  const done = await widening(client, { act: 'SHADOW' }, (typed) => client.shadowPolicy(paths, typed));
  if (!done.ok) return failWith(done.error, { json });
  if (json) sayJson(done.value);
  else for (const line of statusInLines(done.value)) say(line);
}

/** Exact and observed where a gateway has the candidate; else every candidate that the log knows. */
export async function report(flags: LifeFlags): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  if (client !== null) {
    const compared = await client.shadowComparison();
    if (!compared.ok) return failWith(compared.error, { json });
    if (compared.value.shadow !== null) {
      if (json) return sayJson(compared.value);
      for (const line of comparisonInLines(compared.value)) say(line);
      return;
    }
  }
  const entries = await auditEntries(flags.dataDir, ({ type }) => type === 'policy.shadow');
  if (!entries.ok) return failWith(entries.error, { json });
  const found = shadowReport(entries.value);
  if (json) return sayJson(found);
  for (const problem of found.problems) tell(inWords(problem));
  for (const { id, active, candidate, entries: acts, enforced, changes } of found.candidates) {
    say(
      `${id} ${candidate.slice(0, 19)}… beside ${active.slice(0, 19)}…: ${acts} acts decided otherwise, ${enforced} held by its floors`,
    );
    for (const change of changes) say(`  ${changeInWords(change)}`);
  }
  if (found.candidates.length === 0) say('no difference was logged');
}

export async function promote(flags: AcknowledgeFlags): Promise<void> {
  const json = flags.json === true;
  const acknowledge = acknowledgementIn(flags);
  if (acknowledge === undefined) return;
  const client = await findGateway(flags.dataDir);
  if (client === null) return failWith(NOT_RUNNING, { json });
  const compared = await client.shadowComparison();
  if (!compared.ok) return failWith(compared.error, { json });
  if (!json) for (const line of comparisonInLines(compared.value)) tell(line);
  const done = await widening(client, { act: 'PROMOTE' }, (typed) =>
    client.promotePolicy(acknowledge, typed),
  );
  settle(
    done.ok || done.error.code !== 'policy.loosens' ? done : err({ ...done.error, help: TAKE_IT }),
    json,
  );
}

/** The gateway says how a reload is acknowledged. */
const TAKE_IT = 'run `ghost policy shadow promote --acknowledge-loosening --reason "…"`';

function comparisonInLines({ shadow: view, exact, observed }: ShadowComparison): readonly string[] {
  if (view === null) return [];
  if (!view.loaded) return [`candidate NONE: ${view.error.message}`];
  return [
    `candidate ${view.layers.join(' > ')} ${view.semanticHash.slice(0, 19)}…, since ${view.since}`,
    ...(exact === null
      ? ['exact     not proved: the comparison outgrew its budget']
      : [
          `exact     ${countInWords(BigInt(exact.loosened))} requests loosened, ${countInWords(BigInt(exact.tightened))} tightened`,
          ...exactInLines(exact),
        ]),
    `observed  ${observed.entries} acts decided otherwise, ${observed.enforced} held by its floors`,
    ...observed.changes.map((change) => `  ${changeInWords(change)}`),
  ];
}

const exactInLines = ({ changes }: PolicyChanges): readonly string[] =>
  changes.map(
    ({ direction, what, capabilities, requests }) =>
      `  ${direction.padEnd(9)} ${what.padEnd(20)} ${capabilities.join(', ')}  ${countInWords(BigInt(requests))} requests`,
  );
