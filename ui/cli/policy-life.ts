// `ghost policy status|reload|revert|shadow`.
import { resolve } from 'node:path';
import { policyStatusOfFiles, revertOfFiles } from '#gateway/client/policy-life.ts';
import { auditEntries } from '#gateway/client/policy-log.ts';
import { findGateway } from '#gateway/client/remote.ts';
import type { PolicyLifeView, PolicyReload } from '#gateway/protocol/views.ts';
import { failure } from '#policy/failure.ts';
import type { Failure, Result } from '#policy/failure.ts';
import { shadowReport } from '#policy/life/shadow-report.ts';
import { EXIT } from './exit-codes.ts';
import { failWith, inWords, say, sayJson, tell } from './output.ts';
import { changeInWords } from './policy-log.ts';

type Flags = { readonly json?: boolean; readonly dataDir?: string };

const NOT_RUNNING = failure('gateway.unreachable', 'no gateway is running for this data directory', {
  help: 'start one with `ghost serve`; it reads the policy at its start, and `shadow:` in config.yaml',
});

export async function policyStatus(flags: Flags): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  const view = client === null ? null : await client.policy();
  if (view !== null && !view.ok) return failWith(view.error, { json });
  const shown = view === null ? policyStatusOfFiles(flags.dataDir) : view.value;
  if (!shown.policy.loaded) process.exitCode = EXIT.denied;
  if (json) return sayJson({ running: view !== null, ...shown });
  if (view === null) say('no gateway is running; one that starts now would hold:');
  for (const line of statusInLines(shown)) say(line);
}

function statusInLines(view: PolicyLifeView): readonly string[] {
  const { policy, bundles, shadow, refused, acknowledged } = view;
  return [
    ...(policy.loaded
      ? [
          `policy    ${policy.layers.join(' > ')}`,
          `semantic  ${policy.semanticHash}`,
          `source    ${view.sourceHash ?? ''}`,
        ]
      : [`policy    NONE, every act is denied: ${policy.error.message}`]),
    `files     ${view.files.join(', ')}`,
    ...bundles.map(
      ({ id, revision, keyId, notAfter, reverted }) =>
        `bundle    ${id} revision ${revision}${reverted ? ' (reverted)' : ''}, signed with ${keyId}, valid until ${notAfter}`,
    ),
    ...(acknowledged === null ? [] : [`loosened  by ${acknowledged.by}: ${acknowledged.reason}`]),
    ...(shadow === null
      ? []
      : shadow.loaded
        ? [
            `shadow    ${shadow.layers.join(' > ')}, ${shadow.differences} acts decided otherwise since ${shadow.since}`,
          ]
        : [`shadow    NONE: ${shadow.error.message}`]),
    ...(refused === null
      ? []
      : [`refused   ${refused.at}: ${refused.files.join(', ')}`, ...refused.failures.map(inWords)]),
  ];
}

export async function reload(
  flags: Flags & { readonly acknowledgeLoosening?: boolean; readonly reason?: string },
): Promise<void> {
  const json = flags.json === true;
  const reason = flags.reason?.trim() ?? '';
  if (flags.acknowledgeLoosening === true && reason === '') {
    failWith(
      failure('policy.loosens', 'an acknowledgement needs its reason', {
        help: 'add `--reason "…"`: it is recorded',
      }),
      { json },
    );
    process.exitCode = EXIT.usage;
    return;
  }
  const client = await findGateway(flags.dataDir);
  if (client === null) return failWith(NOT_RUNNING, { json });
  settle(await client.reloadPolicy(flags.acknowledgeLoosening === true ? reason : null), json);
}

export async function revert(bundle: string, flags: Flags & { readonly reason: string }): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  const file = resolve(bundle);
  settle(
    client === null
      ? await revertOfFiles(file, flags.reason, flags.dataDir)
      : await client.revertPolicy(file, flags.reason),
    json,
  );
}

function settle(result: Result<PolicyReload>, json: boolean): void {
  if (!result.ok) {
    failWith(result.error, { json });
    if (!json) for (const more of moreIn(result.error)) tell(more);
    return;
  }
  const { outcome, policy, loosened, tightened } = result.value;
  if (json) return sayJson(result.value);
  const compared = loosened === null ? '' : `, ${loosened} requests loosened, ${tightened ?? '0'} tightened`;
  say(`${outcome === 'UNCHANGED' ? 'unchanged' : 'in force'}${compared}`);
  for (const line of statusInLines(policy)) say(line);
}

/** The other errors of the same reading. */
function moreIn(error: Failure): readonly string[] {
  const all = error.details?.['failures'];
  return Array.isArray(all) ? (all as readonly Failure[]).slice(1).map(inWords) : [];
}

export async function shadow(
  files: readonly string[],
  flags: Flags & { readonly off?: boolean },
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
  const done = await client.shadowPolicy(files.map((file) => resolve(file)));
  if (!done.ok) return failWith(done.error, { json });
  if (json) sayJson(done.value);
  else for (const line of statusInLines(done.value)) say(line);
}

export async function report(flags: Flags): Promise<void> {
  const json = flags.json === true;
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
