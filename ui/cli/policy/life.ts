// `ghost policy status|reload|revert`.
import { countInWords } from '#policy/tools/render/render-diff.ts';
import { resolve } from 'node:path';
import { policyStatusOfFiles, revertOfFiles } from '#gateway/client/policy/life.ts';
import { findGateway } from '#gateway/client/remote.ts';
import type { PolicyLifeView, PolicyReload } from '#gateway/protocol/views/policy.ts';
import { failure } from '#policy/language/failure.ts';
import type { Failure, Result } from '#policy/language/failure.ts';
import { EXIT } from '#ui/cli/console/exit-codes.ts';
import { failWith, inWords, say, sayJson, tell } from '#ui/cli/console/output.ts';
import { widening, wideningHere } from '#ui/cli/console/widen.ts';

export type LifeFlags = { readonly json?: boolean; readonly dataDir?: string };

export const NOT_RUNNING = failure('gateway.unreachable', 'no gateway is running for this data directory', {
  help: 'start one with `ghost serve`; it reads the policy at its start, and `shadow:` in config.yaml',
});

export async function policyStatus(flags: LifeFlags): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  const view = client === null ? null : await client.policy();
  if (view !== null && !view.ok) return failWith(view.error, { json });
  const shown = view === null ? policyStatusOfFiles(flags.dataDir) : view.value;
  if (!shown.policy.loaded) process.exitCode = EXIT.denied;
  if (json) return sayJson({ running: view !== null, ...shown });
  if (view === null) say('no gateway is running; one that a command starts now would hold:');
  for (const line of statusInLines(shown)) say(line);
}

export function statusInLines(view: PolicyLifeView): readonly string[] {
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
    ...(view.first ? ['first     no policy was in force here before, so nothing was compared'] : []),
    ...bundles.map(
      ({ id, revision, keyId, notAfter, reverted }) =>
        `bundle    ${id} revision ${revision}${reverted ? ' (reverted)' : ''}, signed with ${keyId}, valid until ${notAfter}`,
    ),
    ...(view.endings ?? []).map(({ day, says }) => `ends      ${day}, at midnight UTC: ${says}`),
    ...(acknowledged === null ? [] : [`loosened  by ${acknowledged.by}: ${acknowledged.reason}`]),
    ...(shadow === null
      ? []
      : shadow.loaded
        ? [
            `shadow    ${shadow.layers.join(' > ')}, ${shadow.differences} acts decided otherwise since ${shadow.since}`,
          ]
        : [`shadow    NONE: ${shadow.error.message}`]),
    ...(view.approvers ?? []).flatMap(({ level, message, help, at }) => [
      `approver  ${level}: ${at}: ${message}`,
      `          → ${help}`,
    ]),
    ...(refused === null
      ? []
      : [`refused   ${refused.at}: ${refused.files.join(', ')}`, ...refused.failures.map(inWords)]),
  ];
}

export type AcknowledgeFlags = LifeFlags & {
  readonly acknowledgeLoosening?: boolean;
  readonly reason?: string;
};

/** The reason of an acknowledgement, `null` where there is none; `undefined`: it lacks its reason, which was said. */
export function acknowledgementIn(flags: AcknowledgeFlags): string | null | undefined {
  if (flags.acknowledgeLoosening !== true) return null;
  const reason = flags.reason?.trim() ?? '';
  if (reason !== '') return reason;
  failWith(
    failure('policy.loosens', 'an acknowledgement needs its reason', {
      help: 'add `--reason "…"`: it is recorded',
    }),
    { json: flags.json === true },
  );
  process.exitCode = EXIT.usage;
  return undefined;
}

export async function reload(flags: AcknowledgeFlags): Promise<void> {
  const json = flags.json === true;
  const acknowledge = acknowledgementIn(flags);
  if (acknowledge === undefined) return;
  const client = await findGateway(flags.dataDir);
  if (client === null) return failWith(NOT_RUNNING, { json });
  const done = await widening(client, { act: 'RELOAD' }, (typed) => client.reloadPolicy(acknowledge, typed));
  settle(done, json);
}

export async function revert(bundle: string, flags: LifeFlags & { readonly reason: string }): Promise<void> {
  const json = flags.json === true;
  const client = await findGateway(flags.dataDir);
  const file = resolve(bundle);
  const asked = { act: 'REVERT', file } as const;
  settle(
    client === null
      ? await wideningHere(asked, flags.dataDir, (leave) =>
          revertOfFiles(file, flags.reason, leave, flags.dataDir),
        )
      : await widening(client, asked, (typed) => client.revertPolicy(file, flags.reason, typed)),
    json,
  );
}

export function settle(result: Result<PolicyReload>, json: boolean): void {
  if (!result.ok) {
    failWith(result.error, { json });
    if (!json) for (const more of moreIn(result.error)) tell(more);
    return;
  }
  const { outcome, policy, loosened, tightened } = result.value;
  if (json) return sayJson(result.value);
  const counted = (count: string): string => countInWords(BigInt(count));
  const compared =
    loosened === null
      ? ''
      : `, ${counted(loosened)} requests loosened, ${counted(tightened ?? '0')} tightened`;
  say(`${outcome === 'UNCHANGED' ? 'unchanged' : 'in force'}${compared}`);
  for (const line of statusInLines(policy)) say(line);
}

/** The other errors of the same reading. */
function moreIn(error: Failure): readonly string[] {
  const all = error.details?.['failures'];
  return Array.isArray(all) ? (all as readonly Failure[]).slice(1).map(inWords) : [];
}
